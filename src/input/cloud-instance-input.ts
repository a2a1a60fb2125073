import type * as z from 'zod'
import { id, object, optional } from './fields.ts'
import { UsageInput } from './usage-input.ts'

export const cloudInstanceShape = {
  provider: id.meta({ description: 'Id of the cloud provider, in any case', examples: ['aws'] }),
  instanceType: id.meta({ description: 'Name of the instance type, in any case', examples: ['m5.xlarge'] }),
}

/** An instance type of a provider, and how it is used. */
export const CloudInstanceInput = object({
  ...cloudInstanceShape,
  usage: optional(UsageInput, 'How it is used'),
}).meta({ id: 'CloudInstanceInput', description: 'A cloud instance; see `cloudProviders`.' })

export type CloudInstanceInput = z.output<typeof CloudInstanceInput>
