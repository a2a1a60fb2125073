import type { OutputFormat } from '../bulk/copy-rows.ts'
import type { RateCardChoice } from '../bulk/rate-card-choice.ts'
import { rateCardBytes } from '../bulk/write-rate-card.ts'
import { perObject } from '../catalogue/per-object.ts'
import type { Release } from '../catalogue/releases.ts'
import { Assessor } from '../library/index.ts'

const assessorOf = perObject((release: Release) => new Assessor(release))

/** The file of a rate card. */
export function makeRateCard(release: Release, choice: RateCardChoice, format: OutputFormat) {
  return rateCardBytes(assessorOf(release), choice, format)
}
