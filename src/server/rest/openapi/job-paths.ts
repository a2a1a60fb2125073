import { JOB_STATES, JOB_STEPS, ROW_STATUSES } from '../../../bulk/jobs/job.ts'
import { UNCOUNTED_REASONS } from '../../../engine/assessment/coverage.ts'
import { ASSUMPTIONS } from '../../../engine/values/assumptions.ts'
import { EXAMPLE_RELEASE } from '../../../input/rest/v2-body.ts'
import { PAGE_INFO } from './v2-catalogue-schemas.ts'
import { COVERED } from './v2-schemas.ts'
import { object, ref, text } from './words.ts'

type Json = Readonly<Record<string, unknown>>

/** Media types of uploaded files. */
export const FILE_TYPES = ['text/csv', 'application/x-ndjson', 'application/json', 'application/vnd.apache.parquet']
export const RESULT_TYPES = ['text/csv', 'application/json', 'application/vnd.apache.parquet']

const whole = { type: 'integer', minimum: 0 }
const orNull = (schema: Json) => ({ ...schema, type: [schema.type, 'null'] })
const amount = { type: 'number', format: 'double' }
const likely = {
  description: 'Null unless requested',
  anyOf: [ref('V2Likely'), { type: 'null' }],
}
const range = (description: string) => ({
  description,
  anyOf: [{ type: 'object', properties: { value: amount, min: amount, max: amount, likely } }, { type: 'null' }],
})
const time = { ...text, format: 'date-time' }
/** An old name, served for a year. */
const instead = (name: string, schema: Json) => ({ ...schema, deprecated: true, description: `Use ${name}` })

const money = orNull({ ...amount, description: 'Null without costs, or with several currencies' })

/** Only for a bill. */
const billCoverage = object(
  'Coverage of a bill: how much of it is assessed',
  {
    rows: { ...whole, description: 'Lines of the bill' },
    assessedRows: { ...whole, description: 'Lines that are assessed' },
    excludedRows: { ...whole, description: 'Lines with nothing to assess' },
    unknownRows: { ...whole, description: 'Lines for which no figures are known' },
    unknownRegionRows: { ...whole, description: 'Assessed lines without a known region' },
    currencies: { type: 'array', items: text, description: 'Currencies of the costs' },
    cost: money,
    assessedCost: money,
    excludedCost: money,
    unknownCost: money,
    unknownRegionCost: money,
    credits: { ...money, description: 'Sum of the credits. The cost excludes them' },
    rowsWithoutCost: { ...whole, description: 'Lines without a cost' },
    byReason: {
      type: 'array',
      description: 'Lines left out, by reason',
      items: object('Lines that were left out for one reason', { reason: text, rows: whole, cost: money }, [
        'reason',
        'rows',
        'cost',
      ]),
    },
    byService: {
      type: 'array',
      description: 'Lines by service',
      items: object(
        'Lines of one service',
        { service: text, rows: whole, assessedRows: whole, cost: money, assessedCost: money },
        ['service', 'rows', 'assessedRows', 'cost', 'assessedCost'],
      ),
    },
    unknown: {
      type: 'array',
      description: 'Usage without figures, the most expensive first, at most 1,000 entries',
      items: object('Unknown usage', { reason: text, what: text, rows: whole, cost: money }, [
        'reason',
        'what',
        'rows',
        'cost',
      ]),
    },
  },
  [
    'rows',
    'assessedRows',
    'excludedRows',
    'unknownRows',
    'unknownRegionRows',
    'currencies',
    'byReason',
    'byService',
    'unknown',
  ],
)

const shares = { type: 'object', additionalProperties: orNull(amount) } as const

