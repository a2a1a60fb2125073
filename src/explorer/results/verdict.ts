import { groupsOfAlike } from '../../engine/readings/alike.ts'
import type { Criterion } from '../../generated/explorer-operations.ts'
import { subjectLetter } from '../subjects/subject.ts'
import type { Uncertainty } from '../uncertainty/fetch-uncertainty.ts'
import { decimalsOf, fixedText } from './number-text.ts'
import type { Scale } from './scale.ts'
import { comparedLabels, type ShownTotal, type SubjectResult, shownTotal } from './subject-result.ts'

/** A comparison in words: the main sentence, and how certain it is. */
export interface Verdict {
  readonly headline: string
  readonly certainty: string
}

type Comparison = NonNullable<Uncertainty['comparison']>

type Compared = Pick<SubjectResult, 'position' | 'name' | 'impacts'>

/** A thing, or things that cannot be told apart: `iPhone 15 or Galaxy S24`. */
interface Ranked<Result = unknown> {
  readonly name: string
  /** What the comparison calls them. */
  readonly labels: readonly string[]
  readonly results: readonly Result[]
  readonly total: ShownTotal
}

/** More others are not all named. */
const MOST_NAMED = 4

/** Smaller relative differences count as equal. */
const EQUAL_SHARE = 0.01

/**
 * Things with a figure, those together that cannot be told apart. The comparison says which; without one, those with
 * the same figure.
 */
function rankedOf<Result extends Compared>(
  results: readonly Result[],
  criterion: Criterion,
  comparison: Comparison | undefined,
): readonly Ranked<Result>[] {
  const labels = comparedLabels(results)
  const shown = results.flatMap((result, at) => {
    const total = shownTotal(result, criterion)
    return total ? [{ result, total, label: labels[at] ?? '' }] : []
  })
  const groups = groupsOfAlike(shown, (one, other) => {
    if (comparison) return pairOf(comparison.pairs, one.label, other.label)?.sameData === true
    return (['exact', 'min', 'max', 'of'] as const).every((end) => one.total[end] === other.total[end])
  })
  return groups.map((group) => ({
    name: OR.format(group.map(({ result }) => result.name)),
    labels: group.map(({ label }) => label),
    results: group.map(({ result }) => result),
    total: (group[0] as (typeof shown)[number]).total,
  }))
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The results, with one for things that cannot be told apart: their names, letters and one figure. */
export function withAlikeAsOne<Result extends Compared>(
  results: readonly Result[],
  criterion: Criterion,
  comparison: Comparison | undefined,
): readonly (Result & { readonly letters: string })[] {
  const ranked = rankedOf(results, criterion, comparison)
  return results.flatMap((result) => {
    const { name = result.name, results: alike = [result] } = ranked.find((each) => each.results.includes(result)) ?? {}
    const letters = alike.map(({ position }) => subjectLetter(position)).join(', ')
    return alike[0] === result ? [{ ...result, name, letters }] : []
  })
}

/**
 * Which of two or more is lowest, by how much, and how often in a comparison of samples, if known. The comparison also
 * says why they cannot be compared, if one lacks what another has, and which cannot be told apart.
 */
export function verdict(
  results: readonly Compared[],
  criterion: Criterion,
  scale: Scale,
  comparison: Comparison | undefined,
): Verdict | undefined {
  const ranked = rankedOf(results, criterion, comparison).toSorted((one, other) => one.total.exact - other.total.exact)
  const [lowest, ...others] = ranked
  const highest = others.at(-1)
  if (lowest === undefined || (highest === undefined && lowest.results.length < 2)) return undefined
  const reason = comparison?.pairs.find((pair) => !pair.hasVerdict && pair.reason)?.reason
  if (reason || new Set(ranked.map(({ total }) => total.of)).size > 1) {
    const why = reason ?? 'different phases are published for them'
    return { headline: `These cannot be compared: ${why}.`, certainty: '' }
  }
  const said = (of: string) => comparison?.warnings.flatMap(({ code, message }) => (code === of ? [message] : [])) ?? []
  const alike = said('SAME_DATA')
  if (highest === undefined) {
    const figure = fixedText(lowest.total.exact * scale.by, decimalsOf([lowest.total.exact * scale.by]))
    const [why = 'We cannot tell them apart.'] = alike
    return { headline: `${lowest.name}: ${figure} ${scale.unit} each.`, certainty: why }
  }
  const less = shareBelow(lowest, highest)
  if (!(less > EQUAL_SHARE)) return { headline: 'They are equal within one percent.', certainty: alike.join(' ') }
  const chance = comparison ? chanceWords(comparison, lowest) : ''
  return {
    headline: headline(lowest, others, scale),
    certainty: [chance, ...said('METHODS_DIFFER'), ...alike].filter(Boolean).join(' '),
  }
}

function headline(lowest: Ranked, others: readonly Ranked[], { unit, by }: Scale): string {
  const [first] = others
  const decimals = decimalsOf([lowest, ...others].map(({ total }) => total.exact * by))
  const figure = ({ total }: Ranked) => fixedText(total.exact * by, decimals)
  if (first !== undefined && others.length === 1) {
    const share = percent(shareBelow(lowest, first))
    return `${lowest.name} is lower: ${figure(lowest)} against ${figure(first)} ${unit}, ${share} less.`
  }
  const last = others.at(-1)
  const below = (each: Ranked) => `${percent(shareBelow(lowest, each))} below ${each.name} (${figure(each)})`
  const rest =
    first !== undefined && last !== undefined && others.length > MOST_NAMED
      ? `${below(first)}, the next, and ${below(last)}, the highest`
      : listed(others.map(below))
  return `${lowest.name} is lowest with ${figure(lowest)} ${unit}: ${rest}.`
}

function shareBelow(one: Ranked, other: Ranked): number {
  return other.total.exact === 0 ? 0 : 1 - one.total.exact / other.total.exact
}

/** 0.997 is 99.7 %: never 100 % while something is left. */
function percent(share: number): string {
  const digits = share > 0.99 || share < 0.02 ? 1 : 0
  return `${(share * 100).toFixed(digits)} %`
}

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}

