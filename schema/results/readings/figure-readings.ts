import type { FieldMap } from '@pothos/core'
import { ImpactFigure, type Stage } from '../../../src/engine/assessment/impact.ts'
import { Distribution as EngineDistribution } from '../../../src/engine/readings/distribution.ts'
import { driversOf, type Driver as EngineDriver } from '../../../src/engine/readings/drivers.ts'
import { likelyOf } from '../../../src/engine/readings/likely.ts'
import { USUAL_SAMPLING } from '../../../src/engine/readings/sampling/input-distribution.ts'
import { adviceOn } from '../../../src/input/advice.ts'
import { FaultError } from '../../../src/input/fault.ts'
import { builder } from '../../builder.ts'
import { fieldCost, type SentArguments } from '../../field-cost.ts'
import { enumType } from '../../inputs/input-type.ts'
import { Distribution, Likely, SpreadEnum } from './distribution.ts'
import { Explanation } from './explanation.ts'
import { notedGraph, type Readable, samplesOfFigure, samplingOf, spreadsOfFigure } from './reading.ts'

export const StageEnum = enumType<Stage>(
  'Stage',
  'Life-cycle stage. EMBEDDED includes all stages except USE and BUILDING.',
  {
    MAKING: 'Manufacturing, with raw materials. Figures without separate stages count here as a whole.',
    TRANSPORT: 'Transport to the place of use.',
    USE: 'The electricity that the asset uses.',
    END_OF_LIFE: 'End of life: recycling and disposal.',
    BUILDING: 'The construction of the data centre and its technical equipment (air conditioning and power supply).',
  },
)

const Driver = builder.objectRef<EngineDriver>('Driver').implement({
  description: 'An input, or a group of inputs, that causes part of the spread of a figure.',
  fields: (t) => ({
    leaf: t.exposeString('id', {
      description: 'Id of the input or group: electricity.unknown. The id `rest` stands for all others together.',
    }),
    label: t.exposeString('label', { description: 'Human-readable label.' }),
    share: t.exposeFloat('share', {
      description:
        'Share of the variance that the input causes, alone or together with others (total effect), a ratio. Shares can add up to more than 1.',
    }),
    stage: t.expose('stage', {
      type: StageEnum,
      nullable: true,
      description: 'Life-cycle stage of the input. Null if it is in several, or if the figure is not an impact.',
    }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'Source of the inputs, which you can replace with better data. Null without a source.',
    }),
    advice: t.string({
      nullable: true,
      description: 'Advice on what to enter to reduce the spread. Null if no input can.',
      resolve: ({ property }) => adviceOn(property).advice,
    }),
    inputs: t.stringList({
      description:
        'Input fields that reduce the spread: usage.usageLocation, cpu.name. In a server, parts such as `cpu` are fields of `configuration`.',
      resolve: ({ property }) => [...adviceOn(property).inputs],
    }),
  }),
})

type ReadableFields = Parameters<ReturnType<typeof builder.objectRef<Readable>>['implement']>[0]
type ReadableBuilder = Parameters<NonNullable<ReadableFields['fields']>>[0]

/** Cost per sample, for a distribution and for drivers, whose groups are computed separately. */
const DISTRIBUTION_COST = 0.06
/** Cost of default samples, mostly cached. */
const LIKELY_COST = 0.03
const DRIVERS_COST = 0.6
/** Cost of drawing one sample of all inputs. */
const DRAWING_COST = 0.35

const MOST_DRIVERS = 13

/** The arguments of everything that draws samples: number, seed and spread. */
export function samplingArguments(t: Pick<ReadableBuilder, 'arg'>) {
  return {
    samples: t.arg.int({ defaultValue: USUAL_SAMPLING.samples, description: 'Number of samples, 2 to 16,384.' }),
    seed: t.arg.int({
      defaultValue: USUAL_SAMPLING.seed,
      description: 'Seed of the samples: a number of your choice. The same seed gives the same samples.',
    }),
    spread: t.arg({ type: SpreadEnum, defaultValue: USUAL_SAMPLING.spread, description: 'What to sample.' }),
  }
}

/** Everything that can be read from a figure besides its numbers. */
export function readingFields(t: ReadableBuilder): FieldMap {
  const sampling = samplingArguments(t)
  return {
    likely: t.field({
      type: Likely,
      description:
        'Likely range: the 5th, 50th and 95th percentile of `distribution` with 1,024 samples, seed 1 and spread ALL.',
      extensions: fieldCost({ cost: () => samplingCost(undefined, LIKELY_COST) }),
      resolve: (figure, _, context) => likelyOf(samplesOfFigure(figure, USUAL_SAMPLING, context)),
    }),
    distribution: t.field({
      type: Distribution,
      description: 'Probability distribution of the figure, from samples of all inputs.',
      extensions: fieldCost({
        cost: ({ samples }) => samplingCost(samples, DISTRIBUTION_COST),
        costOnce: drawingCost,
      }),
      args: sampling,
      resolve: (figure, asked, context) =>
        new EngineDistribution(samplesOfFigure(figure, samplingOf(asked, context), context)),
    }),
    drivers: t.field({
      type: [Driver],
      description: 'Inputs that cause the spread, the largest share first. Empty without a spread.',
      extensions: fieldCost({
        listSize: ({ first }) => Math.min(first ?? 5, MOST_DRIVERS),
        cost: ({ samples }) => samplingCost(samples, DRIVERS_COST),
        costOnce: drawingCost,
      }),
      args: {
        first: t.arg.int({ defaultValue: 5, description: 'Maximum number of drivers to return, 0 or more.' }),
        ...sampling,
      },
      resolve: (figure, { first, ...asked }, context) => {
        const most = first ?? 5
        if (most < 0) {
          const message = 'expected a whole number, 0 or more'
          throw new FaultError([{ path: ['first'], message, code: 'TOO_SMALL', value: most }])
        }
        const spreadOf = spreadsOfFigure(figure, context)
        const phase = figure instanceof ImpactFigure ? figure.phase : undefined
        const { work } = context
        return driversOf(notedGraph(figure, context), spreadOf, samplingOf(asked, context), work, phase).slice(0, most)
      },
    }),
    explanation: t.field({
      type: Explanation,
      description: 'Explanation of the figure: its formulas and inputs.',
      extensions: fieldCost({ cost: () => EXPLANATION_COST }),
      resolve: (figure) => figure,
    }),
  }
}

/** Cost of an explanation besides its selection: sorting its formulas, and describing its inputs. */
const EXPLANATION_COST = 150

/** Beyond this number, each sample takes twice as long, because the processor's cache is too small. */
const DOUBLED_AT = 14_000

/** Cost of computing a figure with all steps recorded. */
export const GRAPH_COST = 50

/** Cost of so many samples of a figure; of the default number if undefined. */
export function samplingCost(samples: SentArguments[string], each = DISTRIBUTION_COST): number {
  const count = samplesCounted(samples)
  return GRAPH_COST + count * each * (1 + (count / DOUBLED_AT) ** 2)
}

/** Cost of drawing samples of inputs, which figures mostly share. Default samples are cached. */
export function drawingCost({ samples, seed }: SentArguments): number {
  const count = samplesCounted(samples)
  return count === USUAL_SAMPLING.samples && seed === USUAL_SAMPLING.seed ? 0 : count * DRAWING_COST
}

/** The number of samples for costs: as sent, of any type. */
export function samplesCounted(samples: SentArguments[string]): number {
  return typeof samples === 'number' ? Math.abs(samples) : USUAL_SAMPLING.samples
}
