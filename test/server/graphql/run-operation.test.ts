import { type GraphQLObjectType, parse } from 'graphql'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createContext } from '../../../schema/context.ts'
import { schema } from '../../../schema/schema.ts'
import { runTrusted } from '../../../src/server/graphql/run-trusted.ts'
import { world } from '../../world.ts'
import { runBoth } from './support/run-both.ts'

const SERVER = `
  query Server($input: ServerInput, $exact: Boolean, $verbose: Boolean!, $criteria: [Criterion!] = [GWP, PE]) {
    __typename
    first: server(input: $input) {
      archetype
      impacts(criteria: $criteria, duration: 8760) { criterion embedded { ...Figure } use { ...Figure } total { value } }
      components @include(if: $verbose) {
        __typename
        label
        ... on Cpu { dieSize { value } name @skip(if: $verbose) { value } }
        ...Named
        attributes { name attribute { __typename status number text } }
      }
      memory: components(kinds: [RAM]) @skip(if: $verbose) { label ...Named }
    }
    server { ...Total impacts { criterion } }
  }
  fragment Figure on ImpactFigure { value(exact: $exact) min max(exact: true) warnings { code } }
  fragment Named on Component { kind units { value } usage { avgPower { value } consumptionProfile { power(load: 30) } } }
  fragment Total on Assessable { impacts { unit } }
`

describe('An operation that fails', () => {
  it.each([
    ['an argument out of its range', '{ server { impacts(duration: -1) { unit } } }', {}],
    ['an unknown archetype', '{ server(input: { archetype: "nope" }) { archetype } criteria { code } }', {}],
    [
      'a field of a fleet that fails in each of its items',
      '{ fleet(items: [{ asset: { server: {} } }, { asset: { terminal: { kind: LAPTOP } } }]) { items { label asset { __typename impacts(duration: -1) { unit } } } } }',
      {},
    ],
    [
      'errors at several depths, the deeper ones below a null',
      `{
        fleet(items: [{ asset: { server: { archetype: "nope" } } }, { quantity: -1, asset: { server: {} } }]) {
          size
          items { quantity asset { impacts { criterion } } }
          impacts(duration: 0) { unit }
        }
        dataRelease { id }
      }`,
      {},
    ],
    [
      'a variable of a wrong type',
      'query ($input: ServerInput) { server(input: $input) { archetype } }',
      { input: { archetype: {} } },
    ],
    [
      'a variable that is missing',
      'query ($input: CloudInstanceInput!) { cloudInstance(input: $input) { vcpu { value } } }',
      {},
    ],
    [
      'null where a value is needed',
      'query ($load: Float!) { consumptionProfile { power(load: $load) } }',
      { load: null },
    ],
  ])('answers as graphql-js does: %s', async (_, source, variables) => {
    const { compiled, executed } = await runBoth(source, variables)
    expect(compiled).toContain('"errors"')
    expect(compiled).toBe(executed)
  })
})

it('An operation that fails below is run once', async () => {
  const field = schema.getQueryType()?.getFields().fleet
  if (!field) throw new Error('There is no fleet')
  const resolve = vi.spyOn(field as { resolve(...all: unknown[]): unknown }, 'resolve')
  onTestFinished(() => resolve.mockRestore())
  const document = parse(
    '{ fleet(items: [{ asset: { server: {} } }]) { items { asset { impacts(duration: -1) { unit } } } } }',
  )
  const { errors } = await runTrusted(schema, document, {}, createContext(world))
  expect(errors).toHaveLength(1)
  expect(resolve).toHaveBeenCalledTimes(1)
})

