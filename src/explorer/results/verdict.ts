import type { Criterion } from '../../generated/explorer-operations.ts'
import { subjectLetter } from '../subjects/subject-name.ts'
import { numberText } from './number-text.ts'
import { type ShownTotal, shownTotal } from './shown-total.ts'
import type { SubjectResult } from './subject-result.ts'

/** A comparison in words: the sentence that counts, and how sure it is. */
export interface Verdict {
  readonly headline: string
  readonly certainty: string
}

interface Ranked {
  readonly letter: string
  readonly name: string
  readonly total: ShownTotal
}

/** Differences below this share are called equal. */
const EQUAL_SHARE = 0.01

/**
 * Which of two or more is lowest, by how much of the figures that are shown, and whether the bounds leave room for doubt:
 * with three or more, of which of the others. `chance` gives how often the lowest is the lowest, in words, where that is known.
 */
export function verdict(
  results: readonly SubjectResult[],
  criterion: Criterion,
  unit: string,
  chance: (letter: string) => string,
): Verdict | undefined {
  const ranked = results
    .map((result) => ({ letter: subjectLetter(result.place), name: result.name, total: shownTotal(result, criterion) }))
    .filter((each): each is Ranked => each.total !== undefined)
    .toSorted((one, other) => one.total.value - other.total.value)
  const [lowest, ...others] = ranked
  const highest = others.at(-1)
  if (lowest === undefined || highest === undefined) return undefined
  if (new Set(ranked.map(({ total }) => total.of)).size > 1) {
    return { headline: 'These cannot be compared: different phases are published for them.', certainty: '' }
  }
  const less = shareBelow(lowest, highest)
  if (!(less > EQUAL_SHARE)) return { headline: 'They come out the same, within one percent.', certainty: '' }
  return {
    headline: headline(lowest, others, unit),
    certainty: chance(lowest.letter) || certainty(lowest, others),
  }
}

function headline(lowest: Ranked, others: readonly Ranked[], unit: string): string {
  const [first] = others
  const figure = ({ total }: Ranked) => numberText(total.value)
  if (first !== undefined && others.length === 1) {
    const share = percent(shareBelow(lowest, first))
    return `${lowest.letter}, ${lowest.name}, is lower: ${figure(lowest)} against ${figure(first)} ${unit}, ${share} less.`
  }
  const rest = others.map((each) => `${percent(shareBelow(lowest, each))} below ${each.letter} (${figure(each)})`)
  return `${lowest.letter}, ${lowest.name}, is lowest with ${figure(lowest)} ${unit}: ${listed(rest)}.`
}

function certainty(lowest: Ranked, others: readonly Ranked[]): string {
  const overlapping = others.filter(({ total }) => total.min <= lowest.total.max).map(({ letter }) => letter)
  if (overlapping.length === 0) {
    return others.length === 1 ? 'Their bounds do not overlap.' : 'Its bounds overlap with none of the others.'
  }
  if (others.length === 1) return 'Their bounds overlap, so this is not certain.'
  const apart = others.map(({ letter }) => letter).filter((letter) => !overlapping.includes(letter))
  const certain = apart.length === 0 ? '' : ` It is certain against ${listed(apart)}.`
  return `Its bounds overlap with those of ${listed(overlapping)}, so there it is not certain.${certain}`
}

function shareBelow(one: Ranked, other: Ranked): number {
  return other.total.value === 0 ? 0 : 1 - one.total.value / other.total.value
}

/** 0.997 is 99.7 %: never 100 % of what is not nothing. */
function percent(share: number): string {
  const digits = share > 0.99 || share < 0.02 ? 1 : 0
  return `${(share * 100).toFixed(digits)} %`
}

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}
