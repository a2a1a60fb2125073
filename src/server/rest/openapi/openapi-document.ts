import type * as z from 'zod'
import type { Settings } from '../../../../schema/context.ts'
import { offeredCriteria } from '../../../catalogue/has-factors.ts'
import { CRITERIA } from '../../../engine/values/criteria.ts'
import { type JsonSchema, jsonSchemas, schemaId } from '../../../input/rest/json-schemas.ts'
import type { Operation, Route } from '../route.ts'
import { ANSWER_SCHEMAS } from './answer-schemas.ts'
import { BODY_EXAMPLES, bodySchemas } from './body-schemas.ts'
import { operationId } from './operation-ids.ts'
import { type DescribedArchetype, type Parameter, sharedParameters } from './parameters.ts'
import { TAGS, texts } from './words.ts'

const text = { type: 'string' } as const

/** Schemas of answers other than 200. */
const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ErrorMessage: {
    type: 'object',
    description: 'What went wrong, in a sentence',
    properties: { detail: text },
    required: ['detail'],
  },
  ValidationError: {
    type: 'object',
    description: 'A fault at one place of the request',
    properties: {
      type: { ...text, description: 'Kind of fault', examples: ['too_small'] },
      loc: {
        type: 'array',
        description: 'Location of the fault: body, query or path, then keys and indexes',
        items: { anyOf: [text, { type: 'integer' }] },
        examples: [['body', 'configuration', 'cpu', 'units']],
      },
      msg: { ...text, description: 'What was expected', examples: ['expected a whole number of units, 0 or more'] },
      input: { description: 'The value that was sent, shortened if long. Null if it is missing', examples: [-1] },
      nearest: { ...texts, description: 'Closest known names, best first. Only /v2 has them' },
    },
    required: ['type', 'loc', 'msg', 'input'],
  },
  HTTPValidationError: {
    type: 'object',
    description: 'All faults of a request',
    properties: { detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' }, minItems: 1 } },
    required: ['detail'],
  },
  Problem: {
    type: 'object',
    description: 'The same faults as an RFC 9457 problem, for clients that accept application/problem+json',
    properties: {
      type: { ...text, examples: ['about:blank'] },
      title: { ...text, description: 'Name of the status', examples: ['Not Found'] },
      status: { type: 'integer', examples: [404] },
      detail: text,
      errors: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } },
    },
    required: ['type', 'title', 'status', 'detail'],
  },
}

interface ErrorResponse {
  readonly name: string
  readonly description: string
  readonly schema: 'ErrorMessage' | 'HTTPValidationError'
  /** The `detail` of such an answer. */
  readonly detail: unknown
  readonly header?: readonly [name: string, description: string, schema: JsonSchema]
}

const RETRY_AFTER = ['Retry-After', 'Seconds to wait before trying again', { type: 'integer', minimum: 0 }] as const

/** The 404 of /v2, which includes a place. */
const UNKNOWN_NAME = '404 of /v2'

/** Answers other than 200, by status. */
const ERRORS: Readonly<Record<string, ErrorResponse>> = {
  400: {
    name: 'UnknownParameter',
    description:
      'The query has an unknown parameter, or repeats a parameter that takes a single value. The answer has the closest names',
    schema: 'HTTPValidationError',
    detail: [
      {
        type: 'unknown_parameter',
        loc: ['query', 'minVCPUs'],
        msg: 'expected one of search, minVcpu, maxVcpu. Did you mean minVcpu?',
        input: '4',
        nearest: ['minVcpu'],
      },
      {
        type: 'repeated_parameter',
        loc: ['query', 'first'],
        msg: 'expected one value',
        input: ['10', '20'],
        nearest: [],
      },
    ],
  },
  401: {
    name: 'Unauthenticated',
    description: 'The service requires an API key, and the request has no valid one',
    schema: 'ErrorMessage',
    detail: 'Send an API key: Authorization: Bearer KEY, or X-API-Key: KEY',
  },
  404: {
    name: 'NotFound',
    description: 'Unknown name. The answer has the closest known names, or the path that lists them',
    schema: 'ErrorMessage',
    detail: 'dellR74 not found. Did you mean dellR740?',
  },
  [UNKNOWN_NAME]: {
    name: 'UnknownName',
    description: 'Unknown name. The answer says where in the request it is, and names the closest known ones',
    schema: 'HTTPValidationError',
    detail: [
      {
        type: 'not_found',
        loc: ['body', 'asset', 'cloudInstance', 'instanceType'],
        msg: 'm5.xlrge not found. Did you mean m5.xlarge?',
        input: 'm5.xlrge',
        nearest: ['m5.xlarge'],
      },
    ],
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not support this method',
    schema: 'ErrorMessage',
    detail: 'Method Not Allowed',
    header: ['Allow', 'Methods of this path', { type: 'string', examples: ['GET, HEAD, POST, OPTIONS'] }],
  },
  413: {
    name: 'TooLarge',
    description: 'The body is too large. The limit is 1 MB by default',
    schema: 'ErrorMessage',
    detail: 'The body has more than 1048576 bytes',
  },
  422: {
    name: 'BadInput',
    description: 'The request is invalid. Every fault is listed with its location',
    schema: 'HTTPValidationError',
    detail: [
      {
        type: 'too_small',
        loc: ['body', 'configuration', 'cpu', 'units'],
        msg: 'expected a whole number of units, 0 or more',
        input: -1,
      },
    ],
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests in a short time',
    schema: 'ErrorMessage',
    detail: 'Too many requests; try again after the seconds in Retry-After',
    header: RETRY_AFTER,
  },
  503: {
    name: 'Busy',
    description: 'The service is busy',
    schema: 'ErrorMessage',
    detail: 'The service is busy; try again after the seconds in Retry-After',
    header: RETRY_AFTER,
  },
}

