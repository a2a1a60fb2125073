import { assessableOf } from '../../../src/catalogue/compared-item.ts'
import { resolveAsset } from '../../../src/catalogue/kinds.ts'
import { comparedData, warningsAboutSameData } from '../../../src/catalogue/same-data.ts'
import { computedFor } from '../../../src/engine/assessment/computed-for.ts'
import { type Impact as EngineImpact, USUAL_DURATION } from '../../../src/engine/assessment/impact.ts'
import {
  type ComparedSide,
  compareImpacts,
  type ComparedPair as EnginePair,
  warningsAboutSpans,
} from '../../../src/engine/readings/comparison.ts'
import { warningsAboutMethods } from '../../../src/engine/readings/methods-differ.ts'
import { ORDERING } from '../../../src/engine/readings/reading-work.ts'
import { type Warning as EngineWarning, pathOf } from '../../../src/engine/values/warning.ts'
import { ComparisonItemInput, comparisonItems, MOST_COMPARED } from '../../../src/input/reading-input.ts'
import { builder } from '../../builder.ts'
import { scopeOf } from '../../context.ts'
import { entryPoints } from '../../entry-points.ts'
import { fieldCost } from '../../field-cost.ts'
import { inputType } from '../../inputs/input-type.ts'
import { assess, STRICT } from '../assess.ts'
import { Impact, spanArguments, spanOf } from '../impact.ts'
import { PhaseEnum } from '../phase.ts'
import { WARNINGS } from '../warning.ts'
import { Distribution } from './distribution.ts'
import { drawingCost, samplesCounted, samplingArguments, samplingCost } from './figure-readings.ts'
import { samplesOfFigure, samplingOf } from './reading.ts'

/** Costs of a sample of an item, of a pair, and of a sample of a pair: all use the same inputs. */
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
    label: t.exposeString('label', { description: 'Your own name for the item.' }),
    impact: t.expose('impact', { type: Impact, description: 'Impact of the item.' }),
    warnings: t.field({ ...WARNINGS, description: 'Warnings about the item.' }),
    probabilityLowest: t.float({
      description:
        'Probability that the item is the lowest, 0 to 1, over the phases that all items have. Items that cannot be told apart (`sameData`) share their probability equally. It is 0 without a figure or without a common phase.',
      resolve: ({ side }) => side.probabilityLowest,
    }),
    comparable: t.boolean({
      description: 'Whether the item is comparable with all others.',
      resolve: ({ side }) => side.comparable,
    }),
    reason: t.string({
      nullable: true,
      description: 'Reason if the item is not comparable. Null if it is.',
      resolve: ({ side }) => side.reason,
    }),
  }),
})

