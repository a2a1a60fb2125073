import type { DuckDBConnection } from '@duckdb/node-api'
import type { RowOutcome } from '../importers/imported.ts'
import { readLine } from '../importers/list/import-lines.ts'
import { readItem } from '../importers/list/read-item.ts'
import { faultyRow, tableReader } from '../importers/table/import-table.ts'
import { markChecked } from '../library/checked-assets.ts'
import { type Assessor, figureColumns, likelyColumns } from '../library/index.ts'
import { type UsualUse, withUsage } from '../library/with-usage.ts'
import { openDatabase, sqlText } from './database.ts'
import { ResultTable } from './result-table.ts'
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

/** Assets read and looked up together; few enough that their garbage dies young. */
const TOGETHER = 100

/** The fault of a row whose quantity is invalid. */
const QUANTITY = { path: ['quantity'] }

/** The columns of figures of a result. */
export function resultColumns({ criteria, boundary, likely }: EvaluationOptions): readonly string[] {
  return [...figureColumns(criteria, boundary), ...(likely ? likelyColumns(criteria, boundary) : [])]
}

/**
 * Evaluates a partition, writes its result and returns its tally. The same partition gives the same bytes of figures
 * anywhere.
 */
export async function evaluatePartition(assessor: Assessor, task: PartitionTask): Promise<WrittenTally> {
  const connection = await openDatabase({ threads: 1, memory: 128 })
  try {
    const { file, ids } = task
    const assets = `SELECT * FROM read_parquet(${sqlText(file)}) WHERE id >= ${ids[0]} AND id < ${ids[1]}`
    const tally = await evaluateAssets(assessor, connection, assets, task)
    await connection.run(`COPY result TO ${sqlText(task.result)} (FORMAT parquet, COMPRESSION zstd)`)
    return tally
  } finally {
    connection.closeSync()
  }
}

/** Evaluates assets, which are SQL of the columns of a partition's file, into the table `result`. */
export async function evaluateAssets(
  assessor: Assessor,
  connection: DuckDBConnection,
  assets: string,
  { reader, options, usage = {} }: Evaluation,
): Promise<WrittenTally> {
  const read = keyReader(reader)
  const unread = unitsIfUnread(reader)
  const tally = new Tally(options, assessor.release)
  const { sums, samples } = tally
  const sampler = samples && assessor.sampler(options.criteria, options.boundary)
  const results = await ResultTable.create(connection, resultColumns(options))
  const rows = await connection.stream(`SELECT id, key, quantity, rows, refused, first FROM (${assets}) ORDER BY id`)
  for await (const chunk of rows) {
    const [ids, keys, quantities, counts, refusals, firsts] = chunk.getColumns() as [
      number[],
      string[],
      number[],
      number[],
      number[],
      (number | bigint)[],
    ]
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
        const [id, quantity] = [ids[at] as number, quantities[at] as number]
        const [rowCount, refused] = [counts[at] as number, refusals[at] as number]
        const { rule } = reading
        if (item !== undefined && 'figures' in item) {
          const { quantity: factor, facts, likely, warnings } = item
          const row = factor === 1 ? item.figures : item.figures.map((each) => each * factor)
          if (refused < rowCount) tally.add(row, quantity, facts, quantity * factor, rowCount - refused)
          if (refused > 0) sums.addFaulty(refused, refused * unread, QUANTITY)
          const texts = {
            rule,
            status: 'assessed',
            warnings: warnings.map(({ message }) => message).join('; ') || undefined,
            codes: [...new Set(warnings.map(({ code }) => code))].join(' ') || undefined,
            assessed_as: facts.kind,
            assessed_in: facts.location,
          }
          const { hours = Number.NaN, quality = Number.NaN, conditions } = facts
          const load = typeof conditions.load === 'number' ? conditions.load : Number.NaN
          const numbers = [hours, load, quality, factor]
          results.add(id, texts, numbers, row, likely?.map((each) => each * factor) ?? [])
        } else if ('skipped' in reading) {
          sums.skipped += rowCount
          results.add(id, { rule, status: 'skipped', reason: reading.reason, fault: reading.skipped })
        } else {
          const fault = faultIn(reading) ?? faultIn(item)
          const factor = item?.quantity ?? ('quantity' in reading ? reading.quantity : undefined) ?? 1
          sums.addFaulty(
            rowCount,
            quantity * factor + refused * unread,
            faultIn(reading) ?? { path: [fault?.path.join('.') ?? ''] },
          )
          results.add(id, { rule, status: 'faulty', reason: fault?.code, fault: fault?.message ?? '' })
        }
      }
    }
  }
  results.close()
  return tally.written
}

/** What a row with an unreadable quantity counts as: one, but a line of a bill counts hours or GB. */
function unitsIfUnread(reader: KeyReader): number {
  return reader.kind === 'table' && !tableReader(reader.header, reader.map).isCounted ? 0 : 1
}

function faultIn<Fault>(outcome: object | { readonly fault: Fault } | undefined): Fault | undefined {
  return outcome !== undefined && 'fault' in outcome ? outcome.fault : undefined
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
