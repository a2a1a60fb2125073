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

/** Readers and writers have buffers for each column, and so has each thread: wide tables are for one thread, with more memory. */
export async function makeRoomFor(connection: DuckDBConnection, columns: number, memory: number): Promise<void> {
  if (columns <= WIDE) return
  await connection.run(`SET memory_limit='${Math.round(memory + COLUMN_MEMORY * (columns - WIDE))}MB'; SET threads=1`)
}

/** A text of SQL: `it's` is `'it''s'`. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A name of SQL: `my "own"` is `"my ""own"""`. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The rows of a query, as objects. */
export async function rowsOf(connection: DuckDBConnection, sql: string): Promise<readonly Record<string, unknown>[]> {
  const reader = await connection.runAndReadAll(sql)
  return reader.getRowObjects() as Record<string, unknown>[]
}
