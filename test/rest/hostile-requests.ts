import fc from 'fast-check'
import { MOST_ITEMS } from '../../src/input/fields.ts'
import { routes } from '../../src/rest/handle-rest.ts'
import { openapiDocument } from '../../src/rest/openapi/openapi-document.ts'
import { type Data, world } from '../world.ts'

/** A request as somebody may send it who means well, means harm, or has a broken client. */
export interface HostileRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: string | undefined
}

const document: Data = openapiDocument(routes, { ...world, version: '0', needsKey: false })
const operations = routes.flatMap((route) => route.operations.map((operation) => ({ path: route.path, ...operation })))

/** Names that mean something to JavaScript. */
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '',
  '0',
  'length',
  'id',
  '$ref',
]

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.5,
  1e-7,
  1e-320,
  99.95,
  100,
  101,
  2_147_483_647,
  2_147_483_648,
  1e12,
  1e13,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
]

const TEXTS = [
  '',
  ' ',
  '\t\n',
  'null',
  'true',
  'NaN',
  'Infinity',
  '-Infinity',
  '-1',
  '0',
  '1e999',
  '0x10',
  '1,5',
  '12abc',
  '٣',
  '²',
  '1_000',
  '+2.0',
  ' 80 ',
  'FRA',
  'fr',
  'France',
  'XYZ',
  'EEE',
  'Xeon Gold 6240R',
  'xeon',
  'Intel(R) Xeon(R) CPU E5-2670 v3 @ 2.30GHz',
  'AMD EPYC 7763',
  'NVIDIA P100',
  'a',
  'skylake',
  'aws',
  'AZURE',
  'm5.xlarge',
  'M5-XLARGE',
  'eu-west-3',
  'rack',
  'BLADE',
  'ssd',
  'NVMe',
  'hdd',
  'pro',
  'sensing',
  'HSL-1',
  'Samsung',
  'samsong',
  'DEFAULT',
  '\u0000',
  '\ud800',
  '\u202e',
  '💥💥',
  'é',
  'e\u0301',
  'İstanbul',
  'ß',
  '../../etc/passwd',
  "'; drop table cpus; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '%s%n',
  '%',
  '%zz',
  '\\',
  '"',
  ...KEYS,
  'x'.repeat(501),
  'Xeon '.repeat(1000),
  '9'.repeat(400),
  '💥'.repeat(300),
  '-'.repeat(3000),
  'a b '.repeat(120),
] as const

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)
const number = fc.oneof(fc.constantFrom(...NUMBERS), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
const scalar = fc.oneof(number, text, fc.boolean(), fc.constant(null))

/** Any JSON, with keys that mean something. */
const anything: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom(...KEYS, 'usage', 'units', 'cpu'), tie('value')), { maxLength: 4 }).map(asObject),
  ),
})).value

/** An object with exactly these keys as its own, `__proto__` too, as JSON.parse makes it. */
function asObject(entries: readonly (readonly [string, unknown])[]): object {
  const object = {}
  for (const [key, value] of entries)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  return object
}

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

/** Text that is no JSON, or more of it than anybody needs. */
const brokenJson: fc.Arbitrary<string> = fc.oneof(
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

const bodyText = (schema: Data): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 45, arbitrary: fitting(schema, 0).map((value) => JSON.stringify(value)) },
    { weight: 35, arbitrary: fitting(schema, 12).map((value) => JSON.stringify(value)) },
    { weight: 8, arbitrary: anything.map((value) => JSON.stringify(value)) },
    { weight: 12, arbitrary: brokenJson },
  )

const PARAMETERS = [
  'verbose',
  'criteria',
  'duration',
  'allocation',
  'archetype',
  'provider',
  'instance_type',
  'name',
  'tdp',
  'model_range',
  'manufacturer',
  'cpu_name',
  'gpu_name',
  'units',
  ...KEYS,
]

