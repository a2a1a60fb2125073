import type * as z from 'zod'
import { amount, flag, id, list, name, object, optional } from './fields.ts'

/** Selects instance types. */
export const InstanceTypeFilter = object({
  providers: optional(list(id), 'Ids of the providers to include', ['aws']),
  search: optional(name, 'Part of their name, in upper or lower case', 'm5'),
  minVcpu: optional(amount, 'Minimum number of threads'),
  maxVcpu: optional(amount, 'Maximum number of threads'),
  minMemory: optional(amount, 'Minimum memory, in GB'),
  maxMemory: optional(amount, 'Maximum memory, in GB'),
  gpu: optional(
    flag,
    'Whether the types have graphics cards. True lists only types with them, and false only types without',
  ),
  paretoOptimal: optional(
    flag,
    'Whether to leave out a type if another type has at least as many threads and as much memory, and less impact',
  ),
}).meta({ id: 'CloudInstanceTypeFilter', description: 'A filter for instance types.' })

export type InstanceTypeFilter = z.output<typeof InstanceTypeFilter>
