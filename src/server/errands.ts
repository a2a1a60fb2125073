import type { Settings } from '../../schema/context.ts'
import type { OutputFormat } from '../bulk/copy-rows.ts'
import type { RateCardChoice } from '../bulk/rate-card-choice.ts'
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
  return {
    rateCard: async ({ release, choice, format }: CardErrand) => {
      const { makeRateCard } = await import('./make-rate-card.ts')
      return makeRateCard(releases.find(release), choice, format)
    },
  }
}
