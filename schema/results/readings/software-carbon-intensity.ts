import {
  type SoftwareCarbonIntensity as EngineIntensity,
  softwareCarbonIntensity,
} from '../../../src/engine/assessment/software-carbon-intensity.ts'
import { input } from '../../../src/engine/values/attribute.ts'
import { bothNames } from '../../../src/input/fault.ts'
import { positive } from '../../../src/input/fields.ts'
import { builder } from '../../builder.ts'
import { AssessableInterface, BoundaryEnum, DURATION, hoursOf } from '../impact.ts'
import { Quantity } from '../quantity.ts'

const SoftwareCarbonIntensity = builder.objectRef<EngineIntensity>('SoftwareCarbonIntensity').implement({
  description:
    'Carbon of software per functional unit, by ISO/IEC 21031:2024, (O + M) / R, within the boundary of the data centre, its building left out.',
  fields: (t) => ({
    score: t.expose('score', { type: Quantity, description: 'In g CO2 eq. per unit.' }),
    operational: t.expose('operational', {
      type: Quantity,
      description: 'O: of the energy, in g CO2 eq. over the duration.',
    }),
    embodied: t.expose('embodied', {
      type: Quantity,
      description: 'M: the share of making that falls to the duration, in g CO2 eq.',
    }),
    energy: t.expose('energy', { type: Quantity, description: 'E: that of the data centre, in kWh.' }),
    intensity: t.expose('intensity', { type: Quantity, description: 'I: of one kWh, in g CO2 eq. per kWh.' }),
    boundary: t.field({
      type: BoundaryEnum,
      description: 'What E holds besides the equipment: always DATA_CENTRE. The building is left out of the score.',
      resolve: () => 'DATA_CENTRE' as const,
    }),
    functionalUnits: t.exposeFloat('units', { description: 'R: how many functional units over the duration.' }),
    units: t.exposeFloat('units', {
      description: 'R: how many functional units over the duration.',
      deprecationReason: 'Use functionalUnits',
    }),
  }),
})

builder.interfaceField(AssessableInterface, 'sci', (t) =>
  t.field({
    type: SoftwareCarbonIntensity,
    nullable: true,
    description: 'Carbon per functional unit of the software that runs on it. Null where making or use has no figure.',
    args: {
      functionalUnits: t.arg.float({ description: 'How many functional units over the duration, above 0; required.' }),
      units: t.arg.float({
        description: 'How many functional units. Old name of `functionalUnits`.',
        deprecationReason: 'Use functionalUnits',
      }),
      duration: t.arg.float({ description: DURATION }),
    },
    resolve: (assessable, { functionalUnits, units, duration }, context) => {
      const name = units == null ? 'functionalUnits' : 'units'
      if (units != null && functionalUnits != null) throw bothNames(name, 'functionalUnits', units)
      const given = input('input', name, context.check(positive, units ?? functionalUnits, [name]))
      return softwareCarbonIntensity(assessable, given, hoursOf(duration, context))
    },
  }),
)
