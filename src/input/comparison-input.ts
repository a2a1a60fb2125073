import type * as z from 'zod'
import { list, name, object } from './fields.ts'
import { AssetInput } from './fleet-input.ts'

/** One of what is compared. */
export const ComparisonItemInput = object({
  label: name.meta({ description: 'Your own name for it, which its result bears', examples: ['m5.xlarge'] }),
  asset: AssetInput,
}).meta({ id: 'ComparisonItemInput', description: 'One of what is compared.' })

export type ComparisonItemInput = z.output<typeof ComparisonItemInput>

/** More have too many pairs to read. */
export const MOST_COMPARED = 50

/** What is compared: 2 to 50 of it. */
export const comparisonItems = list(ComparisonItemInput)
  .refine((items) => items.length >= 2 && items.length <= MOST_COMPARED, {
    error: `expected 2 to ${MOST_COMPARED} items`,
    abort: true,
  })
  .meta({ minItems: 2, maxItems: MOST_COMPARED })
