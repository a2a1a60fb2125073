import type { Criterion } from '../../generated/explorer-operations.ts'
import { subjectLetter } from '../subjects/subject.ts'
import type { Uncertainty } from '../uncertainty/fetch-uncertainty.ts'
import { decimalsOf, fixedText } from './number-text.ts'
import type { Scale } from './scale.ts'
import { type ShownTotal, type SubjectResult, shownTotal } from './subject-result.ts'

/** A comparison in words: the main sentence, and how certain it is. */
export interface Verdict {
  readonly headline: string
  readonly certainty: string
}

type Comparison = NonNullable<Uncertainty['comparison']>

interface Ranked {
  readonly letter: string
  readonly name: string
  readonly total: ShownTotal
}

/** More others are not all named. */
const MOST_NAMED = 4

/** Smaller relative differences count as equal. */
const EQUAL_SHARE = 0.01

/**
 * Which of two or more is lowest, by how much, and how often in a comparison of samples, if known. The comparison also
 * says why they cannot be compared, if one lacks what another has.
 */
export function verdict(
  results: readonly Pick<SubjectResult, 'position' | 'name' | 'impacts'>[],
  criterion: Criterion,
  scale: Scale,
  comparison: Comparison | undefined,
): Verdict | undefined {
  const ranked = results
    .map((result) => ({
      letter: subjectLetter(result.position),
      name: result.name,
      total: shownTotal(result, criterion),
    }))
    .filter((each): each is Ranked => each.total !== undefined)
    .toSorted((one, other) => one.total.exact - other.total.exact)
  const [lowest, ...others] = ranked
  const highest = others.at(-1)
  if (lowest === undefined || highest === undefined) return undefined
  const reason = comparison?.pairs.find(({ hasVerdict }) => !hasVerdict)?.reason
  if (reason || new Set(ranked.map(({ total }) => total.of)).size > 1) {
    const why = reason ?? 'different phases are published for them'
    return { headline: `These cannot be compared: ${why}.`, certainty: '' }
  }
  const less = shareBelow(lowest, highest)
  if (!(less > EQUAL_SHARE)) return { headline: 'They are equal within one percent.', certainty: '' }
  return {
    headline: headline(lowest, others, scale),
    certainty: comparison ? chanceWords(comparison, lowest.letter) : '',
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
function chanceWords({ items, pairs }: Comparison, lowest: string): string {
  const others = items.filter(({ label }) => label !== lowest)
  const [other] = others
  if (other === undefined) return ''
  const chance =
    others.length > 1
      ? items.find(({ label }) => label === lowest)?.probabilityLowest
      : chanceLower(pairs, lowest, other.label)
  if (chance === undefined) return ''
  return `It is ${others.length > 1 ? 'the lowest' : 'lower'} in ${ofHundred(chance)} runs of the model.`
}

/** The probability that one is lower than the other, 0 to 1. */
function chanceLower(pairs: Comparison['pairs'], one: string, other: string): number | undefined {
  const pair = pairs.find(({ a, b }) => (a === one && b === other) || (a === other && b === one))
  if (pair === undefined) return undefined
  return pair.a === one ? pair.probabilityALower : 1 - pair.probabilityALower
}

/** `96 of 100`; never rounds up to certainty. */
export function ofHundred(share: number): string {
  const count = Math.round(share * 100)
  if (count === 100 && share < 1) return 'more than 99 of 100'
  if (count === 0 && share > 0) return 'fewer than 1 of 100'
  return `${count} of 100`
}