/** `components/responses` of the OpenAPI document. */
function errorResponses(needsKey: boolean): Record<string, unknown> {
  const met = Object.values(ERRORS).filter(({ name }) => needsKey || name !== 'Unauthenticated')
  return Object.fromEntries(
    met.map(({ name, description, schema, detail, header }) => [
      name,
      {
        description,
        ...(header && { headers: { [header[0]]: { description: header[1], schema: header[2] } } }),
        content: {
          'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example: { detail } },
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    ]),
  )
}

/** What the document depends on besides the routes. */
interface DocumentSettings extends Pick<Settings, 'releases' | 'release' | 'restRelease' | 'defaultCriteria'> {
  /** Version of this software. */
  readonly version: string
  /** Whether the service requires API keys. */
  readonly needsKey: boolean
}

type Json = Record<string, unknown>
/** Drives of one kind are described like a server's, since clients send both as one type. */
const DRIVES: ReadonlySet<string> = new Set(['SSD', 'HDD'])

type References = Settings['restRelease']['references']

const SCHEMAS = '#/components/schemas/'

/**
 * The OpenAPI 3.1 document, from the table of routes and the schemas of bodies and answers. The same routes and
 * settings always give the same document.
 */
export function openapiDocument(routes: readonly Route[], settings: DocumentSettings): Json {
  const bodies = [...new Set(routes.flatMap(({ operations }) => operations.flatMap(({ body }) => body ?? [])))]
  const isSecond = (body: z.ZodType) => schemaId(body).startsWith('V2')
  const first = bodies.filter((body) => !isSecond(body) && !DRIVES.has(schemaId(body)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'impactql',
      version: settings.version,
      summary: 'Environmental impacts of IT equipment',
      description: introduction(settings),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that serves this document' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    ...(settings.needsKey && { security: [{ bearerKey: [] }, { headerKey: [] }] }),
    paths: Object.fromEntries(routes.map((route) => [route.path, pathItem(route, settings)])),
    components: {
      schemas: {
        ...bodySchemas(first, SCHEMAS),
        ...jsonSchemas(bodies.filter(isSecond), SCHEMAS),
        ...ANSWER_SCHEMAS,
        ...ERROR_SCHEMAS,
      },
      parameters: sharedParameters({
        defaultCriteria: settings.defaultCriteria,
        offered: offeredCriteria(settings.restRelease.tables),
        releases: settings.releases.all.map(({ id }) => id),
        usualRelease: settings.restRelease.id,
      }),
      responses: errorResponses(settings.needsKey),
      headers: {
        DataRelease: {
          description: 'Data release of the answer. With your own tables, also the fingerprint',
          schema: { type: 'string' },
          example: settings.restRelease.id,
        },
        ETag: {
          description: 'Weak validator. Send it in If-None-Match to get 304 while the answer is unchanged',
          schema: { type: 'string' },
        },
      },
      ...(settings.needsKey && {
        securitySchemes: {
          bearerKey: { type: 'http', scheme: 'bearer', description: 'An API key of the service' },
          headerKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key in another header' },
        },
      }),
    },
  }
}

function introduction({ defaultCriteria, restRelease, release }: DocumentSettings): string {
  const usual = defaultCriteria.map((code) => `${code} (${CRITERIA[code].unit})`).join(', ')
  return `Environmental impacts of producing and using servers, cloud instances, terminals, components and IoT devices. Each
figure has a lower and an upper bound. Typical values fill in what you leave out.

- Criteria: ${usual}, unless you ask for others. \`not implemented\` means that no factor is published. It never means 0.
- Durations are in hours, powers in W, capacities in GB, dies in mm2, weights in kg, loads in percent, ratios from 0 to 1.
- A slash at the end of a path changes nothing. A path can contain \`power-supply\` or \`power_supply\`. HEAD answers like GET.
- In bodies, null means the same as absent. Under \`/v1\` a number may be a string.
- The service ignores unknown fields of bodies, and names them in \`warnings\`.
- Answers depend only on the request and the data release, so GET answers have an ETag.
- \`/v1\` answers from data release \`${restRelease.id}\`, so that clients of BoaviztAPI get the figures that they know. \`/v2\` and
  \`/graphql\` answer from \`${release.id}\`. To use another release, set the parameter \`release\`. A release gives the same figures everywhere.`
}

function pathItem(route: Route, settings: DocumentSettings): Json {
  return Object.fromEntries(
    route.operations.map((operation) => [operation.method.toLowerCase(), operationObject(route, operation, settings)]),
  )
}

function operationObject({ path, tag, gives }: Route, operation: Operation, settings: DocumentSettings): Json {
  const { id, summary, parameters, body, method } = operation
  return {
    operationId: operationId(method, path, id),
    tags: [tag],
    summary,
    ...(parameters.length > 0 && {
      parameters: parameters.map((each) =>
        typeof each === 'string'
          ? { $ref: `#/components/parameters/${each}` }
          : parameterObject(each, settings.restRelease.references),
      ),
    }),
    ...(body && { requestBody: requestBody(body) }),
    responses: {
      200: {
        description: ANSWER_SCHEMAS[gives].description,
        headers: {
          'Data-Release': { $ref: '#/components/headers/DataRelease' },
          ...(method === 'GET' && { ETag: { $ref: '#/components/headers/ETag' } }),
        },
        content: { 'application/json': { schema: { $ref: SCHEMAS + gives } } },
      },
      ...Object.fromEntries(
        [...(tag === 'v2' ? [400] : []), ...statusesOf(operation, settings.needsKey)].map((status) => [
          status,
          { $ref: `#/components/responses/${ERRORS[tag === 'v2' && status === 404 ? UNKNOWN_NAME : status]?.name}` },
        ]),
      ),
    },
  }
}

/** Statuses of an operation: 404 and 422 only if it takes input. */
function statusesOf({ parameters, body }: Operation, needsKey: boolean): readonly number[] {
  const takesInput = parameters.length > 0 || body !== undefined
  return [
    ...(needsKey ? [401] : []),
    ...(takesInput ? [404] : []),
    405,
    ...(body ? [413] : []),
    ...(takesInput ? [422] : []),
    429,
    503,
  ]
}

function requestBody(body: z.ZodType): Json {
  const own = schemaId(body)
  const id = DRIVES.has(own) ? 'Disk' : own
  return {
    // Generators put required parameters first; the recorded family has none, not even for an instance.
    required: id.startsWith('V2') && !body.safeParse({}).success,
    content: { 'application/json': { schema: { $ref: SCHEMAS + id }, examples: BODY_EXAMPLES[id] } },
  }
}

function parameterObject(parameter: Parameter, references: References): Json {
  const { name, in: where = 'query', description, isRequired = false, archetypeOf } = parameter
  const usual = archetypeOf && usualArchetype(archetypeOf, references)
  const example = parameter.example ?? usual
  const schema = parameter.schema ?? { type: 'string', ...(usual !== undefined && !isRequired && { default: usual }) }
  return { name, in: where, description, required: isRequired, schema, ...(example !== undefined && { example }) }
}

/** The default archetype. */
function usualArchetype(of: DescribedArchetype, references: References): string | undefined {
  const { defaults } = references
  if (of.group === 'server') return defaults.server
  if (of.group === 'iot_device') return defaults.iotDevice
  if (of.group === 'terminal') return references.terminal(of.kind, undefined, undefined).id
  return (defaults.components as Readonly<Record<string, string | undefined>>)[of.kind]
}
