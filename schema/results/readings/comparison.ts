import { type Impact as EngineImpact, USUAL_DURATION } from '../../../src/engine/assessment/impact.ts'
import type { Warning as EngineWarning } from '../../../src/engine/figures/warning.ts'
import {
  type ComparedPair as EnginePair,
  pairsOf,
  probabilitiesLowest,
} from '../../../src/engine/readings/comparison.ts'
import { ORDERING } from '../../../src/engine/readings/reading-work.ts'
import { ComparisonItemInput, comparisonItems, MOST_COMPARED } from '../../../src/input/comparison-input.ts'
import { resolveAsset } from '../../../src/reference/resolve/resolve-asset.ts'
import { builder } from '../../builder.ts'
import { CriterionEnum } from '../../catalogue/criterion.ts'
import { scopeOf } from '../../context.ts'
import { entryPoints } from '../../entry-points.ts'
import { fieldCost } from '../../field-cost.ts'
import { inputType } from '../../inputs/input-type.ts'
import { assess, STRICT } from '../assess.ts'
import { AllocationEnum, BoundaryEnum, Impact, spanOf } from '../impact.ts'
import { WARNINGS } from '../warning.ts'
import { Distribution } from './distribution.ts'
import { samplesOfFigure, samplingOf } from './reading.ts'
import { samplesCounted, samplingArguments, samplingCost } from './reading-fields.ts'

/** What a pair costs, and a sample of it. */
const PAIR_COST = 20
const PAIRED_SAMPLE_COST = 0.03

interface Item {
  readonly label: string
  readonly warnings: readonly EngineWarning[]
  readonly impact: EngineImpact
  readonly probabilityLowest: number
}

interface Pair {
  readonly pair: EnginePair
  readonly labels: readonly string[]
}

const ComparedItem = builder.objectRef<Item>('ComparedItem').implement({
  description: 'One of what is compared.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Your own name for it.' }),
    impact: t.expose('impact', { type: Impact, description: 'Its impact.' }),
    warnings: t.field({ ...WARNINGS, description: 'What to keep in mind of it.' }),
    probabilityLowest: t.exposeFloat('probabilityLowest', {
      description: 'Share of the samples in which it has the lowest total, 0 to 1; 0 where it has none.',
    }),
  }),
})

const ComparedPair = builder.objectRef<Pair>('ComparedPair').implement({
  description: 'Two of what is compared, by samples in which both have the same inputs where they share some.',
  fields: (t) => ({
    a: t.string({ description: 'Label of the one.', resolve: ({ pair, labels }) => labels[pair.a] ?? '' }),
    b: t.string({ description: 'Label of the other.', resolve: ({ pair, labels }) => labels[pair.b] ?? '' }),
    probabilityALower: t.float({
      description: 'Share of the samples in which the total of a is lower than that of b, 0 to 1.',
      resolve: ({ pair }) => pair.probabilityALower,
    }),
    difference: t.field({
      type: Distribution,
      description: 'b - a. What both share is the same in both, so it may understate what differs.',
      resolve: ({ pair }) => pair.difference,
    }),
    ratio: t.field({
      type: Distribution,
      description: 'b / a, of the samples in which a is not 0.',
      resolve: ({ pair }) => pair.ratio,
    }),
  }),
})

interface Compared {
  readonly items: readonly Item[]
  readonly pairs: readonly Pair[]
}

const Comparison = builder.objectRef<Compared>('Comparison').implement({
  description: 'Assets beside each other, by their total impact over the same duration.',
  fields: (t) => ({
    // What is below the comparison counts as often as it has items.
    items: t.expose('items', {
      type: [ComparedItem],
      description: 'In the order given.',
      extensions: fieldCost({ listSize: () => 1 }),
    }),
    pairs: t.expose('pairs', {
      type: [ComparedPair],
      description: 'Each with each, those without a total left out.',
      // Pairs count with the comparison: its arguments decide how many there are.
      extensions: fieldCost({ listSize: () => 1 }),
    }),
  }),
})

/** What it costs to sample each item, and each with each. */
function comparisonCost(items: unknown, samples: unknown): number {
  const count = Array.isArray(items) ? items.length : 1
  const ofPair = PAIR_COST + samplesCounted(samples) * PAIRED_SAMPLE_COST
  return count * samplingCost(samples) + ((count * (count - 1)) / 2) * ofPair
}

entryPoints((t) => ({
  comparison: t.field({
    type: Comparison,
    nullable: true,
    description: 'Which of some assets has the lowest impact, and how sure that is.',
    extensions: fieldCost({ cost: ({ items, samples }) => comparisonCost(items, samples) }),
    args: {
      items: t.arg({
        type: [inputType(ComparisonItemInput)],
        required: true,
        description: `The assets, 2 to ${MOST_COMPARED} of them.`,
      }),
      criterion: t.arg({ type: CriterionEnum, defaultValue: 'gwp', description: 'Which criterion.' }),
      duration: t.arg.float({ description: 'Hours, above 0; a year (8,760) when omitted, since lives differ.' }),
      allocation: t.arg({
        type: AllocationEnum,
        defaultValue: 'LINEAR',
        description: 'How making the things counts over the duration.',
      }),
      boundary: t.arg({
        type: BoundaryEnum,
        defaultValue: 'EQUIPMENT',
        description: 'How far around the things is counted.',
      }),
      ...samplingArguments(t),
      strict: t.arg.boolean(STRICT),
    },
    resolve: async (parent, { items, criterion, duration, allocation, boundary, strict, ...asked }, context) => {
      const scope = scopeOf(parent, context)
      const sampling = samplingOf(asked, context)
      const span = spanOf({ duration: duration ?? USUAL_DURATION, allocation, boundary }, context)
      const checked = context.check(comparisonItems, items, ['items'])
      const assets = await Promise.all(
        checked.map(({ asset }, index) =>
          assess({ scope, context, path: ['items', `${index}`, 'asset'], strict }, () =>
            resolveAsset(scope.loaders, asset, `input.items[${index}]`),
          ),
        ),
      )
      const impacts = assets.map((asset) => asset.impact(criterion ?? 'gwp', span))
      const samples = impacts.map(({ total }) => total && samplesOfFigure(total, sampling, context))
      const pairs = pairsOf(samples)
      context.work.spend(2 * pairs.length * ORDERING, sampling.samples)
      const lowest = probabilitiesLowest(samples)
      const labels = checked.map(({ label }) => label)
      return {
        items: impacts.map((impact, index) => ({
          label: labels[index] ?? '',
          warnings: assets[index]?.warnings ?? [],
          impact,
          probabilityLowest: lowest[index] ?? 0,
        })),
        pairs: pairs.map((pair) => ({ pair, labels })),
      }
    },
  }),
}))
