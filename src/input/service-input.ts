import type * as z from 'zod'
import { NETWORK_REACHES } from '../engine/devices/network-service.ts'
import { STORAGE_KINDS } from '../engine/devices/storage-service.ts'
import { amount, id, object, optional, positive, word } from './fields.ts'
import { UsageInput } from './usage-input.ts'

/** Storage as a service. */
export const StorageInput = object({
  kind: word(STORAGE_KINDS).meta({ description: 'Kind of drives' }),
  gigabytes: amount.meta({ description: 'What is stored, in GB', examples: [500] }),
  copies: optional(positive, 'How many copies of it the service keeps, the first counted', 3),
  provider: optional(id, 'Id of the provider, whose regions are meant; see `cloudProviders`', 'aws'),
  usage: optional(UsageInput, 'How it is used'),
}).meta({ id: 'StorageInput', description: 'Storage as a service, beyond the disks of an instance.' })

export type StorageInput = z.output<typeof StorageInput>

/** Data that are moved over networks. */
export const NetworkInput = object({
  gigabytes: amount.meta({ description: 'What is moved, in GB', examples: [100] }),
  reach: word(NETWORK_REACHES).meta({ description: 'How far it is moved' }),
  usage: optional(UsageInput, 'Where the electricity comes from'),
}).meta({ id: 'NetworkInput', description: 'Data that are moved over networks.' })

export type NetworkInput = z.output<typeof NetworkInput>
