import type { AssetInput } from '../../generated/explorer-operations.ts'

/** One assumption to be tried at two values, all else as it is. */
export interface Variation {
  /** What is assumed, in words: `Density of Memory`. */
  readonly title: string
  /** Where it can be replaced: part and attribute. */
  readonly part: string | undefined
  readonly attribute: string
  /** The value that is used, and the two that are tried, in words. */
  readonly value: string
  readonly low: string
  readonly high: string
  /** Whether the two are bounds that the API states; otherwise they are 20 % less and more. */
  readonly isBounded: boolean
  /** What is asked of the API: as it is, and at the two values. */
  readonly base: AssetInput
  readonly atLow: AssetInput
  readonly atHigh: AssetInput
}

/** What an assumption does to the result, in the unit of the criterion. */
export interface Effect {
  readonly title: string
  readonly part: string | undefined
  readonly attribute: string
  readonly value: string
  readonly low: string
  readonly high: string
  readonly isBounded: boolean
  /** Embedded and use together, where the assumption is at its low and at its high value. */
  readonly atLow: number
  readonly atHigh: number
}
