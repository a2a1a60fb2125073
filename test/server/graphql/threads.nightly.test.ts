import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { standInWorld } from '../http/support/stand-in-world.ts'
import { startService } from '../http/support/test-service.ts'
import { serviceOf } from './support/ask-service.ts'
import makeThreadWorld, { Gate } from './support/thread-world.ts'

/** A service whose fields cost so much that they run in threads. */
function threaded(env: Record<string, string> = {}, data: object = { greeting: 'Hello' }) {
  const threadWorld = { module: new URL('./support/thread-world.ts', import.meta.url).href, data }
  return serviceOf(
    { ...makeThreadWorld({ greeting: 'Here' } as never), threadWorld },
    { MAX_WAIT_MS: '60000', TIME_LIMIT_MS: '60000', MAX_COST_PER_4_KB: '1000000', ...env },
  )
}

const TIMED_OUT = { status: 503, json: { errors: [{ extensions: { code: 'TIMEOUT' } }] } }

/** What comes before a timer of this process does, which is late wherever the machine is busy. */
async function within<Answer>(milliseconds: number, asked: Promise<Answer>): Promise<Answer | 'late'> {
  const timer = new AbortController()
  const late = wait(milliseconds, 'late' as const, timer).catch(() => 'late' as const)
  return Promise.race([asked, late]).finally(() => timer.abort())
}

