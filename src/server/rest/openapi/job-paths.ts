import { JOB_STATES, JOB_STEPS } from '../../../bulk/jobs/job.ts'
import { COVERED } from './v2-schemas.ts'
import { object, ref, text } from './words.ts'

type Json = Readonly<Record<string, unknown>>

/** Media types that a file may be sent as. */
export const FILE_TYPES = ['text/csv', 'application/x-ndjson', 'application/json', 'application/vnd.apache.parquet']
const RESULT_TYPES = ['text/csv', 'application/json', 'application/vnd.apache.parquet']

const whole = { type: 'integer', minimum: 0 }
const orNull = (schema: Json) => ({ ...schema, type: [schema.type, 'null'] })
const amount = { type: 'number', format: 'double' }
const likely = {
  description: 'Its likely range, 5, 50 and 95 %; null where it was not asked for',
  anyOf: [{ type: 'object', properties: { low: amount, median: amount, high: amount } }, { type: 'null' }],
}
const range = (description: string) => ({
  description,
  anyOf: [{ type: 'object', properties: { value: amount, min: amount, max: amount, likely } }, { type: 'null' }],
})
const time = { ...text, format: 'date-time' }

const totals = object(
  'Sums of all rows',
  {
    units: { ...amount, description: 'Assets in all, quantities counted; hours of bills' },
    assessed: { ...amount, description: 'Those of them without a fault' },
    faulty: { ...whole, description: 'Rows with faults' },
    skipped: { ...whole, description: 'Rows left out on purpose' },
    assumed: { ...amount, description: 'Units with a name or place that is not known, in whose place another stands' },
    computedFor: { ...text, description: 'What they were computed for, in one sentence' },
    impacts: {
      type: 'object',
      description: 'By code of the criterion',
      additionalProperties: object(
        'Sums of a criterion',
        {
          embedded: range('Of making them'),
          use: range('Of using them'),
          building: range('Of the buildings of data centres, where that boundary is asked for'),
          total: range('Of all of these'),
          ...COVERED,
        },
        ['embedded', 'use', 'total', ...Object.keys(COVERED)],
      ),
    },
    energyKwh: orNull({ ...amount, description: 'Energy over the duration, as far as it is known' }),
    energyUnits: { ...amount, description: 'Units whose energy is known' },
  },
  ['units', 'assessed', 'faulty', 'skipped', 'assumed', 'computedFor', 'impacts', 'energyKwh', 'energyUnits'],
)

const job = {
  id: { ...text, pattern: '^[0-9a-f]{32}$' },
  state: { ...text, enum: JOB_STATES },
  step: {
    type: ['string', 'null'],
    enum: [...JOB_STEPS, null],
    description: 'The step of a running job',
  },
  rows: orNull({ ...whole, description: 'Rows of the file; null while they are not counted' }),
  done: { ...whole, description: 'Rows whose figures are there' },
  faulty: { ...whole, description: 'Those of them that have a fault; the result names it' },
  skipped: { ...whole, description: 'Those of them that were left out on purpose' },
  progress: { ...amount, minimum: 0, maximum: 1, description: 'Share of the work that is done' },
  totals: { anyOf: [ref('JobTotals'), { type: 'null' }], description: 'Null until the job is done' },
  warnings: { type: 'array', items: text, description: 'Which columns of the file are not read' },
  waiting: orNull({ ...text, description: 'Why it waits, where it does not just wait for its turn' }),
  fault: orNull({ ...text, description: 'Why it failed' }),
  release: { ...text, description: 'Data release that its figures come from' },
  createdAt: time,
  finishedAt: orNull(time),
  expiresAt: orNull({
    ...time,
    description: 'When its result is removed, if the service runs until then; null until the job has ended',
  }),
}

const jobList = object('Jobs', { jobs: { type: 'array', items: ref('Job') } }, ['jobs'])

const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the job',
  schema: job.id,
  example: '0123456789abcdef0123456789abcdef',
}

const response = (name: string) => ({ $ref: `#/components/responses/${name}` })
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })
const released = { 'Data-Release': { $ref: '#/components/headers/DataRelease' } }
const shown = (description: string, headers: Json = {}) => ({
  description,
  headers: { ...released, ...headers },
  content: { 'application/json': { schema: ref('Job') } },
})
const message = (description: string) => ({
  description,
  content: { 'application/json': { schema: ref('ErrorMessage') } },
})
const bytes = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

