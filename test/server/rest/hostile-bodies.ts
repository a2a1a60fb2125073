import fc from 'fast-check'
import { MOST_ITEMS } from '../../../src/input/fields.ts'
import { routes } from '../../../src/server/rest/handle-rest.ts'
import { openapiDocument } from '../../../src/server/rest/openapi/openapi-document.ts'
import { type Data, world } from '../../world.ts'
import { anything, asObject, KEYS, scalar, TEXTS } from './hostile-values.ts'

export const document: Data = openapiDocument(routes, { ...world, version: '0', needsKey: false })

/** What fits a schema of the document, mostly; `hostility` is the share of what does not. */
function fitting(schema: Data, hostility: number): fc.Arbitrary<unknown> {
  const good = fittingWell(schema, hostility)
  return hostility === 0
    ? good
    : fc.oneof(
        { weight: 100 - hostility, arbitrary: good },
        { weight: hostility, arbitrary: fc.oneof(scalar, anything) },
      )
}

function fittingWell(schema: Data, hostility: number): fc.Arbitrary<unknown> {
  if (schema.$ref) return fittingWell(document.components.schemas[schema.$ref.split('/').at(-1)], hostility)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each: Data) => fittingWell(each, hostility)))
  if (schema.type === 'null') return fc.constant(null)
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type: string) => fittingWell({ ...schema, type }, hostility)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'array') return fc.array(fitting(schema.items, hostility), { maxLength: 5 })
  if (schema.type === 'object') return objectOf(schema, hostility)
  if (schema.type === 'string')
    return fc.oneof(fc.constantFrom(...TEXTS), fc.constantFrom<string>(...(schema.examples ?? ['a'])))
  const { minimum: min = -1e12, maximum: max = 1e12, type, examples = [1] } = schema
  const whole = fc.integer({ min: Math.ceil(Math.max(min, -1e6)), max: Math.floor(Math.min(max, 1000)) })
  const any = type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
  const plain: fc.Arbitrary<unknown> = fc.oneof(fc.constantFrom(...examples, min, max), whole, any)
  return fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: plain.map(String) })
}

function objectOf({ properties = {}, required = [] }: Data, hostility: number): fc.Arbitrary<object> {
  const entries = Object.entries<Data>(properties).map(([key, schema]) => {
    const share = required.includes(key) ? 95 : 35
    return fc.oneof(
      { weight: share, arbitrary: fitting(schema, hostility).map((value) => [[key, value]] as [string, unknown][]) },
      { weight: 100 - share, arbitrary: fc.constant<[string, unknown][]>([]) },
    )
  })
  const odd = fc.oneof(
    { weight: 9, arbitrary: fc.constant<[string, unknown][]>([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.tuple(fc.constantFrom(...KEYS, 'unknown'), anything), { minLength: 1, maxLength: 3 }),
    },
  )
  return fc.tuple(fc.tuple(...entries), odd).map(([known, more]) => asObject([...known.flat(), ...more]))
}

/** Text that is not JSON, or far too much JSON. */
export const brokenJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    'true',
    '[]',
    '"text"',
    '0',
    '-',
    '{',
    '{"units":',
    '{"units":1,}',
    "{'units':1}",
    '{units:1}',
    '{"units":NaN}',
    '{"units":Infinity}',
    '{"units":01}',
    '\ufeff{}',
    '{}\u0000',
    '{"units":1}{"units":2}',
    '{"units":1,"units":-1}',
    '{"units":1e400}',
    '{"units":-1e400}',
    '{"name":"\\ud800"}',
    '{"a":"\u0001"}',
    '<xml/>',
    'units=1&name=x',
    '{"__proto__":{"units":5},"constructor":{"prototype":{"units":5}}}',
    '{"usage":{"__proto__":{"avg_power":-5}}}',
    '{"configuration":{"cpu":{"__proto__":null}}}',
    '[{"units":1}]',
    '{"usage":[[[[]]]]}',
  ),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth)),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.integer({ min: 1, max: 5000 }).map((depth) => `${'{"usage":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc.integer({ min: 1, max: 5000 }).map((depth) => `{"units":${'['.repeat(depth)}${']'.repeat(depth)}}`),
  fc
    .integer({ min: 1, max: 3000 })
    .map((times) => `{${Array.from({ length: times }, (_, index) => `"k${index}":${index}`).join(',')}}`),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

/** As much of everything as is still evaluated, and the longest bodies of a kind that are still read (1 MB). */
export const LONGEST_BODIES: readonly (readonly [path: string, body: string])[] = [
  ['/v1/server', JSON.stringify(largestServer())],
  ['/v1/server', `{"configuration":{"ram":[${filled('{}')}]}}`],
  ['/v1/server', `{"configuration":{"ram":[${filled('{"capacity":1,"manufacturer":"x"}')}]}}`],
  ['/v1/server', `{"configuration":{"disk":[${filled('{"type":"ssd"}')}]}}`],
  ['/v1/server', `{"configuration":{"disk":[${filled('{"type":"x"}')}]}}`],
  ['/v1/server', `{"configuration":{"cpu":[${filled('1')}]}}`],
  ['/v1/server', `{"usage":{"time_workload":[${filled('{"time_percentage":0.001,"load_percentage":5}')}]}}`],
  ['/v1/server', `{"usage":{"time_workload":[${filled('{}')}]}}`],
  ['/v1/iot/iot_device', `{"functional_blocks":[${filled('{"type":"sensing","hsl_level":"HSL-1"}')}]}`],
  ['/v1/iot/iot_device', `{"functional_blocks":[${filled('{"type":1}')}]}`],
  ['/v1/consumption_profile/cpu', `{"workload":[${filled('{"load_percentage":50,"power_watt":96}')}]}`],
  ['/v1/component/cpu', `{${filled('"k":0')}}`],
  [
    '/v1/component/cpu',
    `{${Array.from({ length: 35_000 }, (_, index) => `"field number ${index} of many":0`).join(',')}}`,
  ],
  ['/v1/component/cpu', `{"name":"${'x'.repeat(1_000_000)}"}`],
  ['/v1/component/cpu', `{"units":${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
  ['/v1/component/cpu', '['.repeat(1_000_000)],
]

/** A server with as many different parts as there may be. */
function largestServer(): object {
  const many = (part: (index: number) => object) => Array.from({ length: MOST_ITEMS }, (_, index) => part(index))
  return {
    configuration: {
      cpu: { name: 'Xeon Gold 6240R' },
      gpu: { name: 'NVIDIA P100' },
      ram: many((index) => ({ capacity: index + 1, manufacturer: `samsnug ${index}` })),
      disk: many((index) => ({ type: 'ssd', capacity: index + 1, manufacturer: `mikron ${index}` })),
    },
    usage: { time_workload: 30 },
  }
}

/** A list of the same entry that fills a body of 1 MB. */
function filled(entry: string): string {
  return Array(Math.floor(1_000_000 / (entry.length + 1)))
    .fill(entry)
    .join(',')
}

/** A body for a schema of the document, in all shades of wrong. */
export const bodyText = (schema: Data): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 45, arbitrary: fitting(schema, 0).map((value) => JSON.stringify(value)) },
    { weight: 35, arbitrary: fitting(schema, 12).map((value) => JSON.stringify(value)) },
    { weight: 8, arbitrary: anything.map((value) => JSON.stringify(value)) },
    { weight: 12, arbitrary: brokenJson },
  )
