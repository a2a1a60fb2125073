import { createContext } from '../../schema/context.ts'
import { schema } from '../../schema/schema.ts'
import type { TableFolders } from '../catalogue/tables/table-folder.ts'
import { buildSettings } from './build-settings.ts'
import { createErrands } from './errands.ts'
import type { MakeThreadWorld } from './graphql/threads/operation-thread.ts'
import type { Config } from './settings/config.ts'

/** What a thread needs to build the same world: the files as read, so that all use the same figures. */
export interface ThreadWorldData {
  readonly config: Config
  readonly tables: TableFolders
}

/** The schema, the contexts and the errands of the service, in a thread. */
const makeThreadWorld: MakeThreadWorld = ({ config, tables }: ThreadWorldData) => {
  const settings = buildSettings(config, tables)
  return {
    schema,
    createContext: (options) => createContext(settings, options),
    errands: createErrands(settings),
  }
}

export default makeThreadWorld
