import { availableParallelism } from 'node:os'
import { groupMemory } from '../../bulk/memory.ts'
import { DEFAULT_ARCHETYPES, type DefaultArchetypes } from '../../catalogue/default-archetypes.ts'
import { SETTINGS, type Setting } from './settings.ts'

/** The values of all settings, as they were set. */
type Settings = {
  readonly [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name] extends Setting<infer Value> ? Value : never
}

export type SettingName = keyof Settings

/** What follows from the memory of the control group, unless it is set. */
interface MemoryBounds {
  readonly operationThreads: number
  /** 0: no limit. */
  readonly maxMemoryBytes: number
  /** MB of the heap of a thread for large operations. */
  readonly threadMegabytes: number
  /** Milliseconds that a large operation may wait for a thread. */
  readonly maxThreadWaitMs: number
}

/** The values of all settings. */
export type Config = Omit<Settings, keyof MemoryBounds> & MemoryBounds

/** Bytes of a control group below which there is one thread for large operations, with a small heap. */
const SMALL_GROUP = 1e9
/** Large fleets wait longer for the only thread. */
const LONG_WAIT_MS = 10_000
/** Share of the control group that the processes of a service may take. */
const USUAL_SHARE = 0.8

function memoryBounds(settings: Settings, group: number | undefined): MemoryBounds {
  const isSmall = group !== undefined && group < SMALL_GROUP
  const { operationThreads = isSmall ? 1 : 2, maxMemoryBytes, maxWaitMs } = settings
  const processes = settings.workers ?? availableParallelism()
  return {
    operationThreads,
    maxMemoryBytes: maxMemoryBytes ?? Math.floor(((group ?? 0) * USUAL_SHARE) / processes),
    threadMegabytes: isSmall ? 192 : 512,
    maxThreadWaitMs: isSmall ? Math.max(maxWaitMs, LONG_WAIT_MS) : maxWaitMs,
  }
}

/** Invalid settings: one line per fault, `PORT: expected a whole number 0 to 65535, got "abc"`. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/**
 * Reads the settings from an environment; an empty variable counts as unset. Throws a ConfigError that names every
 * fault. `group` is the number of bytes that the control group allows, if there is one.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, group = groupMemory()): Config {
  const faults: string[] = []
  const config: Record<string, unknown> = {}
  for (const [property, { name, fallback, schema }] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const given = env[name]?.trim()
    const result = schema.safeParse(given === undefined || given === '' ? fallback : given)
    if (result.success) config[property] = result.data
    else faults.push(configFault(property as SettingName, given ?? ''))
  }
  const { minimumDigits, maximumDigits } = config as Partial<Settings>
  if (minimumDigits !== undefined && maximumDigits !== undefined && minimumDigits > maximumDigits) {
    faults.push(`MIN_DIGITS: expected no more than MAX_DIGITS (${maximumDigits}), got "${minimumDigits}"`)
  }
  if (env.JOBS_URL?.trim())
    faults.push(
      'JOBS_URL: remove this setting. Jobs run on one machine, without Redis. To spread the work over several computers, run `impactql assess --partition i/n` on each',
    )
  if (faults.length > 0) throw new ConfigError(faults)
  return { ...(config as Settings), ...memoryBounds(config as Settings, group) }
}

/** Archetypes assumed for missing details. */
export function referenceDefaults(config: Config): DefaultArchetypes {
  return {
    location: config.location,
    server: config.serverArchetype,
    iotDevice: config.iotArchetype,
    components: { ...DEFAULT_ARCHETYPES.components, ...config.componentArchetypes },
    terminals: { ...DEFAULT_ARCHETYPES.terminals, ...config.terminalArchetypes },
    matchingThreshold: config.matchingThreshold,
  }
}

/** One line about an invalid setting. Long values are cut, and secrets hidden. */
export function configFault(property: SettingName, given: string, expected?: string): string {
  const { name, valid } = SETTINGS[property]
  const shown = SECRET.has(name)
    ? 'something else'
    : `"${given.length > LONGEST_SHOWN ? `${given.slice(0, LONGEST_SHOWN)}…` : given}"`
  return `${name}: expected ${expected ?? valid}, got ${shown}`
}

/** The output of `--help`: usage and every setting. */
export function helpText(version: string): string {
  const lines = Object.values<Setting<unknown>>(SETTINGS).map(
    ({ name, meaning, valid, fallback }) =>
      `  ${name}\n      ${meaning}.\n      Valid: ${valid}. Default: ${fallback === '' ? 'none' : fallback}.`,
  )
  return [
    `impactql ${version}: environmental impacts of IT equipment over GraphQL (/graphql) and REST (/v1, /v2)`,
    '',
    'Usage: npm start [-- --help | --version]',
    '',
    'Settings are environment variables:',
    '',
    ...lines,
    '',
    'Signals: SIGTERM and SIGINT stop the service after the requests in progress; SIGHUP reads tables, keys and trusted documents again.',
    '',
  ].join('\n')
}

/** Longer values are cut; file paths rarely are. */
const LONGEST_SHOWN = 200

/** Settings whose values are never shown. */
const SECRET: ReadonlySet<string> = new Set(['API_KEYS'])
