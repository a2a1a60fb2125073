import { describe, expect, it } from 'vitest'
import { realWorld } from './support/real-world.ts'
import { startService } from './support/test-service.ts'

const world = realWorld()
const start = () => startService({ world })
const LONG = 'x'.repeat(900_000)

/** /v1 answers from the base where no release is named. */
const BASE = 'boavizta-2.4.1'

describe('A refusal shows little of what was sent', () => {
  it.each([
    ['a body that is no JSON', '/v1/server', LONG],
    ['a text where a number is due', '/v1/component/cpu', JSON.stringify({ units: LONG })],
    ['a list of lists', '/v1/component/cpu', JSON.stringify({ units: Array(1000).fill(['long']) })],
    ['an unknown provider', '/v1/cloud/instance', JSON.stringify({ provider: LONG, instance_type: LONG })],
  ])('%s', async (_what, path, body) => {
    const { post } = await start()
    const response = await post(path, body)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect((await response.text()).length).toBeLessThan(1000)
  })

  it('of GraphQL, too', async () => {
    const { post } = await start()
    for (const body of [
      LONG,
      JSON.stringify({
        query: 'query ($n: ComponentInput!) { component(input: $n) { label } }',
        variables: { n: LONG },
      }),
    ]) {
      const response = await post('/graphql', body, { 'content-type': 'application/json' })
      expect((await response.text()).length).toBeLessThan(1000)
    }
  })
})

describe('The header Data-Release', () => {
  it('names the release on every answer with figures, remembered ones and refusals included', async () => {
    const { get, post, graphql, service } = await start()
    const answers = [
      await get('/v1/server?verbose=false'),
      await get('/v1/server?verbose=false'),
      await post('/v1/component/cpu', '{}'),
      await post('/v1/component/cpu', '{"units":-1}'),
      await get('/graphql?query={dataRelease{id}}'),
      await post('/graphql', '{"query":"{dataRelease{id}}"}', { 'content-type': 'application/json' }),
    ]
    expect(answers.map(({ headers }) => headers.get('data-release'))).toEqual([
      ...Array(4).fill(BASE),
      ...Array(2).fill(service.release()),
    ])
    expect((await graphql({ query: '{ dataRelease { id } }' })).data).toEqual({
      dataRelease: { id: service.release() },
    })
  })
})
