import type { ReadingWork } from '../reading-work.ts'
import type { Sampling, SpreadOf } from './input-distribution.ts'

/** What is sampled, how uncertain its factors are, and what counts the steps that it takes. */
export interface Draw {
  readonly sampling: Sampling
  readonly spreadOf: SpreadOf
  readonly work: ReadingWork
}
