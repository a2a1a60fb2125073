import fc from 'fast-check'
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLNamedOutputType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { schema } from '../schema/schema.ts'
import { hostileRequests } from '../test/server/rest/hostile-requests.ts'
import { TEXTS } from '../test/server/rest/hostile-values.ts'

/** A request as it is sent. */
export interface RandomRequest {
  readonly method: string
  /** With the query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const DEEPEST = 5
const NAMES = ['aws', 'm5.large', 'Xeon Gold 6138', 'FRA', '2026.11', 'boavizta-2.4.1', 'platform_compute_medium', 'a']
const NUMBERS = ['0', '1', '2', '0.5', '24', '100', '-1', '8760', '1000000', '1e300', '0.0000001', '16384']

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.constantFrom(...TEXTS).map((each) => each.slice(0, 300)) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
)

/** A value of a type as a literal of GraphQL; now and then of another type. */
function literalOf(type: GraphQLInputType, depth: number): fc.Arbitrary<string> {
  if (isNonNullType(type)) return literalOf(type.ofType as GraphQLInputType, depth)
  if (isListType(type))
    return fc
      .array(literalOf(type.ofType as GraphQLInputType, depth + 1), { minLength: 1, maxLength: 3 })
      .map((items) => `[${items.join(',')}]`)
  return fc.oneof(
    { weight: 40, arbitrary: literalOfNamed(type as GraphQLNamedInputType, depth) },
    { weight: 1, arbitrary: fc.constantFrom('null', '{}', '[]', '"a"', '1', 'GWP') },
  )
}

function literalOfNamed(type: GraphQLNamedInputType, depth: number): fc.Arbitrary<string> {
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name))
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields())
    const required = type.isOneOf ? [] : fields.filter(isRequiredInputField)
    const others = depth > DEEPEST && !type.isOneOf ? [] : fields.filter((field) => !required.includes(field))
    const most = type.isOneOf ? 1 : 3
    return fc
      .subarray(others, { minLength: type.isOneOf ? 1 : 0, maxLength: Math.min(most, others.length) })
      .chain((chosen) =>
        fc.tuple(
          ...[...required, ...chosen].map((field) =>
            literalOf(field.type, depth + 1).map((value) => `${field.name}:${value}`),
          ),
        ),
      )
      .map((each) => `{${each.join(',')}}`)
  }
  if (type.name === 'Boolean') return fc.constantFrom('true', 'false')
  if (type.name === 'String' || type.name === 'ID') return text.map((each) => JSON.stringify(each.toWellFormed()))
  return type.name === 'Int'
    ? fc.oneof(
        fc.integer({ min: 0, max: 20 }).map(String),
        fc.constantFrom(...NUMBERS.filter((each) => /^-?\d+$/.test(each))),
      )
    : fc.constantFrom(...NUMBERS)
}

function fieldText(field: GraphQLField<unknown, unknown>, depth: number): fc.Arbitrary<string> {
  const required = field.args.filter(isRequiredArgument)
  const others = field.args.filter((each) => !required.includes(each))
  const args = fc
    .subarray(others, { maxLength: Math.min(2, others.length) })
    .chain((chosen) =>
      fc.tuple(
        ...[...required, ...chosen].map(({ name, type }) => literalOf(type, 0).map((value) => `${name}:${value}`)),
      ),
    )
    .map((each) => (each.length === 0 ? '' : `(${each.join(',')})`))
  return fc
    .tuple(args, selectionOf(getNamedType(field.type), depth + 1))
    .map((parts) => `${field.name}${parts.join('')}`)
}

function selectionOf(type: GraphQLNamedOutputType, depth: number): fc.Arbitrary<string> {
  if (!isCompositeType(type)) return fc.constant('')
  if (isAbstractType(type) && !('getFields' in type))
    return fc
      .constantFrom(...schema.getPossibleTypes(type))
      .chain((each) => selectionOf(each, depth).map((inner) => `{__typename ... on ${each.name}${inner}}`))
  if (!('getFields' in type)) return fc.constant('{__typename}')
  const all = Object.values(type.getFields())
  const fields = depth > DEEPEST ? all.filter((field) => !isCompositeType(getNamedType(field.type))) : all
  if (fields.length === 0) return fc.constant('{__typename}')
  return fc
    .subarray(fields, { minLength: 1, maxLength: Math.min(depth === 0 ? 2 : 4, fields.length) })
    .chain((chosen) => fc.tuple(...chosen.map((field, n) => fieldText(field, depth).map((each) => `f${n}:${each}`))))
    .map((each) => `{${each.join(' ')}}`)
}

const query = schema.getQueryType()
if (!query) throw new Error('There are no queries')
const valid = selectionOf(query, 0)

/** Operations of the schema, some of them broken at a place. */
const operation = fc.oneof(
  { weight: 12, arbitrary: valid },
  {
    weight: 1,
    arbitrary: fc
      .tuple(valid, fc.nat(), fc.constantFrom('', '{', '}', '"', '$x', '...', '@skip(if:true)', '\u0000', '(', '#'))
      .map(([each, place, odd]) => {
        const at = place % each.length
        return each.slice(0, at) + odd + each.slice(at + 1)
      }),
  },
)

const ACCEPTED = [
  '*/*',
  'application/json',
  'text/html',
  'application/graphql-response+json',
  'text/event-stream',
  'x/y',
]
const JSON_TYPES = ['application/json', 'application/json; charset=utf-8', 'text/plain', 'multipart/form-data', '']

