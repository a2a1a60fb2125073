import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql'
import { expect, it } from 'vitest'
import { standInWorld } from '../http/support/stand-in-world.ts'
import { startService } from '../http/support/test-service.ts'

it('the operations of a batch let others be answered between them', async () => {
  const spin = () => {
    for (const end = performance.now() + 30; performance.now() < end; );
    return 'spun'
  }
  const query = new GraphQLObjectType({ name: 'Query', fields: { spin: { type: GraphQLString, resolve: spin } } })
  const { post, get } = await startService({ world: standInWorld({ schema: new GraphQLSchema({ query }) }) })
  const batch = JSON.stringify(Array(10).fill({ query: '{ spin }' }))
  await get('/health')
  let isDone = false
  const answer = post('/graphql', batch, { 'content-type': 'application/json' }).finally(() => {
    isDone = true
  })
  let meanwhile = 0
  while (!isDone) {
    expect((await get('/health')).status).toBe(200)
    if (!isDone) meanwhile++
  }
  expect(await (await answer).json()).toHaveLength(10)
  expect(meanwhile).toBeGreaterThanOrEqual(3)
})
