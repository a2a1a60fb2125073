import type * as z from 'zod'
import { id, list, name, object, optional, units } from './fields.ts'
import { UsageInput } from './usage-input.ts'

export const functionalBlockShape = {
  type: name.meta({ description: 'What the block does: sensing, casing, pcb, connectivity', examples: ['sensing'] }),
  hslLevel: name.meta({
    description: 'Hardware specification level, HSL-0 (simplest) to HSL-3',
    examples: ['HSL-1'],
  }),
  units: optional(units, 'How many', 1),
}

export const FunctionalBlockInput = object({
  ...functionalBlockShape,
  usage: optional(UsageInput, 'How it is used'),
}).meta({ id: 'FunctionalBlockInput', description: 'A functional block of a connected object.' })

export type FunctionalBlockInput = z.output<typeof FunctionalBlockInput>

/** A connected object, by its functional blocks or by an archetype. */
export const IotDeviceInput = object({
  archetype: optional(id, 'Archetype whose blocks are taken where you list none; see `iotDeviceArchetypes`'),
  units: optional(units, 'How many', 1),
  functionalBlocks: optional(list(FunctionalBlockInput), 'All its functional blocks'),
  usage: optional(UsageInput, 'How it is used; power is that of one'),
}).meta({ id: 'IotDeviceInput', description: 'What you know of a connected object. All of it may be left out.' })

export type IotDeviceInput = z.output<typeof IotDeviceInput>
