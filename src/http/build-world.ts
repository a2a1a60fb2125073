import { createContext } from '../../schema/context.ts'
import { schema } from '../../schema/schema.ts'
import { type Config, ConfigError, configFault } from '../config.ts'
import { REFERENCE_DEFAULTS, type ReferenceDefaults } from '../reference/defaults.ts'
import { loadTables } from '../reference/load-tables.ts'
import { References } from '../reference/references.ts'
import type { Tables } from '../reference/tables.ts'
import { createRestHandler } from '../rest/handle-rest.ts'
import { explorerDocuments } from './graphql/explorer-documents.ts'
import { readTrustedDocuments } from './graphql/trusted-documents.ts'
import { createPages } from './pages.ts'
import { readSources, type Sources } from './sources.ts'
import type { World } from './world.ts'

/**
 * Builds a world from tables, keys and trusted documents: from the files as they are now, or from sources read earlier.
 * Throws a TableError or a ConfigError that names every fault, so that a running service can keep what it has.
 */
export function buildWorld(config: Config, sources: Sources = readSources(config)): World {
  if (sources.faults.length > 0) throw new ConfigError(sources.faults)
  const tables = loadTables(sources.tables)
  const defaults = defaultsOf(config)
  checkDefaults(defaults, tables)
  const references = new References(tables, defaults)
  const rounding = {
    uncertaintyShare: config.uncertaintyShare,
    maximumDigits: config.maximumDigits,
    minimumDigits: config.minimumDigits,
  }
  const settings = { references, rounding, defaultCriteria: config.criteria }
  const handleRest = createRestHandler(settings)
  const release = tables.release.id
  const apiKeyHashes = readApiKeys(config, sources.apiKeys).map((hash) => Buffer.from(hash, 'hex'))
  return {
    release,
    schema,
    createContext: () => createContext(settings),
    handleRest,
    pages: createPages({
      settings,
      release,
      handleRest,
      needsKey: apiKeyHashes.length > 0,
      hasEditor: config.graphiql,
      port: config.port,
    }),
    apiKeyHashes,
    trustedDocuments:
      config.trustedDocuments === ''
        ? undefined
        : new Map([...explorerDocuments(), ...readTrustedDocuments(sources.trustedDocuments, config.trustedDocuments)]),
  }
}

function defaultsOf(config: Config): ReferenceDefaults {
  return {
    location: config.location,
    server: config.serverArchetype,
    iotDevice: config.iotArchetype,
    components: { ...REFERENCE_DEFAULTS.components, ...config.componentArchetypes },
    terminals: { ...REFERENCE_DEFAULTS.terminals, ...config.terminalArchetypes },
    matchingThreshold: config.matchingThreshold,
  }
}

/** A default that is no row of the tables would fail each request that needs it. */
function checkDefaults(defaults: ReferenceDefaults, tables: Tables): void {
  const faults: string[] = []
  const check = (setting: keyof Config, known: boolean, given: string) => {
    if (!known) faults.push(configFault(setting, given))
  }
  check(
    'location',
    tables.locations.some(({ code }) => code === defaults.location),
    defaults.location,
  )
  check(
    'serverArchetype',
    tables.serverArchetypes.some(({ id }) => id === defaults.server),
    defaults.server,
  )
  check(
    'iotArchetype',
    tables.iotArchetypes.some(({ id }) => id === defaults.iotDevice),
    defaults.iotDevice,
  )
  for (const [kind, archetype] of Object.entries(defaults.components)) {
    const known = tables.componentArchetypes.some(({ component, id }) => component === kind && id === archetype)
    check('componentArchetypes', known, `${kind}=${archetype}`)
  }
  for (const [kind, archetype] of Object.entries(defaults.terminals)) {
    const known = tables.terminalArchetypes.some(({ device, id }) => device === kind && id === archetype)
    check('terminalArchetypes', known, `${kind}=${archetype}`)
  }
  if (faults.length > 0) throw new ConfigError(faults)
}

/**
 * Hashes of the setting and of a file: there one a line; empty lines and what follows # are passed over. Who names a file
 * means the service to be closed: without any key it would be open to all.
 */
function readApiKeys({ apiKeys, apiKeysFile: file }: Config, text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase())
  const hashes = lines.filter((line) => line !== '')
  const wrong = hashes.findIndex((hash) => !/^[0-9a-f]{64}$/.test(hash))
  if (wrong >= 0)
    throw new ConfigError([
      `API_KEYS_FILE: expected 64 hexadecimal digits a line; key ${wrong + 1} of ${file} is something else`,
    ])
  if (file !== '' && apiKeys.length + hashes.length === 0)
    throw new ConfigError([`API_KEYS_FILE: expected at least one key in ${file}, or in API_KEYS`])
  return [...apiKeys, ...hashes]
}
