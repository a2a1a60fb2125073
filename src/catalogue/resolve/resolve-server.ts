import { shared } from '../../engine/components/component.ts'
import type { AnyComponentBill } from '../../engine/components/component-of.ts'
import type { LabelledBill } from '../../engine/devices/device.ts'
import type { ServerBill } from '../../engine/devices/server.ts'
import type { UsageArchetype } from '../../engine/use/usage-bill.ts'
import { Cell } from '../../engine/values/cell.ts'
import { exact, type Range } from '../../engine/values/range.ts'
import { pathOf, warning } from '../../engine/values/warning.ts'
import type { GpuInput } from '../../input/component-input.ts'
import type { DiskInput, ServerInput } from '../../input/device-input.ts'
import { under } from '../../input/fault.ts'
import type { Loaders } from '../loaders.ts'
import { modelTerms } from '../model-terms.ts'
import { perObject } from '../per-object.ts'
import type { References } from '../references.ts'
import { repeated } from '../repeated-parts.ts'
import type { ServerArchetype } from '../tables.ts'
import { deviceFactors, deviceStages } from './component-factors.ts'
import { ownEnergy, ownMaking } from './own-figures.ts'
import { resolveCpu } from './resolve-cpu.ts'
import { resolveGpu } from './resolve-gpu.ts'
import { besideCpu, resolveRam, resolveSsd } from './resolve-memory.ts'
import { resolveModel } from './resolve-model.ts'
import { resolveCase, resolveHdd, resolvePlain, resolvePowerSupply } from './resolve-other-components.ts'
import { resolveUsage } from './resolve-usage.ts'
import { typicalServer } from './typical-component.ts'

/** A server, completed from an archetype. Lists in the input (RAM, disks) replace the archetype's. */
export async function resolveServer(loaders: Loaders, input: ServerInput, at = 'input'): Promise<ServerBill> {
  const { references } = loaders
  const { model, configuration = {} } = input
  const named = resolveModel(references, 'server', model, input.archetype, `${at}.model`)
  const id = input.archetype ?? named.model?.archetype ?? references.defaults.server
  const archetype = await under(['archetype'], () => loaders.server.load(id))
  const columns = typicalServer(archetype)
  const of = `${at}.configuration`
  const drivesAt = configuration.disks === undefined ? 'disk' : 'disks'
  const drives = configuration[drivesAt]
  const typicalOf = typicalComponents(loaders, archetype)
  const { cpu: givenCpu } = configuration
  const cpuOf =
    givenCpu &&
    repeated(loaders.parts, ['cpu', archetype.id, at, givenCpu], () =>
      resolveCpu(loaders, givenCpu, columns.cpu, `${of}.cpu`, archetype),
    )
  const [typical, cpu, gpu, ram, disks, powerSupply, itsCase, usageBill] = await Promise.all([
    typicalOf,
    cpuOf,
    configuration.gpu &&
      resolveGpu(loaders, ofKnownMemory(configuration.gpu), typicalGpus(archetype, true), `${of}.gpu`),
    configuration.ram &&
      Promise.all(
        configuration.ram.map((each, n) =>
          repeated(loaders.parts, ['ram', archetype.id, at, n, each, givenCpu], () =>
            resolveRam(loaders, each, columns.ram, `${of}.ram[${n}]`, cpuOf ?? typicalOf.then(({ cpu }) => cpu)),
          ),
        ),
      ),
    // An empty list of memory is a server without any; an empty list of drives counts as absent.
    drives?.length &&
      Promise.all(drives.map((each, n) => resolveDisk(loaders, each, archetype, `${of}.${drivesAt}[${n}]`))),
    configuration.powerSupply &&
      resolvePowerSupply(loaders, configuration.powerSupply, columns.powerSupply, `${of}.powerSupply`),
    model?.type && resolveCase(loaders, { caseType: model.type }, columns.itsCase, `${at}.model`),
    resolveUsage(loaders, input.usage, typicalUsage(references, archetype), `${at}.usage`, {
      yearlyEnergy: ownEnergy(input.own, at),
    }),
  ])
  const gpus = gpu ?? typical.gpu
  const { warning: assumption } = archetype
  const path = pathOf(`${at}.archetype`)
  const generic = references.device('server')
  const stages = deviceStages(references, 'server')
  const genericDrives = references.constants.term('generic_drives')
  const { making: makingModel } = modelTerms(references.tables)
  const own = ownMaking(input.own, at)
  const power = references.serverPower?.of(cpu ?? typical.cpu, archetype.cpuClass).bill
  return {
    archetype: archetype.id,
    warnings: [
      ...named.warnings,
      ...(configuration.gpu && configuration.gpu.units === undefined && archetype.gpu.units?.max === 0
        ? [{ ...NO_CARDS, path: pathOf(`${of}.gpu`) }]
        : []),
      ...(configuration.gpu?.vram === 0 ? [{ ...NO_MEMORY, path: pathOf(`${of}.gpu.vram`) }] : []),
      ...(assumption === undefined ? [] : [{ ...warning('GENERIC_ARCHETYPE', assumption), path }]),
      ...(named.model?.otherMethod === undefined || own !== undefined
        ? []
        : [{ ...warning('METHODS_DIFFER', named.model.otherMethod), path: pathOf(`${at}.model.name`) }]),
      ...(archetype.doubt === undefined ? [] : [{ ...warning('DOUBTFUL_FIGURE', archetype.doubt), path }]),
    ],
    componentBills: label([
      typical.assembly,
      cpu ?? typical.cpu,
      ...(gpus ? [gpus] : []),
      ...(ram ?? (cpu === undefined ? typical.ram : typical.ram.map((each) => besideCpu(references, each, cpu)))),
      ...(disks || typical.disks),
      powerSupply ?? typical.powerSupply,
      itsCase || typical.itsCase,
      typical.motherboard,
      ...typical.rest,
    ]),
    usage: usageBill,
    generic: generic ? deviceFactors(generic) : {},
    ...(own && { own }),
    ...(stages && { stages }),
    ...(genericDrives && { genericDrives: genericDrives.value }),
    ...(makingModel && { makingModel }),
    ...(power && { power }),
    ...(input.share && { share: { size: input.share, at: `${at}.share`, ...(await typicalCores(loaders)) } }),
  }
}

