import type { GpuModel } from '../engine/components/gpu.ts'
import type { PublishedBoundary } from '../engine/devices/making.ts'
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
 * A place that electricity comes from. `code` has three letters, or more for a part of a country (USA-VA). `iso2` is
 * ISO 3166 alpha-2; EEE, WOR, parts of countries and former countries have none.
 */
export interface Location {
  readonly code: string
  readonly iso2?: string
  readonly name: string
  /** Code of the country it is part of (USA for USA-VA). Missing criteria take the country's figures. */
  readonly country?: string
}

/**
 * A number of an archetype with its bounds. `boundsGiven` is set if the table states min and max, even equal to the
 * value. `2|2|2` states them, `2` does not; listings show only stated bounds.
 */
export interface StatedRange extends Range {
  readonly boundsGiven?: true
  /** Source of the number's row. */
  readonly source?: string
}

/** The basis of a die size: the sum of the dies of this very part, or the largest die of its family, by source. */
export const DIE_SIZE_BASES = [
  'sum_of_dies',
  'largest_of_family_survey',
  'largest_of_family_catalogue',
  'other',
] as const
export type DieSizeBasis = (typeof DIE_SIZE_BASES)[number]

/** One row of cpus.csv: the engine's model, and the basis of its die size. */
export interface CpuTableRow extends CpuModel {
  readonly dieSizeBasis?: DieSizeBasis
}

/**
 * Power of measured servers with processors of one class: W per W of thermal design power, W per GB of memory and W of
 * the rest, and the share of the range between idle and full power at 10, 20, ... 90 percent.
 */
export interface ServerPowerRow {
  readonly name: string
  readonly fullPerTdp: Range
  readonly idlePerTdp: Range
  readonly fullPerGb: Range
  readonly idlePerGb: Range
  readonly fullRest: Range
  readonly idleRest: Range
  readonly shape: readonly number[]
  readonly source?: string
}

/** A class of processors by the pattern of their names, or by family and pattern of the model range. */
export interface CpuClassRow {
  readonly name: string
  readonly names?: string
  readonly family?: string
  readonly modelRange?: string
}

/** A form factor of drives. */
export interface FormFactor {
  readonly drive: 'hdd' | 'ssd'
  readonly name: string
  /** Its names in practice, as a regular expression. */
  readonly names: string
  /** Whether drives without a stated form factor are assumed to have it. */
  readonly isUsual: boolean
  /** GB of the largest drive of its kind. */
  readonly largest?: number
  /** False for cards, which held more than the largest drive in a bay of their year. */
  readonly isLimitedByYear: boolean
  /** The variant of the drive's factors for it, if it has its own. */
  readonly variant?: string
}

/** The largest drive of a kind that one could buy from a year on. */
export interface DriveCapacity {
  readonly drive: FormFactor['drive']
  readonly year: number
  /** GB. */
  readonly largest: number
}

/** One row of gpus.csv. */
export interface GpuTableRow extends GpuModel {
  readonly idlePower?: StatedRange
  /** Whether it is a module on a board of its own (SXM, OAM), not a card in a slot. */
  readonly isModule?: boolean
}

/**
 * A typical component. `attributes` holds the known ones, by snake_case name, in table order. `attributeNames` lists
 * every attribute of the table in that order, including unknown ones.
 */
export interface ComponentArchetype {
  readonly component: ArchetypeComponent
  readonly id: string
  readonly attributes: Readonly<Record<string, StatedRange | string>>
  readonly source?: string
  readonly attributeNames: readonly string[]
}

/** Use of an archetype: load in percent, ratio of time in use (0 to 1), life in hours, power in W. */
export interface StatedUsage {
  readonly timeWorkload?: StatedRange
  readonly useTimeRatio?: StatedRange
  readonly hoursLifeTime?: StatedRange
  readonly otherConsumptionRatio?: StatedRange
  readonly avgPower?: StatedRange
}

/**
 * A typical server or a cloud host. Capacities and vram in GB, die sizes in mm2, weights in kg; an absent field is
 * unknown.
 */
