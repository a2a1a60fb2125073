import { labelsInWords } from '../catalogue/compared-item.ts'
import { groupsOfAlike } from '../engine/readings/alike.ts'
import { PHASE_WORDS } from '../engine/readings/phases-held.ts'
import { listed } from '../engine/values/listed.ts'
import { valueAt } from '../input/check-input.ts'
import { placeOf } from '../input/set-field.ts'
import { type RangeAbout, rangeAbout } from '../library/assumptions.ts'
import type { Assessor, ComparedItem, Comparison, Criterion, Distribution } from '../library/index.ts'
import type { AskedThing } from './asked-things.ts'
import type { assessOptionsOf } from './options.ts'
import { bar, type Line, wrap } from './output/style.ts'
import { fitTable } from './output/table.ts'
import { computedForWords, likelyWords, numberWords, overWords, rangeLine, shareWords } from './output/words.ts'

/** Shown quantiles of a difference. */
const SHOWN = [0.05, 0.5, 0.95]

/** A comparison, with the title of a short answer. */
export interface ComparisonAnswer {
  readonly release: string
  readonly criterion: Criterion
  readonly comparison: Comparison
  /** What the likely range of each item is about. */
  readonly ranges: readonly RangeAbout[]
}

/** Compares things by their totals in the first criterion. */
export async function compareThings(
  assessor: Assessor,
  things: readonly AskedThing[],
  { criteria: [criterion = 'gwp'] = [], ...asked }: ReturnType<typeof assessOptionsOf>,
): Promise<ComparisonAnswer> {
  const labels = labelsOf(things)
  const items = things.map(({ asset, quantity, span = {} }, at) => ({
    label: labels[at] ?? '',
    // Only the items of a fleet have spans of their own.
    ...(Object.keys(span).length === 0 ? { asset, quantity } : { fleet: [{ asset, quantity, ...span }] }),
  }))
  const comparison = await assessor.compare(items, { ...asked, criterion })
  const ranges = things.map(({ asset }, at) => rangeAbout(asset, comparison.items[at]?.warnings ?? []))
  return { release: assessor.release, criterion, comparison, ranges }
}

/** How each thing is called: with its place or load if another has the same name and differs there. */
function labelsOf(things: readonly AskedThing[]): readonly string[] {
  const named = things.map(({ label, quantity, asset }) => {
    const {
      usageLocation,
      region = usageLocation,
      timeWorkload,
    } = (valueAt(asset, [...placeOf(asset), 'usage']) as Record<string, unknown> | undefined) ?? {}
    return {
      name: quantity === 1 ? label : `${quantity} x ${label}`,
      conditions: [
        region === undefined ? '' : ` in ${region}`,
        typeof timeWorkload === 'number' ? ` at ${timeWorkload} %` : '',
      ],
    }
  })
  return named.map(({ name, conditions }) => {
    const same = named.filter((each) => each.name === name)
    return [name, ...conditions.filter((each, at) => same.some((other) => other.conditions[at] !== each))].join('')
  })
}

/** The answer for programs. */
export function comparisonJson({ release, criterion, comparison }: ComparisonAnswer) {
  const { computedFor, warnings, items, pairs } = comparison
  return {
    release,
    criterion,
    computedFor,
    warnings,
    items,
    pairs: pairs.map(({ probabilityALower, difference, ratio, ...pair }) => ({
      a: items[pair.a]?.label,
      b: items[pair.b]?.label,
      comparable: pair.comparable,
      hasVerdict: pair.hasVerdict,
      sameData: pair.sameData,
      phases: pair.phases,
      reason: pair.reason ?? null,
      probabilityALower,
      difference: quantilesOf(difference),
      ratio: quantilesOf(ratio),
    })),
  }
}

function quantilesOf(distribution: Distribution): Readonly<Record<string, number>> {
  return Object.fromEntries(SHOWN.map((share) => [share, distribution.quantile(share)]))
}

/**
 * The verdict in a sentence, then each thing, the lowest first. If one lacks what another has, the reason replaces the
 * verdict. Things that cannot be told apart share one figure and one rank.
 */
