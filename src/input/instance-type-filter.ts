import type * as z from 'zod'
import { amount, flag, id, list, name, object, optional } from './fields.ts'

/** Which instance types are wanted. */
export const InstanceTypeFilter = object({
  providers: optional(list(id), 'Ids of the providers', ['aws']),
  search: optional(name, 'Part of their name, in upper or lower case', 'm5'),
  minVcpu: optional(amount, 'The least threads'),
  maxVcpu: optional(amount, 'The most threads'),
  minMemory: optional(amount, 'The least memory in GB'),
  maxMemory: optional(amount, 'The most memory in GB'),
  gpu: optional(flag, 'True: only those with graphics cards; false: only those without'),
  paretoOptimal: optional(
    flag,
    'True: leave out each type if another one has as many threads, as much memory and less impact',
  ),
}).meta({ id: 'CloudInstanceTypeFilter', description: 'Which instance types are wanted.' })

export type InstanceTypeFilter = z.output<typeof InstanceTypeFilter>
