import { rename, rm, stat } from 'node:fs/promises'
import { sqlText } from '../batch/database.ts'
import { type JobBounds, withDatabase } from './job-database.ts'
import { besides, type JobFolder, type ResultFormat } from './job-folder.ts'

const OPTIONS: Readonly<Record<ResultFormat, string>> = {
  csv: 'FORMAT csv, HEADER true',
  json: 'FORMAT json, ARRAY true',
  parquet: 'FORMAT parquet, COMPRESSION zstd',
}

/** Writes the result of a job as what it is asked for, unless it is there: the rows in their order. */
export async function convertResult(folder: JobFolder, format: ResultFormat, bounds: JobBounds): Promise<void> {
  const result = folder.result(format)
  if (await stat(result).catch(() => undefined)) return
  const begun = besides(result)
  const rows = `SELECT * FROM read_parquet(${sqlText(folder.result('parquet'))})`
  try {
    await withDatabase(
      folder,
      bounds,
      (database) => database.run(`COPY (${rows}) TO ${sqlText(begun)} (${OPTIONS[format]})`),
      ':memory:',
    )
    await rename(begun, result)
  } finally {
    await rm(begun, { force: true })
    await folder.remove('spill', 'share.json')
  }
}
