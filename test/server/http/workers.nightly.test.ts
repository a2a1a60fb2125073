import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, keepAsking } from './support/ask.ts'
import { ownElectricity } from './support/own-tables.ts'
import { addressOf, type Main, spawnMain } from './support/spawn-main.ts'
import { until } from './support/until.ts'

/** The workers that have come to listen so far, the earliest first. */
function workers(main: Main): readonly number[] {
  return [...main.output().matchAll(/"pid":(\d+),"message":"worker listening"/g)].map(([, pid]) => Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Kills the later worker, and waits for the next. */
async function replaceOne(main: Main): Promise<void> {
  const before = workers(main)
  process.kill(before.at(-1) as number, 'SIGKILL')
  await until(() => workers(main).length > before.length)
}

/** The releases in the answers to twenty clients at the same time. */
async function releases(url: string): Promise<readonly string[]> {
  const outcomes = Array.from({ length: 20 }, () => ask(`${url}/graphql?query={dataRelease{fingerprint}}`))
  return [...new Set((await Promise.all(outcomes)).map(({ body }) => body))]
}

function count(main: Main, what: RegExp): number {
  return [...main.output().matchAll(what)].length
}

/** The reloads that /metrics counts, by outcome. */
async function reloads(url: string): Promise<Record<string, number>> {
  const { body } = await ask(`${url}/metrics`)
  const found = body.matchAll(/^impactql_reloads_total\{outcome="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...found].map(([, outcome, count]) => [outcome, Number(count)]))
}

const RELOADED = /"message":"reloaded"/g

describe('Two workers', () => {
  let main: Main
  let url: string
  let change: (gwp: string) => void
  beforeAll(async () => {
    const tables = ownElectricity('1', afterAll)
    change = tables.change
    main = spawnMain({ WORKERS: '2', DATA_FOLDER: tables.folder }, [], [], afterAll)
    url = await addressOf(main)
    await until(() => workers(main).length === 2)
  })

  it('count no reload without one, however often their metrics are read', async () => {
    for (let scrape = 0; scrape < 4; scrape++) expect(await reloads(url)).toEqual({ taken: 0, refused: 0 })
  })

  it('reload together or not at all, also those that are started when the files are others again', async () => {
    const before = await releases(url)
    change('nonsense')
    main.child.kill('SIGHUP')
    await main.written(/electricity\.csv:2: gwp: .*reload failed/)
    await replaceOne(main)
    expect(await releases(url)).toEqual(before)
    expect(count(main, /reload failed/g)).toBe(1)
    expect(count(main, RELOADED)).toBe(0)
    expect(await reloads(url)).toEqual({ taken: 0, refused: 1 })

    change('2')
    main.child.kill('SIGHUP')
    await until(() => count(main, RELOADED) === 2)
    expect(await reloads(url)).toEqual({ taken: 1, refused: 1 })
    const after = await releases(url)
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
    change('3')
    await replaceOne(main)
    expect(await releases(url)).toEqual(after)
    expect(count(main, RELOADED)).toBe(2)
  })

  it('do not reload by themselves, even when the signal reaches them too', async () => {
    for (const pid of [...workers(main).filter(isAlive), main.child.pid as number]) process.kill(pid, 'SIGHUP')
    await until(() => count(main, RELOADED) >= 4)
  })

  it('are replaced when they are killed, also in the metrics, and leave no client waiting: neither those they had, nor those that came while one stood still', async () => {
    const counted = async () => /^impactql_workers (\d+)$/m.exec((await ask(`${url}/metrics`)).body)?.[1]
    await until(async () => (await counted()) === '2')
    const before = workers(main).length
    const [victim = 0] = workers(main)
    const clients = keepAsking(`${url}/health`, 16)
    await until(() => clients.results.length > 200)
    process.kill(victim, 'SIGSTOP')
    const newcomers = Array.from({ length: 16 }, () => ask(`${url}/health`))
    await new Promise((resolve) => setTimeout(resolve, 200))
    process.kill(victim, 'SIGKILL')
    await until(() => workers(main).length > before)
    clients.stop()
    await clients.ended
    const results = [...clients.results, ...(await Promise.all(newcomers)).map(({ result }) => result)]
    expect(results).toContain('200')
    expect(results.filter((result) => !['200', 'ECONNRESET', 'EPIPE'].includes(result))).toEqual([])
    await until(async () => (await counted()) === '2')
  })

  it('lose no request at SIGTERM, and end; they have reloaded once for each reload', async () => {
    const clients = keepAsking(`${url}/v1/utils/version`, 16)
    await until(() => clients.results.length > 200)
    main.child.kill('SIGTERM')
    await clients.ended
    expect(new Set(clients.results)).toEqual(new Set(['200', 'ECONNREFUSED']))
    expect(await main.ended).toBe(0)
    for (const pid of workers(main)) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(count(main, RELOADED)).toBe(4)
  })
})
