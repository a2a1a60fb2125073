import { setImmediate } from 'node:timers/promises'
import {
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'

export interface DatabaseOptions {
  /** A file for the database; without it, the database is in memory. */
  readonly file?: string
  /** Folder for data beyond the memory limit. */
  readonly folder?: string
  /** MB. */
  readonly memory: number
  readonly threads: number
  /** Further settings of DuckDB. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Opens a DuckDB in this process, which ends with the returned connection. */
export async function openDatabase({
  file = ':memory:',
  folder,
  memory,
  threads,
  settings,
}: DatabaseOptions): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(file, {
    memory_limit: `${memory}MB`,
    threads: String(threads),
    ...(folder !== undefined && { temp_directory: `${folder}/spill` }),
    // Return freed memory to the system early, not only beyond 128 and 512 MB, and that of idle threads.
    allocator_flush_threshold: '16MB',
    allocator_bulk_deallocation_flush_threshold: '8MB',
    allocator_background_threads: 'true',
    ...settings,
  })
  const connection = await instance.connect()
  // The connection keeps the database open.
  instance.closeSync()
  return connection
}

/** Tables with more columns are wide. */
const WIDE = 200
/** MB for each further column. */
const COLUMN_MEMORY = 0.35
/** MB for everything else in a database. */
const OTHER_MEMORY = 250
const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

/**
 * Gives a database memory for its columns. Readers, writers and threads have buffers per column, so wide tables get one
 * thread, and more memory if the limit is too low. `each` is MB per column.
 */
export async function makeRoomFor(connection: DuckDBConnection, columns: number, each = COLUMN_MEMORY): Promise<void> {
  if (columns <= WIDE) return
  const [setting] = await rowsOf(connection, `SELECT current_setting('memory_limit') AS is`)
  const [number, unit = ''] = String(setting?.is).split(' ')
  const has = (Number(number) * 1024 ** UNITS.indexOf(unit)) / 1e6
  const needed = Math.ceil(OTHER_MEMORY + each * (columns - WIDE))
  await connection.run(`SET threads=1${needed > has ? `; SET memory_limit='${needed}MB'` : ''}`)
}

/** MB that a database needs at rest, at most. */
const AT_REST = 50

/** Moves what a database holds in memory to its file, for other work before it is needed again. */
export async function freeMemory(connection: DuckDBConnection): Promise<void> {
  const [setting] = await rowsOf(connection, `SELECT current_setting('memory_limit') AS is`)
  // Refused if a running query needs more, and then nothing is freed.
  await connection.run(`SET memory_limit='${AT_REST}MB'`).catch(() => {})
  // DuckDB shows 5.39 GiB as 5.3 GiB, which would be 5.2 GiB the next time.
  await connection.run(`SET memory_limit='${String(setting?.is).replace(/\.\d/, '$&5')}'`)
}

/** Quotes text for SQL: `it's` is `'it''s'`. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Quotes a name for SQL: `my "own"` is `"my ""own"""`. NUL is removed. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('\0', '\uFFFD').replaceAll('"', '""')}"`
}

/** Rows written to the database together. */
const CHUNK = 2048

/** Appends rows to a table, with pauses for other work. Without `valuesOf`, a row is its values, one for each type. */
export async function appendRows<Row = readonly DuckDBValue[]>(
  connection: DuckDBConnection,
  table: string,
  types: readonly DuckDBType[],
  rows: Iterable<Row>,
  valuesOf = (row: Row) => row as readonly DuckDBValue[],
): Promise<void> {
  const appender = await connection.createAppender(table)
  for (const part of partsOf(rows)) {
    const chunk = DuckDBDataChunk.create(types, part.length)
    chunk.setRows(part.map(valuesOf))
    appender.appendDataChunk(chunk)
    await setImmediate()
  }
  appender.closeSync()
}

/** Rows in parts of 2,048. */
export function* partsOf<Row>(rows: Iterable<Row>): Generator<readonly Row[]> {
  let part: Row[] = []
  for (const row of rows) {
    if (part.push(row) < CHUNK) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/** SQL of the sum of terms, in pairs: DuckDB limits how deep an expression is nested. */
export function sqlSum(terms: readonly string[]): string {
  if (terms.length < 3) return `(${terms.join(' + ') || '0'})`
  const half = terms.length >> 1
  return `(${sqlSum(terms.slice(0, half))} + ${sqlSum(terms.slice(half))})`
}

/** Characters of the first rows of a relation that are read together. */
const MOST_READ = 2 ** 25

interface FirstRows {
  readonly relation: string
  /** SQL of the number of a row. */
  readonly row: string
  /** SQL condition of a few thousand rows. */
  readonly where: string
  /** SQL of texts. */
  readonly texts: readonly string[]
}

/** The columns of texts in some rows of a relation: only in the first of them, if the texts are very long. */
export async function firstTexts(
  connection: DuckDBConnection,
  { relation, row, where, texts }: FirstRows,
): Promise<readonly (readonly string[])[]> {
  const length = sqlSum(texts.map((text) => `strlen(${text})`))
  const [last] = await rowsOf(
    connection,
    `SELECT max(place)::DOUBLE AS place FROM (
      SELECT place, sum(length) OVER (ORDER BY place) AS read FROM (
        SELECT ${row} AS place, ${length} AS length FROM ${relation} WHERE ${where}))
      WHERE read <= ${MOST_READ}`,
  )
  if (last?.place == null) return texts.map(() => [])
  const found = await connection.runAndReadAll(
    `SELECT ${texts.join(', ')} FROM ${relation} WHERE ${where} AND ${row} <= ${last.place}`,
  )
  return found.getColumns() as (readonly string[])[]
}

/** The rows of a query, as objects. */
export async function rowsOf(connection: DuckDBConnection, sql: string): Promise<readonly Record<string, unknown>[]> {
  const reader = await connection.runAndReadAll(sql)
  return reader.getRowObjects() as Record<string, unknown>[]
}
