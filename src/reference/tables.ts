import type {
  ComponentFactors,
  CpuModel,
  DeviceFactors,
  ElectricityMix,
  Factors,
  FunctionalBlockFactors,
  GpuModel,
  GpuPart,
  PowerProfile,
  RamDensity,
  SsdDensity,
} from '../engine/figures/figures.ts'
import type { Range } from '../engine/figures/range.ts'

/** A place electricity comes from. `code` has three letters; `iso2` is ISO 3166 alpha-2, absent for EEE, WOR and places that ceased. */
export interface Location {
  readonly code: string
  readonly iso2?: string
  readonly name: string
}

/**
 * A number of an archetype with its bounds. `boundsGiven` is there when the table states min and max, even where both
 * equal the value: `2|2|2` states them, `2` does not (a listing of the archetype shows them only when stated).
 */
export interface StatedRange extends Range {
  readonly boundsGiven?: true
}

/** What a die size stands on: the sum of the dies of this very part, or the largest die of its family, by which source. */
export type DieSizeBasis = 'sum_of_dies' | 'largest_of_family_survey' | 'largest_of_family_catalogue' | 'other'

/** One row of cpus.csv: the engine's model, and where its die size (mm2) stands. `source` is that of the whole row. */
export interface CpuTableRow extends CpuModel {
  readonly dieSizeBasis?: DieSizeBasis
  readonly dieSizeSource?: string
}

export type ArchetypeComponent = 'cpu' | 'gpu' | 'ram' | 'ssd' | 'hdd' | 'power_supply' | 'case'

/**
 * A typical component. `attributes` holds what is known, by snake_case name, in the order of the table; `attributeNames`
 * names every attribute of the table in that order, the unknown ones too.
 */
export interface ComponentArchetype {
  readonly component: ArchetypeComponent
  readonly id: string
  readonly attributes: Readonly<Record<string, StatedRange | string>>
  readonly attributeNames: readonly string[]
}

/** How an archetype is used: load in percent, ratio of time in use (0 to 1), life in hours, power in W. */
export interface UsageArchetype {
  readonly timeWorkload?: StatedRange
  readonly useTimeRatio?: StatedRange
  readonly hoursLifeTime?: StatedRange
  readonly otherConsumptionRatio?: StatedRange
  readonly avgPower?: StatedRange
}

/** A typical or a cloud host. Capacities and vram in GB, die sizes in mm2, weights in kg; an absent field is unknown. */
export interface ServerArchetype {
  readonly id: string
  readonly manufacturer?: string
  readonly caseType?: 'rack' | 'blade'
  readonly cpu: {
    readonly units?: StatedRange
    readonly coreUnits?: StatedRange
    readonly dieSizePerCore?: StatedRange
    readonly name?: string
    readonly threads?: StatedRange
  }
  readonly ram: { readonly units?: StatedRange; readonly capacity?: StatedRange }
  readonly ssd: { readonly units?: StatedRange; readonly capacity?: StatedRange }
  readonly hdd: { readonly units?: StatedRange; readonly capacity?: StatedRange }
  readonly gpu: { readonly units?: StatedRange; readonly name?: string; readonly vram?: StatedRange }
  readonly powerSupply: { readonly units?: StatedRange; readonly unitWeight?: StatedRange }
  readonly usage: Omit<UsageArchetype, 'avgPower'>
  readonly warning?: string
}

/** A typical terminal (laptop, box) or peripheral (monitor, usb_stick). `device` and `type` find its device factors. */
export interface TerminalArchetype {
  readonly id: string
  readonly group: 'terminal' | 'peripheral'
  readonly device: string
  readonly type?: string
  readonly usage: Pick<UsageArchetype, 'useTimeRatio' | 'hoursLifeTime' | 'avgPower'>
}

/** A typical IoT device: its functional blocks (`casing`, level `HSL-1`) in the order of the table. */
export interface IotArchetype {
  readonly id: string
  readonly blocks: readonly { readonly type: string; readonly hslLevel: string }[]
  readonly usage: Pick<UsageArchetype, 'useTimeRatio' | 'hoursLifeTime' | 'avgPower'>
}

/** A cloud instance type and the server archetype that hosts it. Memory and storage in GB; `gpuUnits` may be a share (0.125). */
export interface CloudInstanceType {
  readonly provider: string
  readonly instanceType: string
  readonly vcpu: number
  readonly memory: number
  readonly ssdStorage: number
  readonly hddStorage: number
  readonly gpuUnits: number
  readonly platform: string
  readonly source?: string
}

/** A region of a cloud provider and the location whose electricity it uses. */
export interface CloudRegion {
  readonly provider: string
  readonly region: string
  readonly location: string
}

export interface CloudProvider {
  readonly id: string
  readonly name: string
}

/** Which figures are loaded: `id`, 12 hexadecimal digits, changes when and only when a figure changes. */
export interface Release {
  readonly id: string
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
}

/** All reference figures, checked, in the order of their tables. */
export interface Tables {
  readonly locations: readonly Location[]
  readonly electricity: readonly ElectricityMix[]
  /** By component: `cpu`, `ram`, `power_supply`, ...; with a variant, `case.rack`, `case.blade_server`. */
  readonly componentFactors: ReadonlyMap<string, ComponentFactors>
  readonly gpuFactors: ReadonlyMap<GpuPart, Factors>
  readonly deviceFactors: readonly DeviceFactors[]
  readonly functionalBlocks: readonly FunctionalBlockFactors[]
  readonly cpus: readonly CpuTableRow[]
  readonly gpus: readonly GpuModel[]
  readonly ramDensities: readonly RamDensity[]
  readonly ssdDensities: readonly SsdDensity[]
  readonly powerProfiles: readonly PowerProfile[]
  readonly componentArchetypes: readonly ComponentArchetype[]
  readonly serverArchetypes: readonly ServerArchetype[]
  readonly terminalArchetypes: readonly TerminalArchetype[]
  readonly iotArchetypes: readonly IotArchetype[]
  readonly cloudInstances: readonly CloudInstanceType[]
  readonly cloudRegions: readonly CloudRegion[]
  readonly cloudProviders: readonly CloudProvider[]
  readonly release: Release
}
