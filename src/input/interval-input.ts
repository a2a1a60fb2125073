import type * as z from 'zod'
import { amount, list, object, optional, percent, positive } from './fields.ts'
import { elecFactors } from './usage-input.ts'

/** So many hours of use. */
export const IntervalInput = object({
  hours: positive.meta({ description: 'How long it is, in hours', examples: [1] }),
  load: optional(percent, 'Load during that time, in percent', 80),
  avgPower: optional(amount, 'Mean power of one during that time, in W; it wins over the load', 350),
  elecFactors: optional(elecFactors, 'Impacts of one kWh during that time, per kWh, instead of those of the location'),
}).meta({ id: 'IntervalInput', description: 'So many hours of use, at a load or a power of their own.' })

export type IntervalInput = z.output<typeof IntervalInput>

/** A series of them, at least one. */
export const IntervalsInput = list(IntervalInput).min(1, { error: 'expected at least one interval', abort: true })
