import { delimiter } from 'node:path'
import * as z from 'zod'
import { readMemory } from '../../bulk/memory.ts'
import { DEFAULT_ARCHETYPES } from '../../catalogue/default-archetypes.ts'
import { CRITERION_CODES, type Criterion, DEFAULT_CRITERIA } from '../../engine/values/criteria.ts'

/** Number of requests admitted per number of seconds. */
export interface RateLimit {
  readonly quota: number
  readonly windowSeconds: number
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Every setting of the service, in the order `--help` shows them. */
export const SETTINGS = {
  port: whole('PORT', 'Port to listen on. 0 takes any free port', 4000, 0, 65_535),
  host: text(
    'HOST',
    'Address to listen on. 0.0.0.0 listens on all addresses',
    '127.0.0.1',
    'an address or a host name',
  ),
  workers: setting(
    'WORKERS',
    'Number of processes that answer requests. The service replaces a process that dies',
    '1',
    'auto or a whole number 1 to 256',
    workers,
  ),
  dataFolders: setting(
    'DATA_FOLDER',
    `Folder with your own tables, whose rows replace or extend the shipped ones. Separate several with "${delimiter}"`,
    '',
    'a folder',
    z.string().transform((folders) => folders.split(delimiter).filter((folder) => folder !== '')),
  ),
  release: text(
    'RELEASE',
    'Data release that GraphQL, /v2 and the pages answer from. Without it, the newest',
    '',
    'a data release such as 2026.11',
  ),
  restRelease: text(
    'REST_RELEASE',
    'Data release that /v1 answers from. Clients of BoaviztAPI expect the figures of boavizta-2.4.1',
    'boavizta-2.4.1',
    'a data release',
  ),
  location: text(
    'DEFAULT_LOCATION',
    'Default location of the electricity',
    DEFAULT_ARCHETYPES.location,
    'a location code of the tables, such as FRA',
  ),
  serverArchetype: archetype('DEFAULT_SERVER_ARCHETYPE', 'a server', DEFAULT_ARCHETYPES.server),
  iotArchetype: archetype('DEFAULT_IOT_ARCHETYPE', 'an IoT device', DEFAULT_ARCHETYPES.iotDevice),
  componentArchetypes: pairs('DEFAULT_COMPONENT_ARCHETYPES', 'components', DEFAULT_ARCHETYPES.components),
  terminalArchetypes: pairs('DEFAULT_TERMINAL_ARCHETYPES', 'terminals and peripherals', DEFAULT_ARCHETYPES.terminals),
  criteria: setting(
    'DEFAULT_CRITERIA',
    'Default impact criteria',
    DEFAULT_CRITERIA.join(','),
    `a list of ${CRITERION_CODES.join(', ')}`,
    list().pipe(z.array(z.enum(CRITERION_CODES as [Criterion, ...Criterion[]])).min(1)),
  ),
  uncertaintyShare: setting(
    'UNCERTAINTY_SHARE',
    'Largest rounding step of a figure, as a percentage of the distance between the lower and the upper bound',
    '10',
    'a number above 0 and up to 100',
    z
      .string()
      .regex(/^\d+(\.\d+)?\s*%?$/)
      .transform((share) => Number.parseFloat(share) / 100)
      .refine((share) => share > 0 && share <= 1),
  ),
  maximumDigits: whole('MAX_DIGITS', 'Maximum number of significant digits in a figure', 4, 1, 15),
  minimumDigits: whole('MIN_DIGITS', 'Significant digits that a figure keeps when rounding would make it 0', 1, 1, 15),
  matchingThreshold: number(
    'MATCHING_THRESHOLD',
    'Similarity above which an entered name matches a known one',
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
  logLevel: choice('LOG_LEVEL', 'Lowest level of log lines to write', 'info', LOG_LEVELS),
  graphiql: onOff('GRAPHIQL', 'The query editor at /graphql', 'on'),
  introspection: onOff('INTROSPECTION', 'Whether clients may query the schema', 'on'),
  trustedDocuments: text(
    'TRUSTED_DOCUMENTS',
    'JSON file {sha256: document}. With it, the service runs only these GraphQL documents and those of the explorer',
    '',
    'a file',
  ),
  maxDocumentCharacters: whole(
    'MAX_DOCUMENT_CHARACTERS',
    'Maximum number of characters in a GraphQL document',
    100_000,
    1,
    10_000_000,
  ),
  maxTokens: whole('MAX_TOKENS', 'Maximum number of tokens in a GraphQL document', 5_000, 1, 1_000_000),
  maxDepth: whole('MAX_DEPTH', 'Maximum depth of a GraphQL operation', 20, 1, 1_000),
  maxAliases: whole('MAX_ALIASES', 'Maximum number of aliases in a GraphQL document', 200, 0, 1_000_000),
  maxListItems: whole(
    'MAX_LIST_ITEMS',
    'Maximum number of items in any one list of a GraphQL request',
    20_000,
    1,
    100_000_000,
  ),
  maxCost: whole(
    'MAX_COST',
    'Maximum cost of a GraphQL operation. A field costs 1 for each object that the service computes for it',
    1_250_000,
    1,
    Number.MAX_SAFE_INTEGER,
  ),
  maxCostPer4Kb: whole(
    'MAX_COST_PER_4_KB',
    'Maximum cost of a GraphQL request of up to 4,000 bytes. For a longer request, the maximum rises in proportion to its length, up to MAX_COST',
    100_000,
    1,
    Number.MAX_SAFE_INTEGER,
  ),
  maxBatch: whole('MAX_BATCH', 'Maximum number of operations in one GraphQL request. 1 refuses batches', 10, 1, 1_000),
  maxAnswerValues: whole(
    'MAX_ANSWER_VALUES',
    'Maximum number of values in the answer to a GraphQL operation: numbers, texts, objects and lists',
    1_000_000,
    1,
    1_000_000_000,
  ),
  maxAnswerBytes: whole(
    'MAX_ANSWER_BYTES',
    'Maximum bytes in the answer to a GraphQL operation',
    16_777_216,
    1_000,
    268_435_456,
  ),
  operationThreads: setting(
    'OPERATION_THREADS',
    'Threads per process for large operations. A single caller can use all but one. 0 runs large operations on the main thread. auto is 2, or 1 in a control group of less than 1 GB',
    'auto',
    'auto or a whole number 0 to 64',
    wholeOrAuto(64),
  ),
  warmUp: onOff(
    'WARM_UP',
    'Run a large operation at startup, so that the first one of a client is as fast as later ones. off saves 80 MB until the first large operation',
    'on',
  ),
  timeLimitMs: whole('TIME_LIMIT_MS', 'Maximum milliseconds that a GraphQL operation may take', 10_000, 1, 3_600_000),
  maxBodyBytes: whole(
    'MAX_BODY_BYTES',
    'Maximum bytes of a request body under /v1 and /v2, except the files of jobs',
    1_048_576,
    1,
    1_073_741_824,
  ),
  maxGraphqlBodyBytes: whole(
    'MAX_GRAPHQL_BODY_BYTES',
    'Maximum bytes of a request body at /graphql',
    4_194_304,
    1,
    1_073_741_824,
  ),
  requestTimeoutMs: whole(
    'REQUEST_TIMEOUT_MS',
    'Maximum milliseconds that a client may take to send a request, or may pause while it reads the result of a job',
    30_000,
    100,
    3_600_000,
  ),
  maxConcurrent: whole(
    'MAX_CONCURRENT',
    'Maximum number of concurrent requests per process. At this number, the caller with the most waiting requests loses its newest one, which gets 503',
    1_000,
    1,
    1_000_000,
  ),
  maxWaitMs: whole(
    'MAX_WAIT_MS',
    'Maximum milliseconds that a request may wait for its turn. After that it gets 503',
    2_000,
    1,
    600_000,
  ),
  maxMemoryBytes: setting(
    'MAX_MEMORY_BYTES',
    'Resident memory per process above which requests get 503. 0 sets no limit. auto is 80 % of the control group, divided by WORKERS, and no limit without a control group',
    'auto',
    'auto or a whole number 0 to 1099511627776',
    wholeOrAuto(1_099_511_627_776),
  ),
  maxUnreadBytes: whole(
    'MAX_UNREAD_BYTES',
    'Maximum bytes, per process, of answers that clients have not read yet',
    134_217_728,
    1,
    8_589_934_592,
  ),
  answerCacheBytes: whole(
    'ANSWER_CACHE_BYTES',
    'Memory per process for the cache of REST answers. 0 turns it off',
    8_388_608,
    0,
    8_589_934_592,
  ),
  apiKeys: setting(
    'API_KEYS',
    'SHA-256 (hexadecimal) of each accepted API key. Without keys, the service is open to all',
    '',
    'hashes of 64 hexadecimal digits each, separated by commas',
    list().pipe(
      z.array(
        z
          .string()
          .regex(/^[0-9a-f]{64}$/i)
          .transform((hash) => hash.toLowerCase()),
      ),
    ),
  ),
  apiKeysFile: text(
    'API_KEYS_FILE',
    'File with more hashes of API keys, one per line. SIGHUP reloads it',
    '',
    'a file',
  ),
  rateLimit: setting(
    'RATE_LIMIT',
    'Maximum number of requests per API key or client address in a period, per process',
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
  trustedProxies: whole(
    'TRUSTED_PROXIES',
    'Number of proxies in front of the service. The service trusts the X-Forwarded-For header that they send',
    0,
    0,
    10,
  ),
  drainMs: whole(
    'DRAIN_MS',
    'On shutdown, milliseconds for which /ready answers 503 before the service closes the port',
    0,
    0,
    600_000,
  ),
  graceMs: whole(
    'GRACE_MS',
    'On shutdown, milliseconds that the service gives running requests to finish',
    10_000,
    0,
    600_000,
  ),
  jobs: onOff('JOBS', 'Whether the service takes large files as jobs, at /v2/jobs', 'on'),
  jobsFolder: setting(
    'JOBS_FOLDER',
    'Folder for jobs and their results, on a local disk. Default: impactql-jobs in the temporary folder of the system',
    '',
    'a local folder',
    z.string().regex(/^(?![a-z0-9]+:\/\/)/i),
  ),
  jobWorkers: setting(
    'JOB_WORKERS',
    'Threads that evaluate jobs, at low priority. Fewer run if MEMORY has no room for them',
    'auto',
    'auto or a whole number 1 to 256',
    workers,
  ),
  memory: setting(
    'MEMORY',
    'Memory for the threads and databases of jobs. auto takes a quarter of the memory of the machine, or of its control group if there is one',
    'auto',
    'auto or a size of at least 256 MB, such as 2000MB or 2GB',
    z.string().transform((text, issues) => {
      const megabytes = readMemory(text)
      if (megabytes === undefined) issues.addIssue({ code: 'custom' })
      return megabytes ?? 0
    }),
  ),
  maxJobBytes: whole('MAX_JOB_BYTES', "Maximum bytes of a job's file, as sent", 1_073_741_824, 1, 1_099_511_627_776),
  maxJobUnpackedBytes: whole(
    'MAX_JOB_UNPACKED_BYTES',
    "Maximum bytes of a job's file, unpacked",
    8_589_934_592,
    1,
    1_099_511_627_776,
  ),
  maxJobRows: whole('MAX_JOB_ROWS', "Maximum number of rows in a job's file", 200_000_000, 1, 10_000_000_000),
  maxJobDiskBytes: whole(
    'MAX_JOB_DISK_BYTES',
    'Maximum bytes that a running job may take on disk',
    68_719_476_736,
    1_000_000,
    1_099_511_627_776,
  ),
  maxJobStepMs: whole(
    'MAX_JOB_STEP_MS',
    'Maximum milliseconds that a step of a job may take: reading its file, evaluating a part or writing its rows',
    3_600_000,
    100,
    604_800_000,
  ),
  jobsPerKey: whole(
    'JOBS_PER_KEY',
    'Maximum number of unfinished jobs per API key, or per client address if no keys are set',
    4,
    1,
    10_000,
  ),
  jobBytesPerKey: whole(
    'JOB_BYTES_PER_KEY',
    'Maximum bytes in all files and results per API key, or per client address if no keys are set. Each job counts as at least 1 MB',
    17_179_869_184,
    1_000_000,
    1_099_511_627_776,
  ),
  jobHoursKept: whole(
    'JOB_HOURS_KEPT',
    'Hours for which the service keeps the result of a job. The time in which the service is stopped does not count',
    24,
    1,
    87_600,
  ),
  otelEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OpenTelemetry collector (OTLP over HTTP) that receives traces. Without it, the service sends none',
    '',
    'a URL such as http://collector:4318',
    z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  ),
  otelServiceName: text('OTEL_SERVICE_NAME', 'Name of this service in traces', 'impactql', 'a name'),
} as const

/** One setting: its variable, its meaning, its valid values, and its default. */
export interface Setting<Value> {
  readonly name: string
  readonly meaning: string
  readonly valid: string
  readonly fallback: string
  readonly schema: z.ZodType<Value, string>
}

/** A setting parsed by a schema; `valid` completes "expected ..." in its fault. */
function setting<Value>(
  name: string,
  meaning: string,
  fallback: string,
  valid: string,
  schema: z.ZodType<Value, string> | (() => z.ZodType<Value, string>),
): Setting<Value> {
  return { name, meaning, valid, fallback, schema: typeof schema === 'function' ? schema() : schema }
}

/** A setting that takes any text. */
function text(name: string, meaning: string, fallback: string, valid: string) {
  return setting(name, meaning, fallback, valid, z.string())
}

/** A setting for the archetype of a kind of thing; the tables that list them are unknown here. */
function archetype(name: string, thing: string, fallback: string) {
  return text(name, `Default archetype of ${thing}`, fallback, 'an archetype of the tables')
}

/** Archetypes by kind: `cpu=DEFAULT,ram=DEFAULT`. */
function pairs(name: string, things: string, defaults: Readonly<Record<string, string>>) {
  const fallback = Object.entries(defaults)
    .map((pair) => pair.join('='))
    .join(',')
  const schema = list().pipe(
    z.array(z.string().regex(/^[^=\s]+=[^=]+$/)).transform((each) => Object.fromEntries(each.map(splitPair))),
  )
  return setting(name, `Default archetypes of ${things}`, fallback, 'a list of kind=archetype', schema)
}

function splitPair(pair: string): readonly [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim()]
}

/** A whole number between two limits. */
function whole(name: string, meaning: string, fallback: number, min: number, max: number) {
  const schema = z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
  return setting(name, meaning, String(fallback), `a whole number ${min} to ${max}`, schema)
}

/** A decimal number of 0 or more, between two limits. */
function number(name: string, meaning: string, fallback: number, min: number, max: number) {
  const schema = z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
  return setting(name, meaning, String(fallback), `a number ${min} to ${max}`, schema)
}

/** One of a few words, in any case. */
function choice<const Words extends readonly [string, ...string[]]>(
  name: string,
  meaning: string,
  fallback: Words[number],
  words: Words,
) {
  const schema = z
    .string()
    .transform((word) => word.toLowerCase())
    .pipe(z.enum(words))
  return setting<Words[number]>(name, meaning, fallback, `one of ${words.join(', ')}`, schema)
}

/** on or off, true or false, 1 or 0. */
function onOff(name: string, meaning: string, fallback: 'on' | 'off') {
  const schema = z
    .string()
    .transform((word) => word.toLowerCase())
    .pipe(z.enum(['on', 'off', 'true', 'false', '1', '0']))
    .transform((word) => word === 'on' || word === 'true' || word === '1')
  return setting(name, meaning, fallback, 'on or off', schema)
}

/** Comma-separated texts; empty ones are dropped. */
function list() {
  return z.string().transform((items) =>
    items
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
}

/** A whole number from 0; undefined for `auto`. */
function wholeOrAuto(max: number): z.ZodType<number | undefined, string> {
  return z
    .string()
    .regex(/^(auto|\d+)$/i)
    .transform((number) => (/^auto$/i.test(number) ? undefined : Number(number)))
    .refine((number) => number === undefined || number <= max)
}

/** A number of processes; undefined for one per processor. */
function workers(): z.ZodType<number | undefined, string> {
  return z
    .string()
    .regex(/^(auto|\d+)$/i)
    .transform((count) => (/^auto$/i.test(count) ? undefined : Number(count)))
    .refine((count) => count === undefined || (count >= 1 && count <= 256))
}
