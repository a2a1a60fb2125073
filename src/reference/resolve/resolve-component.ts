import type { ComponentFactors, PowerCurve } from '../../engine/figures/figures.ts'
import type { NameMatch } from '../../engine/figures/name-match.ts'
import { exact, mapRising, type Range } from '../../engine/figures/range.ts'
import type { CaseBill, CaseType } from '../../engine/parts/case.ts'
import type { AnyComponentBill } from '../../engine/parts/component-of.ts'
import type { CpuBill } from '../../engine/parts/cpu.ts'
import { effectiveDieArea } from '../../engine/parts/effective-die-area.ts'
import type { GpuBill } from '../../engine/parts/gpu.ts'
import type { HddBill } from '../../engine/parts/hdd.ts'
import type { PlainComponentBill } from '../../engine/parts/plain-component.ts'
import type { PowerSupplyBill } from '../../engine/parts/power-supply.ts'
import type { RamBill } from '../../engine/parts/ram.ts'
import type { SsdBill } from '../../engine/parts/ssd.ts'
import type { UsageArchetype } from '../../engine/use/usage.ts'
import type {
  CaseInput,
  ComponentInput,
  CpuInput,
  GpuInput,
  HddInput,
  PlainComponentInput,
  PowerSupplyInput,
  RamInput,
  SsdInput,
} from '../../input/component-input.ts'
import type { Loaders } from '../loaders.ts'
import { perObject } from '../per-object.ts'
import type { References, Word } from '../references.ts'
import type { ArchetypeComponent, ComponentArchetype } from '../tables.ts'
import { resolveUsage } from './resolve-usage.ts'

/** One component alone, completed from a component archetype (its default where no id is given). */
export async function resolveComponent(
  loaders: Loaders,
  input: ComponentInput,
  archetypeId: string | undefined,
): Promise<AnyComponentBill> {
  const archetype = (component: ArchetypeComponent) => typicalComponent(loaders.references, component, archetypeId)
  if (input.cpu) return resolveCpu(loaders, input.cpu, typicalCpu(archetype('cpu')))
  if (input.gpu)
    return resolveGpu(
      loaders,
      input.gpu,
      { usage: usageOf(typicalComponent(loaders.references, 'gpu', undefined)) },
      archetypeId,
    )
  if (input.ram) return resolveRam(loaders, input.ram, typicalMemory(archetype('ram')))
  if (input.ssd) return resolveSsd(loaders, input.ssd, typicalMemory(archetype('ssd')))
  if (input.hdd) return resolveHdd(loaders, input.hdd, typicalMemory(archetype('hdd')))
  if (input.powerSupply)
    return resolvePowerSupply(loaders, input.powerSupply, typicalPowerSupply(archetype('power_supply')))
  if (input.case) return resolveCase(loaders, input.case, typicalCase(archetype('case')))
  const kind = input.motherboard ? 'MOTHERBOARD' : 'ASSEMBLY'
  const plain = await resolvePlain(loaders, kind, input.motherboard ?? input.assembly ?? {})
  return archetypeId === undefined ? plain : { ...plain, warnings: [noArchetypes(kind, archetypeId)] }
}

/** What is typical of a component, by an archetype of the component or by columns of a server's. */
export type Typical<Bill extends { readonly archetype: unknown }> = Bill['archetype'] & {
  readonly usage: UsageArchetype
}

/** What is typical of a CPU; its name too. */
export type TypicalCpu = Typical<CpuBill> & { readonly name?: string }

/** What a server says of its GPUs; the rest is that of the GPU archetype. */
export type TypicalGpu = Partial<GpuBill['archetype']> & { readonly name?: string; readonly usage: UsageArchetype }

export async function resolveCpu(loaders: Loaders, input: CpuInput, typical: TypicalCpu): Promise<CpuBill> {
  const { references } = loaders
  const { usage, name, manufacturer, family, modelRange } = input
  const { usage: typicalUsage, name: typicalName } = typical
  const knownName = name ?? typicalName
  const [match, maker, ofFamily, range, usageBill] = await Promise.all([
    knownName === undefined ? undefined : loaders.cpu.load(knownName),
    matchWord(loaders, 'cpuManufacturer', manufacturer),
    matchWord(loaders, 'family', family),
    matchWord(loaders, 'modelRange', modelRange),
    resolveUsage(loaders, usage, typicalUsage),
  ])
  const row = match?.row
  const familyName = ofFamily?.name ?? row?.family ?? typical.family
  const profile = references.powerProfile(
    maker?.name ?? row?.manufacturer ?? typical.manufacturer,
    range?.name ?? row?.modelRange ?? typical.modelRange,
  )
  return {
    kind: 'CPU',
    given: input,
    nameIsTypical: name === undefined,
    ...(match && { name: match }),
    ...(maker && { manufacturer: maker }),
    ...(ofFamily && { family: ofFamily }),
    ...(range && { modelRange: range }),
    archetype: typical,
    dieSizes: references.dieSizes(familyName),
    ...(profile && { profile }),
    typicalProfile: powerCurveOf(typicalComponent(references, 'cpu', undefined)),
    factors: componentFactors(references, 'cpu'),
    profileOf: references.profileOf,
    usage: usageBill,
  }
}

