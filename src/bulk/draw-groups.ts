import { DOUBLE, type DuckDBConnection, INTEGER } from '@duckdb/node-api'
import { type Assessor, likelyColumns, SampleSums } from '../library/index.ts'
import { type UsualUse, withUsage } from '../library/with-usage.ts'
import { appendRows, sqlName } from './database.ts'
import { keyReader } from './evaluate-partition.ts'
import type { KeyReader } from './source.ts'
import type { EvaluationOptions } from './tally.ts'

/** What draws the figures of assets. */
export interface Drawing {
  readonly assessor: Assessor
  /** By the position of the source. */
  readonly readers: readonly KeyReader[]
  readonly options: EvaluationOptions
  readonly usage: UsualUse | undefined
}

/** The relation of drawn groups: their columns, and the ends of their likely ranges (see `likelyColumns`). */
export const DRAWN = 'drawn_groups'

/** Assets drawn together, and so the most groups whose samples are in memory. */
const TOGETHER = 100

/**
 * Creates the relation `DRAWN`, the likely ranges of groups. `terms` is SQL of `source`, `key`, `first` (row), `many`,
 * `is_assessed` and the columns of the groups. An asset is drawn anew for each of its groups, so that memory does not
 * grow with their number.
 */
export async function drawGroups(
  database: DuckDBConnection,
  terms: string,
  groups: readonly string[],
  { assessor, readers, options, usage = {} }: Drawing,
): Promise<void> {
  const { criteria, boundary } = options
  const columns = likelyColumns(criteria, boundary)
  const names = groups.join(', ')
  await database.run(
    `CREATE OR REPLACE TABLE terms AS SELECT ${names}, source, key, first, sum(many) AS many FROM ${terms} WHERE is_assessed GROUP BY ALL;
     CREATE OR REPLACE TABLE numbered AS SELECT *, row_number() OVER ()::INTEGER AS number FROM (SELECT DISTINCT ${names} FROM terms);
     CREATE OR REPLACE TABLE ends (number INTEGER, ${columns.map((name) => `${sqlName(name)} DOUBLE`).join(', ')});
     CREATE OR REPLACE VIEW ${DRAWN} AS SELECT * FROM numbered JOIN ends USING (number)`,
  )
  const reads = readers.map(keyReader)
  const sampler = assessor.sampler(criteria, boundary)
  const drawn: (readonly number[])[] = []
  const open = new Map<number, SampleSums>()
  const close = (but?: number) => {
    for (const [number, samples] of open) {
      if (number === but) continue
      drawn.push([number, ...samples.ends])
      open.delete(number)
    }
  }
  const result = await database.stream(
    `SELECT number, source, key, first, many FROM terms JOIN numbered USING (${names}) ORDER BY number, source, first`,
  )
  for await (const found of result.yieldRows()) {
    const rows = found as [number, number, string, bigint, number][]
    for (let from = 0; from < rows.length; from += TOGETHER) {
      const together = rows.slice(from, from + TOGETHER)
      const asked = together.flatMap(([number, source, key, first, many]) => {
        const reading = reads[source]?.(key)
        if (reading === undefined || !('asset' in reading)) return []
        const { quantity = 1 } = reading
        return [
          {
            item: { ...reading, asset: withUsage(reading.asset, usage), place: Number(first) },
            times: quantity * many,
            number,
          },
        ]
      })
      for (const { number } of asked) if (!open.has(number)) open.set(number, new SampleSums(criteria, boundary))
      await assessor.figures(
        asked.map(({ item }) => item),
        options,
        sampler,
        (index, samples) => {
          const { number, times } = asked[index] as (typeof asked)[number]
          open.get(number)?.add(samples, times)
        },
      )
      close(together.at(-1)?.[0])
    }
  }
  close()
  await appendRows(database, 'ends', [INTEGER, ...columns.map(() => DOUBLE)], drawn)
}
