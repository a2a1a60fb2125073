import { rangeAbout } from '../../library/assumptions.ts'
import { subjectLetter } from '../subjects/subject.ts'
import { assetOf } from './request-variables.ts'
import type { SubjectResult } from './subject-result.ts'

/**
 * What likely ranges are about, to stand behind `Likely range`: ` across devices of this kind` for a typical one,
 * ` of error` for a described one, ` (A: across devices of this kind; B: of error)` for both.
 */
export function rangeOf(assets: readonly Pick<SubjectResult, 'position' | 'request' | 'warnings'>[]): string {
  const letters = Map.groupBy(assets, ({ request, warnings }) => rangeAbout(assetOf(request), warnings))
  const [only] = letters.keys()
  if (letters.size < 2) return only === undefined ? '' : ` ${only}`
  const each = [...letters].map(
    ([of, all]) => `${all.map(({ position }) => subjectLetter(position)).join(', ')}: ${of}`,
  )
  return ` (${each.join('; ')})`
}
