import type { JsonSchema } from '../../input/rest/json-schemas.ts'

const text = { type: 'string' } as const

/** Schemas of answers other than 200. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ErrorMessage: {
    type: 'object',
    description: 'What went wrong, in a sentence',
    properties: { detail: text },
    required: ['detail'],
  },
  Fault: {
    type: 'object',
    description: 'A fault at one place of the request',
    properties: {
      type: { ...text, description: 'Kind of fault', examples: ['too_small'] },
      loc: {
        type: 'array',
        description: 'Where it is: body or query, then keys and indexes',
        items: { anyOf: [text, { type: 'integer' }] },
        examples: [['body', 'configuration', 'cpu', 'units']],
      },
      msg: { ...text, description: 'What was expected', examples: ['expected a whole number of units, 0 or more'] },
      input: { description: 'The value that was sent, cut where it is long; null where it is missing', examples: [-1] },
    },
    required: ['type', 'loc', 'msg', 'input'],
  },
  ValidationError: {
    type: 'object',
    description: 'Everything that is wrong with a request',
    properties: { detail: { type: 'array', items: { $ref: '#/components/schemas/Fault' }, minItems: 1 } },
    required: ['detail'],
  },
  Problem: {
    type: 'object',
    description: 'The same as an RFC 9457 problem, for clients that accept application/problem+json',
    properties: {
      type: { ...text, examples: ['about:blank'] },
      title: { ...text, description: 'Name of the status', examples: ['Not Found'] },
      status: { type: 'integer', examples: [404] },
      detail: text,
      errors: { type: 'array', items: { $ref: '#/components/schemas/Fault' } },
    },
    required: ['type', 'title', 'status', 'detail'],
  },
}

interface ErrorResponse {
  readonly name: string
  readonly description: string
  readonly schema: 'ErrorMessage' | 'ValidationError'
  /** The `detail` of such an answer. */
  readonly detail: unknown
  readonly header?: readonly [name: string, description: string, schema: JsonSchema]
}

const RETRY_AFTER = ['Retry-After', 'Seconds to wait before trying again', { type: 'integer', minimum: 0 }] as const

/** Answers other than 200, by status. */
export const ERRORS: Readonly<Record<string, ErrorResponse>> = {
  401: {
    name: 'Unauthenticated',
    description: 'The service is run with API keys, and the request has none of them',
    schema: 'ErrorMessage',
    detail: 'An API key is needed: Authorization: Bearer KEY, or X-API-Key: KEY',
  },
  404: {
    name: 'NotFound',
    description: 'Nothing of that name; the answer has the closest known names, or the path that lists them',
    schema: 'ErrorMessage',
    detail: 'dellR74 not found; did you mean dellR740?',
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not take this method',
    schema: 'ErrorMessage',
    detail: 'Method Not Allowed',
    header: ['Allow', 'Methods of this path', { type: 'string', examples: ['GET, HEAD, POST, OPTIONS'] }],
  },
  413: {
    name: 'TooLarge',
    description: 'The body has more bytes than the service takes: 1 MB unless it is configured otherwise',
    schema: 'ErrorMessage',
    detail: 'The body has more than 1048576 bytes',
  },
  422: {
    name: 'BadInput',
    description: 'The request cannot be evaluated; every fault is listed with its place',
    schema: 'ValidationError',
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
    description: 'More requests than the service admits in that time',
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
export function errorResponses(needsKey: boolean): Record<string, unknown> {
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
