import type * as z from 'zod'
import { TERMINAL_KINDS } from '../engine/devices/terminal.ts'
import { id, name, object, optional, units, word } from './fields.ts'
import { UsageInput } from './usage-input.ts'

export const terminalShape = {
  units: optional(units, 'How many', 1),
  type: optional(name, 'Its type, such as pro or perso, where its kind has types', 'pro'),
}

/** A terminal or a peripheral. */
export const TerminalInput = object({
  kind: word(TERMINAL_KINDS).meta({ description: 'What it is' }),
  archetype: optional(id, 'Archetype that completes the rest; see `terminalArchetypes`'),
  ...terminalShape,
  usage: optional(UsageInput, 'How it is used; power is that of one'),
}).meta({ id: 'TerminalInput', description: 'What you know of a terminal or a peripheral.' })

export type TerminalInput = z.output<typeof TerminalInput>
