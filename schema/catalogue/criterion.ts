import { hasFactors } from '../../src/catalogue/has-factors.ts'
import { whyNoFigures } from '../../src/catalogue/why-no-figures.ts'
import { CRITERIA, CRITERION_CODES, type Criterion, describeCriterion } from '../../src/engine/values/criteria.ts'
import { CRITERION_METHODS } from '../../src/engine/values/criterion-methods.ts'
import { builder } from '../builder.ts'
import { type Scope, scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType } from '../inputs/input-type.ts'

/** Enum values in GraphQL's spelling; the engine has lower-case codes. */
export const CriterionEnum = enumType<Criterion>(
  'Criterion',
  'An impact criterion.',
  Object.fromEntries(CRITERION_CODES.map((code) => [code, describeCriterion(code)])) as Record<Criterion, string>,
)

/** The argument of fields with several criteria. */
export const CRITERIA_ARGUMENT: { type: [typeof CriterionEnum]; description: string } = {
  type: [CriterionEnum],
  description: 'Impact criteria. Repeated ones count once. Default: those in the settings of the service.',
}

/** Fields that name the methods of a criterion. */
export const METHODS = {
  embedded: {
    nullable: true,
    description:
      'Characterisation method and version of embodied figures: `CML, 2002`. Null if no such figures are published.',
  },
  use: {
    nullable: true,
    description:
      'Characterisation method and version of use figures. If it differs from that of embodied figures, do not compare the two.',
  },
} as const

/** A criterion in a release. */
interface CriterionOf {
  readonly criterion: Criterion
  readonly scope: Scope
}

const CriterionInfo = builder.objectRef<CriterionOf>('CriterionInfo').implement({
  description: 'An impact criterion with its unit and methods.',
  fields: (t) => ({
    criterion: t.field({
      type: CriterionEnum,
      description: 'Impact criterion.',
      resolve: ({ criterion }) => criterion,
    }),
    code: t.string({
      description: 'Code of the criterion in REST, in lower case.',
      resolve: ({ criterion }) => criterion,
    }),
    available: t.boolean({
      description:
        'Whether the data release has figures in this criterion: for electricity, or for the manufacturing of devices or components.',
      resolve: ({ criterion, scope }) => hasFactors(scope.references.tables, criterion),
    }),
    reason: t.string({
      nullable: true,
      description: 'Reason if the data release has no figures in this criterion. Null if it has some.',
      resolve: ({ criterion, scope: { references } }) =>
        hasFactors(references.tables, criterion) ? undefined : whyNoFigures(references.tables, criterion),
    }),
    embeddedMethod: t.string({
      ...METHODS.embedded,
      resolve: ({ criterion }) => CRITERION_METHODS[criterion].embedded,
    }),
    useMethod: t.string({ ...METHODS.use, resolve: ({ criterion }) => CRITERION_METHODS[criterion].use }),
    unit: t.string({
      description: 'Unit of the impacts.',
      resolve: ({ criterion }) => CRITERIA[criterion].unit,
    }),
    ucum: t.string({
      nullable: true,
      description: 'Unit as a UCUM code, for programs. Null if UCUM has none.',
      resolve: ({ criterion }) => CRITERIA[criterion].ucum,
    }),
    description: t.string({
      description: 'What the criterion measures, in words.',
      resolve: ({ criterion }) => CRITERIA[criterion].description,
    }),
  }),
})

entryPoints((t) => ({
  criteria: t.field({
    type: [CriterionInfo],
    description: 'All impact criteria.',
    extensions: fieldCost({ listSize: () => CRITERION_CODES.length }),
    resolve: (parent, _, context) => {
      const scope = scopeOf(parent, context)
      return CRITERION_CODES.map((criterion) => ({ criterion, scope }))
    },
  }),
}))