describe('A compiled operation', () => {
  it.each([
    ['all conditions one way', { verbose: true, exact: true }],
    ['all conditions the other way', { verbose: false, exact: false }],
    ['variables left out', { verbose: true }],
    ['null for a variable', { verbose: false, exact: null, input: null }],
    ['an input', { verbose: true, input: { configuration: { cpu: { name: 'xeon gold 6138' }, ram: [{ units: 2 }] } } }],
    ['criteria in another order', { verbose: false, criteria: ['PE', 'ADP', 'PE'] }],
  ])('gives what graphql-js gives with %s', async (_, variables) => {
    const { isCompiled, compiled, executed } = await runBoth(SERVER, variables)
    expect(isCompiled).toBe(true)
    expect(compiled).not.toContain('"errors"')
    expect(compiled).toBe(executed)
  })

  it('gives what graphql-js gives for variables inside of literals', async () => {
    const source =
      'query ($cpu: CpuInput!, $c: Criterion!) { component(input: { cpu: $cpu }) { impacts(criteria: [$c]) { use { value } } } }'
    const { isCompiled, compiled, executed } = await runBoth(source, { cpu: { tdp: 100 }, c: 'ADP' })
    expect([isCompiled, compiled]).toEqual([true, executed])
  })

  it.each([
    ['null', { asset: null }, 'not to be null'],
    ['nothing, for it has a default', {}, '"assessed":1'],
  ])('gives what graphql-js gives for a variable inside of a literal that is %s', async (_, variables, part) => {
    const source =
      'query ($asset: AssetInput = { server: {} }) { fleet(items: [{ asset: $asset }]) { assessed items { label } } }'
    const { compiled, executed } = await runBoth(source, variables)
    expect(compiled).toContain(part)
    expect(compiled).toBe(executed)
  })

  it.each([
    ['the same of all parts', '', ''],
    ['more of some parts', '... on Cpu { dieSize { value } }', ''],
    ['what each type answers by its own resolver', 'units { value status }', 'usage { avgPower { value } }'],
    ['the type of each part', '', '__typename'],
    ['the type of all that can be assessed', '', '... on Assessable { __typename }'],
  ])('gives what graphql-js gives where it selects %s', async (_, ofSome, ofAll) => {
    const source = `{
      server { components { label ...Part ${ofSome} } }
      component(input: { ram: { capacity: 32 } }) { ...Part ${ofAll} }
    }
    fragment Part on Component { kind ... on Assessable { impacts { embedded { value } } } attributes { name attribute { unit } } }`
    const { isCompiled, compiled, executed } = await runBoth(source)
    expect([isCompiled, compiled]).toEqual([true, executed])
  })

  it.each([
    ['nothing', 'label kind usage { avgPower { value } } attributes { name }', 0],
    ['something', 'label units { value }', 1],
  ])('looks for the type of a part if the types differ in %s that it selects', async (_, selection, least) => {
    const document = parse(`{ server { components { ${selection} } } }`)
    const ask = () => runTrusted(schema, document, {}, createContext(world))
    await ask()
    const isTypeOf = vi.spyOn(schema.getType('Cpu') as GraphQLObjectType & { isTypeOf(): boolean }, 'isTypeOf')
    onTestFinished(() => isTypeOf.mockRestore())
    expect((await ask()).errors).toBeUndefined()
    expect(Math.min(isTypeOf.mock.calls.length, 1)).toBe(least)
  })

  it('gives what graphql-js gives under a name of JavaScript', async () => {
    const { compiled, executed } = await runBoth('{ __proto__: dataRelease { id constructor: id __proto__: id } }')
    expect(compiled).toContain('"__proto__"')
    expect(compiled).toBe(executed)
  })

  it('is the one that is named, of several', async () => {
    const source = 'query A { criteria { code } } query B { dataRelease { id } }'
    const { compiled, executed } = await runBoth(source, {}, 'B')
    expect(compiled).toContain('dataRelease')
    expect(compiled).toBe(executed)
  })

  it('leaves introspection to graphql-js', async () => {
    const { compiled, executed } = await runBoth('{ __schema { queryType { name } } criteria { code } }')
    expect(compiled).toContain('"Query"')
    expect(compiled).toBe(executed)
  })
})

describe('A document whose texts could be read as code', () => {
  const MARK = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d'

  it.each([MARK, '\\u005f_MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d'])(
    'is compiled without them: %s',
    async (mark) => {
      const source = `{ matchCpu(name: "${mark}globalThis.isBroken=1") { given } }`
      const { isCompiled, compiled, executed } = await runBoth(source)
      expect([isCompiled, 'isBroken' in globalThis]).toEqual([true, false])
      expect(compiled).toBe(executed)
    },
  )

  it.each(['"', "'", '`', '\\', '$1', '\n'])('is compiled without marks of code: %j', async (mark) => {
    const source = `query ($name: String!) { matchCpu(name: $name) { given } }`
    expect((await runBoth(source, { name: `a${mark}b` })).isCompiled).toBe(true)
    const literal = `{ matchCpu(name: ${JSON.stringify(`a${mark}b`)}) { given } }`
    const { isCompiled, compiled, executed } = await runBoth(literal)
    expect([isCompiled, compiled]).toEqual([true, executed])
  })
})

describe('A fragment that is spread with and without a condition', () => {
  it.each([true, false])('selects what graphql-js selects: %s', async (verbose) => {
    const source = `query ($verbose: Boolean!) {
      one: server { ...Parts @include(if: $verbose) ...Parts }
      two: server { archetype @skip(if: $verbose) ...Parts @skip(if: $verbose) ... @include(if: $verbose) { impacts { unit } } }
    } fragment Parts on Server { components { label kind @include(if: $verbose) } }`
    const { isCompiled, compiled, executed } = await runBoth(source, { verbose })
    expect([isCompiled, compiled]).toEqual([true, executed])
  })
})

describe('Several fields, some of them failing', () => {
  it('are each listed, and none is left to itself', async () => {
    const source = `{ a: server(input: { archetype: "nope" }) { archetype } b: component(input: { cpu: { units: -1 } }) { kind }
      c: criteria { code } d: component(input: { cpu: { tdp: 100 } }) { kind } }`
    const { errors, data } = await runTrusted(schema, parse(source), {}, createContext(world))
    expect(errors?.map(({ path }) => path).sort()).toEqual([['a'], ['b']])
    expect(data).toMatchObject({ a: null, b: null, d: { kind: 'CPU' } })
  })

  it('are listed up to a bound, also where graphql-js executes', async () => {
    const items = Array.from({ length: 1200 }, () => ({ asset: { server: {} } }))
    for (const more of ['', '__schema { queryType { name } }']) {
      const source = `query ($items: [FleetItemInput!]!) { fleet(items: $items) { items { asset { impacts(duration: -1) { unit } } } } ${more} }`
      const { errors = [] } = await runTrusted(schema, parse(source), { items }, createContext(world))
      expect(errors).toHaveLength(1001)
      expect(errors.at(-1)?.extensions).toEqual({ code: 'MORE_ERRORS', count: 200 })
    }
  })
})
