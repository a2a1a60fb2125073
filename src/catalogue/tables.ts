import type { GpuModel } from '../engine/components/gpu.ts'
import type { Range } from '../engine/values/range.ts'
import type {
  ComponentFactors,
  CpuGeneration,
  CpuModel,
  DeviceFactors,
  DeviceStageFactors,
  ElectricityMix,
  FunctionalBlockFactors,
  GpuPart,
  GpuPartFactors,
  MemoryGeneration,
  PowerProfile,
  RamDensity,
  SsdDensity,
} from '../engine/values/table-rows.ts'
import type { AssetInput } from '../input/fleet-input.ts'
import type { ArchetypeComponent } from '../kinds.ts'

/**
 * A place electricity comes from. `code` has three letters, that of a part of a country more (USA-VA); `iso2` is ISO 3166
 * alpha-2, absent for EEE, WOR, parts of countries and places that ceased.
 */
export interface Location {
  readonly code: string
  readonly iso2?: string
  readonly name: string
  /** Code of the country that it is a part of (USA of USA-VA): the criteria it has no figure for are the country's. */
  readonly country?: string
}

/**
 * A number of an archetype with its bounds. `boundsGiven` is there when the table states min and max, even where both
 * equal the value: `2|2|2` states them, `2` does not (a listing of the archetype shows them only when stated).
 */
export interface StatedRange extends Range {
  readonly boundsGiven?: true
  /** Where the row was published that the number stands in. */
  readonly source?: string
}

/** What a die size stands on: the sum of the dies of this very part, or the largest die of its family, by which source. */
export const DIE_SIZE_BASES = [
  'sum_of_dies',
  'largest_of_family_survey',
  'largest_of_family_catalogue',
  'other',
] as const
export type DieSizeBasis = (typeof DIE_SIZE_BASES)[number]

/** One row of cpus.csv: the engine's model, and what its die size is. */
export interface CpuTableRow extends CpuModel {
  readonly dieSizeBasis?: DieSizeBasis
}

/** A form factor of drives. */
export interface FormFactor {
  readonly drive: 'hdd' | 'ssd'
  readonly name: string
  /** What people call it, as a regular expression. */
  readonly names: string
  /** Whether drives of which none is known are taken to have it. */
  readonly isUsual: boolean
  /** GB of the largest drive that there is. */
  readonly largest?: number
  /** The row of the factors of its drive that it has, where it has one of its own. */
  readonly variant?: string
}

/** One row of gpus.csv. */
export interface GpuTableRow extends GpuModel {
  readonly idlePower?: StatedRange
}

/**
 * A typical component. `attributes` holds what is known, by snake_case name, in the order of the table; `attributeNames`
 * names every attribute of the table in that order, the unknown ones too.
 */
export interface ComponentArchetype {
  readonly component: ArchetypeComponent
  readonly id: string
  readonly attributes: Readonly<Record<string, StatedRange | string>>
  /** Where it was published. */
  readonly source?: string
  readonly attributeNames: readonly string[]
}

/** How an archetype is used: load in percent, ratio of time in use (0 to 1), life in hours, power in W. */
export interface StatedUsage {
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
  readonly usage: Omit<StatedUsage, 'avgPower'>
  readonly warning?: string
  /** What is doubtful about it, though it is the best there is. */
  readonly doubt?: string
  readonly source?: string
}

/** What an archetype is one of. */
export type ArchetypeOf = 'server' | 'cloud_instance' | 'terminal' | 'iot_device' | ArchetypeComponent

/** A typical terminal (laptop, box) or peripheral (monitor, usb_stick). `device` and `type` find its device factors. */
export interface TerminalArchetype {
  readonly id: string
  readonly group: 'terminal' | 'peripheral'
  readonly device: string
  readonly type?: string
  readonly usage: Pick<StatedUsage, 'useTimeRatio' | 'hoursLifeTime' | 'avgPower'>
  /** What is doubtful about it, though it is the best there is. */
  readonly doubt?: string
  readonly source?: string
}

/** A typical IoT device: its functional blocks (`casing`, level `HSL-1`) in the order of the table. */
export interface IotArchetype {
  readonly id: string
  readonly blocks: readonly { readonly type: string; readonly hslLevel: string }[]
  readonly source?: string
  readonly usage: Pick<StatedUsage, 'useTimeRatio' | 'hoursLifeTime' | 'avgPower'>
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
  /** What its host was derived from, where the provider does not publish it. */
  readonly derived?: string
  readonly doubt?: string
}

/** A region of a cloud provider and the location whose electricity it uses. */
export interface CloudRegion {
  readonly provider: string
  readonly region: string
  readonly location: string
  readonly source?: string
}

/** How large the part of the world is that a figure of a facility holds for. */
export const FACILITY_GRANULARITIES = ['region', 'zone', 'data_centre', 'macro', 'continent', 'provider'] as const

/** What a provider published of its data centres for a year: energy per energy of IT, and litres of water per kWh of IT. */
export interface Facility {
  readonly provider: string
  readonly granularity: (typeof FACILITY_GRANULARITIES)[number]
  readonly region?: string
  readonly zone?: string
  /** Part of the world, as facility regions name it: `ap`. */
  readonly macro?: string
  readonly year: number
  readonly pue?: StatedRange
  readonly wue?: StatedRange
  readonly source?: string
}

