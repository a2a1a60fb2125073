import type { FieldMap } from '@pothos/core'
import type { RemovedCell } from '../../src/catalogue/tables.ts'
import { whyMissing } from '../../src/catalogue/why-no-figures.ts'
import { type Assessable, Asset } from '../../src/engine/assessment/asset.ts'
import type {
  Coverage as EngineCoverage,
  LackingPhase as EngineLackingPhase,
  PhaseCoverage as EnginePhaseCoverage,
} from '../../src/engine/assessment/coverage.ts'
import {
  type Allocation,
  type Boundary,
  type ImpactFigure as EngineFigure,
  type Impact as EngineImpact,
  PHASES,
  type Span,
  WHOLE_LIFE,
} from '../../src/engine/assessment/impact.ts'
import { IntervalSeries } from '../../src/engine/assessment/timeline.ts'
import { Fleet } from '../../src/engine/devices/fleet.ts'
import { CRITERION_CODES, type Criterion } from '../../src/engine/values/criteria.ts'
import { CRITERION_METHODS } from '../../src/engine/values/criterion-methods.ts'
import { positive } from '../../src/input/fields.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { CRITERIA_ARGUMENT, CriterionEnum, METHODS } from '../catalogue/criterion.ts'
import type { Context } from '../context.ts'
import { engineObject } from '../engine-objects.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType } from '../inputs/input-type.ts'
import { PhaseEnum } from './phase.ts'
import { figureFields, Quantity } from './quantity.ts'
import { scopeOfSubject } from './readings/reading.ts'
import { WARNINGS } from './warning.ts'

/** Whether a thing has figures in a criterion, and why not. */
interface AssetCriterion {
  readonly criterion: Criterion
  readonly embedded: boolean
  readonly use: boolean
  readonly reason: string | undefined
}

/** Every criterion of a thing. `removed` lists figures that its release removed, with reasons. */
function criteriaOf(assessable: Assessable, removed: readonly RemovedCell[]): readonly AssetCriterion[] {
  return CRITERION_CODES.map((criterion) => {
    const impact = assessable.impact(criterion, WHOLE_LIFE)
    return {
      criterion,
      embedded: impact.embedded !== undefined,
      use: impact.use !== undefined,
      reason: whyMissing(assessable, impact, removed),
    }
  })
}

const AssetCriterionType = builder.objectRef<AssetCriterion>('AssetCriterion').implement({
  description: 'Availability of figures of an asset in one criterion.',
  fields: (t) => ({
    criterion: t.expose('criterion', { type: CriterionEnum, description: 'Impact criterion.' }),
    embedded: t.exposeBoolean('embedded', { description: 'Whether the embodied impact has a figure.' }),
    use: t.exposeBoolean('use', { description: 'Whether the use impact has a figure.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason for a missing figure. Null if the embodied impact and use both have one.',
    }),
    embeddedMethod: t.string({
      ...METHODS.embedded,
      resolve: ({ criterion }) => CRITERION_METHODS[criterion].embedded,
    }),
    useMethod: t.string({ ...METHODS.use, resolve: ({ criterion }) => CRITERION_METHODS[criterion].use }),
  }),
})

const AllocationEnum = enumType<Allocation>('Allocation', 'How the embodied impact is allocated to a duration.', {
  LINEAR:
    'In proportion to the duration: duration / lifetime. Data releases before 2026.12 count at most one lifetime.',
  TOTAL:
    'The whole embodied impact, once for each lifetime that begins within the duration. Data releases before 2026.12 count exactly one lifetime.',
})

export const BoundaryEnum = enumType<Boundary>('Boundary', 'Boundary of an impact.', {
  EQUIPMENT: 'The equipment alone.',
  DATA_CENTRE: 'The equipment and its share of the data centre around it.',
})

export const ImpactFigure = builder.objectRef<EngineFigure>('ImpactFigure').implement({
  description: 'An impact with its bounds, in the unit of its criterion.',
  fields: (t) => ({
    ...figureFields(t as never, 'unit of the criterion'),
    unit: t.exposeString('unit', { description: 'The unit of the criterion.' }),
  }),
})

