import { BoundedCache } from '../catalogue/bounded-cache.ts'
import { spreadsOf } from '../catalogue/spreads.ts'
import { conditionsOf } from '../engine/assessment/computed-for.ts'
import { type Coverage, countUnits, coverageOf, phasesCounted } from '../engine/assessment/coverage.ts'
import type { Impact } from '../engine/assessment/impact.ts'
import { likelyOf } from '../engine/readings/likely.ts'
import { type ChangeVerdict, verdictOnChange } from '../engine/readings/phases-held.ts'
import { USUAL_SAMPLING } from '../engine/readings/sampling/input-distribution.ts'
import { matchRows } from '../importers/match-rows.ts'
import { spanOptionsOf } from '../library/assessor.ts'
import {
  type AssessOptions,
  type Assessor,
  CRITERIA,
  type Criterion,
  FigureReading,
  type ImportedRow,
  Scope,
  spanOf,
} from '../library/index.ts'
import { type Alternative, type AssetRow, lowerAlternative } from './lower-alternative.ts'
import type { assessOptionsOf } from './options.ts'

/** How a thing differs between two files. */
export interface RowDiff extends ChangeVerdict {
  readonly change: 'added' | 'removed' | 'changed'
  readonly label: string
  /** For all units; 0 if it is not there, null without a figure. */
  readonly before: number | null
  readonly after: number | null
  /** Null if not comparable. */
  readonly difference: number | null
  /** 5th and 95th percentile of the difference, from 1,024 samples. Null if not comparable. */
  readonly likely: Bounds | null
  /** The type of the same provider with as many processors, as much memory and the lowest figure, if lower. */
  readonly alternative?: Alternative
}

interface Bounds {
  readonly low: number
  readonly high: number
}

/** What a change adds and removes, largest difference first. Changed rows alone make it comparable or not. */
export interface FileDiff extends ChangeVerdict {
  readonly criterion: Criterion
  readonly unit: string
  /** Sums of the known figures; null without any. */
  readonly before: number | null
  readonly after: number | null
  /** Null if not comparable. */
  readonly difference: { readonly value: number; readonly low: number; readonly high: number } | null
  /** What both sums cover. */
  readonly covered: { readonly before: Coverage; readonly after: Coverage }
  readonly rows: readonly RowDiff[]
  /** Number of unchanged things. */
  readonly unchanged: number
  /** Rows that count in no figure, and why. */
  readonly left: readonly { readonly label: string; readonly reason: string }[]
  readonly computedFor: string
}

/** The figure of all units of an item: its value, and samples in which shared inputs are equal. */
interface Side {
  readonly value: number | null
  readonly samples: () => Float64Array
  readonly units: number
  readonly impact: Pick<Impact, 'phase' | 'countsBuilding'>
}

/** The same of one unit, and why it has no figure. */
interface Unit extends Pick<Side, 'value' | 'samples' | 'impact'> {
  readonly fault?: string
}

/** Different assets whose samples are kept, of 8 KB each. */
const MOST_KEPT = 2000
const NO_SAMPLES = () => new Float64Array(USUAL_SAMPLING.samples)
const UNKNOWN = { phase: () => undefined, countsBuilding: true }

