import { resolveIntervals } from '../../../src/catalogue/resolve/resolve-usage.ts'
import type { Assessable } from '../../../src/engine/assessment/asset.ts'
import {
  type TimelinePoint as EnginePoint,
  Timeline as EngineTimeline,
  type BestWindow as EngineWindow,
} from '../../../src/engine/assessment/timeline.ts'
import { Device } from '../../../src/engine/devices/device.ts'
import { Fleet } from '../../../src/engine/devices/fleet.ts'
import { FaultError } from '../../../src/input/fault.ts'
import { IntervalInput, IntervalsInput } from '../../../src/input/reading-input.ts'
import { builder } from '../../builder.ts'
import { CriterionEnum } from '../../catalogue/criterion.ts'
import { fieldCost } from '../../field-cost.ts'
import { inputType } from '../../inputs/input-type.ts'
import { AssessableInterface, Impact, ImpactFigure } from '../impact.ts'

const TimelinePoint = builder.objectRef<EnginePoint>('TimelinePoint').implement({
  description: 'An interval with its use impact.',
  fields: (t) => ({
    hours: t.exposeFloat('hours', { description: 'Length of the interval, in hours.' }),
    power: t.exposeFloat('power', {
      nullable: true,
      description: 'Power of all units during the interval, in W. Null if unknown.',
    }),
    use: t.expose('use', {
      type: ImpactFigure,
      nullable: true,
      description: 'Use impact of the interval. Null if power or factor is unknown.',
    }),
  }),
})

const BestWindow = builder.objectRef<EngineWindow>('BestWindow').implement({
  description: 'Consecutive intervals with the lowest use impact per hour.',
  fields: (t) => ({
    first: t.exposeInt('first', { description: 'Number of the first interval, counted from 0.' }),
    use: t.expose('use', { type: ImpactFigure, description: 'Use impact of the window.' }),
    shareOfMean: t.exposeFloat('shareOfMean', {
      description:
        'Use impact per hour of the window divided by that of all intervals, a ratio. It is 1 if no interval has an impact.',
    }),
  }),
})

const Timeline = builder.objectRef<EngineTimeline>('Timeline').implement({
  description: 'Impact of an asset over consecutive intervals.',
  fields: (t) => ({
    total: t.expose('total', {
      type: Impact,
      description: 'Impact over all intervals: their use impact, and the embodied impact in proportion to their time.',
    }),
    points: t.field({
      type: [TimelinePoint],
      description: 'Points, one for each interval, in order.',
      // Fields below a timeline count once per interval.
      extensions: fieldCost({ listSize: () => 1 }),
      resolve: (timeline) => timeline.points,
    }),
    bestWindow: t.field({
      type: BestWindow,
      description:
        'Best window: the consecutive intervals with the lowest use impact per hour. Of equal windows, the first. To find the best time for a job, give all intervals the same load.',
      args: {
        intervals: t.arg.int({
          required: true,
          description: 'Length of the window, in intervals: from 1 to the number of all intervals.',
        }),
      },
      resolve: (timeline, { intervals }) => {
        const most = timeline.length
        if (intervals < 1 || intervals > most) {
          const message = `expected a whole number of intervals, 1 to ${most}`
          const code = intervals < 1 ? 'TOO_SMALL' : 'TOO_BIG'
          throw new FaultError([{ path: ['intervals'], message, code, value: intervals }])
        }
        const window = timeline.bestWindow(intervals)
        if (window !== undefined) return window
        const message = 'expected a power and an electricity factor for every interval'
        throw new FaultError([{ path: ['intervals'], message, code: 'INVALID_VALUE', value: intervals }])
      },
    }),
  }),
})

/** Cost of an interval for each asset, besides its selection. */
const INTERVAL_COST = 2

builder.interfaceField(AssessableInterface, 'timeline', (t) =>
  t.field({
    type: Timeline,
    nullable: true,
    description:
      'Impact of use over consecutive intervals, each with a constant load or power. In a fleet, the intervals apply to every asset.',
    extensions: fieldCost({
      listSize: ({ intervals }) => intervals.length,
      sizedFields: ['points'],
      cost: ({ intervals }) => INTERVAL_COST * intervals.length,
    }),
    args: {
      intervals: t.arg({
        type: [inputType(IntervalInput)],
        required: true,
        description: 'Intervals, at least one.',
      }),
      criterion: t.arg({ type: CriterionEnum, required: true, description: 'Impact criterion.' }),
    },
    resolve: (assessable, { intervals, criterion }, { check }) => {
      const checked = check(IntervalsInput, intervals, ['intervals'])
      if (assessable instanceof Fleet && assessable.members.some(({ span }) => span?.duration !== undefined))
        throw ownDurations()
      if (partsOf(assessable) * checked.length > MOST_PARTS) throw tooManyParts()
      return new EngineTimeline(assessable, resolveIntervals(checked), criterion)
    },
  }),
)

/** Limit on parts times intervals with their own power: 2 seconds of a processor. No other limit covers them. */
const MOST_PARTS = 50_000_000

/** A point of a measured power profile takes as long as so many parts. */
const PARTS_PER_POINT = 5

function partsOf(assessable: Assessable): number {
  if (assessable instanceof Fleet) return assessable.members.reduce((sum, { asset }) => sum + partsOf(asset), 0)
  if (!(assessable instanceof Device)) return 1
  const { powerProfile = [] } = assessable.usage.bill.given
  return assessable.componentBills.length + PARTS_PER_POINT * powerProfile.length
}

function ownDurations(): FaultError {
  const message = 'expected items without a duration, because the intervals are the duration of all items'
  return new FaultError([{ path: ['intervals'], message, code: 'INVALID_VALUE' }])
}

function tooManyParts(): FaultError {
  const message = 'expected fewer intervals, parts or measured points: these take too long'
  return new FaultError([{ path: ['intervals'], message, code: 'TOO_BIG' }])
}
