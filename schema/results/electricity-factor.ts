import type { NumberAttribute as EngineNumber } from '../../src/engine/values/attribute.ts'
import { CRITERION_CODES, type Criterion } from '../../src/engine/values/criteria.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { CriterionEnum } from '../catalogue/criterion.ts'
import { fieldCost } from '../field-cost.ts'
import { NumberAttribute } from './attribute.ts'

interface Factor {
  readonly criterion: Criterion
  readonly factor: EngineNumber
}

export const ElectricityFactor = builder.objectRef<Factor>('ElectricityFactor').implement({
  description: 'What one kWh of electricity counts for in a criterion.',
  fields: (t) => ({
    criterion: t.expose('criterion', { type: CriterionEnum, description: 'What is counted.' }),
    factor: t.expose('factor', {
      type: NumberAttribute,
      description: 'Impact per kWh, in the unit of the criterion per kWh.',
    }),
    year: t.int({
      nullable: true,
      description:
        'The year that it is of; of data of several years the first. Null where you gave the factor, or it has no year.',
      resolve: ({ factor }) => factor.leaf?.year,
    }),
    basis: t.string({
      nullable: true,
      description: 'What it counts: life-cycle, generation, without losses. Null where that is not published.',
      resolve: ({ factor }) => factor.leaf?.basis,
    }),
  }),
})

/** What a list of factors costs. */
export const FACTORS_COST = fieldCost({ listSize: ({ criteria }) => (criteria ?? CRITERION_CODES).length })

/** Which factors. */
export function factorArguments(t: Pick<PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, unknown>, 'arg'>) {
  return { criteria: t.arg({ type: [CriterionEnum], description: 'Which criteria; all when omitted.' }) }
}

/** The factors of the criteria asked for, each once, or of all; those that are not published are left out. */
export function factorsOf(
  criteria: readonly Criterion[] | null | undefined,
  factorOf: (criterion: Criterion) => EngineNumber | undefined,
): readonly Factor[] {
  return [...new Set(criteria ?? CRITERION_CODES)].flatMap((criterion) => {
    const factor = factorOf(criterion)
    return factor === undefined ? [] : [{ criterion, factor }]
  })
}
