import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { rowsOf, sqlText } from './database.ts'
import { type Partition, shareOf } from './distinct-assets.ts'
import { filesAmong, isParquetBill, startsOf } from './scan-parquet.ts'
import type { RowSpan } from './source.ts'
import { findObjects } from './store/find-objects.ts'
import type { ByteRange, StoredObject } from './store/object-store.ts'
import { readBytes } from './text-chunks.ts'

/** Bytes to fetch from the end of a Parquet file, which holds its index; a longer index is fetched again. */
const LIKELY_END = 65_536
const MAGIC = 'PAR1'
/** Bytes of the index length and the magic number. */
const LENGTH_AND_MAGIC = 8
/** Objects fetched in parallel. */
const AT_ONCE = 4

/** Copies of objects. */
export interface FetchedObjects {
  /** A file or a pattern. */
  readonly path: string
  /** If only the rows of a partition are copied: copies the others, too. */
  readonly fetchRest?: () => Promise<void>
}

/**
 * Copies the objects of a store's address to a new folder. For a partition of Parquet files, it copies only the files
 * with its rows, or the row groups of a single file; a bill is copied whole. The rest of a copy is a sparse hole, which
 * takes no space and is never read.
 */
export async function fetchObjects(
  database: DuckDBConnection,
  address: string,
  folder: string,
  partition: Partition = { index: 1, of: 1 },
): Promise<FetchedObjects> {
  const { store, objects, isPattern } = await findObjects(address)
  await mkdir(folder)
  const copies = objects.map((object, at): Copy => {
    const file = join(folder, nameOf(object, at))
    return { file, object, fetch: (range) => store.fetch(object, file, range) }
  })
  const path = isPattern ? join(folder, '*') : (copies[0] as Copy).file
  const areTables = partition.of > 1 && (await eachOf(copies, fetchEnd)).every((isTable) => isTable)
  // Credits of a bill cancel usage in any row, so a partition of a bill needs all of it.
  if (!areTables || (await isParquetBill(database, path))) {
    await eachOf(copies, fetchAll)
    return { path }
  }
  let rest = copies
  if (isPattern) {
    const starts = await startsOf(database, path)
    const rows = await rowsOf(database, `SELECT sum(num_rows) AS n FROM parquet_file_metadata(${sqlText(path)})`)
    const { first, last } = filesAmong(starts, shareOf(Number(rows[0]?.n), partition))
    await eachOf(copies.slice(first, last + 1), fetchAll)
    rest = copies.filter((_, at) => at < first || at > last)
  } else await fetchShare(database, copies[0] as Copy, partition)
  const fetchRest = async () => {
    await eachOf(rest, fetchAll)
  }
  return { path, fetchRest }
}

/** A copy of an object, or of some of its bytes. */
interface Copy {
  readonly file: string
  readonly object: StoredObject
  /** Fetches bytes to their place in the file; all without a range. */
  readonly fetch: (range?: ByteRange) => Promise<void>
}

async function fetchAll({ file, fetch }: Copy): Promise<void> {
  await writeFile(file, '')
  await fetch()
}

/** Fetches the index of a Parquet file. Returns whether it is one. */
async function fetchEnd({ file, object: { size }, fetch }: Copy): Promise<boolean> {
  if (size < LENGTH_AND_MAGIC + MAGIC.length) return false
  await writeFile(file, MAGIC)
  await truncate(file, size)
  await fetch({ from: Math.max(0, size - LIKELY_END), to: size })
  const end = await readBytes(file, LENGTH_AND_MAGIC, size - LENGTH_AND_MAGIC)
  const from = size - LENGTH_AND_MAGIC - end.readUInt32LE(0)
  if (end.toString('latin1', 4) !== MAGIC || from < MAGIC.length) return false
  if (from < size - LIKELY_END) await fetch({ from, to: size - LIKELY_END })
  return true
}

/** Fetches the row groups of a Parquet file that overlap a partition. */
async function fetchShare(database: DuckDBConnection, { file, fetch }: Copy, partition: Partition): Promise<void> {
  const groups = await rowsOf(
    database,
    `SELECT max(row_group_num_rows) AS rows, min(begin) AS begin, max(begin + total_compressed_size) AS "end"
      FROM (SELECT *, coalesce(nullif(dictionary_page_offset, 0), data_page_offset) AS begin
        FROM parquet_metadata(${sqlText(file)}))
      GROUP BY row_group_id ORDER BY row_group_id`,
  )
  const rows = groups.reduce((sum, group) => sum + Number(group.rows), 0)
  const { from, to = rows }: RowSpan = shareOf(rows, partition)
  let before = 0
  // The scan may also read groups that only touch the partition.
  const among = groups.filter(({ rows: count }) => {
    const begin = before
    before += Number(count)
    return begin <= to && before >= from
  })
  if (among.length === 0) return
  await fetch({
    from: Math.min(...among.map(({ begin }) => Number(begin))),
    to: Math.max(...among.map(({ end }) => Number(end))),
  })
}

/** Runs the work on items with limited concurrency. */
async function eachOf<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))))
  return results
}

/** A name that sorts like the keys: `000012-bill.parquet`. */
function nameOf({ key }: StoredObject, at: number): string {
  return `${String(at).padStart(7, '0')}-${basename(key)
    .replace(/[^\w.-]/g, '_')
    .slice(-100)}`
}