const headers = fc
  .tuple(
    fc.constantFrom(...ACCEPTED),
    fc.constantFrom(...Array(6).fill(JSON_TYPES[0]), ...JSON_TYPES),
    fc.constantFrom('gzip', 'br', 'identity', 'x'),
  )
  .map(([accept, type, coding]) => ({ accept, 'content-type': String(type), 'accept-encoding': coding }))

const graphql: fc.Arbitrary<RandomRequest> = fc
  .tuple(fc.array(operation, { minLength: 1, maxLength: 3 }), headers, fc.constantFrom(...'PPPPPPGBBE'))
  .map(([operations, own, how]) => {
    const [first = ''] = operations
    if (how === 'G')
      return { method: 'GET', target: `/graphql?query=${encoded(first).slice(0, 8000)}`, headers: own, body: undefined }
    const each = (text: string) => ({ query: text, extensions: { cost: true } })
    const body = JSON.stringify(how === 'B' ? operations.map(each) : each(first))
    return { method: 'POST', target: '/graphql', headers: own, body: how === 'E' ? body.slice(0, -1) : body }
  })

const rest: fc.Arbitrary<RandomRequest> = fc
  .tuple(hostileRequests, headers)
  .map(([{ method, path, query: asked, body }, own]) => ({
    method,
    target: `${path}${asked === '' ? '' : `?${asked}`}`,
    headers: own,
    body,
  }))

const PAGES = [
  '/',
  '/explorer',
  '/docs',
  '/methodology',
  '/glossary',
  '/sources',
  '/openapi.json',
  '/schema.graphql',
  '/metrics',
  '/health',
  '/ready',
  '/graphql',
  '/nowhere',
  '/favicon.svg',
]

const pages: fc.Arbitrary<RandomRequest> = fc
  .tuple(fc.constantFrom(...PAGES), fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'), headers)
  .map(([target, method, own]) => ({ method, target, headers: own, body: method === 'POST' ? '{}' : undefined }))

const cell = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('server', 'laptop', 'cloud_instance', 'aws', 'm5.large', '2', '1.5', 'FRA', '=1+1'),
  },
  text,
)
const table = fc
  .array(
    fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.join(',')),
    { maxLength: 5 },
  )
  .map((rows) => ['kind,provider,instance_type,quantity', ...rows].join('\n'))
/** Files to be assessed. */
const jobs: fc.Arbitrary<RandomRequest> = fc
  .tuple(
    table,
    fc.constantFrom('text/csv', 'text/csv', 'application/json', 'image/png'),
    fc.constantFrom('', '?criteria=gwp', '?release=no', '?columns=a'),
  )
  .map(([body, type, asked]) => ({
    method: 'POST',
    target: `/v2/jobs${asked}`,
    headers: { 'content-type': type },
    body,
  }))

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema?: { readonly enum?: readonly unknown[]; readonly examples?: readonly unknown[] }
  readonly example?: unknown
}

/** What is used of the OpenAPI document of a service. */
export interface Described {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly parameters?: readonly (Parameter | { readonly $ref: string })[] }>>
    >
  >
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>> }
}

/** A value of a parameter as it is described, or of another one. */
function parameterValue({ schema: described, example }: Parameter): fc.Arbitrary<string> {
  const usual = [
    ...(described?.enum ?? []),
    ...(described?.examples ?? []),
    ...(example === undefined ? [] : [example]),
  ]
  const odd = fc.oneof(text, fc.constantFrom('%', '..%2f..', 'true'), fc.uuid(), fc.constantFrom(...NUMBERS))
  if (usual.length === 0) return odd
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...usual.map(String)) }, { weight: 1, arbitrary: odd })
}

/** Requests to every path that a service describes, by their parameters. */
function described({ paths, components }: Described): fc.Arbitrary<RandomRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => /^(get|post|delete)$/.test(method))
      .map(([method, { parameters = [] }]) => ({
        path,
        method: method.toUpperCase(),
        parameters: parameters.flatMap((each) =>
          '$ref' in each ? (components.parameters?.[each.$ref.split('/').at(-1) ?? ''] ?? []) : each,
        ),
      })),
  )
  return fc
    .constantFrom(...operations)
    .chain(({ path, method, parameters }) =>
      fc.tuple(
        fc.constant(path),
        fc.constantFrom(method, method, method, method, 'HEAD', 'DELETE'),
        headers,
        ...parameters.map((each) => parameterValue(each).map((value) => ({ ...each, value }))),
      ),
    )
    .chain(([path, method, own, ...given]) =>
      fc.subarray(given.filter((each) => each.in === 'query')).map((asked) => ({
        method,
        target: `${given.reduce((all, { name, value }) => all.replace(`{${name}}`, () => value), path)}?${asked
          .map(({ name, value }) => `${name}=${encoded(value)}`)
          .join('&')}`,
        headers: own,
        body: method === 'POST' ? '{}' : undefined,
      })),
    )
}

/**
 * Requests to everything that the service answers, many of them hostile. `jobs` are files that the service processes
 * later.
 */
export function randomRequests(document: Described): fc.Arbitrary<RandomRequest> {
  return fc.oneof(
    { weight: 50, arbitrary: rest },
    { weight: 40, arbitrary: graphql },
    { weight: 5, arbitrary: pages },
    { weight: 10, arbitrary: described(document) },
    { weight: 1, arbitrary: jobs },
  )
}

function encoded(part: string): string {
  return encodeURIComponent(part.toWellFormed())
}
