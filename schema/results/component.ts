import { Case as EngineCase } from '../../src/engine/parts/case.ts'
import { COMPONENT_KINDS, type Component as EngineComponent } from '../../src/engine/parts/component.ts'
import { Cpu as EngineCpu } from '../../src/engine/parts/cpu.ts'
import { FunctionalBlock as EngineBlock } from '../../src/engine/parts/functional-block.ts'
import { Gpu as EngineGpu } from '../../src/engine/parts/gpu.ts'
import { Hdd as EngineHdd } from '../../src/engine/parts/hdd.ts'
import { Assembly as EngineAssembly, Motherboard as EngineMotherboard } from '../../src/engine/parts/plain-component.ts'
import { PowerSupply as EnginePowerSupply } from '../../src/engine/parts/power-supply.ts'
import { Ram as EngineRam } from '../../src/engine/parts/ram.ts'
import { Ssd as EngineSsd } from '../../src/engine/parts/ssd.ts'
import { ComponentInput as ComponentSchema } from '../../src/input/component-input.ts'
import { singleComponent } from '../../src/reference/resolve/resolve-asset.ts'
import { builder } from '../builder.ts'
import { NamedAttribute, NumberAttribute, TextAttribute } from './attribute.ts'
import { AssessableInterface } from './impact.ts'
import { Usage, UsageInput } from './usage.ts'

const KIND_DESCRIPTIONS: Record<(typeof COMPONENT_KINDS)[number], string> = {
  ASSEMBLY: 'Putting the parts of a server together.',
  CPU: 'Processors.',
  GPU: 'Graphics cards and accelerators.',
  RAM: 'Memory modules.',
  SSD: 'Solid-state drives.',
  HDD: 'Hard disk drives.',
  POWER_SUPPLY: 'Power supplies.',
  CASE: 'The case: a rack server of its own, or a blade with its share of the enclosure.',
  MOTHERBOARD: 'Motherboards.',
  FUNCTIONAL_BLOCK: 'A functional block of a connected object.',
}

export const ComponentKind = builder.enumType('ComponentKind', {
  description: 'Kinds of components.',
  values: Object.fromEntries(
    COMPONENT_KINDS.map((kind) => [kind, { value: kind, description: KIND_DESCRIPTIONS[kind] }]),
  ) as Record<(typeof COMPONENT_KINDS)[number], { value: (typeof COMPONENT_KINDS)[number]; description: string }>,
})

export const ComponentInterface = builder.interfaceType('Component', {
  description: 'A part of a device, or one that stands alone. Several equal ones count as one component with units.',
  interfaces: [AssessableInterface],
  fields: (t) => ({
    kind: t.field({ type: ComponentKind, description: 'What it is.', resolve: ({ kind }) => kind }),
    label: t.string({ description: 'Its name in the device: RAM-2.', resolve: ({ label }) => label }),
    units: t.field({ type: NumberAttribute, description: 'How many of it.', resolve: ({ units }) => units }),
    usage: t.field({
      type: Usage,
      description: 'How it is used; inside a device, mostly as the device is.',
      resolve: ({ usage }) => usage,
    }),
    attributes: t.field({
      type: [NamedAttribute],
      description: 'Every attribute that is known, by name.',
      resolve: ({ attributes }) => attributes,
    }),
    warnings: t.stringList({
      description: 'What was not understood of what you said of it.',
      resolve: ({ warnings }) => warnings,
    }),
  }),
})

/** A kind of component, whose fields are attributes of its own. */
function componentType<Engine extends EngineComponent>(
  name: string,
  engine: abstract new (...args: never[]) => Engine,
  description: string,
) {
  const ref = builder.objectRef<Engine>(name)
  return Object.assign(ref, {
    with: (fields: Parameters<typeof ref.implement>[0]['fields']) =>
      ref.implement({
        description,
        interfaces: [ComponentInterface, AssessableInterface],
        isTypeOf: (value) => value instanceof engine,
        ...(fields && { fields }),
      } as Parameters<typeof ref.implement>[0]),
  })
}

const number = { type: NumberAttribute, nullable: true } as const
const text = { type: TextAttribute, nullable: true } as const

