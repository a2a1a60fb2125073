import type { AnyComponentBill } from '../engine/component-of.ts'
import type { Part } from '../engine/device.ts'
import { exact, type Range } from '../engine/range.ts'
import type { ServerBill } from '../engine/server.ts'
import type { DiskInput, ServerInput } from '../input/server-input.ts'
import type { Loaders } from './loaders.ts'
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
import type { ServerArchetype } from './tables.ts'

/** A server, completed from an archetype; what the caller lists (RAM, disks) replaces what the archetype has of it. */
export async function resolveServer(loaders: Loaders, input: ServerInput): Promise<ServerBill> {
  const { references } = loaders
  const archetype = await loaders.server.load(input.archetype ?? references.defaults.server)
  const { model, configuration = {} } = input
  const { usage } = archetype
  const gpu = configuration.gpu ?? (isListed(archetype.gpu) ? {} : undefined)
  const [assembly, cpu, gpus, ram, disks, powerSupply, itsCase, motherboard, usageBill] = await Promise.all([
    resolvePlain(loaders, 'ASSEMBLY', {}, usage),
    resolveCpu(loaders, configuration.cpu ?? {}, { ...archetype.cpu, usage }),
    gpu && resolveGpu(loaders, gpu, typicalGpus(archetype, configuration.gpu !== undefined)),
    Promise.all((configuration.ram ?? [{}]).map((each) => resolveRam(loaders, each, { ...archetype.ram, usage }))),
    Promise.all((configuration.disk ?? typicalDisks(archetype)).map((each) => resolveDisk(loaders, each, archetype))),
    resolvePowerSupply(loaders, configuration.powerSupply ?? {}, { ...archetype.powerSupply, usage }),
    resolveCase(loaders, model?.type === undefined ? {} : { caseType: model.type }, {
      caseType: archetype.caseType ?? 'rack',
      usage,
    }),
    resolvePlain(loaders, 'MOTHERBOARD', {}, usage),
    resolveUsage(loaders, input.usage, usage),
  ])
  return {
    archetype: archetype.id,
    warnings: archetype.warning === undefined ? [] : [archetype.warning],
    parts: label([assembly, cpu, ...(gpus ? [gpus] : []), ...ram, ...disks, powerSupply, itsCase, motherboard]),
    usage: usageBill,
    generic: references.device('server') ?? { device: 'server', factors: {} },
  }
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