const totals = object(
  'Sums of all rows',
  {
    units: {
      ...amount,
      description:
        'Number of assets: the sum of the quantities. A faulty row without a readable quantity counts as 1, and 0 in a bill. Rows left out on purpose count 0. For bills, the quantities of all lines are added, whether in hours, GB hours or GB',
    },
    assessed: { ...amount, description: 'Assets without a fault' },
    counted: { ...amount, description: 'Assets with a figure in at least one phase of at least one criterion' },
    uncounted: {
      type: 'array',
      description:
        'The other assets, by what would make them count: the largest groups first. At most 1,000 groups, and those of known kinds. The rest is summed up as OTHERS',
      items: object(
        'Units without a figure that share a reason',
        {
          reason: { ...text, enum: Object.keys(UNCOUNTED_REASONS) },
          kind: orNull({ ...text, description: 'Their kind, as in the column `kind`: `ups`' }),
          word: orNull({ ...text, description: 'Word of the file that means no known kind, at most 60 characters' }),
          units: { ...amount, description: 'Number of units' },
          rows: { ...whole, description: 'Number of rows' },
          give: { type: 'array', items: text, description: 'Columns to add or to correct, such as `own_making_kg`' },
          nearest: { type: 'array', items: text, description: 'Known kinds similar to the word, best first' },
        },
        ['reason', 'kind', 'word', 'units', 'rows', 'give', 'nearest'],
      ),
    },
    rowsFaulty: { ...whole, description: 'Rows with faults' },
    rowsSkipped: { ...whole, description: 'Rows left out on purpose' },
    faulty: instead('rowsFaulty', whole),
    skipped: instead('rowsSkipped', whole),
    assumed: { ...amount, description: 'Units whose figures rest on an assumption' },
    assumptions: {
      type: 'array',
      description: 'Units with assumptions, by reason. A unit counts for each of its reasons',
      items: object(
        'Units that rest on an assumption',
        {
          reason: { ...text, enum: Object.keys(ASSUMPTIONS) },
          units: { ...amount, description: 'Number of units' },
          shares: { ...shares, description: 'Their share of the total, 0 to 1, by code of the criterion' },
        },
        ['reason', 'units', 'shares'],
      ),
    },
    ownFigures: orNull(
      object(
        'Units whose manufacturing is a figure of your own',
        {
          units: { ...amount, description: 'Number of units' },
          shares: { ...shares, description: 'Share of that figure in the total, 0 to 1, by code of the criterion' },
        },
        ['units', 'shares'],
      ),
    ),
    computedFor: {
      ...text,
      description: 'Duration, places, boundary, loads and release of the totals, in one sentence',
    },
    scope: {
      type: 'object',
      description:
        'The values behind `computedFor`. The command `impactql totals` combines the values of several parts',
    },
    impacts: {
      type: 'object',
      description: 'By code of the criterion',
      additionalProperties: object(
        'Sums of a criterion',
        {
          unit: { ...text, description: 'Unit of the figures' },
          embedded: range('Embodied impact of the assets'),
          use: range('Use impact of the assets'),
          building: range('Impact of the buildings of data centres, with the boundary DATA_CENTRE'),
          total: range('Sum of embodied impact and use. With the boundary DATA_CENTRE, it includes the building'),
          ...COVERED,
        },
        ['unit', 'embedded', 'use', 'total', ...Object.keys(COVERED)],
      ),
    },
    coverage: billCoverage,
    energy: orNull({ ...amount, description: 'Energy over the duration in kWh, of the units with a known power' }),
    energyRange: range('Energy over the duration in kWh, with bounds and likely range'),
    energyKwh: instead('energy', orNull(amount)),
    energyUnits: { ...amount, description: 'Units whose energy is known' },
  },
  [
    'units',
    'assessed',
    'counted',
    'uncounted',
    'rowsFaulty',
    'rowsSkipped',
    'faulty',
    'skipped',
    'assumed',
    'assumptions',
    'ownFigures',
    'computedFor',
    'impacts',
    'energy',
    'energyKwh',
    'energyUnits',
  ],
)

