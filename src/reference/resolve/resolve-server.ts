import type { Part } from '../../engine/devices/device.ts'
import type { ServerBill } from '../../engine/devices/server.ts'
import { Cell } from '../../engine/figures/cell.ts'
import { exact, type Range } from '../../engine/figures/range.ts'
import { pathOf, warning } from '../../engine/figures/warning.ts'
import type { AnyComponentBill } from '../../engine/parts/component-of.ts'
import { under } from '../../input/fault.ts'
import type { DiskInput, ServerInput } from '../../input/server-input.ts'
import type { Loaders } from '../loaders.ts'
import { perObject } from '../per-object.ts'
import type { References } from '../references.ts'
import type { ServerArchetype } from '../tables.ts'
import { deviceFactors } from './part-factors.ts'
import { resolveCpu } from './resolve-cpu.ts'
import { resolveGpu } from './resolve-gpu.ts'
import { resolveRam, resolveSsd } from './resolve-memory.ts'
import { resolveCase, resolveHdd, resolvePlain, resolvePowerSupply } from './resolve-other-parts.ts'
import { resolveUsage } from './resolve-usage.ts'
import { typicalServer } from './typical-server.ts'

/** A server, completed from an archetype; what the caller lists (RAM, disks) replaces what the archetype has of it. */
export async function resolveServer(loaders: Loaders, input: ServerInput, at = 'input'): Promise<ServerBill> {
  const { references } = loaders
  const archetype = await under(['archetype'], () => loaders.server.load(input.archetype ?? references.defaults.server))
  const { model, configuration = {} } = input
  const columns = typicalServer(archetype)
  const of = `${at}.configuration`
  const [typical, cpu, gpu, ram, disks, powerSupply, itsCase, usageBill] = await Promise.all([
    typicalParts(loaders, archetype),
    configuration.cpu && resolveCpu(loaders, configuration.cpu, columns.cpu, `${of}.cpu`),
    configuration.gpu && resolveGpu(loaders, configuration.gpu, typicalGpus(archetype, true), `${of}.gpu`),
    configuration.ram &&
      Promise.all(configuration.ram.map((each, n) => resolveRam(loaders, each, columns.ram, `${of}.ram[${n}]`))),
    configuration.disk &&
      Promise.all(configuration.disk.map((each, n) => resolveDisk(loaders, each, archetype, `${of}.disk[${n}]`))),
    configuration.powerSupply &&
      resolvePowerSupply(loaders, configuration.powerSupply, columns.powerSupply, `${of}.powerSupply`),
    model?.type && resolveCase(loaders, { caseType: model.type }, columns.itsCase, `${at}.model`),
    resolveUsage(loaders, input.usage, columns.usage, `${at}.usage`),
  ])
  const gpus = gpu ?? typical.gpu
  const { warning: assumption } = archetype
  const path = pathOf(`${at}.archetype`)
  const generic = references.device('server')
  return {
    archetype: archetype.id,
    warnings: [
      ...(assumption === undefined ? [] : [{ ...warning('GENERIC_ARCHETYPE', assumption), path }]),
      ...(archetype.doubt === undefined ? [] : [{ ...warning('DOUBTFUL_FIGURE', archetype.doubt), path }]),
    ],
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
    generic: generic ? deviceFactors(generic) : {},
  }
}

/** The parts of a server of which nothing is given but its archetype. */
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
  const columns = typicalServer(archetype)
  const { usage } = columns
  const at = `server-archetypes.${archetype.id}`
  const [assembly, cpu, gpu, ram, disks, powerSupply, itsCase, motherboard] = await Promise.all([
    resolvePlain(loaders, 'ASSEMBLY', {}, at, usage),
    resolveCpu(loaders, {}, columns.cpu, at),
    isListed(archetype.gpu) ? resolveGpu(loaders, {}, typicalGpus(archetype, false), at) : undefined,
    resolveRam(loaders, {}, columns.ram, at),
    Promise.all(typicalDisks(archetype).map((each) => resolveDisk(loaders, each, archetype, at))),
    resolvePowerSupply(loaders, {}, columns.powerSupply, at),
    resolveCase(loaders, {}, columns.itsCase, at),
    resolvePlain(loaders, 'MOTHERBOARD', {}, at, usage),
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

function isListed({ units }: { readonly units?: Range }): boolean {
  return units !== undefined && units.max > 0
}

/** The archetype's drives: solid state first. */
function typicalDisks({ ssd, hdd }: ServerArchetype): readonly DiskInput[] {
  return [...(isListed(ssd) ? [{ ssd: {} }] : []), ...(isListed(hdd) ? [{ hdd: {} }] : [])]
}

function resolveDisk(loaders: Loaders, { ssd, hdd }: DiskInput, archetype: ServerArchetype, at: string) {
  const columns = typicalServer(archetype)
  return ssd === undefined
    ? resolveHdd(loaders, hdd ?? {}, isListed(archetype.hdd) ? columns.hdd : atLeastOne(columns.hdd), `${at}.hdd`)
    : resolveSsd(loaders, ssd, isListed(archetype.ssd) ? columns.ssd : atLeastOne(columns.ssd), `${at}.ssd`)
}

/** A thing that the caller lists is there at least once, though the archetype has none. */
function atLeastOne<Cells extends object>(cells: Cells): Cells & { readonly units: Cell } {
  return { ...cells, units: ONE_LISTED }
}

const ONE_LISTED = new Cell('defaults.listed.units', exact(1), 'One, since it is described: the archetype has none')

function typicalGpus(archetype: ServerArchetype, isDescribed: boolean) {
  const { gpu } = typicalServer(archetype)
  const { name, vram, ...cells } = isDescribed && !isListed(archetype.gpu) ? atLeastOne(gpu) : gpu
  return {
    ...cells,
    ...(name !== undefined && name !== '' && { name }),
    ...(vram !== undefined && vram.numbers.value > 0 && { vram }),
  }
}
