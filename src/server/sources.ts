import { readFileSync } from 'node:fs'
import { readTableFolder, readTableFolders, type TableFolders } from '../catalogue/tables/table-folder.ts'
import { type Config, configFault, type SettingName } from './settings/config.ts'

/** A snapshot of the text of every file that answers depend on, as plain data to send between processes. */
export interface Sources {
  readonly tables: TableFolders
  /** Empty if the setting names no file. */
  readonly apiKeys: string
  /** Empty if the setting names no file. */
  readonly trustedDocuments: string
  /** Read errors, one line each. */
  readonly faults: readonly string[]
}

/** Reads everything without validation; building a world validates it. */
export function readSources(config: Config): Sources {
  const faults: string[] = []
  function read<Content>(setting: SettingName, path: string, what: string, reader: () => Content): Content | undefined {
    try {
      return reader()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      faults.push(configFault(setting, path, `${what} that can be read (${code})`))
      return undefined
    }
  }
  const readText = (setting: 'apiKeysFile' | 'trustedDocuments'): string => {
    const path = config[setting]
    return path === '' ? '' : (read(setting, path, 'a file', () => readFileSync(path, 'utf8')) ?? '')
  }
  return {
    tables: {
      ...readTableFolders(),
      own: config.dataFolders.flatMap(
        (folder) => read('dataFolders', folder, 'a folder of tables', () => readTableFolder(folder)) ?? [],
      ),
    },
    apiKeys: readText('apiKeysFile'),
    trustedDocuments: readText('trustedDocuments'),
    faults,
  }
}
