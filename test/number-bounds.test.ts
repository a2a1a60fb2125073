import { GraphQLFloat, GraphQLInt, getNamedType, isInputObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { schema } from '../schema/schema.ts'
import { snakeCase } from '../src/engine/values/spelling.ts'
import { importFile } from '../src/importers/import-file.ts'
import { componentShapes } from '../src/input/component-input.ts'
import { MOST_INCHES, MOST_STORAGE_OF_PHONE } from '../src/input/device-input.ts'
import { amount, finite, percent, positive, units } from '../src/input/fields.ts'
import { usageShape } from '../src/input/usage-input.ts'
import { rest } from './server/rest/ask-rest.ts'
import { askNewest, type Data, errorsOf } from './world.ts'

/** A field that takes a number, how it is sent over REST and in GraphQL, and the schema that it has there. */
interface NumericField {
  readonly name: string
  readonly schema: z.ZodType
  /** Path and body. */
  readonly rest: (value: number) => readonly [string, Data?]
  /** Type and value of the input of a query. */
  readonly graphql: (value: number) => readonly [query: string, type: string, input: Data]
}

const components = Object.entries(componentShapes).flatMap(([kind, shape]) =>
  numericFields(shape).map(
    ([field, schema]): NumericField => ({
      name: `${kind}.${field}`,
      schema,
      rest: (value) => [`/v1/component/${snakeCase(kind)}?verbose=false`, { [snakeCase(field)]: value }],
      graphql: (value) => ['component', 'ComponentInput', { [kind]: { [field]: value } }],
    }),
  ),
)

const usages = numericFields(usageShape).map(([field, schema]) =>
  ofUsage(field, schema, (value) => ({ [field]: value })),
)

const others: readonly NumericField[] = [
  ofUsage('workloadLevels.loadPercentage', percent, (value) => ({
    workloadLevels: [{ timePercentage: 100, loadPercentage: value }],
  })),
  ofUsage('workloadLevels.timePercentage', percent, (value) => ({
    workloadLevels: [
      { timePercentage: value, loadPercentage: 5 },
      { timePercentage: Math.min(100, Math.max(0, 100 - value)), loadPercentage: 5 },
    ],
  })),
  {
    ...ofUsage('elecFactors.value', finite, (value) => ({ elecFactors: [{ criterion: 'GWP', value }] })),
    rest: (value) => ['/v1/component/cpu?verbose=false', { usage: { elec_factors: { gwp: value } } }],
  },
  {
    name: 'terminal.units',
    schema: units,
    rest: (value) => ['/v1/terminal/laptop?verbose=false', { units: value }],
    graphql: (value) => ['terminal', 'TerminalInput', { kind: 'LAPTOP', units: value }],
  },
  {
    name: 'iotDevice.units',
    schema: units,
    rest: (value) => ['/v1/iot/iot_device?verbose=false', { units: value }],
    graphql: (value) => ['iotDevice', 'IotDeviceInput', { units: value }],
  },
  {
    name: 'functionalBlocks.units',
    schema: units,
    rest: (value) => [
      '/v1/iot/iot_device?verbose=false',
      { functional_blocks: [{ type: 'casing', hsl_level: 'HSL-1', units: value }] },
    ],
    graphql: (value) => [
      'iotDevice',
      'IotDeviceInput',
      { functionalBlocks: [{ type: 'casing', hslLevel: 'HSL-1', units: value }] },
    ],
  },
  {
    name: 'workload.powerWatt',
    schema: amount,
    rest: (value) => ['/v1/consumption_profile/cpu', { workload: [{ load_percentage: 50, power_watt: value }] }],
    graphql: (value) => ['profile', '[WorkloadPowerInput!]', [{ loadPercentage: 50, powerWatt: value }]],
  },
  {
    name: 'duration',
    schema: positive,
    rest: (value) => [`/v1/server?verbose=false&duration=${encodeURIComponent(value)}`],
    graphql: (value) => ['duration', 'Float', value],
  },
]

const FIELDS = [...components, ...usages, ...others]

function ofUsage(name: string, schema: z.ZodType, usage: (value: number) => Data): NumericField {
  return {
    name: `usage.${name}`,
    schema,
    rest: (value) => {
      const { workloadLevels, timeWorkload, ...others } = usage(value)
      const load = workloadLevels?.map(({ timePercentage, loadPercentage }: Data) => ({
        time_percentage: timePercentage,
        load_percentage: loadPercentage,
      }))
      const plain = Object.entries(others).map(([key, each]) => [snakeCase(key), each])
      const workload = load ?? timeWorkload
      const body = { ...Object.fromEntries(plain), ...(workload !== undefined && { time_workload: workload }) }
      return ['/v1/component/cpu?verbose=false', { usage: body }]
    },
    graphql: (value) => ['component', 'ComponentInput', { cpu: { usage: usage(value) } }],
  }
}

function numericFields(shape: Record<string, z.ZodType>): readonly (readonly [string, z.ZodType])[] {
  return Object.entries(shape).filter(([, schema]) => ['number', 'integer'].includes(boundsOf(schema).type))
}

function boundsOf(schema: z.ZodType): { type: string; minimum: number; maximum: number } {
  return z.toJSONSchema(schema, { io: 'input' }) as Data
}

const QUERIES: Readonly<Record<string, (type: string) => string>> = {
  profile: (type) => `query ($input: ${type}) { consumptionProfile(workload: $input) { a } }`,
  duration: (type) => `query ($input: ${type}) { server(input: {}) { impacts(duration: $input) { unit } } }`,
}

/** The errors of a value over REST and in GraphQL: every fault. */
async function faultsOf(field: NumericField, value: number): Promise<{ rest: string[]; graphql: string[] }> {
  const answer = await rest(...field.rest(value))
  const [query, type, input] = field.graphql(value)
  const document = QUERIES[query]?.(type) ?? `query ($input: ${type}!) { ${query}(input: $input) { __typename } }`
  const errors = await errorsOf(document, { input })
  return {
    rest: answer.status === 200 ? [] : answer.json.detail.map(({ msg }: Data) => msg),
    graphql: errors.flatMap(({ message, cause }) => cause?.faults?.map((fault: Data) => fault.message) ?? message),
  }
}

test('every number that may be sent is among those that are tried', () => {
  const numbers = Object.values(schema.getTypeMap())
    .filter(isInputObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .filter(({ type }) => [GraphQLInt, GraphQLFloat].includes(getNamedType(type) as never))
  const tried = new Set(FIELDS.map(({ name }) => name.split('.').at(-1)))
  expect(numbers.length).toBeGreaterThan(40)
  // What /v1 has no place for, and only /v2 and GraphQL have.
  expect(
    numbers
      .map(({ name }) => name)
      .filter((name) => !tried.has(name))
      .toSorted(),
  ).toEqual([
    'copies',
    'copiesMax',
    'copiesMin',
    'gigabytes',
    'gigabytes',
    'gpuUnits',
    'hddStorage',
    'high',
    'hours',
    'inches',
    'kwhYear',
    'load',
    'low',
    'making',
    'max',
    'maxMemory',
    'maxVcpu',
    'memory',
    'memory',
    'min',
    'minMemory',
    'minVcpu',
    'ports',
    'pue',
    'pueMax',
    'pueMin',
    'quantity',
    'quantity',
    'ssdStorage',
    'storage',
    'vcpu',
    'vcpu',
    'wue',
  ])
})

describe.each(FIELDS.map((field) => [field.name, field] as const))('%s', (_, field) => {
  const { type, minimum, maximum } = boundsOf(field.schema)
  const isWhole = type === 'integer'

  test('above its upper end is refused with that end, once', async () => {
    for (const value of [isWhole ? maximum + 1 : maximum * 1.01, 1e15, 1e300]) {
      const { rest, graphql } = await faultsOf(field, value)
      const expected = [expect.stringMatching(` ${maximum}(?=$|,)`)]
      expect(rest).toEqual(expected)
      // Beyond what an Int can hold GraphQL itself refuses.
      expect(graphql).toEqual(isWhole ? [expect.stringContaining('32-bit')] : expected)
    }
  })

  test('below its lower end is refused with that end, once', async () => {
    const below = isWhole ? [minimum - 1] : [minimum - Math.max(Math.abs(minimum), 1) / 100, -1e15, -1e300]
    for (const value of below) {
      const { rest, graphql } = await faultsOf(field, value)
      const expected = [expect.stringMatching(`^\\D* ${Math.floor(minimum)}(?!\\.?\\d)`)]
      expect({ rest, graphql }).toEqual({ rest: expected, graphql: expected })
    }
  })

  test('at either end is accepted', async () => {
    for (const value of [minimum, maximum]) expect(await faultsOf(field, value)).toEqual({ rest: [], graphql: [] })
  })
})

test('A number above 0 that is too small to divide by is refused with what is large enough', async () => {
  const { json } = await rest('/v1/component/ssd', { density: 1e-9 })
  expect(json.detail[0].msg).toBe('expected a number of at least 0.000001')
})

test('A number that JSON cannot hold is too large, not too small', async () => {
  const { json } = await rest('/v1/component/ssd', '{"capacity": 1e999, "units": 1e999}')
  expect(json.detail.map(({ msg }: Data) => msg)).toEqual([
    'expected a number of at most 2147483647',
    'expected a number of at most 1000000000000',
  ])
})

describe('The size of a terminal', () => {
  const ENDS = [
    ['MONITOR', 'inches', 200],
    ['LAPTOP', 'inches', 200],
    ['SMARTPHONE', 'storage', 4096],
    ['LAPTOP', 'storage', 500_000],
  ] as const

  test.each(ENDS)('%s: %s above %d is refused in GraphQL and over /v2', async (kind, field, most) => {
    for (const value of [most + 1, 1e9, 1e12, 1e300]) {
      const message =
        value > most + 1 ? expect.stringContaining(' of at most ') : `expected a number of at most ${most}`
      const [error] = await errorsOf('query ($input: TerminalInput!) { terminal(input: $input) { kind } }', {
        input: { kind, [field]: value },
      })
      expect(error?.cause.faults).toMatchObject([{ path: ['input', field], message, value }])
      const { status, json } = await rest('/v2/assess', { asset: { terminal: { kind, [field]: value } } })
      expect(status).toBe(422)
      expect(json.detail).toMatchObject([{ loc: ['body', 'asset', 'terminal', field], msg: message }])
    }
  })

  test.each(ENDS)('%s: %s of %d is accepted', async (kind, field, most) => {
    const input = { kind, [field]: most }
    expect(await errorsOf('query ($input: TerminalInput!) { terminal(input: $input) { kind } }', { input })).toEqual([])
    expect((await rest('/v2/assess', { asset: { terminal: input } })).status).toBe(200)
  })

  test('is not read from the name of a model beyond its end', async () => {
    const storageOf = async (name: string) => {
      const input = { kind: 'SMARTPHONE', model: { name } }
      const asked = 'query ($input: TerminalInput!) { terminal(input: $input) { storage { value status } } }'
      return (await askNewest(asked, { input })).terminal.storage
    }
    expect(await storageOf('iPhone 16 4TB')).toEqual({ value: 4000, status: 'INPUT' })
    for (const name of ['iPhone 16 4097GB', 'iPhone 16 999999999GB', `iPhone 16 ${'9'.repeat(400)}TB`])
      expect(await storageOf(name), name).toEqual({ value: 128, status: 'ARCHETYPE' })
  })

  test.each([
    ['monitor', 'inches', MOST_INCHES],
    ['smartphone', 'terminal_storage', MOST_STORAGE_OF_PHONE],
  ])('ends at the same number in a table: a %s with %s above %d', (kind, column, most) => {
    const rowOf = (size: number) => importFile(`kind;${column}\n${kind};${size}\n`).rows[0] as Data
    expect(rowOf(most + 1).fault).toMatchObject({ path: [column] })
    expect(rowOf(1e9).fault).toMatchObject({ path: [column] })
  })
})
