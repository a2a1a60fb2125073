import type { Asset } from '../../src/engine/devices/assessable.ts'
import type { ImpactFigure as EngineFigure, Span } from '../../src/engine/devices/impact.ts'
import type { Criterion } from '../../src/engine/figures/criteria.ts'
import { type DriftCause as Cause, driftOfLeaves } from '../../src/engine/readings/drift.ts'
import { FaultError } from '../../src/input/fault.ts'
import { AssetInput } from '../../src/input/fleet-input.ts'
import { createLoaders } from '../../src/reference/loaders.ts'
import { NotFoundError } from '../../src/reference/not-found-error.ts'
import { releaseSteps } from '../../src/reference/release-steps.ts'
import type { Release } from '../../src/reference/releases.ts'
import { resolveAsset } from '../../src/reference/resolve/resolve-asset.ts'
import { builder } from '../builder.ts'
import { CriterionEnum } from '../catalogue/criterion.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import { inputType } from '../inputs/input-type.ts'
import { assess, STRICT } from './assess.ts'
import { USUAL_DURATION } from './comparison.ts'
import { ImpactFigure, spanOf } from './impact.ts'
import { graphOfFigure } from './reading.ts'

/** What it costs to assess an asset in every step between two releases, and to look its names up there. */
const DRIFT_COST = 1000

interface Drifted {
  readonly from: EngineFigure | undefined
  readonly to: EngineFigure | undefined
  readonly causes: readonly Cause[]
}

const DriftCause = builder.objectRef<Cause>('DriftCause').implement({
  description: 'Why a figure is another one in another release.',
  fields: (t) => ({
    leaf: t.exposeString('leaf', {
      description: 'The id of an input; or cloud, servers, parts: tables that were replaced as a whole.',
    }),
    label: t.exposeString('label', { description: 'The same for people.' }),
    from: t.exposeFloat('from', {
      nullable: true,
      description: 'The input in the one release, in the unit of the input; null of whole tables.',
    }),
    to: t.exposeFloat('to', { nullable: true, description: 'The same in the other, in the unit of the input.' }),
    effect: t.exposeFloat('effect', { description: 'What it adds, in the unit of the figure.' }),
  }),
})

const Drift = builder.objectRef<Drifted>('Drift').implement({
  description: 'One question answered from two releases, and why the answers differ.',
  fields: (t) => ({
    from: t.expose('from', {
      type: ImpactFigure,
      nullable: true,
      description: 'The total in the one; null where that has none, or does not know the asset.',
    }),
    to: t.expose('to', { type: ImpactFigure, nullable: true, description: 'The total in the other.' }),
    ratio: t.float({
      nullable: true,
      description: 'to / from: a ratio. Null where one has no figure, or from is 0.',
      resolve: ({ from, to }) => (from && to && from.value !== 0 ? to.value / from.value : undefined),
    }),
    causes: t.expose('causes', {
      type: [DriftCause],
      description:
        'Whole tables first, then inputs by id, replaced one after the other: effects depend on that order, and add up to the difference.',
      extensions: fieldCost({ listSize: () => 10 }),
    }),
  }),
})

entryPoints((t) => ({
  drift: t.field({
    type: Drift,
    nullable: true,
    description: 'How far an impact moved between two data releases, and by what.',
    extensions: fieldCost({ cost: () => DRIFT_COST }),
    args: {
      asset: t.arg({ type: inputType(AssetInput), required: true, description: 'What it is about.' }),
      from: t.arg.id({ required: true, description: 'Name of the one release: boavizta-2.4.1.' }),
      to: t.arg.id({ required: true, description: 'Name of the other.' }),
      criterion: t.arg({ type: CriterionEnum, defaultValue: 'gwp', description: 'Which criterion.' }),
      duration: t.arg.float({ description: 'Hours, above 0; a year (8,760) when omitted, since lives differ.' }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: async (_, { asset, from, to, criterion, duration, strict }, context) => {
      const { releases, check } = context
      const [before, after] = [releases.find(String(from)), releases.find(String(to))]
      const described = check(AssetInput, asset, ['asset'])
      const span = spanOf({ duration: duration ?? USUAL_DURATION }, context)
      const totalOf = (made: Asset): EngineFigure | undefined => made.impact(criterion ?? 'gwp', span).total
      const inRelease = (release: Release) => {
        const scope = context.scopeOf(release)
        return assess({ scope, context, path: ['asset'], strict }, () => resolveAsset(scope.loaders, described))
      }
      // What neither knows is a fault; what only one knows has no figure in the other.
      const [one, other] = await Promise.allSettled([inRelease(before), inRelease(after)])
      if (one.status === 'rejected' && (other.status === 'rejected' || !isUnknown(one.reason))) throw one.reason
      if (other.status === 'rejected' && !isUnknown(other.reason)) throw other.reason
      const figures = {
        from: one.status === 'fulfilled' ? totalOf(one.value) : undefined,
        to: other.status === 'fulfilled' ? totalOf(other.value) : undefined,
      }
      const { from: first, to: last } = figures
      if (first === undefined || last === undefined) return { ...figures, causes: [] }
      return {
        ...figures,
        causes: await causesOf(first, last, { before, after, described, criterion: criterion ?? 'gwp', span }),
      }
    },
  }),
}))

interface Question {
  readonly before: Release
  readonly after: Release
  readonly described: AssetInput
  readonly criterion: Criterion
  readonly span: Span
}

async function causesOf(
  from: EngineFigure,
  to: EngineFigure,
  { before, after, described, criterion, span }: Question,
): Promise<readonly Cause[]> {
  const causes: Cause[] = []
  let reached = from
  if (before !== after) {
    for (const { id, label, release } of releaseSteps(before, after)) {
      const figure = await totalIn(release, described, criterion, span)
      if (figure === undefined) continue
      const effect = figure.value - reached.value
      if (effect !== 0) causes.push({ leaf: id, label, from: undefined, to: undefined, effect })
      reached = figure
    }
  }
  return [...causes, ...driftOfLeaves(graphOfFigure(reached), graphOfFigure(to))]
}

/** The total in a step between releases; undefined where the tables of both do not go together for this asset. */
async function totalIn(
  { references }: Release,
  described: AssetInput,
  criterion: Criterion,
  span: Span,
): Promise<EngineFigure | undefined> {
  try {
    return (await resolveAsset(createLoaders(references), described)).impact(criterion, span).total
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw error
  }
}

function isUnknown(error: unknown): boolean {
  return (
    error instanceof NotFoundError ||
    (error instanceof FaultError && error.faults.every(({ code }) => code === 'NOT_FOUND'))
  )
}
