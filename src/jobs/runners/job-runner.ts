import type { FigureSettings } from '../figures.ts'
import type { PlaceSettings } from '../places/open-place.ts'
import type { JobBounds } from '../steps/job-database.ts'

/** What working on jobs needs to know. It can be sent to another process. */
export interface RunnerSettings extends FigureSettings, PlaceSettings {
  /** Threads that evaluate parts. */
  readonly threads: number
  readonly bounds: JobBounds
  /** Address of Redis; empty: there is none, and this machine works alone. */
  readonly url: string
}

/** What is counted of the work. */
export interface RunnerReadings {
  /** Parts that wait and parts in work. */
  readonly waiting: number
  readonly running: number
  /** Since the start: parts that could not be evaluated, and rows that were. */
  readonly failed: number
  readonly rows: number
}

/** Works on the jobs in a folder. */
export interface JobRunner {
  /** Takes up the jobs that nobody works on. To be called when there is a new one, and now and then. */
  look(): Promise<void>
  readings(): Promise<RunnerReadings>
  /** Whether it would be missed. */
  isNeeded(): boolean
  close(): Promise<void>
}

/** Given what goes wrong and is nobody's fault but ours. */
export type ReportError = (error: Error) => void

/** What fails by accident is tried so often in all. */
export const MOST_ATTEMPTS = 3
