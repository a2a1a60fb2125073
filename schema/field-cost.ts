import type { Settings } from './context.ts'

/**
 * What a field adds to the cost of an operation, where that is more than 1. Cost is computed before anything runs, from the
 * document and its variables as they were sent, so that arguments may be of any type: what is no finite number of 0 or more
 * counts as not given. A unit of cost takes some microseconds.
 *
 * - `listSize`: how often what is selected below the field is computed, at least 1. Without it that is 10 or the length
 *   of the longest list in the input above it for a field that gives a list, and for another the length of its list arguments.
 *   For a list of numbers or words it is what they cost together.
 * - `sizedFields`: the only fields below it that are computed as often as that; the others are computed once.
 * - `cost`: what the field itself costs besides its 1, however little is selected below it.
 * - `costOnce`: what it costs besides, however often it is computed: what all items of a list share.
 *
 * @example
 * points: t.field({ type: [Point], extensions: fieldCost({ listSize: ({ count }) => count ?? 11 }), ... })
 * distribution: t.field({ type: Distribution, extensions: fieldCost({ cost: ({ samples }) => (samples ?? 1024) / 4 }), ... })
 */
export interface FieldCost {
  readonly listSize?: (args: SentArguments, settings: Settings) => unknown
  readonly sizedFields?: readonly string[]
  readonly cost?: (args: SentArguments, settings: Settings) => unknown
  readonly costOnce?: (args: SentArguments, settings: Settings) => unknown
}

// biome-ignore lint/suspicious/noExplicitAny: arguments as they were sent, of any type
export type SentArguments = Readonly<Record<string, any>>

/** What it costs to make an asset of its input, before anything of it is computed: some 0.1 ms. */
export const ASSET_COST = 20

/** What it costs to search a list for similar names. */
export const SEARCH_COST = 200

/** The `extensions` of a field that has a cost of its own. */
export function fieldCost(cost: FieldCost): { readonly [Name in keyof FieldCost]: FieldCost[Name] } {
  return { ...cost }
}