const ComparedPair = builder.objectRef<Pair>('ComparedPair').implement({
  description: 'Comparison of two items. In each sample, inputs that both share have the same value.',
  fields: (t) => ({
    a: t.string({ description: 'Label of the first item.', resolve: ({ pair, labels }) => labels[pair.a] ?? '' }),
    b: t.string({ description: 'Label of the second item.', resolve: ({ pair, labels }) => labels[pair.b] ?? '' }),
    comparable: t.boolean({
      description:
        'Whether both items have the same phases. If not, the numbers cover only the common phases, and give no verdict.',
      resolve: ({ pair }) => pair.comparable,
    }),
    hasVerdict: t.boolean({
      description:
        'Whether the two items can be ranked. Both need figures for the same phases. These must include USE and, if the criterion has embodied figures, EMBEDDED. Items with `sameData` cannot be ranked. `probabilityALower` says how certain the ranking is.',
      resolve: ({ pair }) => pair.hasVerdict,
    }),
    sameData: t.boolean({
      description:
        'Whether both figures come from the same data for the same use in the same place, as of two models of one typical device. The two then have one figure, and cannot be told apart.',
      resolve: ({ pair }) => pair.sameData,
    }),
    phases: t.field({
      type: [PhaseEnum],
      description: 'Phases that both items have. The numbers use these phases, and are 0 if there are none.',
      extensions: fieldCost({ listSize: () => 3 }),
      resolve: ({ pair }) => pair.phases,
    }),
    reason: t.string({
      nullable: true,
      description: 'Phases that one or both items lack. Null if none is missing.',
      resolve: ({ pair }) => pair.reason,
    }),
    probabilityALower: t.float({
      description:
        'Probability that `a` is lower than `b`, 0 to 1, over their common phases. Samples in which both are equal count half, so it is 0.5 for `sameData`.',
      resolve: ({ pair }) => pair.probabilityALower,
    }),
    difference: t.field({
      type: Distribution,
      description:
        'Distribution of `b` - `a`. In each sample, inputs that both items share have the same value, so the true spread can be larger.',
      resolve: ({ pair }) => pair.difference,
    }),
    ratio: t.field({
      type: Distribution,
      description: 'Distribution of `b` / `a`, from the samples in which `a` is not 0.',
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
  description: 'A comparison of assets by their total impact over the same duration.',
  fields: (t) => ({
    // Fields below the comparison count once per item.
    items: t.expose('items', {
      type: [ComparedItem],
      description: 'Compared items, in the order of the request.',
      extensions: fieldCost({ listSize: () => 1 }),
    }),
    pairs: t.expose('pairs', {
      type: [ComparedPair],
      description: 'All pairs of items.',
      // The comparison's cost includes its pairs, since its arguments determine their number.
      extensions: fieldCost({ listSize: () => 1 }),
    }),
    computedFor: t.exposeString('computedFor', {
      description: 'Scope of the figures in one sentence: duration, place, boundary, load and data release.',
    }),
    warnings: t.field({
      ...WARNINGS,
      description:
        'Warnings about the comparison, such as the assumption of one year because you gave no duration, or items with the same data.',
    }),
  }),
})

/** Cost of sampling each item, and each pair. */
function comparisonCost(items: unknown, samples: unknown): number {
  const count = Array.isArray(items) ? items.length : 1
  const assets = Array.isArray(items) ? items.reduce((sum, item) => sum + assetsIn(item), 0) : 1
  const ofPair = PAIR_COST + samplesCounted(samples) * PAIRED_SAMPLE_COST
  return assets * samplingCost(samples, ITEM_SAMPLE_COST) + ((count * (count - 1)) / 2) * ofPair
}

/** Number of assets in an item, as sent. */
function assetsIn(item: unknown): number {
  const { fleet } = (item ?? {}) as { readonly fleet?: unknown }
  return Array.isArray(fleet) ? Math.max(1, fleet.length) : 1
}

entryPoints((t) => ({
  comparison: t.field({
    type: Comparison,
    nullable: true,
    description: 'Compares assets: which has the lowest impact, and how probable that is.',
    extensions: fieldCost({ cost: ({ items, samples }) => comparisonCost(items, samples), costOnce: drawingCost }),
    args: {
      items: t.arg({
        type: [inputType(ComparisonItemInput)],
        required: true,
        description: `Assets or fleets to compare, 2 to ${MOST_COMPARED}.`,
      }),
      ...spanArguments(t),
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
      const data = await comparedData(scope.loaders, checked, criterion ?? 'gwp')
      const { items: sides, pairs } = compareImpacts({
        impacts,
        labels,
        data: data.numbers,
        samplesOf: (figure) => samplesOfFigure(figure, sampling, context),
        size: sampling.samples,
      })
      const usages = assets.map((asset) => asset.usagesOver(span))
      const spans = usages.map((all) => all.map(([own]) => own))
      return {
        items: impacts.map((impact, index) => ({
          label: labels[index] ?? '',
          warnings: assets[index]?.warnings ?? [],
          impact,
          side: sides[index] as ComparedSide,
        })),
        pairs: pairs.map((pair) => ({ pair, labels })),
        computedFor: computedFor(span, scope.release.label, usages.flat()),
        warnings: [
          ...warningsAboutSpans(spans, duration ?? undefined),
          ...warningsAboutMethods(assets, criterion ?? 'gwp'),
          ...warningsAboutSameData(checked, data, pairs),
        ],
      }
    },
  }),
}))
