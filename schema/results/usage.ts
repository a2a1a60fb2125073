import type { Usage as EngineUsage } from '../../src/engine/use/usage.ts'
import type { Criterion } from '../../src/engine/values/criteria.ts'
import { positive } from '../../src/input/fields.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { NumberAttribute, TextAttribute, WorkloadAttribute } from './attribute.ts'
import { ConsumptionProfile } from './consumption-profile.ts'
import { ElectricityFactor, FACTORS_COST, factorArguments, factorsOf } from './electricity-factor.ts'

/** What a kWh counts for where a thing is used. */
function elecFactors(t: Pick<PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, EngineUsage>, 'arg'>) {
  return {
    type: [ElectricityFactor] as [typeof ElectricityFactor],
    extensions: FACTORS_COST,
    description:
      'What one kWh counts for here, by criterion, per kWh; criteria without a published factor are left out.',
    args: factorArguments(t),
    resolve: (usage: EngineUsage, { criteria }: { readonly criteria?: readonly Criterion[] | null | undefined }) =>
      factorsOf(criteria, (criterion) => usage.electricityFactor(criterion)),
  }
}

export const Usage = builder.objectRef<EngineUsage>('Usage').implement({
  description: 'How a thing is used.',
  fields: (t) => ({
    avgPower: t.expose('avgPower', {
      type: NumberAttribute,
      nullable: true,
      description:
        'Power in use, in W: the mean while the thing is in use, see `useTimeRatio`. For CPU and RAM it counts all units, else one. Null if unknown.',
    }),
    meanPower: t.expose('meanPower', {
      type: NumberAttribute,
      nullable: true,
      description:
        'Mean power over a year, in W: `avgPower` for the share of the time in use. Times 8.76 it is the energy of a year in kWh. Null where no power is known.',
    }),
    timeWorkload: t.expose('timeWorkload', {
      type: WorkloadAttribute,
      nullable: true,
      description: 'Load while in use, in percent.',
    }),
    usageLocation: t.expose('usageLocation', {
      type: TextAttribute,
      nullable: true,
      description: 'Three-letter code of the place whose electricity is used.',
    }),
    useTimeRatio: t.expose('useTimeRatio', {
      type: NumberAttribute,
      nullable: true,
      description: 'Share of the time in which the thing is in use, 0 to 1.',
    }),
    hoursLifeTime: t.expose('hoursLifeTime', {
      type: NumberAttribute,
      nullable: true,
      description: 'Lifetime in hours. Null if unknown.',
    }),
    otherConsumptionRatio: t.field({
      type: NumberAttribute,
      nullable: true,
      description: 'Power beyond CPU, RAM and GPU, as a ratio of theirs. Null where it does not apply.',
      resolve: (usage) => (usage.device === undefined ? usage.otherConsumptionRatio : undefined),
    }),
    pue: t.field({
      type: NumberAttribute,
      nullable: true,
      description:
        'Energy of the data centre around it per energy of its IT, as a ratio of 1 or more. Null where it stands in none.',
      resolve: ({ facility }) => facility?.pue,
    }),
    wue: t.field({
      type: NumberAttribute,
      nullable: true,
      description: 'Litres of water used on site, per kWh of IT energy. Null where it stands in no data centre.',
      resolve: ({ facility }) => facility?.wue,
    }),
    elecFactors: t.field(elecFactors(t)),
    electricityFactors: t.field({ ...elecFactors(t), deprecationReason: 'Use elecFactors' }),
    consumptionProfile: t.expose('consumptionProfile', {
      type: ConsumptionProfile,
      nullable: true,
      description: 'How power follows load, in W; null if it is not modelled.',
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