export interface ServerArchetype {
  readonly id: string
  readonly manufacturer?: string
  readonly caseType?: 'rack' | 'blade'
  /** The class of its processors in the table `server-power`, if they have no name. */
  readonly cpuClass?: string
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
  /** A known doubt about it, although it is the best data there is. */
  readonly doubt?: string
  readonly source?: string
}

/** What an archetype describes. */
export type ArchetypeOf = 'server' | 'cloud_instance' | 'terminal' | 'iot_device' | ArchetypeComponent

/**
 * A typical terminal (laptop, box), peripheral (monitor, usb_stick) or piece of equipment (switch, printer). `device`
 * and `type` select its device factors.
 */
export interface DeviceArchetype {
  readonly id: string
  readonly group: 'terminal' | 'peripheral' | 'equipment'
  readonly device: string
  readonly type?: string
  readonly usage: Pick<StatedUsage, 'useTimeRatio' | 'hoursLifeTime' | 'avgPower'>
  /** W in use of devices made until 2020, if these drew something else. */
  readonly powerUntil2020?: StatedRange
  /** A known doubt about it, although it is the best data there is. */
  readonly doubt?: string
  readonly source?: string
}

/** How making a device depends on its size, in kg CO2 eq., times the spread of devices of one size. */
export type TerminalSize = {
  readonly device: string
  /** EMBEDDED: with transport and end of life. */
  readonly covers: 'MAKING' | 'EMBEDDED'
  readonly typical: number
  readonly spread: StatedRange
  readonly source?: string
} & (
  | { readonly size: 'storage'; readonly base: number; readonly perGigabyte: number }
  | { readonly size: 'inches'; readonly reference: number; readonly atReference: number }
)

/** A typical IoT device: its functional blocks (`casing`, level `HSL-1`) in table order. */
export interface IotArchetype {
  readonly id: string
  readonly blocks: readonly { readonly type: string; readonly hslLevel: string }[]
  readonly source?: string
  readonly usage: Pick<StatedUsage, 'useTimeRatio' | 'hoursLifeTime' | 'avgPower'>
}

/**
 * A cloud instance type and the server archetype that hosts it. Memory and storage in GB; `gpuUnits` may be a share
 * (0.125).
 */
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
  /** What its host is derived from, if the provider does not publish it. */
  readonly derived?: string
  readonly doubt?: string
}

/** Instance types of a provider that state their size in their name, by the text before it: `n2-custom`. */
export interface CustomInstances {
  readonly provider: string
  readonly prefix: string
  /** The instance type whose host they share. None of them is larger. */
  readonly host: string
  /** vCPUs of all of them, if the name states the memory alone. */
  readonly vcpu?: number
  /** Of memory, in GB. */
  readonly leastPerVcpu?: number
  /** In GB, if that is less than the memory of `host`. */
  readonly largestMemory?: number
  readonly source?: string
}

/** An instance type of another family that a container or a function may run on the host of, instead of on `host`. */
export interface HostFamily {
  readonly provider: string
  readonly host: string
  readonly family: string
}

/** A region of a cloud provider and the location whose electricity it uses. */
export interface CloudRegion {
  readonly provider: string
  readonly region: string
  readonly location: string
  /** What its provider calls it: `Europe (Frankfurt)`. Two regions can share a name. */
  readonly otherNames?: readonly string[]
  readonly source?: string
}

/** The size of the area that a facility figure covers. */
export const FACILITY_GRANULARITIES = ['region', 'zone', 'data_centre', 'macro', 'continent', 'provider'] as const

/** What a provider published about its data centres for a year: PUE, and litres of water per kWh of IT. */
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

/**
 * A provider's region for facility figures: its part of the world, and the litres of water per kWh of its electricity.
 */
export interface FacilityRegion {
  readonly provider: string
  readonly region: string
  readonly macro?: string
  readonly waterPerKwh?: number
  readonly source?: string
}

/** A constant of a formula, with its bounds; without bounds, the value is both. */
export interface Constant extends Range {
  readonly unit?: string
  readonly source?: string
  /** Whether its term vanishes in this release (see `NEUTRAL_CONSTANTS`). */
  readonly isNeutral?: true
}

/** The indicators of a pedigree, each scored 1 (best) to 5. */
export const PEDIGREE_INDICATORS = ['reliability', 'completeness', 'temporal', 'geographical', 'technological'] as const

