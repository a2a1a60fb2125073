import * as z from 'zod'
import { TERMINAL_KINDS } from '../engine/devices/terminal.ts'
import { name, object, optional, units } from './fields.ts'
import { UsageInput } from './usage-input.ts'

export const terminalShape = {
  units: optional(units, 'How many, 0 or more', 1),
  type: optional(name, 'Its type, such as pro or perso, where its kind has types', 'pro'),
}

/** A terminal or a peripheral. */
export const TerminalInput = object({
  kind: z.enum(TERMINAL_KINDS),
  archetype: name.exactOptional(),
  ...terminalShape,
  usage: UsageInput.exactOptional(),
})

export type TerminalInput = z.output<typeof TerminalInput>
