import type { Part } from '../../engine/devices/device.ts'
import type { ServerBill } from '../../engine/devices/server.ts'
import { exact, type Range } from '../../engine/figures/range.ts'
import type { AnyComponentBill } from '../../engine/parts/component-of.ts'
import type { DiskInput, ServerInput } from '../../input/server-input.ts'
import type { Loaders } from '../loaders.ts'
import { perObject } from '../per-object.ts'
import type { References } from '../references.ts'
import type { ServerArchetype } from '../tables.ts'
import {
  resolveCase,
  resolveCpu,
  resolveGpu,
  resolveHdd,
  resolvePlain,
  resolvePowerSupply,
  resolveRam,
  resolveSsd,
} from './resolve-component.ts'
import { resolveUsage } from './resolve-usage.ts'

/** A server, completed from an archetype; what the caller lists (RAM, disks) replaces what the archetype has of it. */
export async function resolveServer(loaders: Loaders, input: ServerInput): Promise<ServerBill> {
  const { references } = loaders
  const archetype = await loaders.server.load(input.archetype ?? references.defaults.server)
  const { model, configuration = {} } = input
  const { usage } = archetype
  const [typical, cpu, gpu, ram, disks, powerSupply, itsCase, usageBill] = await Promise.all([
    typicalParts(loaders, archetype),
    configuration.cpu && resolveCpu(loaders, configuration.cpu, { ...archetype.cpu, usage }),
    configuration.gpu && resolveGpu(loaders, configuration.gpu, typicalGpus(archetype, true)),
    configuration.ram &&
      Promise.all(configuration.ram.map((each) => resolveRam(loaders, each, { ...archetype.ram, usage }))),
    configuration.disk && Promise.all(configuration.disk.map((each) => resolveDisk(loaders, each, archetype))),
    configuration.powerSupply &&
      resolvePowerSupply(loaders, configuration.powerSupply, { ...archetype.powerSupply, usage }),
    model?.type && resolveCase(loaders, { caseType: model.type }, typicalCase(archetype)),
    resolveUsage(loaders, input.usage, usage),
  ])
  const gpus = gpu ?? typical.gpu
  return {
    archetype: archetype.id,
    warnings: archetype.warning === undefined ? [] : [archetype.warning],
    parts: label([
      typical.assembly,
      cpu ?? typical.cpu,
      ...(gpus ? [gpus] : []),
      ...(ram ?? typical.ram),
      ...(disks ?? typical.disks),
      powerSupply ?? typical.powerSupply,
      itsCase || typical.itsCase,
      typical.motherboard,
    ]),
    usage: usageBill,
    generic: references.device('server') ?? { device: 'server', factors: {} },
  }
}

/** The parts of a server of which nothing is said but its archetype. */
type TypicalParts = Awaited<ReturnType<typeof resolveTypicalParts>>

/** Bills of materials do not change, and belong to the tables and defaults as their archetype does: each is made once. */
const typicalPartsOf = perObject((_: References) => new Map<ServerArchetype, Promise<TypicalParts>>())

function typicalParts(loaders: Loaders, archetype: ServerArchetype): Promise<TypicalParts> {
  const known = typicalPartsOf(loaders.references)
  const parts = known.get(archetype) ?? resolveTypicalParts(loaders, archetype)
  known.set(archetype, parts)
  parts.catch(() => known.delete(archetype))
  return parts
}

async function resolveTypicalParts(loaders: Loaders, archetype: ServerArchetype) {
  const { usage } = archetype
  const [assembly, cpu, gpu, ram, disks, powerSupply, itsCase, motherboard] = await Promise.all([
    resolvePlain(loaders, 'ASSEMBLY', {}, usage),
    resolveCpu(loaders, {}, { ...archetype.cpu, usage }),
    isListed(archetype.gpu) ? resolveGpu(loaders, {}, typicalGpus(archetype, false)) : undefined,
    resolveRam(loaders, {}, { ...archetype.ram, usage }),
    Promise.all(typicalDisks(archetype).map((each) => resolveDisk(loaders, each, archetype))),
    resolvePowerSupply(loaders, {}, { ...archetype.powerSupply, usage }),
    resolveCase(loaders, {}, typicalCase(archetype)),
    resolvePlain(loaders, 'MOTHERBOARD', {}, usage),
  ])
  return { assembly, cpu, gpu, ram: [ram], disks, powerSupply, itsCase, motherboard }
}

/** CPU-1, RAM-1, RAM-2: the kind and its number. */
export function label(bills: readonly AnyComponentBill[]): readonly Part[] {
  const counted = new Map<string, number>()
  return bills.map((bill) => {
    const kind = bill.kind === 'FUNCTIONAL_BLOCK' ? bill.factors.block.toUpperCase() : bill.kind
    const number = (counted.get(kind) ?? 0) + 1
    counted.set(kind, number)
    return { bill, label: `${kind}-${number}` }
  })
}

function typicalCase({ caseType = 'rack', usage }: ServerArchetype) {
  return { caseType, usage }
}

function isListed({ units }: { readonly units?: Range }): boolean {
  return units !== undefined && units.max > 0
}

/** The archetype's drives: solid state first. */
function typicalDisks({ ssd, hdd }: ServerArchetype): readonly DiskInput[] {
  return [...(isListed(ssd) ? [{ ssd: {} }] : []), ...(isListed(hdd) ? [{ hdd: {} }] : [])]
}

function resolveDisk(loaders: Loaders, { ssd, hdd }: DiskInput, archetype: ServerArchetype) {
  const { usage } = archetype
  return ssd === undefined
    ? resolveHdd(loaders, hdd ?? {}, { ...atLeastOne(archetype.hdd), usage })
    : resolveSsd(loaders, ssd, { ...atLeastOne(archetype.ssd), usage })
}

/** A thing that the caller lists is there at least once, though the archetype has none. */
function atLeastOne<Cells extends { readonly units?: Range }>(cells: Cells): Cells {
  return isListed(cells) ? cells : { ...cells, units: exact(1) }
}

function typicalGpus({ gpu, usage }: ServerArchetype, isDescribed: boolean) {
  const { name, vram, ...cells } = isDescribed ? atLeastOne(gpu) : gpu
  return {
    ...cells,
    ...(name !== undefined && name !== '' && { name }),
    ...(vram !== undefined && vram.value > 0 && { vram }),
    usage,
  }
}