export async function resolveGpu(
  loaders: Loaders,
  input: GpuInput,
  typical: TypicalGpu,
  archetypeId?: string,
): Promise<GpuBill> {
  const { references } = loaders
  const { usage, name, manufacturer, ...given } = input
  const { usage: typicalUsage, name: typicalName, ...ofServer } = typical
  const archetype = archetypeId ?? references.defaults.components.gpu
  const knownName = name ?? typicalName
  const [match, maker, usageBill] = await Promise.all([
    knownName === undefined ? undefined : loaders.gpu.load(knownName),
    matchWord(loaders, 'gpuManufacturer', manufacturer),
    resolveUsage(loaders, usage, typicalUsage),
  ])
  return {
    kind: 'GPU',
    given,
    nameIsTypical: name === undefined,
    ...(match && { name: match }),
    ...(maker && { manufacturer: maker }),
    archetypeName: archetype,
    archetype: { ...typicalGpu(references, archetype), ...ofServer },
    factors: references.tables.gpuFactors,
    usage: usageBill,
  }
}

export async function resolveRam(loaders: Loaders, input: RamInput, typical: Typical<RamBill>): Promise<RamBill> {
  const { references } = loaders
  const { usage, manufacturer, ...given } = input
  const { usage: typicalUsage, ...archetype } = typical
  const [maker, usageBill] = await Promise.all([
    makerOfMemory(loaders, 'ramManufacturer', manufacturer, given.density),
    resolveUsage(loaders, usage, typicalUsage),
  ])
  return {
    kind: 'RAM',
    given,
    ...(maker && { manufacturer: maker }),
    archetype,
    densities: references.ramDensity(maker?.name, given.process),
    factors: componentFactors(references, 'ram'),
    usage: usageBill,
  }
}

export async function resolveSsd(loaders: Loaders, input: SsdInput, typical: Typical<SsdBill>): Promise<SsdBill> {
  const { references } = loaders
  const { usage, manufacturer, ...given } = input
  const { usage: typicalUsage, ...archetype } = typical
  const [maker, usageBill] = await Promise.all([
    makerOfMemory(loaders, 'ssdManufacturer', manufacturer, given.density),
    resolveUsage(loaders, usage, typicalUsage),
  ])
  return {
    kind: 'SSD',
    given,
    ...(maker && { manufacturer: maker }),
    archetype,
    densities: references.ssdDensity(maker?.name, given.layers),
    factors: componentFactors(references, 'ssd'),
    usage: usageBill,
  }
}

export async function resolveHdd(loaders: Loaders, input: HddInput, typical: Typical<HddBill>): Promise<HddBill> {
  const { usage, ...given } = input
  const { usage: typicalUsage, ...archetype } = typical
  const factors = componentFactors(loaders.references, 'hdd')
  return { kind: 'HDD', given, archetype, factors, usage: await resolveUsage(loaders, usage, typicalUsage) }
}

export async function resolvePowerSupply(
  loaders: Loaders,
  input: PowerSupplyInput,
  typical: Typical<PowerSupplyBill>,
): Promise<PowerSupplyBill> {
  const { usage, ...given } = input
  const { usage: typicalUsage, ...archetype } = typical
  const factors = componentFactors(loaders.references, 'power_supply')
  return { kind: 'POWER_SUPPLY', given, archetype, factors, usage: await resolveUsage(loaders, usage, typicalUsage) }
}

export async function resolveCase(loaders: Loaders, input: CaseInput, typical: Typical<CaseBill>): Promise<CaseBill> {
  const { references } = loaders
  const { usage, ...given } = input
  const { usage: typicalUsage, ...archetype } = typical
  const factors = {
    rack: componentFactors(references, 'case.rack').base,
    bladeServer: componentFactors(references, 'case.blade_server').base,
    bladeEnclosure16Slots: componentFactors(references, 'case.blade_enclosure_16_slots').base,
  }
  return { kind: 'CASE', given, archetype, factors, usage: await resolveUsage(loaders, usage, typicalUsage) }
}

export async function resolvePlain(
  loaders: Loaders,
  kind: PlainComponentBill['kind'],
  input: PlainComponentInput,
  usageOfDevice?: UsageArchetype,
): Promise<PlainComponentBill> {
  const { references } = loaders
  const { usage, ...given } = input
  const factors = componentFactors(references, kind === 'MOTHERBOARD' ? 'motherboard' : 'assembly')
  const typicalUsage = usageOfDevice ?? usageOf(typicalComponent(references, 'case', undefined))
  return { kind, given, factors, usage: await resolveUsage(loaders, usage, typicalUsage) }
}

