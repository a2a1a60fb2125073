import type { Settings } from '../../schema/context.ts'
import type { OutputFormat } from '../bulk/copy-rows.ts'
import type { RateCardChoice } from '../bulk/rate-card-choice.ts'
import { perObject } from '../catalogue/per-object.ts'
import type { Release } from '../catalogue/releases.ts'
import { Assessor } from '../library/index.ts'
import type { Errands } from './graphql/graphql-options.ts'

/** A rate card to write. */
export interface CardErrand {
  /** The id of a data release. */
  readonly release: string
  readonly choice: RateCardChoice
  readonly format: OutputFormat
}

/** Large work of the service besides operations. */
export function createErrands({ releases }: Settings): Errands {
  const assessorOf = perObject((release: Release) => new Assessor(release))
  return {
    rateCard: async ({ release, choice, format }: CardErrand) => {
      const { rateCardBytes } = await import('../bulk/write-rate-card.ts')
      return rateCardBytes(assessorOf(releases.find(release)), choice, format)
    },
  }
}