/** Compares the rows of two files by label, over the span of the options. */
export async function diffRows(
  assessor: Assessor,
  before: readonly ImportedRow[],
  after: readonly ImportedRow[],
  { criteria: [criterion = 'gwp'] = [], ...asked }: ReturnType<typeof assessOptionsOf>,
): Promise<FileDiff> {
  const left = new Map<string, string>()
  const span = spanOf(asked)
  const scope = new Scope(span, assessor.release)
  const phases = phasesCounted(criterion, span.boundary)
  const spreadOf = spreadsOf(assessor.references.tables)
  // The same asset is often there many times.
  const units = new BoundedCache<string, Promise<Unit>>(MOST_KEPT)
  const unitOf = (item: AssetRow): Promise<Unit> => {
    const key = JSON.stringify([item.asset, item.duration, item.allocation, item.boundary, item.isBilled])
    return units.getOrCompute(key, () => readUnit(item))
  }
  const readUnit = async (item: AssetRow): Promise<Unit> => {
    const made = await madeOf(assessor, item, asked).catch((error: Error) => error.message)
    if (typeof made === 'string') return { value: null, samples: NO_SAMPLES, impact: UNKNOWN, fault: made }
    const conditions = conditionsOf(made.over, made.asset.usage)
    scope.add(item.isBilled ? { ...conditions, hoursOf: 'BILL' } : conditions)
    const impact = made.asset.impact(criterion, made.over)
    const figure = impact.total && new FigureReading(impact.total, spreadOf)
    if (figure === undefined) return { value: null, samples: NO_SAMPLES, impact }
    let drawn: Float64Array | undefined
    const samples = () => (drawn ??= figure.samples())
    return { value: figure.value, samples, impact }
  }
  const sideOf = async (name: string, item: AssetRow): Promise<Side> => {
    const { value, impact, fault, samples } = await unitOf(item)
    const { quantity } = item
    if (fault !== undefined) left.set(name, fault)
    const ofAll = () => samples().map((sample) => sample * quantity)
    return { value: value === null ? null : value * quantity, samples: ofAll, units: quantity, impact }
  }
  const lowest = new BoundedCache<string, Promise<Alternative | undefined>>(MOST_KEPT)
  /** Of one unit, times the units. */
  const alternativeOf = async (item: AssetRow): Promise<Alternative | undefined> => {
    const { value } = await unitOf(item)
    if (!value) return undefined
    const { asset, duration, allocation, boundary, rule, columns } = item
    const key = JSON.stringify([asset, duration, allocation, boundary, rule, columns?.type])
    const one = { ...item, quantity: 1 }
    const found = await lowest.getOrCompute(key, () => lowerAlternative(assessor, one, value, { ...asked, criterion }))
    return found && { ...found, after: found.after * item.quantity }
  }
  const covered = (sides: readonly Side[]) => coverageOf(countUnits(sides, phases))
  const coveredBy = (side: Side | undefined) => covered(side ? [{ ...side, units: 1 }] : [])
  const rows: RowDiff[] = []
  const all: Sides = { before: [], after: [] }
  const changed: Sides = { before: [], after: [] }
  const sampled = NO_SAMPLES()
  let unchanged = 0
  for (const { name, change, was, is } of matchRows(itemsOf(before, left), itemsOf(after, left), labelOf)) {
    const from = was && (await sideOf(name, was))
    const to = change === 'same' ? from : is && (await sideOf(name, is))
    if (from) all.before.push(from)
    if (to) all.after.push(to)
    if (change === 'same') {
      unchanged++
      continue
    }
    if (from) changed.before.push(from)
    if (to) changed.after.push(to)
    const ofName = (word: string) => (from && to ? `${name} (${word})` : name)
    const verdict = verdictOnChange(phases, [ofName('before'), coveredBy(from)], [ofName('after'), coveredBy(to)])
    const taken = from?.samples()
    const samples = (to?.samples() ?? NO_SAMPLES()).map((sample, at) => sample - (taken?.[at] ?? 0))
    for (const [at, sample] of samples.entries()) sampled[at] = (sampled[at] ?? 0) + sample
    const alternative = is && (await alternativeOf(is))
    rows.push({
      change,
      label: name,
      ...verdict,
      before: from ? from.value : 0,
      after: to ? to.value : 0,
      difference: verdict.comparable ? (to?.value ?? 0) - (from?.value ?? 0) : null,
      likely: verdict.comparable ? rangeOf(samples) : null,
      ...(alternative && { alternative }),
    })
  }
  const [ofBefore, ofAfter] = [covered(changed.before), covered(changed.after)]
  const verdict = verdictOnChange(phases, ['the state before', ofBefore], ['the state after', ofAfter])
  const unread = unreadChanges(before, after)
  const unknown = [...rows.map(({ label }) => label).filter((label) => left.has(label)), ...unread]
  const isCause = (unread.length > 0 || !(verdict.comparable && verdict.hasVerdict)) && unknown.length > 0
  const value = (sumOf(all.after) ?? 0) - (sumOf(all.before) ?? 0)
  return {
    criterion,
    unit: CRITERIA[criterion].unit,
    ...verdict,
    ...(unread.length > 0 && { hasVerdict: false }),
    ...(isCause && { reason: `no figures for ${someOf(unknown.map((label) => `${label} (${left.get(label)})`))}` }),
    before: sumOf(all.before),
    after: sumOf(all.after),
    difference: verdict.comparable ? { value, ...rangeOf(sampled) } : null,
    covered: { before: covered(all.before), after: covered(all.after) },
    rows: rows.toSorted((one, other) => sizeOf(other) - sizeOf(one)),
    unchanged,
    left: [...left].map(([label, reason]) => ({ label, reason })),
    computedFor: scope.sentence,
  }
}

