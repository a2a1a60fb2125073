import type * as z from 'zod'
import { name, object } from './fields.ts'
import { UsageInput } from './usage-input.ts'

/** An instance type of a provider, and how it is used. */
export const CloudInstanceInput = object({ provider: name, instanceType: name, usage: UsageInput.exactOptional() })

export type CloudInstanceInput = z.output<typeof CloudInstanceInput>
