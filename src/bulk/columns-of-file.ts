import { DuckDBInstance } from '@duckdb/node-api'
import { encodingOf } from '../importers/encoding-of.ts'
import { readHeader } from '../importers/table/read-csv.ts'
import { rowsOf, sqlText } from './database.ts'
import { readStart } from './text-chunks.ts'

/** The header of a table must be within these bytes. */
const START = 2 ** 18

/** The names of the columns of a table, CSV or Parquet. Throws an ImportError, or the system's error, if it cannot be read. */
export async function columnsOfFile(file: string): Promise<readonly string[]> {
  const start = await readStart(file, START)
  if (start.subarray(0, 4).toString('latin1') !== 'PAR1') {
    const text = new TextDecoder(encodingOf(start)).decode(start)
    return readHeader(new TextEncoder().encode(text.replace(/^\uFEFF/, ''))).header
  }
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  try {
    const described = await rowsOf(connection, `DESCRIBE SELECT * FROM read_parquet(${sqlText(file)})`)
    return described.map(({ column_name: name }) => String(name))
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