const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  verbose: fc.constantFrom('true', 'false', 'False', 'TRUE', '0', '1', 'no', ''),
  criteria: fc.constantFrom('gwp', 'adp', 'pe', 'GWP', 'gwp,pe', 'all', 'fe', 'fw', 'lu', 'gwp,,', 'ctuh_c', 'all,all'),
  duration: fc.constantFrom('1', '8760', '0.001', '1e12', '87600.5', '', ' 24 '),
  allocation: fc.constantFrom('TOTAL', 'LINEAR', 'total', 'Linear', ''),
  archetype: fc.constantFrom(
    'platform_compute_medium',
    'dellR740',
    'DEFAULT',
    'laptop-pro',
    'smart_watch',
    'NVIDIA P100',
    'nope',
    'a1.metal',
    'rack',
    'blade',
  ),
  provider: fc.constantFrom('aws', 'azure', 'gcp', 'ovhcloud', 'scaleway', 'AWS', 'awss'),
  instance_type: fc.constantFrom('a1.4xlarge', 'm5.xlarge', 'M5.XLARGE', 'm5-xlarge', 'nope', 'p3.8xlarge'),
}

const pair = fc.oneof(
  {
    weight: 24,
    arbitrary: fc
      .constantFrom(...Object.keys(values))
      .chain((key) => fc.tuple(fc.constant(key), values[key] as fc.Arbitrary<string>)),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...PARAMETERS), text) },
  { weight: 1, arbitrary: fc.tuple(text, text) },
)

/** As the text after the question mark: in UTF-8, not encoded at all, with broken escapes, or no pairs at all. */
const query: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .array(pair, { maxLength: 6 })
      .map((pairs) => pairs.map(([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&')),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(pair, { maxLength: 4 })
      .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&')),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(values.criteria as fc.Arbitrary<string>, { maxLength: 200 })
      .map((each) => each.map((code) => `criteria=${code}`).join('&')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '&',
      '=',
      '&&==',
      '%',
      'verbose',
      'verbose=%',
      'criteria=%ff%fe',
      'criteria[]=gwp',
      'criteria[gwp]=1',
      'a=b?c=d#e',
      '?verbose=false',
      'x='.repeat(2000),
    ),
  },
)

function encoded(part: string): string {
  return encodeURIComponent(part.toWellFormed())
}

/** Paths of routes in all their spellings, and what is not one. */
const plainPath = (path: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('aws', 'azure', 'AWS', 'nope', '%41ws', '%', '%ff', 'a%2Fb', '__proto__', '💥'),
      fc.constantFrom(...Array<string>(8).fill(''), '/', '//', '/ ', '/x', '%2f'),
      fc.constantFrom(...Array<string>(8).fill('same'), 'dashes', 'upper', 'doubled', 'cut'),
    )
    .map(([provider, end, spelling]) => {
      const filled = path.replace('{provider}', provider)
      if (spelling === 'dashes') return filled.replaceAll('_', '-') + end
      if (spelling === 'upper') return filled.toUpperCase() + end
      if (spelling === 'doubled') return filled.replace('/', '//') + end
      return (spelling === 'cut' ? filled.slice(0, -1) : filled) + end
    })

const anyPath: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(
      fc.oneof(
        fc.constantFrom('v1', 'server', 'component', 'cpu', 'utils', 'terminal', 'cloud', 'instance', 'archetypes'),
        text,
      ),
      { maxLength: 5 },
    )
    .map((parts) => `/v1/${parts.join('/')}`),
  fc.constantFrom(
    '/v1',
    '/v1/',
    '/v1//',
    '/v1/component',
    '/v1/terminal/',
    '/v1/../etc',
    '/v1/%2e%2e',
    `/v1/component/${'x'.repeat(5000)}`,
    `/v1/${'a/'.repeat(3000)}`,
    `/v1/terminal/${'-'.repeat(4000)}`,
  ),
)

const method = (usual: string) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(usual) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'GET',
        'POST',
        'HEAD',
        'PUT',
        'DELETE',
        'PATCH',
        'OPTIONS',
        'TRACE',
        'get',
        'constructor',
        '',
      ),
    },
  )

/** Requests over all routes. */
export const hostileRequests: fc.Arbitrary<HostileRequest> = fc.oneof(
  {
    weight: 15,
    arbitrary: fc.constantFrom(...operations).chain(({ path, method: usual, body: schema }) => {
      const id = schema && document.paths[path].post.requestBody.content['application/json'].schema
      const body = id
        ? bodyText(id)
        : fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: brokenJson })
      return fc.record({ method: method(usual), path: plainPath(path), query, body })
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: method('GET'),
      path: anyPath,
      query,
      body: fc.option(brokenJson, { nil: undefined }),
    }),
  },
)
