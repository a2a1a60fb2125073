import { encodingOf } from './encoding-of.ts'
import { ImportError } from './import-error.ts'

/** First bytes of files that are not text, and what they are. */
const OTHERS: readonly (readonly [start: string, what: string])[] = [
  ['\xd0\xcf\x11\xe0', 'an Excel workbook (xls). Save its sheet as CSV'],
  ['%PDF', 'a PDF. Export the table as CSV'],
  ['\x89PNG', 'a picture (PNG). Export the table as CSV'],
  ['\xff\xd8\xff', 'a picture (JPEG). Export the table as CSV'],
  ['\x1f\x8b', 'compressed with gzip. Unpack it first'],
  ['7z\xbc\xaf', 'an archive (7z). Unpack it first'],
  ['Rar!', 'an archive (rar). Unpack it first'],
  ['SQLite format 3', 'a database (SQLite). Export the table as CSV'],
]
const ZIP = 'PK\x03\x04'
const ZIPPED: readonly (readonly [sign: string, what: string])[] = [
  ['tfplan', 'a saved plan (Terraform). Run terraform show -json on it, and save the output'],
  ['opendocument.spreadsheet', 'a spreadsheet (ods). Save its sheet as CSV'],
  ['xl/', 'an Excel workbook (xlsx). Save its sheet as CSV'],
  ['word/', 'a text document (docx). Save the table as CSV'],
]
/** Bytes within which a ZIP file names its first parts. */
const NAMED_WITHIN = 8192

/** What a binary file is, by its first bytes; undefined if it may be text. */
export function otherThanText(start: Uint8Array): string | undefined {
  const first = latin1(start.subarray(0, 16))
  if (first.startsWith(ZIP)) {
    const within = latin1(start.subarray(0, NAMED_WITHIN))
    return (
      ZIPPED.find(([sign]) => within.includes(sign))?.[1] ??
      'an archive, such as a spreadsheet (xlsx, ods). Save the table as CSV'
    )
  }
  return OTHERS.find(([sign]) => first.startsWith(sign))?.[1]
}

/** The text of a file, in any encoding. Throws an ImportError that says what a binary file is. */
export function textOfFile(bytes: Uint8Array): string {
  const other = otherThanText(bytes)
  if (other !== undefined) throw new ImportError(`This is ${other}`)
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  if (text.slice(0, NAMED_WITHIN).includes('\0')) throw new ImportError('This is not text. Export the table as CSV')
  return text
}

/** TextDecoder reads Latin 1 as Windows-1252, which differs in some bytes. */
function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
