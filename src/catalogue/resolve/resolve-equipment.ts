import type { AnyComponentBill } from '../../engine/components/component-of.ts'
import type { EquipmentBill, EquipmentKind } from '../../engine/devices/equipment.ts'
import type { UsageArchetype } from '../../engine/use/usage-bill.ts'
import { NO_WARNINGS, pathOf, type Warning, warning } from '../../engine/values/warning.ts'
import type { DiskInput, EquipmentInput } from '../../input/device-input.ts'
import { known } from '../known.ts'
import type { Loaders } from '../loaders.ts'
import type { References } from '../references.ts'
import { deviceFactors, deviceStages } from './component-factors.ts'
import { ownEnergy, ownMaking } from './own-figures.ts'
import { resolveSsd } from './resolve-memory.ts'
import { typicalModel } from './resolve-model.ts'
import { resolveHdd } from './resolve-other-components.ts'
import { label } from './resolve-server.ts'
import { modelShown, typeOf, typeShown, typicalUsage } from './resolve-terminal.ts'
import { resolveUsage } from './resolve-usage.ts'
import { typicalComponent, typicalMemory } from './typical-component.ts'

/** Equipment of a company, completed from the archetype of its kind and type. */
export async function resolveEquipment(loaders: Loaders, input: EquipmentInput, at = 'input'): Promise<EquipmentBill> {
  const { references } = loaders
  const { kind, model: name, manufacturer, ports } = input
  const device = kind.toLowerCase()
  const read = typeOf(references, device, references.deviceTypes(device), input.type, `${at}.type`)
  const archetype = references.equipment(device, read.type)
  const type = read.type ?? archetype?.type
  const factors = references.device(device, type)
  const stages = deviceStages(references, device, type)
  const own = ownMaking(input.own, at)
  const yearlyEnergy = ownEnergy(input.own, at)
  const portModel = kind === 'SWITCH' ? portModelOf(references) : undefined
  const powerPerDrive = references.constants.term('array_drive_power')
  const disks = kind === 'STORAGE_ARRAY' ? (input.disks ?? []) : []
  const drives = await Promise.all(disks.map((each, n) => resolveDrive(loaders, each, `${at}.disks[${n}]`)))
  return {
    kind,
    ...known({ units: input.units, ports, portModel, powerPerDrive, own, stages }),
    ...(type !== undefined && archetype && { type: typeShown(type, input.type, read.type, archetype, undefined) }),
    ...(factors && { factors: deviceFactors(factors) }),
    ...modelShown(known({ name, manufacturer }), undefined),
    drives: label(drives),
    usage: await resolveUsage(loaders, input.usage, archetype ? typicalUsage(archetype) : NO_USE, `${at}.usage`, {
      yearlyEnergy,
      // An array stands in a data centre, and other equipment only if the caller describes one.
      ...(kind === 'STORAGE_ARRAY' || input.usage?.facility !== undefined ? {} : { isInDataCentre: false }),
    }),
    at,
    warnings: [
      ...read.warnings,
      ...(name?.trim() && factors !== undefined && own === undefined
        ? [typicalModel(device, `${at}.model`)]
        : NO_WARNINGS),
      ...(archetype?.doubt === undefined || own !== undefined
        ? NO_WARNINGS
        : [{ ...warning('DOUBTFUL_FIGURE', archetype.doubt), path: pathOf(`${at}.kind`) }]),
      ...(ports !== undefined && portModel === undefined ? [withoutEffect('ports', device, at)] : NO_WARNINGS),
      ...(input.disks !== undefined && kind !== 'STORAGE_ARRAY' ? [withoutEffect('disks', device, at)] : NO_WARNINGS),
      ...(kind === 'STORAGE_ARRAY' && own === undefined && disks.length === 0 ? [withoutDrives(at)] : NO_WARNINGS),
      ...(PRINTS.has(kind) && own === undefined ? SUPPLIES : NO_WARNINGS),
    ],
  }
}

const NO_USE: UsageArchetype = {}

const PRINTS: ReadonlySet<EquipmentKind> = new Set<EquipmentKind>(['PRINTER', 'MULTIFUNCTION_PRINTER'])

const SUPPLIES = [warning('SUPPLIES_LEFT_OUT', 'Paper and toner are not included in the calculation')]

function withoutDrives(at: string): Warning {
  const message = 'The result leaves out the drives of the storage array. To include them, give `disks`.'
  return { ...warning('PARTS_LEFT_OUT', message), path: pathOf(`${at}.disks`) }
}

function withoutEffect(field: 'ports' | 'disks', device: string, at: string): Warning {
  const message = `The field "${field}" has no effect on a ${device.replaceAll('_', ' ')}`
  return { ...warning('NOT_USED', message), path: pathOf(`${at}.${field}`) }
}

function portModelOf({ constants }: References): EquipmentBill['portModel'] {
  const reference = constants.term('switch_ports')
  const fixed = constants.term('switch_fixed_share')
  return reference && fixed && { reference, fixed }
}

function resolveDrive(
  loaders: Loaders,
  { ssd, hdd }: DiskInput,
  at: string,
): Promise<AnyComponentBill> | AnyComponentBill {
  const typical = (component: 'ssd' | 'hdd') =>
    typicalMemory(typicalComponent(loaders.references, component, undefined))
  return ssd === undefined
    ? resolveHdd(loaders, hdd ?? {}, typical('hdd'), `${at}.hdd`)
    : resolveSsd(loaders, ssd, typical('ssd'), `${at}.ssd`)
}
