import type * as z from 'zod'
import { ALLOCATIONS, BOUNDARIES } from '../../engine/assessment/impact.ts'
import { CRITERION_CODES } from '../../engine/values/criteria.ts'
import { ConsumptionProfileInput } from '../component-input.ts'
import {
  count,
  flag,
  formerly,
  list,
  MOST_ITEMS,
  name,
  object,
  onlyOneOf,
  optional,
  positive,
  units,
  word,
} from '../fields.ts'
import { AssetInput, FleetItemInput, GROUPINGS } from '../fleet-input.ts'
import {
  ASSET_OR_FLEET,
  comparisonItems,
  curvePoints,
  IntervalsInput,
  OverrideInput,
  samples,
  seed,
} from '../reading-input.ts'

/** The release in all examples: the newest. A test checks that it is. */
export const EXAMPLE_RELEASE = '2026.12'

/** Converts a word of an enum, given all its words. */
type Change = (words: readonly string[], word: string) => string

/**
 * Converts the enum words in a value, found by its schema. Returns the same object if no word changes.
 *
 * @example
 * mapWords(object({ kind: z.enum(['SSD']) }), { kind: 'ssd' }, (_, word) => word.toUpperCase()) // { kind: 'SSD' }
 */
function mapWords(schema: z.ZodType, value: unknown, change: Change): unknown {
  switch (schema.def.type) {
    case 'optional':
    case 'default':
      return mapWords((schema as z.ZodOptional).def.innerType as z.ZodType, value, change)
    case 'pipe':
      return mapWords((schema as z.ZodPipe).def.out as z.ZodType, value, change)
    case 'enum':
      return typeof value === 'string' ? change((schema as z.ZodEnum).options as string[], value) : value
    case 'array':
      return Array.isArray(value) ? mapItems((schema as z.ZodArray).element as z.ZodType, value, change) : value
    case 'object':
      return typeof value !== 'object' || value === null || Array.isArray(value)
        ? value
        : mapFields(fieldsWithWords(schema as z.ZodObject), value, change)
    default:
      return value
  }
}

function mapItems(element: z.ZodType, list: readonly unknown[], change: Change): unknown {
  let mapped: unknown[] | undefined
  for (let index = 0; index < list.length; index++) {
    const item = mapWords(element, list[index], change)
    if (item === list[index]) continue
    mapped ??= [...list]
    mapped[index] = item
  }
  return mapped ?? list
}

function mapFields(fields: Fields, value: object, change: Change): unknown {
  let mapped: Record<string, unknown> | undefined
  for (const [key, field] of fields) {
    if (!Object.hasOwn(value, key)) continue
    const each = (value as Readonly<Record<string, unknown>>)[key]
    const word = mapWords(field, each, change)
    if (word === each) continue
    mapped ??= { ...value }
    mapped[key] = word
  }
  return mapped ?? value
}

type Fields = readonly (readonly [string, z.ZodType])[]

const known = new WeakMap<z.ZodType, Fields>()

/** The fields of an object that may contain enum words. Most of the thousands of objects of a body have none. */
function fieldsWithWords(schema: z.ZodObject): Fields {
  let fields = known.get(schema)
  if (fields === undefined) {
    fields = Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).filter(([, field]) => hasWords(field))
    known.set(schema, fields)
  }
  return fields
}

function hasWords(schema: z.ZodType): boolean {
  switch (schema.def.type) {
    case 'optional':
    case 'default':
      return hasWords((schema as z.ZodOptional).def.innerType as z.ZodType)
    case 'pipe':
      return hasWords((schema as z.ZodPipe).def.out as z.ZodType)
    case 'enum':
      return true
    case 'array':
      return hasWords((schema as z.ZodArray).element as z.ZodType)
    case 'object':
      return fieldsWithWords(schema as z.ZodObject).length > 0
    default:
      return false
  }
}

/** More than the hours of a year; no other list of a body is as long. */
export const MOST_INTERVALS = 10_000

/** Fields of every body of /v2. */
const common = {
  asset: AssetInput.refine(hasShortLists, { error: `expected lists of at most ${MOST_ITEMS}` }).meta({
    description: 'The asset to assess',
  }),
  release: optional(name, 'Data release to answer from. Default: the newest', EXAMPLE_RELEASE),
  strict: optional(flag, 'Whether to refuse an unknown place or name'),
  likely: optional(flag, 'Whether each figure has its likely range (5 to 95 %)'),
}