const PhaseCoverage = builder.objectRef<EnginePhaseCoverage>('PhaseCoverage').implement({
  description: 'How many units have a figure in a phase of a total. A quantity of 3 is three units.',
  fields: (t) => ({
    phase: t.expose('phase', { type: PhaseEnum, description: 'Phase of the impact.' }),
    units: t.exposeFloat('units', { description: 'Number of units with a figure in the phase.' }),
    of: t.exposeFloat('of', { description: 'Number of assessed units, without faulty items.' }),
    share: t.exposeFloat('share', {
      description:
        'Share of the units that have a figure, 0 to 1: `units` divided by `of`. If `of` is 0 because all quantities are 0, the share is 1 if an item has a figure, else 0.',
    }),
  }),
})

const LackingPhase = builder.objectRef<EngineLackingPhase>('LackingPhase').implement({
  description: 'How many units have no figure in a phase of a total.',
  fields: (t) => ({
    phase: t.expose('phase', { type: PhaseEnum, description: 'Phase of the impact.' }),
    units: t.exposeFloat('units', { description: 'Number of units without a figure in the phase.' }),
  }),
})

/** What a sum covers and lacks, for impacts and for jobs. */
export function coverageFields<Of>(
  t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Of>,
  coveredBy: (of: Of) => EngineCoverage,
): FieldMap {
  return {
    coverage: t.field({
      type: [PhaseCoverage],
      description:
        'Coverage of each phase that applies to the criterion. Assets outside data centres need no building: they count as covered in the phase BUILDING.',
      extensions: fieldCost({ listSize: () => PHASES.length }),
      resolve: (of: Of) => coveredBy(of).coverage,
    } as never),
    isPartial: t.boolean({
      description:
        'Whether some assets have a figure in one phase and not in another. If so, `total` is incomplete for them.',
      resolve: (of: Of) => coveredBy(of).isPartial,
    } as never),
    lacking: t.field({
      type: [LackingPhase],
      description: 'Phases that do not include all units, and how many they leave out.',
      extensions: fieldCost({ listSize: () => PHASES.length }),
      resolve: (of: Of) => coveredBy(of).lacking,
    } as never),
  }
}

export const Impact = builder.objectRef<EngineImpact>('Impact').implement({
  extensions: engineObject('engine/assessment/impact.ts', 'Impact'),
  description: 'Impact of an asset in one criterion, over one duration.',
  fields: (t) => ({
    criterion: t.expose('criterion', { type: CriterionEnum, description: 'Impact criterion.' }),
    unit: t.exposeString('unit', { description: 'Unit of the figures.' }),
    ucum: t.exposeString('ucum', {
      nullable: true,
      description: 'Unit as a UCUM code, for programs. Null if UCUM has none.',
    }),
    description: t.exposeString('description', { description: 'What the criterion measures, in words.' }),
    embedded: t.expose('embedded', {
      type: ImpactFigure,
      nullable: true,
      description:
        'Embodied impact: manufacturing, with transport and end of life if known (see `stages`). Null if no factor is published.',
    }),
    use: t.expose('use', {
      type: ImpactFigure,
      nullable: true,
      description:
        'Impact of use: the electricity that the asset consumes. Null if its power is unknown or no factor is published.',
    }),
    building: t.expose('building', {
      type: ImpactFigure,
      nullable: true,
      description:
        'Impact of the construction of the data centre and its technical equipment (air conditioning and power supply). Null with the boundary EQUIPMENT, without a published figure, or if the asset is not in a data centre.',
    }),
    total: t.expose('total', {
      type: ImpactFigure,
      nullable: true,
      description: 'Sum of the phases with a figure. `missing` lists the other phases. Null if no phase has a figure.',
    }),
    missing: t.expose('missing', {
      type: [PhaseEnum],
      description:
        'Phases without a figure. They are not part of `total`. For a fleet, phases in which no asset has a figure.',
    }),
    reason: t.string({
      nullable: true,
      description: 'Reason for the missing phases. Null if none is missing.',
      resolve: (impact, _, context) => {
        const { of } = impact
        const thing = of instanceof IntervalSeries ? of.of : of
        if (!(thing instanceof Asset || thing instanceof Fleet)) return undefined
        return whyMissing(thing, impact, scopeOfSubject(thing, context).release.tables.removedCells)
      },
    }),
    ...coverageFields<EngineImpact>(t as never, ({ covered }) => covered),
  }),
})

export const DURATION = 'Hours to assess, above 0. Default: the time of use in the input, or else the whole lifetime.'

