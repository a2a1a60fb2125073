import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addressOf, spawnMain } from './support/spawn-main.ts'

const SERVER = '/v1/server?archetype=platform_compute_medium&verbose=false&criteria=gwp'

function folderWith(file: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'impactql-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, file), text)
  return folder
}

/** A row of the shipped electricity factors, for France, with another figure in it. */
function factors(location: string, gwp: string): string {
  const shipped = readFileSync(new URL('../../data/electricity.csv', import.meta.url), 'utf8').split('\n')
  const header = shipped[0] as string
  const rows = shipped.filter((row) => row.startsWith(`${location},`))
  const names = header.split(',')
  const [row = ''] = rows
  const cells = row.split(',')
  cells[names.indexOf('gwp')] = gwp
  return `${header}\n${cells.join(',')}\n`
}

describe('the service', () => {
  it('says where it listens, and answers', async () => {
    const url = await addressOf(spawnMain())
    expect((await fetch(`${url}${SERVER}`)).status).toBe(200)
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ server { impacts(criteria: [GWP]) { embedded { value } } } }"}',
    })
    expect(await response.json()).toEqual({ data: { server: { impacts: [{ embedded: { value: 900 } }] } } })
  })

  it('prints its settings when asked for help, and ends', async () => {
    const main = spawnMain({}, ['--help'])
    expect(await main.ended).toBe(0)
    expect(main.output()).toMatch(/PORT\n +Port to listen on/)
  })

  it('does not start with wrong settings, and says what is wrong with each in a line', async () => {
    const main = spawnMain({ PORT: 'abc', LOG_LEVEL: 'loud' })
    expect(await main.ended).toBe(1)
    expect(main.output()).toBe(
      'PORT: expected a whole number 0 to 65535, got "abc"\nLOG_LEVEL: expected one of debug, info, warn, error, silent, got "loud"\n',
    )
  })

  it.each([
    [
      'an archetype that is not in the tables',
      { DEFAULT_SERVER_ARCHETYPE: 'nope' },
      /^DEFAULT_SERVER_ARCHETYPE: expected an archetype of the tables, got "nope"$/m,
    ],
    [
      'a location that is not in the tables',
      { DEFAULT_LOCATION: 'Nowhere' },
      /^DEFAULT_LOCATION: expected a location of the tables, got "Nowhere"$/m,
    ],
    [
      'an archetype of a kind there is not',
      { DEFAULT_TERMINAL_ARCHETYPES: 'laptop=nope' },
      /^DEFAULT_TERMINAL_ARCHETYPES: expected .*, got "laptop=nope"$/m,
    ],
    ['a folder that is not there', { DATA_FOLDER: '/nowhere/at/all' }, /no such folder/],
    [
      'a file of keys that is not there',
      { API_KEYS_FILE: '/nowhere/at/all' },
      /^API_KEYS_FILE: expected a file that can be read \(ENOENT\), got "\/nowhere\/at\/all"$/m,
    ],
    ['a host that is not its own', { HOST: '192.0.2.1' }, /EADDRNOTAVAIL/],
  ])('does not start with %s', async (_what, env, line) => {
    const main = spawnMain(env)
    expect(await main.ended).toBe(1)
    expect(main.output()).toMatch(line)
    expect(main.output()).not.toContain('listening')
  })

  it('does not start in several processes either', async () => {
    const main = spawnMain({ DEFAULT_LOCATION: 'Nowhere', WORKERS: '2' })
    expect(await main.ended).toBe(1)
    expect(main.output()).toContain('DEFAULT_LOCATION: expected a location of the tables')
  })
})

describe('SIGHUP', () => {
  it('brings new tables; bad ones are refused, and what was there stays', async () => {
    const folder = folderWith('electricity.csv', factors('EEE', '1'))
    const main = spawnMain({ DATA_FOLDER: folder })
    const url = await addressOf(main)
    const use = async () =>
      ((await (await fetch(`${url}${SERVER}`)).json()) as { impacts: { gwp: { use: { value: number } } } }).impacts.gwp
        .use.value
    const before = await use()

    writeFileSync(join(folder, 'electricity.csv'), factors('EEE', '2'))
    main.child.kill('SIGHUP')
    await main.written(/"message":"reloaded"/)
    const doubled = await use()
    expect(doubled / before).toBeGreaterThan(1.5)

    writeFileSync(join(folder, 'electricity.csv'), factors('EEE', 'nonsense'))
    main.child.kill('SIGHUP')
    await main.written(/reload refused.*electricity\.csv:2: gwp: /)
    expect(await use()).toBe(doubled)
  })
})

/** Keeps asking over some connections, and tells what came of each request that was sent. */
function keepAsking(url: string, connections: number): { stop: () => void; outcomes: Promise<readonly string[]> } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const outcomes: string[] = []
  let isStopped = false
  const ask = (): Promise<string> =>
    new Promise((resolve) => {
      const sent = get(`${url}/v1/utils/version`, { agent }, (response) => {
        response.resume()
        response.on('end', () => resolve(String(response.statusCode)))
        response.on('error', () => resolve('lost in the answer'))
      })
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
    })
  const loop = async () => {
    while (!isStopped) {
      const outcome = await ask()
      outcomes.push(outcome)
      if (outcome === 'ECONNREFUSED') return
    }
  }
  const all = Promise.all(Array.from({ length: connections }, loop)).then(() => {
    agent.destroy()
    return outcomes
  })
  return {
    stop: () => {
      isStopped = true
    },
    outcomes: all,
  }
}

describe.each([
  ['in one process', {}],
  ['in several processes', { WORKERS: '2' }],
])('SIGTERM to the service %s', (_how, env) => {
  it('loses no request, and ends', async () => {
    const main = spawnMain({ LOG_LEVEL: 'warn', ...env })
    const url = await addressOf(main)
    const clients = keepAsking(url, 16)
    await new Promise((resolve) => setTimeout(resolve, 300))
    main.child.kill('SIGTERM')
    const outcomes = await clients.outcomes
    expect(new Set(outcomes)).toEqual(new Set(['200', 'ECONNREFUSED']))
    expect(outcomes.length).toBeGreaterThan(50)
    expect(await main.ended).toBe(0)
  })
})

describe('several processes', () => {
  it('share the port; a killed one is replaced, and metrics are those of all', async () => {
    const main = spawnMain({ WORKERS: '2' })
    const url = await addressOf(main)
    const workers = async () =>
      Number(/^impactql_workers (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1])
    const pids = () => [...main.output().matchAll(/"worker listening","pid":(\d+)/g)].map(([, pid]) => Number(pid))
    await until(async () => (await workers()) === 2 && pids().length === 2)
    const [victim] = pids()
    process.kill(victim as number, 'SIGKILL')
    await main.written(new RegExp(`"worker ended","pid":${victim}`))
    for (let i = 0; i < 5; i++) expect((await ask(`${url}${SERVER}`)).status).toBe(200)
    await until(async () => (await workers()) === 2 && pids().length === 3)
    expect(pids().at(-1)).not.toBe(victim)
  })
})

/** Asks over a connection of its own: one that is kept may be that of a process that is gone. */
function ask(url: string): Promise<{ status: number | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('It did not come to be.')
}
