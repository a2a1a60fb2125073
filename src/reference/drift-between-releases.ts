import type { Asset } from '../engine/assessment/asset.ts'
import type { ImpactFigure, Span } from '../engine/assessment/impact.ts'
import type { Criterion } from '../engine/figures/criteria.ts'
import { type DriftCause, driftOfLeaves } from '../engine/readings/drift-of-leaves.ts'
import { type Graph, graphOfFigure } from '../engine/readings/graph.ts'
import { FaultError } from '../input/fault.ts'
import type { AssetInput } from '../input/fleet-input.ts'
import { createLoaders } from './loaders.ts'
import { NotFoundError } from './not-found-error.ts'
import { releaseSteps } from './release-steps.ts'
import type { Release } from './releases.ts'
import { resolveAsset } from './resolve/resolve-asset.ts'

/** An asset and a criterion, in two releases. */
export interface DriftQuestion {
  readonly before: Release
  readonly after: Release
  readonly asset: AssetInput
  readonly criterion: Criterion
  readonly span: Span
}

/** The total in both; undefined where a release has none, or does not know the asset. */
export interface Drift {
  readonly from: ImpactFigure | undefined
  readonly to: ImpactFigure | undefined
  /** to / from; undefined where one has no figure, or from is 0. */
  readonly ratio: number | undefined
  readonly causes: readonly DriftCause[]
}

/**
 * How far the total of an impact moved between two releases, and by what. `resolve`: the asset in a release. Throws what
 * that throws, but where only one of the releases does not know the asset. `graphOfTotal`: a total as a graph.
 */
export async function driftBetweenReleases(
  question: DriftQuestion,
  resolve: (release: Release) => Promise<Asset>,
  graphOfTotal: (total: ImpactFigure) => Graph = graphOfFigure,
): Promise<Drift> {
  const { before, after, criterion, span } = question
  const [one, other] = await Promise.allSettled([resolve(before), resolve(after)])
  if (one.status === 'rejected' && (other.status === 'rejected' || !isUnknown(one.reason))) throw one.reason
  if (other.status === 'rejected' && !isUnknown(other.reason)) throw other.reason
  const from = one.status === 'fulfilled' ? one.value.impact(criterion, span).total : undefined
  const to = other.status === 'fulfilled' ? other.value.impact(criterion, span).total : undefined
  if (from === undefined || to === undefined) return { from, to, ratio: undefined, causes: [] }
  const reached = { from, causes: [] as DriftCause[] }
  await replaceTables(reached, question)
  const ratio = from.value === 0 ? undefined : to.value / from.value
  const ofLeaves = driftOfLeaves(graphOfTotal(reached.from), graphOfTotal(to))
  return { from, to, ratio, causes: [...reached.causes, ...ofLeaves] }
}

/** Replaces whole tables, one group after the other, and notes what each moves. */
async function replaceTables(reached: { from: ImpactFigure; causes: DriftCause[] }, question: DriftQuestion) {
  const { before, after } = question
  if (before === after) return
  for (const { id, label, release } of releaseSteps(before, after)) {
    const figure = await totalIn(release, question)
    if (figure === undefined) continue
    const effect = figure.value - reached.from.value
    if (effect !== 0) reached.causes.push({ leaf: id, label, from: undefined, to: undefined, effect })
    reached.from = figure
  }
}

/** The total in a step between releases; undefined where the tables of both do not go together for this asset. */
async function totalIn(
  { references }: Release,
  { asset, criterion, span }: DriftQuestion,
): Promise<ImpactFigure | undefined> {
  try {
    return (await resolveAsset(createLoaders(references), asset)).impact(criterion, span).total
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
