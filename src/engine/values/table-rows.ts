import type { Criterion } from './criteria.ts'
import type { DeviceStage, FactorBasis, FactorRanges } from './factors.ts'
import type { Range } from './range.ts'

/** A published figure: its number, its source, and known doubts about it. */
export interface PublishedFigure {
  readonly value: number
  readonly source?: string
  readonly doubt?: string
  /** Year of the data; for several years, the first. */
  readonly year?: number
  /** The year or years in words: `2011 & 2016`. */
  readonly years?: string
  /** What the figure counts: `life-cycle, generation, without losses`. */
  readonly basis?: string
}

/** Impacts of one kWh of electricity at a location. */
export interface ElectricityMix {
  readonly location: string
  readonly factors: Readonly<Partial<Record<Criterion, PublishedFigure>>>
  /** Litres of water per kWh, if published apart from the water use factor. */
  readonly water?: PublishedFigure
  /** Whether the row states the year of the climate factor. If so, criteria from other years get a warning. */
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
  /** Bounds of an estimated die size. */
  readonly dieSizeMin?: number
  readonly dieSizeMax?: number
  /** Source of the die size, if it is not the row's. */
  readonly dieSizeSource?: string
  /** Day in ISO 8601. */
  readonly released?: string
  readonly source?: string
}

/** A measured density of memory cells, in GB per cm2 of die. */
export interface RamDensity {
  readonly manufacturer: string
  readonly process: number
  readonly density: number
  /** Memory generation with such dies: DDR4; undefined if several are possible. */
  readonly generation?: string
  readonly source?: string
}

/** A generation of memory modules. */
export interface MemoryGeneration {
  readonly generation: string
  /** Year of its standard; no module is older. */
  readonly firstYear: number
  /** Year from which servers usually have it; undefined if it does not come as modules. */
  readonly usualFrom?: number
  /** GB of the largest module. */
  readonly largest: number
  /** GB per cm2 of die, for a generation without rows in the table of densities. */
  readonly density?: Range
  readonly source?: string
}

/** The dies of the processors of a family, and the memory they take. */
export interface CpuGeneration {
  readonly family?: string
  /** Pattern of the names, if a family has several generations: `xeon e5-\\d{4}[a-z]* v4`. */
  readonly names?: string
  /** Node of the dies, as a row of component factors: `7`. */
  readonly node?: string
  readonly memoryGeneration?: string
}

/** A measured density of layered memory cells, in GB per cm2 of die. */
export interface SsdDensity {
  readonly manufacturer: string
  readonly layers: number
  readonly density: number
  /** Year in which drives with such dies first sold. */
  readonly soldFrom?: number
  readonly source?: string
}

/** One row of the table of power profiles: power(x) = a ln(b (x + c)) + d, in W at a load of x percent. */
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

/** Factors of a kind of component, published together. */
export interface FactorsPerAmount {
  readonly factors: FactorRanges
  readonly per: 'unit' | 'kg' | 'mm2' | 'cm2' | 'TB'
  /** Where the bounds are the lowest and the highest of few published figures: how many. */
  readonly figures?: number
  readonly source?: string
}

/** Manufacturing factors of one kind of component. Those per TB are of whole drives: in place of base and dies. */
export type ComponentFactors = Readonly<Partial<Record<FactorBasis, FactorsPerAmount>>>

/** The parts and stages of a graphics card, with the amount each factor is per; undefined for one card. */
export const GPU_PARTS = {
  casing: 'kg',
  heatsink: 'kg',
  pwb: 'cm2',
  gpu: 'mm2',
  vram: 'mm2',
  gddr_card: undefined,
  upstream_transport: 'kg',
  transport_boat: '(kg km)',
  transport_truck: '(kg km)',
  transport_plane: '(kg km)',
  end_of_life: 'kg',
} as const
export type GpuPart = keyof typeof GPU_PARTS

/** Factors of a part of a graphics card, and their source. */
export interface GpuPartFactors {
  readonly factors: FactorRanges
  readonly source?: string
}

/** Factors of a whole device over its life. */
export interface DeviceFactors {
  /** Where the bounds are the lowest and the highest of few published figures: how many. */
  readonly figures?: number
  readonly device: string
  readonly type?: string
  readonly factors: FactorRanges
  readonly source?: string
  /** Source of the climate factor and its parts, if it differs from the others. */
  readonly sourceOfGwp?: string
}

/** Impact of one stage of a device. */
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
