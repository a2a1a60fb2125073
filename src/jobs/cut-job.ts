import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { rowsOf, sqlText } from '../batch/database.ts'
import { distinctAssets } from '../batch/distinct-assets.ts'
import { openSource } from '../batch/open-source.ts'
import type { Source } from '../batch/source.ts'
import { ImportError } from '../index.ts'
import type { JobOptions } from './job.ts'
import { type JobBounds, withDatabase } from './job-database.ts'
import { JobFault } from './job-fault.ts'
import type { JobFolder } from './job-folder.ts'
import type { JobPlan, PlannedPart } from './job-plan.ts'

/** Distinct assets in a part: some half a second of one thread. */
const PART_SIZE = 5 * 2048

/** What DuckDB says of a file that it cannot read. Faults of the disk are IO errors, too: of those, only what is about content. */
const UNREADABLE = /^(Invalid Input|Parser|Conversion|Binder|Invalid|Out of Range|Serialization) Error/
const NO_CONTENT =
  /^IO Error: .*(no magic bytes|too small to be a Parquet|not a Parquet|corrupt|malformed|decompress)/is

/**
 * Reads the file of a job, finds its distinct assets and cuts them into parts. Begun again, it gives the same parts. Throws a
 * JobFault where the file cannot be read, or has more rows than it may.
 */
export async function cutJob(folder: JobFolder, { map }: JobOptions, bounds: JobBounds): Promise<JobPlan> {
  await folder.remove('job.duckdb', 'job.duckdb.wal', 'spill', 'share.json')
  const plan = await withDatabase(folder, bounds, async (database, stretch) => {
    stretch(0, 0.4)
    const source = await readSource(database, folder, map, bounds)
    stretch(0.4, 0.8)
    const counts = await distinctAssets(database, 0, source).catch(readingFault(folder))
    stretch(0.8, 1)
    return { ...(await cutParts(database, folder)), source, counts, rows: counts.rows + counts.rejected }
  })
  // Without its folder the job was removed: nothing of it is made anew.
  await mkdir(folder.results(plan), { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await folder.writePlan(plan)
  await folder.remove('share.json')
  return plan
}

async function readSource(
  database: DuckDBConnection,
  folder: JobFolder,
  map: JobOptions['map'],
  { maxRows }: JobBounds,
): Promise<Source> {
  const source = await openSource(database, 0, folder.input, map && { map }).catch(readingFault(folder))
  const [counted] = await rowsOf(database, `SELECT count(*) AS n FROM ${source.relation}`)
  if (Number(counted?.n) > maxRows) throw new JobFault(`The file has more than ${maxRows} rows`)
  if (source.rejects === undefined) return source
  // What could not be read is in a table that goes when the database is closed.
  await database.run(`CREATE TABLE rejected AS ${source.rejects}`)
  return { ...source, rejects: 'SELECT * FROM rejected' }
}

async function cutParts(database: DuckDBConnection, folder: JobFolder): Promise<Pick<JobPlan, 'name' | 'parts'>> {
  await database.run(
    `COPY (SELECT rowid::INTEGER AS id, key, quantity, rows, refused FROM assets_0 ORDER BY id) TO ${sqlText(folder.assets)}
      (FORMAT parquet, ROW_GROUP_SIZE ${PART_SIZE})`,
  )
  const hash = await hashOf(folder.assets)
  const counted = await rowsOf(
    database,
    `SELECT rowid // ${PART_SIZE} AS part, sum(rows)::DOUBLE AS rows FROM assets_0 GROUP BY part ORDER BY part`,
  )
  // Of no assets there is one part, too: its result has the columns.
  const parts = (counted.length > 0 ? counted : [{ rows: 0 }]).map(({ rows }, index): PlannedPart => {
    const from = index * PART_SIZE
    return { name: `${String(index).padStart(5, '0')}-${hash}`, ids: [from, from + PART_SIZE], rows: Number(rows) }
  })
  return { name: hash, parts }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex').slice(0, 16)
}

function isUnreadable({ message }: Error): boolean {
  return UNREADABLE.test(message) || NO_CONTENT.test(message)
}

/** What is wrong with a file; it is named as its sender knows it, not where it is kept. */
function readingFault(folder: JobFolder): (error: Error) => never {
  return (error) => {
    if (!(error instanceof ImportError) && !isUnreadable(error)) throw error
    const [first = ''] = error.message.replaceAll(folder.input, 'the file').replaceAll(folder.path, '').split('\n')
    throw new JobFault(first.slice(0, 500))
  }
}
