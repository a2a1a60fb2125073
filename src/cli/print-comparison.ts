import { labelsInWords } from '../catalogue/compared-item.ts'
import { PHASE_WORDS } from '../engine/readings/phases-held.ts'
import { valueAt } from '../input/check-input.ts'
import { placeOf } from '../input/set-field.ts'
import type { Assessor, ComparedItem, Comparison, Criterion, Distribution } from '../library/index.ts'
import type { AskedThing } from './asked-things.ts'
import type { assessOptionsOf } from './options.ts'
import { bar, type Line, wrap } from './output/style.ts'
import { fitTable } from './output/table.ts'
import { computedForWords, likelyWords, numberWords, overWords, shareWords } from './output/words.ts'

/** Shown quantiles of a difference. */
const SHOWN = [0.05, 0.5, 0.95]

/** A comparison, with the title of a short answer. */
export interface ComparisonAnswer {
  readonly release: string
  readonly criterion: Criterion
  readonly comparison: Comparison
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
  return { release: assessor.release, criterion, comparison }
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
    pairs: pairs.map(({ a, b, comparable, hasVerdict, phases, reason, probabilityALower, difference, ratio }) => ({
      a: items[a]?.label,
      b: items[b]?.label,
      comparable,
      hasVerdict,
      phases,
      reason: reason ?? null,
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
 * verdict.
 */
export function comparisonText({ comparison }: ComparisonAnswer): string {
  const { items, pairs, computedFor, warnings } = comparison
  const reasons = pairs.every(({ hasVerdict }) => hasVerdict) ? [] : reasonsOf(items)
  const ranked = items.toSorted((one, other) => (one.total?.value ?? Infinity) - (other.total?.value ?? Infinity))
  const most = Math.max(...ranked.map(({ total }) => total?.value ?? 0))
  const unit = items[0]?.unit ?? ''
  const table = fitTable(
    [
      { head: 'name' },
      { head: unit, isNumber: true },
      { head: '', leftOut: 2 },
      { head: 'likely', isNumber: true },
      { head: 'lowest in', isNumber: true, leftOut: 1 },
    ],
    ranked.map((item) => [
      item.label,
      // With the same digits: figures rounded by their own bounds could seem to change places.
      item.total ? numberWords(item.total.value) : 'no figure',
      item.total && most > 0 ? bar(item.total.value / most) : '',
      item.likely ? likelyWords(item.likely) : '',
      reasons.length > 0 ? '' : shareWords(item.probabilityLowest),
    ]),
  )
  const verdict: readonly Line[] =
    reasons.length > 0 ? [['Not comparable:', ` ${reasons.join('; ')}`]] : verdictOf(ranked, computedFor)
  const [lowest, next] = ranked.map((item) => items.indexOf(item))
  const byMessage = Map.groupBy(
    items.flatMap(({ label, warnings: own }) => own.map(({ message }) => ({ message, label }))),
    ({ message }) => message,
  )
  const notes = [
    ...(reasons.length > 0 ? [computedForWords(computedFor)] : savingLines(comparison, lowest, next)),
    ...warnings.flatMap(({ code, message }) => (code === 'SAME_DATA' ? [message] : [])),
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

/** `Saving compared with m5.xlarge: 50 kg CO2 eq. (likely 29 to 82).`, of the lowest against the next. */
function savingLines({ items, pairs }: Comparison, lowest = 0, next = 0): readonly string[] {
  const pair = pairs.find(({ a, b }) => (a === lowest && b === next) || (a === next && b === lowest))
  const [less, more] = [items[lowest]?.total, items[next]?.total]
  if (pair === undefined || !less || !more) return []
  const sign = pair.a === lowest ? 1 : -1
  const [low = 0, high = 0] = [0.05, 0.95]
    .map((share) => sign * pair.difference.quantile(share))
    .sort((one, other) => one - other)
  if (low === 0 && high === 0) return []
  const words = `${numberWords(more.value - less.value)} ${items[lowest]?.unit} (likely ${likelyWords({ low, high })})`
  return [
    `Saving compared with ${items[next]?.label}: ${words}. This range leaves out the errors that both assets have in common. Judge the saving by this range, even if the ranges above overlap.`,
  ]
}

/** Names of things whose phases are unknown, each phase once. */
function reasonsOf(items: readonly ComparedItem[]): readonly string[] {
  return PHASES.flatMap((phase) => {
    const lacking = items.filter(({ coverage }) => coverage.some((each) => each.phase === phase && each.share < 1))
    const names = lacking.map(({ label }) => label)
    return names.length === 0 ? [] : `${PHASE_WORDS[phase]} is unknown for all or part of ${LIST.format(names)}`
  })
}

const PHASES = Object.keys(PHASE_WORDS) as readonly (keyof typeof PHASE_WORDS)[]
const LIST = new Intl.ListFormat('en-GB')

function verdictOf([lowest, next]: readonly ComparedItem[], computedFor: string): readonly Line[] {
  if (!lowest?.total || !next?.total) return [`No figure is known ${overWords(computedFor)}`]
  const below = next.total.value > 0 ? 1 - lowest.total.value / next.total.value : 0
  const against = below < 0.005 ? 'as much as' : `${shareWords(below)} below`
  const runs = Math.round(lowest.probabilityLowest * 100)
  return [
    [
      `${lowest.label}: ${numberWords(lowest.total.value)} ${lowest.unit}`,
      `, ${against} ${next.label}. It is the lowest in ${runs} of 100 runs of the model.`,
    ],
    computedForWords(computedFor),
  ]
}