/** The OpenAPI document with the paths of jobs, which run no operation of the schema. */
export function withJobPaths<Document extends { readonly paths?: unknown; readonly components?: unknown }>(
  document: Document,
  needsKey: boolean,
): Document {
  const refused = needsKey ? { 401: response('Unauthenticated') } : {}
  const always = {
    ...refused,
    405: response('MethodNotAllowed'),
    429: response('TooManyRequests'),
    503: response('Busy'),
  }
  const usual = { ...always, 404: message('There is no such job, or it belongs to another key') }
  const operation = (operationId: string, summary: string, rest: Json) => ({
    operationId,
    tags: ['v2'],
    summary,
    ...rest,
  })
  const paths = {
    '/v2/jobs': {
      get: operation('listJobs', 'The jobs of the API key, the latest first', {
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: 'How many jobs at most',
            schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
            example: 10,
          },
          {
            name: 'after',
            in: 'query',
            description: 'A job: those that were sent before it are listed',
            schema: job.id,
            example: id.example,
          },
        ],
        responses: {
          200: {
            description: 'Its jobs',
            headers: released,
            content: { 'application/json': { schema: ref('JobList') } },
          },
          ...always,
          403: message('The service knows no keys: a job is found by its id alone'),
          422: message('The limit is not a number from 1 to 1000'),
        },
      }),
      post: operation('createJob', 'A file of any size, assessed row by row', {
        parameters: [
          ...['criteria', 'duration', 'allocation', 'strict'].map(parameter),
          {
            name: 'release',
            in: 'query',
            description: 'Data release that the figures come from; that of /graphql when left out',
            schema: { type: 'string' },
            example: '2026.11',
          },
          {
            name: 'boundary',
            in: 'query',
            description: 'How far around an asset it is counted',
            schema: { type: 'string', enum: ['EQUIPMENT', 'DATA_CENTRE'], default: 'EQUIPMENT' },
            example: 'EQUIPMENT',
          },
          {
            name: 'likely',
            in: 'query',
            description: 'True: the likely range of each figure (`_low`, `_high`) and of the sums, 5 to 95 %',
            schema: { type: 'boolean', default: false },
            example: true,
          },
          {
            name: 'columns',
            in: 'query',
            description: 'A column that the file names otherwise, theirs=ours; may be repeated',
            style: 'form',
            explode: true,
            schema: { type: 'array', items: { type: 'string', pattern: '^.+=[^=]+$' } },
            example: ['Rechner=label'],
          },
          {
            name: 'Idempotency-Key',
            in: 'header',
            description:
              'A name for this request that no other has: sent again, it gives the same job, as long as that is there',
            schema: { type: 'string', minLength: 1, maxLength: 255 },
            example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
          },
        ],
        requestBody: {
          required: true,
          description: 'A table, a bill (FOCUS), a plan (Terraform), a list of hardware; compressed by gzip or not',
          content: bytes(FILE_TYPES),
        },
        responses: {
          202: shown('The job', { Location: { description: 'Where it is shown', schema: { type: 'string' } } }),
          ...always,
          400: message('The upload was cut off'),
          408: message('The file did not come in time'),
          413: message('The file is too large, or unpacks to too much'),
          415: message('The type or the coding of the file is not read'),
          422: {
            description:
              'The query has faults, there is no file that can be unpacked, or `Idempotency-Key` was that of another request',
            content: { 'application/json': { schema: { anyOf: [ref('HTTPValidationError'), ref('ErrorMessage')] } } },
          },
          429: message('The key has too many jobs, or too many bytes; or there were too many requests'),
          507: message('The disk has no room for more jobs'),
        },
      }),
    },
    '/v2/jobs/{id}': {
      get: operation('readJob', 'State and progress of a job', {
        parameters: [id],
        responses: { 200: shown('The job'), ...usual },
      }),
      delete: operation('removeJob', 'Cancels a job and removes it with its result', {
        parameters: [id],
        responses: { 200: shown('The job as it was, cancelled where it had not ended'), ...usual },
      }),
    },
    '/v2/jobs/{id}/events': {
      get: operation('watchJob', 'State and progress of a job, each time that they change', {
        parameters: [id],
        responses: {
          200: {
            description: 'Server-sent events `progress`, each with the job as its data, until the job has ended',
            headers: released,
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
          204: { description: 'The job has ended, and `Last-Event-ID` shows that its last event was seen' },
          ...usual,
        },
      }),
    },
    '/v2/jobs/{id}/result': {
      get: operation('readJobResult', 'The rows of the file with their figures', {
        parameters: [
          id,
          {
            name: 'csvSafe',
            in: 'query',
            description:
              'Whether CSV cells that a spreadsheet would run as a formula (=, +, -, @, tab, carriage return) have an apostrophe before them',
            schema: { type: 'boolean', default: false },
          },
          {
            name: 'Range',
            in: 'header',
            description: 'Bytes that are asked for',
            schema: { type: 'string' },
            example: 'bytes=0-',
          },
        ],
        responses: {
          200: {
            description:
              'The columns of the file, then status, fault, figures (`gwp_embedded`, `gwp_embedded_min`, ...) and release',
            headers: released,
            content: bytes(RESULT_TYPES),
          },
          206: { description: 'The bytes that were asked for', headers: released, content: bytes(RESULT_TYPES) },
          304: { description: 'The result is the one that the client has' },
          ...usual,
          406: message('None of the types that are accepted can be given'),
          409: message('There is no result: the job has not ended, or it failed'),
          412: message('The result is not the one that `If-Match` names'),
          416: message('The result has no such bytes'),
          422: message('`csvSafe` is neither true nor false'),
          507: message('The result could not be written in that format'),
        },
      }),
    },
  }
  const components = document.components as { readonly schemas: Json }
  const schemas = {
    ...components.schemas,
    Job: object('A job', job, Object.keys(job)),
    JobList: jobList,
    JobTotals: totals,
  }
  return { ...document, paths: { ...(document.paths as object), ...paths }, components: { ...components, schemas } }
}
