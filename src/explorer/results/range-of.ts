import { isTypical } from '../../library/assumptions.ts'
import { subjectLetter } from '../subjects/subject.ts'
import { assetOf } from './request-variables.ts'
import type { SubjectResult } from './subject-result.ts'

const OF_TYPICAL = 'across devices of this kind'
const OF_DESCRIBED = 'of error'

/**
 * What likely ranges are about, to stand behind `Likely range`: ` across devices of this kind` for a typical one,
 * ` of error` for a described one, ` (A: across devices of this kind; B: of error)` for both.
 */
export function rangeOf(assets: readonly Pick<SubjectResult, 'position' | 'request' | 'warnings'>[]): string {
  const letters = Map.groupBy(assets, ({ request, warnings }) =>
    isTypical(assetOf(request), warnings) ? OF_TYPICAL : OF_DESCRIBED,
  )
  const [[only] = ['']] = letters
  if (letters.size < 2) return only === '' ? '' : ` ${only}`
  const each = [...letters].map(
    ([of, all]) => `${all.map(({ position }) => subjectLetter(position)).join(', ')}: ${of}`,
  )
  return ` (${each.join('; ')})`
}
