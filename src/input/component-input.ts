import type * as z from 'zod'
import { CASE_TYPES } from '../engine/components/case.ts'
import { STUDY_METHODS } from '../engine/components/ssd.ts'
import { COMPONENTS, type ComponentName } from '../kinds.ts'
import {
  type Advice,
  amount,
  asPrinted,
  count,
  filled,
  list,
  name,
  object,
  oneKind,
  oneOf,
  optional,
  percent,
  positive,
  printedShape,
  units,
} from './fields.ts'
import { SOME_POINTS, UsageInput, WorkloadPowerInput } from './usage-input.ts'

/** Generations of memory. */
export const MEMORY_GENERATIONS = ['DDR3', 'DDR4', 'DDR5', 'HBM'] as const

/** Form factors of hard disks, with their names. */
export const DRIVE_FORM_FACTORS = { INCH_2_5: '2.5-inch', INCH_3_5: '3.5-inch' } as const

/** Fields of a few words that data sheets and invoices print in other ways. */
export const PRINTED = {
  ram: { field: 'generation', printed: 'generationName', words: MEMORY_GENERATIONS, example: 'DDR4-2666 ECC' },
  hdd: { field: 'formFactor', printed: 'formFactorName', words: Object.keys(DRIVE_FORM_FACTORS), example: '3.5"' },
} as const

const common = { units: optional(units, 'How many', 2) }

/** Every attribute of a kind of component in the input, by camel-case name; `usage` comes on top. */
export const componentShapes = {
  cpu: {
    ...common,
    name: optional(name, 'Name of the model, as the operating system prints it', 'Xeon Gold 6240R'),
    manufacturer: optional(name, 'Maker', 'Intel'),
    family: optional(name, 'Code name of the generation', 'cascade lake'),
    modelRange: optional(name, 'Model range', 'Xeon Gold'),
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
    transportBoat: optional(amount, 'Distance by ship, in km'),
    transportTruck: optional(amount, 'Distance by road, in km'),
    transportPlane: optional(amount, 'Distance by air, in km'),
  },
  ram: {
    ...common,
    capacity: optional(amount, 'Capacity of one module, in GB', 32),
    density: optional(positive, 'GB per cm2 of die', 1.79),
    generation: optional(
      oneOf(MEMORY_GENERATIONS),
      'Generation. Default: the usual generation in `year`. Without a year, the one that the processor of the server uses',
      'DDR4',
    ),
    year: optional(count, 'Year of manufacture', 2019),
    process: optional(positive, 'Lithography, in nm', 20),
    manufacturer: optional(name, 'Maker', 'Samsung'),
  },
  ssd: {
    ...common,
    capacity: optional(amount, 'Capacity of one drive, in GB', 400),
    density: optional(positive, 'GB per cm2 of die', 50.6),
    layers: optional(count, 'Layers of cells', 96),
    formFactor: optional(
      name,
      'Form factor, such as 2.5-inch, M.2 or E1.S. It does not change the result. Later versions may add values',
      'M.2',
    ),
    year: optional(count, 'Year of manufacture. If no other input decides the density, the year does', 2019),
    manufacturer: optional(name, 'Maker', 'Micron'),
    method: optional(
      oneOf(STUDY_METHODS),
      'Whose figures of climate change apply: MAKER (makers of drives) or STUDY (independent studies, several times higher). Default: between both, with bounds that cover both',
      'MAKER',
    ),
  },
  hdd: {
    ...common,
    capacity: optional(amount, 'Capacity of one drive, in GB', 4000),
    formFactor: optional(oneOf(['INCH_2_5', 'INCH_3_5']), 'Form factor', 'INCH_3_5'),
    year: optional(count, 'Year of manufacture. It does not change the result', 2019),
  },
  powerSupply: { ...common, unitWeight: optional(amount, 'Weight of one, in kg', 2.99) },
  case: { ...common, caseType: optional(oneOf(CASE_TYPES), 'Kind of case', 'rack') },
  motherboard: common,
  assembly: common,
} satisfies Record<ComponentName, z.ZodRawShape>

