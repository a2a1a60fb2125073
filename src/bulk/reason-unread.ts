import { ImportError } from '../importers/import-error.ts'
import { StoreFault } from './store/store-fault.ts'

const LONGEST = 500

/** System error codes in words, for files. */
const SYSTEM: Readonly<Record<string, string>> = {
  ENOENT: 'File not found',
  ENOTDIR: 'File not found',
  EISDIR: 'This is a folder, not a file',
  EACCES: 'No permission to read the file',
  EPERM: 'No permission to read the file',
  EMFILE: 'Too many files are open',
}

/** DuckDB's kinds of errors about files. */
const SCAN =
  /^(IO|Invalid Input|Parser|Conversion|Binder|HTTP|Catalog|Missing Extension|Serialization|Invalid|Out of Range) Error: /

/** Why a file could not be read, in words; undefined for errors that are not about the file. */
export function reasonUnread(error: unknown): string | undefined {
  if (error instanceof ImportError || error instanceof StoreFault) return error.message.slice(0, LONGEST)
  if (!(error instanceof Error)) return undefined
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined)
    return SYSTEM[code] === undefined ? error.message.slice(0, LONGEST) : `${SYSTEM[code]} (${code})`
  if (/^Out of Memory Error/.test(error.message)) return 'There is not enough memory for this file'
  if (!SCAN.test(error.message)) return undefined
  // DuckDB appends the SQL after an empty line.
  const reason = error.message.split('\n\n', 1)[0]?.replace(SCAN, '') ?? ''
  if (/magic bytes|footer|too small to be a Parquet|TProtocolException|metadata/i.test(reason))
    return `The Parquet file is cut off or damaged: ${reason.slice(0, LONGEST)}`
  if (/Missing Extension/.test(error.message) || /httpfs/.test(reason))
    return `Reading from this address needs a DuckDB extension that is missing: ${reason.slice(0, LONGEST)}`
  return reason.slice(0, LONGEST)
}
