import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { execute } from '../../world.ts'
import { realWorld } from './support/real-world.ts'
import { seen } from './support/stand-in-world.ts'
import { shareService, startService, type TestService } from './support/test-service.ts'
import { until } from './support/until.ts'

const FLEET = `query ($items: [FleetItemInput!]!) {
  fleet(items: $items) {
    size
    items { asset { __typename impacts(criteria: [GWP]) { embedded { value } use { value } } } fault { code message path nearest } }
    impacts { criterion embedded { value min max } use { value min max } }
  }
}`
/** The answer is short, so that sending and reading it takes no time. */
const TOTAL = `query ($items: [FleetItemInput!]!) { fleet(items: $items) { size impacts { use { value } } } }`
const CPU = JSON.stringify({ name: 'Intel Xeon Gold 6138', usage: { time_workload: 30 } })

const server = (n: number) => ({
  asset: {
    server: { configuration: { cpu: { name: 'AMD EPYC 7763', units: 1 + n } }, usage: { timeWorkload: n % 100 } },
  },
})
const unknownInstance = (n: number) => ({
  asset: { cloudInstance: { provider: 'aws', instanceType: `m9.${n}xlarge` } },
})
/** A query in which each instance of a fleet has a field that fails. */
const FAILING = FLEET.replace(
  '__typename',
  '__typename ... on CloudInstance { failing: impacts(duration: -1) { unit } }',
)
const instance = () => ({ asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.large' } } })
const faulty = (n: number) => ({ asset: { server: { configuration: { cpu: { units: -1 - n } } } } })
const items = (count: number, item: (n: number) => object) => Array.from({ length: count }, (_, n) => item(n))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function startReal(env: Record<string, string> = {}): Promise<TestService> {
  return startService({ env, world: realWorld(env) })
}

/** Where a fleet kept the others waiting, each would be answered once or twice. */
const MANY = 5

/**
 * How many of each kind of small request, at most MANY, were answered one after the other until something else was
 * done.
 */
async function answeredUntil(done: Promise<unknown>, { get, post }: TestService): Promise<readonly number[]> {
  let isDone = false
  done.finally(() => {
    isDone = true
  })
  const count = async (ask: () => Promise<Response>) => {
    let answered = 0
    while (!isDone && answered < MANY) {
      expect((await ask()).status).toBe(200)
      if (!isDone) answered++
    }
    return answered
  }
  return Promise.all([
    count(() => get('/health')),
    count(() => get('/ready')),
    count(() => post('/v1/component/cpu', CPU)),
  ])
}

/** His and hers are the keys of two callers, who share a thread. */
const keyed = { OPERATION_THREADS: '1', API_KEYS: ['his', 'hers'].map(sha256).join(',') }
const oneThread = shareService({ env: keyed, world: realWorld(keyed) })

describe('while a large fleet is evaluated', () => {
  const shared = shareService({ world: realWorld() })
  const impatient = shareService({ env: { MAX_WAIT_MS: '50' }, world: realWorld() })

  it.each([
    ['different servers', server],
    ['unknown instances', unknownInstance],
    ['faulty servers', faulty],
  ])('of %s, small requests are answered again and again', async (_what, item) => {
    const service = shared()
    const fleet = service.graphql({ query: TOTAL, variables: { items: items(2500, item) } })
    expect(await answeredUntil(fleet, service)).toEqual([MANY, MANY, MANY])
    await fleet
  })

  it('a smaller fleet that comes later is done first', async () => {
    const service = shared()
    const order: string[] = []
    const large = service.graphql({ query: TOTAL, variables: { items: items(2500, server) } })
    await service.get('/health')
    const small = service.graphql({ query: TOTAL, variables: { items: items(100, server) } })
    await Promise.all([large.then(() => order.push('large')), small.then(() => order.push('small'))])
    expect(order).toEqual(['small', 'large'])
  })

  it('others wait their time for a thread, and are then refused', async () => {
    const ask = () => impatient().graphql({ query: TOTAL, variables: { items: items(1000, server) } })
    const answers = await Promise.all(Array.from({ length: 3 }, ask))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 503, 503])
    expect(answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions.code))).toEqual([
      'OVERLOADED',
      'OVERLOADED',
    ])
    expect((await ask()).status).toBe(200)
  })

  it.each([
    ['by address', () => startReal({ TRUSTED_PROXIES: '1', OPERATION_THREADS: '1' }), 'x-forwarded-for', '192.0.2.'],
    ['by key', oneThread, 'x-api-key', ''],
  ])('callers take turns for a thread, %s', async (_how, serviceOf, header, prefix) => {
    const [one, two] = prefix === '' ? ['his', 'hers'] : [`${prefix}1`, `${prefix}2`]
    const { graphql } = await serviceOf()
    const order: string[] = []
    const ask = async (caller: string) => {
      const request = { query: TOTAL, variables: { items: items(600, server) } }
      expect((await graphql(request, { [header]: caller })).status).toBe(200)
      order.push(caller)
    }
    await ask(one)
    const asked = [one, one, one, one].map(ask)
    await Promise.all([...asked, ask(two)])
    // At most the one that was in work, and one that came before the other had been read.
    expect(order.indexOf(two)).toBeLessThanOrEqual(2)
  })

  it.each([
    ['together above 2 MiB', 1_100_000],
    ['alone above 2 MiB', 2_200_000],
  ])('of large requests %s one waits for the other', async (_what, bytes) => {
    const request = { query: TOTAL, variables: { items: items(2000, server) } }
    const extensions = { padding: ' '.repeat(bytes - JSON.stringify(request).length) }
    const ask = async () => (await impatient().graphql({ ...request, extensions })).status
    expect((await Promise.all([ask(), ask()])).sort()).toEqual([200, 503])
    await expect.poll(ask, { timeout: 30_000 }).toBe(200)
  })

  it('it ends when its time is up, and takes no time from others any more', async () => {
    const service = await startReal({ TIME_LIMIT_MS: '60' })
    const { status, errors } = await service.graphql({ query: FLEET, variables: { items: items(4000, server) } })
    expect([status, errors?.[0]?.extensions.code]).toEqual([503, 'TIMEOUT'])
    expect((await service.post('/v1/component/cpu', CPU)).status).toBe(200)
    expect((await service.samples()).impactql_requests_in_flight).toBe(0)
  })
})

