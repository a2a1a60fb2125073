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
    'Likely range of a figure: unrounded quantiles of 1,024 samples. They include the statistical spread (GSD2) of factors and of the model, unlike `min` and `max`. The range can thus exceed the bounds, and the value can be outside the range.',
  fields: (t) => ({
    low: t.exposeFloat('low', { description: 'The 5th percentile, in the unit of the figure.' }),
    median: t.exposeFloat('median', { description: 'The 50th percentile, in the unit of the figure.' }),
    high: t.exposeFloat('high', { description: 'The 95th percentile, in the unit of the figure.' }),
  }),
})

export const SpreadEnum = enumType<EngineSpread>('Spread', 'What to sample.', {
  ALL: 'Bounds, and the statistical spread (GSD2) of factors and of the model. Quantiles can exceed `min` and `max`, which leave out that spread.',
  BOUNDS: 'Bounds alone. All samples are between `min` and `max`.',
})

export const DistributionKind = enumType<Kind>(
  'DistributionKind',
  'Probability distribution of an input. If the input has a `gsd2`, a lognormal factor with median 1 multiplies its values.',
  {
    EXACT: 'A single value.',
    PERT: 'A beta-PERT between the bounds, with the value as its mode.',
    LOG_PERT: 'A beta-PERT of the logarithm. It applies if the upper bound is more than ten times the lower one.',
    LOGNORMAL:
      'A lognormal with the value as its median. The bounds are the lowest and the highest of few published figures, and samples can lie beyond them.',
    ROWS: 'One of several rows of a table, all equally likely. The value of the input is the mean of these rows.',
  },
)

const Quantile = builder.objectRef<{ readonly probability: number; readonly value: number }>('Quantile').implement({
  description: 'A quantile: a value with a share of the samples below it.',
  fields: (t) => ({
    probability: t.exposeFloat('probability', { description: 'Probability of the quantile, 0 to 1.' }),
    value: t.exposeFloat('value', { description: 'Value of the quantile, in the unit of the figure, unrounded.' }),
  }),
})

const HistogramBin = builder.objectRef<Bin>('HistogramBin').implement({
  description: 'A bin of a histogram.',
  fields: (t) => ({
    from: t.exposeFloat('from', { description: 'Lower limit of the bin, in the unit of the figure.' }),
    to: t.exposeFloat('to', {
      description: 'Upper limit of the bin, in the unit of the figure. Only the last bin includes it.',
    }),
    count: t.exposeInt('count', { description: 'Number of samples in the bin.' }),
  }),
})

const MOST_QUANTILES = 100

export const Distribution = builder.objectRef<EngineDistribution>('Distribution').implement({
  description:
    'Probability distribution of a figure, from samples. In each sample, an input has the same value in all formulas and for all assets. This overstates the spread of a fleet, and understates the spread of a difference between assets.',
  fields: (t) => ({
    mean: t.exposeFloat('mean', {
      description:
        'Mean of the samples, in the unit of the figure, unrounded. It differs from the value of the figure.',
    }),
    standardDeviation: t.exposeFloat('standardDeviation', {
      description: 'Standard deviation of the samples (over N - 1), in the unit of the figure.',
    }),
    quantiles: t.field({
      type: [Quantile],
      description: 'Quantiles in the order of the request, linear between samples (type 7).',
      extensions: fieldCost({ listSize: ({ at }) => (Array.isArray(at) ? at.length : 3) }),
      args: {
        at: t.arg.floatList({
          required: true,
          defaultValue: [0.05, 0.5, 0.95],
          description: `Probabilities of the quantiles, 0 to 1. At most ${MOST_QUANTILES}.`,
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
      description: 'Histogram: bins of equal width from the smallest to the largest sample. One bin if all are equal.',
      extensions: fieldCost({ listSize: ({ bins }) => bins ?? 20 }),
      args: { bins: t.arg.int({ defaultValue: 20, description: 'Number of bins, 1 to 200.' }) },
      resolve: (distribution, { bins }, { check }) => distribution.histogram(check(binsField, bins ?? 20, ['bins'])),
    }),
  }),
})
