import type { Usage as EngineUsage } from '../../src/engine/use/usage.ts'
import type { Criterion } from '../../src/engine/values/criteria.ts'
import { positive } from '../../src/input/fields.ts'
import { curvePoints, MOST_CURVE_POINTS } from '../../src/input/reading-input.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { fieldCost } from '../field-cost.ts'
import { NumberAttribute, TextAttribute, WorkloadAttribute } from './attribute.ts'
import { ConsumptionProfile, WorkloadPower } from './consumption-profile.ts'
import { ElectricityFactor, FACTORS_COST, factorArguments, factorsOf } from './electricity-factor.ts'

/** The impacts of a kWh at the place of use. */
function elecFactors(t: Pick<PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, EngineUsage>, 'arg'>) {
  return {
    type: [ElectricityFactor] as [typeof ElectricityFactor],
    extensions: FACTORS_COST,
    description: 'Electricity factors by criterion, per kWh. Criteria without a published factor are left out.',
    args: factorArguments(t),
    resolve: (usage: EngineUsage, { criteria }: { readonly criteria?: readonly Criterion[] | null | undefined }) =>
      factorsOf(criteria, (criterion) => usage.electricityFactor(criterion)),
  }
}

const USUAL_POINTS = 11

/** Cost of the power of a server at one load: 5 µs, with 256 entries of memory and drives some 60 µs. */
const POINT_COST = 20

/** The number of points that are asked for, at most as many as there may be. */
function pointsOf(count: unknown): number {
  return Math.min(typeof count === 'number' ? count : USUAL_POINTS, MOST_CURVE_POINTS)
}

export const Usage = builder.objectRef<EngineUsage>('Usage').implement({
  description: 'Usage of an asset or component.',
  fields: (t) => ({
    avgPower: t.expose('avgPower', {
      type: NumberAttribute,
      nullable: true,
      description:
        'Average power while in use, in W (see `useTimeRatio`). For CPU and RAM, it is the power of all units. For other components, it is the power of one. In a server whose power is modelled as a whole (from release 2026.12 on), a part has what it adds to the power of the server: CPU, RAM, drives and the rest of the server that of all units, and a graphics card that of one, with its overhead. A power that you gave is shown as you gave it. Null if unknown.',
    }),
    meanPower: t.expose('meanPower', {
      type: NumberAttribute,
      nullable: true,
      description:
        'Average power over a year, in W: `avgPower` times the share of the time in use. Multiply it by 8.76 to get the energy of a year in kWh. Null if unknown.',
    }),
    timeWorkload: t.expose('timeWorkload', {
      type: WorkloadAttribute,
      nullable: true,
      description:
        'Load while in use, in percent of full throughput. Most monitoring tools show the share of busy time. At the same number, busy time takes more power.',
    }),
    usageLocation: t.expose('usageLocation', {
      type: TextAttribute,
      nullable: true,
      description: 'Three-letter code of the location that the electricity comes from.',
    }),
    useTimeRatio: t.expose('useTimeRatio', {
      type: NumberAttribute,
      nullable: true,
      description: 'Share of the time during which the asset is in use, 0 to 1.',
    }),
    hoursLifeTime: t.expose('hoursLifeTime', {
      type: NumberAttribute,
      nullable: true,
      description: 'Lifetime in hours. Null if unknown.',
    }),
    otherConsumptionRatio: t.field({
      type: NumberAttribute,
      nullable: true,
      description:
        'Power of all other components, as a ratio of the power of CPU, RAM and GPU. Null if it does not apply: from release 2026.12 on, servers and instances have a ratio only if you gave one.',
      resolve: (usage) => (usage.device === undefined ? usage.otherConsumptionRatio : undefined),
    }),
    pue: t.field({
      type: NumberAttribute,
      nullable: true,
      description:
        'Power usage effectiveness (PUE) of the data centre, a ratio of 1 or more. Null outside data centres.',
      resolve: ({ facility }) => facility?.pue,
    }),
    wue: t.field({
      type: NumberAttribute,
      nullable: true,
      description:
        'Water usage effectiveness (WUE): litres of water used on site per kWh of IT energy. Null outside data centres.',
      resolve: ({ facility }) => facility?.wue,
    }),
    elecFactors: t.field(elecFactors(t)),
    electricityFactors: t.field({ ...elecFactors(t), deprecationReason: 'Use `elecFactors`' }),
    consumptionProfile: t.expose('consumptionProfile', {
      type: ConsumptionProfile,
      nullable: true,
      description:
        'Power curve of a processor or of memory, in W, by parameters. Null for all others, and for parts of servers whose power is modelled as a whole: see `powerCurve`.',
    }),
    powerCurve: t.field({
      type: [WorkloadPower],
      nullable: true,
      description:
        'Power in W at evenly spaced loads from 0 to 100 percent, for plotting: of a whole server, of an instance, or of a processor or graphics card alone. Null for a part of a server, and if the power is unknown or does not follow the load.',
      extensions: fieldCost({
        listSize: ({ count }) => pointsOf(count),
        cost: ({ count }) => pointsOf(count) * POINT_COST,
      }),
      args: {
        count: t.arg.int({ defaultValue: USUAL_POINTS, description: `Number of points, 2 to ${MOST_CURVE_POINTS}.` }),
      },
      resolve: (usage, { count }, { check }) => usage.powerCurve(check(curvePoints, count ?? USUAL_POINTS, ['count'])),
    }),
    assessedDuration: t.float({
      nullable: true,
      description:
        'Assessed duration in hours: the requested duration, else the duration of the usage, else the lifetime.',
      args: { duration: t.arg.float({ description: 'Requested duration in hours, above 0.' }) },
      resolve: (usage, { duration }, { check }) =>
        usage.duration(duration == null ? undefined : check(positive, duration, ['duration']))?.value,
    }),
  }),
})
