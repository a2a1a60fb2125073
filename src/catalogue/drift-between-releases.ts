import type { Assessable } from '../engine/assessment/asset.ts'
import { computedFor } from '../engine/assessment/computed-for.ts'
import type { ImpactFigure, Span } from '../engine/assessment/impact.ts'
import { type DriftCause, driftOfLeaves } from '../engine/readings/drift-of-leaves.ts'
import { type Graph, graphOfFigure } from '../engine/readings/graph.ts'
import { ReadingWork } from '../engine/readings/reading-work.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import { FACTOR_BASES } from '../engine/values/factors.ts'
import { FaultError } from '../input/fault.ts'
import { assessableOf, type ComparedItem } from './compared-item.ts'
import { resolveAsset } from './kinds.ts'
import { createLoaders } from './loaders.ts'
import { NotFoundError } from './not-found-error.ts'
import type { Release } from './releases.ts'
import type { Tables } from './tables.ts'

/** Tables that change together between two releases. */
interface ReleaseStep {
  readonly id: string
  readonly label: string
  /** The release with everything replaced so far. */
  readonly release: Release
}

const made = new WeakMap<Release, WeakMap<Release, readonly ReleaseStep[]>>()

/**
 * Intermediate releases between two. Tables that change which formulas a figure has are replaced first, one group after
 * the other: places, cloud, servers, parts, stages of devices. The remaining differences are numbers. Rows of the later
 * release that other rows refer to are there from the first step on. Computed once per pair.
 */
function releaseSteps(from: Release, to: Release): readonly ReleaseStep[] {
  const known = made.get(from)?.get(to)
  if (known !== undefined) return known
  const steps = stepsBetween(from, to)
  const ofFrom = made.get(from) ?? new WeakMap<Release, readonly ReleaseStep[]>()
  made.set(from, ofFrom.set(to, steps))
  return steps
}

function stepsBetween(from: Release, { tables: to }: Release): readonly ReleaseStep[] {
  const before = from.tables
  const places: Partial<Tables> = {
    locations: withMissing(before.locations, to.locations, ({ code }) => code),
    electricity: withMissing(before.electricity, to.electricity, ({ location }) => location),
    cities: to.cities,
    nameAliases: { ...before.nameAliases, locations: to.nameAliases.locations },
  }
  const cloud: Partial<Tables> = {
    ...places,
    cloudInstances: to.cloudInstances,
    customInstances: to.customInstances,
    cloudRegions: to.cloudRegions,
    cloudProviders: to.cloudProviders,
    facilities: to.facilities,
    facilityRegions: to.facilityRegions,
    serverArchetypes: withMissing(before.serverArchetypes, to.serverArchetypes, ({ id }) => id),
  }
  const servers: Partial<Tables> = {
    ...cloud,
    serverArchetypes: to.serverArchetypes,
    componentArchetypes: to.componentArchetypes,
    terminalArchetypes: to.terminalArchetypes,
    terminalSizes: to.terminalSizes,
    deviceModels: to.deviceModels,
    deviceFactors: withMissing(before.deviceFactors, to.deviceFactors, ({ device, type }) => `${device} ${type ?? ''}`),
    iotArchetypes: to.iotArchetypes,
  }
  const parts: Partial<Tables> = {
    ...servers,
    cpus: to.cpus,
    gpus: to.gpus,
    ramDensities: to.ramDensities,
    ssdDensities: to.ssdDensities,
    memoryGenerations: to.memoryGenerations,
    cpuGenerations: to.cpuGenerations,
    formFactors: to.formFactors,
    driveCapacities: to.driveCapacities,
    componentFactors: withNewComponents(before.componentFactors, to.componentFactors),
    gpuFactors: new Map([...to.gpuFactors, ...before.gpuFactors]),
    powerProfiles: to.powerProfiles,
    nameWords: to.nameWords,
    gpuWords: to.gpuWords,
    nameAliases: to.nameAliases,
    gpuVariants: to.gpuVariants,
    constants: withTerms(before.constants, to.constants),
  }
  const power: Partial<Tables> = { ...parts, serverPower: to.serverPower, cpuClasses: to.cpuClasses }
  const stages: Partial<Tables> = { ...power, deviceStages: to.deviceStages }
  return [
    { id: 'places', label: 'Which places and cities are known', release: from.with(places) },
    { id: 'cloud', label: 'Instance types, regions and data centres of cloud providers', release: from.with(cloud) },
    { id: 'servers', label: 'Archetypes of servers, components and devices', release: from.with(servers) },
    { id: 'parts', label: 'Processors, graphics cards, memory and their names', release: from.with(parts) },
    { id: 'server-power', label: 'Power of servers as measured, by class of processors', release: from.with(power) },
    { id: 'stages', label: 'Transport and end of life of devices', release: from.with(stages) },
  ]
}

