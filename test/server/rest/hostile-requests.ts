import fc from 'fast-check'
import { routes } from '../../../src/server/rest/handle-rest.ts'
import { bodyText, brokenJson, document } from './hostile-bodies.ts'
import { KEYS, text } from './hostile-values.ts'

/** A request as somebody may send it who means well, means harm, or has a broken client. */
export interface HostileRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: string | undefined
}

const operations = routes.flatMap((route) => route.operations.map((operation) => ({ path: route.path, ...operation })))

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

/** Parameters that the route has, with all kinds of values: /v2 refuses others. */
function knownQuery(names: readonly string[]): fc.Arbitrary<string> {
  if (names.length === 0) return fc.constant('')
  const value = fc.oneof(fc.constantFrom('aws', 'SERVER', '4', '-1', 'true', 'IMPACT', 'gwp', '2026.11', 'm5'), text)
  return fc
    .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 })
    .map((pairs) => pairs.map(([key, each]) => `${encoded(key)}=${encoded(each)}`).join('&'))
}

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
      const filled = path.replace(/\{\w+\}/, provider)
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

/** What makes requests for each operation: made once, since to make one takes longer than a request. */
const requestsOf = operations.map(({ path, method: usual, body: schema, parameters }) => {
  const names = parameters.map((each) => (typeof each === 'string' ? each : each.name))
  const asked = path.startsWith('/v2')
    ? fc.oneof({ weight: 4, arbitrary: knownQuery(names) }, { weight: 1, arbitrary: query })
    : query
  const id = schema && document.paths[path].post.requestBody.content['application/json'].schema
  const body = id
    ? bodyText(id)
    : fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: brokenJson })
  return fc.record({ method: method(usual), path: plainPath(path), query: asked, body })
})

/** Requests over all routes. */
export const hostileRequests: fc.Arbitrary<HostileRequest> = fc.oneof(
  { weight: 15, arbitrary: fc.constantFrom(...requestsOf).chain((requests) => requests) },
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