export const Cpu = componentType('Cpu', EngineCpu, 'Processors of one kind.').with((t) => ({
  name: t.field({ ...text, description: 'Name of the model.', resolve: ({ name }) => name }),
  manufacturer: t.field({ ...text, description: 'Maker.', resolve: ({ manufacturer }) => manufacturer }),
  family: t.field({ ...text, description: 'Code name of the generation.', resolve: ({ family }) => family }),
  modelRange: t.field({ ...text, description: 'Range of models: Xeon Gold.', resolve: ({ modelRange }) => modelRange }),
  coreUnits: t.field({ ...number, description: 'Cores of one processor.', resolve: ({ coreUnits }) => coreUnits }),
  threads: t.field({ ...number, description: 'Threads of one processor.', resolve: ({ threads }) => threads }),
  tdp: t.field({ ...number, description: 'Thermal design power of one processor, in W.', resolve: ({ tdp }) => tdp }),
  dieSize: t.field({
    type: NumberAttribute,
    description: 'Area of the dies of one processor, in mm2.',
    resolve: ({ dieSize }) => dieSize,
  }),
  dieSizePerCore: t.field({
    ...number,
    description: 'Area of die per core, in mm2.',
    resolve: ({ dieSizePerCore }) => dieSizePerCore,
  }),
}))

export const Gpu = componentType('Gpu', EngineGpu, 'Graphics cards of one kind.').with((t) => ({
  name: t.field({ ...text, description: 'Name of the model.', resolve: ({ name }) => name }),
  manufacturer: t.field({ ...text, description: 'Maker.', resolve: ({ manufacturer }) => manufacturer }),
  vram: t.field({ ...number, description: 'Video memory, in GB.', resolve: ({ vram }) => vram }),
  vramDies: t.field({ ...number, description: 'Dies of video memory.', resolve: ({ vramDies }) => vramDies }),
  vramSurface: t.field({
    ...number,
    description: 'Wafer area used for the video memory, in mm2.',
    resolve: ({ vramSurface }) => vramSurface,
  }),
  gpuSurface: t.field({
    ...number,
    description: 'Wafer area used for the processor, in mm2.',
    resolve: ({ gpuSurface }) => gpuSurface,
  }),
  pwbSurface: t.field({
    ...number,
    description: 'Area of printed wiring board, in cm2.',
    resolve: ({ pwbSurface }) => pwbSurface,
  }),
  weight: t.field({ ...number, description: 'Weight of the card, in kg.', resolve: ({ weight }) => weight }),
  heatsinkWeight: t.field({
    ...number,
    description: 'Weight of the heat sink, in kg.',
    resolve: ({ heatsinkWeight }) => heatsinkWeight,
  }),
  casingWeight: t.field({
    ...number,
    description: 'Weight of the casing, in kg.',
    resolve: ({ casingWeight }) => casingWeight,
  }),
  transportBoat: t.field({
    ...number,
    description: 'Way by boat, in km.',
    resolve: ({ transportBoat }) => transportBoat,
  }),
  transportTruck: t.field({
    ...number,
    description: 'Way by truck, in km.',
    resolve: ({ transportTruck }) => transportTruck,
  }),
  transportPlane: t.field({
    ...number,
    description: 'Way by plane, in km.',
    resolve: ({ transportPlane }) => transportPlane,
  }),
}))

export const Ram = componentType('Ram', EngineRam, 'Memory modules of one kind.').with((t) => ({
  capacity: t.field({ ...number, description: 'Capacity of one module, in GB.', resolve: ({ capacity }) => capacity }),
  density: t.field({ ...number, description: 'GB per cm2 of die.', resolve: ({ density }) => density }),
  process: t.field({ ...number, description: 'Lithography, in nm.', resolve: ({ process }) => process }),
  manufacturer: t.field({ ...text, description: 'Maker.', resolve: ({ manufacturer }) => manufacturer }),
}))

