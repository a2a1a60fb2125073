import type { NumberAttribute as EngineNumber } from '../../src/engine/figures/attribute.ts'
import { CRITERION_CODES, type Criterion } from '../../src/engine/figures/criteria.ts'
import { type ConsumptionProfile as EngineProfile, profilePower } from '../../src/engine/use/consumption-profile.ts'
import type { WorkloadPower as EnginePower } from '../../src/engine/use/power-curve.ts'
import type { Usage as EngineUsage } from '../../src/engine/use/usage.ts'
import { InputError } from '../../src/input/check-input.ts'
import { percent, positive } from '../../src/input/fields.ts'
import { builder } from '../builder.ts'
import { CriterionEnum } from '../catalogue/criterion.ts'
import { AttributeStatus, NumberAttribute, TextAttribute, WorkloadAttribute } from './attribute.ts'

export const ElectricityFactor = builder
  .objectRef<{ readonly criterion: Criterion; readonly factor: EngineNumber }>('ElectricityFactor')
  .implement({
    description: 'What one kWh of electricity counts for in a criterion.',
    fields: (t) => ({
      criterion: t.field({
        type: CriterionEnum,
        description: 'What is counted.',
        resolve: ({ criterion }) => criterion,
      }),
      factor: t.field({
        type: NumberAttribute,
        description: 'Impact per kWh, in the unit of the criterion per kWh.',
        resolve: ({ factor }) => factor,
      }),
    }),
  })

/** The factors of the criteria asked for, each once, or of all; those that are not published are left out. */
export function factorsOf(
  criteria: readonly Criterion[] | null | undefined,
  factorOf: (criterion: Criterion) => EngineNumber | undefined,
) {
  return [...new Set(criteria ?? CRITERION_CODES)].flatMap((criterion) => {
    const factor = factorOf(criterion)
    return factor === undefined ? [] : [{ criterion, factor }]
  })
}

export const WorkloadPower = builder.objectRef<EnginePower>('WorkloadPower').implement({
  description: 'Power at a load.',
  fields: (t) => ({
    loadPercentage: t.float({
      description: 'Load, 0 to 100 percent.',
      resolve: ({ loadPercentage }) => loadPercentage,
    }),
    powerWatt: t.float({ description: 'Power in W.', resolve: ({ powerWatt }) => powerWatt }),
  }),
})

const FEWEST_POINTS = 2
const MOST_POINTS = 1001

export const ConsumptionProfile = builder.objectRef<EngineProfile>('ConsumptionProfile').implement({
  description:
    'How power follows load: power(x) = a * ln(b * (x + c)) + d, in W at a load of x percent, and never below 1 W. For memory, a alone, whatever the load.',
  fields: (t) => ({
    a: t.float({
      description: 'Factor of the logarithm, in W; for memory, the power of one module.',
      resolve: ({ curve }) => curve.a,
    }),
    b: t.float({
      nullable: true,
      description: 'Factor inside the logarithm, per percent of load. Not determined apart from d.',
      resolve: ({ curve }) => ('b' in curve ? curve.b : undefined),
    }),
    c: t.float({
      nullable: true,
      description: 'Offset of the load, in percent.',
      resolve: ({ curve }) => ('b' in curve ? curve.c : undefined),
    }),
    d: t.float({
      nullable: true,
      description: 'Constant, in W. Not determined apart from b.',
      resolve: ({ curve }) => ('b' in curve ? curve.d : undefined),
    }),
    status: t.field({
      type: AttributeStatus,
      description: 'Where the curve comes from.',
      resolve: ({ status }) => status,
    }),
    source: t.string({
      nullable: true,
      description: 'What the curve was fitted to, or where it was measured.',
      resolve: ({ source }) => source,
    }),
    warnings: t.stringList({ description: 'What to keep in mind of the curve.', resolve: ({ warnings }) => warnings }),
    fittedPoints: t.field({
      type: [WorkloadPower],
      nullable: true,
      description: 'The points that the curve was fitted to, in W; null where it was not fitted.',
      resolve: ({ points }) => points,
    }),
    residual: t.float({
      nullable: true,
      description:
        'Root of the mean squared distance of the fitted points from the curve, in W; null where it was not fitted.',
      resolve: ({ residual }) => residual,
    }),
    power: t.float({
      description: 'Power at a load, in W.',
      args: { load: t.arg.float({ required: true, description: 'Load, 0 to 100 percent.' }) },
      resolve: (profile, { load }, { check }) => profilePower(profile, check(percent, load, ['load'])),
    }),
    points: t.field({
      type: [WorkloadPower],
      description: 'Points of the curve, evenly spaced from 0 to 100 percent, for plotting.',
      args: {
        count: t.arg.int({ defaultValue: 11, description: `How many, ${FEWEST_POINTS} to ${MOST_POINTS}.` }),
      },
      resolve: (profile, { count }) => {
        const asked = count ?? 11
        if (asked < FEWEST_POINTS || asked > MOST_POINTS) {
          const message = `expected a whole number, ${FEWEST_POINTS} to ${MOST_POINTS}`
          throw new InputError([{ path: ['count'], message, code: 'invalid_value', value: asked }])
        }
        const steps = asked - 1
        return Array.from({ length: steps + 1 }, (_, step) => {
          const loadPercentage = (100 * step) / steps
          return { loadPercentage, powerWatt: profilePower(profile, loadPercentage) }
        })
      },
    }),
  }),
})

