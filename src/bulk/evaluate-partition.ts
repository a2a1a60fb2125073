import { DOUBLE, type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, INTEGER, VARCHAR } from '@duckdb/node-api'
import type { RowOutcome } from '../importers/imported.ts'
import { readLine } from '../importers/list/import-lines.ts'
import { readItem } from '../importers/list/read-item.ts'
import { faultyRow, tableReader } from '../importers/table/import-table.ts'
import { markChecked } from '../library/checked-assets.ts'
import { type Assessor, figureColumns, likelyColumns } from '../library/index.ts'
import { type UsualUse, withUsage } from '../library/with-usage.ts'
import { sqlName, sqlText } from './database.ts'
import type { KeyReader } from './source.ts'
import { type EvaluationOptions, Tally, type WrittenTally } from './tally.ts'

/** How assets are read and assessed. */
export interface Evaluation {
  readonly reader: KeyReader
  readonly options: EvaluationOptions
  /** How things are used that do not say it themselves. */
  readonly usage?: UsualUse
}

/** A partition of the distinct assets of a file, which any thread can evaluate. */
export interface PartitionTask extends Evaluation {
  /**
   * A Parquet file with `id`, `key` (the keys as a JSON list), `quantity`, `rows`, `refused` (rows with a faulty
   * quantity) and `first` (its first row).
   */
  readonly file: string
  /** The first id and the one after the last. */
  readonly ids: readonly [from: number, to: number]
  /** Path of the result: a Parquet file with `id`, the interpretation of the row, and the columns of figures. */
  readonly result: string
}

/** Text columns of a result; the columns of `NUMBERS` follow. */
const TEXTS = ['status', 'reason', 'rule', 'fault', 'warnings', 'codes', 'assessed_as', 'assessed_in'] as const

/** The assessed hours, the data quality rating, and the units that the row itself counts. */
const NUMBERS = ['assessed_hours', 'quality', 'units'] as const

/** Rows of a DuckDB chunk. */
const CHUNK = 2048
/** Assets read and looked up together; few enough that their garbage dies young. */
const TOGETHER = 100

/** The columns of figures of a result. */
export function resultColumns({ criteria, boundary, likely }: EvaluationOptions): readonly string[] {
  return [...figureColumns(criteria, boundary), ...(likely ? likelyColumns(criteria, boundary) : [])]
}

/**
 * Evaluates a partition, writes its result and returns its tally. The same partition gives the same bytes of figures
 * anywhere.
 */
