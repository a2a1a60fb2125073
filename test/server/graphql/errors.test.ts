import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../../src/server/graphql/answers/errors.ts'
import { chooseResultType, JSON_TYPE, RESPONSE_TYPE } from '../../../src/server/graphql/answers/media-types.ts'
import { realWorld } from '../http/support/real-world.ts'
import { shareService, startService, type TestService } from '../http/support/test-service.ts'

const WAYS = [
  ['directly', (service: TestService, request: unknown) => service.graphql(request)],
  [
    'through Yoga',
    (service: TestService, request: unknown) =>
      service.graphql(request, { 'content-type': 'application/graphql+json' }),
  ],
] as const

describe.each(WAYS)('an error of a request sent %s', (_way, send) => {
  it.each([
    ['no GraphQL', { query: '{ hello' }, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', { query: '{ nope }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['a wrong type in the document', { query: '{ hello(name: 1) }' }, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a wrong type in a variable',
      { query: 'query ($n: String) { hello(name: $n) }', variables: { n: { a: 1 } } },
      'BAD_USER_INPUT',
    ],
    ['a missing variable', { query: 'query ($i: [AssetInput!]!) { fleet(items: $i) { name } }' }, 'BAD_USER_INPUT'],
    ['an unknown operation', { query: 'query A { hello }', operationName: 'B' }, 'OPERATION_RESOLUTION_FAILURE'],
    ['no operation chosen', { query: 'query A { hello } query B { hello }' }, 'OPERATION_RESOLUTION_FAILURE'],
    ['nothing to execute', { query: 'fragment A on Asset { name }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['no query', {}, 'BAD_REQUEST'],
    ['a query that is no text', { query: 1 }, 'BAD_REQUEST'],
    ['variables that are no object', { query: '{ hello }', variables: [] }, 'BAD_REQUEST'],
    ['an operation name that is no text', { query: '{ hello }', operationName: 1 }, 'BAD_REQUEST'],
    ['an unknown parameter', { query: '{ hello }', surprise: 1 }, 'BAD_REQUEST'],
    ['a hash without a list of documents', { documentId: 'abc' }, 'PERSISTED_DOCUMENT_NOT_FOUND'],
    ['no object', 'text', 'BAD_REQUEST'],
  ])('about %s has a documented code', async (_what, request, code) => {
    const answer = await send(await startService(), request)
    expect(answer.errors?.map(({ extensions }) => extensions.code)).toContain(code)
    for (const { extensions } of answer.errors ?? []) expect(Object.keys(ERROR_CODES)).toContain(extensions.code)
    expect(JSON.stringify(answer)).not.toContain('"http"')
  })

  it('about the input names every fault with its place', async () => {
    const { status, data, errors } = await send(await startService(), { query: '{ faulty hello }' })
    expect(status).toBe(200)
    expect(data).toEqual({ faulty: null, hello: 'Hello, you!' })
    expect(errors).toMatchObject([
      {
        path: ['faulty'],
        extensions: {
          code: 'BAD_USER_INPUT',
          faults: [
            { path: ['cpu', 'units'], message: 'expected a whole number', nearest: [] },
            { path: ['usage', 'load'], message: 'expected a percentage', nearest: [] },
          ],
        },
      },
    ])
  })

  it('about something unknown has the closest known names', async () => {
    const { errors } = await send(await startService(), { query: '{ missing }' })
    expect(errors).toMatchObject([
      { extensions: { code: 'NOT_FOUND', faults: [{ value: 'm9.large', nearest: ['m5.large'] }] } },
    ])
  })

  it('of the service is masked, under an id that is in the log', async () => {
    const service = await startService()
    const answer = await send(service, { query: '{ broken }' })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
    const [error] = answer.errors ?? []
    expect(error?.extensions.code).toBe('INTERNAL_SERVER_ERROR')
    const line = service.lines().find(({ errorId }) => errorId === error?.extensions.errorId)
    expect(line).toMatchObject({ level: 'error' })
    expect(line?.error).toContain('hunter2')
  })
})

describe('the log line of a masked error', () => {
  it('has the id of its request', async () => {
    const { graphql, lines } = await startService()
    await graphql({ query: '{ broken }' }, { 'x-request-id': 'job-7' })
    expect(lines()).toContainEqual(expect.objectContaining({ message: 'unexpected error', requestId: 'job-7' }))
  })
})

describe('the type of a result', () => {
  it.each([
    [undefined, JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['application/json, multipart/mixed', JSON_TYPE],
    ['application/graphql-response+json, application/json', RESPONSE_TYPE],
    ['application/json, application/graphql-response+json', JSON_TYPE],
    ['application/json;q=0.8, application/graphql-response+json;q=0.9', RESPONSE_TYPE],
    ['text/html, application/*;q=0.1', JSON_TYPE],
    ['application/json;q=0', undefined],
    ['application/json;charset=iso-8859-1', undefined],
    ['application/json;q=0.5, */*', RESPONSE_TYPE],
    ['text/html', undefined],
    ['text/event-stream, application/json', undefined],
    ['text/event-stream;q=0, application/json', JSON_TYPE],
  ])('for Accept %j is %s', (accept, type) => {
    expect(chooseResultType(accept)).toBe(type)
  })
})

describe('an error of REST', () => {
  it.each(['/v1/broken', '/v1/broken-later'])(
    'that nobody foresaw is masked at %s, under an id that is in the log',
    async (path) => {
      const service = await startService()
      const response = await service.get(path)
      const body = (await response.json()) as { detail: string; error_id: string }
      expect([response.status, body.detail]).toEqual([500, 'Internal Server Error'])
      expect(JSON.stringify(body)).not.toContain('hunter2')
      expect(service.lines().find(({ errorId }) => errorId === body.error_id)?.error).toContain('hunter2')
    },
  )
})

describe('other ways to ask', () => {
  it('a batch is answered in order, up to its limit', async () => {
    const service = await startService({ env: { MAX_BATCH: '2' } })
    const send = (count: number) =>
      service.post('/graphql', JSON.stringify(Array(count).fill({ query: '{ hello }' })), {
        'content-type': 'application/json',
      })
    expect(await (await send(2)).json()).toEqual(Array(2).fill({ data: { hello: 'Hello, you!' } }))
    const refused = await send(3)
    expect(refused.status).toBe(413)
    expect(await refused.json()).toEqual({
      errors: [
        {
          message: expect.stringMatching(/The batch has 3 operations\b/),
          extensions: { code: 'OPERATION_TOO_LARGE', limit: 'operations', maximum: 2, actual: 3 },
        },
      ],
    })
  })

  it('a form is understood', async () => {
    const { post } = await startService()
    const response = await post('/graphql', 'query=%7Bhello%7D', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(await response.json()).toEqual({ data: { hello: 'Hello, you!' } })
  })

  it('JSON is understood without its content type, as `curl -d` sends it', async () => {
    const { post } = await startService()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const send = async (text: string) => (await post('/graphql', text, form)).json()
    expect(await send('{"query":"{hello}"}')).toEqual({ data: { hello: 'Hello, you!' } })
    expect(await send('[{"query":"{hello}"}]')).toEqual([{ data: { hello: 'Hello, you!' } }])
    expect(await send('{"query')).toEqual({
      errors: [{ message: 'The body is not JSON', extensions: { code: 'BAD_REQUEST' } }],
    })
    expect((await send('{}')).errors[0].message).toContain('no `query`')
  })

  it('a mutation cannot be sent by GET', async () => {
    const { get } = await startService()
    const response = await get('/graphql?query=mutation{nothing}')
    expect(response.status).toBe(405)
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }] })
  })

  it('a result can be had as a stream of events', async () => {
    const { post } = await startService()
    const response = await post('/graphql', '{"query":"{later}"}', {
      'content-type': 'application/json',
      accept: 'text/event-stream',
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.text()).toContain('{"data":{"later":"later"}}')
  })

  it('files are not taken', async () => {
    const { url } = await startService()
    const form = new FormData()
    form.set('operations', '{"query":"{hello}"}')
    form.set('map', '{}')
    expect((await fetch(url('/graphql'), { method: 'POST', body: form })).status).toBe(415)
  })
})

describe('what Yoga refuses without a word', () => {
  it.each([
    [415, 'UNSUPPORTED_MEDIA_TYPE', { 'content-type': 'text/plain' }],
    [406, 'NOT_ACCEPTABLE', { 'content-type': 'application/json', accept: 'text/csv' }],
  ])('is answered with status %i and the code %s', async (status, code, headers) => {
    const { port } = await startService()
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers,
      body: '{"query":"{ __typename }"}',
    })
    const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] }
    expect([response.status, errors[0]?.extensions.code]).toEqual([status, code])
  })
})

