import { CRITERIA, CRITERION_CODES, type Criterion } from '../../src/engine/figures/criteria.ts'
import { builder } from '../builder.ts'

/** The enum's values in GraphQL's spelling; in the engine they are the lower-case codes. */
export const CriterionEnum = builder.enumType('Criterion', {
  description: 'An impact criterion.',
  values: Object.fromEntries(
    CRITERION_CODES.map((code) => {
      const { description, unit } = CRITERIA[code]
      return [code.toUpperCase(), { value: code, description: `${description}, in ${unit}` }]
    }),
  ) as Record<Uppercase<Criterion>, { value: Criterion; description: string }>,
})

const CriterionInfo = builder.objectRef<Criterion>('CriterionInfo').implement({
  description: 'What a criterion is.',
  fields: (t) => ({
    criterion: t.field({ type: CriterionEnum, description: 'The criterion.', resolve: (criterion) => criterion }),
    code: t.string({ description: 'Its code over REST, in lower case.', resolve: (criterion) => criterion }),
    unit: t.string({
      description: 'The unit its impacts are given in.',
      resolve: (criterion) => CRITERIA[criterion].unit,
    }),
    description: t.string({
      description: 'What it counts, in words.',
      resolve: (criterion) => CRITERIA[criterion].description,
    }),
  }),
})

builder.queryField('criteria', (t) =>
  t.field({
    type: [CriterionInfo],
    description: 'All criteria that impacts can be asked for.',
    resolve: () => CRITERION_CODES,
  }),
)
