import type { DuckDBConnection } from '@duckdb/node-api'
import { sqlName, sqlText } from './database.ts'
import { rowsRelation } from './distinct-assets.ts'
import type { Source } from './source.ts'

/** What rows are written as. */
export type OutputFormat = 'json' | 'csv' | 'parquet'

/** Up to so many rows are put in order by sorting; more are left in the order in which they are read, which is the same. */
const MOST_SORTED = 5_000_000

/** SQL of the rows of a source with their figures: the columns of the file, then status, fault, figures and release. */
export function outputQuery(
  { columns, keys, isCounted, rejects }: Source,
  index: number,
  {
    results,
    figures,
    release,
  }: { readonly results: string; readonly figures: readonly string[]; readonly release: string },
): string {
  const taken = new Set(['row', 'place', 'status', 'fault', 'release', ...figures])
  const own = columns.map(({ name, sql }) => `r.${sql} AS ${sqlName(freeName(name, taken))}`)
  const matched = keys.map((_, at) => `r.iq_k${at} IS NOT DISTINCT FROM f.iq_k${at}`).join(' AND ')
  const isRefused = `(f.status = 'assessed' AND r.iq_many IS NULL)`
  const what = isCounted
    ? 'quantity: expected a whole number, 0 to 2147483647'
    : 'quantity: expected a number of 0 or more'
  return `SELECT r.iq_row AS "row", r.iq_place AS place, ${[...own, ''].join(', ')}
      CASE WHEN ${isRefused} THEN 'faulty' ELSE f.status END AS status,
      CASE WHEN ${isRefused} THEN ${sqlText(what)} ELSE f.fault END AS fault,
      ${figures.map((name) => `f.${sqlName(name)} * r.iq_many AS ${sqlName(name)}`).join(', ')},
      CASE WHEN f.status = 'assessed' AND NOT ${isRefused} THEN ${sqlText(release)} END AS release
    FROM ${rowsRelation(index)} r LEFT JOIN (
      SELECT ${keys.map((_, at) => `a.iq_k${at}`).join(', ')}, s.* FROM assets_${index} a JOIN read_parquet(${sqlText(results)}) s USING (id)
    ) f ON ${matched}
    ${rejects === undefined ? '' : `UNION ALL BY NAME ${rejects}`}`
}

/** A name that no other column has: `status_1` where a file has a column `status` of its own. */
function freeName(name: string, taken: Set<string>): string {
  let free = name === '' ? 'column' : name
  for (let number = 1; taken.has(free.toLowerCase()); number++) free = `${name}_${number}`
  taken.add(free.toLowerCase())
  return free
}

/** Writes the rows of sources, one after the other; of several files each row says which one it is from. */
export async function writeOutput(
  database: DuckDBConnection,
  queries: readonly string[],
  sources: readonly Source[],
  { file, format, rows }: { readonly file: string; readonly format: OutputFormat; readonly rows: number },
): Promise<void> {
  const order = rows <= MOST_SORTED ? 'ORDER BY "row"' : ''
  const parts = queries.map((query, index) => {
    const name = queries.length > 1 ? `${sqlText(sources[index]?.file ?? '')} AS file, ` : ''
    return `(SELECT ${name}* EXCLUDE ("row", place) FROM (${query} ${order}))`
  })
  const options = {
    csv: `FORMAT csv, HEADER true`,
    json: `FORMAT json, ARRAY true`,
    parquet: `FORMAT parquet, COMPRESSION zstd`,
  }[format]
  // The figures are what rows are looked up in, however few or many there are: rows stay in their order.
  await database.run(`SET disabled_optimizers = 'join_order,build_side_probe_side'`)
  await database.run(`COPY (${parts.join(' UNION ALL BY NAME ')}) TO ${sqlText(file)} (${options})`)
  await database.run(`SET disabled_optimizers = ''`)
}
