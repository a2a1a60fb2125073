import { rm } from 'node:fs/promises'
import { copyRows } from '../../batch/copy-rows.ts'
import { sqlText } from '../../batch/database.ts'
import type { JobFolder, ResultFormat } from '../places/job-folder.ts'
import { type JobBounds, withDatabase } from './job-database.ts'

/** Writes the result of a job as what it is asked for, unless it is there: the rows in their order. */
export async function convertResult(folder: JobFolder, format: ResultFormat, bounds: JobBounds): Promise<void> {
  const { files } = folder
  const result = folder.result(format)
  if (await files.has(result)) return
  const rows = `SELECT * FROM read_parquet(${sqlText(await files.fetch(folder.result('parquet')))})`
  const begun = folder.begun()
  try {
    await withDatabase(folder, bounds, (database) => copyRows(database, rows, { file: begun, format }), ':memory:')
    await files.put(result, begun)
  } finally {
    await rm(begun, { force: true })
    await folder.tidy('spill')
    await folder.removeShare()
    await files.leave()
  }
}