type ImpactFieldBuilder = Parameters<
  Parameters<typeof builder.interfaceType<'Assessable', [], Assessable>>[1]['fields'] & object
>[0]

interface Asked {
  readonly duration?: number | null | undefined
  readonly allocation?: Allocation | null | undefined
  readonly boundary?: Boundary | null | undefined
}

const ALLOCATION = {
  type: AllocationEnum,
  defaultValue: 'LINEAR',
  description: 'How the embodied impact is allocated to the duration.',
} as const

/** The arguments of a reading of assets over the same time. */
export function spanArguments(t: Pick<ImpactFieldBuilder, 'arg'>) {
  return {
    criterion: t.arg({ type: CriterionEnum, defaultValue: 'gwp', description: 'Impact criterion.' }),
    duration: t.arg.float({
      description: 'Hours to assess, above 0. Default: 8,760 (a year), because lifetimes differ.',
    }),
    allocation: t.arg(ALLOCATION),
    boundary: t.arg({
      ...BOUNDARY,
      description: 'Boundary of the figures: the equipment alone, or with their data centres.',
    }),
  }
}

/** The impacts of anything that can be assessed. */
export function impactFields(
  t: ImpactFieldBuilder,
): Record<'impacts' | 'impact', ReturnType<ImpactFieldBuilder['field']>> {
  const duration = t.arg.float({ description: DURATION })
  const allocation = t.arg(ALLOCATION)
  const boundary = t.arg(BOUNDARY)
  return {
    impacts: t.field({
      type: [Impact],
      description: 'Impacts by criterion, in the order of the request.',
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
      description: 'Impact in one criterion.',
      args: {
        criterion: t.arg({ type: CriterionEnum, required: true, description: 'Impact criterion.' }),
        duration,
        allocation,
        boundary,
      },
      resolve: (assessable, { criterion, ...asked }, context) => assessable.impact(criterion, spanOf(asked, context)),
    }),
  }
}

/** The boundary argument of all fields that take one. */
const BOUNDARY = {
  type: BoundaryEnum,
  defaultValue: 'EQUIPMENT',
  description: 'Boundary of the figures: the equipment alone, or with its data centre.',
} as const

export function spanOf({ duration, allocation, boundary }: Asked, context: Context): Span {
  return {
    duration: hoursOf(duration, context),
    allocation: allocation ?? 'LINEAR',
    boundary: boundary ?? 'EQUIPMENT',
  }
}

/** A requested duration in hours; refused unless above 0. */
export function hoursOf(duration: number | null | undefined, { check }: Context): number | undefined {
  return duration == null ? undefined : check(positive, duration, ['duration'])
}

/** Cost of impacts in all criteria. */
const CRITERIA_COST = 480

/**
 * The use of anything that can be assessed, besides its impacts. Types that hold impacts themselves are passed by name.
 */
function useFields(t: ImpactFieldBuilder) {
  const duration = t.arg.float({ description: DURATION })
  return {
    criteria: t.field({
      type: [AssetCriterionType],
      description: 'For each criterion: whether the asset has figures, and the reason if not.',
      extensions: fieldCost({ listSize: () => CRITERION_CODES.length, cost: () => CRITERIA_COST }),
      resolve: (assessable, _, context) => [
        ...criteriaOf(assessable, scopeOfSubject(assessable, context).release.tables.removedCells),
      ],
    }),
    energy: t.field({
      type: Quantity,
      nullable: true,
      description: 'Electricity consumption, in kWh. Null if no power is known.',
      args: { duration, boundary: t.arg(BOUNDARY) },
      resolve: (assessable, { duration, boundary }, context) =>
        assessable.energy(hoursOf(duration, context), boundary ?? 'EQUIPMENT'),
    }),
    water: t.field({
      type: Quantity,
      nullable: true,
      description:
        'Water consumption in litres: on site in the data centre, and for all electricity. Null if power or water is unknown.',
      args: { duration },
      resolve: (assessable, { duration }, context) => assessable.water(hoursOf(duration, context)),
    }),
  }
}

export const AssessableInterface = builder.interfaceType('Assessable', {
  description: 'Anything with impacts: a device, a component, a service, a fleet.',
  fields: (t) => ({
    ...impactFields(t),
    ...useFields(t),
    warnings: t.field({
      ...WARNINGS,
      description: 'Warnings about inputs that are unknown or have no effect, and about assumptions.',
    }),
  }),
})
