import { DOUBLE, type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, INTEGER, VARCHAR } from '@duckdb/node-api'
import type { Reading } from '../importers/imported.ts'
import { readLine } from '../importers/list/import-lines.ts'
import { faultyRow, tableReader } from '../importers/table/import-table.ts'
import { type AssessOptions, type Assessor, figureColumns, Sums } from '../index.ts'
import { sqlName, sqlText } from './database.ts'
import type { KeyReader } from './source.ts'

/** A part of the distinct assets of a file: what is evaluated at once, by any worker. */
export interface PartTask {
  /** A Parquet file with `id`, `key` (the keys as a JSON list), `quantity`, `rows` and `refused` (rows with a faulty quantity). */
  readonly part: string
  /** The first id and the one after the last, where the file has more than this part. */
  readonly ids?: readonly [from: number, to: number]
  /** Where its result is written: a Parquet file with `id`, `status`, `fault`, `warnings` and the columns of figures. */
  readonly result: string
  readonly reader: KeyReader
  readonly options: AssessOptions & { readonly criteria: NonNullable<AssessOptions['criteria']> }
}

/** Sums of a part, in the order of its assets. */
export interface PartOutcome {
  readonly sums: Float64Array
  readonly units: number
  readonly assessed: number
  /** Rows. */
  readonly faulty: number
  readonly skipped: number
}

/** Rows of a chunk of DuckDB. */
const CHUNK = 2048
/** So many assets are read and looked up together; what they leave behind dies young. */
const TOGETHER = 100

/** Evaluates a part and writes its result. The same part gives the same bytes of figures, wherever it is evaluated. */
export async function evaluatePart(assessor: Assessor, task: PartTask): Promise<PartOutcome> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '128MB' })
  const connection = await instance.connect()
  try {
    const columns = figureColumns(task.options.criteria, task.options.boundary)
    await connection.run(
      `CREATE TABLE result (id INTEGER, status VARCHAR, fault VARCHAR, warnings VARCHAR, ${columns.map((name) => `${sqlName(name)} DOUBLE`).join(', ')})`,
    )
    const outcome = await evaluateRows(assessor, task, connection, columns.length)
    await connection.run(`COPY result TO ${sqlText(task.result)} (FORMAT parquet, COMPRESSION zstd)`)
    return outcome
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

async function evaluateRows(
  assessor: Assessor,
  { part, ids: range, reader, options }: PartTask,
  connection: DuckDBConnection,
  width: number,
): Promise<PartOutcome> {
  const read = keyReader(reader)
  const sums = new Sums(options.criteria, options.boundary)
  let skipped = 0
  const appender = await connection.createAppender('result')
  const types = [INTEGER, VARCHAR, VARCHAR, VARCHAR, ...Array.from({ length: width }, () => DOUBLE)]
  // Texts are shared and numbers stand in one place: what lives as long as a chunk is little.
  const figures = new Float64Array(width * CHUNK)
  const rows = await connection.stream(
    `SELECT id, key, quantity, rows, refused FROM read_parquet(${sqlText(part)})
      ${range ? `WHERE id >= ${range[0]} AND id < ${range[1]}` : ''} ORDER BY id`,
  )
  for (let chunk = await rows.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await rows.fetchChunk()) {
    const [ids, keys, quantities, counts, refusals] = chunk.getColumns() as [
      number[],
      string[],
      number[],
      number[],
      number[],
    ]
    const statuses: string[] = []
    const faults: (string | null)[] = []
    const warnings: (string | null)[] = []
    figures.fill(Number.NaN)
    for (let from = 0; from < keys.length; from += TOGETHER) {
      const readings = keys.slice(from, from + TOGETHER).map((key) => read(key))
      const assessed = await assessor.figures(
        readings.flatMap((reading) => ('asset' in reading ? [reading] : [])),
        options,
      )
      let next = 0
      for (const [offset, reading] of readings.entries()) {
        const at = from + offset
        const item = 'asset' in reading ? assessed[next++] : undefined
        const [quantity, rowCount] = [quantities[at] as number, counts[at] as number]
        if (item !== undefined && 'figures' in item) {
          const { quantity: factor } = item
          const row = factor === 1 ? item.figures : item.figures.map((each) => each * factor)
          sums.add(row, quantity, quantity * factor)
          sums.faulty += refusals[at] as number
          for (let column = 0; column < width; column++) figures[column * CHUNK + at] = row[column] as number
          statuses.push('assessed')
          faults.push(null)
          warnings.push(item.warnings.length > 0 ? item.warnings.map(({ message }) => message).join('; ') : null)
        } else if ('skipped' in reading) {
          skipped += rowCount
          statuses.push('skipped')
          faults.push(reading.skipped)
          warnings.push(null)
        } else {
          const fault =
            item !== undefined && 'fault' in item ? item.fault : 'fault' in reading ? reading.fault : undefined
          const factor = item?.quantity ?? ('quantity' in reading ? reading.quantity : undefined) ?? 1
          sums.addFaulty(rowCount, quantity * factor)
          statuses.push('faulty')
          faults.push(fault?.message ?? '')
          warnings.push(null)
        }
      }
    }
    const out = DuckDBDataChunk.create(types, keys.length)
    for (const [column, values] of [ids, statuses, faults, warnings].entries()) out.setColumnValues(column, values)
    for (let column = 0; column < width; column++) {
      const vector = out.getColumnVector(4 + column)
      for (let at = 0; at < keys.length; at++) {
        const figure = figures[column * CHUNK + at] as number
        vector.setItem(at, Number.isNaN(figure) ? null : figure)
      }
      vector.flush()
    }
    appender.appendDataChunk(out)
  }
  appender.closeSync()
  const { units, assessed, faulty } = sums
  return { sums: sums.sums, units, assessed, faulty, skipped }
}

/** How many lines there may be in a chunk. */
export const PART_SIZE = 10 * CHUNK

function keyReader(reader: KeyReader): (key: string) => Reading {
  switch (reader.kind) {
    case 'table': {
      const { read, keys } = tableReader(reader.header, reader.map)
      return (key) => {
        const cells = JSON.parse(key) as string[]
        const fault = cells[keys.length]
        return fault ? faultyRow(fault) : read(cells, reader.writing)
      }
    }
    case 'line':
      return (key) => {
        const [line, fault] = JSON.parse(key) as [string, string?]
        return fault ? faultyRow(fault) : readLine(line)
      }
    case 'reading':
      return (key) => JSON.parse((JSON.parse(key) as [string])[0]) as Reading
  }
}
