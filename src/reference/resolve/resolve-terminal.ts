import type { TerminalBill } from '../../engine/devices/terminal.ts'
import { warning } from '../../engine/figures/warning.ts'
import { FaultError, under } from '../../input/fault.ts'
import type { TerminalInput } from '../../input/terminal-input.ts'
import { known } from '../known.ts'
import type { Loaders } from '../loaders.ts'
import { nearestNames } from '../matching/nearest-names.ts'
import { perObject } from '../per-object.ts'
import type { TerminalArchetype } from '../tables.ts'
import { cellsOfRow } from './cells-of-row.ts'
import { deviceFactors } from './part-factors.ts'
import { resolveUsage } from './resolve-usage.ts'

/** A terminal or a peripheral, completed from an archetype of its kind and type. */
export async function resolveTerminal(loaders: Loaders, input: TerminalInput, at = 'input'): Promise<TerminalBill> {
  const { references } = loaders
  const device = input.kind.toLowerCase()
  const types = references.deviceTypes(device)
  const type = types.find((each) => each === input.type?.trim().toLowerCase()) ?? input.type
  if (type !== undefined && types.length > 0 && !types.includes(type)) {
    const message = `expected one of ${types.join(', ')}`
    const nearest = nearestNames(type, types)
    throw new FaultError([{ path: ['type'], message, code: 'INVALID_VALUE', nearest, value: input.type }])
  }
  const archetype = under(['archetype'], () => references.terminal(device, input.archetype, type))
  // Of an archetype of another device the use is taken; what is made is the device that was asked for.
  const isOfAnother = archetype.device !== device
  const typical = isOfAnother ? references.terminal(device, undefined, archetype.type) : archetype
  const factors = references.device(device, type ?? typical.type)
  const value = type ?? (types.length > 0 ? typical.type : undefined)
  return {
    kind: input.kind,
    archetype: archetype.id,
    ...(input.units !== undefined && { units: input.units }),
    ...(value !== undefined && {
      type: known({ value, isTypical: type === undefined, source: type === undefined ? typical.source : undefined }),
    }),
    ...(factors && { factors: deviceFactors(factors) }),
    usage: await resolveUsage(loaders, input.usage, typicalUsage(archetype), `${at}.usage`, { isInDataCentre: false }),
    at,
    warnings: [
      ...(type !== undefined && types.length === 0
        ? [warning('NOT_USED', `The type "${type}" changes nothing: there are none of kind ${device}`)]
        : []),
      ...(isOfAnother
        ? [
            warning(
              'READ_AS',
              `The archetype ${archetype.id} is of kind ${archetype.device}: its use is taken, for a device of kind ${device}`,
            ),
          ]
        : []),
    ],
  }
}

const typicalUsage = perObject(({ id, usage }: TerminalArchetype) => cellsOfRow(`terminal-archetypes.${id}.`, usage))
