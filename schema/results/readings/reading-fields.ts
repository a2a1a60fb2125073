import type { FieldMap } from '@pothos/core'
import { Distribution as EngineDistribution } from '../../../src/engine/readings/distribution.ts'
import { driversOf, type Driver as EngineDriver } from '../../../src/engine/readings/drivers.ts'
import { USUAL_SAMPLING } from '../../../src/engine/readings/sampling/input-distribution.ts'
import { FaultError } from '../../../src/input/fault.ts'
import { builder } from '../../builder.ts'
import { fieldCost, type SentArguments } from '../../field-cost.ts'
import { Distribution, SpreadEnum } from './distribution.ts'
import { Explanation } from './explanation.ts'
import { notedGraph, type Readable, samplesOfFigure, samplingOf, spreadsOfFigure } from './reading.ts'

const Driver = builder.objectRef<EngineDriver>('Driver').implement({
  description: 'An input, or a group of them, that the spread of a figure comes from.',
  fields: (t) => ({
    leaf: t.exposeString('id', {
      description: 'The id of the input, or of the group: electricity.unknown; `rest` are all others.',
    }),
    label: t.exposeString('label', { description: 'The same for people.' }),
    share: t.exposeFloat('share', {
      description:
        'Part of the variance that would go if it were known (total effect), a ratio. Shares may add up to more than 1.',
    }),
    advice: t.exposeString('advice', {
      nullable: true,
      description: 'What could be given to know it, in words; null where a caller cannot.',
    }),
    inputs: t.exposeStringList('inputs', {
      description:
        'The fields of the input that give it: usage.usageLocation, cpu.name. Of a server, parts are in its configuration.',
    }),
  }),
})

type ReadableFields = Parameters<ReturnType<typeof builder.objectRef<Readable>>['implement']>[0]
type ReadableBuilder = Parameters<NonNullable<ReadableFields['fields']>>[0]

/** What samples cost, in units of a distribution and of drivers, whose groups are computed apart. */
const DISTRIBUTION_COST = 0.2
const DRIVERS_COST = 0.6

const MOST_DRIVERS = 13

/** From how many samples, by which seed, of what: the arguments of all that draws samples. */
export function samplingArguments(t: Pick<ReadableBuilder, 'arg'>) {
  return {
    samples: t.arg.int({ defaultValue: USUAL_SAMPLING.samples, description: 'How many samples, 2 to 16,384.' }),
    seed: t.arg.int({
      defaultValue: USUAL_SAMPLING.seed,
      description: 'The number of their series: the same gives the same samples.',
    }),
    spread: t.arg({ type: SpreadEnum, defaultValue: USUAL_SAMPLING.spread, description: 'What is sampled.' }),
  }
}

/** What can be read of any figure besides its numbers. */
export function readingFields(t: ReadableBuilder): FieldMap {
  const sampling = samplingArguments(t)
  return {
    distribution: t.field({
      type: Distribution,
      description: 'How likely which values are, by samples of all inputs.',
      extensions: fieldCost({ cost: ({ samples }) => samplingCost(samples, DISTRIBUTION_COST) }),
      args: sampling,
      resolve: (figure, asked, context) =>
        new EngineDistribution(samplesOfFigure(figure, samplingOf(asked, context), context)),
    }),
    drivers: t.field({
      type: [Driver],
      description: 'The inputs that the spread comes from, the largest share first. None where nothing is uncertain.',
      extensions: fieldCost({
        listSize: ({ first }) => Math.min(first ?? 5, MOST_DRIVERS),
        cost: ({ samples }) => samplingCost(samples, DRIVERS_COST),
      }),
      args: { first: t.arg.int({ defaultValue: 5, description: 'How many at most, 0 or more.' }), ...sampling },
      resolve: (figure, { first, ...asked }, context) => {
        const most = first ?? 5
        if (most < 0) {
          const message = 'expected a whole number, 0 or more'
          throw new FaultError([{ path: ['first'], message, code: 'TOO_SMALL', value: most }])
        }
        const spreadOf = spreadsOfFigure(figure, context)
        return driversOf(notedGraph(figure, context), spreadOf, samplingOf(asked, context), context.work).slice(0, most)
      },
    }),
    explanation: t.field({
      type: Explanation,
      description: 'How it is computed, from which inputs.',
      extensions: fieldCost({ cost: () => GRAPH_COST }),
      resolve: (figure) => figure,
    }),
  }
}

/** What it costs to compute a figure with all that it reads noted. */
export const GRAPH_COST = 50

/** What so many samples of a figure cost; as many as usual where none are named. */
export function samplingCost(samples: SentArguments[string], each = DISTRIBUTION_COST): number {
  return GRAPH_COST + samplesCounted(samples) * each
}

/** Samples as far as cost goes: as they were sent, of any type. */
export function samplesCounted(samples: SentArguments[string]): number {
  return typeof samples === 'number' ? Math.abs(samples) : USUAL_SAMPLING.samples
}
