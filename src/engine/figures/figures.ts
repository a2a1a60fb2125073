import type { Criterion } from './criteria.ts'
import type { Range } from './range.ts'

/** A published figure: its number, where it was published, and what is doubtful about it. */
export interface Figure {
  readonly value: number
  readonly source?: string
  readonly doubt?: string
}

/** Numbers by criterion; a criterion that is not there has no known figure. */
export type Factors = Readonly<Partial<Record<Criterion, number>>>

/** Impacts of one kWh of electricity at a location. */
export interface ElectricityMix {
  readonly location: string
  readonly factors: Readonly<Partial<Record<Criterion, Figure>>>
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
  readonly source?: string
}

/** One row of the GPU table: surfaces in mm2 (gpuSurface: the effective wafer surface of its dies) and cm2 (pwb). */
export interface GpuModel {
  readonly name: string
  readonly manufacturer?: string
  readonly vram?: number
  readonly vramDies?: number
  readonly gpuSurface?: number
  readonly pwbSurface?: number
  readonly transportBoat?: number
  readonly transportTruck?: number
  readonly transportPlane?: number
  readonly casingWeight?: number
  readonly heatsinkWeight?: number
  readonly weight?: number
}

/** A measured density of memory cells, in GB per cm2 of die. */
export interface RamDensity {
  readonly manufacturer: string
  readonly process: number
  readonly density: number
}

export interface SsdDensity {
  readonly manufacturer: string
  readonly layers: number
  readonly density: number
  readonly source?: string
}

/** power(x) = a ln(b (x + c)) + d, W at a load of x percent. */
export interface PowerCurve {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
}

export interface PowerProfile extends PowerCurve {
  readonly manufacturer: string
  readonly modelRange: string
  readonly doubt?: string
}

/** Manufacturing factors of one kind of component: per unit (or kg), and per mm2 or cm2 of die. */
export interface ComponentFactors {
  readonly base: Factors
  readonly perDieArea: Factors
  readonly source?: string
}

export type GpuPart =
  | 'casing'
  | 'heatsink'
  | 'pwb'
  | 'gpu'
  | 'vram'
  | 'upstream_transport'
  | 'transport_boat'
  | 'transport_truck'
  | 'transport_plane'
  | 'end_of_life'

/** Life-cycle factors of a whole device over its life. */
export interface DeviceFactors {
  readonly device: string
  readonly type?: string
  readonly factors: Factors
  readonly source?: string
}

/** Manufacturing and end of life of a functional block of an IoT device, at one hardware specification level. */
export interface FunctionalBlockFactors {
  readonly block: string
  readonly hslLevel: string
  readonly manufacture: Factors
  readonly endOfLife: Factors
}

/** What an archetype says of one attribute: a number with its bounds, or a text. */
export type ArchetypeCell = Range | string
