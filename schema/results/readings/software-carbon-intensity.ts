import { computedFor } from '../../../src/engine/assessment/computed-for.ts'
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
import { scopeOfSubject } from './reading.ts'

const SoftwareCarbonIntensity = builder.objectRef<EngineIntensity>('SoftwareCarbonIntensity').implement({
  description:
    'Software carbon intensity by ISO/IEC 21031:2024: (O + M) / R, with the data centre, but without its building.',
  fields: (t) => ({
    score: t.expose('score', { type: Quantity, description: 'Score, in g CO2 eq. per functional unit.' }),
    operational: t.expose('operational', {
      type: Quantity,
      description: 'O: operational emissions over the duration, in g CO2 eq.',
    }),
    embodied: t.expose('embodied', {
      type: Quantity,
      description: 'M: embodied emissions allocated to the duration, in g CO2 eq.',
    }),
    energy: t.expose('energy', { type: Quantity, description: 'E: energy with the data centre, in kWh.' }),
    intensity: t.expose('intensity', {
      type: Quantity,
      description: 'I: carbon intensity of electricity, in g CO2 eq. per kWh.',
    }),
    boundary: t.field({
      type: BoundaryEnum,
      description: 'Boundary of E: always DATA_CENTRE. The score leaves out the building.',
      resolve: () => 'DATA_CENTRE' as const,
    }),
    computedFor: t.string({
      description: 'Scope of the score in one sentence: duration, place, boundary, load and data release.',
      resolve: ({ of, span }, _, context) =>
        computedFor(span, scopeOfSubject(of, context).release.label, of.usagesOver(span)),
    }),
    functionalUnits: t.exposeFloat('units', { description: 'R: number of functional units over the duration.' }),
    units: t.exposeFloat('units', {
      description: 'R: number of functional units over the duration.',
      deprecationReason: 'Use `functionalUnits`',
    }),
  }),
})

builder.interfaceField(AssessableInterface, 'sci', (t) =>
  t.field({
    type: SoftwareCarbonIntensity,
    nullable: true,
    description:
      'Software carbon intensity (SCI) of software on this asset. Null if the embodied impact or use has no figure.',
    args: {
      functionalUnits: t.arg.float({ description: 'Number of functional units over the duration, above 0. Required.' }),
      units: t.arg.float({
        description: 'Number of functional units. Old name of `functionalUnits`.',
        deprecationReason: 'Use `functionalUnits`',
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
