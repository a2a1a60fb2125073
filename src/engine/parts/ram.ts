import { described, leaf, type NumberAttribute } from '../figures/attribute.ts'
import { type Estimate, exact } from '../figures/range.ts'
import { NO_WARNINGS } from '../figures/warning.ts'
import { powerOfMemory, shareOfPower } from '../formulas/power.ts'
import type { ConsumptionProfile } from '../use/consumption-profile.ts'
import type { Place } from './component.ts'
import { Memory, type MemoryBill } from './memory.ts'

/** Power of memory per GB, in W, whatever the load (Boavizta, from measurements by Teads). */
const WATT_PER_GB = leaf('component-power.ram.watt_per_gb', 'COMPLETED', exact(0.284), 'W/GB', 'Boavizta, after Teads')

const POWER_SOURCE = `${WATT_PER_GB.value} W per GB * capacity`

/** All that memory modules are computed from: process in nm. */
export interface RamBill extends MemoryBill {
  readonly kind: 'RAM'
  readonly given: MemoryBill['given'] & { readonly process?: number }
}

/** Memory modules. */
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
      const all = powerOfMemory.of(WATT_PER_GB, this.capacity, this.units)
      const power = this.share === undefined ? all : shareOfPower.of(all, this.share)
      this.#power = described('COMPLETED', power, 'W', POWER_SOURCE)
    }
    return this.#power
  }

  override consumptionProfile(): ConsumptionProfile {
    const a = WATT_PER_GB.value * this.capacity.value
    const source = `(ram_electrical_factor_per_go : ${WATT_PER_GB.value}) * (ram_capacity: ${this.capacity.value})`
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
