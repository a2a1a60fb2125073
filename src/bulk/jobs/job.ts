import { randomBytes } from 'node:crypto'
import type { AssessOptions, BillCoverage, Totals } from '../../library/index.ts'

/** What becomes of a job: each state is reached from the one before it; a job that is removed before its end was cancelled. */
export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** What a running job is at: its file is read, its parts are evaluated, its rows are written. */
export const JOB_STEPS = ['reading', 'evaluating', 'writing'] as const
export type JobStep = (typeof JOB_STEPS)[number]

/** What a result may be asked for as. */
const RESULT_FORMATS = ['csv', 'json', 'parquet'] as const
export type ResultFormat = (typeof RESULT_FORMATS)[number]

/** What a result is written as: `safe.csv` is CSV of which no spreadsheet runs a cell. */
export type ResultFile = ResultFormat | 'safe.csv'

/** How the rows of a file are assessed. */
export interface JobOptions extends AssessOptions {
  readonly criteria: NonNullable<AssessOptions['criteria']>
  /** What the file calls its columns: `{ Rechner: 'label' }`. */
  readonly map?: Readonly<Record<string, string>>
}

/** Who asks for jobs. */
export interface Caller {
  /** SHA-256 of the API key; null where the service is open to all. A job is shown to its owner alone. */
  readonly owner: string | null
  /** The address of the request. Without keys, limits and turns count for it. */
  readonly address: string
}

/** Sums of all rows of a job, and of a bill how much of it they are. */
export interface JobTotals extends Totals {
  readonly coverage?: BillCoverage
}

/** What callers are shown of a job. */
export interface JobStatus {
  readonly id: string
  readonly state: JobState
  readonly step: JobStep | null
  /** Rows of the file; null while they are not counted. */
  readonly rows: number | null
  /** Rows whose figures are there. */
  readonly done: number
  readonly faulty: number
  /** Rows that were left out on purpose. */
  readonly skipped: number
  /** Share of the work that is done, 0 to 1. */
  readonly progress: number
  /** Null until it is done. */
  readonly totals: JobTotals | null
  /** What to keep in mind of its file: which columns are not read. */
  readonly warnings: readonly string[]
  /** Why it waits, where it does not just wait for its turn. */
  readonly waiting: string | null
  readonly fault: string | null
  readonly release: string
  readonly createdAt: string
  readonly finishedAt: string | null
  /** When its result goes, if the service runs until then; null until it has ended. */
  readonly expiresAt: string | null
}

/** A name that nobody guesses: 32 hexadecimal digits. */
export function newJobId(): string {
  return randomBytes(16).toString('hex')
}

export function isJobId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

/** Whether there is nothing left to do for a job. */
export function hasEnded({ state }: Pick<JobStatus, 'state'>): boolean {
  return state !== 'queued' && state !== 'running'
}

/** Whom limits and turns count for. */
export function payerOf({ owner, address }: Caller): string {
  return owner ?? `address ${address}`
}

/** The name of an API key in logs: the first digits of its hash; undefined where there are no keys. */
export function keyName(owner: string | null): string | undefined {
  return owner?.slice(0, 12)
}