describe('an operation in a thread', () => {
  it('that ends its thread is an error of the service, and the next is answered', async () => {
    const { ask, reported } = threaded()
    const { status, json } = await ask({ query: '{ ends }' })
    expect([status, json.errors[0].extensions.code]).toEqual([500, 'INTERNAL_SERVER_ERROR'])
    expect(reported).toHaveLength(1)
    expect((await ask({ query: '{ large }' })).json).toEqual({ data: { large: 'Hello, you' } })
  })

  it('that needs too much memory is refused, and the next is answered', async () => {
    const { ask } = threaded()
    const { status, json } = await ask({ query: '{ fills }' })
    expect([status, json.errors[0].extensions]).toMatchObject([
      400,
      { code: 'OPERATION_TOO_LARGE', limit: 'megabytes' },
    ])
    expect((await ask({ query: '{ large }' })).json).toEqual({ data: { large: 'Hello, you' } })
  })

  it.each(['spins', 'waits'])(
    'that does not end is ended when its time is up, and the next is answered: %s',
    async (field) => {
      const { ask } = threaded({ TIME_LIMIT_MS: '200', MAX_WAIT_MS: '3000' })
      const { status, json } = await ask({ query: `{ ${field} }` })
      expect([status, json.errors[0].extensions.code]).toEqual([503, 'TIMEOUT'])
      // To start another thread takes longer than that where the machine is busy.
      const next = async () => (await ask({ query: '{ large }' })).json
      await expect.poll(next, { timeout: 60_000 }).toEqual({ data: { large: 'Hello, you' } })
    },
  )

  it('is answered within a second after its time limit, at any work', async () => {
    const { ask } = threaded({ TIME_LIMIT_MS: '500' })
    await expect.poll(async () => (await ask({ query: '{ large }' })).status, { timeout: 60_000 }).toBe(200)
    expect(await within(1500, ask({ query: '{ spins }' }))).toMatchObject(TIMED_OUT)
  })

  it('whose time is up is answered within a second of that, even if no thread has started yet', async () => {
    const gate = new Gate()
    gate.close()
    const { ask } = threaded({ TIME_LIMIT_MS: '500' }, { greeting: 'Hello', isClosed: gate.isClosed })
    expect(await within(1500, ask({ query: '{ large }' }))).toMatchObject(TIMED_OUT)
    gate.open()
    const next = async () => (await ask({ query: '{ large }' })).json
    await expect.poll(next, { timeout: 60_000 }).toEqual({ data: { large: 'Hello, you' } })
  })

  it('whose time is up is answered within a second of that, even if its further thread has not started yet', async () => {
    const gate = new Gate()
    const { ask } = threaded(
      { TIME_LIMIT_MS: '800', OPERATION_THREADS: '2' },
      { greeting: 'Hello', isClosed: gate.isClosed },
    )
    await expect.poll(async () => (await ask({ query: '{ large }' })).status, { timeout: 60_000 }).toBe(200)
    gate.close()
    const asked = [ask({ query: '{ spins }' }, 'one'), ask({ query: '{ large }' }, 'another')]
    expect(await within(1800, Promise.all(asked))).toMatchObject([TIMED_OUT, TIMED_OUT])
    expect((await asked[1])?.json.errors[0].message).toMatch(/ 800 ms$/)
    gate.open()
    const next = async () => (await ask({ query: '{ large }' })).json
    await expect.poll(next, { timeout: 60_000 }).toEqual({ data: { large: 'Hello, you' } })
  })

  it('that ends itself names the time limit, not the time that was left', async () => {
    const { ask } = threaded({ TIME_LIMIT_MS: '1000' })
    await expect.poll(async () => (await ask({ query: '{ large }' })).status, { timeout: 60_000 }).toBe(200)
    const { json } = await ask({ query: '{ waits }' })
    expect(json.errors[0].message).toMatch(/ 1000 ms$/)
  })

  it('that has waited for its turn has the rest of its time', async () => {
    const { ask } = threaded({ TIME_LIMIT_MS: '900' })
    await expect.poll(async () => (await ask({ query: '{ large }' })).status, { timeout: 60_000 }).toBe(200)
    const asked = Promise.all([ask({ query: '{ works(milliseconds: 500) }' }), ask({ query: '{ spins }' })])
    expect(await within(1900, asked)).not.toBe('late')
  })

  it.each(['1', '2'])('of one caller leaves turns to those of others: %s threads', async (threads) => {
    const { ask } = threaded({ OPERATION_THREADS: threads })
    await ask({ query: '{ large }' })
    let isOver = false
    const repeat = async () => {
      while (!isOver) await ask({ query: '{ works(milliseconds: 30) }' }, 'one')
    }
    // As many of one as may wait.
    const repeated = Array.from({ length: 16 }, repeat)
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await ask({ query: '{ works(milliseconds: 10) }' }, 'another'))
    isOver = true
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    await Promise.all(repeated)
  })

  it('of a caller that has had less of the time goes before those of one that has had more', async () => {
    const { ask } = threaded({ OPERATION_THREADS: '1' })
    await ask({ query: '{ large }' }, 'one')
    const order: string[] = []
    const asked = (client: string, milliseconds: number) =>
      ask({ query: `{ works(milliseconds: ${milliseconds}) }` }, client).then(() => order.push(client))
    const asking = [asked('one', 400), asked('one', 20), asked('one', 20), asked('another', 20), asked('another', 20)]
    await Promise.all(asking)
    expect(order).toEqual(['one', 'another', 'another', 'one', 'one'])
  })

  it('that has made its thread large is the last of that thread, once there is nothing to do', async () => {
    const threadWorld = {
      module: new URL('./support/thread-world.ts', import.meta.url).href,
      data: { greeting: 'Hello' },
    }
    const options = { ...makeThreadWorld({ greeting: 'Here' } as never), threadWorld, threadIdleMs: 100 }
    const { ask } = serviceOf(options, { MAX_WAIT_MS: '60000', TIME_LIMIT_MS: '60000' })
    const grow = async () => (await ask({ query: '{ grows }' })).json.data.grows
    expect(await grow()).toBe(1)
    const kept = async () => (await ask({ query: '{ keeps }' })).json.data.keeps
    await expect.poll(kept, { timeout: 60_000, interval: 150 }).toBe(0)
  })

  it('that fails keeps its error for the log', async () => {
    const { ask, reported } = threaded()
    const { text, json } = await ask({ query: '{ broken }' })
    expect(json.errors[0].extensions.code).toBe('INTERNAL_SERVER_ERROR')
    expect(text).not.toContain('hunter2')
    expect(reported.map(({ stack }) => stack)).toEqual([expect.stringContaining('hunter2')])
  })

  it('waits for those before it, and is refused when that takes too long', async () => {
    const { ask } = threaded({ MAX_WAIT_MS: '100' })
    const answers = await Promise.all([1, 2, 3].map(() => ask({ query: '{ works }' })))
    expect(answers.map(({ status }) => status)).toEqual([200, 503, 503])
    expect(answers[1]?.json.errors[0].extensions.code).toBe('OVERLOADED')
  })

  it('is refused at once where too many wait', async () => {
    const { ask } = threaded()
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask({ query: '{ works(milliseconds: 20) }' })))
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(16)
    for (const { json } of refused) expect(json.errors[0].extensions.code).toBe('OVERLOADED')
  })

  it('has its variables and the name of its operation, however it was sent', async () => {
    const { ask } = threaded()
    const query = 'query A { small } query B($name: String) { large(name: $name) }'
    const operation = { query, operationName: 'B', variables: { name: 'Ada' }, extensions: { cost: true } }
    const answer = { data: { large: 'Hello, Ada' }, extensions: { cost: { requested: 10_001, maximum: 1_000_000 } } }
    expect((await ask(operation)).json).toEqual(answer)
    expect((await ask([operation, operation])).json).toEqual([answer, answer])
  })

  it('has the tables of the last reload', async () => {
    let greeting = 'Before'
    const world = () => {
      const module = new URL('./support/thread-world.ts', import.meta.url).href
      const parts = makeThreadWorld({ greeting } as never)
      return standInWorld({ ...parts, threadWorld: { module, data: { greeting } } })
    }
    const { graphql, service } = await startService({ world, env: { MAX_WAIT_MS: '60000' } })
    expect((await graphql({ query: '{ large }' })).data).toEqual({ large: 'Before, you' })
    greeting = 'After'
    service.reload()
    expect((await graphql({ query: '{ large }' })).data).toEqual({ large: 'After, you' })
  })

  it('that waits while the tables are read again is answered from those that it came for', async () => {
    const world = () => {
      const module = new URL('./support/thread-world.ts', import.meta.url).href
      return standInWorld({ ...makeThreadWorld({} as never), threadWorld: { module, data: { greeting: 'Hello' } } })
    }
    const { graphql, service } = await startService({ world, env: { MAX_WAIT_MS: '60000' } })
    await graphql({ query: '{ large }' })
    const answers = [1, 2, 3].map(() => graphql({ query: '{ works }' }))
    await new Promise((resolve) => setTimeout(resolve, 100))
    service.reload()
    expect((await Promise.all(answers)).map(({ status, errors }) => [status, errors])).toEqual(
      Array(3).fill([200, undefined]),
    )
  })

  it('of a batch that has begun before the tables are read again is answered too', async () => {
    const world = () => {
      const module = new URL('./support/thread-world.ts', import.meta.url).href
      return standInWorld({ ...makeThreadWorld({} as never), threadWorld: { module, data: { greeting: 'Hello' } } })
    }
    const { graphql, post, service } = await startService({ world, env: { MAX_WAIT_MS: '2000' } })
    await graphql({ query: '{ large }' })
    const batch = [...Array(4).fill({ query: '{ works }' }), { query: '{ large }' }]
    const answer = post('/graphql', JSON.stringify(batch), { 'content-type': 'application/json' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    service.reload()
    const works = { data: { works: [] } }
    expect(await (await answer).json()).toEqual([works, works, works, works, { data: { large: 'Hello, you' } }])
  })

  it('is not there for small ones', async () => {
    const { ask } = threaded({}, { greeting: 'A thread' })
    expect((await ask({ query: '{ small }' })).json).toEqual({ data: { small: 'Here' } })
  })

  it('is answered from tables that cannot be loaded by an error, and the service goes on', async () => {
    const { threadWorld, ...world } = {
      ...makeThreadWorld({ greeting: 'Here' } as never),
      threadWorld: { module: 'file:///nowhere.ts', data: {} },
    }
    const { ask } = serviceOf({ ...world, threadWorld })
    expect((await ask({ query: '{ large }' })).status).toBe(500)
    expect((await ask({ query: '{ small }' })).status).toBe(200)
  })
})
