import type {
  HistogramBin as Bin,
  Distribution as EngineDistribution,
} from '../../../src/engine/readings/distribution.ts'
import type { Likely as EngineLikely } from '../../../src/engine/readings/likely.ts'
import type {
  Spread as EngineSpread,
  DistributionKind as Kind,
} from '../../../src/engine/readings/sampling/input-distribution.ts'
import { FaultError } from '../../../src/input/fault.ts'
import { ratio } from '../../../src/input/fields.ts'
import { bins as binsField } from '../../../src/input/reading-input.ts'
import { builder } from '../../builder.ts'
import { fieldCost } from '../../field-cost.ts'
import { enumType } from '../../inputs/input-type.ts'

export const Likely = builder.objectRef<EngineLikely>('Likely').implement({
  description:
    'What a figure is likely to be: quantiles of 1,024 samples of it, in its unit, unrounded. They hold the spread of factors, which the bounds `min` and `max` do not: the range may lie outside of the bounds, and the value outside of the range.',
  fields: (t) => ({
    low: t.exposeFloat('low', { description: 'The 5th percentile, in the unit of the figure.' }),
    median: t.exposeFloat('median', { description: 'The 50th percentile, in the unit of the figure.' }),
    high: t.exposeFloat('high', { description: 'The 95th percentile, in the unit of the figure.' }),
  }),
})

export const SpreadEnum = enumType<EngineSpread>('Spread', 'What is sampled.', {
  ALL: 'Bounds, and the published spread of factors: quantiles may lie outside of min and max, which do not hold it.',
  BOUNDS: 'Bounds alone: all samples lie within min and max.',
})

export const DistributionKind = enumType<Kind>(
  'DistributionKind',
  'How an input is distributed; each times a lognormal of median 1 where there is a gsd2.',
  {
    EXACT: 'It has one value.',
    PERT: 'A beta-PERT between its bounds, most likely at its value.',
    LOG_PERT: 'The same of its logarithm: its largest value is more than ten times its smallest.',
    ROWS: 'One of the rows that its value is the mean of, each as likely.',
  },
)

const Quantile = builder.objectRef<{ readonly probability: number; readonly value: number }>('Quantile').implement({
  description: 'What a share of the samples lies below.',
  fields: (t) => ({
    probability: t.exposeFloat('probability', { description: 'The share of the samples, 0 to 1.' }),
    value: t.exposeFloat('value', { description: 'What they lie below, in the unit of the figure, unrounded.' }),
  }),
})

const HistogramBin = builder.objectRef<Bin>('HistogramBin').implement({
  description: 'The samples between two numbers.',
  fields: (t) => ({
    from: t.exposeFloat('from', { description: 'Where it begins, in the unit of the figure.' }),
    to: t.exposeFloat('to', { description: 'Where it ends, in the unit of the figure; the last one holds its end.' }),
    count: t.exposeInt('count', { description: 'Number of samples in it.' }),
  }),
})

const MOST_QUANTILES = 100

export const Distribution = builder.objectRef<EngineDistribution>('Distribution').implement({
  description:
    'What samples of a figure are like. An input has one value in a sample, wherever it enters; factors are common to all assets, which overstates the spread of a fleet and understates that of a difference.',
  fields: (t) => ({
    mean: t.exposeFloat('mean', {
      description: 'The mean of the samples, in the unit of the figure, unrounded. It is not the value of the figure.',
    }),
    standardDeviation: t.exposeFloat('standardDeviation', {
      description: 'Their standard deviation (over N - 1), in the unit of the figure.',
    }),
    quantiles: t.field({
      type: [Quantile],
      description: 'Quantiles, in the order asked for: linear between samples (type 7).',
      extensions: fieldCost({ listSize: ({ at }) => (Array.isArray(at) ? at.length : 3) }),
      args: {
        at: t.arg.floatList({
          required: true,
          defaultValue: [0.05, 0.5, 0.95],
          description: `Shares of the samples, 0 to 1; at most ${MOST_QUANTILES} of them.`,
        }),
      },
      resolve: (distribution, { at }, { check }) => {
        if (at.length > MOST_QUANTILES) {
          const message = `expected at most ${MOST_QUANTILES} shares`
          throw new FaultError([{ path: ['at'], message, code: 'TOO_BIG' }])
        }
        return at.map((asked, index) => {
          const probability = check(ratio, asked, ['at', index])
          return { probability, value: distribution.quantile(probability) }
        })
      },
    }),
    histogram: t.field({
      type: [HistogramBin],
      description: 'Bins of equal width from the smallest sample to the largest; one where all are equal.',
      extensions: fieldCost({ listSize: ({ bins }) => bins ?? 20 }),
      args: { bins: t.arg.int({ defaultValue: 20, description: 'How many, 1 to 200.' }) },
      resolve: (distribution, { bins }, { check }) => distribution.histogram(check(binsField, bins ?? 20, ['bins'])),
    }),
  }),
})
