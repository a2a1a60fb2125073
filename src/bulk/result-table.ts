import {
  DOUBLE,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBVector,
  INTEGER,
  VARCHAR,
} from '@duckdb/node-api'
import { sqlName } from './database.ts'

/** Text columns of a result; the columns of `NUMBERS` and of figures follow. */
const TEXTS = ['status', 'reason', 'rule', 'fault', 'warnings', 'codes', 'assessed_as', 'assessed_in'] as const
type Texts = Readonly<Partial<Record<(typeof TEXTS)[number], string | undefined>>>

/** The assessed hours and load, the data quality rating, and the units that the row itself counts. */
const NUMBERS = ['assessed_hours', 'assessed_load', 'quality', 'units'] as const

/** Rows of a DuckDB chunk. */
export const CHUNK = 2048

/** The table `result` of a database: how assets were read, and their figures. */
export class ResultTable {
  readonly #appender: DuckDBAppender
  readonly #width: number
  // Texts are shared and numbers are in one array, so that few objects live as long as a chunk.
  readonly #numbers: Float64Array
  #texts: (string | null)[][] = []
  #ids: number[] = []

  /** Creates the table, with columns of figures. */
  static async create(connection: DuckDBConnection, figures: readonly string[]): Promise<ResultTable> {
    const numbers = [...NUMBERS, ...figures].map(sqlName)
    const columns = [...TEXTS.map((name) => `${name} VARCHAR`), ...numbers.map((name) => `${name} DOUBLE`)]
    await connection.run(`CREATE TABLE written (id INTEGER, ${columns.join(', ')})`)
    // An empty cell takes ten times as long to write as a number, so it is written as NaN, which no figure is.
    const cells = numbers.map((name) => `nullif(${name}, 'NaN') AS ${name}`)
    await connection.run(`CREATE VIEW result AS SELECT id, ${[...TEXTS, ...cells].join(', ')} FROM written`)
    return new ResultTable(await connection.createAppender('written'), numbers.length)
  }

  private constructor(appender: DuckDBAppender, width: number) {
    this.#appender = appender
    this.#width = width
    this.#numbers = new Float64Array(width * CHUNK)
    this.#clear()
  }

  /** Adds a row: its texts, the numbers of `NUMBERS`, and lists of figures. What is left out is empty. */
  add(id: number, texts: Texts, ...numbers: readonly ArrayLike<number>[]): void {
    let place = this.#ids.length
    for (const list of numbers) {
      for (let at = 0; at < list.length; at++) {
        this.#numbers[place] = list[at] as number
        place += CHUNK
      }
    }
    for (const [column, name] of TEXTS.entries()) this.#texts[column]?.push(texts[name] ?? null)
    if (this.#ids.push(id) === CHUNK) this.#append()
  }

  /** Ends the table. */
  close(): void {
    if (this.#ids.length > 0) this.#append()
    this.#appender.closeSync()
  }

  #append(): void {
    const known = [this.#ids, ...this.#texts]
    const types = [INTEGER, ...TEXTS.map(() => VARCHAR), ...Array.from({ length: this.#width }, () => DOUBLE)]
    const rows = this.#ids.length
    const chunk = DuckDBDataChunk.create(types, rows)
    for (const [column, values] of known.entries()) chunk.setColumnValues(column, values)
    for (let column = 0; column < this.#width; column++) {
      const from = column * CHUNK
      fill(chunk.getColumnVector(known.length + column), this.#numbers.subarray(from, from + rows))
    }
    this.#appender.appendDataChunk(chunk)
    this.#clear()
  }

  #clear(): void {
    this.#ids = []
    this.#texts = TEXTS.map(() => [])
    this.#numbers.fill(Number.NaN)
  }
}

function fill(vector: DuckDBVector, numbers: Float64Array): void {
  for (let at = 0; at < numbers.length; at++) vector.setItem(at, numbers[at] as number)
  vector.flush()
}
