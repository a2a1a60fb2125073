import type * as z from 'zod'
import { finite, name, object, optional } from './fields.ts'

/** An input of a figure, replaced. */
export const OverrideInput = object({
  leaf: name.meta({ description: 'The id of the input, as the explanation has it', examples: ['electricity.FRA.gwp'] }),
  value: finite.meta({ description: 'Its value instead, in the unit of the input' }),
  min: optional(finite, 'The smallest it may be, in the unit of the input; the value when omitted'),
  max: optional(finite, 'The largest it may be, in the unit of the input; the value when omitted'),
})
  .refine(({ value, min = value, max = value }) => min <= value && value <= max, {
    error: 'expected min <= value <= max',
  })
  .meta({ id: 'OverrideInput', description: 'An input of a figure, replaced by another number.' })

export type OverrideInput = z.output<typeof OverrideInput>