export async function evaluatePartition(assessor: Assessor, task: PartitionTask): Promise<WrittenTally> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '128MB' })
  const connection = await instance.connect()
  try {
    const { file, ids } = task
    const assets = `SELECT * FROM read_parquet(${sqlText(file)}) WHERE id >= ${ids[0]} AND id < ${ids[1]}`
    const tally = await evaluateAssets(assessor, connection, assets, task)
    await connection.run(`COPY result TO ${sqlText(task.result)} (FORMAT parquet, COMPRESSION zstd)`)
    return tally
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** Evaluates assets, which are SQL of the columns of a partition's file, into the table `result`. */
export async function evaluateAssets(
  assessor: Assessor,
  connection: DuckDBConnection,
  assets: string,
  { reader, options, usage = {} }: Evaluation,
): Promise<WrittenTally> {
  const columns = resultColumns(options)
  const width = columns.length
  await connection.run(
    `CREATE TABLE result (id INTEGER, ${TEXTS.map((name) => `${name} VARCHAR`).join(', ')}, ${[...NUMBERS, ...columns].map((name) => `${sqlName(name)} DOUBLE`).join(', ')})`,
  )
  const read = keyReader(reader)
  const tally = new Tally(options, assessor.release)
  const { sums, samples } = tally
  const sampler = samples && assessor.sampler(options.criteria, options.boundary)
  const appender = await connection.createAppender('result')
  const types = [INTEGER, ...TEXTS.map(() => VARCHAR), ...Array.from({ length: NUMBERS.length + width }, () => DOUBLE)]
  // Texts are shared and numbers are in one array, so that few objects live as long as a chunk.
  const figures = new Float64Array(width * CHUNK)
  const rows = await connection.stream(`SELECT id, key, quantity, rows, refused, first FROM (${assets}) ORDER BY id`)
  for (let chunk = await rows.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await rows.fetchChunk()) {
    const [ids, keys, quantities, counts, refusals, firsts] = chunk.getColumns() as [
      number[],
      string[],
      number[],
      number[],
      number[],
      (number | bigint)[],
    ]
    const texts = emptyColumns<(typeof TEXTS)[number], string>(TEXTS, keys.length)
    const numbers = emptyColumns<(typeof NUMBERS)[number], number>(NUMBERS, keys.length)
    figures.fill(Number.NaN)
    for (let from = 0; from < keys.length; from += TOGETHER) {
      const readings = keys.slice(from, from + TOGETHER).map((key) => read(key))
      const asked = readings.flatMap((reading, offset) => {
        if (!('asset' in reading)) return []
        const asset = withUsage(reading.asset, usage)
        if (asset === reading.asset) markChecked(asset)
        return [{ ...reading, asset, at: from + offset, place: Number(firsts[from + offset]) }]
      })
      const assessed = await assessor.figures(asked, options, sampler, (index, drawn) => {
        const { at, quantity = 1 } = asked[index] as (typeof asked)[number]
        samples?.add(drawn, quantity * (quantities[at] as number))
      })
      let next = 0
      for (const [offset, reading] of readings.entries()) {
        const at = from + offset
        const item = 'asset' in reading ? assessed[next++] : undefined
        const [quantity, rowCount] = [quantities[at] as number, counts[at] as number]
        texts.rule[at] = reading.rule ?? null
        if (item !== undefined && 'figures' in item) {
          const { quantity: factor, facts } = item
          const row = factor === 1 ? item.figures : item.figures.map((each) => each * factor)
          tally.add(row, quantity, quantity * factor, facts)
          sums.faulty += refusals[at] as number
          for (let column = 0; column < row.length; column++) figures[column * CHUNK + at] = row[column] as number
          for (const [column, each] of (item.likely ?? []).entries())
            figures[(row.length + column) * CHUNK + at] = each * factor
          texts.status[at] = 'assessed'
          texts.warnings[at] = item.warnings.map(({ message }) => message).join('; ') || null
          texts.codes[at] = [...new Set(item.warnings.map(({ code }) => code))].join(' ') || null
          texts.assessed_as[at] = facts.kind
          texts.assessed_in[at] = facts.location
          numbers.assessed_hours[at] = facts.hours ?? null
          numbers.quality[at] = facts.quality ?? null
          numbers.units[at] = factor
        } else if ('skipped' in reading) {
          sums.skipped += rowCount
          texts.status[at] = 'skipped'
          texts.reason[at] = reading.reason ?? null
          texts.fault[at] = reading.skipped
        } else {
          const fault =
            item !== undefined && 'fault' in item ? item.fault : 'fault' in reading ? reading.fault : undefined
          const factor = item?.quantity ?? ('quantity' in reading ? reading.quantity : undefined) ?? 1
          sums.addFaulty(rowCount, quantity * factor)
          texts.status[at] = 'faulty'
          texts.reason[at] = fault?.code ?? null
          texts.fault[at] = fault?.message ?? ''
        }
      }
    }
    const out = DuckDBDataChunk.create(types, keys.length)
    const known = [ids, ...Object.values(texts), ...Object.values(numbers)]
    for (const [column, values] of known.entries()) out.setColumnValues(column, values)
    for (let column = 0; column < width; column++) {
      const vector = out.getColumnVector(known.length + column)
      const empty: number[] = []
      for (let at = 0; at < keys.length; at++) {
        const figure = figures[column * CHUNK + at] as number
        if (Number.isNaN(figure)) empty.push(at)
        else vector.setItem(at, figure)
      }
      // Once a vector has an empty cell, every further cell takes ten times as long.
      for (const at of empty) vector.setItem(at, null)
      vector.flush()
    }
    appender.appendDataChunk(out)
  }
  appender.closeSync()
  return tally.written
}

/** Columns of nulls, by name. */
function emptyColumns<Name extends string, Value>(names: readonly Name[], rows: number) {
  const columns = names.map((name) => [name, Array.from({ length: rows }, () => null)])
  return Object.fromEntries(columns) as Record<Name, (Value | null)[]>
}

/** Cells of a partition, and the limits of that in chunks of rows. */
const PARTITION_CELLS = 500_000
const PARTITION_CHUNKS = 5

/** Assets per partition for a number of columns: about half a second of one thread, and bounded memory. */
export function partitionSize(width: number): number {
  return CHUNK * Math.max(1, Math.min(PARTITION_CHUNKS, Math.floor(PARTITION_CELLS / width / CHUNK)))
}

/** Reads the assets of a source from their keys. */
export function keyReader(reader: KeyReader): (key: string) => RowOutcome {
  switch (reader.kind) {
    case 'table': {
      const { read, keys } = tableReader(reader.header, reader.map)
      return (key) => {
        const cells = JSON.parse(key) as string[]
        const [fault, left] = cells.slice(keys.length)
        if (left) return { skipped: left }
        return fault ? faultyRow(fault) : read(cells, reader.writing)
      }
    }
    case 'line':
      return (key) => {
        const [line, fault, left] = JSON.parse(key) as [string, string?, string?]
        if (left) return { skipped: left }
        return fault ? faultyRow(fault) : readLine(line, (item) => readItem(item, reader.map, reader.writing))
      }
    case 'reading':
      return (key) => JSON.parse((JSON.parse(key) as [string])[0]) as RowOutcome
  }
}