/** A region of a provider as facilities see it: its part of the world, and the litres of water a kWh of its electricity takes. */
export interface FacilityRegion {
  readonly provider: string
  readonly region: string
  readonly macro?: string
  readonly waterPerKwh?: number
  readonly source?: string
}

/** A constant of a formula, with its bounds; a value without bounds is its own. */
export interface Constant extends Range {
  readonly unit?: string
  readonly source?: string
  /** Whether its term vanishes in this release (see `NEUTRAL_CONSTANTS`). */
  readonly isNeutral?: true
}

/** The indicators of a pedigree: each has a score from 1 (best) to 5. */
export const PEDIGREE_INDICATORS = ['reliability', 'completeness', 'temporal', 'geographical', 'technological'] as const

export type PedigreeIndicator = (typeof PEDIGREE_INDICATORS)[number]

/**
 * How uncertain the factors of a table are, all or those of one kind: the squared geometric standard deviation (1 or more:
 * 95 % of a lognormal lie between its median divided by it and times it), the basic one it holds, and the scores behind it.
 */
export interface Uncertainty {
  readonly table: string
  readonly kind?: string
  readonly scores: Readonly<Partial<Record<PedigreeIndicator, number>>>
  readonly basic?: number
  readonly gsd2: number
  readonly source?: string
  readonly note?: string
}

/** A public document that figures come from. */
export interface Source {
  readonly title: string
  readonly publisher?: string
  readonly url?: string
  readonly licence?: string
  readonly year?: string
  readonly note?: string
  /** The text that stands beside figures, where it is not the address. */
  readonly shown?: string
}

/** What a score of an indicator adds to the spread of a figure. */
export interface PedigreeFactor {
  readonly indicator: PedigreeIndicator
  readonly score: number
  readonly factor: number
}

/** Words of names, in lower case, by what they mean for a match. */
export interface NameWords {
  /** One may be missing from a text, but not be another than the row's. */
  readonly makers: ReadonlySet<string>
  /** Grades of one product line: a text may name one that the row leaves out (Xeon Gold 6455B, in the table Xeon 6455B). */
  readonly grades: ReadonlySet<string>
  /** Words of a row's name that people leave out, the model number being enough: `i7-12700K`, `Gold 6138`, `EPYC 3251`. */
  readonly omissible: ReadonlySet<string>
  /** Words in a text that do not make it another part: code names, and the lines of graphics cards. */
  readonly harmless: ReadonlySet<string>
}

/** Other names of rows, by table: what people and machines write, and the key of the row that they mean. */
export type NameAliases = Readonly<Record<'cpus' | 'gpus' | 'locations', ReadonlyMap<string, string>>>

/** A model of server or terminal that people name, or a line of models: what completes it. */
export interface DeviceModel {
  /** `server`, or the device of a terminal. */
  readonly device: string
  readonly manufacturer: string
  readonly name: string
  /** `line`: the names of its models begin with the name. */
  readonly covers: 'model' | 'line'
  readonly archetype: string
  readonly source?: string
}

/** A type of terminal as people say it: `chromebook`. */
export interface TerminalType {
  readonly device: string
  readonly name: string
  /** The type whose figures it takes; the usual one of the device where undefined. */
  readonly type?: string
  /** False where such terminals differ from those that the figures are of. */
  readonly hasFigures: boolean
}

/** One row of cloud-providers.csv. */
export interface CloudProvider {
  readonly id: string
  readonly name: string
}

/** A figure that a release took out of a row, `*` of every row, and why it is none. */
export interface RemovedCell {
  readonly table: string
  readonly key: string
  readonly column: string
  readonly reason: string
}

/** What lines of bills may be: machines, processors and memory by the hour, cards, storage, networks, what counts nowhere, what nobody knows. */
export const BILLING_CLASSES = ['instance', 'compute', 'gpu', 'storage', 'network', 'excluded', 'unknown'] as const

/** What lines of bills with such a name are, and how they are counted. The first row that fits a line decides. */
export interface BillingRow {
  readonly id: string
  /** An id of a provider; any where undefined. */
  readonly provider?: string
  /** Parts of names of services, separated by `|`; `*` stands for anything, case for nothing. Any where undefined. */
  readonly service?: string
  /** The same of a usage type, a meter, a SKU or a description. */
  readonly usage?: string
  /** The same of a unit, or what it measures: TIME, GB_TIME, VCPU_TIME, GB. */
  readonly unit?: string
  readonly class: (typeof BILLING_CLASSES)[number]
  /** SSD or HDD of storage, the reach of a network, the host of compute, the reason of what is not counted. */
  readonly detail?: string
  /** Machines that run for one that is billed. */
  readonly machines?: number
  /** Of compute, of a unit: vCPU and GB of memory. */
  readonly vcpu?: number
  readonly memory?: number
  /** GB of a unit of storage: those of a disk that is billed as a whole. */
  readonly gigabytes?: number
  /** Whether the provider's GB has 2^30 bytes. */
  readonly isBinary?: boolean
  readonly copies?: StatedRange
  readonly source?: string
  readonly note?: string
}

