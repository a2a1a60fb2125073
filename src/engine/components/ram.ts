import { powerByModel, powerOfMemory, shareOfPower } from '../formulas/power.ts'
import type { ConsumptionProfile } from '../use/consumption-profile.ts'
import { described, type NumberAttribute, type TextAttribute } from '../values/attribute.ts'
import { timesOne } from '../values/formula.ts'
import type { Estimate } from '../values/range.ts'
import { NO_WARNINGS } from '../values/warning.ts'
import type { Position } from './component.ts'
import { Memory, type MemoryBill } from './memory.ts'

/**
 * Power in W per GB, independent of the load (the constant `ram_power`), and the explanation of a power that follows
 * from it.
 */
export interface RamPower {
  readonly wattPerGb: NumberAttribute
  readonly source: string
}

/** The inputs of memory modules: process in nm, and the generation for their density. */
export interface RamBill extends MemoryBill {
  readonly kind: 'RAM'
  readonly given: MemoryBill['given'] & { readonly process?: number }
  readonly generation?: TextAttribute
  readonly power: RamPower
  /** The error of the power model, shared by all parts of servers; undefined in releases without such a term. */
  readonly powerModel?: NumberAttribute
}

/** Memory modules: made like all memory, with a power by capacity. */
export class Ram extends Memory {
  readonly kind = 'RAM'
  private drawn: NumberAttribute | undefined

  readonly bill: RamBill

  constructor(bill: RamBill, position: Position) {
    super(position)
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

  override modelledPower(load?: NumberAttribute): NumberAttribute | undefined {
    if (this.position.powerInWhole !== undefined) return super.modelledPower(load)
    if (this.drawn === undefined) {
      const { wattPerGb, source } = this.bill.power
      const { powerModel } = this.bill
      const drawn = powerOfMemory.of(wattPerGb, this.capacity, this.units)
      const all = powerModel === undefined ? drawn : timesOne(powerByModel, drawn, powerModel)
      const power = this.share === undefined ? all : shareOfPower.of(all, this.share)
      this.drawn = described('COMPLETED', power, 'W', source)
    }
    return this.drawn
  }

  /** The profile of one module; none in a server whose power is modelled as a whole. */
  override consumptionProfile(): ConsumptionProfile | undefined {
    if (this.position.powerInWhole !== undefined) return undefined
    const [perGb, capacity] = [this.bill.power.wattPerGb.value, this.capacity.value]
    const a = powerOfMemory.compute(perGb, capacity, 1)
    const source = `(ram_electrical_factor_per_go : ${perGb}) * (ram_capacity: ${capacity})`
    return { curve: { a }, status: 'COMPLETED', source, warnings: NO_WARNINGS }
  }

  override countedPower(): Estimate | undefined {
    return this.usage.avgPower
  }

  /** avg_power covers all units together. */
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
