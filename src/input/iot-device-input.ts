import type * as z from 'zod'
import { list, name, object, units } from './fields.ts'
import { UsageInput } from './usage-input.ts'

export const functionalBlockShape = { type: name, hslLevel: name, units: units.exactOptional() }

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
