import type { Criterion } from './criteria.ts'
import type { DeviceStage, FactorRanges } from './factors.ts'
import type { Range } from './range.ts'

/** A published figure: its number, where it was published, and what is doubtful about it. */
export interface PublishedFigure {
  readonly value: number
  readonly source?: string
  readonly doubt?: string
  /** The year that it is of; of data of several years, the first. */
  readonly year?: number
  /** That year, or those years, in words: `2011 & 2016`. */
  readonly years?: string
  /** What is counted: `life-cycle, generation, without losses`. */
  readonly basis?: string
}

/** Impacts of one kWh of electricity at a location. */
export interface ElectricityMix {
  readonly location: string
  readonly factors: Readonly<Partial<Record<Criterion, PublishedFigure>>>
  /** Litres of water that a kWh of it takes, where they are stated apart from the factor of water use. */
  readonly water?: PublishedFigure
  /** Whether its row states the year of the climate factor, so that criteria of other years are warned of. */
  readonly statesYear?: true
}

/** One row of the CPU table. Die sizes in mm2, TDP in W. */
export interface CpuModel {
  readonly name: string
  readonly manufacturer?: string
  readonly family?: string
  readonly modelRange?: string
  readonly coreUnits?: number
  readonly threads?: number
  readonly tdp?: number
  readonly dieSize?: number
  /** Bounds of the die size, where it was estimated. */
  readonly dieSizeMin?: number
  readonly dieSizeMax?: number
  /** Where the die size was published, if not where the row was. */
  readonly dieSizeSource?: string
  readonly source?: string
}

/** A measured density of memory cells, in GB per cm2 of die. */
export interface RamDensity {
  readonly manufacturer: string
  readonly process: number
  readonly density: number
  /** Generation of memory that such dies make up: DDR4; undefined where it may be several. */
  readonly generation?: string
}

/** A generation of memory modules. */
export interface MemoryGeneration {
  readonly generation: string
  /** Year of its standard: none is older. */
  readonly firstYear: number
  /** Year from which servers usually have it; undefined where modules are not what it comes as. */
  readonly usualFrom?: number
  /** GB of its largest module. */
  readonly largest: number
  /** GB per cm2 of die, where no row of the densities is of it. */
  readonly density?: Range
  readonly source?: string
}

/** What processors of a family are made of, and the memory they take. */
export interface CpuGeneration {
  readonly family?: string
  /** What their names are like, where a family holds several: `xeon e5-\\d{4}[a-z]* v4`. */
  readonly names?: string
  /** Node of their dies by the row of component factors: `7`. */
  readonly node?: string
  readonly memoryGeneration?: string
}

/** A measured density of memory cells in layers, in GB per cm2 of die. */
export interface SsdDensity {
  readonly manufacturer: string
  readonly layers: number
  readonly density: number
  /** Year from which drives of such dies were sold. */
  readonly soldFrom?: number
  readonly source?: string
}

/** One row of the table of power profiles: power(x) = a ln(b (x + c)) + d, W at a load of x percent. */
export interface PowerProfile {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly manufacturer: string
  readonly modelRange: string
  readonly doubt?: string
  readonly source?: string
}

/** Manufacturing factors of one kind of component: per unit (or kg), and per mm2 or cm2 of die. */
export interface ComponentFactors {
  readonly base: FactorRanges
  readonly perDieArea: FactorRanges
  /** What the base is per, where that is not one unit. */
  readonly baseUnit?: 'kg'
  readonly areaUnit?: 'mm2' | 'cm2'
  readonly sourceOfBase?: string
  readonly sourceOfDieArea?: string
}

/** What a graphics card is made of, and what happens to it: by the amount that each is counted per. */
export const GPU_PARTS = {
  casing: 'kg',
  heatsink: 'kg',
  pwb: 'cm2',
  gpu: 'mm2',
  vram: 'mm2',
  upstream_transport: 'kg',
  transport_boat: '(kg km)',
  transport_truck: '(kg km)',
  transport_plane: '(kg km)',
  end_of_life: 'kg',
} as const
export type GpuPart = keyof typeof GPU_PARTS

/** Factors of a part of a graphics card, and where they were published. */
export interface GpuPartFactors {
  readonly factors: FactorRanges
  readonly source?: string
}

/** Life-cycle factors of a whole device over its life. */
export interface DeviceFactors {
  readonly device: string
  readonly type?: string
  readonly factors: FactorRanges
  readonly source?: string
  /** Where the climate factor and its parts were published, if not where the others were. */
  readonly sourceOfGwp?: string
}

/** Impact of a stage of one device. */
export interface DeviceStageFactors extends DeviceFactors {
  readonly stage: DeviceStage
}

/** Manufacturing and end of life of a functional block of an IoT device, at one hardware specification level. */
export interface FunctionalBlockFactors {
  readonly block: string
  readonly hslLevel: string
  readonly manufacture: FactorRanges
  readonly endOfLife: FactorRanges
  readonly source?: string
}