/** How certain the lowest of several is: `It is lower in 96 of 100 runs of the model.` Empty if unknown. */
function chanceWords({ items, pairs }: Comparison, { labels }: Ranked): string {
  const [only] = labels
  const other = items.find(({ label }) => label !== only)
  const isOfTwo = items.length === 2
  const chance = isOfTwo
    ? chanceLower(pairs, only, other?.label)
    : items.reduce((sum, item) => (labels.includes(item.label) ? sum + item.probabilityLowest : sum), 0)
  if (chance === undefined) return ''
  const which = labels.length > 1 ? 'One of them' : 'It'
  return `${which} is ${isOfTwo ? 'lower' : 'the lowest'} in ${ofHundred(chance)} runs of the model.`
}

/** The probability that one is lower than the other, 0 to 1. */
function chanceLower(pairs: Comparison['pairs'], one = '', other = ''): number | undefined {
  const pair = pairOf(pairs, one, other)
  if (pair === undefined) return undefined
  return pair.a === one ? pair.probabilityALower : 1 - pair.probabilityALower
}

function pairOf(pairs: Comparison['pairs'], one: string, other: string): Comparison['pairs'][number] | undefined {
  return pairs.find(({ a, b }) => (a === one && b === other) || (a === other && b === one))
}

/** `96 of 100`; never rounds up to certainty. */
export function ofHundred(share: number): string {
  const count = Math.round(share * 100)
  if (count === 100 && share < 1) return 'more than 99 of 100'
  if (count === 0 && share > 0) return 'fewer than 1 of 100'
  return `${count} of 100`
}
