import type { Settings } from './context.ts'

/**
 * What a field adds to the cost of an operation, if more than 1. The cost is computed before execution, from the
 * document and its variables as sent. Arguments may therefore have any type: anything but a finite number of 0 or more
 * counts as absent. A unit of cost takes a few microseconds.
 *
 * - `listSize`: how often the fields below are computed, at least 1. By default, for a list field it is 10 or the
 *   length of the longest list in the input above. For other fields, it is the length of their list arguments. For a
 *   list of numbers or words it is their total cost.
 * - `sizedFields`: the only fields below that are computed that often; the others are computed once.
 * - `cost`: the field's own cost besides its 1, regardless of its selection.
 * - `costOnce`: an additional cost that counts once for all items of a list.
 *
 * @example
 * points: t.field({ type: [Point], extensions: fieldCost({ listSize: ({ count }) => count ?? 11 }), ... })
 * distribution: t.field({ type: Distribution, extensions: fieldCost({ cost: ({ samples }) => (samples ?? 1024) / 4 }),
 * ... })
 */
export interface FieldCost {
  readonly listSize?: (args: SentArguments, settings: Settings) => unknown
  readonly sizedFields?: readonly string[]
  readonly cost?: (args: SentArguments, settings: Settings) => unknown
  readonly costOnce?: (args: SentArguments, settings: Settings) => unknown
}

// biome-ignore lint/suspicious/noExplicitAny: arguments as they were sent, of any type
export type SentArguments = Readonly<Record<string, any>>

/** Cost of creating an asset from its input, before computing anything: about 0.1 ms. */
export const ASSET_COST = 20

/** Cost of searching a list for similar names. */
export const SEARCH_COST = 200

/** The `extensions` of a field with its own cost. */
export function fieldCost(cost: FieldCost): { readonly [Name in keyof FieldCost]: FieldCost[Name] } {
  return { ...cost }
}