/** The earlier constants, except those of terms that only one of the releases has. */
function withTerms(before: Tables['constants'], after: Tables['constants']): Tables['constants'] {
  const ofTerms = Array.from(after).filter(([id, { isNeutral }]) => isNeutral !== before.get(id)?.isNeutral)
  return new Map([...before, ...ofTerms])
}

/**
 * The earlier factors, plus those of components they lack, and of those that have factors per another amount. A variant
 * of a known component counts as one of its numbers.
 */
function withNewComponents(before: Tables['componentFactors'], after: Tables['componentFactors']) {
  const nameOf = (key: string) => key.split('.')[0] ?? ''
  const otherwise = new Set(
    Array.from(after).flatMap(([key, factors]) => {
      const known = before.get(key) ?? before.get(nameOf(key))
      return known !== undefined && FACTOR_BASES.every((basis) => !(basis in factors) || basis in known)
        ? []
        : [nameOf(key)]
    }),
  )
  const isKnown = (key: string) => before.has(key) || before.has(nameOf(key))
  const taken = Array.from(after).filter(([key]) => !isKnown(key) || otherwise.has(nameOf(key)))
  return new Map([...before, ...taken])
}

/** The earlier rows, plus those that only the later release has. */
function withMissing<Row>(earlier: readonly Row[], later: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  const known = new Set(earlier.map(keyOf))
  return [...earlier, ...later.filter((row) => !known.has(keyOf(row)))]
}

/** An asset or a fleet and a criterion, to compare between two releases. */
interface DriftQuestion {
  readonly before: Release
  readonly after: Release
  readonly of: Pick<ComparedItem, 'asset' | 'fleet'>
  readonly criterion: Criterion
  readonly span: Span
}

/** The total in each release; undefined if it has none or does not know the asset. */
export interface Drift {
  readonly from: ImpactFigure | undefined
  readonly to: ImpactFigure | undefined
  /** to / from; undefined if either is missing or from is 0. */
  readonly ratio: number | undefined
  readonly causes: readonly DriftCause[]
  /** Scope of both totals in one sentence: duration, place, boundary, load and the two releases. */
  readonly computedFor: string
}

/**
 * How far the total of an impact moved between two releases, and why. `resolve` creates the asset or fleet in a
 * release. Its errors pass through, unless only one of the releases does not know the asset. `graphOfTotal` gives a
 * total as a graph.
 */
export async function driftBetweenReleases(
  question: DriftQuestion,
  resolve: (release: Release) => Promise<Assessable>,
  graphOfTotal: (total: ImpactFigure) => Graph = graphOfFigure,
  work = new ReadingWork(),
): Promise<Drift> {
  const { before, after, criterion, span } = question
  const [one, other] = await Promise.allSettled([resolve(before), resolve(after)])
  if (one.status === 'rejected' && (other.status === 'rejected' || !isUnknown(one.reason))) throw one.reason
  if (other.status === 'rejected' && !isUnknown(other.reason)) throw other.reason
  const known = [one, other].flatMap((each) => (each.status === 'fulfilled' ? each.value.usagesOver(span) : []))
  const scope = computedFor(span, `${before.label} to ${after.label}`, known)
  const from = one.status === 'fulfilled' ? one.value.impact(criterion, span).total : undefined
  const to = other.status === 'fulfilled' ? other.value.impact(criterion, span).total : undefined
  if (from === undefined || to === undefined) return { from, to, ratio: undefined, causes: [], computedFor: scope }
  const reached = { from, causes: [] as DriftCause[] }
  await replaceTables(reached, question)
  const ratio = from.value === 0 ? undefined : to.value / from.value
  const ofLeaves = driftOfLeaves(graphOfTotal(reached.from), graphOfTotal(to), work)
  return { from, to, ratio, causes: [...reached.causes, ...ofLeaves], computedFor: scope }
}

/** Replaces whole tables, one group after the other, and notes the effect of each. */
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

/** The total in an intermediate release; undefined if the mixed tables do not fit together for this asset. */
async function totalIn(
  { references }: Release,
  { of, criterion, span }: DriftQuestion,
): Promise<ImpactFigure | undefined> {
  try {
    const loaders = createLoaders(references)
    const found = await assessableOf(of, '', (asset) => resolveAsset(loaders, asset))
    return found.impact(criterion, span).total
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
