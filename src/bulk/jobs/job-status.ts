import { namedTotals } from '../../library/totals.ts'
import type { JobState, JobStatus, JobStep } from './job.ts'
import type { Row } from './job-database.ts'

/** Approximate shares of a job's time, by step. */
const READING = 0.1
const WRITING = 0.15

const HOUR_MS = 3_600_000

const FOUND = 'Found after a damage: the service lost its database of jobs, and restored this job from its folder'

/** A job as callers see it. `minutes` is the clock of the services' running time. */
export function statusOf(row: Row, minutes: number, hoursKept: number): JobStatus {
  const { totals, finished_at } = row
  const state = String(row.state) as JobState
  const endedAt = textOf(finished_at)
  const status = {
    id: String(row.id),
    state,
    step: textOf(row.step) as JobStep | null,
    rowsRead: row.rows == null ? null : Number(row.rows),
    rowsDone: Number(row.done),
    rowsFaulty: Number(row.faulty),
    rowsSkipped: Number(row.skipped),
    progress: state === 'done' ? 1 : progressOf(row),
    totals: null,
    warnings: [],
    waiting: null,
    fault: textOf(row.fault),
    release: String(row.release),
    sentAt: String(row.created_at),
    endedAt,
    removedAt: endedAt && removedAt(endedAt, minutes - Number(row.finished_minute), hoursKept),
  }
  try {
    const ofFile = row.warnings == null ? [] : (JSON.parse(String(row.warnings)) as string[])
    const warnings = row.is_found === 1 ? [FOUND, ...ofFile] : ofFile
    return { ...status, warnings, totals: totals == null ? null : namedTotals(JSON.parse(String(totals))) }
  } catch (error) {
    return { ...status, state: 'failed', fault: `The record of the job cannot be read: ${(error as Error).message}` }
  }
}

/** Adds the time in which no service ran, or by which the machine's clock moved. */
function removedAt(endedAt: string, minutesRun: number, hoursKept: number): string {
  const ended = Date.parse(endedAt)
  const hoursLost = Math.max(0, Math.floor((Date.now() - ended - minutesRun * 60_000) / HOUR_MS))
  return new Date(ended + (hoursKept + hoursLost) * HOUR_MS).toISOString()
}

function progressOf({ step, share, done, rows }: Row): number {
  const evaluated = Number(rows) > 0 ? Math.min(1, Number(done) / Number(rows)) : 0
  const shares: Record<string, number> = {
    reading: READING * Number(share),
    evaluating: READING + (1 - READING - WRITING) * evaluated,
    writing: 1 - WRITING + WRITING * Number(share),
  }
  return Math.round((shares[String(step)] ?? 0) * 1e6) / 1e6
}

function textOf(value: Row[string] | undefined): string | null {
  return value == null ? null : String(value)
}
