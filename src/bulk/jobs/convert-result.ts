import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyRows } from '../copy-rows.ts'
import { sqlText } from '../database.ts'
import type { ResultFile } from './job.ts'
import { isFull, JobFault, NO_ROOM_FOR_RESULT } from './job-fault.ts'
import { FILES } from './job-plan.ts'
import type { Workshop } from './run-job.ts'
import { withDatabase } from './step-database.ts'
import { begunIn, finishFile } from './whole-files.ts'

/** Writes the result of a job in a requested format, with the rows in order. Records why if it cannot. */
export async function convertResult(shop: Workshop, id: string, format: ResultFile): Promise<void> {
  const { store } = shop
  const folder = store.folderOf(id)
  const begun = begunIn(folder)
  const target = format === 'safe.csv' ? { format: 'csv' as const, csvSafe: true } : { format }
  try {
    await shop.try(id, `converting to ${format}`, async (commit) => {
      const parts = store.pieces(id, 'rows').map(({ number }) => sqlText(join(folder, FILES.result(number))))
      const rows = `SELECT * FROM read_parquet([${parts.join(', ')}])`
      const step = { ...shop.stepOf(id), onShare: () => {} }
      await withDatabase(step, (database) => copyRows(database, rows, { file: begun, ...target }))
      const bytes = await finishFile(begun, join(folder, FILES.converted(format)))
      commit(() => {
        store.addPiece(id, { kind: format, number: 0, bytes })
        store.converted(id, format)
      })
    })
  } catch (error) {
    if (isFull(error)) store.converted(id, format, NO_ROOM_FOR_RESULT)
    else if (error instanceof JobFault) store.converted(id, format, error.message)
    else throw error
  } finally {
    await rm(begun, { force: true })
  }
}
