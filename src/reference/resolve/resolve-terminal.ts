import type { TerminalBill } from '../../engine/devices/terminal.ts'
import { InputError } from '../../input/check-input.ts'
import type { TerminalInput } from '../../input/terminal-input.ts'
import type { Loaders } from '../loaders.ts'
import { resolveUsage } from './resolve-usage.ts'

/** A terminal or a peripheral, completed from an archetype of its kind and type. */
export async function resolveTerminal(loaders: Loaders, input: TerminalInput): Promise<TerminalBill> {
  const { references } = loaders
  const device = input.kind.toLowerCase()
  const types = references.deviceTypes(device)
  const type = types.find((each) => each === input.type?.trim().toLowerCase()) ?? input.type
  if (type !== undefined && types.length > 0 && !types.includes(type)) {
    const message = `expected one of ${types.join(', ')}`
    throw new InputError([{ path: ['input', 'type'], message, code: 'invalid_value', value: input.type }])
  }
  const archetype = references.terminal(device, input.archetype, type)
  const factors = references.device(device, type ?? archetype.type)
  const value = type ?? (types.length > 0 ? archetype.type : undefined)
  return {
    kind: input.kind,
    archetype: archetype.id,
    ...(input.units !== undefined && { units: input.units }),
    ...(value !== undefined && { type: { value, isTypical: type === undefined } }),
    ...(factors && { factors }),
    usage: await resolveUsage(loaders, input.usage, archetype.usage),
    warnings:
      type !== undefined && types.length === 0
        ? [`The type "${type}" changes nothing: there are none of kind ${device}`]
        : [],
  }
}
