import { Case, type CaseBill } from './case.ts'
import type { Component, Place } from './component.ts'
import { Cpu, type CpuBill } from './cpu.ts'
import { FunctionalBlock, type FunctionalBlockBill } from './functional-block.ts'
import { Gpu, type GpuBill } from './gpu.ts'
import { Hdd, type HddBill } from './hdd.ts'
import { Assembly, Motherboard, type PlainComponentBill } from './plain-component.ts'
import { PowerSupply, type PowerSupplyBill } from './power-supply.ts'
import { Ram, type RamBill } from './ram.ts'
import { Ssd, type SsdBill } from './ssd.ts'

export type AnyComponentBill =
  | CpuBill
  | GpuBill
  | RamBill
  | SsdBill
  | HddBill
  | PowerSupplyBill
  | CaseBill
  | PlainComponentBill
  | FunctionalBlockBill

/** The component that a bill of materials describes, at its place. */
export function componentOf(bill: AnyComponentBill, place: Place): Component {
  switch (bill.kind) {
    case 'CPU':
      return new Cpu(bill, place)
    case 'GPU':
      return new Gpu(bill, place)
    case 'RAM':
      return new Ram(bill, place)
    case 'SSD':
      return new Ssd(bill, place)
    case 'HDD':
      return new Hdd(bill, place)
    case 'POWER_SUPPLY':
      return new PowerSupply(bill, place)
    case 'CASE':
      return new Case(bill, place)
    case 'MOTHERBOARD':
      return new Motherboard(bill, place)
    case 'ASSEMBLY':
      return new Assembly(bill, place)
    case 'FUNCTIONAL_BLOCK':
      return new FunctionalBlock(bill, place)
  }
}
