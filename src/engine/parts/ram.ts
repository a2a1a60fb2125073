import { described, type NumberAttribute } from '../figures/attribute.ts'
import type { Estimate } from '../figures/range.ts'
import { NO_WARNINGS } from '../figures/warning.ts'
import { powerOfMemory, shareOfPower } from '../formulas/power.ts'
import type { ConsumptionProfile } from '../use/consumption-profile.ts'
import type { Place } from './component.ts'
import { Memory, type MemoryBill } from './memory.ts'

/** Power in W per GB, whatever the load: the constant `ram_power`, and what a power that follows from it is explained by. */
export interface RamPower {
  readonly wattPerGb: NumberAttribute
  readonly source: string
}

/** All that memory modules are computed from: process in nm. */
export interface RamBill extends MemoryBill {
  readonly kind: 'RAM'
  readonly given: MemoryBill['given'] & { readonly process?: number }
  readonly power: RamPower
}

/** Memory modules: made as all memory is, with a power by their capacity. */
export class Ram extends Memory {
  readonly kind = 'RAM'
  #power: NumberAttribute | undefined

  readonly bill: RamBill

  constructor(bill: RamBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  /** Lithography in nm. */
  get process(): NumberAttribute | undefined {
    return this.numberOf(this.bill.given.process, 'process', undefined)
  }

  override modelledPower(): NumberAttribute {
    if (this.#power === undefined) {
      const { wattPerGb, source } = this.bill.power
      const all = powerOfMemory.of(wattPerGb, this.capacity, this.units)
      const power = this.share === undefined ? all : shareOfPower.of(all, this.share)
      this.#power = described('COMPLETED', power, 'W', source)
    }
    return this.#power
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
      process: this.process,
      manufacturer: this.manufacturer,
      capacity: this.capacity,
      density: this.density,
    }
  }
}
