import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { rowsOf, sqlText } from '../../batch/database.ts'
import { distinctAssets } from '../../batch/distinct-assets.ts'
import { openSource } from '../../batch/open-source.ts'
import type { Source } from '../../batch/source.ts'
import { ImportError } from '../../index.ts'
import type { JobOptions, JobRecord } from '../job.ts'
import { JobFault } from '../job-fault.ts'
import type { JobFolder } from '../places/job-folder.ts'
import type { JobPlan, PlannedPart } from '../places/job-plan.ts'
import { type JobBounds, withDatabase } from './job-database.ts'

/** Distinct assets in a part: some half a second of one thread. They are a row group of Parquet. */
const PART_SIZE = 5 * 2048

/** The first part is smaller, so that something is done soon: threads are slow at first. */
const FIRST_SIZE = 2048

/** Messages of DuckDB on a file that it cannot read. Faults of the disk are IO errors, too: of those, only what is about content. */
const UNREADABLE = /^(Invalid Input|Parser|Conversion|Binder|Invalid|Out of Range|Serialization) Error/
const NO_CONTENT =
  /^IO Error: .*(no magic bytes|too small to be a Parquet|not a Parquet|corrupt|malformed|decompress)/is

/** A file of this machine that names the plan of which the database has all rows. */
const MARK = 'rows-read'

/**
 * Reads the file of a job, finds its distinct assets and cuts them into parts. Begun again, it gives the same parts. Throws a
 * JobFault where the file cannot be read, or has more rows than it may.
 */
export async function cutJob(
  folder: JobFolder,
  { options, figures }: Pick<JobRecord, 'options' | 'figures'>,
  bounds: JobBounds,
): Promise<JobPlan> {
  const plan = await readRows(folder, options, bounds, async (database, { source, counts }) => {
    const parts = await cutParts(database, folder, figures)
    return { ...parts, figures, source, counts, rows: counts.rows }
  })
  await folder.writePlan(plan)
  await writeFile(join(folder.path, MARK), plan.name)
  await folder.removeShare()
  return plan
}

/** Reads the file of a job that another machine has cut, unless this one has: its rows are where those are joined. */
export async function readRowsAgain(
  folder: JobFolder,
  options: JobOptions,
  plan: JobPlan,
  bounds: JobBounds,
): Promise<void> {
  const read = await readFile(join(folder.path, MARK), 'utf8').catch(() => undefined)
  if (read === plan.name) return
  const { assets, rows } = await readRows(folder, options, bounds, async (_, { counts }) => counts)
  if (assets !== plan.counts.assets || rows !== plan.counts.rows)
    throw new Error('The file of a job has other rows than it had when it was cut')
  await writeFile(join(folder.path, MARK), plan.name)
}

/** Reads the file of a job into its database, and finds its distinct assets. */
async function readRows<Result>(
  folder: JobFolder,
  { map }: JobOptions,
  bounds: JobBounds,
  work: (database: DuckDBConnection, rows: Pick<JobPlan, 'source' | 'counts'>) => Promise<Result>,
): Promise<Result> {
  await folder.tidy(MARK, 'job.duckdb', 'job.duckdb.wal', 'spill')
  await folder.removeShare()
  const input = await folder.files.fetch(folder.input)
  return withDatabase(folder, bounds, async (database, stretch) => {
    stretch(0, 0.4)
    const source = await readSource(database, { input, folder: folder.path }, map, bounds)
    stretch(0.4, 0.8)
    const counts = await distinctAssets(database, 0, source).catch(readingFault(input))
    stretch(0.8, 1)
    return work(database, { source, counts })
  })
}

async function readSource(
  database: DuckDBConnection,
  { input, folder }: { readonly input: string; readonly folder: string },
  map: JobOptions['map'],
  { maxRows }: JobBounds,
): Promise<Source> {
  const options = { ...(map && { map }), folder }
  const source = await openSource(database, 0, input, options).catch(readingFault(input))
  const [counted] = await rowsOf(database, `SELECT count(*) AS n FROM ${source.relation}`)
  if (Number(counted?.n) > maxRows) throw new JobFault(`The file has more than ${maxRows} rows`)
  return source
}

async function cutParts(
  database: DuckDBConnection,
  folder: JobFolder,
  figures: string,
): Promise<Pick<JobPlan, 'name' | 'parts'>> {
  const begun = folder.begun()
  await database.run(
    `COPY (SELECT rowid::INTEGER AS id, key, quantity, rows, refused FROM assets_0 ORDER BY id) TO ${sqlText(begun)}
      (FORMAT parquet, ROW_GROUP_SIZE ${PART_SIZE})`,
  )
  const hash = await hashOf(begun, figures)
  await folder.files.put(folder.assets({ name: hash }), begun)
  const counted = await rowsOf(
    database,
    `SELECT CASE WHEN rowid < ${FIRST_SIZE} THEN 0 ELSE 1 + rowid // ${PART_SIZE} END AS part, sum(rows)::DOUBLE AS rows
      FROM assets_0 GROUP BY part ORDER BY part`,
  )
  // Of no assets there is one part, too: its result has the columns.
  const parts = (counted.length > 0 ? counted : [{ rows: 0 }]).map(({ rows }, index): PlannedPart => {
    const ids = [firstOf(index), firstOf(index + 1)] as const
    return { name: `${String(index).padStart(5, '0')}-${hash}`, ids, rows: Number(rows) }
  })
  return { name: hash, parts }
}

/** The first asset of a part. Example: of the third, 10,240. */
function firstOf(part: number): number {
  return part === 1 ? FIRST_SIZE : Math.max(0, part - 1) * PART_SIZE
}

async function hashOf(file: string, figures: string): Promise<string> {
  const hash = createHash('sha256').update(figures)
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex').slice(0, 16)
}

function isUnreadable({ message }: Error): boolean {
  return UNREADABLE.test(message) || NO_CONTENT.test(message)
}

/** What is wrong with a file; it is named as its sender knows it, not where it is kept. */
function readingFault(input: string): (error: Error) => never {
  return (error) => {
    if (!(error instanceof ImportError) && !isUnreadable(error)) throw error
    const [first = ''] = error.message.replaceAll(input, 'the file').replaceAll(dirname(input), '').split('\n')
    throw new JobFault(first.slice(0, 500))
  }
}
