import { randomBytes } from 'node:crypto'
import type { AssessOptions, BillCoverage, Totals } from '../../library/index.ts'
import type { UsualUse } from '../../library/with-usage.ts'

/** States of a job, in order. A job removed before its end is cancelled. */
export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** Steps of a running job: reading its file, evaluating its parts, writing its rows. */
export const JOB_STEPS = ['reading', 'evaluating', 'writing'] as const
export type JobStep = (typeof JOB_STEPS)[number]

/** What became of a row. */
export const ROW_STATUSES = ['assessed', 'faulty', 'skipped'] as const
export type RowStatus = (typeof ROW_STATUSES)[number]

/** Formats of a written result: `safe.csv` has no cell that a spreadsheet runs. */
export type ResultFormat = 'csv' | 'json' | 'parquet' | 'safe.csv'
/** A written result: all rows, or those of one status alone. */
export type ResultFile = ResultFormat | `${RowStatus}.${ResultFormat}`

/** How to assess the rows of a file. */
export interface JobOptions extends AssessOptions {
  readonly criteria: NonNullable<AssessOptions['criteria']>
  /** How things are used whose rows do not say it. */
  readonly usage?: UsualUse
  /** Columns by their names in the file: `{ Rechner: 'label' }`. */
  readonly map?: Readonly<Record<string, string>>
}

/** The sender of a request for jobs. */
export interface Caller {
  /** SHA-256 of the API key; null if the service is open to all. Only its owner sees a job. */
  readonly owner: string | null
  /** The address of the request. Without keys, limits and turns apply to it. */
  readonly address: string
}

/** A completely uploaded job. */
export interface ReceivedJob {
  readonly options: JobOptions
  readonly release: string
  readonly figures: string
  readonly inputBytes: number
  /** Whether the file is gzip. */
  readonly isPacked: boolean
  /** Hashes of the request's name and content. */
  readonly request: { readonly name: string; readonly content: string } | undefined
}

/** Sums over all rows of a job and, for a bill, its coverage. */
export interface JobTotals extends Totals {
  readonly coverage?: BillCoverage
}

/** A job as callers see it. */
export interface JobStatus {
  readonly id: string
  readonly state: JobState
  readonly step: JobStep | null
  /** Rows of the file; null before they are counted. */
  readonly rowsRead: number | null
  /** Rows processed so far, faulty rows and rows left out included. */
  readonly rowsDone: number
  readonly rowsFaulty: number
  /** Rows left out on purpose. */
  readonly rowsSkipped: number
  /** Share of the work that is done, 0 to 1. */
  readonly progress: number
  /** Null until it is done. */
  readonly totals: JobTotals | null
  /** Warnings about its file, such as unread columns. */
  readonly warnings: readonly string[]
  /** Why it waits, unless it just waits for its turn. */
  readonly waiting: string | null
  readonly fault: string | null
  readonly release: string
  readonly sentAt: string
  readonly endedAt: string | null
  /** When its result is removed if the service keeps running; null until the job ends. */
  readonly removedAt: string | null
}

/** A random name that cannot be guessed: 32 hexadecimal digits. */
export function newJobId(): string {
  return randomBytes(16).toString('hex')
}

export function isJobId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

/** Whether a job is finished. */
export function hasEnded({ state }: Pick<JobStatus, 'state'>): boolean {
  return state !== 'queued' && state !== 'running'
}

/** The party that limits and turns apply to. */
export function payerOf({ owner, address }: Caller): string {
  return owner ?? `address ${address}`
}

/** The name of an API key in logs: the first digits of its hash; undefined without keys. */
export function keyName(owner: string | null): string | undefined {
  return owner?.slice(0, 12)
}

/** Selects jobs of a key, latest first: at most so many, before a number or after the job of an id. */
export interface AskedJobs {
  readonly most: number
  readonly before?: number
  readonly after?: string
}
