import type { Asset } from '../engine/assessment/asset.ts'
import { WHOLE_LIFE } from '../engine/assessment/impact.ts'
import { Device } from '../engine/devices/device.ts'
import { type DesktopForm, Terminal } from '../engine/devices/terminal.ts'
import { WholeDevice, type WholeDeviceBill } from '../engine/devices/whole-device.ts'
import { type Calibration, calibrationOf, type OurFigure } from '../engine/readings/calibration.ts'
import { contributionsOf, stagesOf } from '../engine/readings/contributions.ts'
import { Distribution } from '../engine/readings/distribution.ts'
import { type Graph, graphOfFigure } from '../engine/readings/graph.ts'
import { USUAL_SAMPLING } from '../engine/readings/sampling/input-distribution.ts'
import { samplesOf } from '../engine/readings/sampling/samples.ts'
import { exact } from '../engine/values/range.ts'
import type { AssetInput } from '../input/fleet-input.ts'
import { resolveAsset } from './kinds.ts'
import { createLoaders, type Loaders } from './loaders.ts'
import { modelAndYear } from './model-and-year.ts'
import { perObject } from './per-object.ts'
import type { Release } from './releases.ts'
import { spreadsOf } from './spreads.ts'
import type { PublishedFigure, PublishedKind, PublishedUnit } from './tables.ts'

/** A published figure with ours for the same thing. */
export interface AskedFigure extends PublishedFigure {
  readonly ours: OurFigure
  /** Whether it counts in the calibration: see `calibrationOfRelease`. */
  readonly counts: boolean
}

/** A kind of figures: those published one by one, and the distribution of many, if known. */
export interface CalibratedKind extends PublishedKind {
  readonly asked: readonly AskedFigure[]
  /** Our figure to compare with `low`, `median` and `high`; undefined if these are unknown. */
  readonly typical: OurFigure | undefined
  /** Over the figures that count; if there are none, as `ofAggregate` says. */
  readonly calibration: Calibration
  /** What the kind does not meet: empty if it passes, undefined for too few figures. See `missesOf`. */
  readonly misses: readonly string[] | undefined
}

/**
 * Evaluates a release on the published figures that the newest release knows. Each figure takes 1,024 samples. The
 * result takes about a second and is cached.
 *
 * Configurations of one model and year count as one figure, the first. A figure that ours was fitted to does not count.
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
    const models = new Set<string>()
    for (const figure of published.filter((each) => each.kind === kind.kind)) {
      const ours = await ourFigure(kind.isBenchmarked ? benchmarked : release, figure.asset, figure)
      const model = modelAndYear(figure)
      const counts = figure.fitted === undefined && !models.has(model)
      if (counts) models.add(model)
      asked.push({ ...figure, ours, counts })
    }
    const typical = asset && scaled(await ourFigure(release, asset, kind), 1 / per)
    const counted = asked.filter(({ counts }) => counts)
    const held = counted.map(({ maker, value, ours }) => ({ maker, published: value, ours }))
    const calibration = calibrationOf(held) ?? ofAggregate(kind, typical)
    if (calibration === undefined) continue
    kinds.push({ ...kind, asked, typical, calibration, misses: missesOf(calibration, kind.unit) })
  }
  return kinds
}

/**
 * The kinds that an asset is one of: those of its terminal and form, of its component, or of servers in the field.
 * Without the kinds whose figure is that of the maker of the asset or of the caller, and not ours. Empty if no figures
 * of such things are published. Throws a FaultError for an asset that cannot be resolved.
 */
export async function kindsOf(
  kinds: readonly CalibratedKind[],
  input: AssetInput,
  loaders: Loaders,
): Promise<readonly CalibratedKind[]> {
  const asset = await resolveAsset(loaders, input)
  const form = asset instanceof Terminal ? (asset.form?.value as DesktopForm | undefined) : undefined
  const thing = thingOf(input, form)
  const ofOthers = asset instanceof Device ? unitsOfOthers(asset) : []
  return kinds.filter(({ asked: [first], asset: typical, isBenchmarked, unit }) => {
    const ofKind = first?.asset ?? typical
    if (isBenchmarked || ofKind === undefined || ofOthers.includes(unit)) return false
    return thingOf(ofKind, ofKind.terminal?.form) === thing
  })
}

/** `terminal, DESKTOP, TOWER`, `component, gpu` or `server`. */
function thingOf({ terminal, component, ...others }: AssetInput, form: DesktopForm | undefined): string {
  if (terminal !== undefined) return ['terminal', terminal.kind, form ?? ''].join(', ')
  const given = (of: object) => Object.entries(of).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return component === undefined ? given(others).join(', ') : ['component', ...given(component)].join(', ')
}

/** The units of the figures of a device that are those of its maker or of the caller. */
function unitsOfOthers(device: Device): readonly PublishedUnit[] {
  const ofMaker =
    device instanceof WholeDevice ? (device.bill as WholeDeviceBill).makers?.figures.map(({ unit }) => unit) : []
  return [
    ...(ofMaker ?? []),
    ...(device.ownMaking === undefined ? [] : ['kg CO2 eq.' as const]),
    ...(device.usage.isPowerGiven ? ['kWh/year' as const, 'W' as const] : []),
  ]
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

/** Below this number of figures, a kind has no verdict. */
const FEWEST_FIGURES = 5
/** Largest accepted ratio between our figures and the published ones, in the median. */
const FARTHEST = 1.5
/** Up to so many figures of a kind, so many may lie outside our interval. */
const MOST_OUTSIDE = [
  { figures: 7, outside: 1 },
  { figures: 10, outside: 2 },
] as const
/** With more figures: accepted shares within an interval that should hold nine in ten. */
const FEWEST_INSIDE = 0.75
const MOST_INSIDE = 0.97

/**
 * What keeps a kind from passing: empty if it passes, undefined below five figures.
 *
 * The median ratio of our figure to the published one lies between 1 / 1.5 and 1.5. Of 5 to 7 figures, at most one may
 * lie outside our interval. Of 8 to 10 figures, at most two may. Of more, 75 to 97 % must lie inside (power in W: 75 %
 * or more).
 */
export function missesOf(
  { figures, ratioMedian, inside }: Calibration,
  unit: PublishedKind['unit'],
): readonly string[] | undefined {
  if (figures < FEWEST_FIGURES) return undefined
  const misses: string[] = []
  if (Math.abs(Math.log(ratioMedian)) > Math.log(FARTHEST))
    misses.push(`the median ratio is ${ratioMedian.toPrecision(3)}, not 0.67 to 1.5`)
  const outside = figures - Math.round(figures * inside)
  const most = MOST_OUTSIDE.find((each) => figures <= each.figures)?.outside
  if (most !== undefined) {
    if (outside > most) misses.push(`${outside} of ${figures} figures lie outside our interval, not ${most} at most`)
    return misses
  }
  const percent = Math.round(100 * inside)
  if (inside < FEWEST_INSIDE) misses.push(`${percent} % of the figures lie inside our interval, not 75 % or more`)
  if (inside > MOST_INSIDE && unit !== 'W')
    misses.push(`${percent} % of the figures lie inside our interval, not 97 % or less`)
  return misses
}