const job = {
  id: { ...text, pattern: '^[0-9a-f]{32}$' },
  state: { ...text, enum: JOB_STATES, description: 'The words of `JobState` in GraphQL, in lower case' },
  step: {
    type: ['string', 'null'],
    enum: [...JOB_STEPS, null],
    description: 'The step of a running job',
  },
  rowsRead: orNull({ ...whole, description: 'Rows of the file. Null until they are counted' }),
  rowsDone: { ...whole, description: 'Rows processed so far, faulty rows and rows left out included' },
  rowsFaulty: { ...whole, description: 'Rows with a fault so far. The result names each fault' },
  rowsSkipped: { ...whole, description: 'Rows left out on purpose so far, such as taxes on a bill' },
  progress: { ...amount, minimum: 0, maximum: 1, description: 'Completed share of the work, 0 to 1' },
  totals: { anyOf: [ref('JobTotals'), { type: 'null' }], description: 'Null until the job is done' },
  warnings: { type: 'array', items: text, description: 'Columns of the file that are not read' },
  waiting: orNull({ ...text, description: 'Why the job waits, unless it only waits for its turn' }),
  fault: orNull({ ...text, description: 'Why the job failed' }),
  release: { ...text, description: 'Data release of the result' },
  sentAt: { ...time, description: 'When the job was sent' },
  endedAt: orNull({ ...time, description: 'When the job ended' }),
  removedAt: orNull({
    ...time,
    description:
      'Estimated time at which the service removes the result. The service removes it later if it is stopped in between. Null until the job ends',
  }),
  rows: instead('rowsRead', orNull(whole)),
  done: instead('rowsDone', whole),
  faulty: instead('rowsFaulty', whole),
  skipped: instead('rowsSkipped', whole),
  createdAt: instead('sentAt', time),
  finishedAt: instead('endedAt', orNull(time)),
  expiresAt: instead('removedAt', orNull(time)),
}

const jobList = object(
  'A page of jobs',
  {
    totalCount: whole,
    nodes: { type: 'array', items: ref('Job') },
    pageInfo: PAGE_INFO,
    jobs: instead('nodes', { type: 'array', items: ref('Job') }),
  },
  ['totalCount', 'nodes', 'pageInfo', 'jobs'],
)

const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the job',
  schema: job.id,
  example: '0123456789abcdef0123456789abcdef',
}

export const response = (name: string) => ({ $ref: `#/components/responses/${name}` })
export const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })
export const released = { 'Data-Release': { $ref: '#/components/headers/DataRelease' } }
const shown = (description: string, headers: Json = {}) => ({
  description,
  headers: { ...released, ...headers },
  content: { 'application/json': { schema: ref('Job') } },
})
export const message = (description: string) => ({
  description,
  content: { 'application/json': { schema: ref('ErrorMessage') } },
})
const eitherOf = (description: string) => ({
  description,
  content: { 'application/json': { schema: { anyOf: [ref('HTTPValidationError'), ref('ErrorMessage')] } } },
})
export const bytes = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

