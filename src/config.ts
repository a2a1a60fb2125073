import { delimiter } from 'node:path'
import * as z from 'zod'
import { CRITERION_CODES, type Criterion, DEFAULT_CRITERIA } from './engine/figures/criteria.ts'
import { REFERENCE_DEFAULTS } from './reference/defaults.ts'

/** One setting: the variable it is read from, what it means, which values are valid, and its value where it is not set. */
interface Setting<Value> {
  readonly name: string
  readonly meaning: string
  readonly valid: string
  readonly fallback: string
  readonly schema: z.ZodType<Value, string>
}

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
    'Where electricity comes from when nothing is said',
    REFERENCE_DEFAULTS.location,
    'a location of the tables',
  ),
  serverArchetype: archetype('DEFAULT_SERVER_ARCHETYPE', 'a server', REFERENCE_DEFAULTS.server),
  iotArchetype: archetype('DEFAULT_IOT_ARCHETYPE', 'an IoT device', REFERENCE_DEFAULTS.iotDevice),
  componentArchetypes: pairs('DEFAULT_COMPONENT_ARCHETYPES', 'components', REFERENCE_DEFAULTS.components),
  terminalArchetypes: pairs('DEFAULT_TERMINAL_ARCHETYPES', 'terminals and peripherals', REFERENCE_DEFAULTS.terminals),
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
    REFERENCE_DEFAULTS.matchingThreshold,
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
    'Threads per process for large GraphQL operations, started when first needed; 0 runs them like small ones',
    1,
    0,
    64,
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
  otelEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OpenTelemetry collector (OTLP over HTTP) that gets traces; none: no traces',
    '',
    'a URL such as http://collector:4318',
    z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  ),
  otelServiceName: text('OTEL_SERVICE_NAME', 'Name of this service in traces', 'impactql', 'a name'),
} as const

/** What is set from outside. */
export type Config = {
  readonly [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name] extends Setting<infer Value> ? Value : never
}

/** Settings that cannot be used: one line per fault, `PORT: expected a whole number 0 to 65535, got "abc"`. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/** The settings of an environment; an empty variable is the same as none. Throws a ConfigError that names every fault. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const config: Record<string, unknown> = {}
  for (const [property, { name, fallback, schema }] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const given = env[name]?.trim()
    const result = schema.safeParse(given === undefined || given === '' ? fallback : given)
    if (result.success) config[property] = result.data
    else faults.push(configFault(property as keyof Config, given ?? ''))
  }
  const { minimumDigits, maximumDigits } = config as Partial<Config>
  if (minimumDigits !== undefined && maximumDigits !== undefined && minimumDigits > maximumDigits) {
    faults.push(`MIN_DIGITS: expected no more than MAX_DIGITS (${maximumDigits}), got "${minimumDigits}"`)
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config as Config
}

/** One line that says what is wrong with a setting. Long values are cut, secrets not shown. */
export function configFault(property: keyof Config, given: string, expected?: string): string {
  const { name, valid } = SETTINGS[property]
  const shown = SECRET.has(name)
    ? 'something else'
    : `"${given.length > LONGEST_SHOWN ? `${given.slice(0, LONGEST_SHOWN)}…` : given}"`
  return `${name}: expected ${expected ?? valid}, got ${shown}`
}

/** What `--help` prints: usage and every setting. */
export function helpText(version: string): string {
  const lines = Object.values<Setting<unknown>>(SETTINGS).map(
    ({ name, meaning, valid, fallback }) =>
      `  ${name}\n      ${meaning}.\n      Valid: ${valid}. Default: ${fallback === '' ? 'none' : fallback}.`,
  )
  return [
    `impactql ${version}: environmental impacts of IT equipment over GraphQL (/graphql) and REST (/v1)`,
    '',
    'Usage: npm start [-- --help | --version]',
    '',
    'Settings are environment variables:',
    '',
    ...lines,
    '',
    'Signals: SIGTERM and SIGINT stop after the requests in work; SIGHUP reads tables, keys and trusted documents again.',
    '',
  ].join('\n')
}

/** Longer values are cut; paths of files rarely are. */
const LONGEST_SHOWN = 200

/** Settings whose values are shown nowhere. */
const SECRET: ReadonlySet<string> = new Set(['API_KEYS'])

function setting<Value>(
  name: string,
  meaning: string,
  fallback: string,
  valid: string,
  schema: z.ZodType<Value, string> | (() => z.ZodType<Value, string>),
): Setting<Value> {
  return { name, meaning, valid, fallback, schema: typeof schema === 'function' ? schema() : schema }
}

function text(name: string, meaning: string, fallback: string, valid: string) {
  return setting(name, meaning, fallback, valid, z.string())
}

function archetype(name: string, thing: string, fallback: string) {
  return text(name, `Archetype of ${thing} when none is named`, fallback, 'an archetype of the tables')
}

function pairs(name: string, things: string, defaults: Readonly<Record<string, string>>) {
  const fallback = Object.entries(defaults)
    .map((pair) => pair.join('='))
    .join(',')
  const schema = list().pipe(
    z.array(z.string().regex(/^[^=\s]+=[^=]+$/)).transform((each) => Object.fromEntries(each.map(splitPair))),
  )
  return setting(name, `Archetypes of ${things} when none is named`, fallback, 'a list of kind=archetype', schema)
}

function splitPair(pair: string): readonly [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim()]
}

function whole(name: string, meaning: string, fallback: number, min: number, max: number) {
  const schema = z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
  return setting(name, meaning, String(fallback), `a whole number ${min} to ${max}`, schema)
}

function number(name: string, meaning: string, fallback: number, min: number, max: number) {
  const schema = z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
  return setting(name, meaning, String(fallback), `a number ${min} to ${max}`, schema)
}

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

function onOff(name: string, meaning: string, fallback: 'on' | 'off') {
  const schema = z
    .string()
    .transform((word) => word.toLowerCase())
    .pipe(z.enum(['on', 'off', 'true', 'false', '1', '0']))
    .transform((word) => word === 'on' || word === 'true' || word === '1')
  return setting(name, meaning, fallback, 'on or off', schema)
}

function list() {
  return z.string().transform((items) =>
    items
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
}

/** A number of processes, or undefined for one per processor. */
function workers(): z.ZodType<number | undefined, string> {
  return z
    .string()
    .regex(/^(auto|\d+)$/i)
    .transform((count) => (/^auto$/i.test(count) ? undefined : Number(count)))
    .refine((count) => count === undefined || (count >= 1 && count <= 256))
}
