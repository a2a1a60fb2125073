import * as z from 'zod'
import { TERMINAL_KINDS } from '../engine/terminal.ts'
import { name, object, units } from './fields.ts'
import { UsageInput } from './usage-input.ts'

export const terminalShape = { units: units.exactOptional(), type: name.exactOptional() }

/** A terminal or a peripheral. */
export const TerminalInput = object({
  kind: z.enum(TERMINAL_KINDS),
  archetype: name.exactOptional(),
  ...terminalShape,
  usage: UsageInput.exactOptional(),
})

export type TerminalInput = z.output<typeof TerminalInput>
