import { assessableOf } from '../../../src/catalogue/compared-item.ts'
import { resolveAsset } from '../../../src/catalogue/kinds.ts'
import { computedFor } from '../../../src/engine/assessment/computed-for.ts'
import { type Impact as EngineImpact, USUAL_DURATION } from '../../../src/engine/assessment/impact.ts'
import {
  A_YEAR_ASSUMED,
  type ComparedSide,
  compareImpacts,
  type ComparedPair as EnginePair,
} from '../../../src/engine/readings/comparison.ts'
import { ORDERING } from '../../../src/engine/readings/reading-work.ts'
import { type Warning as EngineWarning, pathOf } from '../../../src/engine/values/warning.ts'
import { ComparisonItemInput, comparisonItems, MOST_COMPARED } from '../../../src/input/reading-input.ts'
import { builder } from '../../builder.ts'
import { CriterionEnum } from '../../catalogue/criterion.ts'
import { scopeOf } from '../../context.ts'
import { entryPoints } from '../../entry-points.ts'
import { fieldCost } from '../../field-cost.ts'
import { inputType } from '../../inputs/input-type.ts'
import { assess, STRICT } from '../assess.ts'
import { AllocationEnum, BoundaryEnum, Impact, PhaseEnum, spanOf } from '../impact.ts'
import { WARNINGS } from '../warning.ts'
import { Distribution } from './distribution.ts'
import { samplesOfFigure, samplingOf } from './reading.ts'
import { drawingCost, samplesCounted, samplingArguments, samplingCost } from './reading-fields.ts'

/** What a sample of an item costs, and what a pair costs and a sample of it: all are drawn from the same inputs. */
const ITEM_SAMPLE_COST = 0.06
const PAIR_COST = 30
const PAIRED_SAMPLE_COST = 0.005

interface Item {
  readonly label: string
  readonly warnings: readonly EngineWarning[]
  readonly impact: EngineImpact
  readonly side: ComparedSide
}

interface Pair {
  readonly pair: EnginePair
  readonly labels: readonly string[]
}

const ComparedItem = builder.objectRef<Item>('ComparedItem').implement({
  description: 'One of the compared assets.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Your own name for it.' }),
    impact: t.expose('impact', { type: Impact, description: 'Its impact.' }),
    warnings: t.field({ ...WARNINGS, description: 'What to keep in mind of it.' }),
    probabilityLowest: t.float({
      description:
        'Share of the samples in which it is the lowest by the phases that all have, 0 to 1; 0 where it has no figure, or they share no phase.',
      resolve: ({ side }) => side.probabilityLowest,
    }),
    comparable: t.boolean({
      description: 'Whether it is comparable with each of the others.',
      resolve: ({ side }) => side.comparable,
    }),
    reason: t.string({
      nullable: true,
      description: 'Why it is not comparable; null where it is.',
      resolve: ({ side }) => side.reason,
    }),
  }),
})

const ComparedPair = builder.objectRef<Pair>('ComparedPair').implement({
  description: 'Two of the compared assets, by samples in which inputs that both share have the same value.',
  fields: (t) => ({
    a: t.string({ description: 'Label of the one.', resolve: ({ pair, labels }) => labels[pair.a] ?? '' }),
    b: t.string({ description: 'Label of the other.', resolve: ({ pair, labels }) => labels[pair.b] ?? '' }),
    comparable: t.boolean({
      description:
        'Whether both have the same phases. If not, the numbers cover the phases that both have, and give no verdict.',
      resolve: ({ pair }) => pair.comparable,
    }),
    phases: t.field({
      type: [PhaseEnum],
      description: 'The phases that both have, which the numbers are computed on; where there are none, they are 0.',
      extensions: fieldCost({ listSize: () => 3 }),
      resolve: ({ pair }) => pair.phases,
    }),
    reason: t.string({
      nullable: true,
      description: 'What one of them lacks, so that they are not comparable, or what both lack. Null: nothing.',
      resolve: ({ pair }) => pair.reason,
    }),
    probabilityALower: t.float({
      description: 'Share of the samples in which a is lower than b by the phases that both have, 0 to 1.',
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
  readonly computedFor: string
  readonly warnings: readonly EngineWarning[]
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
      description: 'Each with each.',
      // Pairs count with the comparison: its arguments decide how many there are.
      extensions: fieldCost({ listSize: () => 1 }),
    }),
    computedFor: t.exposeString('computedFor', {
      description: 'What it was computed for, in one sentence: duration, place, boundary, load and data release.',
    }),
    warnings: t.field({ ...WARNINGS, description: 'What was assumed for all: a year, if you gave no duration.' }),
  }),
})

/** What it costs to sample each item, and each with each. */
function comparisonCost(items: unknown, samples: unknown): number {
  const count = Array.isArray(items) ? items.length : 1
  const assets = Array.isArray(items) ? items.reduce((sum, item) => sum + assetsIn(item), 0) : 1
  const ofPair = PAIR_COST + samplesCounted(samples) * PAIRED_SAMPLE_COST
  return assets * samplingCost(samples, ITEM_SAMPLE_COST) + ((count * (count - 1)) / 2) * ofPair
}

/** How many assets an item has, as it was sent. */
function assetsIn(item: unknown): number {
  const { fleet } = (item ?? {}) as { readonly fleet?: unknown }
  return Array.isArray(fleet) ? Math.max(1, fleet.length) : 1
}

entryPoints((t) => ({
  comparison: t.field({
    type: Comparison,
    nullable: true,
    description: 'Which of some assets has the lowest impact, and how sure that is.',
    extensions: fieldCost({ cost: ({ items, samples }) => comparisonCost(items, samples), costOnce: drawingCost }),
    args: {
      items: t.arg({
        type: [inputType(ComparisonItemInput)],
        required: true,
        description: `The assets or fleets, 2 to ${MOST_COMPARED} of them.`,
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
        checked.map((item, index) =>
          assessableOf(item, `items[${index}]`, (asset, at) =>
            assess({ scope, context, path: pathOf(`${at}.asset`), strict }, () =>
              resolveAsset(scope.loaders, asset, `input.${at}`),
            ),
          ),
        ),
      )
      const impacts = assets.map((asset) => asset.impact(criterion ?? 'gwp', span))
      const labels = checked.map(({ label }) => label)
      context.work.spend(assets.length * (assets.length - 1) * ORDERING, sampling.samples)
      const { items: sides, pairs } = compareImpacts({
        impacts,
        labels,
        samplesOf: (figure) => samplesOfFigure(figure, sampling, context),
        size: sampling.samples,
      })
      const usages = assets.flatMap((asset) => asset.usages)
      return {
        items: impacts.map((impact, index) => ({
          label: labels[index] ?? '',
          warnings: assets[index]?.warnings ?? [],
          impact,
          side: sides[index] as ComparedSide,
        })),
        pairs: pairs.map((pair) => ({ pair, labels })),
        computedFor: computedFor(span, scope.release.label, usages),
        warnings: duration == null ? A_YEAR_ASSUMED : [],
      }
    },
  }),
}))
