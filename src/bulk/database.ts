import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

export interface DatabaseOptions {
  /** Where it keeps what does not fit into its memory. */
  readonly folder: string
  /** MB. */
  readonly memory: number
  readonly threads: number
}

/** Opens an empty DuckDB in this process. Sorting and joining beyond its memory go to its folder. */
export async function openDatabase({ folder, memory, threads }: DatabaseOptions): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(`${folder}/batch.duckdb`, {
    memory_limit: `${memory}MB`,
    threads: String(threads),
    temp_directory: `${folder}/spill`,
    // What it has freed is given back to the system early, not once it is more than 128 MB.
    allocator_flush_threshold: '16MB',
  })
  return instance.connect()
}

/** Tables of more columns are wide. */
const WIDE = 200
/** MB for each further column. */
const COLUMN_MEMORY = 0.35
/** MB for what else a database does. */
const OTHER_MEMORY = 250
const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

/**
 * Readers and writers have buffers for each column, and so has each thread: wide tables are for one thread, with more memory
 * where there is less. `each`: MB of a column.
 */
export async function makeRoomFor(connection: DuckDBConnection, columns: number, each = COLUMN_MEMORY): Promise<void> {
  if (columns <= WIDE) return
  const [setting] = await rowsOf(connection, `SELECT current_setting('memory_limit') AS is`)
  const [number, unit = ''] = String(setting?.is).split(' ')
  const has = (Number(number) * 1024 ** UNITS.indexOf(unit)) / 1e6
  const needed = Math.ceil(OTHER_MEMORY + each * (columns - WIDE))
  await connection.run(`SET threads=1${needed > has ? `; SET memory_limit='${needed}MB'` : ''}`)
}

/** A text of SQL: `it's` is `'it''s'`. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A name of SQL: `my "own"` is `"my ""own"""`. There is none with NUL in it. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('\0', '\uFFFD').replaceAll('"', '""')}"`
}

/** The rows of a query, as objects. */
export async function rowsOf(connection: DuckDBConnection, sql: string): Promise<readonly Record<string, unknown>[]> {
  const reader = await connection.runAndReadAll(sql)
  return reader.getRowObjects() as Record<string, unknown>[]
}