export type PedigreeIndicator = (typeof PEDIGREE_INDICATORS)[number]

/**
 * How uncertain the factors of a table are, all or those of one kind. It holds the squared geometric standard deviation
 * (1 or more), the basic one included in it, and the scores behind it. 95 % of a lognormal lie between its median
 * divided and multiplied by it.
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

/** How the figures of a table were determined, all or those of one kind. */
export interface FigureMethod {
  readonly table: string
  readonly kind?: string
  readonly method: string
  /** The reason for the bounds of those that have bounds. */
  readonly bounds?: string
  /** The reason why the others have no spread. */
  readonly exact?: string
  /** A document that describes the method, or has the figures that it takes. */
  readonly source?: string
}

/** A public document with figures. */
export interface Source {
  readonly title: string
  readonly publisher?: string
  readonly url?: string
  readonly licence?: string
  readonly year?: string
  readonly note?: string
  /** The text shown next to figures, if not the address. */
  readonly shown?: string
}

/** How much a score of an indicator adds to the spread of a figure. */
export interface PedigreeFactor {
  readonly indicator: PedigreeIndicator
  readonly score: number
  readonly factor: number
}

/** Words of names, in lower case, by their role in matching. */
export interface NameWords {
  /** Makers: a text may leave one out, but not name another than the row's. */
  readonly makers: ReadonlySet<string>
  /**
   * Grades of one product line: a text may add one that the row leaves out (Xeon Gold 6455B, in the table Xeon 6455B).
   */
  readonly grades: ReadonlySet<string>
  /**
   * Words of a row's name that people leave out because the model number is enough: `i7-12700K`, `Gold 6138`, `EPYC
   * 3251`.
   */
  readonly omissible: ReadonlySet<string>
  /** Words that do not change which part a text means: code names, and the lines of graphics cards. */
  readonly harmless: ReadonlySet<string>
}

/** Other names of rows, by table: what people and machines write, and the key of the row. */
export type NameAliases = Readonly<Record<'cpus' | 'gpus' | 'locations', ReadonlyMap<string, string>>>

/** A city, by any of its names, and the place where its electricity comes from. */
export interface City {
  readonly name: string
  readonly otherNames: readonly string[]
  /** The code of a location. */
  readonly location: string
}

/** A named model of server or terminal, or a line of models, with what completes it. */
export interface DeviceModel {
  /** `server`, or the device of a terminal. */
  readonly device: string
  readonly manufacturer: string
  readonly name: string
  /** For a `line`, the names of its models start with the name. */
  readonly covers: 'model' | 'line'
  /** Other ways in which people write the name. */
  readonly otherNames?: readonly string[]
  readonly archetype: string
  /** What its maker published of it, for one or several configurations. */
  readonly figures?: readonly PublishedFigure[]
  /** What its maker published by a method that does not compare with ours, in a sentence. */
  readonly otherMethod?: string
  readonly source?: string
}

/** A type of terminal in everyday words: `chromebook`. */
export interface TerminalType {
  readonly device: string
  readonly name: string
  /** The type whose figures it takes; undefined for the device's usual one. */
  readonly type?: string
  /** False if such terminals differ from those behind the figures. */
  readonly hasFigures: boolean
}

/** One row of cloud-providers.csv. */
export interface CloudProvider {
  readonly id: string
  readonly name: string
}

/** A figure that a release removed from a row (`*`: from every row), and why it does not hold. */
export interface RemovedCell {
  readonly table: string
  readonly key: string
  readonly column: string
  readonly reason: string
}

/**
 * Classes of billing lines: machines, processors and memory by the hour, cards, storage, networks, not counted,
 * unknown.
 */
export const BILLING_CLASSES = ['instance', 'compute', 'gpu', 'storage', 'network', 'excluded', 'unknown'] as const

