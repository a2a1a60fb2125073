import type * as z from 'zod'
import { list, name, object, optional, units } from './fields.ts'
import { UsageInput } from './usage-input.ts'

export const functionalBlockShape = {
  type: name.meta({ description: 'What the block does: sensing, casing, pcb, connectivity', examples: ['sensing'] }),
  hslLevel: name.meta({
    description: 'Hardware specification level, HSL-0 (simplest) to HSL-3',
    examples: ['HSL-1'],
  }),
  units: optional(units, 'How many, 0 or more', 1),
}

export const FunctionalBlockInput = object({ ...functionalBlockShape, usage: UsageInput.exactOptional() })

export type FunctionalBlockInput = z.output<typeof FunctionalBlockInput>

/** A connected object, by its functional blocks or by an archetype. */
export const IotDeviceInput = object({
  archetype: name.exactOptional(),
  units: units.exactOptional(),
  functionalBlocks: list(FunctionalBlockInput).exactOptional(),
  usage: UsageInput.exactOptional(),
})

export type IotDeviceInput = z.output<typeof IotDeviceInput>