describe('Beside four connections of a caller that repeat the requests that cost the most', () => {
  const by = (key: string) => ({ 'x-api-key': key })
  let asked = 0

  const drives = Array.from({ length: 64 }, () => ({ type: 'ssd', capacity: 960, units: 2 }))
  const memory = Array.from({ length: 64 }, () => ({ capacity: 32, units: 1 }))
  /** A server of 128 parts whose answer is not remembered. */
  const largest = async ({ post }: TestService) => {
    const usage = { hours_life_time: 30_000 + asked++ }
    const body = JSON.stringify({ configuration: { ram: memory, disk: drives }, usage })
    return (await post('/v1/server?verbose=true&criteria=gwp&criteria=adp&criteria=pe', body, by('his'))).status
  }
  /** All types of instances, ordered by an impact that is not remembered: more than one of these is refused. */
  const order = async ({ graphql }: TestService) => {
    const usage = `{ timeWorkload: 1.${asked++} }`
    const query = `{ cloudInstanceTypes(first: 1, orderBy: IMPACT, usage: ${usage}) { totalCount } }`
    return (await graphql({ query }, by('his'))).status
  }

  it.each([
    [
      'another waits for one of his at most, each time she asks for a component',
      largest,
      async ({ post }: TestService) => {
        const body = JSON.stringify({ name: 'Intel Xeon Gold 6138', usage: { time_workload: asked++ % 100 } })
        return (await post('/v1/component/cpu', body, by('hers'))).status
      },
    ],
    [
      'another has all of her fleets answered',
      order,
      async ({ graphql }: TestService) => {
        return (await graphql({ query: TOTAL, variables: { items: items(300, server) } }, by('hers'))).status
      },
    ],
  ])('%s', async (_what, his, hers) => {
    const service = oneThread()
    expect([await his(service), await hers(service)]).toEqual([200, 200])
    let isOver = false
    let answered = 0
    const repeat = async () => {
      while (!isOver) {
        await his(service)
        answered++
      }
    }
    const repeating = [repeat(), repeat(), repeat(), repeat()]
    const before = answered
    const requests = 4
    for (let n = 0; n < requests; n++) expect(await hers(service)).toBe(200)
    const meanwhile = answered - before
    isOver = true
    await Promise.all(repeating)
    // In the order of arrival it would be up to four of his for each of hers.
    expect(meanwhile).toBeLessThanOrEqual(requests + 4)
  })
})