/** Properties settled by several fields, or by one with another name. */
export const componentAdvice: Readonly<Record<string, Advice>> = {
  cpu_die_size: { advice: 'Give the name of the CPU, or its die size.', inputs: ['cpu.name', 'cpu.dieSize'] },
  cpu_own_die_size: { advice: 'Give the die size of the CPU.', inputs: ['cpu.dieSize'] },
  gpu_idle_power: { advice: 'Give the measured power.', inputs: ['usage.avgPower'] },
  ram_density: {
    advice: 'Give the generation of the memory, its maker and process, or its density.',
    inputs: ['ram.generation', 'ram.manufacturer', 'ram.process', 'ram.density'],
  },
  ssd_density: { advice: 'Give the maker and the layers of the drive.', inputs: ['ssd.manufacturer', 'ssd.layers'] },
}

const usage = { usage: optional(UsageInput, 'How the components are used') }

function componentInput<Shape extends z.ZodRawShape>(id: string, what: string, shape: Shape) {
  return object({ ...shape, ...usage }).meta({
    id,
    description: `${what}. Every field is optional.`,
  })
}

export const CpuInput = componentInput('CpuInput', 'Processors of one kind', componentShapes.cpu)
export const GpuInput = componentInput('GpuInput', 'Graphics cards of one kind', componentShapes.gpu)
export const RamInput = asPrinted(
  componentInput('RamInput', 'Memory modules of one kind', { ...componentShapes.ram, ...printedShape(PRINTED.ram) }),
  PRINTED.ram,
)
export const SsdInput = componentInput('SsdInput', 'Solid-state drives of one kind', componentShapes.ssd)
export const HddInput = asPrinted(
  componentInput('HddInput', 'Hard disk drives of one kind', { ...componentShapes.hdd, ...printedShape(PRINTED.hdd) }),
  PRINTED.hdd,
)
export const PowerSupplyInput = componentInput(
  'PowerSupplyInput',
  'Power supplies of one kind',
  componentShapes.powerSupply,
)
export const CaseInput = componentInput('CaseInput', 'Cases', componentShapes.case)
export const PlainComponentInput = componentInput(
  'PlainComponentInput',
  'Components of one kind. `units` is their only attribute',
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
    cpu: optional(CpuInput, COMPONENTS.cpu.plural),
    gpu: optional(GpuInput, COMPONENTS.gpu.plural),
    ram: optional(RamInput, COMPONENTS.ram.plural),
    ssd: optional(SsdInput, COMPONENTS.ssd.plural),
    hdd: optional(HddInput, COMPONENTS.hdd.plural),
    powerSupply: optional(PowerSupplyInput, COMPONENTS.powerSupply.plural),
    case: optional(CaseInput, COMPONENTS.case.plural),
    motherboard: optional(PlainComponentInput, COMPONENTS.motherboard.plural),
    assembly: optional(PlainComponentInput, COMPONENTS.assembly.plural),
  } satisfies Record<ComponentName, z.ZodType>,
  'kind of component',
).meta({ id: 'ComponentInput', description: 'One component, of exactly one kind.' })

export type ComponentInput = z.output<typeof ComponentInput>

const powerAtLoad = {
  powerWatt: amount.meta({ description: 'Power of one processor at that load, in W', examples: [96] }),
}

/** A measured power as `/v1` names it. */
export const workloadPowerShape = {
  loadPercentage: percent.meta({ description: 'Load, in percent', examples: [50] }),
  ...powerAtLoad,
}

/** A CPU, with power measured at some loads. */
export const ConsumptionProfileInput = object({
  cpu: optional(CpuInput, 'The processor'),
  workload: optional(
    filled(list(WorkloadPowerInput), SOME_POINTS),
    'Measured points. The power curve is fitted to them',
  ),
})

export type ConsumptionProfileInput = z.output<typeof ConsumptionProfileInput>
