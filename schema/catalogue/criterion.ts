import { hasFactors } from '../../src/catalogue/has-factors.ts'
import { whyNoFigures } from '../../src/catalogue/why-no-figures.ts'
import { CRITERIA, CRITERION_CODES, type Criterion } from '../../src/engine/values/criteria.ts'
import { CRITERION_METHODS } from '../../src/engine/values/criterion-methods.ts'
import { builder } from '../builder.ts'
import { type Scope, scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType } from '../inputs/input-type.ts'

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

/** Fields that name the methods of a criterion. */
export const METHODS = {
  embedded: {
    nullable: true,
    description:
      'Method and version that figures of making follow: `CML, 2002`; null where no such figures are published.',
  },
  use: {
    nullable: true,
    description: 'The same of electricity. Where it is another, making and use are not of one scale.',
  },
} as const

/** A criterion, and the release that it is asked of. */
interface CriterionOf {
  readonly criterion: Criterion
  readonly scope: Scope
}

const CriterionInfo = builder.objectRef<CriterionOf>('CriterionInfo').implement({
  description: 'What a criterion is.',
  fields: (t) => ({
    criterion: t.field({ type: CriterionEnum, description: 'The criterion.', resolve: ({ criterion }) => criterion }),
    code: t.string({ description: 'Its code over REST, in lower case.', resolve: ({ criterion }) => criterion }),
    available: t.boolean({
      description: 'Whether the release has figures in it, of making most things or of electricity.',
      resolve: ({ criterion, scope }) => hasFactors(scope.references.tables, criterion),
    }),
    reason: t.string({
      nullable: true,
      description: 'Why the release has no figures in it; null where it has some.',
      resolve: ({ criterion, scope: { references } }) =>
        hasFactors(references.tables, criterion) ? undefined : whyNoFigures(references.tables, criterion),
    }),
    embeddedMethod: t.string({
      ...METHODS.embedded,
      resolve: ({ criterion }) => CRITERION_METHODS[criterion].embedded,
    }),
    useMethod: t.string({ ...METHODS.use, resolve: ({ criterion }) => CRITERION_METHODS[criterion].use }),
    unit: t.string({
      description: 'The unit its impacts are given in.',
      resolve: ({ criterion }) => CRITERIA[criterion].unit,
    }),
    ucum: t.string({
      nullable: true,
      description: 'The unit as a UCUM code, for programs; null where UCUM has none.',
      resolve: ({ criterion }) => CRITERIA[criterion].ucum,
    }),
    description: t.string({
      description: 'What it counts, in words.',
      resolve: ({ criterion }) => CRITERIA[criterion].description,
    }),
  }),
})

entryPoints((t) => ({
  criteria: t.field({
    type: [CriterionInfo],
    description: 'All criteria that impacts can be asked for.',
    extensions: fieldCost({ listSize: () => CRITERION_CODES.length }),
    resolve: (parent, _, context) => {
      const scope = scopeOf(parent, context)
      return CRITERION_CODES.map((criterion) => ({ criterion, scope }))
    },
  }),
}))