/** How billing lines with such a name are classified and counted. The first row that fits a line wins. */
export interface BillingRow {
  readonly id: string
  /** An id of a provider; undefined for any. */
  readonly provider?: string
  /**
   * Patterns for names of services, separated by `|`; `*` stands for any text, case does not matter. Undefined for any.
   */
  readonly service?: string
  /** Patterns for a usage type, a meter, a SKU or a description. */
  readonly usage?: string
  /** Patterns for a unit, or the measure behind it: TIME, GB_TIME, VCPU_TIME, GB. */
  readonly unit?: string
  readonly class: (typeof BILLING_CLASSES)[number]
  /** SSD or HDD for storage, the reach of a network, the host for compute, the reason for lines that do not count. */
  readonly detail?: string
  /** Machines that run for each billed one. */
  readonly machines?: number
  /** For compute, per unit: vCPU and GB of memory. */
  readonly vcpu?: number
  readonly memory?: number
  /** Whether the host may be of another family than `detail`. */
  readonly anyHost?: boolean
  /** GB per unit of storage, for disks billed as a whole. */
  readonly gigabytes?: number
  /** Whether the provider's GB has 2^30 bytes. */
  readonly isBinary?: boolean
  readonly copies?: StatedRange
  readonly source?: string
  readonly note?: string
}

/** kg for making, kWh for a year of use, or W at the load that a configuration states. */
export const PUBLISHED_UNITS = ['kg CO2 eq.', 'kWh/year', 'W'] as const
export type PublishedUnit = (typeof PUBLISHED_UNITS)[number]

/** What of our figure was fitted to published ones. They are then no independent check of it. */
export type FittedPart = 'value and bounds' | 'bounds' | 'spread'

/** A kind of published figures: their unit and boundary, and the distribution if there are many. */
export interface PublishedKind {
  /** `laptop making`. */
  readonly kind: string
  readonly covers: PublishedBoundary
  readonly unit: PublishedUnit
  /** Number of figures behind `low`, `median` and `high` (their 5th, 50th and 95th percentile). */
  readonly figures?: number
  readonly low?: number
  readonly median?: number
  readonly high?: number
  /** Whether the figures are of benchmarked servers, which draw less than those in the field. */
  readonly isBenchmarked: boolean
  /** What of ours was fitted to such figures; undefined if nothing was. */
  readonly fitted?: FittedPart
  /** The asset that our figure is for. */
  readonly asset?: AssetInput
  /** Divisor for our figure: 32 for memory of 32 GB, to get it per GB. */
  readonly per?: number
  readonly source?: string
  readonly note?: string
  /** Why our figures of this kind fail; undefined if they pass. */
  readonly reason?: string
}

/** A figure that a maker or a study published for one thing, in the unit and boundary of its kind. */
export interface PublishedFigure {
  readonly kind: string
  readonly maker: string
  /** The model as people write it, without its maker; a configuration in parentheses at the end. */
  readonly model: string
  /** Other names of the model, without its maker. */
  readonly names: readonly string[]
  readonly year: number
  readonly covers: PublishedBoundary
  readonly value: number
  readonly low?: number
  readonly high?: number
  readonly unit: PublishedUnit
  /** How the figure was computed: `PAIA`, `HP`, `Apple LCA`. Figures of different methods do not compare. */
  readonly method?: string
  /** What of ours was fitted to this figure; undefined: as the kind says. */
  readonly fitted?: FittedPart
  /** The same thing as an asset; its load is that of the figure. */
  readonly asset: AssetInput
  readonly source?: string
  readonly note?: string
}

/** Makers of measured servers, by whether the fit of server power had their results. */
export const CHECKED_MAKERS = ['left out', 'fitted', 'held out'] as const

/**
 * How our power of benchmarked servers compares with measured ones at one load: an aggregate, since the results are not
 * part of this project.
 */
export interface ServerPowerCheck {
  /**
   * `held out`: no fit has seen these makers. `left out`: the fit had all makers but the one compared, each in turn.
   * `fitted`: the fit had their results.
   */
  readonly makers: (typeof CHECKED_MAKERS)[number]
  readonly load: number
  readonly results: number
  /** Median of our power divided by the measured one. */
  readonly ratioMedian: number
  /** Share of the measured powers between our 5th and 95th percentile; undefined if unknown. */
  readonly inside?: number
  /** When it was computed: `2026-11-25`. */
  readonly date: string
  readonly source?: string
  readonly note?: string
}

