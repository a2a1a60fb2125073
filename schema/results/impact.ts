import type { FieldMap } from '@pothos/core'
import type { RemovedCell } from '../../src/catalogue/tables.ts'
import { whyNotMade, whyNotUsed } from '../../src/catalogue/why-no-figures.ts'
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
  type Phase,
  type Span,
  WHOLE_LIFE,
} from '../../src/engine/assessment/impact.ts'
import { CloudInstance } from '../../src/engine/devices/cloud-instance.ts'
import { Server } from '../../src/engine/devices/server.ts'
import { Terminal } from '../../src/engine/devices/terminal.ts'
import { CRITERION_CODES, type Criterion } from '../../src/engine/values/criteria.ts'
import { CRITERION_METHODS } from '../../src/engine/values/criterion-methods.ts'
import { positive } from '../../src/input/fields.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { CRITERIA_ARGUMENT, CriterionEnum, METHODS } from '../catalogue/criterion.ts'
import type { Context } from '../context.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType } from '../inputs/input-type.ts'
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

/** Every criterion of a thing. `removed`: figures that its release took out, with why. */
function criteriaOf(assessable: Assessable, removed: readonly RemovedCell[]): readonly AssetCriterion[] {
  const location = assessable instanceof Asset ? assessable.usage.usageLocation.value : undefined
  const isPowered = assessable.energy(undefined) !== undefined
  return CRITERION_CODES.map((criterion) => {
    const impact = assessable.impact(criterion, WHOLE_LIFE)
    const [embedded, use] = [impact.embedded !== undefined, impact.use !== undefined]
    const reasons = [
      ...(embedded
        ? []
        : [`Making: ${assessable.isMade ? whyNotMade(criterion, removed, rowOf(assessable)) : USE_ALONE}`]),
      ...(use ? [] : [`Use: ${isPowered ? whyNotUsed(criterion, removed, location) : NO_POWER}`]),
    ]
    return { criterion, embedded, use, reason: reasons.length === 0 ? undefined : reasons.join('; ') }
  })
}

const USE_ALONE = 'only the use of this kind is assessed'
const NO_POWER = 'its power is unknown'

/** The key of the row among whole devices that stands for a thing, where one does. */
function rowOf(assessable: Assessable): string | undefined {
  if (assessable instanceof Server || assessable instanceof CloudInstance) return 'server'
  if (!(assessable instanceof Terminal)) return undefined
  const { kind, type } = assessable
  return [kind.toLowerCase(), ...(type ? [type.value] : [])].join('/')
}

const AssetCriterionType = builder.objectRef<AssetCriterion>('AssetCriterion').implement({
  description: 'Whether a thing has figures in a criterion.',
  fields: (t) => ({
    criterion: t.expose('criterion', { type: CriterionEnum, description: 'The criterion.' }),
    embedded: t.exposeBoolean('embedded', { description: 'Whether making it has a figure.' }),
    use: t.exposeBoolean('use', { description: 'Whether its use has a figure.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why there is none; null where both have one.' }),
    embeddedMethod: t.string({
      ...METHODS.embedded,
      resolve: ({ criterion }) => CRITERION_METHODS[criterion].embedded,
    }),
    useMethod: t.string({ ...METHODS.use, resolve: ({ criterion }) => CRITERION_METHODS[criterion].use }),
  }),
})

export const AllocationEnum = enumType<Allocation>(
  'Allocation',
  'How the impact of making a thing counts over a duration.',
  {
    LINEAR: 'By the lives that the duration takes: duration / lifetime. Before release 2026.12 at most one.',
    TOTAL: 'By the lives that the duration begins, at least one. Before release 2026.12 exactly one.',
  },
)

export const PhaseEnum = enumType<Phase>('Phase', 'What an impact comes from.', {
  EMBEDDED: 'Making the thing and, where they are known, its transport and its end of life.',
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

const PhaseCoverage = builder.objectRef<EnginePhaseCoverage>('PhaseCoverage').implement({
  description: 'How many units a phase of a sum holds. A unit is one of a quantity.',
  fields: (t) => ({
    phase: t.expose('phase', { type: PhaseEnum, description: 'Which phase.' }),
    units: t.exposeFloat('units', { description: 'How many units have a figure in it, quantities counted.' }),
    of: t.exposeFloat('of', { description: 'How many units were assessed; faulty items are not among them.' }),
    share: t.exposeFloat('share', { description: 'units / of: a ratio of 0 to 1; 0 if there are none.' }),
  }),
})

const LackingPhase = builder.objectRef<EngineLackingPhase>('LackingPhase').implement({
  description: 'How many units a phase of a sum leaves out, because they have no figure in it.',
  fields: (t) => ({
    phase: t.expose('phase', { type: PhaseEnum, description: 'Which phase.' }),
    units: t.exposeFloat('units', { description: 'How many units have no figure in it, quantities counted.' }),
  }),
})

/** What a sum holds, and what it lacks: the same for impacts and for the sums of jobs. */
export function coverageFields<Of>(
  t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Of>,
  coveredBy: (of: Of) => EngineCoverage,
): FieldMap {
  return {
    coverage: t.field({
      type: [PhaseCoverage],
      description:
        'How many units each phase holds, of those that the criterion is counted in. What stands in no data centre lacks no building.',
      extensions: fieldCost({ listSize: () => PHASES.length }),
      resolve: (of: Of) => coveredBy(of).coverage,
    } as never),
    isPartial: t.boolean({
      description: 'Whether the phases hold different units: `total` is then less than the whole of some of them.',
      resolve: (of: Of) => coveredBy(of).isPartial,
    } as never),
    lacking: t.field({
      type: [LackingPhase],
      description: 'The phases that do not hold all units, and how many they leave out.',
      extensions: fieldCost({ listSize: () => PHASES.length }),
      resolve: (of: Of) => coveredBy(of).lacking,
    } as never),
  }
}

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
      description:
        'Of making the thing and, where they are known, of its transport and end of life (see `stages`). Null: no factor is published.',
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
      description: 'The phases that have a figure, added up; `missing` names the others. Null if all are missing.',
    }),
    missing: t.expose('missing', {
      type: [PhaseEnum],
      description: 'The phases without a figure, which `total` does not hold. Of a fleet: of none of its assets.',
    }),
    ...coverageFields<EngineImpact>(t as never, ({ covered }) => covered),
  }),
})

export const DURATION = 'Hours, above 0. When omitted: the time of use in the input, or else the whole lifetime.'

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

/** What impacts in all criteria cost. */
const CRITERIA_COST = 480

/** What whatever can be assessed uses, besides its impacts. Types that hold impacts themselves come by name. */
function useFields(t: ImpactFieldBuilder) {
  const duration = t.arg.float({ description: DURATION })
  return {
    criteria: t.field({
      type: [AssetCriterionType],
      description: 'Every criterion: whether it has figures in it, and why not.',
      extensions: fieldCost({ listSize: () => CRITERION_CODES.length, cost: () => CRITERIA_COST }),
      resolve: (assessable, _, context) => [
        ...criteriaOf(assessable, scopeOfSubject(assessable, context).release.tables.removedCells),
      ],
    }),
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
    warnings: t.field({ ...WARNINGS, description: 'Which inputs were not understood, and what was assumed instead.' }),
  }),
})
