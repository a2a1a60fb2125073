import { readFileSync } from 'node:fs'
import { type Config, configFault } from '../config/config.ts'
import { readTableFolder, readTableFolders, type TableFolders } from '../tables/table-folder.ts'

/** The text of every file that answers depend on, as it was at one moment. Plain, so that processes can hand it on. */
export interface Sources {
  readonly tables: TableFolders
  /** Empty where the setting names no file. */
  readonly apiKeys: string
  /** Empty where the setting names no file. */
  readonly trustedDocuments: string
  /** What could not be read, a line each. */
  readonly faults: readonly string[]
}

/** Reads everything and judges nothing: whether sources can be used, only building a world from them shows. */
export function readSources(config: Config): Sources {
  const faults: string[] = []
  function read<Content>(
    setting: keyof Config,
    path: string,
    what: string,
    reader: () => Content,
  ): Content | undefined {
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