export const Ssd = componentType('Ssd', EngineSsd, 'Solid-state drives of one kind.').with((t) => ({
  capacity: t.field({ ...number, description: 'Capacity of one drive, in GB.', resolve: ({ capacity }) => capacity }),
  density: t.field({ ...number, description: 'GB per cm2 of die.', resolve: ({ density }) => density }),
  layers: t.field({ ...number, description: 'Layers of cells.', resolve: ({ layers }) => layers }),
  manufacturer: t.field({ ...text, description: 'Maker.', resolve: ({ manufacturer }) => manufacturer }),
}))

export const Hdd = componentType('Hdd', EngineHdd, 'Hard disk drives of one kind.').with((t) => ({
  capacity: t.field({ ...number, description: 'Capacity of one drive, in GB.', resolve: ({ capacity }) => capacity }),
}))

export const PowerSupply = componentType('PowerSupply', EnginePowerSupply, 'Power supplies of one kind.').with((t) => ({
  unitWeight: t.field({ ...number, description: 'Weight of one, in kg.', resolve: ({ unitWeight }) => unitWeight }),
}))

export const Case = componentType('Case', EngineCase, 'Cases.').with((t) => ({
  caseType: t.field({ ...text, description: 'rack or blade.', resolve: ({ caseType }) => caseType }),
}))

export const Motherboard = componentType('Motherboard', EngineMotherboard, 'Motherboards.').with(() => ({}))

export const Assembly = componentType('Assembly', EngineAssembly, 'Putting the parts of a server together.').with(
  () => ({}),
)

export const FunctionalBlock = componentType(
  'FunctionalBlock',
  EngineBlock,
  'A functional block of a connected object.',
).with((t) => ({
  type: t.field({ ...text, description: 'What the block does: sensing, casing, pcb.', resolve: ({ type }) => type }),
  hslLevel: t.field({
    ...text,
    description: 'Hardware specification level, HSL-0 (simplest) to HSL-3.',
    resolve: ({ hslLevel }) => hslLevel,
  }),
}))

export const CpuInput = builder.inputType('CpuInput', {
  description: 'What you know of processors of one kind.',
  fields: (t) => ({
    units: t.int({ description: 'How many, 0 or more.' }),
    name: t.string({ description: 'Name of the model, as your machine prints it.' }),
    manufacturer: t.string({ description: 'Maker.' }),
    family: t.string({ description: 'Code name of the generation: Skylake.' }),
    modelRange: t.string({ description: 'Range of models: Xeon Gold.' }),
    coreUnits: t.int({ description: 'Cores of one processor, 1 or more.' }),
    threads: t.int({ description: 'Threads of one processor, 1 or more.' }),
    tdp: t.float({ description: 'Thermal design power of one processor, in W, above 0.' }),
    dieSize: t.float({ description: 'Area of the dies of one processor, in mm2, 0 or more.' }),
    dieSizePerCore: t.float({ description: 'Area of die per core, in mm2, 0 or more.' }),
    usage: t.field({ type: UsageInput, description: 'How they are used.' }),
  }),
})

export const GpuInput = builder.inputType('GpuInput', {
  description: 'What you know of graphics cards of one kind.',
  fields: (t) => ({
    units: t.int({ description: 'How many, 0 or more.' }),
    name: t.string({ description: 'Name of the model.' }),
    manufacturer: t.string({ description: 'Maker.' }),
    vram: t.float({ description: 'Video memory, in GB, 0 or more.' }),
    vramDies: t.int({ description: 'Dies of video memory, 1 or more.' }),
    vramSurface: t.float({ description: 'Wafer area used for the video memory, in mm2, 0 or more.' }),
    gpuSurface: t.float({ description: 'Wafer area used for the processor, in mm2, 0 or more.' }),
    pwbSurface: t.float({ description: 'Area of printed wiring board, in cm2, 0 or more.' }),
    weight: t.float({ description: 'Weight of the card, in kg, 0 or more.' }),
    heatsinkWeight: t.float({ description: 'Weight of the heat sink, in kg, 0 or more.' }),
    casingWeight: t.float({ description: 'Weight of the casing, in kg, 0 or more.' }),
    transportBoat: t.float({ description: 'Way by boat, in km, 0 or more.' }),
    transportTruck: t.float({ description: 'Way by truck, in km, 0 or more.' }),
    transportPlane: t.float({ description: 'Way by plane, in km, 0 or more.' }),
    usage: t.field({ type: UsageInput, description: 'How they are used.' }),
  }),
})

