import type * as z from 'zod'
import { CASE_TYPES } from '../engine/case.ts'
import { amount, count, name, object, oneOf, positive, units } from './fields.ts'
import { UsageInput } from './usage-input.ts'

const common = { units: units.exactOptional() }

/** What may be said of each kind of component, by camel-case name; `usage` comes on top. */
export const componentShapes = {
  cpu: {
    ...common,
    name: name.exactOptional(),
    manufacturer: name.exactOptional(),
    family: name.exactOptional(),
    modelRange: name.exactOptional(),
    coreUnits: count.exactOptional(),
    threads: count.exactOptional(),
    tdp: positive.exactOptional(),
    dieSize: amount.exactOptional(),
    dieSizePerCore: amount.exactOptional(),
  },
  gpu: {
    ...common,
    name: name.exactOptional(),
    manufacturer: name.exactOptional(),
    vram: amount.exactOptional(),
    vramDies: count.exactOptional(),
    vramSurface: amount.exactOptional(),
    gpuSurface: amount.exactOptional(),
    pwbSurface: amount.exactOptional(),
    weight: amount.exactOptional(),
    heatsinkWeight: amount.exactOptional(),
    casingWeight: amount.exactOptional(),
    transportBoat: amount.exactOptional(),
    transportTruck: amount.exactOptional(),
    transportPlane: amount.exactOptional(),
  },
  ram: {
    ...common,
    capacity: amount.exactOptional(),
    density: positive.exactOptional(),
    process: positive.exactOptional(),
    manufacturer: name.exactOptional(),
  },
  ssd: {
    ...common,
    capacity: amount.exactOptional(),
    density: positive.exactOptional(),
    layers: count.exactOptional(),
    manufacturer: name.exactOptional(),
  },
  hdd: { ...common, capacity: amount.exactOptional() },
  powerSupply: { ...common, unitWeight: amount.exactOptional() },
  case: { ...common, caseType: oneOf(CASE_TYPES).exactOptional() },
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
