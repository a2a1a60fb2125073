import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keepAsking } from './support/ask.ts'
import { ownElectricity } from './support/own-tables.ts'
import { addressOf, spawnMain } from './support/spawn-main.ts'
import { until } from './support/until.ts'

const SERVER = '/v1/server?archetype=platform_compute_medium&verbose=false&criteria=gwp'

describe('the service', () => {
  it('prints where it listens, and answers, also when nobody reads its log any more', async () => {
    const main = spawnMain()
    const url = await addressOf(main)
    expect((await fetch(`${url}${SERVER}`)).status).toBe(200)
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ server { impacts(criteria: [GWP]) { embedded { value } } } }"}',
    })
    expect(await response.json()).toEqual({ data: { server: { impacts: [{ embedded: { value: 800 } }] } } })

    main.child.stdout?.destroy()
    // Lines of the log are handed over some time after the request.
    for (let i = 0; i < 3; i++) {
      expect((await fetch(`${url}/health`)).status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(main.child.exitCode).toBeNull()
  })

  it('prints its settings when asked for help, and ends', async () => {
    const main = spawnMain({}, ['--help'])
    expect(await main.ended).toBe(0)
    expect(main.output()).toMatch(/PORT\n +Port to listen on/)
  })

  it('does not start with wrong settings, and prints a line for each', async () => {
    const main = spawnMain({ PORT: 'abc', LOG_LEVEL: 'loud' })
    expect(await main.ended).toBe(1)
    expect(main.output()).toBe(
      'PORT: expected a whole number 0 to 65535, got "abc"\nLOG_LEVEL: expected one of debug, info, warn, error, silent, got "loud"\n',
    )
  })

  it.each(['--prot=4001', 'PORT=4001'])('does not start with %s on its command line', async (argument) => {
    const main = spawnMain({}, [argument])
    expect(await main.ended).toBe(2)
    expect(main.output()).toBe(`Unknown argument "${argument}". See npm start -- --help\n`)
  })
})

/** Each of several processes must not say it once more. */
const EITHER = ['1', '2']

describe('The service does not start, and prints why in one line,', () => {
  it.each([
    [
      'with an archetype that is not in the tables',
      { DEFAULT_SERVER_ARCHETYPE: 'nope' },
      'DEFAULT_SERVER_ARCHETYPE: expected an archetype of the tables, got "nope"',
    ],
    [
      'with a folder that is not there',
      { DATA_FOLDER: '/nowhere/at/all' },
      'DATA_FOLDER: expected a folder of tables that can be read (ENOENT), got "/nowhere/at/all"',
    ],
    [
      'with a folder that is a file',
      { DATA_FOLDER: 'package.json' },
      'DATA_FOLDER: expected a folder of tables that can be read (ENOTDIR), got "package.json"',
    ],
    [
      'with a file of keys that is not there',
      { API_KEYS_FILE: '/nowhere/at/all' },
      'API_KEYS_FILE: expected a file that can be read (ENOENT), got "/nowhere/at/all"',
    ],
    ...EITHER.map(
      (WORKERS) =>
        [
          `with a host that is not its own, in processes: ${WORKERS}`,
          { HOST: '192.0.2.1', WORKERS },
          'HOST: expected an address of this machine (EADDRNOTAVAIL), got "192.0.2.1"',
        ] as const,
    ),
  ] as const)('%s', async (_fault, env, line) => {
    const main = spawnMain(env)
    expect(await main.ended).toBe(1)
    expect(main.output()).toBe(`${line}\n`)
  })

  it.each(EITHER)('with a table that has a fault, in processes: %s', async (WORKERS) => {
    const { folder } = ownElectricity('nonsense')
    const main = spawnMain({ WORKERS, DATA_FOLDER: folder })
    expect(await main.ended).toBe(1)
    expect(main.output()).toMatch(/^[^\n]*\/electricity\.csv:2: gwp: expected [^\n]*, got "nonsense"\n$/)
  })

  it.each(EITHER)('with a port that another has, in processes: %s', async (WORKERS) => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const main = spawnMain({ WORKERS, PORT: String(port) })
    expect(await main.ended).toBe(1)
    expect(main.output()).toBe(
      `PORT: ${port} is in use on 127.0.0.1 (EADDRINUSE). Set another PORT, or 0 for any free one\n`,
    )
  })
})

describe('SIGHUP', () => {
  it('brings new tables; bad ones and none are refused by name, and what was there stays', async () => {
    const { folder, change, remove } = ownElectricity('1')
    const main = spawnMain({ DATA_FOLDER: folder })
    const url = await addressOf(main)
    const use = async () =>
      ((await (await fetch(`${url}${SERVER}`)).json()) as { impacts: { gwp: { use: { value: number } } } }).impacts.gwp
        .use.value
    const before = await use()

    change('2')
    main.child.kill('SIGHUP')
    await main.written(/"message":"reloaded"/)
    const doubled = await use()
    expect(doubled / before).toBeGreaterThan(1.5)

    change('nonsense')
    main.child.kill('SIGHUP')
    await main.written(/electricity\.csv:2: gwp: .*reload failed/)
    expect(await use()).toBe(doubled)

    remove()
    main.child.kill('SIGHUP')
    await main.written(/DATA_FOLDER: expected a folder of tables that can be read \(ENOENT\).*reload failed/)
    expect(await use()).toBe(doubled)
  })
})

describe('SIGTERM', () => {
  it('loses no request, and ends the service', async () => {
    const main = spawnMain({ LOG_LEVEL: 'warn' })
    const clients = keepAsking(`${await addressOf(main)}/v1/utils/version`, 16)
    await until(() => clients.results.length > 200)
    main.child.kill('SIGTERM')
    await clients.ended
    expect(new Set(clients.results)).toEqual(new Set(['200', 'ECONNREFUSED']))
    expect(await main.ended).toBe(0)
  })
})
