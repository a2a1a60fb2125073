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
  description: 'An interval, and the use during it.',
  fields: (t) => ({
    hours: t.exposeFloat('hours', { description: 'How long it is, in hours.' }),
    power: t.exposeFloat('power', {
      nullable: true,
      description: 'Power during it, in W, of all units together. Null if unknown.',
    }),
    use: t.expose('use', {
      type: ImpactFigure,
      nullable: true,
      description: 'Of the electricity used during it. Null where no power or no factor is known.',
    }),
  }),
})

const BestWindow = builder.objectRef<EngineWindow>('BestWindow').implement({
  description: 'Consecutive intervals with the least use per hour.',
  fields: (t) => ({
    first: t.exposeInt('first', { description: 'The number of the first of them, from 0.' }),
    use: t.expose('use', { type: ImpactFigure, description: 'Of the electricity used during them.' }),
    shareOfMean: t.exposeFloat('shareOfMean', {
      description: 'Their use per hour as a ratio of that of all intervals; a ratio of 1 where that is 0.',
    }),
  }),
})

const Timeline = builder.objectRef<EngineTimeline>('Timeline').implement({
  description: 'The use of a thing over intervals, one after the other.',
  fields: (t) => ({
    total: t.expose('total', {
      type: Impact,
      description: 'Over all intervals; making the thing is spread evenly over its life.',
    }),
    points: t.field({
      type: [TimelinePoint],
      description: 'One for each interval, in their order.',
      // What is below a timeline counts as often as it has intervals.
      extensions: fieldCost({ listSize: () => 1 }),
      resolve: (timeline) => timeline.points,
    }),
    bestWindow: t.field({
      type: BestWindow,
      description:
        'The consecutive intervals with the least use per hour: the first of equal ones. To time a job, give equal loads.',
      args: { intervals: t.arg.int({ required: true, description: 'How many intervals, 1 or more, at most all.' }) },
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

/** What an interval costs besides what is selected of it, for each asset. */
const INTERVAL_COST = 2

builder.interfaceField(AssessableInterface, 'timeline', (t) =>
  t.field({
    type: Timeline,
    nullable: true,
    description:
      'Its use over intervals, one after the other, in which it is in use all the time; of a fleet, each asset is used so.',
    extensions: fieldCost({
      listSize: ({ intervals }) => intervals.length,
      sizedFields: ['points'],
      cost: ({ intervals }) => INTERVAL_COST * intervals.length,
    }),
    args: {
      intervals: t.arg({
        type: [inputType(IntervalInput)],
        required: true,
        description: 'The intervals, at least one.',
      }),
      criterion: t.arg({ type: CriterionEnum, required: true, description: 'Which criterion.' }),
    },
    resolve: (assessable, { intervals, criterion }, { check }) => {
      const checked = check(IntervalsInput, intervals, ['intervals'])
      if (componentsOf(assessable) * checked.length > MOST_PARTS) throw tooManyParts()
      return new EngineTimeline(assessable, resolveIntervals(checked), criterion)
    },
  }),
)

/** Parts of things, times the intervals that the power of each is asked of: 2 seconds of a processor. Nothing else sees them. */
const MOST_PARTS = 50_000_000

function componentsOf(assessable: Assessable): number {
  if (assessable instanceof Fleet) return assessable.members.reduce((sum, { asset }) => sum + componentsOf(asset), 0)
  return assessable instanceof Device ? assessable.componentBills.length : 1
}

function tooManyParts(): FaultError {
  const message = 'expected fewer intervals or fewer parts: these take too long'
  return new FaultError([{ path: ['intervals'], message, code: 'TOO_BIG' }])
}