export function comparisonText({ comparison, ranges }: ComparisonAnswer): string {
  const { items, pairs, computedFor, warnings } = comparison
  const isUnknown = pairs.some(({ hasVerdict, reason }) => !hasVerdict && reason !== undefined)
  const reasons = isUnknown ? reasonsOf(items) : []
  const ranked = rankedGroups(comparison)
  const most = Math.max(...ranked.map(({ first }) => first.total?.value ?? 0))
  const unit = items[0]?.unit ?? ''
  const hasRanks = reasons.length === 0 && ranked.length > 1
  const table = fitTable(
    [
      { head: 'name' },
      { head: unit, isNumber: true },
      { head: '', leftOut: 2 },
      { head: 'likely', isNumber: true },
      { head: hasRanks ? 'lowest in' : '', isNumber: true, leftOut: 1 },
    ],
    ranked.flatMap(({ first, others, probabilityLowest }) => [
      [
        first.label,
        // With the same digits: figures rounded by their own bounds could seem to change places.
        first.total ? numberWords(first.total.value) : 'no figure',
        first.total && most > 0 ? bar(first.total.value / most) : '',
        first.likely ? likelyWords(first.likely) : '',
        hasRanks ? shareWords(probabilityLowest) : '',
      ],
      ...others.map(({ label }) => [`or ${label}`, '', '', '', '']),
    ]),
  )
  const alike = warnings.flatMap(({ code, message }) => (code === 'SAME_DATA' ? [message] : []))
  const verdict: readonly Line[] =
    reasons.length > 0 ? [['Not comparable:', ` ${reasons.join('; ')}`]] : verdictOf(ranked, computedFor, alike)
  const byMessage = Map.groupBy(
    items.flatMap(({ label, warnings: own }) => own.map(({ message }) => ({ message, label }))),
    ({ message }) => message,
  )
  const likely = items.flatMap(({ label, likely: range }, at) => {
    const about = ranges[at]
    return range && about ? [{ label, about }] : []
  })
  const notes = [
    ...warnings.flatMap(({ code, message }) => (code === 'METHODS_DIFFER' ? [message] : [])),
    ...(reasons.length > 0 ? [computedForWords(computedFor)] : savingLines(comparison, ranked)),
    ...(reasons.length === 0 && ranked.length === 1 ? [] : alike),
    ...(likely.length > 0 ? [rangeLine(likely)] : []),
    ...[...byMessage].map(([message, of]) => `! ${labelsInWords(of.map(({ label }) => label))}: ${message}`),
  ]
  return [
    ...verdict.map((line) => wrap(line)),
    '',
    table.text,
    ...(notes.length > 0 ? [''] : []),
    ...notes.map((note) => wrap(note, 2)),
  ].join('\n')
}

/** Things that cannot be told apart, or one thing. */
interface RankedGroup {
  readonly first: ComparedItem
  readonly others: readonly ComparedItem[]
  readonly name: string
  /** How probable it is that one of them is the lowest, 0 to 1. */
  readonly probabilityLowest: number
}

/** The items in groups that cannot be told apart, the lowest first. */
function rankedGroups({ items, pairs }: Comparison): readonly RankedGroup[] {
  const areAlike = (one: ComparedItem, other: ComparedItem) =>
    pairs.some(({ a, b, sameData }) => sameData && items[a] === one && items[b] === other)
  const groups = groupsOfAlike(items, areAlike).map((group) => ({
    first: group[0] as ComparedItem,
    others: group.slice(1),
    name: OR.format(group.map(({ label }) => label)),
    probabilityLowest: group.reduce((sum, each) => sum + each.probabilityLowest, 0),
  }))
  return groups.toSorted((one, other) => (one.first.total?.value ?? Infinity) - (other.first.total?.value ?? Infinity))
}

/** `Saving compared with m5.xlarge: 50 kg CO2 eq. (likely 29 to 82).`, of the lowest against the next. */
function savingLines({ items, pairs }: Comparison, [lowest, next]: readonly RankedGroup[]): readonly string[] {
  if (!lowest?.first.total || !next?.first.total) return []
  const [less, more] = [lowest.first, next.first].map((item) => items.indexOf(item))
  const pair = pairs.find(({ a, b }) => (a === less && b === more) || (a === more && b === less))
  if (pair === undefined) return []
  const sign = pair.a === less ? 1 : -1
  const [low = 0, high = 0] = [0.05, 0.95]
    .map((share) => sign * pair.difference.quantile(share))
    .sort((one, other) => one - other)
  if (low === 0 && high === 0) return []
  const saving = numberWords(next.first.total.value - lowest.first.total.value)
  const words = `${saving} ${lowest.first.unit} (likely ${likelyWords({ low, high })})`
  return [
    `Saving compared with ${next.name}: ${words}. This range leaves out the errors that both assets have in common. Judge the saving by this range, even if the ranges above overlap.`,
  ]
}

/** Names of things whose phases are unknown, each phase once. */
function reasonsOf(items: readonly ComparedItem[]): readonly string[] {
  return PHASES.flatMap((phase) => {
    const lacking = items.filter(({ coverage }) => coverage.some((each) => each.phase === phase && each.share < 1))
    const names = lacking.map(({ label }) => label)
    return names.length === 0 ? [] : `${PHASE_WORDS[phase]} is unknown for all or part of ${listed(names)}`
  })
}

const PHASES = Object.keys(PHASE_WORDS) as readonly (keyof typeof PHASE_WORDS)[]
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function verdictOf(
  [lowest, next]: readonly RankedGroup[],
  computedFor: string,
  alike: readonly string[],
): readonly Line[] {
  if (!lowest?.first.total || (next !== undefined && !next.first.total))
    return [`No figure is known ${overWords(computedFor)}`]
  const { first, others } = lowest
  const figure = `${lowest.name}: ${numberWords(lowest.first.total.value)} ${first.unit}`
  if (!next?.first.total) {
    const [why = 'We cannot tell them apart.'] = alike
    return [[figure, ` each. ${why}`], computedForWords(computedFor)]
  }
  const below = next.first.total.value > 0 ? 1 - lowest.first.total.value / next.first.total.value : 0
  const against = below < 0.005 ? 'as much as' : `${shareWords(below)} below`
  const runs = Math.round(lowest.probabilityLowest * 100)
  const which = others.length > 0 ? 'One of them' : 'It'
  return [
    [figure, `, ${against} ${next.name}. ${which} is the lowest in ${runs} of 100 runs of the model.`],
    computedForWords(computedFor),
  ]
}
