import type { GraphQLSchema } from 'graphql'
import { createContext, type Settings } from '../../schema/context.ts'
import { schema } from '../../schema/schema.ts'
import { buildSettings } from './build-settings.ts'
import { createErrands } from './errands.ts'
import { explorerDocuments, readTrustedDocuments } from './graphql/documents/persisted-documents.ts'
import type { CreateContext, Errands, ThreadWorld } from './graphql/graphql-options.ts'
import { createPages } from './pages/create-pages.ts'
import type { Pages } from './pages/site-page.ts'
import { createRestHandler, type RestAnswer, type RestRequest } from './rest/handle-rest.ts'
import type { RunLarge } from './rest/run-large.ts'
import { type Config, ConfigError } from './settings/config.ts'
import { readSources, type Sources } from './sources.ts'
import type { ThreadWorldData } from './thread-world.ts'

/** Everything that answers depend on besides the request. Immutable; replaced as a whole. */
export interface World {
  /** Names the reference tables. */
  readonly release: string
  readonly schema: GraphQLSchema
  /** The context of one GraphQL operation, new for each, since it caches look-ups. */
  readonly createContext: CreateContext
  readonly errands?: Errands
  readonly handleRest: (request: RestRequest, runLarge?: RunLarge) => RestAnswer | Promise<RestAnswer>
  readonly pages: Pages
  /** What jobs are assessed with; undefined without jobs. */
  readonly settings?: Settings
  /** SHA-256 of each accepted API key, as 32 bytes; empty: open to all. */
  readonly apiKeyHashes: readonly Buffer[]
  /** What is usable but probably a mistake, one sentence each, for the log. */
  readonly warnings?: readonly string[]
  /** GraphQL documents by their SHA-256 in hexadecimal; undefined: any document may run. */
  readonly trustedDocuments: ReadonlyMap<string, string> | undefined
  /**
   * How threads create the schema and the contexts of this world; undefined: large operations run on the main thread.
   */
  readonly threadWorld?: ThreadWorld
}

/**
 * Builds a world from tables, keys and trusted documents: the current files, or sources read earlier. Throws a
 * TableError or a ConfigError that names every fault, so that a running service can keep its world.
 */
export function buildWorld(config: Config, sources: Sources = readSources(config)): World {
  if (sources.faults.length > 0) throw new ConfigError(sources.faults)
  const settings = buildSettings(config, sources.tables)
  const handleRest = createRestHandler(settings)
  const keysOfFile = readKeysOfFile(config, sources.apiKeys)
  const apiKeyHashes = [...config.apiKeys, ...keysOfFile].map((hash) => Buffer.from(hash, 'hex'))
  return {
    release: settings.release.label,
    schema,
    createContext: (options) => createContext(settings, options),
    errands: createErrands(settings),
    handleRest,
    settings,
    pages: createPages({
      settings,
      release: settings.release.label,
      handleRest,
      needsKey: apiKeyHashes.length > 0,
      hasEditor: config.graphiql,
      hasSchema: config.introspection,
      port: config.port,
    }),
    apiKeyHashes,
    warnings:
      config.apiKeysFile !== '' && keysOfFile.length === 0
        ? [`API_KEYS_FILE: ${config.apiKeysFile} has no key. Only the keys of API_KEYS are accepted`]
        : [],
    trustedDocuments:
      config.trustedDocuments === ''
        ? undefined
        : new Map([...explorerDocuments(), ...readTrustedDocuments(sources.trustedDocuments, config.trustedDocuments)]),
    threadWorld: {
      module: new URL('./thread-world.ts', import.meta.url).href,
      data: { config, tables: sources.tables } satisfies ThreadWorldData,
    },
  }
}

/**
 * Hashes of a file with one per line; empty lines and text after # are ignored. A setting that
 * names a file means a closed service, but a file without keys would open it to all.
 */
function readKeysOfFile({ apiKeys, apiKeysFile: file }: Config, text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase())
  const hashes = lines.filter((line) => line !== '')
  const wrong = hashes.findIndex((hash) => !/^[0-9a-f]{64}$/.test(hash))
  if (wrong >= 0)
    throw new ConfigError([
      `API_KEYS_FILE: expected 64 hexadecimal digits in each line of ${file}, got something else as key ${wrong + 1}`,
    ])
  if (file !== '' && apiKeys.length + hashes.length === 0)
    throw new ConfigError([`API_KEYS_FILE: expected at least one key in ${file}, or in API_KEYS`])
  return hashes
}
