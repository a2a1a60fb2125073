import { GraphQLInt, GraphQLObjectType, GraphQLSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { standInWorld } from '../http/support/stand-in-world.ts'
import { startService } from '../http/support/test-service.ts'

const QUERY = 'subscription { ticks }'
const JSON_SENT = { 'content-type': 'application/json' }
const STREAM = { accept: 'text/event-stream' }

/** A service with a subscription of two events; after those it goes on without any for as long as `isEndless`. */
async function ticking(isEndless = false) {
  let subscribed = 0
  const ticks = {
    type: GraphQLInt,
    subscribe: async function* () {
      subscribed++
      yield 1
      yield 2
      if (isEndless) await new Promise(() => {})
    },
    resolve: (tick: number) => tick,
  }
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { one: { type: GraphQLInt, resolve: () => 1 } } }),
    subscription: new GraphQLObjectType({ name: 'Subscription', fields: { ticks } }),
  })
  const service = await startService({ world: standInWorld({ schema }) })
  return { ...service, subscribed: () => subscribed }
}

describe('a subscription', () => {
  it('is refused in a batch, and not begun', async () => {
    const { post, subscribed } = await ticking()
    for (const operations of [[{ query: QUERY }], [{ query: QUERY }, { query: '{ one }' }]]) {
      const accept = 'application/json, text/event-stream'
      const response = await post('/graphql', JSON.stringify(operations), { ...JSON_SENT, accept })
      const [first, second] = (await response.json()) as { errors: { extensions: object }[]; data: object }[]
      expect(first?.errors[0]?.extensions).toMatchObject({ code: 'NOT_ACCEPTABLE' })
      if (operations.length > 1) expect(second?.data).toEqual({ one: 1 })
    }
    expect(subscribed()).toBe(0)
  })

  it.each(['application/json, text/event-stream;q=0', 'text/event-stream; q=0.0, */*'])(
    'is refused where Accept is %s, however it is sent',
    async (accept) => {
      const { post, get, subscribed } = await ticking()
      const asked = [
        await post('/graphql', JSON.stringify({ query: QUERY }), { ...JSON_SENT, accept }),
        await get(`/graphql?query=${encodeURIComponent(QUERY)}`, { accept }),
      ]
      for (const response of asked) {
        expect([response.status, response.headers.get('content-type')]).toEqual([
          406,
          'application/json; charset=utf-8',
        ])
        expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_ACCEPTABLE' } }] })
      }
      expect(subscribed()).toBe(0)
    },
  )

  it('that is asked for by HEAD is not begun, and has the headers of one by GET', async () => {
    const { url, subscribed } = await ticking(true)
    const signal = AbortSignal.timeout(5000)
    const target = url(`/graphql?query=${encodeURIComponent(QUERY)}`)
    const { status, headers } = await fetch(target, { method: 'HEAD', headers: STREAM, signal })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(subscribed()).toBe(0)
  })

  it('gives its events to those who take a stream, in a request of its own', async () => {
    const { get, post, subscribed } = await ticking()
    const asked = [
      await get(`/graphql?query=${encodeURIComponent(QUERY)}`, STREAM),
      await post('/graphql', JSON.stringify({ query: QUERY }), { ...JSON_SENT, accept: 'Text/Event-Stream;q=0.5' }),
    ]
    for (const response of asked) {
      const text = await response.text()
      expect([...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => data)).toEqual([
        '{"data":{"ticks":1}}',
        '{"data":{"ticks":2}}',
      ])
    }
    expect(subscribed()).toBe(2)
  })
})