describe('an id without a close one', () => {
  const shared = shareService({ world: realWorld() })

  it.each([
    [
      'server(input: { archetype: "qqqq" }) { label: archetype }',
      'archetypes(of: SERVER, first: 2000) { nodes { name } }',
    ],
    ['server(input: { archetype: "" }) { label: archetype }', 'archetypes(of: SERVER, first: 2000) { nodes { name } }'],
    [
      'iotDevice(input: { archetype: "qqqq" }) { archetype }',
      'archetypes(of: IOT_DEVICE, first: 2000) { nodes { name } }',
    ],
    [
      'component(input: { ssd: {} }, archetype: "qqqq") { label }',
      'archetypes(of: SSD, first: 2000) { nodes { name } }',
    ],
    [
      'terminal(input: { kind: USB_STICK, archetype: "qqqq" }) { kind }',
      'archetypes(of: TERMINAL, kind: USB_STICK, first: 2000) { nodes { name } }',
    ],
    [
      'archetype(of: TERMINAL, kind: LAPTOP, id: "qqqq") { name }',
      'archetypes(of: TERMINAL, kind: LAPTOP, first: 2000) { nodes { name } }',
    ],
    [
      'cloudInstance(input: { instanceType: "qqqq" }) { provider }',
      'cloudInstanceTypes(first: 2000) { nodes { name } pageInfo { endCursor } }',
    ],
    ['location(code: "qqqqqqqq") { code }', 'locationsConnection(first: 2000) { nodes { code name } }'],
    ['cpuModel(name: "qqqqqqqq") { name }', 'cpuModels(first: 2000) { nodes { name } pageInfo { endCursor } }'],
    ['cloudInstance(input: { provider: "qqqq", instanceType: "x" }) { provider }', 'cloudProviders { id }'],
    [
      'cloudInstance(input: { provider: "aws", instanceType: "qqqq" }) { provider }',
      'cloudInstanceTypes(filter: { providers: ["aws"] }, first: 2000) { nodes { name } pageInfo { endCursor } }',
    ],
  ])('is answered with the query that lists the known names: %s', async (field, query) => {
    const { graphql } = shared()
    const { errors = [] } = await graphql({ query: `{ ${field} }` })
    expect(errors[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', faults: [{ nearest: [] }] })
    expect(errors[0]?.message).toContain(query)
    const counted = query.replace(/ nodes /, ' totalCount nodes ')
    const { data, errors: none } = await graphql({ query: `{ ${counted} }` })
    expect(none).toBeUndefined()
    const list = Object.values(data ?? {})[0] as unknown[] & {
      nodes?: unknown[]
      totalCount?: number
      pageInfo?: { endCursor: string }
    }
    const { nodes = list, totalCount = list.length, pageInfo } = list
    expect(nodes.length).toBeGreaterThan(0)
    // A longer list says where to go on.
    expect(nodes).toHaveLength(pageInfo?.endCursor ? Math.min(totalCount, 2000) : totalCount)
  })
})

describe('a value that an enum does not have', () => {
  const query = 'query ($by: [GroupBy!]!) { fleet(items: []) { groupBy(by: $by) { size } } }'
  const VALUES = 'INSTANCE_TYPE, KIND, LABEL_PREFIX, LOCATION, PROVIDER, TAG'

  it.each([
    ['in a variable', { query, variables: { by: ['PLACE', 'TAG'] } }],
    ['in the document', { query: '{ fleet(items: []) { groupBy(by: [PLACE, TAG]) { size } } }' }],
    ['as another type', { query, variables: { by: [7] } }],
  ])('%s is answered with all values, unless the schema is closed', async (_where, request) => {
    const { graphql } = await startService({ world: realWorld() })
    const { errors = [] } = await graphql(request)
    expect(errors).toHaveLength(1)
    expect(errors[0]?.message).toContain(VALUES)
    const closed = await startService({ env: { INTROSPECTION: 'off' }, world: realWorld() })
    expect((await closed.graphql(request)).errors?.[0]?.message).not.toContain('KIND')
  })

  it('is answered with the close ones alone, if there are some', async () => {
    const { graphql } = await startService({ world: realWorld() })
    const { errors = [] } = await graphql({ query, variables: { by: ['LOCATON'] } })
    expect(errors[0]?.message).toContain('Did you mean the enum value "LOCATION"?')
    expect(errors[0]?.message).not.toContain('KIND')
  })
})