/** Identifies the figures of a release. */
export interface DataRelease {
  /** The release's name: `boavizta-2.4.1`, `2026.11`. */
  readonly id: string
  /** Whether its figures can still change: it is not closed, or has own tables. */
  readonly isDraft: boolean
  /** 12 hexadecimal digits that change if and only if a figure changes. */
  readonly fingerprint: string
  /** Names the figures exactly: the id, plus `+` and the fingerprint if own tables are loaded. */
  readonly label: string
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
}

/** All reference figures, checked, in table order. */
export interface Tables {
  readonly locations: readonly Location[]
  readonly electricity: readonly ElectricityMix[]
  /** By component: `cpu`, `ram`, `power_supply`, ...; with a variant, `case.rack`, `case.blade_server`. */
  readonly componentFactors: ReadonlyMap<string, ComponentFactors>
  readonly gpuFactors: ReadonlyMap<GpuPart, GpuPartFactors>
  readonly deviceFactors: readonly DeviceFactors[]
  /** Transport and end of life of devices; empty if the release has no figures. */
  readonly deviceStages: readonly DeviceStageFactors[]
  readonly functionalBlocks: readonly FunctionalBlockFactors[]
  readonly cpus: readonly CpuTableRow[]
  readonly gpus: readonly GpuTableRow[]
  readonly ramDensities: readonly RamDensity[]
  readonly ssdDensities: readonly SsdDensity[]
  /** Empty if the release does not distinguish generations of memory. */
  readonly memoryGenerations: readonly MemoryGeneration[]
  readonly cpuGenerations: readonly CpuGeneration[]
  /** Power of whole servers by class of processors; empty if a server's power is the sum of that of its parts. */
  readonly serverPower: readonly ServerPowerRow[]
  /** In matching order. */
  readonly cpuClasses: readonly CpuClassRow[]
  /** Empty if the release does not distinguish form factors. */
  readonly formFactors: readonly FormFactor[]
  readonly driveCapacities: readonly DriveCapacity[]
  readonly powerProfiles: readonly PowerProfile[]
  readonly componentArchetypes: readonly ComponentArchetype[]
  readonly serverArchetypes: readonly ServerArchetype[]
  readonly terminalArchetypes: readonly DeviceArchetype[]
  readonly equipmentArchetypes: readonly DeviceArchetype[]
  readonly terminalSizes: readonly TerminalSize[]
  readonly iotArchetypes: readonly IotArchetype[]
  readonly cloudInstances: readonly CloudInstanceType[]
  /** Empty if the release does not read sizes in names of instance types. */
  readonly customInstances: readonly CustomInstances[]
  /** Empty if the release has none. */
  readonly hostFamilies: readonly HostFamily[]
  readonly cloudRegions: readonly CloudRegion[]
  readonly cloudProviders: readonly CloudProvider[]
  readonly facilities: readonly Facility[]
  readonly facilityRegions: readonly FacilityRegion[]
  readonly constants: ReadonlyMap<string, Constant>
  readonly uncertainties: readonly Uncertainty[]
  /** Empty if the release does not state them. */
  readonly methods: readonly FigureMethod[]
  readonly sources: readonly Source[]
  readonly pedigree: readonly PedigreeFactor[]
  readonly nameWords: NameWords
  /** Words in names of cards, if the release has `gpuVariants`. */
  readonly gpuWords: NameWords
  readonly nameAliases: NameAliases
  /** Empty if the release knows no cities. */
  readonly cities: readonly City[]
  readonly deviceModels: readonly DeviceModel[]
  readonly terminalTypes: readonly TerminalType[]
  /** Names of cards that share a model number with others, the most usual first. */
  readonly gpuVariants: readonly string[]
  /** Published figures to compare with; empty if the release has none. */
  readonly published: readonly PublishedFigure[]
  readonly publishedKinds: readonly PublishedKind[]
  /** Empty if the release has none. */
  readonly serverPowerChecks: readonly ServerPowerCheck[]
  /** Classes of billing lines, in matching order; empty if the release has none. */
  readonly billing: readonly BillingRow[]
  readonly removedCells: readonly RemovedCell[]
  readonly release: DataRelease
}
