import { readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Caller, type JobTotals, payerOf, type ReceivedJob } from './job.ts'
import type { Row } from './job-database.ts'
import { FILES, type Piece } from './job-plan.ts'
import { writeWhole } from './whole-files.ts'

/** Columns of a job that its record keeps. */
const KEPT = [
  ...['id', 'owner', 'payer', 'state', 'options', 'release', 'figures', 'request_name', 'request_content'],
  ...[
    'input_bytes',
    'is_packed',
    'bytes',
    'created_at',
    'finished_at',
    'fault',
    'warnings',
    'rows',
    'done',
    'faulty',
    'skipped',
  ],
  'totals',
] as const
type Column = (typeof KEPT)[number]

/** A copy of what the database knows of a job, in the folder of the job, for the case that the database is lost. */
export interface JobRecord {
  readonly row: Readonly<Record<Column, string | number | null>>
  /** The files of the result. */
  readonly rows: readonly Pick<Piece, 'number' | 'bytes'>[]
}

export function recordOf(row: Row, rows: readonly Piece[]): JobRecord {
  const kept = Object.fromEntries(KEPT.map((column) => [column, row[column] ?? null])) as JobRecord['row']
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
  const done = { state: 'done', done: row.rows, faulty, skipped, finished_at, bytes, totals: JSON.stringify(totals) }
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
    record = JSON.parse(readFileSync(join(folder, FILES.record), 'utf8')) as JobRecord
    if (record.row.id !== id || !Array.isArray(record.rows)) return undefined
  } catch {
    return undefined
  }
  const { row, rows } = record
  const isWhole = (name: string, bytes: unknown) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.size === bytes
  if (row.state === 'failed') return record
  if (row.state === 'done' && rows.every((piece) => isWhole(FILES.piece({ kind: 'rows', ...piece }), piece.bytes)))
    return record
  if (!isWhole(FILES.input, row.input_bytes)) return undefined
  const unfinished = { state: 'queued', finished_at: null, rows: null, done: 0, faulty: 0, skipped: 0, totals: null }
  return { row: { ...row, ...unfinished, warnings: null }, rows: [] }
}