export const Usage = builder.objectRef<EngineUsage>('Usage').implement({
  description: 'How a thing is used.',
  fields: (t) => ({
    avgPower: t.field({
      type: NumberAttribute,
      nullable: true,
      description:
        'Mean power while in use, in W: for CPU and RAM that of all units together, else of one. Null where none is known.',
      resolve: (usage) => usage.avgPower,
    }),
    timeWorkload: t.field({
      type: WorkloadAttribute,
      nullable: true,
      description: 'Load while in use, in percent.',
      resolve: (usage) => usage.timeWorkload,
    }),
    usageLocation: t.field({
      type: TextAttribute,
      nullable: true,
      description: 'Three-letter code of the place whose electricity is used.',
      resolve: (usage) => usage.usageLocation,
    }),
    useTimeRatio: t.field({
      type: NumberAttribute,
      nullable: true,
      description: 'Share of the time in which the thing is in use, 0 to 1.',
      resolve: (usage) => usage.useTimeRatio,
    }),
    hoursLifeTime: t.field({
      type: NumberAttribute,
      nullable: true,
      description: 'Lifetime in hours. Null where none is known.',
      resolve: (usage) => usage.hoursLifeTime,
    }),
    otherConsumptionRatio: t.field({
      type: NumberAttribute,
      nullable: true,
      description: 'Power drawn besides CPU, RAM and GPU, as a ratio of theirs. Null where it does not apply.',
      resolve: (usage) => (usage.device === undefined ? usage.otherConsumptionRatio : undefined),
    }),
    electricityFactors: t.field({
      type: [ElectricityFactor],
      description:
        'What one kWh counts for here, by criterion, per kWh; criteria without a published factor are left out.',
      args: {
        criteria: t.arg({ type: [CriterionEnum], description: 'Which criteria; all when omitted.' }),
      },
      resolve: (usage, { criteria }) => factorsOf(criteria, (criterion) => usage.electricityFactor(criterion)),
    }),
    consumptionProfile: t.field({
      type: ConsumptionProfile,
      nullable: true,
      description: 'How power follows load, in W; null where there is no model of it.',
      resolve: (usage) => usage.consumptionProfile,
    }),
    assessedDuration: t.float({
      nullable: true,
      description: 'Hours that impacts are assessed over: the duration asked for, that of the usage, or the lifetime.',
      args: { duration: t.arg.float({ description: 'Hours asked for, above 0.' }) },
      resolve: (usage, { duration }, { check }) =>
        usage.duration(duration == null ? undefined : check(positive, duration, ['duration']))?.value,
    }),
  }),
})

const WorkloadLevelInput = builder.inputType('WorkloadLevelInput', {
  description: 'A load, and for how much of the time.',
  fields: (t) => ({
    timePercentage: t.float({ required: true, description: 'Share of the time, 0 to 100 percent; all add up to 100.' }),
    loadPercentage: t.float({ required: true, description: 'Load, 0 to 100 percent.' }),
  }),
})

const ElectricityFactorInput = builder.inputType('ElectricityFactorInput', {
  description: 'Your own factor of electricity.',
  fields: (t) => ({
    criterion: t.field({ type: CriterionEnum, required: true, description: 'What is counted.' }),
    value: t.float({ required: true, description: 'Impact per kWh, in the unit of the criterion per kWh.' }),
  }),
})

export const UsageInput = builder.inputType('UsageInput', {
  description: 'What you know of how a thing is used. All of it may be left out.',
  fields: (t) => ({
    avgPower: t.float({ description: 'Mean power while in use, in W, 0 or more: it replaces the model of power.' }),
    timeWorkload: t.float({ description: 'Load while in use, 0 to 100 percent.' }),
    workloadLevels: t.field({
      type: [WorkloadLevelInput],
      description: 'Loads with their shares of the time, in percent, instead of one load.',
    }),
    usageLocation: t.string({
      description:
        'Where it is used: a three-letter code of `locations`, an ISO 3166 two-letter code, or a country name.',
    }),
    region: t.string({ description: 'Region of the cloud provider, instead of a location.' }),
    useTimeRatio: t.float({ description: 'Share of the time in which it is in use, 0 to 1.' }),
    hoursLifeTime: t.float({ description: 'Lifetime in hours, above 0.' }),
    otherConsumptionRatio: t.float({
      description: 'For servers and instances: power drawn besides CPU, RAM and GPU, as a ratio of theirs, 0 or more.',
    }),
    elecFactors: t.field({
      type: [ElectricityFactorInput],
      description: 'Your own factors of electricity, per kWh, instead of those of the location.',
    }),
    hoursUseTime: t.float({ description: 'Hours that are assessed, added to days and years below.' }),
    daysUseTime: t.float({ description: 'Days that are assessed.' }),
    yearsUseTime: t.float({ description: 'Years of 8760 hours that are assessed.' }),
  }),
})