/** How such a server is typically used. */
export function typicalUsage(references: References, archetype: ServerArchetype): UsageArchetype {
  const { usage, usageInWhole } = typicalServer(archetype)
  return references.serverPower === undefined ? usage : usageInWhole
}

/** Cores of a processor of the usual server. */
async function typicalCores(loaders: Loaders) {
  const { coreUnits } = typicalServer(await loaders.server.load(loaders.references.defaults.server)).cpu
  return coreUnits && { typicalCores: coreUnits }
}

/** The parts of a server described by its archetype alone. */
type TypicalComponents = Awaited<ReturnType<typeof resolveTypicalComponents>>

/** Bills of materials are immutable and belong to the tables and defaults, so each is created once. */
const typicalComponentsOf = perObject((_: References) => new Map<ServerArchetype, Promise<TypicalComponents>>())

function typicalComponents(loaders: Loaders, archetype: ServerArchetype): Promise<TypicalComponents> {
  const known = typicalComponentsOf(loaders.references)
  const components = known.get(archetype) ?? resolveTypicalComponents(loaders, archetype)
  known.set(archetype, components)
  components.catch(() => known.delete(archetype))
  return components
}

async function resolveTypicalComponents(loaders: Loaders, archetype: ServerArchetype) {
  const columns = typicalServer(archetype)
  const { usage } = columns
  const at = `server-archetypes.${archetype.id}`
  const cpuOf = resolveCpu(loaders, {}, columns.cpu, at, archetype)
  const hasRest = loaders.references.tables.componentFactors.has('rest_of_server')
  const [assembly, cpu, gpu, ram, disks, powerSupply, itsCase, motherboard, ...rest] = await Promise.all([
    resolvePlain(loaders, 'ASSEMBLY', {}, at, usage),
    cpuOf,
    isListed(archetype.gpu) ? resolveGpu(loaders, {}, typicalGpus(archetype, false), at) : undefined,
    resolveRam(loaders, {}, columns.ram, at, cpuOf),
    Promise.all(typicalDisks(archetype).map((each) => resolveDisk(loaders, each, archetype, at))),
    resolvePowerSupply(loaders, {}, columns.powerSupply, at),
    resolveCase(loaders, {}, columns.itsCase, at),
    resolvePlain(loaders, 'MOTHERBOARD', {}, at, usage),
    ...(hasRest ? [resolvePlain(loaders, 'REST_OF_SERVER', {}, at, usage)] : []),
  ])
  for (const bill of [assembly, cpu, ...(gpu ? [gpu] : []), ram, ...disks, powerSupply, itsCase, motherboard, ...rest])
    shared(bill)
  return { assembly, cpu, gpu, ram: [ram], disks, powerSupply, itsCase, motherboard, rest }
}

/** CPU-1, RAM-1, RAM-2: the kind and its number. */
export function label(bills: readonly AnyComponentBill[]): readonly LabelledBill[] {
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

/** The archetype's drives, solid-state ones first. */
function typicalDisks({ ssd, hdd }: ServerArchetype): readonly DiskInput[] {
  return [...(isListed(ssd) ? [{ ssd: {} }] : []), ...(isListed(hdd) ? [{ hdd: {} }] : [])]
}

function resolveDisk(loaders: Loaders, { ssd, hdd }: DiskInput, archetype: ServerArchetype, at: string) {
  const columns = typicalServer(archetype)
  return ssd === undefined
    ? resolveHdd(loaders, hdd ?? {}, isListed(archetype.hdd) ? columns.hdd : atLeastOne(columns.hdd), `${at}.hdd`)
    : resolveSsd(loaders, ssd, isListed(archetype.ssd) ? columns.ssd : atLeastOne(columns.ssd), `${at}.ssd`)
}

/** A part in the input exists at least once, even if the archetype has none. */
function atLeastOne<Cells extends object>(cells: Cells): Cells & { readonly units: Cell } {
  return { ...cells, units: ONE_LISTED }
}

const NO_CARDS = warning(
  'NOT_USED',
  'The archetype has no graphics cards. To include cards, give their number (`units`).',
)

const NO_MEMORY = warning('NOT_USED', 'Every graphics card has memory, so 0 GB counts as unknown')

/** Drops a memory of 0 GB, which tools write for an unknown one. */
function ofKnownMemory({ vram, ...card }: GpuInput): GpuInput {
  return vram === undefined || vram === 0 ? card : { ...card, vram }
}

const ONE_LISTED = new Cell(
  { table: 'defaults', row: 'listed', column: 'units' },
  exact(1),
  '1, because you described the component and the archetype has none',
)

/** The archetype's cards. Cards described in the input count as one if the archetype gives no number. */
function typicalGpus(archetype: ServerArchetype, isDescribed: boolean) {
  const { gpu } = typicalServer(archetype)
  const { name, vram, ...cells } = isDescribed && archetype.gpu.units === undefined ? atLeastOne(gpu) : gpu
  return {
    ...cells,
    ...(name !== undefined && name !== '' && { name }),
    ...(vram !== undefined && vram.numbers.value > 0 && { vram }),
  }
}
