import type { ReadingWork } from '../reading-work.ts'
import type { Sampling, SpreadOf } from './input-distribution.ts'

/** What to sample, how uncertain its factors are, and the counter of its steps. */
export interface Draw {
  readonly sampling: Sampling
  readonly spreadOf: SpreadOf
  readonly work: ReadingWork
}