const criterion = word(CRITERION_CODES)
const counted = criterion.meta({ description: 'Impact criterion, in upper or lower case' })
const duration = optional(
  positive,
  'Hours to assess. Default: the time of use that the body gives, or else the whole lifetime',
  8760,
)

/** Duration, allocation and boundary. */
const span = {
  duration,
  allocation: optional(word(ALLOCATIONS), 'How the embodied impact is allocated to the duration. Default: LINEAR'),
  boundary: optional(word(BOUNDARIES), 'Boundary of the figures. Default: EQUIPMENT'),
}

/** POST /v2/assess */
export const AssessBody = object({
  ...common,
  criteria: optional(
    list(criterion),
    'Criteria, in upper or lower case. Default: those in the settings of the service',
  ),
  ...span,
  verbose: optional(flag, 'Whether to add energy and water'),
}).meta({ id: 'V2Assess', description: 'An asset of any kind, and the options of the assessment.' })

const timeline = object({
  ...common,
  intervals: IntervalsInput.refine((all) => all.length <= MOST_INTERVALS, {
    error: `expected at most ${MOST_INTERVALS} intervals`,
  }).meta({ description: 'Intervals, one after the other' }),
  criterion: counted,
  window: optional(
    count,
    'Number of consecutive intervals. The answer names the window of this length with the lowest impact. Default: no window',
    3,
  ),
})

/** POST /v2/timeline */
export const TimelineBody = timeline
  .refine(({ intervals, window = 1 }) => window <= intervals.length, {
    error: 'expected at most the number of intervals',
    path: ['window'],
  })
  .meta({ id: 'V2Timeline', description: 'An asset, and the intervals of its use.' })

/** POST /v2/sci */
export const SciBody = object({
  ...common,
  functionalUnits: optional(positive, 'Functional units over the duration; required'),
  units: formerly(positive, 'functionalUnits'),
  duration,
})
  .refine(...onlyOneOf('functionalUnits', 'units'))
  .refine(({ functionalUnits, units }) => (functionalUnits ?? units) !== undefined, {
    error: 'expected a number above 0',
    path: ['functionalUnits'],
  })
  .meta({ id: 'V2Sci', description: 'An asset and the functional units of the software that runs on it.' })

const sampled = {
  samples: optional(samples, 'Number of samples, 2 to 16,384. Default: 1,024', 1024),
  seed: optional(seed, 'Seed of the samples. The same seed gives the same samples. Default: 1'),
  spread: optional(
    word(['ALL', 'BOUNDS']),
    'What to sample. ALL (default): the bounds of inputs, and the statistical spread (GSD2) of factors and of the model. BOUNDS: only the bounds of inputs',
  ),
}

const figure = {
  ...common,
  criterion: counted,
  ...span,
}

/** POST /v2/explain */
export const ExplainBody = object(figure).meta({
  id: 'V2Explain',
  description: 'The asset whose total the answer explains.',
})

/** POST /v2/distribution */
export const DistributionBody = object({ ...figure, ...sampled }).meta({
  id: 'V2Distribution',
  description: 'The asset whose total the service samples.',
})

const year = optional(positive, 'Hours to assess. Default: a year (8,760)', 8760)

/** POST /v2/compare */
export const CompareBody = object({
  ...sampled,
  items: comparisonItems
    .refine((items) => items.every(hasShortLists), { error: `expected lists of at most ${MOST_ITEMS}` })
    .meta({ description: 'The items to compare, 2 to 50' }),
  criterion: optional(criterion, 'Impact criterion, in upper or lower case. Default: GWP'),
  duration: year,
  allocation: span.allocation,
  boundary: span.boundary,
  release: common.release,
  strict: common.strict,
  likely: common.likely,
}).meta({ id: 'V2Compare', description: 'Assets to compare by their totals.' })

/** Items of a fleet in one request; jobs take more. */
const MOST_FLEET_ITEMS = 1000

const fleetItems = list(FleetItemInput)
  .refine((items) => items.length > 0 && items.length <= MOST_FLEET_ITEMS, {
    error: `expected 1 to ${MOST_FLEET_ITEMS} items. A job (/v2/jobs) accepts more`,
    abort: true,
  })
  .refine((items) => items.every(hasShortLists), { error: `expected lists of at most ${MOST_ITEMS}` })

