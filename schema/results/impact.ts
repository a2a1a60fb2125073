import type { Assessable } from '../../src/engine/assessment/asset.ts'
import type {
  Allocation,
  Boundary,
  ImpactFigure as EngineFigure,
  Impact as EngineImpact,
  Phase,
  Span,
} from '../../src/engine/assessment/impact.ts'
import type { Criterion } from '../../src/engine/figures/criteria.ts'
import { positive } from '../../src/input/fields.ts'
import { builder } from '../builder.ts'
import { CRITERIA_ARGUMENT, CriterionEnum } from '../catalogue/criterion.ts'
import type { Context } from '../context.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType } from '../inputs/enum-type.ts'
import { figureFields, Quantity } from './quantity.ts'
import { WARNINGS } from './warning.ts'

export const AllocationEnum = enumType<Allocation>(
  'Allocation',
  'How the impact of making a thing counts over a duration.',
  {
    LINEAR: 'In proportion: duration / lifetime, and never more than all of it.',
    TOTAL: 'All of it, whatever the duration.',
  },
)

export const PhaseEnum = enumType<Phase>('Phase', 'What an impact comes from.', {
  EMBEDDED: 'Making the thing and, where it is known, its end of life.',
  USE: 'The electricity it uses.',
  BUILDING: 'The building and the technical equipment of the data centre around it.',
})

export const BoundaryEnum = enumType<Boundary>('Boundary', 'How far around a thing its impact is counted.', {
  EQUIPMENT: 'The equipment alone.',
  DATA_CENTRE: 'The equipment, and its share of the data centre around it.',
})

export const ImpactFigure = builder.objectRef<EngineFigure>('ImpactFigure').implement({
  description: 'An impact with its bounds, in the unit of its criterion.',
  fields: (t) => ({
    ...figureFields(t as never, 'unit of the criterion'),
    unit: t.exposeString('unit', { description: 'The unit of the criterion.' }),
  }),
})

export const Impact = builder.objectRef<EngineImpact>('Impact').implement({
  description: 'The impact of a thing in one criterion, over one duration.',
  fields: (t) => ({
    criterion: t.expose('criterion', { type: CriterionEnum, description: 'What is counted.' }),
    unit: t.exposeString('unit', { description: 'The unit of the figures.' }),
    ucum: t.exposeString('ucum', {
      nullable: true,
      description: 'The unit as a UCUM code, for programs; null where UCUM has none.',
    }),
    description: t.exposeString('description', { description: 'What the criterion counts, in words.' }),
    embedded: t.expose('embedded', {
      type: ImpactFigure,
      nullable: true,
      description: 'Of making the thing (and, where it is known, of its end of life). Null: no factor is published.',
    }),
    use: t.expose('use', {
      type: ImpactFigure,
      nullable: true,
      description: 'Of the electricity it uses. Null: no factor is published, or no power is known.',
    }),
    building: t.expose('building', {
      type: ImpactFigure,
      nullable: true,
      description:
        'Of the building of the data centre and its technical equipment, by the energy of the equipment, within that boundary. Null: nothing is published, or it stands in none.',
    }),
    total: t.expose('total', {
      type: ImpactFigure,
      nullable: true,
      description: 'The phases that have a figure, added up; `missing` names the others. Null where none has one.',
    }),
    missing: t.expose('missing', {
      type: [PhaseEnum],
      description: 'The phases without a figure, which `total` does not hold.',
    }),
  }),
})

export const DURATION = 'Hours, above 0. Omitted: the time of use that was given, else the whole lifetime.'

type ImpactFieldBuilder = Parameters<
  Parameters<typeof builder.interfaceType<'Assessable', [], Assessable>>[1]['fields'] & object
>[0]

interface Asked {
  readonly duration?: number | null | undefined
  readonly allocation?: Allocation | null | undefined
  readonly boundary?: Boundary | null | undefined
}

/** The impacts of whatever can be assessed. */
export function impactFields(
  t: ImpactFieldBuilder,
): Record<'impacts' | 'impact', ReturnType<ImpactFieldBuilder['field']>> {
  const duration = t.arg.float({ description: DURATION })
  const allocation = t.arg({
    type: AllocationEnum,
    defaultValue: 'LINEAR',
    description: 'How making the thing counts over the duration.',
  })
  const boundary = t.arg(BOUNDARY)
  return {
    impacts: t.field({
      type: [Impact],
      description: 'Impacts by criterion, in the order asked for.',
      extensions: fieldCost({ listSize: ({ criteria }, { defaultCriteria }) => (criteria ?? defaultCriteria).length }),
      args: {
        criteria: t.arg(CRITERIA_ARGUMENT),
        duration,
        allocation,
        boundary,
      },
      resolve: (assessable, { criteria, ...asked }, context) => {
        const span = spanOf(asked, context)
        const wanted = new Set<Criterion>(criteria ?? context.defaultCriteria)
        return Array.from(wanted, (criterion) => assessable.impact(criterion, span))
      },
    }),
    impact: t.field({
      type: Impact,
      description: 'The impact in one criterion.',
      args: {
        criterion: t.arg({ type: CriterionEnum, required: true, description: 'Which criterion.' }),
        duration,
        allocation,
        boundary,
      },
      resolve: (assessable, { criterion, ...asked }, context) => assessable.impact(criterion, spanOf(asked, context)),
    }),
  }
}

/** How far around: the same for all that take one. */
const BOUNDARY = {
  type: BoundaryEnum,
  defaultValue: 'EQUIPMENT',
  description: 'How far around the thing is counted.',
} as const

export function spanOf({ duration, allocation, boundary }: Asked, context: Context): Span {
  return {
    duration: hoursOf(duration, context),
    allocation: allocation ?? 'LINEAR',
    boundary: boundary ?? 'EQUIPMENT',
  }
}

/** A duration that was asked for, in hours; refused where it is not above 0. */
export function hoursOf(duration: number | null | undefined, { check }: Context): number | undefined {
  return duration == null ? undefined : check(positive, duration, ['duration'])
}

/** What whatever can be assessed uses, besides its impacts. Types that hold impacts themselves come by name. */
function useFields(t: ImpactFieldBuilder) {
  const duration = t.arg.float({ description: DURATION })
  return {
    energy: t.field({
      type: Quantity,
      nullable: true,
      description: 'Electricity that it uses, in kWh. Null where no power is known.',
      args: { duration, boundary: t.arg(BOUNDARY) },
      resolve: (assessable, { duration, boundary }, context) =>
        assessable.energy(hoursOf(duration, context), boundary ?? 'EQUIPMENT'),
    }),
    water: t.field({
      type: Quantity,
      nullable: true,
      description:
        'Water that it takes, in litres: of the data centre around it, and for all electricity. Null where neither power nor water is known.',
      args: { duration },
      resolve: (assessable, { duration }, context) => assessable.water(hoursOf(duration, context)),
    }),
  }
}

export const AssessableInterface = builder.interfaceType('Assessable', {
  description: 'A thing whose impacts can be assessed.',
  fields: (t) => ({
    ...impactFields(t),
    ...useFields(t),
    warnings: t.field({ ...WARNINGS, description: 'What was not understood of what was given, and what was assumed.' }),
  }),
})