describe('a fleet that is evaluated in a thread', () => {
  const base = { RELEASE: 'boavizta-2.4.1' }
  const shared = shareService({ env: base, world: realWorld(base) })

  it('gives what graphql-js gives, the faults of its items too', async () => {
    const variables = { items: [...items(700, server), ...items(20, unknownInstance), ...items(30, server)] }
    const { graphql } = shared()
    const inThread = await graphql({ query: FLEET, variables })
    const { data } = await execute(FLEET, variables)
    expect(JSON.stringify(inThread.data)).toBe(JSON.stringify(data))
    expect(inThread.errors).toBeUndefined()
    const fleet = inThread.data?.fleet as { items: { fault: object | null }[] }
    const faults = fleet.items.flatMap(({ fault }) => fault ?? [])
    expect(faults).toHaveLength(20)
    expect(faults[0]).toMatchObject({ code: 'NOT_FOUND', path: ['asset', 'cloudInstance', 'instanceType'] })
  })

  it('gives what graphql-js gives, its errors at their paths', async () => {
    const variables = { items: [...items(700, server), ...items(20, instance), ...items(30, server)] }
    const { graphql } = shared()
    const inThread = await graphql({ query: FAILING, variables })
    const { data, errors } = await execute(FAILING, variables)
    expect(JSON.stringify(inThread.data)).toBe(JSON.stringify(data))
    expect(inThread.errors?.map(({ path, message }) => ({ path, message }))).toEqual(
      errors?.map(({ path, message }) => ({ path, message })),
    )
    expect(inThread.errors?.[0]).toMatchObject({ path: ['fleet', 'items', 700, 'asset', 'failing'] })
    expect(inThread.errors).toHaveLength(20)
  })

  it('is refused as a whole where an item in the middle of it cannot be read', async () => {
    const { graphql } = shared()
    const variables = {
      items: [...items(500, server), { asset: { server: { archetype: {} } } }, ...items(500, server)],
    }
    const { errors, data } = await graphql({ query: FLEET, variables })
    expect(data).toBeUndefined()
    expect(errors?.map(({ message }) => message)).toEqual([
      'Variable "$items" has invalid value at [500].asset.server.archetype: ID cannot represent value: {}',
    ])
  })

  it('shows the first thousand errors, and how many more there are', async () => {
    const { graphql } = shared()
    const { data, errors = [] } = await graphql({ query: FAILING, variables: { items: items(1200, instance) } })
    expect(data?.fleet).toMatchObject({ size: 1200, items: { length: 1200 } })
    expect(errors).toHaveLength(1001)
    expect(errors[999]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(errors[1000]?.extensions).toEqual({ code: 'MORE_ERRORS', count: 200 })
  })
})

describe('clients that leave', () => {
  /** Clients that are all connected, then each send a request, and leave when it is sent. */
  async function sendAndLeave(clients: number, { port, get }: TestService, text: string): Promise<void> {
    const sockets = Array.from({ length: clients }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    // Who came before is accepted before.
    await get('/health')
    for (const socket of sockets) socket.write(text, () => socket.destroy())
  }
  /** Requests of a method that have ended, by labels. */
  async function counted({ samples }: TestService, method: string): Promise<readonly (readonly [string, number])[]> {
    const isOne = (name: string) => name.startsWith('impactql_requests_total{') && name.includes(`method="${method}"`)
    return Object.entries(await samples()).filter(([name]) => isOne(name))
  }

  it('have none of their fleets evaluated', async () => {
    const real = await startReal()
    const { post, samples } = real
    const body = JSON.stringify({ query: TOTAL, variables: { items: items(4000, server) } })
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    const ask = `POST /graphql HTTP/1.1\r\n${head}\r\n\r\n${body}`
    await sendAndLeave(12, real, ask)
    await until(async () => (await counted(real, 'POST')).reduce((total, [, count]) => total + count, 0) === 12)
    expect((await samples()).impactql_requests_in_flight).toBe(0)
    expect(await counted(real, 'POST')).toEqual([
      ['impactql_requests_total{route="/graphql",method="POST",status="499"}', 12],
    ])
    expect(await samples()).not.toHaveProperty('impactql_graphql_operations_total{operation="fleet",code="OK"}')
    expect((await post('/v1/component/cpu', CPU)).status).toBe(200)
  })

  it('while their operation waits for something end it', async () => {
    const { url, samples } = await startService({ env: { TIME_LIMIT_MS: '60000' } })
    const client = new AbortController()
    const asked = fetch(url('/graphql?query={never}'), { signal: client.signal })
    await until(async () => (await samples()).impactql_requests_in_flight === 1)
    client.abort()
    await expect(asked).rejects.toThrow()
    await until(async () => (await samples()).impactql_requests_in_flight === 0)
  })

  it('while they stand in line get no answer made', async () => {
    const standIn = await startService()
    const before = seen.length
    const ask = 'GET /v1/busy?ms=20 HTTP/1.1\r\nHost: localhost\r\n\r\n'
    await sendAndLeave(40, standIn, ask)
    const ended = async () => (await counted(standIn, 'GET')).reduce((total, [, count]) => total + count, 0)
    await until(async () => (await ended()) === 41)
    // Requests that ran before the service could see that they have no reader.
    expect(seen.length - before).toBeLessThan(20)
  })
})

describe('clients that hang', () => {
  /** Connections that send something and then neither say nor read anything. */
  async function hang(port: number, count: number, text: string): Promise<void> {
    const opened = Array.from({ length: count }, () => {
      const socket: Socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => {})
      socket.pause()
      return new Promise((resolve) => socket.write(text, resolve))
    })
    await Promise.all(opened)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }

  it.each([
    ['in the middle of their headers', 'GET /v1/server HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    ['before their body', 'POST /v1/server HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n'],
    ['in the middle of a body', 'POST /v1/server HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"model"'],
    [
      'in the middle of a chunk',
      'POST /graphql HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"query"',
    ],
    ['and never read their answers', 'GET /v1/server?verbose=true HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100)],
  ])('%s take no places from others', async (_where, text) => {
    const { port, get, post, graphql } = await startReal({ MAX_CONCURRENT: '2' })
    await hang(port, 20, text)
    expect((await get('/health')).status).toBe(200)
    expect((await post('/v1/component/cpu', CPU)).status).toBe(200)
    expect((await get('/v1/server?archetype=platform_compute_medium')).status).toBe(200)
    expect((await graphql({ query: '{ server { archetype } }' })).data).toEqual({
      server: { archetype: 'platform_compute_medium' },
    })
  })

  it('and then go on after all are answered, or refused for want of room', async () => {
    const { port, get } = await startReal({ MAX_CONCURRENT: '2' })
    const body = '{"query":"{ dataRelease { id } }"}'
    const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
    const answers = sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          let text = ''
          socket.on('data', (chunk) => {
            text += String(chunk)
            if (text.includes('\r\n\r\n')) resolve(text)
          })
        }),
    )
    for (const socket of sockets) {
      onTestFinished(() => void socket.destroy())
      const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
      socket.write(`POST /graphql HTTP/1.1\r\n${head}\r\n\r\n${body.slice(0, 5)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    for (const socket of sockets) socket.write(body.slice(5))
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 (200|503) /)
    expect((await get('/v1/server')).status).toBe(200)
  })
})