export const RamInput = builder.inputType('RamInput', {
  description: 'What you know of memory modules of one kind.',
  fields: (t) => ({
    units: t.int({ description: 'How many modules, 0 or more.' }),
    capacity: t.float({ description: 'Capacity of one module, in GB, 0 or more.' }),
    density: t.float({ description: 'GB per cm2 of die, above 0.' }),
    process: t.float({ description: 'Lithography, in nm, above 0.' }),
    manufacturer: t.string({ description: 'Maker.' }),
    usage: t.field({ type: UsageInput, description: 'How they are used.' }),
  }),
})

export const SsdInput = builder.inputType('SsdInput', {
  description: 'What you know of solid-state drives of one kind.',
  fields: (t) => ({
    units: t.int({ description: 'How many drives, 0 or more.' }),
    capacity: t.float({ description: 'Capacity of one drive, in GB, 0 or more.' }),
    density: t.float({ description: 'GB per cm2 of die, above 0.' }),
    layers: t.int({ description: 'Layers of cells, 1 or more.' }),
    manufacturer: t.string({ description: 'Maker.' }),
    usage: t.field({ type: UsageInput, description: 'How they are used.' }),
  }),
})

export const HddInput = builder.inputType('HddInput', {
  description: 'What you know of hard disk drives of one kind.',
  fields: (t) => ({
    units: t.int({ description: 'How many drives, 0 or more.' }),
    capacity: t.float({ description: 'Capacity of one drive, in GB, 0 or more.' }),
    usage: t.field({ type: UsageInput, description: 'How they are used.' }),
  }),
})

export const PowerSupplyInput = builder.inputType('PowerSupplyInput', {
  description: 'What you know of power supplies of one kind.',
  fields: (t) => ({
    units: t.int({ description: 'How many, 0 or more.' }),
    unitWeight: t.float({ description: 'Weight of one, in kg, 0 or more.' }),
    usage: t.field({ type: UsageInput, description: 'How they are used.' }),
  }),
})

const CaseInput = builder.inputType('CaseInput', {
  description: 'What you know of cases.',
  fields: (t) => ({
    units: t.int({ description: 'How many, 0 or more.' }),
    caseType: t.string({ description: 'rack or blade.' }),
    usage: t.field({ type: UsageInput, description: 'How they are used.' }),
  }),
})

const PlainComponentInput = builder.inputType('PlainComponentInput', {
  description: 'What you know of components that are merely counted.',
  fields: (t) => ({
    units: t.int({ description: 'How many, 0 or more.' }),
    usage: t.field({ type: UsageInput, description: 'How they are used.' }),
  }),
})

export const ComponentInput = builder.inputType('ComponentInput', {
  description: 'One component, of exactly one kind.',
  isOneOf: true,
  fields: (t) => ({
    cpu: t.field({ type: CpuInput, description: 'Processors.' }),
    gpu: t.field({ type: GpuInput, description: 'Graphics cards.' }),
    ram: t.field({ type: RamInput, description: 'Memory modules.' }),
    ssd: t.field({ type: SsdInput, description: 'Solid-state drives.' }),
    hdd: t.field({ type: HddInput, description: 'Hard disk drives.' }),
    powerSupply: t.field({ type: PowerSupplyInput, description: 'Power supplies.' }),
    case: t.field({ type: CaseInput, description: 'Cases.' }),
    motherboard: t.field({ type: PlainComponentInput, description: 'Motherboards.' }),
    assembly: t.field({ type: PlainComponentInput, description: 'Assemblies.' }),
  }),
})

builder.queryField('component', (t) =>
  t.field({
    type: ComponentInterface,
    nullable: true,
    description: 'A component that stands alone.',
    args: {
      input: t.arg({ type: ComponentInput, required: true, description: 'What you know of it.' }),
      archetype: t.arg.id({
        description: 'Component archetype that completes the rest. DEFAULT (case: rack) when omitted.',
      }),
    },
    resolve: (_, { input, archetype }, { loaders, check }) =>
      singleComponent(loaders, check(ComponentSchema, input, ['input']), archetype ?? undefined),
  }),
)
