import { randomBytes } from 'node:crypto'
import type { AssessOptions, Totals } from '../index.ts'

/** What becomes of a job: each state is reached from the one before it; a job that is removed before its end was cancelled. */
export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** What a running job is at: its file is read, its parts are evaluated, its rows are written. */
export const JOB_STEPS = ['reading', 'evaluating', 'writing'] as const
export type JobStep = (typeof JOB_STEPS)[number]

/** How the rows of a file are assessed. */
export interface JobOptions extends AssessOptions {
  readonly criteria: NonNullable<AssessOptions['criteria']>
  /** What the file calls its columns: `{ Rechner: 'label' }`. */
  readonly map?: Readonly<Record<string, string>>
}

/** What is kept of a job, as JSON in its folder. Written by whoever takes the job a step further. */
export interface JobRecord {
  readonly id: string
  /** SHA-256 of the API key that it belongs to; null where the service is open to all. */
  readonly owner: string | null
  readonly options: JobOptions
  /** The data release, as answers name it. */
  readonly release: string
  /** Names the figures and the software that the job is evaluated by (see `figuresId`). */
  readonly figures: string
  readonly state: Exclude<JobState, 'cancelled'>
  /** What it was sent as, where it may be sent again. */
  readonly request?: SentRequest
  /** Bytes on disk: of the file, and when it is done of the result. */
  readonly bytes: number
  /** Times of ISO 8601. */
  readonly createdAt: string
  readonly finishedAt?: string
  /** Why it failed. */
  readonly fault?: string
  /** Of a job that is done. */
  readonly outcome?: JobOutcome
}

/** A request that is known when it comes again: the hash of the name that its client gave it, and that of its query and file. */
export interface SentRequest {
  readonly name: string
  readonly content: string
}

export interface JobOutcome {
  readonly rows: number
  /** Rows with faults, and rows that were left out on purpose. */
  readonly faulty: number
  readonly skipped: number
  readonly totals: Totals
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
  readonly totals: Totals | null
  readonly fault: string | null
  readonly release: string
  readonly createdAt: string
  readonly finishedAt: string | null
  /** When its result goes; null until it has ended. */
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