interface Sides {
  readonly before: Side[]
  readonly after: Side[]
}

/** The sum of the known figures; null if there are sides but no figure. */
function sumOf(sides: readonly Side[]): number | null {
  const known = sides.flatMap(({ value }) => (value === null ? [] : [value]))
  return known.length === 0 && sides.length > 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** Rows that are not comparable come first. */
function sizeOf({ difference }: RowDiff): number {
  return difference === null ? Number.MAX_VALUE : Math.abs(difference)
}

function rangeOf(samples: Float64Array): Bounds {
  const { low, high } = likelyOf(samples)
  return { low, high }
}

function labelOf({ label }: AssetRow): string {
  return label
}

/** What counts of the rows. An item without a label is named after its row. */
function itemsOf(rows: readonly ImportedRow[], left: Map<string, string>): readonly AssetRow[] {
  return rows.flatMap((row, at) => {
    const place = placeOf(row, at)
    if ('asset' in row) return [{ ...row, label: row.label || place }]
    left.set(place, 'skipped' in row ? row.skipped : row.fault.message)
    return []
  })
}

/** Names listed in a sentence; further ones are only a number. */
const MOST_NAMED = 3

/** `a, b, c and 4 more` */
export function someOf(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`
}

/**
 * The places of faulty rows that the change adds, removes or changes. A resource that a plan keeps is the same, unless
 * it may use a template of its provider whose machines change.
 */
function unreadChanges(before: readonly ImportedRow[], after: readonly ImportedRow[]): readonly string[] {
  const changing = new Set(after.filter((row) => 'skipped' in row && row.changesMachines).map(providerOf))
  const [was, is] = [before, after].map((rows) =>
    rows.flatMap((row, at) => {
      if (!('fault' in row)) return []
      const { action = 'no-op' } = row.columns ?? {}
      return {
        place: placeOf(row, at),
        kept:
          action === 'no-op' && !changing.has(providerOf(row)) ? JSON.stringify([row.columns, row.fault]) : undefined,
      }
    }),
  ) as [Unread[], Unread[]]
  const changed = [...withoutEqual(was, is), ...withoutEqual(is, was)]
  return [...new Set(changed.map(({ place }) => place))]
}

/** `aws` of the type `aws_launch_template`. */
function providerOf({ columns }: ImportedRow): string {
  return columns?.type?.split('_')[0] ?? ''
}

/** The rows that another side does not have as often; equal ones count from the first. */
function withoutEqual(rows: readonly Unread[], others: readonly Unread[]): readonly Unread[] {
  const counts = new Map<string, number>()
  for (const { kept } of others) if (kept !== undefined) counts.set(kept, (counts.get(kept) ?? 0) + 1)
  return rows.filter(({ kept }) => {
    const left = kept === undefined ? 0 : (counts.get(kept) ?? 0)
    if (left > 0) counts.set(kept as string, left - 1)
    return left === 0
  })
}

interface Unread {
  readonly place: string
  /** Equal for rows that are the same on both sides; undefined for one that changes. */
  readonly kept: string | undefined
}

function placeOf({ path }: ImportedRow, at: number): string {
  return path ?? `row ${at + 1}`
}

/** The asset of an item, and the span that it is assessed over. */
async function madeOf(assessor: Assessor, item: AssetRow, asked: AssessOptions) {
  const over = spanOf(spanOptionsOf(item, asked))
  return { over, asset: await assessor.resolve(item.asset, asked) }
}
