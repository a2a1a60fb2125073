import type { NumberAttribute } from '../values/attribute.ts'
import type { Estimate } from '../values/range.ts'

/** The life-cycle stages of a published figure. */
export const PUBLISHED_BOUNDARIES = ['MAKING', 'EMBEDDED', 'USE'] as const
export type PublishedBoundary = (typeof PUBLISHED_BOUNDARIES)[number]

/** Climate change of making one device in place of the model's, and the stages that it covers. */
export interface Making {
  readonly of: Estimate
  readonly covers: PublishedBoundary
}

/** The caller's figure of making one device. */
export interface OwnMaking extends Making {
  readonly of: NumberAttribute
}
