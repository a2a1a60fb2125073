import {
  type ALLOCATIONS,
  type Assessable,
  describeImpact,
  type ImpactFigure as EngineFigure,
  type Impact as EngineImpact,
  type Span,
  totalImpact,
} from '../../src/engine/devices/assessable.ts'
import { Fleet } from '../../src/engine/devices/fleet.ts'
import type { Criterion } from '../../src/engine/figures/criteria.ts'
import {
  isVeryUncertain,
  roundFigure,
  roundSignificant,
  VERY_UNCERTAIN,
} from '../../src/engine/figures/round-figure.ts'
import { positive } from '../../src/input/fields.ts'
import { builder } from '../builder.ts'
import { CriterionEnum } from '../catalogue/criterion.ts'
import type { Context } from '../context.ts'

export const AllocationEnum = builder.enumType('Allocation', {
  description: 'How the impact of making a thing counts over a duration.',
  values: {
    LINEAR: { description: 'In proportion: duration / lifetime, and never more than all of it.' },
    TOTAL: { description: 'All of it, whatever the duration.' },
  } satisfies Record<(typeof ALLOCATIONS)[number], { description: string }>,
})

const exactly = {
  description: 'Unrounded, as the engine computes it, where true.',
  defaultValue: false,
  required: false,
} as const

const ImpactFigure = builder.objectRef<EngineFigure>('ImpactFigure').implement({
  description: 'An impact with its bounds, in the unit of its criterion.',
  fields: (t) => ({
    value: t.float({
      description: 'The value, in the unit of the criterion, rounded no finer than its uncertainty allows.',
      args: { exact: t.arg.boolean(exactly) },
      resolve: (figure, { exact }, { rounding }) => (exact ? figure.value : roundFigure(figure, rounding)),
    }),
    min: t.float({
      description: 'The smallest it may be, in the unit of the criterion, to 4 significant figures.',
      args: { exact: t.arg.boolean(exactly) },
      resolve: ({ min }, { exact }, { rounding }) => (exact ? min : roundSignificant(min, rounding.maximumDigits)),
    }),
    max: t.float({
      description: 'The largest it may be, in the unit of the criterion, to 4 significant figures.',
      args: { exact: t.arg.boolean(exactly) },
      resolve: ({ max }, { exact }, { rounding }) => (exact ? max : roundSignificant(max, rounding.maximumDigits)),
    }),
    warnings: t.stringList({
      description: 'What to keep in mind when using the figure.',
      resolve: (figure, _, { rounding }) =>
        isVeryUncertain(figure, rounding) ? [...figure.warnings, VERY_UNCERTAIN] : figure.warnings,
    }),
  }),
})

const Impact = builder.objectRef<EngineImpact>('Impact').implement({
  description: 'The impact of a thing in one criterion, over one duration.',
  fields: (t) => ({
    criterion: t.field({ type: CriterionEnum, description: 'What is counted.', resolve: ({ criterion }) => criterion }),
    unit: t.string({ description: 'The unit of the figures.', resolve: (impact) => describeImpact(impact).unit }),
    description: t.string({
      description: 'What the criterion counts, in words.',
      resolve: (impact) => describeImpact(impact).description,
    }),
    embedded: t.field({
      type: ImpactFigure,
      nullable: true,
      description: 'Of making the thing (and, where it is known, of its end of life). Null: no factor is published.',
      resolve: ({ embedded }) => embedded,
    }),
    use: t.field({
      type: ImpactFigure,
      nullable: true,
      description: 'Of the electricity it uses. Null: no factor is published, or no power is known.',
      resolve: ({ use }) => use,
    }),
    total: t.field({
      type: ImpactFigure,
      nullable: true,
      description: 'Embedded and use together. Null unless both are there.',
      resolve: (impact) => totalImpact(impact),
    }),
  }),
})

export const AssessableInterface = builder.interfaceType('Assessable', {
  description: 'A thing whose impacts can be assessed.',
  fields: (t) => ({
    impacts: t.field({
      type: [Impact],
      description: 'Impacts by criterion, in the order asked for.',
      args: {
        criteria: t.arg({
          type: [CriterionEnum],
          description:
            'Which criteria; repeats are dropped. Climate change, resources and primary energy when omitted.',
        }),
        duration: t.arg.float({ description: 'Hours, above 0. The whole lifetime when omitted.' }),
        allocation: t.arg({
          type: AllocationEnum,
          description: 'How making the thing counts over the duration. LINEAR when omitted.',
        }),
      },
      resolve: (assessable: Assessable, { criteria, duration, allocation }, { defaultCriteria, check, pause }) => {
        const span = {
          duration: duration == null ? undefined : check(positive, duration, ['duration']),
          allocation: allocation ?? 'LINEAR',
        } as const
        const asked = [...new Set<Criterion>(criteria ?? defaultCriteria)]
        return assessable instanceof Fleet && pause !== undefined
          ? fleetImpacts(assessable, asked, span, pause)
          : asked.map((criterion) => assessable.impact(criterion, span))
      },
    }),
  }),
})

/** The impacts of what may be large, with pauses. */
async function fleetImpacts(
  fleet: Fleet,
  criteria: readonly Criterion[],
  span: Span,
  pause: NonNullable<Context['pause']>,
): Promise<readonly EngineImpact[]> {
  const impacts: EngineImpact[] = []
  for (const criterion of criteria) {
    const steps = fleet.impactByAsset(criterion, span)
    let step = steps.next()
    for (; !step.done; step = steps.next()) {
      const turn = pause()
      if (turn) await turn
    }
    impacts.push(step.value)
  }
  return impacts
}
