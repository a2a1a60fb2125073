import type { CriterionFactor } from '../../src/engine/use/electricity-factors.ts'
import type { NumberAttribute as EngineNumber } from '../../src/engine/values/attribute.ts'
import { CRITERION_CODES, type Criterion } from '../../src/engine/values/criteria.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { CriterionEnum } from '../catalogue/criterion.ts'
import { engineObject } from '../engine-objects.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType } from '../inputs/input-type.ts'
import { NumberAttribute } from './attribute.ts'

type FactorScope = 'GENERATED' | 'CONSUMED' | 'LIFE_CYCLE'

const FactorScopeEnum = enumType<FactorScope>('FactorScope', 'Scope of an electricity factor.', {
  GENERATED: 'The life cycle of a kWh generated, without losses of the grid.',
  CONSUMED: 'The life cycle of a kWh consumed, including losses of the grid.',
  LIFE_CYCLE: 'The life cycle of a kWh. The source does not say whether it includes losses of the grid.',
})

const SCOPES: Readonly<Record<string, FactorScope>> = {
  'life-cycle, generation, without losses': 'GENERATED',
  'life-cycle, electricity used': 'CONSUMED',
  'life-cycle': 'LIFE_CYCLE',
}

export const ElectricityFactor = builder.objectRef<CriterionFactor>('ElectricityFactor').implement({
  extensions: engineObject('engine/use/electricity-factors.ts', 'CriterionFactor'),
  description: 'Impact of one kWh of electricity in one criterion.',
  fields: (t) => ({
    criterion: t.expose('criterion', { type: CriterionEnum, description: 'Impact criterion.' }),
    factor: t.expose('factor', {
      type: NumberAttribute,
      description: 'Impact per kWh, in the unit of the criterion per kWh.',
    }),
    year: t.int({
      nullable: true,
      description:
        'Year of the data, or the first of several years. Null if you gave the factor, or its year is unknown.',
      resolve: ({ factor }) => factor.leaf?.year,
    }),
    scope: t.field({
      type: FactorScopeEnum,
      nullable: true,
      description: 'What the factor counts. Null if its source does not state this.',
      resolve: ({ factor }) => SCOPES[factor.leaf?.basis ?? ''],
    }),
    basis: t.string({
      nullable: true,
      deprecationReason: 'Use `scope`',
      description:
        'Scope of the factor, in words such as "life-cycle, generation, without losses". Null if unpublished.',
      resolve: ({ factor }) => factor.leaf?.basis,
    }),
  }),
})

/** Cost of a list of factors. */
export const FACTORS_COST = fieldCost({ listSize: ({ criteria }) => (criteria ?? CRITERION_CODES).length })

/** Arguments that select factors. */
export function factorArguments(t: Pick<PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, unknown>, 'arg'>) {
  return { criteria: t.arg({ type: [CriterionEnum], description: 'Impact criteria. Default: all.' }) }
}

/** The factors of the requested criteria, each once, or of all. Unpublished ones are left out. */
export function factorsOf(
  criteria: readonly Criterion[] | null | undefined,
  factorOf: (criterion: Criterion) => EngineNumber | undefined,
): readonly CriterionFactor[] {
  return [...new Set(criteria ?? CRITERION_CODES)].flatMap((criterion) => {
    const factor = factorOf(criterion)
    return factor === undefined ? [] : [{ criterion, factor }]
  })
}
