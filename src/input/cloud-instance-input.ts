import type * as z from 'zod'
import { id, object, optional } from './fields.ts'
import { UsageInput } from './usage-input.ts'

/** An instance type of a provider, and how it is used. */
export const CloudInstanceInput = object({
  provider: id.meta({ description: 'Id of the provider, in any case; see `cloudProviders`', examples: ['aws'] }),
  instanceType: id.meta({ description: 'Name of the instance type, in any case', examples: ['m5.xlarge'] }),
  usage: optional(UsageInput, 'How it is used'),
}).meta({ id: 'CloudInstanceInput', description: 'A cloud instance.' })

export type CloudInstanceInput = z.output<typeof CloudInstanceInput>
