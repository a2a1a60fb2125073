import { GraphQLInt, GraphQLObjectType, GraphQLSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { serviceOf } from './support/ask-service.ts'

const CATALOGUE = 'cloudProviders { id instanceTypes { id vcpu memory platform } }'

/** All attributes of all components, as a fragment of everything that has components. */
const ALL_ATTRIBUTES = `components {
  __typename kind label
  attributes { name attribute { __typename status source unit warnings { code message } number text ... on NumberAttribute { min max } } }
}`

/** A service that trusts a document compiles it, at its second run. */
const trusting = (query: string) => ({ trustedDocuments: new Map([['hash', query]]) })

const aliases = (count: number, field: string) => Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join('\n')

describe('a request that is small and asks for very much is refused, or answered at once', () => {
  const fanOut = (height: number, last: string) =>
    `{ ...F0 } ${Array.from({ length: height }, (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`).join(' ')}
     fragment F${height} on Query { ${last} }`

  it.each([
    ['sixteen fragments that double each other', fanOut(16, '__typename')],
    [
      'sixteen fragments that double each other, below a field',
      `{ server { ...F0 } } ${Array.from({ length: 16 }, (_, n) => `fragment F${n} on Server { ...F${n + 1} ...F${n + 1} }`).join(' ')} fragment F16 on Server { archetype }`,
    ],
    ['five thousand times the same field', `{ ${'__typename '.repeat(4990)} }`],
    ['a thousand times the same field with fields below', `{ ${'server { archetype } '.repeat(990)} }`],
    [
      'four hundred fragments side by side',
      `{ ${Array.from({ length: 400 }, (_, n) => `...F${n}`).join(' ')} } ${Array.from({ length: 400 }, (_, n) => `fragment F${n} on Query { server { archetype } }`).join(' ')}`,
    ],
    [
      'fragments that are all spread in one another',
      `{ ...F0 } ${Array.from({ length: 40 }, (_, n) => `fragment F${n} on Query { ${Array.from({ length: 39 - n }, (__, m) => `...F${n + m + 1}`).join(' ')} __typename }`).join(' ')}`,
    ],
  ])('%s', async (_what, query) => {
    for (const { ask } of [serviceOf(), serviceOf(trusting(query))]) {
      for (let n = 0; n < 3; n++) {
        const { status, milliseconds, text } = await ask({ query })
        expect([200, 400]).toContain(status)
        expect(text.length).toBeLessThan(2000)
        expect(milliseconds).toBeLessThan(1000)
      }
    }
  })

  it('a hundred empty fleets with everything selected', async () => {
    const fields = `fleet(items: []) { items { asset { ...A } } }`
    const fragment = `fragment A on Assessable { impacts { embedded { value } } ... on Server { ${ALL_ATTRIBUTES} } ... on CloudInstance { ${ALL_ATTRIBUTES} } }`
    const { milliseconds, json } = await serviceOf().ask({
      query: `{ ${aliases(100, fields)} } ${fragment}`,
      extensions: { cost: true },
    })
    expect(milliseconds).toBeLessThan(3000)
    expect(json.extensions.cost.requested).toBeGreaterThan(100 * 100)
  })
})

describe('the cost knows how long a list is:', () => {
  it.each([
    ['the catalogue of instances, two hundred times', aliases(200, CATALOGUE)],
    ['the factors of all places', aliases(200, 'locations { factors { criterion factor { value } } }')],
    ['all names of processors', aliases(200, 'names(of: CPU_NAME)')],
    [
      'the largest pages of processors',
      aliases(200, 'cpus(first: 2000) { nodes { name family source } edges { cursor } }'),
    ],
  ])('%s', async (_what, fields) => {
    const { status, json, milliseconds } = await serviceOf().ask({ query: `{ ${fields} }` })
    expect([status, json.errors?.[0].extensions]).toMatchObject([400, { code: 'OPERATION_TOO_LARGE', limit: 'cost' }])
    expect(milliseconds).toBeLessThan(500)
  })

  it('points of the curves of sixty processors', async () => {
    const points = aliases(190, 'points(count: 1001) { loadPercentage powerWatt }')
    const query = `query ($items: [FleetItemInput!]!) {
      fleet(items: $items) { items { asset { ... on Cpu { usage { consumptionProfile { ${points} } } } } } }
    }`
    const items = Array.from({ length: 60 }, (_, n) => ({ asset: { component: { cpu: { tdp: 100 + n } } } }))
    const { json } = await serviceOf().ask({ query, variables: { items } })
    expect(json.errors[0].extensions).toMatchObject({ limit: 'cost' })
    expect(json.errors[0].extensions.actual).toBeGreaterThan(60 * 190 * 1001)
  })

  it('the catalogue of instances, over the operations of a batch', async () => {
    const fields = aliases(5, CATALOGUE)
    const { json } = await serviceOf().ask(Array(10).fill({ query: `{ ${fields} }` }))
    const codes = json.map(({ errors }: { errors?: { extensions: object }[] }) => errors?.[0]?.extensions)
    expect(codes[0]).toBeUndefined()
    expect(codes.at(-1)).toMatchObject({ code: 'OPERATION_TOO_LARGE', limit: 'cost' })
  })

  it('a list in a variable counts for each field that uses it', async () => {
    const query = `query ($input: ServerInput!) { ${aliases(100, 'server(input: $input) { archetype }')} }`
    const ram = Array.from({ length: 20_000 }, () => ({ capacity: 32 }))
    const { status, json, milliseconds } = await serviceOf().ask({
      query,
      variables: { input: { configuration: { ram } } },
    })
    expect([status, json.errors[0].extensions.limit]).toEqual([400, 'cost'])
    expect(json.errors[0].extensions.actual).toBeGreaterThan(100 * 20_000 * 5)
    expect(milliseconds).toBeLessThan(1000)
  })

  it('a job costs more than a field that is there already', async () => {
    const { json } = await serviceOf().ask({ query: '{ job(id: "x") { state } }', extensions: { cost: true } })
    // Two fields, and the files of the job.
    expect(json.extensions.cost.requested).toBe(2 + 50)
  })

  it.each([
    ['asset', '{ server { archetype } }', 2 + 20],
    ['component', '{ component(input: {cpu: {}}) { kind } }', 2 + 20],
    [
      'power curve that is fitted to points',
      '{ consumptionProfile(workload: [{loadPercentage: 10, powerWatt: 9}]) { a } }',
      2 + 500 + 5,
    ],
  ])('an %s costs more than a field of one', async (_what, query, requested) => {
    const { json } = await serviceOf().ask({ query, extensions: { cost: true } })
    expect(json.extensions.cost.requested).toBe(requested)
  })

  it('components are as many as the lists that describe them are long', async () => {
    const query = `query ($input: ServerInput!) { server(input: $input) { ${ALL_ATTRIBUTES} } }`
    const cost = async (count: number) => {
      const ram = Array.from({ length: count }, () => ({ capacity: 32 }))
      const { json } = await serviceOf().ask({
        query,
        variables: { input: { configuration: { ram } } },
        extensions: { cost: true },
      })
      return json.extensions.cost.requested
    }
    expect(await cost(300)).toBeGreaterThan(20 * (await cost(1)))
  })
})

describe('what is large and useful is answered:', () => {
  it('the whole catalogue once', async () => {
    const { status, json } = await serviceOf().ask({ query: `{ ${CATALOGUE} }` })
    expect(status).toBe(200)
    expect(
      json.data.cloudProviders.flatMap((each: { instanceTypes: [] }) => each.instanceTypes).length,
    ).toBeGreaterThan(1000)
  })

  it('a fleet of thirty with all attributes of all components', async () => {
    const query = `query ($items: [FleetItemInput!]!) { fleet(items: $items) { items { asset { __typename impacts { embedded { value min max warnings { code } } use { value min max warnings { code } } } ... on Server { ${ALL_ATTRIBUTES} } } } } }`
    const items = Array.from({ length: 30 }, (_, n) => ({
      asset: { server: { configuration: { cpu: { units: 1 + n } } } },
    }))
    const { status, json } = await serviceOf().ask({ query, variables: { items } })
    expect(status).toBe(200)
    expect(json.data.fleet.items[29].asset.components.length).toBeGreaterThan(5)
  })

  it('a fleet of ten thousand with totals', async () => {
    const query =
      'query ($items: [FleetItemInput!]!) { fleet(items: $items) { size impacts { embedded { value min max } use { value min max } total { value } } } }'
    const items = Array.from({ length: 10_000 }, (_, n) => ({
      asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { timeWorkload: n % 100 } } },
    }))
    const { status, json } = await serviceOf().ask({ query, variables: { items } })
    expect([status, json.data.fleet.size]).toEqual([200, 10_000])
  })
})

describe('while an operation runs it is ended', () => {
  const query = `{ ${CATALOGUE} }`

  it('when its answer has too many values', async () => {
    const { status, json } = await serviceOf({}, { MAX_ANSWER_VALUES: '1000' }).ask({ query })
    expect(status).toBe(400)
    expect(json).toEqual({
      errors: [
        {
          message: expect.stringMatching(/The answer has more than 1000 values\b/),
          extensions: { code: 'OPERATION_TOO_LARGE', limit: 'values', maximum: 1000, actual: expect.any(Number) },
        },
      ],
    })
  })

  it.each([false, true])('when its answer has too many bytes, compiled: %s', async (isCompiled) => {
    const { ask } = serviceOf(isCompiled ? trusting(query) : {}, { MAX_ANSWER_BYTES: '20000' })
    for (let n = 0; n < 2; n++) {
      const { status, json } = await ask({ query })
      expect([status, json.data, json.errors[0].extensions]).toMatchObject([
        400,
        undefined,
        { limit: 'bytes', maximum: 20_000 },
      ])
    }
  })

  it.each([false, true])('when things of any type have too many values, compiled: %s', async (isCompiled) => {
    const anything = `query ($items: [FleetItemInput!]!) {
      fleet(items: $items) { items { asset { ...Any impacts { criterion unit embedded { value } } } } }
    } fragment Any on Assessable { energy { unit value } }`
    const { ask } = serviceOf(isCompiled ? trusting(anything) : {}, { MAX_ANSWER_VALUES: '1000' })
    const items = (count: number) => Array.from({ length: count }, () => ({ asset: { server: {} } }))
    for (let n = 0; n < 2; n++) {
      expect((await ask({ query: anything, variables: { items: items(40) } })).status).toBe(200)
      const { status, json } = await ask({ query: anything, variables: { items: items(100) } })
      expect([status, json.errors[0].extensions.limit]).toEqual([400, 'values'])
    }
  })

  it('when a field has too many values together with what is selected of it elsewhere', async () => {
    const { ask } = serviceOf({}, { MAX_ANSWER_VALUES: '200' })
    const fragments = `fragment F on Server { impacts { unit } } fragment H on Server { impacts { criterion } }
      fragment G on Server { impacts { ${aliases(100, 'criterion')} } }`
    const few = 'a: server { ...F ...H }'
    const many = 'b: server { ...F ...G ...H }'
    expect((await ask({ query: `{ ${few} } ${fragments.split('fragment G')[0]}` })).status).toBe(200)
    for (const fields of [many, few + many, many + few]) {
      const { status, json } = await ask({ query: `{ ${fields} } ${fragments}` })
      expect([status, json.errors?.[0].extensions.limit]).toEqual([400, 'values'])
    }
  })

  it('when one type that an asset may have has many values, and another long keys', async () => {
    const query = `query ($items: [FleetItemInput!]!) { fleet(items: $items) { items { asset {
      ... on Server { ${'k'.repeat(2000)}: __typename } ... on Cpu { ${aliases(100, '__typename')} }
    } } } }`
    const items = Array.from({ length: 20 }, () => ({ asset: { component: { cpu: { tdp: 100 } } } }))
    const { status, json } = await serviceOf({}, { MAX_ANSWER_VALUES: '1000' }).ask({ query, variables: { items } })
    expect([status, json.errors?.[0].extensions.limit]).toEqual([400, 'values'])
  })

  it('when numbers that are computed take longer than its time', async () => {
    const spins = () => {
      for (const end = performance.now() + 10; performance.now() < end; );
      return 1
    }
    const fields = { number: { type: GraphQLInt, resolve: spins } }
    const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) })
    const { ask } = serviceOf({ schema, createContext: () => ({}) }, { TIME_LIMIT_MS: '20' })
    const { status, json } = await ask({ query: `{ ${aliases(50, 'number')} }` })
    expect([status, json.errors?.[0].extensions.code]).toEqual([503, 'TIMEOUT'])
  })

  it('when what was sent comes back too often', async () => {
    const label = 'x'.repeat(100_000)
    const items = [{ label, asset: { server: {} } }]
    const labels = Array.from({ length: 190 }, (_, n) => `a${n}: label`).join(' ')
    const fleet = `query ($items: [FleetItemInput!]!) { fleet(items: $items) { items { ${labels} } } }`
    const { status, json } = await serviceOf().ask({ query: fleet, variables: { items } })
    expect([status, json.errors[0].extensions.limit]).toEqual([400, 'bytes'])
  })

  it('when its keys alone are too long', async () => {
    const key = 'k'.repeat(20_000)
    const many = `{ cloudProviders { instanceTypes { ${key}: id ${key}2: id } } }`
    const { status, json } = await serviceOf().ask({ query: many })
    expect([status, json.errors[0].extensions.limit]).toEqual([400, 'bytes'])
  })
})

describe('errors repeat little of what was sent:', () => {
  it('twenty faults, and how many more there are', async () => {
    const query = 'query ($input: ServerInput!) { server(input: $input) { archetype } }'
    const ram = Array.from({ length: 20_000 }, () => ({ capacity: -1 }))
    const { text, json } = await serviceOf().ask({ query, variables: { input: { configuration: { ram } } } })
    const [{ message, extensions }] = json.errors
    expect(extensions.faults).toHaveLength(20)
    expect(extensions.moreFaults).toBe(19_980)
    expect(message).toMatch(/; and 19980 more$/)
    expect(text.length).toBeLessThan(10_000)
  })

  it.each([
    [
      'a text for a number',
      'query ($input: ServerInput!) { server(input: $input) { archetype } }',
      { input: { usage: { timeWorkload: 'x'.repeat(1_000_000) } } },
    ],
    ['an unknown id', 'query ($id: ID!) { cloudProvider(id: $id) { name } }', { id: 'x'.repeat(1_000_000) }],
    [
      'a faulty text',
      'query ($input: ServerInput!) { server(input: $input) { archetype } }',
      { input: { usage: { usageLocation: 'x'.repeat(1_000_000) } } },
    ],
    [
      'an unknown field',
      'query ($input: ServerInput!) { server(input: $input) { archetype } }',
      { input: { ['x'.repeat(1_000_000)]: 1 } },
    ],
  ])('%s is cut', async (_what, query, variables) => {
    const { text, json } = await serviceOf().ask({ query, variables })
    expect(json.errors).toHaveLength(1)
    expect(text.length).toBeLessThan(3000)
  })
})
