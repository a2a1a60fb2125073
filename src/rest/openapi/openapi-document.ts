import type { Settings } from '../../../schema/context.ts'
import { CRITERIA } from '../../engine/figures/criteria.ts'
import { jsonSchemas, schemaId } from '../../input/rest/json-schemas.ts'
import type { Operation, Route } from '../route.ts'
import { ANSWER_SCHEMAS } from './answer-schemas.ts'
import { BODY_EXAMPLES } from './body-examples.ts'
import { ERROR_SCHEMAS, ERRORS, errorResponses } from './error-responses.ts'
import { type DescribedArchetype, type Parameter, sharedParameters } from './parameters.ts'
import { TAGS } from './tags.ts'

/** What the document depends on besides the routes. */
export interface DocumentSettings extends Pick<Settings, 'releases' | 'restRelease' | 'defaultCriteria'> {
  /** Version of this software. */
  readonly version: string
  /** Whether the service is run with API keys. */
  readonly needsKey: boolean
}

type Json = Record<string, unknown>
type References = Settings['restRelease']['references']

const SCHEMAS = '#/components/schemas/'

/**
 * The OpenAPI 3.1 document of routes: their own table, the schemas that validate bodies, and the schemas of answers. The
 * same routes and settings always give the same document.
 */
export function openapiDocument(routes: readonly Route[], settings: DocumentSettings): Json {
  const bodies = new Set(routes.flatMap(({ operations }) => operations.flatMap(({ body }) => (body ? [body] : []))))
  return {
    openapi: '3.1.0',
    info: {
      title: 'impactql',
      version: settings.version,
      summary: 'Environmental impacts of IT equipment',
      description: introduction(settings),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that gave this document' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    ...(settings.needsKey && { security: [{ bearerKey: [] }, { headerKey: [] }] }),
    paths: Object.fromEntries(routes.map((route) => [route.path, pathItem(route, settings)])),
    components: {
      schemas: { ...jsonSchemas([...bodies], SCHEMAS), ...ANSWER_SCHEMAS, ...ERROR_SCHEMAS },
      parameters: sharedParameters(
        settings.defaultCriteria,
        settings.releases.all.map(({ id }) => id),
        settings.restRelease.id,
      ),
      responses: errorResponses(settings.needsKey),
      headers: {
        DataRelease: {
          description: 'Data release that the answer comes from; with own tables, also the fingerprint of the figures',
          schema: { type: 'string' },
          example: settings.restRelease.id,
        },
        ETag: {
          description: 'Strong validator of the answer: sent back in If-None-Match, it gives 304 while nothing changed',
          schema: { type: 'string' },
        },
      },
      ...(settings.needsKey && {
        securitySchemes: {
          bearerKey: { type: 'http', scheme: 'bearer', description: 'An API key of the service' },
          headerKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same in another header' },
        },
      }),
    },
  }
}

function introduction({ defaultCriteria }: DocumentSettings): string {
  const usual = defaultCriteria.map((code) => `${code} (${CRITERIA[code].unit})`).join(', ')
  return `Environmental impacts of making and of using servers, cloud instances, terminals, components and connected objects. Each
figure has its least and its most. What you do not give is completed by what is typical.

- Criteria: ${usual} unless others are asked for. \`not implemented\` stands where there is no factor; it is never 0.
- Durations are in hours, powers in W, capacities in GB, dies in mm2, weights in kg, loads in percent, ratios from 0 to 1.
- Paths are the same with and without a slash at the end, and \`power-supply\` is \`power_supply\`. HEAD answers like GET.
- In bodies, null is the same as absent, a number may stand in a string, and unknown fields are ignored and named in
  \`warnings\`.
- Answers depend on the request and the data release alone: GET has a strong ETag.
- The same figures, and more of them, are at /graphql.`
}

function pathItem(route: Route, settings: DocumentSettings): Json {
  return Object.fromEntries(
    route.operations.map((operation) => [operation.method.toLowerCase(), operationObject(route, operation, settings)]),
  )
}

function operationObject({ tag, gives }: Route, operation: Operation, settings: DocumentSettings): Json {
  const { id, summary, parameters, body, method } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(parameters.length > 0 && {
      parameters: parameters.map((each) =>
        typeof each === 'string'
          ? { $ref: `#/components/parameters/${each}` }
          : parameterObject(each, settings.restRelease.references),
      ),
    }),
    ...(body && { requestBody: requestBody(schemaId(body)) }),
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
        statusesOf(operation, settings.needsKey).map((status) => [
          status,
          { $ref: `#/components/responses/${ERRORS[status]?.name}` },
        ]),
      ),
    },
  }
}

/** Statuses of an operation: 404 and 422 only where it takes input. */
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

function requestBody(id: string): Json {
  return {
    // Where all fields may be left out, so may the body.
    required: id === 'CloudInstance' || id.startsWith('V2'),
    content: { 'application/json': { schema: { $ref: SCHEMAS + id }, examples: BODY_EXAMPLES[id] } },
  }
}

function parameterObject(parameter: Parameter, references: References): Json {
  const { name, in: place = 'query', description, isRequired = false, archetypeOf } = parameter
  const usual = archetypeOf && usualArchetype(archetypeOf, references)
  const example = parameter.example ?? usual
  const schema = parameter.schema ?? { type: 'string', ...(usual !== undefined && !isRequired && { default: usual }) }
  return { name, in: place, description, required: isRequired, schema, ...(example !== undefined && { example }) }
}

/** The archetype that is assumed where none is given. */
function usualArchetype(of: DescribedArchetype, references: References): string | undefined {
  const { defaults } = references
  if (of.group === 'server') return defaults.server
  if (of.group === 'iot_device') return defaults.iotDevice
  if (of.group === 'terminal') return references.terminal(of.kind, undefined, undefined).id
  return (defaults.components as Readonly<Record<string, string | undefined>>)[of.kind]
}
