import type { TerminalBill } from '../../engine/devices/terminal.ts'
import { pathOf, type Warning, warning } from '../../engine/values/warning.ts'
import type { TerminalInput } from '../../input/device-input.ts'
import { FaultError, under } from '../../input/fault.ts'
import { known } from '../known.ts'
import type { Loaders } from '../loaders.ts'
import { nearestNames } from '../matching/nearest-names.ts'
import { perObject } from '../per-object.ts'
import type { References } from '../references.ts'
import type { DeviceModel, TerminalArchetype } from '../tables.ts'
import { cellsOfRow } from './cells-of-row.ts'
import { deviceFactors, deviceStages } from './component-factors.ts'
import { resolveModel } from './resolve-model.ts'
import { resolveUsage } from './resolve-usage.ts'

/** A terminal or a peripheral, completed from an archetype of its kind and type. */
export async function resolveTerminal(loaders: Loaders, input: TerminalInput, at = 'input'): Promise<TerminalBill> {
  const { references } = loaders
  const device = input.kind.toLowerCase()
  const types = references.deviceTypes(device)
  const read = typeOf(references, device, types, input.type, `${at}.type`)
  const named = resolveModel(references, device, input.model, input.archetype, `${at}.model`)
  // The type in the input takes precedence over the model's.
  const ofModel = read.type === undefined ? named.model?.archetype : undefined
  const { type } = read
  const archetype = under(['archetype'], () => references.terminal(device, input.archetype ?? ofModel, type))
  // An archetype of another device only supplies the use; the device requested is what is made.
  const isOfAnother = archetype.device !== device
  const typical = isOfAnother ? references.terminal(device, undefined, archetype.type) : archetype
  const factors = references.device(device, type ?? typical.type)
  const stages = deviceStages(references, device, type ?? typical.type)
  const value = type ?? (types.length > 0 ? typical.type : undefined)
  return {
    kind: input.kind,
    archetype: archetype.id,
    ...(input.units !== undefined && { units: input.units }),
    ...(value !== undefined && { type: typeShown(value, input.type, type, typical, named.model) }),
    ...(factors && { factors: deviceFactors(factors) }),
    ...(stages && { stages }),
    usage: await resolveUsage(loaders, input.usage, typicalUsage(archetype), `${at}.usage`, { isInDataCentre: false }),
    at,
    warnings: [
      ...named.warnings,
      ...read.warnings,
      ...(archetype.doubt === undefined
        ? []
        : [{ ...warning('DOUBTFUL_FIGURE', archetype.doubt), path: pathOf(`${at}.archetype`) }]),
      ...(input.type !== undefined && types.length === 0
        ? [warning('NOT_USED', `The type "${input.type}" has no effect: kind ${device} has no types`)]
        : []),
      ...(isOfAnother
        ? [
            warning(
              'READ_AS',
              `The archetype ${archetype.id} describes another kind (${archetype.device}). This result is for the kind ${device}. It uses only the usage values of the archetype.`,
            ),
          ]
        : []),
    ],
  }
}

/** The type whose figures apply to the terminal, with warnings. */
interface ReadType {
  readonly type?: string
  readonly warnings: readonly Warning[]
}

/** Throws a FaultError for an unknown type. */
function typeOf(
  references: References,
  device: string,
  types: readonly string[],
  given: string | undefined,
  at: string,
): ReadType {
  if (given === undefined) return { warnings: [] }
  const type = types.find((each) => each === given.trim().toLowerCase())
  if (type !== undefined || types.length === 0) return { type: type ?? given, warnings: [] }
  const said = references.models.type(device, given)
  if (said === undefined) {
    const known = [...types, ...references.models.typeNames(device)]
    const message = `expected one of ${known.join(', ')}`
    const nearest = nearestNames(given, known)
    throw new FaultError([{ path: ['type'], message, code: 'INVALID_VALUE', nearest, value: given }])
  }
  const message = `There are no figures for type "${said.name}". This result uses those of a typical ${device}.`
  return {
    ...(said.type !== undefined && { type: said.type }),
    warnings: said.hasFigures ? [] : [{ ...warning('READ_AS', message), path: pathOf(at) }],
  }
}

/** The type as in the input (INPUT), in other words (CHANGED), inferred from the model, or typical. */
function typeShown(
  value: string,
  given: string | undefined,
  type: string | undefined,
  typical: TerminalArchetype,
  model: DeviceModel | undefined,
): NonNullable<TerminalBill['type']> {
  if (given !== undefined && given.trim().toLowerCase() !== value.trim().toLowerCase()) {
    return { value, status: 'CHANGED', source: `Given as "${given}"` }
  }
  if (type !== undefined) return { value, status: 'INPUT' }
  if (model === undefined) return { value, status: 'ARCHETYPE', ...known({ source: typical.source }) }
  const by = model.source === undefined ? '' : `, by ${model.source}`
  return { value, status: 'COMPLETED', source: `Completed from the model ${model.manufacturer} ${model.name}${by}` }
}

const typicalUsage = perObject(({ id, usage }: TerminalArchetype) =>
  cellsOfRow({ table: 'terminal-archetypes', row: id }, usage),
)