/** What a published figure covers: making; making, transport and end of life; electricity. */
export const PUBLISHED_BOUNDARIES = ['MAKING', 'EMBEDDED', 'USE'] as const
export type PublishedBoundary = (typeof PUBLISHED_BOUNDARIES)[number]

/** kg of what was made; kWh of a year; W at the load that a configuration states. */
export const PUBLISHED_UNITS = ['kg CO2 eq.', 'kWh/year', 'W'] as const
export type PublishedUnit = (typeof PUBLISHED_UNITS)[number]

/** A kind of published figures: their unit and boundary, and where many were published, how they are distributed. */
export interface PublishedKind {
  /** `laptop making`. */
  readonly kind: string
  readonly covers: PublishedBoundary
  readonly unit: PublishedUnit
  /** How many figures `low`, `median` and `high` (their 5th, 50th and 95th percentile) are of. */
  readonly figures?: number
  readonly low?: number
  readonly median?: number
  readonly high?: number
  /** How far ours may be from the median, as a ratio; 1.5 where none is stated. */
  readonly tolerance?: number
  /** What ours is asked of. */
  readonly asset?: AssetInput
  /** What ours is divided by: 32 of memory of 32 GB, per GB. */
  readonly per?: number
  readonly source?: string
  readonly note?: string
}

/** A figure that a maker or a study published of one thing, in the unit and the boundary of its kind. */
export interface PublishedFigure {
  readonly kind: string
  readonly maker: string
  readonly model: string
  readonly year: number
  readonly covers: PublishedBoundary
  readonly value: number
  readonly low?: number
  readonly high?: number
  readonly unit: PublishedUnit
  /** The same thing as an asset of ours; its load is that of the figure. */
  readonly asset: AssetInput
  readonly source?: string
  readonly note?: string
}

/** Which figures these are. */
export interface DataRelease {
  /** The release's name: `boavizta-2.4.1`, `2026.11`. */
  readonly id: string
  /** 12 hexadecimal digits, which change when, and only when, a figure changes. */
  readonly fingerprint: string
  /** Names the figures exactly: the id, and where own tables are loaded `+` and the fingerprint. */
  readonly label: string
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
}

/** All reference figures, checked, in the order of their tables. */
export interface Tables {
  readonly locations: readonly Location[]
  readonly electricity: readonly ElectricityMix[]
  /** By component: `cpu`, `ram`, `power_supply`, ...; with a variant, `case.rack`, `case.blade_server`. */
  readonly componentFactors: ReadonlyMap<string, ComponentFactors>
  readonly gpuFactors: ReadonlyMap<GpuPart, GpuPartFactors>
  readonly deviceFactors: readonly DeviceFactors[]
  /** Transport and end of life of devices; none where a release has no figure of them. */
  readonly deviceStages: readonly DeviceStageFactors[]
  readonly functionalBlocks: readonly FunctionalBlockFactors[]
  readonly cpus: readonly CpuTableRow[]
  readonly gpus: readonly GpuTableRow[]
  readonly ramDensities: readonly RamDensity[]
  readonly ssdDensities: readonly SsdDensity[]
  /** None where a release does not tell generations of memory apart. */
  readonly memoryGenerations: readonly MemoryGeneration[]
  readonly cpuGenerations: readonly CpuGeneration[]
  /** None where a release does not tell them apart. */
  readonly formFactors: readonly FormFactor[]
  readonly powerProfiles: readonly PowerProfile[]
  readonly componentArchetypes: readonly ComponentArchetype[]
  readonly serverArchetypes: readonly ServerArchetype[]
  readonly terminalArchetypes: readonly TerminalArchetype[]
  readonly iotArchetypes: readonly IotArchetype[]
  readonly cloudInstances: readonly CloudInstanceType[]
  readonly cloudRegions: readonly CloudRegion[]
  readonly cloudProviders: readonly CloudProvider[]
  readonly facilities: readonly Facility[]
  readonly facilityRegions: readonly FacilityRegion[]
  /** By id. */
  readonly constants: ReadonlyMap<string, Constant>
  readonly uncertainties: readonly Uncertainty[]
  readonly sources: readonly Source[]
  readonly pedigree: readonly PedigreeFactor[]
  readonly nameWords: NameWords
  /** The same of names of cards, where the release has `gpuVariants`. */
  readonly gpuWords: NameWords
  readonly nameAliases: NameAliases
  readonly deviceModels: readonly DeviceModel[]
  readonly terminalTypes: readonly TerminalType[]
  /** Names of cards of which some have one model number, those that are most often meant first. */
  readonly gpuVariants: readonly string[]
  /** What figures are held against; of a release that has none, empty. */
  readonly published: readonly PublishedFigure[]
  readonly publishedKinds: readonly PublishedKind[]
  /** What lines of bills are, in the order in which they are tried; of a release that has none, empty. */
  readonly billing: readonly BillingRow[]
  readonly removedCells: readonly RemovedCell[]
  readonly release: DataRelease
}
