import type * as z from 'zod'
import { CASE_TYPES } from '../engine/parts/case.ts'
import { amount, count, name, object, oneOf, optional, positive, units } from './fields.ts'
import { UsageInput } from './usage-input.ts'

const common = { units: optional(units, 'How many, 0 or more', 2) }

/** What may be said of each kind of component, by camel-case name; `usage` comes on top. */
export const componentShapes = {
  cpu: {
    ...common,
    name: optional(name, 'Name of the model, as the machine prints it', 'Xeon Gold 6240R'),
    manufacturer: optional(name, 'Maker', 'Intel'),
    family: optional(name, 'Code name of the generation', 'cascade lake'),
    modelRange: optional(name, 'Range of models', 'Xeon Gold'),
    coreUnits: optional(count, 'Cores of one processor', 24),
    threads: optional(count, 'Threads of one processor', 48),
    tdp: optional(positive, 'Thermal design power of one processor, in W', 165),
    dieSize: optional(amount, 'Area of the dies of one processor, in mm2', 694),
    dieSizePerCore: optional(amount, 'Area of die per core, in mm2', 24.6),
  },
  gpu: {
    ...common,
    name: optional(name, 'Name of the model', 'NVIDIA A100'),
    manufacturer: optional(name, 'Maker', 'NVIDIA'),
    vram: optional(amount, 'Video memory of one card, in GB', 80),
    vramDies: optional(count, 'Dies of video memory of one card', 5),
    vramSurface: optional(amount, 'Wafer area used for the video memory, in mm2'),
    gpuSurface: optional(amount, 'Wafer area used for the processor, in mm2'),
    pwbSurface: optional(amount, 'Area of printed wiring board, in cm2'),
    weight: optional(amount, 'Weight of one card, in kg'),
    heatsinkWeight: optional(amount, 'Weight of the heat sink, in kg'),
    casingWeight: optional(amount, 'Weight of the casing, in kg'),
    transportBoat: optional(amount, 'Way by boat, in km'),
    transportTruck: optional(amount, 'Way by truck, in km'),
    transportPlane: optional(amount, 'Way by plane, in km'),
  },
  ram: {
    ...common,
    capacity: optional(amount, 'Capacity of one module, in GB', 32),
    density: optional(positive, 'GB per cm2 of die', 1.79),
    process: optional(positive, 'Lithography, in nm', 20),
    manufacturer: optional(name, 'Maker', 'Samsung'),
  },
  ssd: {
    ...common,
    capacity: optional(amount, 'Capacity of one drive, in GB', 400),
    density: optional(positive, 'GB per cm2 of die', 50.6),
    layers: optional(count, 'Layers of cells', 96),
    manufacturer: optional(name, 'Maker', 'Micron'),
  },
  hdd: { ...common, capacity: optional(amount, 'Capacity of one drive, in GB', 4000) },
  powerSupply: { ...common, unitWeight: optional(amount, 'Weight of one, in kg', 2.99) },
  case: { ...common, caseType: optional(oneOf(CASE_TYPES), 'Kind of case, in any case of letters', 'rack') },
  motherboard: common,
  assembly: common,
}

const usage = { usage: UsageInput.exactOptional() }

export const CpuInput = object({ ...componentShapes.cpu, ...usage })
export const GpuInput = object({ ...componentShapes.gpu, ...usage })
export const RamInput = object({ ...componentShapes.ram, ...usage })
export const SsdInput = object({ ...componentShapes.ssd, ...usage })
export const HddInput = object({ ...componentShapes.hdd, ...usage })
export const PowerSupplyInput = object({ ...componentShapes.powerSupply, ...usage })
export const CaseInput = object({ ...componentShapes.case, ...usage })
export const PlainComponentInput = object({ ...componentShapes.motherboard, ...usage })

export type CpuInput = z.output<typeof CpuInput>
export type GpuInput = z.output<typeof GpuInput>
export type RamInput = z.output<typeof RamInput>
export type SsdInput = z.output<typeof SsdInput>
export type HddInput = z.output<typeof HddInput>
export type PowerSupplyInput = z.output<typeof PowerSupplyInput>
export type CaseInput = z.output<typeof CaseInput>
export type PlainComponentInput = z.output<typeof PlainComponentInput>

/** One component of one kind. */
export const ComponentInput = object({
  cpu: CpuInput.exactOptional(),
  gpu: GpuInput.exactOptional(),
  ram: RamInput.exactOptional(),
  ssd: SsdInput.exactOptional(),
  hdd: HddInput.exactOptional(),
  powerSupply: PowerSupplyInput.exactOptional(),
  case: CaseInput.exactOptional(),
  motherboard: PlainComponentInput.exactOptional(),
  assembly: PlainComponentInput.exactOptional(),
}).refine((kinds) => Object.values(kinds).filter((each) => each !== undefined).length === 1, {
  error: 'expected exactly one kind of component',
})

export type ComponentInput = z.output<typeof ComponentInput>
