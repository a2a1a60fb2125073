import { CRITERIA, CRITERION_CODES, type Criterion } from '../../src/engine/figures/criteria.ts'
import { builder } from '../builder.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType } from '../inputs/enum-type.ts'

/** The enum's values in GraphQL's spelling; in the engine they are the lower-case codes. */
export const CriterionEnum = enumType<Criterion>(
  'Criterion',
  'An impact criterion.',
  Object.fromEntries(
    CRITERION_CODES.map((code) => [code, `${CRITERIA[code].description}, in ${CRITERIA[code].unit}`]),
  ) as Record<Criterion, string>,
)

/** The argument of fields that are asked for in several criteria. */
export const CRITERIA_ARGUMENT: { type: [typeof CriterionEnum]; description: string } = {
  type: [CriterionEnum],
  description: 'Which criteria; repeats are dropped. Those that the service is set up with when omitted.',
}

const CriterionInfo = builder.objectRef<Criterion>('CriterionInfo').implement({
  description: 'What a criterion is.',
  fields: (t) => ({
    criterion: t.field({ type: CriterionEnum, description: 'The criterion.', resolve: (criterion) => criterion }),
    code: t.string({ description: 'Its code over REST, in lower case.', resolve: (criterion) => criterion }),
    unit: t.string({
      description: 'The unit its impacts are given in.',
      resolve: (criterion) => CRITERIA[criterion].unit,
    }),
    ucum: t.string({
      nullable: true,
      description: 'The unit as a UCUM code, for programs; null where UCUM has none.',
      resolve: (criterion) => CRITERIA[criterion].ucum,
    }),
    description: t.string({
      description: 'What it counts, in words.',
      resolve: (criterion) => CRITERIA[criterion].description,
    }),
  }),
})

entryPoints((t) => ({
  criteria: t.field({
    type: [CriterionInfo],
    description: 'All criteria that impacts can be asked for.',
    extensions: fieldCost({ listSize: () => CRITERION_CODES.length }),
    resolve: () => CRITERION_CODES,
  }),
}))
