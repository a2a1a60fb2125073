import { createContext } from '../../schema/context.ts'
import { schema } from '../../schema/schema.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { explorerDocuments } from '../graphql/documents/explorer-documents.ts'
import { readTrustedDocuments } from '../graphql/documents/trusted-documents.ts'
import { createPages } from '../pages/create-pages.ts'
import { createRestHandler } from '../rest/handle-rest.ts'
import { buildSettings } from './build-settings.ts'
import { readSources, type Sources } from './sources.ts'
import type { ThreadWorldData } from './thread-world.ts'
import type { World } from './world.ts'

/**
 * Builds a world from tables, keys and trusted documents: from the files as they are now, or from sources read earlier.
 * Throws a TableError or a ConfigError that names every fault, so that a running service can keep what it has.
 */
export function buildWorld(config: Config, sources: Sources = readSources(config)): World {
  if (sources.faults.length > 0) throw new ConfigError(sources.faults)
  const settings = buildSettings(config, sources.tables)
  const handleRest = createRestHandler(settings)
  const apiKeyHashes = readApiKeys(config, sources.apiKeys).map((hash) => Buffer.from(hash, 'hex'))
  return {
    release: settings.release.label,
    schema,
    createContext: (options) => createContext(settings, options),
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
 * Hashes of the setting and of a file: there one a line; empty lines and what follows # are ignored. Whoever names a
 * file means the service to be closed: without any key it would be open to all.
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
