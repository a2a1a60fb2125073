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

const HOLDS: Readonly<Record<string, string>> = {
  true: '; yet the order stays whichever one assumption is changed, for all alike.',
  false: ': changing a single assumption can turn the order.',
  undefined: '.',
}

/** Differences below this share are called equal. */
const EQUAL_SHARE = 0.01

/**
 * Which of two or more comes out lowest, by how much, and whether the bounds leave room for doubt; `holds` says whether the
 * order stays whichever one assumption is changed, for all alike.
 */
export function verdict(
  results: readonly SubjectResult[],
  criterion: Criterion,
  unit: string,
  holds: boolean | undefined,
): Verdict | undefined {
  const ranked = results
    .map((result, index) => ({ name: `${subjectLetter(index)}, ${result.name}`, total: shownTotal(result, criterion) }))
    .filter((each): each is { name: string; total: ShownTotal } => each.total !== undefined)
    .toSorted((one, other) => one.total.exact - other.total.exact)
  const [lowest, next] = ranked
  const highest = ranked.at(-1)
  if (lowest === undefined || next === undefined || highest === undefined) return undefined
  const less = 1 - lowest.total.exact / highest.total.exact
  if (!(less > EQUAL_SHARE)) {
    return { headline: 'They come out the same, within one percent.', certainty: '' }
  }
  const figures = `${numberText(lowest.total.value)} against ${numberText(highest.total.value)} ${unit}`
  const headline = `${lowest.name}, comes out ${ranked.length > 2 ? 'lowest' : 'lower'}: ${figures}, ${Math.round(less * 100)} % less${
    ranked.length > 2 ? ` than ${highest.name}` : ''
  }.`
  const certainty =
    lowest.total.max < next.total.min
      ? 'Their bounds do not overlap.'
      : `Their bounds overlap, so this is not certain${HOLDS[String(holds)]}`
  return { headline, certainty }
}
