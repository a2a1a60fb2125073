import type * as z from 'zod'
import { ALLOCATIONS, BOUNDARIES } from '../../engine/assessment/impact.ts'
import { CRITERION_CODES } from '../../engine/figures/criteria.ts'
import { comparisonItems } from '../comparison-input.ts'
import { count, flag, list, MOST_ITEMS, name, object, optional, positive, word } from '../fields.ts'
import { AssetInput } from '../fleet-input.ts'
import { IntervalsInput } from '../interval-input.ts'
import { samples, seed } from '../sampling-input.ts'
import { mapWords } from './map-words.ts'

/** More than the hours of a year; no other list of a body is as long. */
export const MOST_INTERVALS = 10_000

/** What every body of /v2 may hold. */
const common = {
  asset: AssetInput.refine(hasShortLists, { error: `expected lists of at most ${MOST_ITEMS}` }).meta({
    description: 'What is assessed',
  }),
  release: optional(name, 'Data release to answer from; the newest when left out', '2026.11'),
  strict: optional(flag, 'True: an unknown place or name is refused'),
}

const criterion = word(CRITERION_CODES)
const counted = criterion.meta({ description: 'What is counted, in any case' })
const duration = optional(positive, 'Hours; left out: the time of use that was given, else the whole lifetime', 8760)

/** Over what, and how far around, a thing is assessed. */
const span = {
  duration,
  allocation: optional(word(ALLOCATIONS), 'How making it counts over the duration: LINEAR when left out'),
  boundary: optional(word(BOUNDARIES), 'How far around it is counted: EQUIPMENT when left out'),
}

/** POST /v2/assess */
export const AssessBody = object({
  ...common,
  criteria: optional(
    list(criterion),
    'Which criteria, in any case; those that the service is set up with when left out',
  ),
  ...span,
  verbose: optional(flag, 'True: energy and water too'),
}).meta({ id: 'V2Assess', description: 'An asset of any kind, and what is asked of it.' })

const timeline = object({
  ...common,
  intervals: IntervalsInput.refine((all) => all.length <= MOST_INTERVALS, {
    error: `expected at most ${MOST_INTERVALS} intervals`,
  }).meta({ description: 'One after the other' }),
  criterion: counted,
  window: optional(count, 'How many intervals the best window has; left out: none is looked for', 3),
})

/** POST /v2/timeline */
export const TimelineBody = timeline
  .refine(({ intervals, window = 1 }) => window <= intervals.length, {
    error: 'expected no more intervals than there are',
    path: ['window'],
  })
  .meta({ id: 'V2Timeline', description: 'An asset and the intervals in which it is used.' })

/** POST /v2/sci */
export const SciBody = object({
  ...common,
  units: positive.meta({ description: 'Functional units over the duration' }),
  duration,
}).meta({ id: 'V2Sci', description: 'An asset and the functional units of the software that runs on it.' })

const sampled = {
  samples: optional(samples, 'How many samples, 2 to 16,384; 1,024 when left out', 1024),
  seed: optional(seed, 'The number of their series, 1 when left out: the same gives the same samples'),
  spread: optional(
    word(['ALL', 'BOUNDS']),
    'What is sampled: ALL when left out; BOUNDS, without the spread of factors',
  ),
}

const figure = {
  ...common,
  criterion: counted,
  ...span,
}

/** POST /v2/explain */
export const ExplainBody = object(figure).meta({ id: 'V2Explain', description: 'An asset whose total is explained.' })

/** POST /v2/distribution */
export const DistributionBody = object({ ...figure, ...sampled }).meta({
  id: 'V2Distribution',
  description: 'An asset of whose total samples are drawn.',
})

const year = optional(positive, 'Hours; a year when left out', 8760)

/** POST /v2/compare */
export const CompareBody = object({
  ...sampled,
  items: comparisonItems
    .refine((items) => items.every(hasShortLists), { error: `expected lists of at most ${MOST_ITEMS}` })
    .meta({ description: 'What is compared, 2 to 50 of it' }),
  criterion: optional(criterion, 'What is counted, in any case; GWP when left out'),
  duration: year,
  allocation: span.allocation,
  boundary: span.boundary,
  release: common.release,
  strict: common.strict,
}).meta({ id: 'V2Compare', description: 'Assets to be compared by their totals.' })

/** POST /v2/drift */
export const DriftBody = object({
  asset: common.asset,
  from: name.meta({ description: 'The one release', examples: ['boavizta-2.4.1'] }),
  to: name.meta({ description: 'The other', examples: ['2026.11'] }),
  criterion: optional(criterion, 'What is counted, in any case; GWP when left out'),
  duration: year,
  strict: common.strict,
}).meta({ id: 'V2Drift', description: 'An asset, and the two releases that its total is asked of.' })

/** Each list in an asset is worked through for every answer. */
function hasShortLists(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value) && value.length > MOST_ITEMS) return false
  return Object.values(value).every(hasShortLists)
}

/** A body whose words of enums are those that its schema has, whatever their case. */
export function withOwnWords(schema: z.ZodType, value: unknown): unknown {
  return mapWords(
    schema,
    value,
    (words, word) => words.find((each) => each.toLowerCase() === word.toLowerCase()) ?? word,
  )
}

/** The same with the names that the schema of GraphQL has. */
export function withEnumNames(schema: z.ZodType, value: unknown): unknown {
  return mapWords(schema, value, (_, word) => word.toUpperCase())
}
