import type { Asset } from '../engine/assessment/asset.ts'
import { WHOLE_LIFE } from '../engine/assessment/impact.ts'
import { type Calibration, calibrationOf, type OurFigure } from '../engine/readings/calibration.ts'
import { contributionsOf, stagesOf } from '../engine/readings/contributions.ts'
import { Distribution } from '../engine/readings/distribution.ts'
import { type Graph, graphOfFigure } from '../engine/readings/graph.ts'
import { USUAL_SAMPLING } from '../engine/readings/sampling/input-distribution.ts'
import { samplesOf } from '../engine/readings/sampling/samples.ts'
import { exact } from '../engine/values/range.ts'
import type { AssetInput } from '../input/fleet-input.ts'
import { resolveAsset } from './kinds.ts'
import { createLoaders } from './loaders.ts'
import { perObject } from './per-object.ts'
import type { Release } from './releases.ts'
import { spreadsOf } from './spreads.ts'
import type { PublishedFigure, PublishedKind } from './tables.ts'

/** A published figure with ours for the same thing. */
interface AskedFigure extends PublishedFigure {
  readonly ours: OurFigure
}

/** A kind of figures: those published one by one, and the distribution of many, if known. */
export interface CalibratedKind extends PublishedKind {
  readonly asked: readonly AskedFigure[]
  /** Our figure to compare with `low`, `median` and `high`; undefined if these are unknown. */
  readonly typical: OurFigure | undefined
  /** Over the figures evaluated; if there are none, as `ofAggregate` says. */
  readonly calibration: Calibration
}

/** Below this number of figures, ours is compared with the published distribution instead. */
const FEWEST_FIGURES = 8

/**
 * Evaluates a release on the published figures that the newest release knows. Each figure takes 1,024 samples. The
 * result takes about a second and is cached.
 */
export function calibrationOfRelease(release: Release, newest = release): Promise<readonly CalibratedKind[]> {
  const ofRelease = remembered(release)
  let known = ofRelease.get(newest)
  if (known === undefined) {
    known = ask(release, newest)
    ofRelease.set(newest, known)
  }
  return known
}

const remembered = perObject((_: Release) => new Map<Release, Promise<readonly CalibratedKind[]>>())

async function ask(release: Release, newest: Release): Promise<readonly CalibratedKind[]> {
  const { published, publishedKinds } = newest.tables
  const kinds: CalibratedKind[] = []
  const benchmarked = ofBenchmarked(release)
  for (const kind of publishedKinds) {
    const { asset, per = 1 } = kind
    const asked: AskedFigure[] = []
    for (const figure of published.filter((each) => each.kind === kind.kind)) {
      const ours = await ourFigure(kind.isBenchmarked ? benchmarked : release, figure.asset, figure)
      asked.push({ ...figure, ours })
    }
    const typical = asset && scaled(await ourFigure(release, asset, kind), 1 / per)
    const held = asked.map(({ maker, value, ours }) => ({ maker, published: value, ours }))
    const calibration = calibrationOf(held) ?? ofAggregate(kind, typical)
    if (calibration !== undefined) kinds.push({ ...kind, asked, typical, calibration })
  }
  return kinds
}

/** A release that knows its servers to be benchmarked machines, which draw less than those in the field. */
export function ofBenchmarked(release: Release): Release {
  const field = release.tables.constants.get('server_power_field')
  if (field === undefined || field.isNeutral) return release
  const asBenchmarked = { ...field, ...exact(1) }
  return release.with({ constants: new Map([...release.tables.constants, ['server_power_field', asBenchmarked]]) })
}

/** Our figure for an asset: making in kg CO2 eq., electricity in kWh a year, or W at its load. */
export async function ourFigure(
  { references }: Release,
  input: AssetInput,
  of: Pick<PublishedFigure, 'covers' | 'unit'>,
): Promise<OurFigure> {
  const asset = await resolveAsset(createLoaders(references), byModel(input))
  const { figure, scale } = figureOf(asset, of)
  if (figure === undefined) throw new Error(`No figure of ${JSON.stringify(input)} in ${of.unit}`)
  const graph = graphOfFigure(figure)
  const samples = samplesOf(graph, spreadsOf(references.tables), USUAL_SAMPLING)
  const drawn = new Distribution(samples)
  const [low, median, high] = [0.05, 0.5, 0.95].map((share) => drawn.quantile(share)) as [number, number, number]
  return scaled(
    { value: figure.value, low, median, high },
    of.covers === 'MAKING' ? scale * shareOfMaking(graph) : scale,
  )
}

