import { assessableOf } from '../../../src/catalogue/compared-item.ts'
import { driftBetweenReleases, type Drift as EngineDrift } from '../../../src/catalogue/drift-between-releases.ts'
import { resolveAsset } from '../../../src/catalogue/kinds.ts'
import type { Release } from '../../../src/catalogue/releases.ts'
import { USUAL_DURATION } from '../../../src/engine/assessment/impact.ts'
import type { DriftCause as Cause } from '../../../src/engine/readings/drift-of-leaves.ts'
import { pathOf } from '../../../src/engine/values/warning.ts'
import { AssetInput, FleetItemInput } from '../../../src/input/fleet-input.ts'
import { DriftSubject } from '../../../src/input/reading-input.ts'
import { builder } from '../../builder.ts'
import { entryPoints } from '../../entry-points.ts'
import { fieldCost } from '../../field-cost.ts'
import { inputType } from '../../inputs/input-type.ts'
import { assess, STRICT } from '../assess.ts'
import { ImpactFigure, spanArguments, spanOf } from '../impact.ts'
import { notedGraph } from './reading.ts'

/** Cost of assessing an asset in every step between two releases, with its look-ups there. */
const DRIFT_COST = 1000

const DriftCause = builder.objectRef<Cause>('DriftCause').implement({
  description: 'One cause of the difference between two releases.',
  fields: (t) => ({
    leaf: t.exposeString('leaf', {
      description: 'Id of an input, or of tables that were replaced as a whole: places, cloud, servers, parts, stages.',
    }),
    label: t.exposeString('label', { description: 'Human-readable label.' }),
    from: t.exposeFloat('from', {
      nullable: true,
      description: 'Input in the first release, in the unit of the input. Null for whole tables.',
    }),
    to: t.exposeFloat('to', {
      nullable: true,
      description: 'Input in the second release, in the unit of the input. Null for whole tables.',
    }),
    effect: t.exposeFloat('effect', { description: 'Effect on the figure, in the unit of the figure.' }),
  }),
})

const Drift = builder.objectRef<EngineDrift>('Drift').implement({
  description: 'Difference of a figure between two data releases, with its causes.',
  fields: (t) => ({
    from: t.expose('from', {
      type: ImpactFigure,
      nullable: true,
      description: 'Total in the first release. Null if that release has no figure, or lacks an asset.',
    }),
    to: t.expose('to', { type: ImpactFigure, nullable: true, description: 'Total in the second release.' }),
    ratio: t.exposeFloat('ratio', {
      nullable: true,
      description: 'Total `to` divided by total `from`, a ratio. Null if either total is null, or if `from` is 0.',
    }),
    causes: t.expose('causes', {
      type: [DriftCause],
      description:
        'Causes: whole tables first, then inputs by id, replaced one by one. Effects depend on that order, and add up to the difference.',
      extensions: fieldCost({ listSize: () => 10 }),
    }),
    computedFor: t.exposeString('computedFor', {
      description: 'Scope of both totals in one sentence: duration, place, boundary, load and the two data releases.',
    }),
  }),
})

entryPoints((t) => ({
  drift: t.field({
    type: Drift,
    nullable: true,
    description: 'Difference of an impact between two data releases, with its causes.',
    // A fleet has about as many causes as assets.
    extensions: fieldCost({
      listSize: ({ fleet }) => Math.max(1, fleet?.length ?? 1),
      sizedFields: ['causes'],
      cost: ({ fleet }) => DRIFT_COST * Math.max(1, fleet?.length ?? 1),
    }),
    args: {
      asset: t.arg({ type: inputType(AssetInput), description: 'A single asset. Give either `asset` or `fleet`.' }),
      fleet: t.arg({
        type: [inputType(FleetItemInput)],
        description: 'Several assets together. Give either `asset` or `fleet`.',
      }),
      from: t.arg.id({ required: true, description: 'Id of the first release: boavizta-2.4.1.' }),
      to: t.arg.id({ required: true, description: 'Id of the second release.' }),
      ...spanArguments(t),
      strict: t.arg.boolean(STRICT),
    },
    resolve: async (_, { asset, fleet, from, to, criterion, duration, allocation, boundary, strict }, context) => {
      const { releases, check } = context
      const [before, after] = [releases.find(String(from)), releases.find(String(to))]
      const of = check(DriftSubject, { ...(asset != null && { asset }), ...(fleet != null && { fleet }) })
      const span = spanOf({ duration: duration ?? USUAL_DURATION, allocation, boundary }, context)
      const inRelease = (release: Release) => {
        const scope = context.scopeOf(release)
        return assessableOf(of, '', (each, at) => {
          const path = at === '' ? ['asset'] : pathOf(`${at}.asset`)
          const place = at === '' ? 'input' : `input.${at}`
          return assess({ scope, context, path, strict }, () => resolveAsset(scope.loaders, each, place))
        })
      }
      const question = { before, after, of, criterion: criterion ?? 'gwp', span }
      return driftBetweenReleases(question, inRelease, (total) => notedGraph(total, context), context.work)
    },
  }),
}))