function noArchetypes(kind: string, archetype: string): string {
  return `The archetype "${archetype}" was passed over: there are none of kind ${kind.toLowerCase()}`
}

function componentFactors({ tables }: References, component: string): ComponentFactors {
  return tables.componentFactors.get(component) ?? NO_FACTORS
}

const NO_FACTORS: ComponentFactors = { base: {}, perDieArea: {} }

function matchWord(loaders: Loaders, word: Word, text: string | undefined) {
  return text === undefined ? undefined : loaders.word.load([word, text])
}

/** A maker is looked up where the density depends on it; else its name stays as it was given. */
function makerOfMemory(
  loaders: Loaders,
  word: 'ramManufacturer' | 'ssdManufacturer',
  maker: string | undefined,
  density: number | undefined,
): NameMatch<string> | undefined | Promise<NameMatch<string>> {
  if (maker === undefined || density === undefined) return matchWord(loaders, word, maker)
  return { given: maker, outcome: 'same', name: maker, nearest: [] }
}

function typicalComponent(
  references: References,
  component: ArchetypeComponent,
  id: string | undefined,
): ComponentArchetype {
  return references.component(component, id ?? references.defaults.components[component])
}

/** Numbers and texts of a component archetype by their public names. */
function read({ attributes }: ComponentArchetype) {
  return {
    number: (name: string): Range | undefined => {
      const cell = attributes[name]
      return typeof cell === 'object' ? cell : undefined
    },
    text: (name: string): string | undefined => {
      const cell = attributes[name]
      return typeof cell === 'string' ? cell : undefined
    },
  }
}

const typicalCpu = perObject((archetype: ComponentArchetype): TypicalCpu => {
  const { number, text } = read(archetype)
  return known({
    units: number('units'),
    coreUnits: number('core_units'),
    threads: number('threads'),
    tdp: number('tdp'),
    dieSizePerCore: number('die_size_per_core'),
    name: text('name'),
    manufacturer: text('manufacturer'),
    family: text('family'),
    modelRange: text('model_range'),
    usage: usageOf(archetype),
  })
})

/** Figures of the GPU archetype, whose gpu_surface is that of a die, or of a model of the GPU table, which counts wafer. */
function typicalGpu(references: References, id: string): GpuBill['archetype'] {
  const model = references.gpuModel(id)
  if (model !== undefined) {
    const { name: _, manufacturer: __, ...figures } = model
    return Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, exact(value)]))
  }
  const { number } = read(references.component('gpu', id))
  const dieArea = number('gpu_surface')
  return known({
    weight: number('weight'),
    heatsinkWeight: number('heatsink_weight'),
    pwbSurface: number('pwb_surface'),
    casingWeight: number('casing_weight'),
    gpuSurface: dieArea && mapRising(dieArea, effectiveDieArea),
    vram: number('vram'),
    vramDies: number('vram_dies'),
    vramSurface: number('vram_surface'),
    transportBoat: number('transport_boat'),
    transportTruck: number('transport_truck'),
    transportPlane: number('transport_plane'),
  })
}

const typicalMemory = perObject((archetype: ComponentArchetype) => {
  const { number } = read(archetype)
  const cells = { units: number('units'), capacity: number('capacity'), density: number('density') }
  return known({ ...cells, usage: usageOf(archetype) })
})

const typicalPowerSupply = perObject((archetype: ComponentArchetype): Typical<PowerSupplyBill> => {
  const { number } = read(archetype)
  return known({ units: number('units'), unitWeight: number('unit_weight'), usage: usageOf(archetype) })
})

const typicalCase = perObject((archetype: ComponentArchetype): Typical<CaseBill> => {
  const { number, text } = read(archetype)
  const caseType: CaseType = text('case_type') === 'blade' ? 'blade' : 'rack'
  return known({ units: number('units'), caseType, usage: usageOf(archetype) })
})

const powerCurveOf = perObject((archetype: ComponentArchetype): PowerCurve => {
  const { number } = read(archetype)
  const parameter = (name: string) => number(`power_profile_${name}`)?.value ?? Number.NaN
  return { a: parameter('a'), b: parameter('b'), c: parameter('c'), d: parameter('d') }
})

const usageOf = perObject((archetype: ComponentArchetype): UsageArchetype => {
  const { number } = read(archetype)
  return known({
    timeWorkload: number('usage_time_workload'),
    useTimeRatio: number('usage_use_time_ratio'),
    hoursLifeTime: number('usage_hours_life_time'),
  })
})

type Known<Shape> = { [Key in keyof Shape as undefined extends Shape[Key] ? never : Key]: Shape[Key] } & {
  [Key in keyof Shape as undefined extends Shape[Key] ? Key : never]?: Exclude<Shape[Key], undefined>
}

/** The same without the keys of which nothing is known. */
function known<Shape extends object>(shape: Shape): Known<Shape> {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Known<Shape>
}
