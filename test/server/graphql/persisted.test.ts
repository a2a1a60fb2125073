import { hash } from 'node:crypto'
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { describe, expect, it } from 'vitest'
import { standInWorld } from '../http/support/stand-in-world.ts'
import { startService } from '../http/support/test-service.ts'
import { serviceOf } from './support/ask-service.ts'

const GREETING = 'query Greeting($name: String) { hello(name: $name) }'

const json = (value: object) => encodeURIComponent(JSON.stringify(value))
const automatic = (query: string) => ({ persistedQuery: { version: 1, sha256Hash: hash('sha256', query) } })

describe('an automatic persisted query', () => {
  it('is asked for by its hash, then sent with its text, and from then on known', async () => {
    const { graphql, get } = await startService()
    const extensions = automatic(GREETING)
    const first = await graphql({ extensions })
    expect(first).toMatchObject({
      status: 200,
      errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
    })
    expect((await graphql({ query: GREETING, extensions })).data).toEqual({ hello: 'Hello, you!' })
    expect((await graphql({ extensions, variables: { name: 'Ada' } })).data).toEqual({ hello: 'Hello, Ada!' })
    const cacheable = await get(`/graphql?extensions=${json(extensions)}`)
    expect(await cacheable.json()).toEqual({ data: { hello: 'Hello, you!' } })
    expect(cacheable.headers.get('cache-control')).toContain('public')
  })

  it('is refused where the hash is not that of its text', async () => {
    const { graphql } = await startService()
    const { status, errors } = await graphql({ query: '{ hello }', extensions: automatic(GREETING) })
    expect([status, errors?.[0]?.extensions.code]).toEqual([400, 'BAD_REQUEST'])
  })

  it('works with Apollo Client', async () => {
    const { url } = await startService()
    const sent: string[] = []
    const link = new PersistedQueryLink({ sha256: (text: string) => hash('sha256', text) }).concat(
      new HttpLink({
        uri: url('/graphql'),
        fetch: (address, options) => {
          sent.push(String(options?.body))
          return fetch(address as string, options)
        },
      }),
    )
    const client = new ApolloClient({ link, cache: new InMemoryCache() })
    const ask = async (name: string) =>
      (await client.query({ query: gql(GREETING), variables: { name }, fetchPolicy: 'network-only' })).data
    expect(await ask('Ada')).toEqual({ hello: 'Hello, Ada!' })
    expect(await ask('Bob')).toEqual({ hello: 'Hello, Bob!' })
    expect(sent.map((body) => body.includes('hello'))).toEqual([false, true, false])
  })

  it('of a service with trusted documents alone is given up by clients, which send the text', async () => {
    const { graphql } = await startService({ world: standInWorld({ documents: [GREETING] }) })
    expect(await graphql({ extensions: automatic('{ hello }') })).toMatchObject({
      status: 200,
      errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }],
    })
    expect((await graphql({ extensions: automatic(GREETING) })).data).toEqual({ hello: 'Hello, you!' })
  })
})

describe('a document that is asked for by its id', () => {
  const id = hash('sha256', GREETING)

  it('is answered to GET, and may be kept', async () => {
    const { get } = await startService({ world: standInWorld({ documents: [GREETING] }) })
    const response = await get(`/graphql?documentId=${id}&variables=${json({ name: 'Ada' })}`)
    expect([response.status, await response.json()]).toEqual([200, { data: { hello: 'Hello, Ada!' } }])
    expect(response.headers.get('cache-control')).toContain('public')
    expect(response.headers.get('etag')).not.toBeNull()
  })

  it('is 404 where it is not known', async () => {
    const { get } = await startService()
    const response = await get(`/graphql?documentId=${id}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'PERSISTED_DOCUMENT_NOT_FOUND' } }] })
  })
})

describe('parameters that are no JSON', () => {
  it.each(['variables', 'extensions'])('are refused in an address: %s', async (name) => {
    const { get, lines } = await startService()
    const response = await get(`/graphql?query={hello}&${name}=%7Bx`)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      errors: [{ message: expect.stringContaining(`"${name}"`), extensions: { code: 'BAD_REQUEST' } }],
    })
    expect(lines().filter(({ level }) => level === 'error')).toEqual([])
  })

  it.each(['variables', 'extensions'])('are refused in a form: %s', async (name) => {
    const { post } = await startService()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await post('/graphql', `query=%7Bhello%7D&${name}=%7Bx`, form)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] })
  })

  it.each(['1', '[]', '"x"', 'null'])('are refused where they are no object: %s', async (text) => {
    const { get } = await startService()
    expect((await get(`/graphql?query={hello}&variables=${text}`)).status).toBe(text === 'null' ? 200 : 400)
  })
})

describe('the cost of an operation', () => {
  it.each([
    ['directly', 'application/json'],
    ['through Yoga', 'application/graphql+json'],
  ])('is in the answer where the request asks for it, sent %s', async (_way, type) => {
    const { graphql } = await startService({ env: { MAX_COST: '1000' } })
    const headers = { 'content-type': type }
    const query = '{ asset { name } }'
    expect(await graphql({ query, extensions: { cost: true } }, headers)).toMatchObject({
      status: 200,
      extensions: { cost: { requested: 2, maximum: 1000 } },
    })
    expect(await graphql({ query }, headers)).not.toHaveProperty('extensions')
    const refused = await graphql({ query: `{ ${'asset { name } '.repeat(1)} }`, extensions: { cost: {} } }, headers)
    expect(refused).not.toHaveProperty('extensions')
  })

  it('is in a refusal too', async () => {
    const { ask } = serviceOf({}, { MAX_COST: '5' })
    const { status, json: answer } = await ask({ query: '{ gpus { name } }', extensions: { cost: true } })
    expect([status, answer.extensions.cost]).toEqual([400, { requested: expect.any(Number), maximum: 5 }])
    expect(answer.extensions.cost.requested).toBeGreaterThan(5)
  })

  it('comes with the limit of a short request, in a refusal as in an answer', async () => {
    const { ask } = serviceOf({}, { MAX_COST: '1000', MAX_COST_PER_4_KB: '5' })
    const maximumOf = async (query: string) => {
      const { status, json } = await ask({ query, extensions: { cost: true } })
      return [status, json.extensions.cost.maximum]
    }
    expect(await maximumOf('{ __typename }')).toEqual([200, 5])
    expect(await maximumOf('{ gpus { name } }')).toEqual([400, 5])
  })
})

describe('a batch', () => {
  it('asks for admission with its number of operations, and a single operation does not', async () => {
    const { ask, admitted } = serviceOf()
    await ask(Array(10).fill({ query: '{ __typename }' }))
    await ask({ query: '{ __typename }' })
    await ask([{ query: '{ __typename }' }])
    expect(admitted).toEqual([10])
  })

  it('is not run where it is not admitted', async () => {
    const { ask } = serviceOf({}, {}, () => Promise.reject(new Error('Too many')))
    await expect(ask(Array(2).fill({ query: '{ __typename }' }))).rejects.toThrow('Too many')
    expect((await ask({ query: '{ __typename }' })).status).toBe(200)
  })
})