/** As the request has them, or the largest first. */
const ITEM_ORDERS = ['GIVEN', 'EMBEDDED', 'USE', 'TOTAL']

/** POST /v2/fleet */
export const FleetBody = object({
  items: fleetItems.meta({ description: 'The assets and their quantities', minItems: 1, maxItems: MOST_FLEET_ITEMS }),
  by: optional(list(word(GROUPINGS)), 'Properties to group by. Without it, the answer has no groups'),
  tag: optional(name, 'Key of the tag to group by. Required if `by` contains TAG, and not allowed otherwise', 'team'),
  first: optional(units, 'Maximum number of items in the answer. The totals include all items. Default: all', 100),
  orderBy: optional(
    word(ITEM_ORDERS),
    'Order of the items in the answer: as given, or by the impact of the whole quantity of each item (EMBEDDED, USE or TOTAL). Default: GIVEN',
  ),
  criterion: optional(criterion, 'Criterion of `orderBy`, in upper or lower case. Default: GWP'),
  verbose: optional(flag, 'Whether the answer has the impacts of each item, for its whole quantity'),
  criteria: optional(
    list(criterion),
    'Criteria, in upper or lower case. Default: those in the settings of the service',
  ),
  ...span,
  release: common.release,
  strict: common.strict,
  likely: common.likely,
})
  .refine(({ by = [], tag }) => by.includes('TAG') === (tag !== undefined), {
    error: 'expected the key of a tag if `by` contains TAG, and no key otherwise',
    path: ['tag'],
  })
  .meta({ id: 'V2Fleet', description: 'Many assets to assess together, with totals by group on request.' })

/** POST /v2/consumption-profile */
export const PowerCurveBody = object({
  ...ConsumptionProfileInput.shape,
  points: optional(curvePoints, 'Number of points of the curve, evenly spaced from 0 to 100 percent. Default: 11', 11),
  release: common.release,
  strict: common.strict,
}).meta({ id: 'V2ConsumptionProfile', description: 'A processor, and power measured at some loads.' })

/** POST /v2/what-if */
export const WhatIfBody = object({
  ...figure,
  overrides: list(OverrideInput)
    .refine((given) => given.length <= MOST_ITEMS, { error: `expected at most ${MOST_ITEMS} overrides` })
    .meta({ description: 'Inputs to replace, by `leaf` or by `path`', maxItems: MOST_ITEMS }),
}).meta({ id: 'V2WhatIf', description: 'An asset, and the inputs to change in its total.' })

/** POST /v2/drift */
export const DriftBody = object({
  asset: common.asset.exactOptional().meta({ description: 'A single asset. Give either `asset` or `fleet`' }),
  fleet: fleetItems.exactOptional().meta({ description: 'Several assets together. Give either `asset` or `fleet`' }),
  from: name.meta({ description: 'Id of the first release', examples: ['boavizta-2.4.1'] }),
  to: name.meta({ description: 'Id of the second release', examples: [EXAMPLE_RELEASE] }),
  criterion: optional(criterion, 'Impact criterion, in upper or lower case. Default: GWP'),
  duration: year,
  allocation: span.allocation,
  boundary: span.boundary,
  strict: common.strict,
  likely: common.likely,
})
  .refine(...ASSET_OR_FLEET)
  .meta({
    id: 'V2Drift',
    description: 'An asset or a fleet, and the two releases to compare.',
    choices: [['asset'], ['fleet']],
  })

/** Each list in an asset costs work in every answer. */
function hasShortLists(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value) && value.length > MOST_ITEMS) return false
  return Object.values(value).every(hasShortLists)
}

/** A body with the enum words that its schema has, matched in any case. */
export function withOwnWords(schema: z.ZodType, value: unknown): unknown {
  return mapWords(
    schema,
    value,
    (words, word) => words.find((each) => each.toLowerCase() === word.toLowerCase()) ?? word,
  )
}

/** The same body with the enum names of the GraphQL schema. */
export function withEnumNames(schema: z.ZodType, value: unknown): unknown {
  return mapWords(schema, value, (_, word) => word.toUpperCase())
}
