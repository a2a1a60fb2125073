import { Case, type CaseBill } from './case.ts'
import type { Component, Position } from './component.ts'
import { Cpu, type CpuBill } from './cpu.ts'
import { FunctionalBlock, type FunctionalBlockBill } from './functional-block.ts'
import { Gpu, type GpuBill } from './gpu.ts'
import { Hdd, type HddBill } from './hdd.ts'
import { Assembly, Motherboard, type PlainComponentBill, RestOfServer } from './plain-component.ts'
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

/** Creates the component that a bill of materials describes, at its position. */
export function componentOf(bill: AnyComponentBill, position: Position): Component {
  switch (bill.kind) {
    case 'CPU':
      return new Cpu(bill, position)
    case 'GPU':
      return new Gpu(bill, position)
    case 'RAM':
      return new Ram(bill, position)
    case 'SSD':
      return new Ssd(bill, position)
    case 'HDD':
      return new Hdd(bill, position)
    case 'POWER_SUPPLY':
      return new PowerSupply(bill, position)
    case 'CASE':
      return new Case(bill, position)
    case 'MOTHERBOARD':
      return new Motherboard(bill, position)
    case 'ASSEMBLY':
      return new Assembly(bill, position)
    case 'REST_OF_SERVER':
      return new RestOfServer(bill, position)
    case 'FUNCTIONAL_BLOCK':
      return new FunctionalBlock(bill, position)
  }
}
