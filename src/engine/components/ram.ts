import { powerByModel, powerOfMemory, shareOfPower } from '../formulas/power.ts'
import type { ConsumptionProfile } from '../use/consumption-profile.ts'
import { described, type NumberAttribute, type TextAttribute } from '../values/attribute.ts'
import { timesOne } from '../values/formula.ts'
import type { Estimate } from '../values/range.ts'
import { NO_WARNINGS } from '../values/warning.ts'
import type { Position } from './component.ts'
import { type CpuBill, powerModelOf } from './cpu.ts'
import { Memory, type MemoryBill } from './memory.ts'

/** Power in W per GB, whatever the load: the constant `ram_power`, and what a power that follows from it is explained by. */
export interface RamPower {
  readonly wattPerGb: NumberAttribute
  readonly source: string
}

/** All that memory modules are computed from: process in nm, and the generation that their density is of. */
export interface RamBill extends MemoryBill {
  readonly kind: 'RAM'
  readonly given: MemoryBill['given'] & { readonly process?: number }
  readonly generation?: TextAttribute
  readonly power: RamPower
  /** How far the model of power is off for all parts of servers alike; undefined where a release has no such term. */
  readonly powerModel?: NumberAttribute
  /** The processor beside it: its servers were measured as a whole. */
  readonly host?: CpuBill
}

/** Memory modules: made as all memory is, with a power by their capacity. */
export class Ram extends Memory {
  readonly kind = 'RAM'
  private drawn: NumberAttribute | undefined

  readonly bill: RamBill

  constructor(bill: RamBill, position: Position) {
    super(bill.usage, position)
    this.bill = bill
  }

  /** Lithography in nm. */
  get process(): NumberAttribute | undefined {
    return this.numberOf(this.bill.given.process, 'process', undefined)
  }

  /** DDR3, DDR4, DDR5 or HBM. */
  get generation(): TextAttribute | undefined {
    return this.bill.generation
  }

  override modelledPower(): NumberAttribute {
    if (this.drawn === undefined) {
      const { wattPerGb, source } = this.bill.power
      const { powerModel, host } = this.bill
      const drawn = powerOfMemory.of(wattPerGb, this.capacity, this.units)
      const model = powerModel && host !== undefined ? powerModelOf(host) : powerModel
      const all = model === undefined ? drawn : timesOne(powerByModel, drawn, model)
      const power = this.share === undefined ? all : shareOfPower.of(all, this.share)
      this.drawn = described('COMPLETED', power, 'W', source)
    }
    return this.drawn
  }

  /** That of one module. */
  override consumptionProfile(): ConsumptionProfile {
    const [perGb, capacity] = [this.bill.power.wattPerGb.value, this.capacity.value]
    const a = powerOfMemory.compute(perGb, capacity, 1)
    const source = `(ram_electrical_factor_per_go : ${perGb}) * (ram_capacity: ${capacity})`
    return { curve: { a }, status: 'COMPLETED', source, warnings: NO_WARNINGS }
  }

  override countedPower(): Estimate | undefined {
    return this.usage.avgPower
  }

  /** avg_power is that of all units together. */
  protected override ofAllUnits(power: Estimate): Estimate {
    return power
  }

  protected ownAttributes() {
    return {
      generation: this.generation,
      year: this.year,
      process: this.process,
      manufacturer: this.manufacturer,
      capacity: this.capacity,
      density: this.density,
    }
  }
}
