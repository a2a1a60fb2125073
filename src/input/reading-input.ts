import * as z from 'zod'
import {
  amount,
  filled,
  finite,
  formerly,
  list,
  name,
  object,
  onlyOneOf,
  optional,
  percent,
  positive,
  units,
} from './fields.ts'
import { AssetInput, FleetItemInput } from './fleet-input.ts'
import { elecFactors } from './usage-input.ts'

/** Hours of use. */
export const IntervalInput = object({
  hours: positive.meta({ description: 'Length of the interval, in hours', examples: [1] }),
  timeWorkload: optional(percent, 'Load during the interval, in percent', 80),
  load: formerly(percent, 'timeWorkload'),
  avgPower: optional(amount, 'Mean power of one unit during the interval, in W. It replaces the load', 350),
  elecFactors: optional(elecFactors, 'Impacts of one kWh during the interval. They replace those of the location'),
})
  .refine(...onlyOneOf('timeWorkload', 'load'))
  .meta({ id: 'IntervalInput', description: 'A number of hours with their own load or power.' })

export type IntervalInput = z.output<typeof IntervalInput>

/** A series of at least one interval. */
export const IntervalsInput = filled(list(IntervalInput), 'expected at least one interval')

/** A replaced input of a figure: by its id, all else equal, or by its path in the input, completed anew. */
export const OverrideInput = object({
  leaf: optional(
    name,
    'Id of the input, as an explanation shows it. Give either `leaf` or `path`',
    'electricity.FRA.gwp',
  ),
  path: optional(
    name,
    'Path of the field in the input, as in error messages: `usage.usageLocation`. Values that depend on it are computed again',
    'usage.hoursLifeTime',
  ),
  value: optional(finite, 'New value, in the unit of the input. Give either `value` or `text`', 44),
  text: optional(name, 'New text of the field at `path`', 'SWE'),
  min: optional(finite, 'Lowest possible value, in the unit of the input. Default: the value'),
  max: optional(finite, 'Highest possible value, in the unit of the input. Default: the value'),
})
  .refine(({ leaf, path }) => (leaf === undefined) !== (path === undefined), {
    error: 'expected exactly one of leaf and path',
  })
  .refine(({ leaf, value, text }) => (leaf !== undefined ? value !== undefined && text === undefined : true), {
    error: 'expected a number for a leaf',
    path: ['value'],
  })
  .refine(({ value, text }) => (value === undefined) !== (text === undefined), {
    error: 'expected exactly one of value and text',
    path: ['value'],
  })
  .refine(({ path, min, max }) => path === undefined || (min === undefined && max === undefined), {
    error: 'expected no bounds, because only a leaf can have them',
    path: ['min'],
  })
  .refine(({ value = 0, min = value, max = value }) => min <= value && value <= max, {
    error: 'expected min <= value <= max',
  })
  .meta({
    id: 'OverrideInput',
    description: 'A new value for one input of a figure.',
    choices: [
      ['leaf', 'value'],
      ['path', 'value'],
      ['path', 'text'],
    ],
  })

export type OverrideInput = z.output<typeof OverrideInput>

/** Fewer samples have no meaningful quantiles; more take seconds. */
const LEAST_SAMPLES = 2
const MOST_SAMPLES = 16_384
const MOST_BINS = 200

function whole(min: number, max: number) {
  const error = `expected a whole number, ${min} to ${max}`
  return z.int(error).min(min, error).max(max, error)
}

/** Number of samples, 2 to 16,384. */
export const samples = whole(LEAST_SAMPLES, MOST_SAMPLES)

/** Number of points of a power curve, to plot it. */
export const MOST_CURVE_POINTS = 1001
export const curvePoints = whole(2, MOST_CURVE_POINTS)

/** Number of bins of a histogram, 1 to 200. */
export const bins = whole(1, MOST_BINS)

/** Seed of the samples: an Int of GraphQL. */
export const seed = z.int32('expected a whole number')

/** Number of samples, and their seed. */
export const SamplingInput = object({ samples, seed })

interface AssetOrFleet {
  readonly asset?: unknown
  readonly fleet?: readonly unknown[] | undefined
}

/** Exactly one of an asset and a fleet. */
export const ASSET_OR_FLEET = [
  ({ asset, fleet }: AssetOrFleet) => (asset === undefined) !== (fleet === undefined),
  { error: 'expected exactly one of asset and fleet' },
] as const
const SOME_FLEET = [
  ({ fleet }: AssetOrFleet) => fleet === undefined || fleet.length > 0,
  { error: 'expected a fleet of at least one item', path: ['fleet'] as string[] },
] as const

/** One side of a comparison: an asset or a fleet. */
export const ComparisonItemInput = object({
  label: name.meta({ description: 'Your own name for the item, repeated in the result', examples: ['m5.xlarge'] }),
  asset: optional(AssetInput, 'A single asset. Give either `asset` or `fleet`'),
  fleet: optional(list(FleetItemInput), 'Several assets together. Give either `asset` or `fleet`'),
  quantity: optional(units, 'How many times the asset, or the whole fleet, counts. Default: 1', 12),
})
  .refine(...ASSET_OR_FLEET)
  .refine(...SOME_FLEET)
  .meta({
    id: 'ComparisonItemInput',
    description: 'An item to compare. Give exactly one of `asset` and `fleet`.',
    choices: [['asset'], ['fleet']],
  })

export type ComparisonItemInput = z.output<typeof ComparisonItemInput>

/** What to compare between two releases: an asset or a fleet. */
export const DriftSubject = object({
  asset: optional(AssetInput, 'A single asset. Give either `asset` or `fleet`'),
  fleet: optional(list(FleetItemInput), 'Several assets together. Give either `asset` or `fleet`'),
})
  .refine(...ASSET_OR_FLEET)
  .refine(...SOME_FLEET)

/** More sides have too many pairs to read. */
export const MOST_COMPARED = 50

/** The sides of a comparison, 2 to 50. */
export const comparisonItems = list(ComparisonItemInput)
  .refine((items) => items.length >= 2 && items.length <= MOST_COMPARED, {
    error: `expected 2 to ${MOST_COMPARED} items`,
    abort: true,
  })
  .meta({ minItems: 2, maxItems: MOST_COMPARED })
