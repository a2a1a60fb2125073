import type * as z from 'zod'
import { CASE_TYPES } from '../engine/parts/case.ts'
import { amount, count, name, object, oneKind, oneOf, optional, positive, units } from './fields.ts'
import { UsageInput } from './usage-input.ts'

const common = { units: optional(units, 'How many', 2) }

/** Every attribute of a kind of component that a caller may know, by camel-case name; `usage` comes on top. */
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
    tdp: optional(positive, 'Thermal design power of one card, in W', 300),
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
  case: { ...common, caseType: optional(oneOf(CASE_TYPES), 'Kind of case', 'rack') },
  motherboard: common,
  assembly: common,
}

const usage = { usage: optional(UsageInput, 'How they are used') }

function componentInput<Shape extends z.ZodRawShape>(id: string, what: string, shape: Shape) {
  return object({ ...shape, ...usage }).meta({
    id,
    description: `What you know of ${what}. All of it may be left out.`,
  })
}

export const CpuInput = componentInput('CpuInput', 'processors of one kind', componentShapes.cpu)
export const GpuInput = componentInput('GpuInput', 'graphics cards of one kind', componentShapes.gpu)
export const RamInput = componentInput('RamInput', 'memory modules of one kind', componentShapes.ram)
export const SsdInput = componentInput('SsdInput', 'solid-state drives of one kind', componentShapes.ssd)
export const HddInput = componentInput('HddInput', 'hard disk drives of one kind', componentShapes.hdd)
export const PowerSupplyInput = componentInput(
  'PowerSupplyInput',
  'power supplies of one kind',
  componentShapes.powerSupply,
)
export const CaseInput = componentInput('CaseInput', 'cases', componentShapes.case)
export const PlainComponentInput = componentInput(
  'PlainComponentInput',
  'components that are only counted',
  componentShapes.motherboard,
)

export type CpuInput = z.output<typeof CpuInput>
export type GpuInput = z.output<typeof GpuInput>
export type RamInput = z.output<typeof RamInput>
export type SsdInput = z.output<typeof SsdInput>
export type HddInput = z.output<typeof HddInput>
export type PowerSupplyInput = z.output<typeof PowerSupplyInput>
export type CaseInput = z.output<typeof CaseInput>
export type PlainComponentInput = z.output<typeof PlainComponentInput>

/** One component of one kind. */
export const ComponentInput = oneKind(
  {
    cpu: optional(CpuInput, 'Processors'),
    gpu: optional(GpuInput, 'Graphics cards'),
    ram: optional(RamInput, 'Memory modules'),
    ssd: optional(SsdInput, 'Solid-state drives'),
    hdd: optional(HddInput, 'Hard disk drives'),
    powerSupply: optional(PowerSupplyInput, 'Power supplies'),
    case: optional(CaseInput, 'Cases'),
    motherboard: optional(PlainComponentInput, 'Motherboards'),
    assembly: optional(PlainComponentInput, 'Assemblies'),
  },
  'kind of component',
).meta({ id: 'ComponentInput', description: 'One component, of exactly one kind.' })

export type ComponentInput = z.output<typeof ComponentInput>