/** A published figure must not be compared with itself. */
function byModel({ terminal, ...others }: AssetInput): AssetInput {
  return (terminal === undefined ? others : { terminal: { ...terminal, figures: 'MODEL' } }) as AssetInput
}

/** Making without transport and end of life, as a share of all three. */
function shareOfMaking(graph: Graph): number {
  const stages = stagesOf(contributionsOf(graph, 'EMBEDDED'))
  return stages.find(({ stage }) => stage === 'MAKING')?.share ?? 1
}

const HOURS_OF_YEAR = 8760
const W_PER_KW = 1000

function figureOf(asset: Asset, { unit }: Pick<PublishedFigure, 'covers' | 'unit'>) {
  if (unit === 'kWh/year') return { figure: asset.energy(HOURS_OF_YEAR), scale: 1 }
  // The energy of one hour, in kWh.
  if (unit === 'W') return { figure: asset.energy(1), scale: W_PER_KW }
  return { figure: asset.impact('gwp', WHOLE_LIFE).embedded, scale: 1 }
}

function scaled({ value, low, median, high }: OurFigure, by: number): OurFigure {
  return { value: value * by, low: low * by, median: median * by, high: high * by }
}

/** Whether the median ratio of a kind is one: without it, `ratioMedian` is the middle of the ends. */
export function hasMedian({ calibration, median }: CalibratedKind): boolean {
  return calibration.figures > 0 || median !== undefined
}

/** Calibrates a kind with known percentiles only: low, median (if known) and high stand for its figures. */
function ofAggregate({ low, median, high }: PublishedKind, ours: OurFigure | undefined): Calibration | undefined {
  if (ours === undefined) return undefined
  const held = [low, median, high].flatMap((published) =>
    published === undefined ? [] : [{ maker: '', published, ours }],
  )
  const calibration = calibrationOf(held)
  return (
    calibration && {
      ...calibration,
      figures: 0,
      makers: 0,
      ratioLow: high === undefined ? calibration.ratioLow : ours.value / high,
      ratioHigh: low === undefined ? calibration.ratioHigh : ours.value / low,
    }
  )
}

/** Default tolerance: the largest ratio between ours and the median of the published figures. */
const USUAL_TOLERANCE = 1.5
/** Smallest acceptable share of figures within an interval that should hold nine in ten. */
const FEWEST_INSIDE = 0.75
const MOST_INSIDE = 0.97

/** A requirement that a kind does not meet. */
export interface Miss {
  readonly reason: string
  /** Distance from the requirement, above 0: the logarithm of a ratio, or a share. */
  readonly by: number
}

/**
 * The requirements that a kind does not meet.
 *
 * - With eight figures or more: the median of ours over published, the share inside (of power, no upper limit), and a
 *   mean interval score. The score must be no worse than in the release before.
 * - With fewer: ours lies within the percentiles of the published distribution, near its median. Without these, only
 *   the median ratio counts.
 */
export function missesOf(kind: CalibratedKind, before?: CalibratedKind): readonly Miss[] {
  const { calibration, typical, low, median, high, tolerance = USUAL_TOLERANCE } = kind
  const misses: Miss[] = []
  const near = (ratio: number, what: string) => {
    const by = Math.abs(Math.log(ratio)) - Math.log(tolerance)
    if (by > 0)
      misses.push({ reason: `${what} ${ratio.toPrecision(3)}, outside the allowed factor of ${tolerance}`, by })
  }
  if (calibration.figures < FEWEST_FIGURES && typical !== undefined && low !== undefined && high !== undefined) {
    const by = Math.max(Math.log(low / typical.value), Math.log(typical.value / high))
    if (by > 0) misses.push({ reason: `ours ${typical.value.toPrecision(3)}, published ${low} to ${high}`, by })
    if (median !== undefined) near(typical.value / median, 'ours / median')
    return misses
  }
  near(calibration.ratioMedian, 'median of our figure / published figure')
  if (calibration.figures < FEWEST_FIGURES) return misses
  const { inside, score } = calibration
  // The interval score tells a range of power that is too wide.
  const most = kind.unit === 'W' ? 1 : MOST_INSIDE
  const outside = Math.max(FEWEST_INSIDE - inside, inside - most)
  if (outside > 0)
    misses.push({
      reason: `${Math.round(100 * inside)} % of the published figures lie inside our interval. To pass, a kind needs 75 to ${100 * most} %`,
      by: outside,
    })
  const worse = before === undefined ? 0 : Math.log(score / before.calibration.score)
  if (worse > 1e-9) misses.push({ reason: 'interval score worse than in the release before', by: worse })
  return misses
}