/** Adds the paths of jobs, which run no operation of the schema, to the OpenAPI document. */
export function withJobPaths<Document extends { readonly paths?: unknown; readonly components?: unknown }>(
  document: Document,
  needsKey: boolean,
): Document {
  const refused = needsKey ? { 401: response('Unauthenticated') } : {}
  const always = {
    ...refused,
    400: response('UnknownParameter'),
    405: response('MethodNotAllowed'),
    429: response('TooManyRequests'),
    503: response('Busy'),
  }
  const missing = 'The job does not exist, or belongs to another key'
  const usual = {
    ...always,
    404: { description: missing, content: { 'application/json': { schema: ref('HTTPValidationError') } } },
  }
  const operation = (operationId: string, summary: string, rest: Json) => ({
    operationId,
    tags: ['v2'],
    summary,
    ...rest,
  })
  const paths = {
    '/v2/jobs': {
      get: operation('listJobs', 'Jobs of the API key, newest first', {
        parameters: [
          {
            name: 'first',
            in: 'query',
            description: 'Maximum number of jobs to return',
            schema: { type: 'integer', minimum: 0, maximum: 1000, default: 100 },
            example: 10,
          },
          {
            name: 'limit',
            in: 'query',
            deprecated: true,
            description: 'Use first',
            schema: { type: 'integer', minimum: 0, maximum: 1000 },
          },
          {
            name: 'after',
            in: 'query',
            description: 'Id of a job. Only jobs sent before it are listed',
            schema: job.id,
            example: id.example,
          },
        ],
        responses: {
          200: {
            description: 'Jobs of the caller',
            headers: released,
            content: { 'application/json': { schema: ref('JobList') } },
          },
          ...always,
          403: message('The service has no API keys, so it lists no jobs. Use the id of a job'),
          404: response('UnknownName'),
          422: response('BadInput'),
        },
      }),
      post: operation('createJob', 'A file of any size, assessed row by row', {
        parameters: [
          ...['criteria', 'duration', 'allocation', 'strict'].map(parameter),
          {
            name: 'release',
            in: 'query',
            description: 'Data release to assess with. Default: that of /graphql',
            schema: { type: 'string' },
            example: EXAMPLE_RELEASE,
          },
          {
            name: 'boundary',
            in: 'query',
            description: 'System boundary of the assessment',
            schema: { type: 'string', enum: ['EQUIPMENT', 'DATA_CENTRE'], default: 'EQUIPMENT' },
            example: 'EQUIPMENT',
          },
          {
            name: 'timeWorkload',
            in: 'query',
            description: 'Average load in percent, for rows that state none. Default: that of the typical asset',
            schema: { type: 'number', minimum: 0, maximum: 100 },
            example: 50,
          },
          {
            name: 'likely',
            in: 'query',
            description:
              'Whether to add the likely range (5 to 95 %) of each figure (`_low`, `_high`) and of the totals',
            schema: { type: 'boolean', default: false },
            example: true,
          },
          {
            name: 'columns',
            in: 'query',
            description:
              'Renames a column: theirs=ours, such as Computer=label. The name can end with a unit: Memory=ram_capacity_MB. Can be repeated',
            style: 'form',
            explode: true,
            schema: { type: 'array', items: { type: 'string', pattern: '^.+=[^=]+$' } },
            example: ['Computer=label'],
          },
          {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'A unique name for this request. Sending it again gives the same job, while the job exists',
            schema: { type: 'string', minLength: 1, maxLength: 255 },
            example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
          },
        ],
        requestBody: {
          required: true,
          description: 'A table, a bill (FOCUS), a plan (Terraform) or a list of hardware, with or without gzip',
          content: bytes(FILE_TYPES),
        },
        responses: {
          202: shown('The job', { Location: { description: 'Address of the job', schema: { type: 'string' } } }),
          ...always,
          400: eitherOf('The query has an unknown or repeated parameter, or the upload was cut off'),
          404: response('UnknownName'),
          408: message('The file did not arrive in time'),
          413: message('The file is too large'),
          415: message('The service does not support the type or encoding of the file'),
          422: eitherOf('The query has faults, the file is empty, or another request used this `Idempotency-Key`'),
          429: message('The key has too many jobs or bytes, or sent too many requests'),
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
        responses: { 200: shown('The removed job. If it had not ended, it was cancelled'), ...usual },
      }),
    },
    '/v2/jobs/{id}/events': {
      get: operation('watchJob', 'State and progress of a job on each change', {
        parameters: [id],
        responses: {
          200: {
            description: 'Server-sent events named `progress`, with the job as data, until the job ends',
            headers: released,
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
          204: { description: 'The job has ended, and `Last-Event-ID` is its last event' },
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
            name: 'status',
            in: 'query',
            description:
              'Only rows with this status. Their first column is `row`, the number of the row in the file, from 1. Default: all rows',
            schema: { type: 'string', enum: [...ROW_STATUSES] },
            example: 'faulty',
          },
          {
            name: 'Range',
            in: 'header',
            description: 'Requested bytes',
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
          206: { description: 'The requested bytes', headers: released, content: bytes(RESULT_TYPES) },
          304: { description: 'The client already has this result' },
          ...usual,
          406: message('The service has no content type that the request accepts'),
          409: message('There is no result: the job has not ended, or it failed'),
          412: message('The result is not the one that `If-Match` names'),
          416: message('The result has no such bytes'),
          422: response('BadInput'),
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
