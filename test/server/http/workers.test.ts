import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, keepAsking } from './support/ask.ts'
import { ownElectricity } from './support/own-tables.ts'
import { addressOf, type Main, spawnMain } from './support/spawn-main.ts'
import { until } from './support/until.ts'

/** The service with two workers that both listen. It ends with the test, or `atEnd`. */
async function startTwo(
  env: Record<string, string> = {},
  atEnd?: typeof afterAll,
): Promise<{ main: Main; url: string }> {
  const main = spawnMain({ WORKERS: '2', ...env }, [], [], atEnd)
  const url = await addressOf(main)
  await until(() => workers(main).length === 2)
  return { main, url }
}

/** The workers that have come to listen so far, the earliest first. */
function workers(main: Main): readonly number[] {
  return [...main.output().matchAll(/"pid":(\d+),"message":"worker listening"/g)].map(([, pid]) => Number(pid))
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

const RELOADED = /"message":"reloaded"/g

describe('A reload by several processes', () => {
  it('is one for all, or for none: also for workers that are started when the files are others again', async () => {
    const { folder, change } = ownElectricity('1')
    const { main, url } = await startTwo({ DATA_FOLDER: folder })
    const before = await releases(url)
    change('nonsense')
    main.child.kill('SIGHUP')
    await main.written(/electricity\.csv:2: gwp: .*reload failed/)
    await replaceOne(main)
    expect(await releases(url)).toEqual(before)
    expect(count(main, /reload failed/g)).toBe(1)
    expect(count(main, RELOADED)).toBe(0)

    change('2')
    main.child.kill('SIGHUP')
    await until(() => count(main, RELOADED) === 2)
    const after = await releases(url)
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
    change('3')
    await replaceOne(main)
    expect(await releases(url)).toEqual(after)
  })
})

describe('Two workers', () => {
  let shared: Awaited<ReturnType<typeof startTwo>>
  beforeAll(async () => {
    shared = await startTwo({}, afterAll)
  })

  it('do not reload by themselves, even when the signal reaches them too', async () => {
    const { main } = shared
    for (const pid of [...workers(main), main.child.pid as number]) process.kill(pid, 'SIGHUP')
    await until(() => count(main, RELOADED) >= 2)
  })

  it('are replaced when they are killed, also in the metrics, and leave no client waiting: neither those they had, nor those that came while one stood still', async () => {
    const { main, url } = shared
    const counted = async () => /^impactql_workers (\d+)$/m.exec((await ask(`${url}/metrics`)).body)?.[1]
    await until(async () => (await counted()) === '2')
    const [victim = 0] = workers(main)
    const clients = keepAsking(`${url}/health`, 16)
    await until(() => clients.results.length > 200)
    process.kill(victim, 'SIGSTOP')
    const newcomers = Array.from({ length: 16 }, () => ask(`${url}/health`))
    await new Promise((resolve) => setTimeout(resolve, 200))
    process.kill(victim, 'SIGKILL')
    await until(() => workers(main).length === 3)
    clients.stop()
    await clients.ended
    const results = [...clients.results, ...(await Promise.all(newcomers)).map(({ result }) => result)]
    expect(results).toContain('200')
    expect(results.filter((result) => !['200', 'ECONNRESET', 'EPIPE'].includes(result))).toEqual([])
    await until(async () => (await counted()) === '2')
  })

  it('lose no request at SIGTERM, and end; they have reloaded once each', async () => {
    const { main, url } = shared
    const clients = keepAsking(`${url}/v1/utils/version`, 16)
    await until(() => clients.results.length > 200)
    main.child.kill('SIGTERM')
    await clients.ended
    expect(new Set(clients.results)).toEqual(new Set(['200', 'ECONNREFUSED']))
    expect(await main.ended).toBe(0)
    for (const pid of workers(main)) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(count(main, RELOADED)).toBe(2)
  })
})
