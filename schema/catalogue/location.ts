import { text } from '../../src/engine/figures/attribute.ts'
import { electricityFactor } from '../../src/engine/use/electricity.ts'
import type { Location as LocationRow } from '../../src/reference/tables.ts'
import { builder } from '../builder.ts'
import { ElectricityFactor, factorsOf } from '../results/usage.ts'
import { CriterionEnum } from './criterion.ts'

export const Location = builder.objectRef<LocationRow>('Location').implement({
  description: 'A place whose electricity is known.',
  fields: (t) => ({
    code: t.id({ description: 'Three-letter code; EEE is Europe, WOR the world.', resolve: ({ code }) => code }),
    name: t.string({ description: 'Its name.', resolve: ({ name }) => name }),
    factors: t.field({
      type: [ElectricityFactor],
      description: 'What one kWh counts for there, per kWh; criteria without a published factor are left out.',
      args: { criteria: t.arg({ type: [CriterionEnum], description: 'Which criteria; all when omitted.' }) },
      resolve: ({ code }, { criteria }, { references }) => {
        const electricity = { location: text('INPUT', code), mix: references.mix(code) }
        return factorsOf(criteria, (criterion) => electricityFactor(criterion, undefined, electricity))
      },
    }),
  }),
})

builder.queryField('locations', (t) =>
  t.field({
    type: [Location],
    description: 'Places whose electricity is known.',
    args: { search: t.arg.string({ description: 'Part of a code or a name, in any case.' }) },
    resolve: (_, { search }, { references }) => references.searchLocations(search ?? ''),
  }),
)
