import * as z from 'zod'
import { object } from './fields.ts'

/** Fewer show nothing of quantiles; more take seconds. */
export const LEAST_SAMPLES = 2
export const MOST_SAMPLES = 16_384
export const MOST_BINS = 200

function whole(min: number, max: number) {
  const error = `expected a whole number, ${min} to ${max}`
  return z.int(error).min(min, error).max(max, error)
}

/** How many samples, 2 to 16,384. */
export const samples = whole(LEAST_SAMPLES, MOST_SAMPLES)

/** How many bins a histogram has, 1 to 200. */
export const bins = whole(1, MOST_BINS)

/** The number of a series of samples: an Int of GraphQL. */
export const seed = z.int32('expected a whole number')

/** From how many samples, by which seed. */
export const SamplingInput = object({ samples, seed })
