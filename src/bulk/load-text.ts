import { isUtf8 } from 'node:buffer'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Encoding } from '../importers/encoding-of.ts'
import { checkCells } from '../importers/table/check-size.ts'
import { excessOf, isBlank } from '../importers/table/import-table.ts'
import { readCells } from '../importers/table/read-csv.ts'
import { LONGEST_RECORD, RecordSplitter, type TextRecord } from '../importers/table/split-records.ts'
import { sqlText } from './database.ts'
import { textChunks } from './text-chunks.ts'

export interface LoadedText {
  readonly file: string
  readonly encoding: Encoding
  /** For a table. Without it, each line is a row. */
  readonly separator?: string
  /** Rows up to and including the header. */
  readonly head?: number
  /** Columns of the file. */
  readonly width: number
  /** Further columns as SQL. */
  readonly more?: Readonly<Record<string, string>>
  /** Folder for temporary pieces. */
  readonly folder: string
}

/** Bytes passed to the database at a time. */
const PIECE = 4 * 2 ** 20
/** A row may triple in length when all its cells are quoted. */
const LONGEST_ROW = 4 * LONGEST_RECORD
/** Separates the columns of a piece of lines; JSON cannot contain it. */
const NO_TEXT = '\x01'
const NO_EMPTY_LINES = ` WHERE iq_fault IS NOT NULL OR trim(c0, ' ' || chr(9)) <> ''`
const LF = 10
const QUOTE = 34
/** Tab, line ends, space, quote. */
const BLANK: ReadonlySet<number> = new Set([9, 10, 13, 32, QUOTE])
const NOTHING = new Uint8Array()

/** Each column of a database table takes 256 KB of memory; wider tables keep their cells in one list column. */
const MOST_COLUMNS = 100

/** SQL of the cells of a row, independent of the file's column names. */
export function cellsOf(width: number): readonly string[] {
  return width > MOST_COLUMNS ? columnNames(width).map((_, at) => `iq_cells[${at + 1}]`) : columnNames(width)
}

function columnNames(width: number): readonly string[] {
  return Array.from({ length: width }, (_, at) => `c${at}`)
}

/**
 * Loads text of any size as a database table. Its columns are `iq_line`, the line of each row, `iq_fault`, why it
 * cannot be read, and its cells as in `cellsOf`. DuckDB receives well-formed pieces, so a faulty row stops no other.
 * Returns the number of faulty rows. Throws an ImportError if the text is not a table.
 */
export async function loadText(
  connection: DuckDBConnection,
  relation: string,
  { file, encoding, separator, head = 1, width, more = {}, folder }: LoadedText,
): Promise<{ readonly faulty: number }> {
  const isTable = separator !== undefined
  const mark = separator ?? NO_TEXT
  const splitter = new RecordSplitter(mark, isTable)
  const rows = new Pieces(mark, width, isTable)
  const select = (piece: string) => selectOf(piece, { mark, isTable, names: columnNames(width), more })
  const files = [0, 1].map((at) => join(folder, `piece-${at}.csv`)) as [string, string]
  let loading: Promise<unknown> = Promise.resolve()
  let turn = 0
  // Prepares the next piece while the database reads this one.
  const load = async () => {
    const piece = files[turn++ % 2] as string
    await writeFile(piece, rows.take())
    await loading
    loading = connection.run(`INSERT INTO ${relation} ${select(piece)}`)
    loading.catch(() => {})
  }
  await writeFile(files[0], '')
  await connection.run(`CREATE TABLE ${relation} AS ${select(files[0])}`)
  await connection.run('BEGIN')
  try {
    let above = isTable ? head : 0
    for await (const { bytes, isLast, read } of textChunks(file, encoding, () => splitter.done)) {
      for (const record of splitter.split(bytes, isLast)) {
        if (above === 0) rows.add(bytes, record)
        else above--
        if (isTable) checkCells(rows.count, width, read)
        if (rows.size >= PIECE) await load()
      }
    }
    await load()
    await loading
    await connection.run('COMMIT')
  } catch (error) {
    await loading.catch(() => {})
    await connection.run('ROLLBACK').catch(() => {})
    throw error
  } finally {
    await Promise.all(files.map((each) => rm(each, { force: true })))
  }
  return { faulty: rows.faulty }
}

