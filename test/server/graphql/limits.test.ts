import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql'
import { describe, expect, it } from 'vitest'
import { standInWorld } from '../http/support/stand-in-world.ts'
import { type GraphqlAnswer, startService } from '../http/support/test-service.ts'
import { FLEET, items } from './support/stand-in-fleet.ts'
import { WAYS } from './support/ways.ts'

function refused({ status, errors }: GraphqlAnswer): unknown {
  const { code, limit, maximum, actual } = errors?.[0]?.extensions ?? {}
  return { status, code, limit, maximum, actual }
}

describe.each(WAYS)('an operation sent %s', (_way, send) => {
  it('may not have too many characters', async () => {
    const service = await startService({ env: { MAX_DOCUMENT_CHARACTERS: '100' } })
    const answer = await send(service, { query: `{hello}${' '.repeat(100)}` })
    expect(refused(answer)).toEqual({
      status: 400,
      code: 'OPERATION_TOO_LARGE',
      limit: 'characters',
      maximum: 100,
      actual: 107,
    })
  })

  it('may not have too many tokens', async () => {
    const service = await startService({ env: { MAX_TOKENS: '10' } })
    const answer = await send(service, { query: '{ hello hello hello hello hello hello hello hello hello hello }' })
    expect(refused(answer)).toEqual({
      status: 400,
      code: 'OPERATION_TOO_LARGE',
      limit: 'tokens',
      maximum: 10,
      actual: 12,
    })
  })

  it('may not be too deep, fragments counted', async () => {
    const service = await startService({ env: { MAX_DEPTH: '4' } })
    const query = '{ asset { ...Self } } fragment Self on Asset { self { self { self { name } } } }'
    expect(refused(await send(service, { query }))).toEqual({
      status: 400,
      code: 'OPERATION_TOO_LARGE',
      limit: 'levels',
      maximum: 4,
      actual: 5,
    })
    expect((await send(service, { query: '{ asset { self { self { name } } } }' })).status).toBe(200)
  })

  it.each([
    ['fields', '{hello'.repeat(2450)],
    ['fragments', '{...'.repeat(2450)],
    ['lists', `{fleet(items:${'['.repeat(4900)}`],
    ['objects', `{fleet(items:${'{name:'.repeat(1200)}1${'}'.repeat(1200)}){name}}`],
  ])('may not have %s in each other without end', async (_what, query) => {
    const service = await startService()
    expect(refused(await send(service, { query }))).toMatchObject({
      status: 400,
      code: 'OPERATION_TOO_LARGE',
      limit: 'brackets',
      maximum: 120,
    })
    expect(service.lines().filter(({ level }) => level === 'error')).toEqual([])
  })

  it('may not have too many aliases', async () => {
    const service = await startService({ env: { MAX_ALIASES: '2' } })
    const answer = await send(service, { query: '{ a: hello b: hello c: hello }' })
    expect(refused(answer)).toEqual({
      status: 400,
      code: 'OPERATION_TOO_LARGE',
      limit: 'aliases',
      maximum: 2,
      actual: 3,
    })
  })

  it.each([
    ['a variable', { query: FLEET, variables: { items: items(21) } }],
    ['a variable, deep inside', { query: FLEET, variables: { items: [{ ram: Array(21).fill(1) }] } }],
    ['the document', { query: `{ fleet(items: [${'{},'.repeat(21)}]) { name } }` }],
  ])('may not have too long a list in %s', async (_where, request) => {
    const service = await startService({ env: { MAX_LIST_ITEMS: '20' } })
    expect(refused(await send(service, request))).toEqual({
      status: 400,
      code: 'OPERATION_TOO_LARGE',
      limit: 'items',
      maximum: 20,
      actual: 21,
    })
  })

  it('may not cost too much for its variables, though its document is small', async () => {
    const service = await startService({ env: { MAX_COST: '1000' } })
    expect((await send(service, { query: FLEET, variables: { items: items(50) } })).status).toBe(200)
    const answer = await send(service, { query: FLEET, variables: { items: items(200) } })
    expect(refused(answer)).toMatchObject({ status: 400, code: 'OPERATION_TOO_LARGE', limit: 'cost', maximum: 1000 })
  })

  it('may not take too long while it computes', async () => {
    const service = await startService({ env: { TIME_LIMIT_MS: '100' } })
    const query = 'query ($items: [AssetInput!]!) { fleet(items: $items) { slow { name } } }'
    const before = process.threadCpuUsage()
    const { status, errors } = await send(service, { query, variables: { items: items(10_000) } })
    expect([status, errors?.[0]?.extensions.code]).toEqual([503, 'TIMEOUT'])
    // Without a limit it would be 20 seconds of work.
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(10_000)
  })

  it('may not take too long while it waits', async () => {
    const service = await startService({ env: { TIME_LIMIT_MS: '100' } })
    const { status, errors } = await send(service, { query: '{ never }' })
    expect([status, errors?.[0]?.extensions.code]).toEqual([503, 'TIMEOUT'])
    expect((await service.samples()).impactql_requests_in_flight).toBe(0)
  })

  it('may ask for the schema only where that is allowed', async () => {
    const open = await startService()
    const closed = await startService({ env: { INTROSPECTION: 'off' } })
    const request = { query: '{ __schema { queryType { name } } }' }
    expect((await send(open, request)).data).toEqual({ __schema: { queryType: { name: 'Query' } } })
    expect((await send(closed, request)).errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
    expect((await send(closed, { query: '{ __typename }' })).data).toEqual({ __typename: 'Query' })
    expect((await send(closed, { query: '{ helo }' })).errors?.[0]?.message).not.toContain('hello')
  })
})

describe('an operation that took too long', () => {
  it.each(['application/json', 'application/graphql+json'])('has a time to come again, sent as %s', async (type) => {
    const { post } = await startService({ env: { TIME_LIMIT_MS: '50' } })
    const { status, headers } = await post('/graphql', '{"query":"{ never }"}', { 'content-type': type })
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  })
})

describe.each(['application/json', 'application/graphql+json'])('variables sent as %s', (type) => {
  it.each([
    ['lists', '[', ']'],
    ['objects', '{"ram":', '}'],
  ])('may not have %s in each other without end', async (_what, open, close) => {
    const { post, lines } = await startService()
    const send = async (levels: number) => {
      const deep = `${open.repeat(levels)}0${close.repeat(levels)}`
      const body = `{"query":"${FLEET.replaceAll('"', '\\"')}","variables":{"items":${deep}}}`
      const answer = await post('/graphql', body, { 'content-type': type })
      return refused((await answer.json()) as GraphqlAnswer)
    }
    const tooDeep = { code: 'OPERATION_TOO_LARGE', limit: 'variable levels', maximum: 100, actual: 101 }
    for (const levels of [101, 5000, 500_000]) expect(await send(levels)).toEqual(tooDeep)
    expect(await send(100)).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(lines().filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('the operations of a batch', () => {
  it('may cost together what one may', async () => {
    const { post } = await startService({ env: { MAX_COST: '1000' } })
    const operation = { query: FLEET, variables: { items: items(100) } }
    const batch = JSON.stringify([operation, operation, { query: '{ hello }' }])
    const answer = await post('/graphql', batch, { 'content-type': 'application/json' })
    const [first, ...others] = (await answer.json()) as GraphqlAnswer[]
    expect(first?.data?.fleet).toHaveLength(100)
    expect(others.map(refused)).toMatchObject([
      { code: 'OPERATION_TOO_LARGE', limit: 'cost', maximum: 1000, actual: 2 * (1 + 100 * 3 + 100 * 5) },
      { code: 'OPERATION_TOO_LARGE', limit: 'cost' },
    ])
    expect(others[0]?.errors?.[0]?.message).toMatch(/\b1602 with the operations before it in the batch\b/)
  })

  it('may cost more, the more is sent', async () => {
    const { graphql } = await startService({ env: { MAX_COST_PER_4_KB: '500' } })
    const query = FLEET
    const ask = (more: string) => graphql({ query, variables: { items: items(100) }, extensions: { more } })
    expect(refused(await ask(''))).toMatchObject({ limit: 'cost', maximum: 500, actual: 801 })
    expect((await ask(' '.repeat(6400))).status).toBe(200)
  })

  it('are executed one after the other', async () => {
    const noted: string[] = []
    const work = async () => {
      noted.push('begun')
      await new Promise((resolve) => setTimeout(resolve, 10))
      noted.push('done')
      return 'worked'
    }
    const query = new GraphQLObjectType({ name: 'Query', fields: { work: { type: GraphQLString, resolve: work } } })
    const { post } = await startService({ world: standInWorld({ schema: new GraphQLSchema({ query }) }) })
    const batch = JSON.stringify(Array(3).fill({ query: '{ work }' }))
    const answer = await post('/graphql', batch, { 'content-type': 'application/json' })
    expect(await answer.json()).toEqual(Array(3).fill({ data: { work: 'worked' } }))
    expect(noted).toEqual(['begun', 'done', 'begun', 'done', 'begun', 'done'])
  })
})

describe('a fleet, with the limits as they come,', () => {
  it('of a million items is refused before work starts', async () => {
    const service = await startService()
    const before = process.threadCpuUsage()
    const answer = await service.graphql({ query: FLEET, variables: { items: items(1_000_000) } })
    expect(refused(answer)).toMatchObject({ status: 400, code: 'OPERATION_TOO_LARGE', actual: 1_000_000 })
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5000)
  })

  it('of ten thousand with a handful of fields is allowed', async () => {
    const service = await startService()
    const answer = await service.graphql({ query: FLEET, variables: { items: items(10_000) } })
    expect(answer.status).toBe(200)
    expect(answer.data?.fleet).toHaveLength(10_000)
  })
})

describe('a refusal says how much was asked for, and of what', () => {
  it.each([
    ['{ asset { name } }', { MAX_COST: '1' }, 'cost', ['2', '1']],
    ['{ asset { name } }', { MAX_DEPTH: '1' }, 'levels', ['2', '1']],
    ['{ a: hello }', { MAX_ALIASES: '0' }, 'aliases', ['1', '0']],
    ['{ hello }', { MAX_TOKENS: '2' }, 'tokens', ['3', '2']],
    ['{ hello }', { MAX_DOCUMENT_CHARACTERS: '5' }, 'characters', ['9', '5']],
  ])('%s with %j: %s %j', async (query, env, what, numbers) => {
    const { graphql } = await startService({ env })
    const { message = '' } = (await graphql({ query })).errors?.[0] ?? {}
    expect(message).toContain(what)
    expect(message.match(/\d+/g)).toEqual(numbers)
  })

  it('in a sentence', async () => {
    const { graphql } = await startService({ env: { MAX_TOKENS: '2' } })
    const { errors } = await graphql({ query: '{ hello }' })
    expect(errors?.[0]?.message).toBe('The document has 3 tokens; the limit is 2')
    const slow = await startService({ env: { TIME_LIMIT_MS: '50' } })
    expect((await slow.graphql({ query: '{ never }' })).errors?.[0]?.message).toBe(
      'The operation took longer than 50 ms',
    )
  })
})
