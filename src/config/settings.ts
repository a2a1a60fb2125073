import { delimiter } from 'node:path'
import * as z from 'zod'
import { CRITERION_CODES, type Criterion, DEFAULT_CRITERIA } from '../engine/figures/criteria.ts'
import { DEFAULT_ARCHETYPES } from '../reference/default-archetypes.ts'
import { archetype, choice, list, number, onOff, pairs, setting, text, threads, whole, workers } from './setting.ts'

/** How many requests are admitted in how many seconds. */
export interface RateLimit {
  readonly quota: number
  readonly windowSeconds: number
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Every setting of the service, in the order `--help` shows them. */
export const SETTINGS = {
  port: whole('PORT', 'Port to listen on; 0 takes any free one', 4000, 0, 65_535),
  host: text('HOST', 'Address to listen on; 0.0.0.0 for all', '127.0.0.1', 'an address or a host name'),
  workers: setting(
    'WORKERS',
    'Processes that answer; a killed one is replaced',
    '1',
    'auto or a whole number 1 to 256',
    workers,
  ),
  dataFolders: setting(
    'DATA_FOLDER',
    `Folder with own tables that replace or extend rows; several are separated by "${delimiter}"`,
    '',
    'a folder',
    z.string().transform((folders) => folders.split(delimiter).filter((folder) => folder !== '')),
  ),
  release: text(
    'RELEASE',
    'Data release that GraphQL and pages answer from; the newest where none is named',
    '',
    'a data release such as 2026.11',
  ),
  restRelease: text(
    'REST_RELEASE',
    'Data release that /v1 answers from; its clients know the figures of this one',
    'boavizta-2.4.1',
    'a data release',
  ),
  location: text(
    'DEFAULT_LOCATION',
    'Where electricity comes from when no place is given',
    DEFAULT_ARCHETYPES.location,
    'a location of the tables',
  ),
  serverArchetype: archetype('DEFAULT_SERVER_ARCHETYPE', 'a server', DEFAULT_ARCHETYPES.server),
  iotArchetype: archetype('DEFAULT_IOT_ARCHETYPE', 'an IoT device', DEFAULT_ARCHETYPES.iotDevice),
  componentArchetypes: pairs('DEFAULT_COMPONENT_ARCHETYPES', 'components', DEFAULT_ARCHETYPES.components),
  terminalArchetypes: pairs('DEFAULT_TERMINAL_ARCHETYPES', 'terminals and peripherals', DEFAULT_ARCHETYPES.terminals),
  criteria: setting(
    'DEFAULT_CRITERIA',
    'Impact criteria when none are asked for',
    DEFAULT_CRITERIA.join(','),
    `a list of ${CRITERION_CODES.join(', ')}`,
    list().pipe(z.array(z.enum(CRITERION_CODES as [Criterion, ...Criterion[]])).min(1)),
  ),
  uncertaintyShare: setting(
    'UNCERTAINTY_SHARE',
    'A figure is shown no finer than this share (percent) of the width of its bounds',
    '10',
    'a number above 0 and up to 100',
    z
      .string()
      .regex(/^\d+(\.\d+)?\s*%?$/)
      .transform((share) => Number.parseFloat(share) / 100)
      .refine((share) => share > 0 && share <= 1),
  ),
  maximumDigits: whole('MAX_DIGITS', 'Significant figures of a figure, at most', 4, 1, 15),
  minimumDigits: whole('MIN_DIGITS', 'Significant figures a figure keeps that would become 0', 1, 1, 15),
  matchingThreshold: number(
    'MATCHING_THRESHOLD',
    'Likeness above which the name of a part is accepted',
    DEFAULT_ARCHETYPES.matchingThreshold,
    0,
    100,
  ),
  allowedOrigins: setting(
    'ALLOWED_ORIGINS',
    'Origins whose pages may read answers (CORS, never with credentials)',
    '*',
    '* or a list of origins such as https://example.org',
    list().pipe(z.array(z.string().regex(/^(\*|null|[a-z][a-z0-9+.-]*:\/\/[^/\s]+)$/i)).min(1)),
  ),
  logLevel: choice('LOG_LEVEL', 'Least important log line that is written', 'info', LOG_LEVELS),
  graphiql: onOff('GRAPHIQL', 'The query editor at /graphql', 'on'),
  introspection: onOff('INTROSPECTION', 'Whether clients may ask for the schema', 'on'),
  trustedDocuments: text(
    'TRUSTED_DOCUMENTS',
    'JSON file {sha256: document}; only these GraphQL documents are then executed',
    '',
    'a file',
  ),
  maxDocumentCharacters: whole('MAX_DOCUMENT_CHARACTERS', 'Characters of a GraphQL document', 100_000, 1, 10_000_000),
  maxTokens: whole('MAX_TOKENS', 'Tokens of a GraphQL document', 5_000, 1, 1_000_000),
  maxDepth: whole('MAX_DEPTH', 'Depth of a GraphQL operation', 20, 1, 1_000),
  maxAliases: whole('MAX_ALIASES', 'Aliases in a GraphQL document', 200, 0, 1_000_000),
  maxListItems: whole('MAX_LIST_ITEMS', 'Items of any one list in a GraphQL request', 20_000, 1, 100_000_000),
  maxCost: whole(
    'MAX_COST',
    'Cost of a GraphQL operation: a field counts 1, times the criteria and the list items it is asked for',
    1_000_000,
    1,
    Number.MAX_SAFE_INTEGER,
  ),
  maxBatch: whole('MAX_BATCH', 'Operations in one GraphQL request; 1 refuses batches', 10, 1, 1_000),
  maxAnswerValues: whole(
    'MAX_ANSWER_VALUES',
    'Values in the answer of a GraphQL operation: numbers, words, objects and lists',
    1_000_000,
    1,
    1_000_000_000,
  ),
  maxAnswerBytes: whole(
    'MAX_ANSWER_BYTES',
    'Bytes of the answer of a GraphQL operation',
    16_777_216,
    1_000,
    268_435_456,
  ),
  operationThreads: whole(
    'OPERATION_THREADS',
    'Threads per process for large operations; 0 runs them like small ones',
    1,
    0,
    64,
  ),
  warmUp: onOff(
    'WARM_UP',
    'Run a large operation after the start and keep its thread, so that the first one is answered as fast as others; off saves 80 MB',
    'on',
  ),
  timeLimitMs: whole('TIME_LIMIT_MS', 'Milliseconds a GraphQL operation may take', 10_000, 1, 3_600_000),
  maxBodyBytes: whole('MAX_BODY_BYTES', 'Bytes of a request body under /v1', 1_048_576, 1, 1_073_741_824),
  maxGraphqlBodyBytes: whole(
    'MAX_GRAPHQL_BODY_BYTES',
    'Bytes of a request body at /graphql',
    4_194_304,
    1,
    1_073_741_824,
  ),
  requestTimeoutMs: whole(
    'REQUEST_TIMEOUT_MS',
    'Milliseconds a client may take to send a request',
    30_000,
    100,
    3_600_000,
  ),
  maxConcurrent: whole('MAX_CONCURRENT', 'Requests in work per process; beyond, 503', 1_000, 1, 1_000_000),
  maxWaitMs: whole(
    'MAX_WAIT_MS',
    'Milliseconds a request may have waited for its turn; beyond, 503',
    2_000,
    1,
    600_000,
  ),
  maxMemoryBytes: whole(
    'MAX_MEMORY_BYTES',
    'Resident memory per process beyond which requests get 503; 0 for no bound',
    0,
    0,
    1_099_511_627_776,
  ),
  maxUnreadBytes: whole(
    'MAX_UNREAD_BYTES',
    'Bytes of answers per process that wait for their clients to read them',
    134_217_728,
    1,
    8_589_934_592,
  ),
  answerCacheBytes: whole(
    'ANSWER_CACHE_BYTES',
    'Memory per process for remembered REST answers; 0 for none',
    8_388_608,
    0,
    8_589_934_592,
  ),
  apiKeys: setting(
    'API_KEYS',
    'SHA-256 (hexadecimal) of each accepted API key; none: open to all',
    '',
    'a list of 64 hexadecimal digits each',
    list().pipe(
      z.array(
        z
          .string()
          .regex(/^[0-9a-f]{64}$/i)
          .transform((hash) => hash.toLowerCase()),
      ),
    ),
  ),
  apiKeysFile: text('API_KEYS_FILE', 'File with further such hashes, one a line, read again on SIGHUP', '', 'a file'),
  rateLimit: setting(
    'RATE_LIMIT',
    'Requests per API key or address and time, per process',
    'off',
    'off or, for example, 100/60s',
    z
      .string()
      .regex(/^(off|[1-9]\d{0,8}\/[1-9]\d{0,5}s)$/i)
      .transform((text): RateLimit | undefined => {
        const [quota, window] = text.toLowerCase().split('/')
        return window === undefined ? undefined : { quota: Number(quota), windowSeconds: Number.parseInt(window, 10) }
      }),
  ),
  trustedProxies: whole('TRUSTED_PROXIES', 'Proxies in front whose X-Forwarded-For is believed', 0, 0, 10),
  drainMs: whole('DRAIN_MS', 'Milliseconds between being not ready and closing the port at a stop', 0, 0, 600_000),
  graceMs: whole('GRACE_MS', 'Milliseconds that requests in work are given at a stop', 10_000, 0, 600_000),
  jobsFolder: setting(
    'JOBS_FOLDER',
    'Folder of jobs and their results, or with JOBS_URL an object store, shared by all that work on them; impactql-jobs in the temporary folder of the system where none is named',
    '',
    'a folder, or an address such as s3://bucket/jobs',
    z.string().regex(/^(?!s3:)|^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/.*)?$/),
  ),
  jobsUrl: setting(
    'JOBS_URL',
    'Redis or Valkey over which further machines take parts of jobs; none: this machine works alone',
    '',
    'a URL such as redis://queue:6379',
    z.union([z.literal(''), z.url({ protocol: /^rediss?$/ })]),
  ),
  jobWorkers: setting(
    'JOB_WORKERS',
    'Threads that evaluate parts of jobs, with a low priority; 0, with JOBS_URL, leaves them to impactql worker',
    'auto',
    'auto or a whole number 0 to 256',
    threads,
  ),
  maxJobBytes: whole('MAX_JOB_BYTES', 'Bytes of the file of a job, as it is sent', 1_073_741_824, 1, 1_099_511_627_776),
  maxJobUnpackedBytes: whole(
    'MAX_JOB_UNPACKED_BYTES',
    'Bytes of the file of a job, unpacked',
    8_589_934_592,
    1,
    1_099_511_627_776,
  ),
  maxJobRows: whole('MAX_JOB_ROWS', 'Rows of the file of a job', 200_000_000, 1, 10_000_000_000),
  maxJobDiskBytes: whole(
    'MAX_JOB_DISK_BYTES',
    'Bytes that a job may take on disk while it is worked on',
    68_719_476_736,
    1_000_000,
    1_099_511_627_776,
  ),
  maxJobStepMs: whole(
    'MAX_JOB_STEP_MS',
    'Milliseconds that a step of a job may take: its file is read, a part is evaluated, its rows are written',
    3_600_000,
    100,
    604_800_000,
  ),
  jobsPerKey: whole('JOBS_PER_KEY', 'Jobs of an API key (without keys: of all) at a time', 4, 1, 10_000),
  jobBytesPerKey: whole(
    'JOB_BYTES_PER_KEY',
    'Bytes of all files and results of an API key (without keys: of all), each job 1 MB at least',
    17_179_869_184,
    1_000_000,
    1_099_511_627_776,
  ),
  jobHoursKept: whole('JOB_HOURS_KEPT', 'Hours that the result of a job stays', 24, 1, 87_600),
  otelEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OpenTelemetry collector (OTLP over HTTP) that gets traces; none: no traces',
    '',
    'a URL such as http://collector:4318',
    z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  ),
  otelServiceName: text('OTEL_SERVICE_NAME', 'Name of this service in traces', 'impactql', 'a name'),
} as const