interface PieceColumns {
  readonly mark: string
  readonly isTable: boolean
  readonly names: readonly string[]
  readonly more: Readonly<Record<string, string>>
}

/** SQL of the rows of a piece. */
function selectOf(piece: string, { mark, isTable, names, more }: PieceColumns): string {
  const cells = names.length > MOST_COLUMNS ? `[${names.join(', ')}] AS iq_cells` : names.join(', ')
  const added = Object.entries(more).map(([name, sql]) => `, ${sql} AS ${name}`)
  const texts = ['iq_fault', ...names].map((name) => `'${name}': 'VARCHAR'`)
  const quotes = isTable ? `quote='"', escape='"'` : `quote='', escape=''`
  return `SELECT iq_line, iq_fault, ${cells}${added.join('')} FROM read_csv(${sqlText(piece)}, auto_detect=false, header=false, delim=${sqlText(mark)},
    ${quotes}, new_line='\\n', columns={'iq_line': 'BIGINT', ${texts.join(', ')}}, max_line_size=${LONGEST_ROW},
    buffer_size=${LONGEST_ROW}, parallel=false)${isTable ? '' : NO_EMPTY_LINES}`
}

/** Rows in a form that DuckDB reads: with line and fault, the right number of cells, and balanced quotes. */
class Pieces {
  count = 0
  faulty = 0
  /** Bytes in the current piece. */
  size = 0
  readonly #mark: string
  readonly #width: number
  readonly #isTable: boolean
  readonly #missing: Buffer
  #bytes = Buffer.allocUnsafe(3 * PIECE)

  constructor(mark: string, width: number, isTable: boolean) {
    this.#mark = mark
    this.#width = width
    this.#isTable = isTable
    this.#missing = Buffer.from(mark.repeat(width))
  }

  add(bytes: Uint8Array, { from, to, line, cells, isRegular, fault }: TextRecord): void {
    const text = bytes.subarray(from, to)
    if (this.#isTable && fault === undefined && this.#isBlank(text)) return
    this.count++
    if (fault !== undefined) this.#addRow(line, fault, NOTHING, 1)
    else if (isRegular && cells <= this.#width) this.#addRow(line, '', text, cells)
    else if (this.#isTable) this.#addIrregular(line, Buffer.from(text).toString())
    else this.#addRow(line, 'not JSON: it has a control character', NOTHING, 1)
  }

  /** The rows since the last piece, always in UTF-8. */
  take(): Buffer {
    const piece = this.#bytes.subarray(0, this.size)
    this.size = 0
    return isUtf8(piece) ? piece : Buffer.from(piece.toString('utf8'))
  }

  /** Whether a row has only separators and spaces. */
  #isBlank(text: Uint8Array): boolean {
    const separator = this.#mark.charCodeAt(0)
    if (!text.every((byte) => byte === separator || BLANK.has(byte))) return false
    return !text.includes(QUOTE) || (readCells(Buffer.from(text).toString(), this.#mark)[0] ?? []).every(isBlank)
  }

  #addIrregular(line: number, text: string): void {
    const [cells = []] = readCells(text, this.#mark)
    const shown = cells.slice(0, this.#width)
    this.#addRow(
      line,
      excessOf(cells, this.#width) ?? '',
      Buffer.from(shown.map(inQuotes).join(this.#mark)),
      shown.length,
    )
  }

  #addRow(line: number, fault: string, row: Uint8Array, cells: number): void {
    if (fault !== '') this.faulty++
    const start = `${line}${this.#mark}${this.#isTable && fault !== '' ? inQuotes(fault) : fault}${this.#mark}`
    this.size += this.#bytes.write(start, this.size)
    this.#bytes.set(row, this.size)
    this.size += row.length
    this.size += this.#missing.copy(this.#bytes, this.size, 0, this.#width - cells)
    this.#bytes[this.size++] = LF
  }
}

function inQuotes(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}
