import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Caller, type JobTotals, payerOf, type ReceivedJob } from './job.ts'
import type { Row } from './job-database.ts'
import { FILES, type Piece } from './job-plan.ts'
import { bytesOf, writeWhole } from './whole-files.ts'

const COUNT = z.int().nonnegative()
const TEXT = z.string().nullable()
const TIME = z.iso.datetime()

/** Columns of a job. */
const ROW = z.object({
  id: z.string(),
  owner: TEXT,
  payer: z.string(),
  state: z.enum(['queued', 'done', 'failed']),
  options: TEXT,
  release: TEXT,
  figures: TEXT,
  request_name: TEXT,
  request_content: TEXT,
  input_bytes: COUNT.nullable(),
  is_packed: z.int().min(0).max(1),
  bytes: COUNT,
  created_at: TIME,
  finished_at: TIME.nullable(),
  fault: TEXT,
  warnings: TEXT,
  rows: COUNT.nullable(),
  done: COUNT,
  faulty: COUNT,
  skipped: COUNT,
  totals: TEXT,
})

/** A copy of what the database knows of a job, in the folder of the job, for the case that the database is lost. */
const RECORD = z.object({
  row: ROW.refine(({ state, finished_at }) => state === 'queued' || finished_at !== null).refine(
    ({ state, rows }) => state !== 'done' || rows !== null,
  ),
  /** The files of the result. */
  rows: z.array(z.object({ number: COUNT, bytes: COUNT })),
})
export type JobRecord = z.infer<typeof RECORD>

const KEPT = Object.keys(ROW.shape)

export function recordOf(row: Row, rows: readonly Piece[]): JobRecord {
  const kept = Object.fromEntries(KEPT.map((column) => [column, row[column] ?? null])) as unknown as JobRecord['row']
  return { row: kept, rows: rows.map(({ number, bytes }) => ({ number, bytes })) }
}

/** The record of a job that is about to be queued. */
export function receivedRecord(id: string, caller: Caller, received: ReceivedJob): JobRecord {
  const { options, release, figures, inputBytes, isPacked, request } = received
  const row = {
    ...{ id, owner: caller.owner, payer: payerOf(caller), state: 'queued', release, figures },
    options: JSON.stringify(options),
    request_name: request?.name ?? null,
    request_content: request?.content ?? null,
    input_bytes: inputBytes,
    bytes: inputBytes,
    is_packed: isPacked ? 1 : 0,
    created_at: new Date().toISOString(),
  }
  return recordOf({ ...row, done: 0, faulty: 0, skipped: 0 }, [])
}

/** The record of a job that is about to be done. */
export function finishedRecord({ row, rows }: JobRecord, totals: JobTotals): JobRecord {
  const { rowsFaulty: faulty, rowsSkipped: skipped } = totals
  const finished_at = new Date().toISOString()
  const bytes = rows.reduce((sum, piece) => sum + piece.bytes, 0)
  const done = {
    state: 'done' as const,
    done: row.rows ?? 0,
    faulty,
    skipped,
    finished_at,
    bytes,
    totals: JSON.stringify(totals),
  }
  return { row: { ...row, ...done }, rows }
}

export async function writeRecord(folder: string, record: JobRecord): Promise<void> {
  await writeWhole(join(folder, FILES.record), (begun) => writeFile(begun, JSON.stringify(record), { mode: 0o600 }))
}

/**
 * What a folder says of its job: done, if its result is whole; failed; or queued, if its file is whole. Undefined if
 * the folder says nothing, or nothing is left of the job.
 */
export function recordIn(folder: string, id: string): JobRecord | undefined {
  let record: JobRecord
  try {
    record = RECORD.parse(JSON.parse(readFileSync(join(folder, FILES.record), 'utf8')))
  } catch {
    return undefined
  }
  const { row, rows } = record
  if (row.id !== id) return undefined
  const isWhole = (name: string, bytes: number | null) => bytesOf(join(folder, name)) === bytes
  if (row.state === 'failed') return record
  if (row.state === 'done' && rows.every((piece) => isWhole(FILES.piece({ kind: 'rows', ...piece }), piece.bytes)))
    return record
  if (!isWhole(FILES.input, row.input_bytes)) return undefined
  const unfinished = {
    state: 'queued' as const,
    finished_at: null,
    rows: null,
    done: 0,
    faulty: 0,
    skipped: 0,
    totals: null,
  }
  return { row: { ...row, ...unfinished, warnings: null }, rows: [] }
}
