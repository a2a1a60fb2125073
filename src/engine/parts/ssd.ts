import type { NumberAttribute } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { Estimate } from '../figures/range.ts'
import { makingWithDies } from '../formulas/manufacturing.ts'
import type { Place } from './component.ts'
import { Memory, type MemoryBill } from './memory.ts'

/** All that solid-state drives are computed from: layers of cells. */
export interface SsdBill extends MemoryBill {
  readonly kind: 'SSD'
  readonly given: MemoryBill['given'] & { readonly layers?: number }
}

/** Solid-state drives: units * (capacity / density * k_die + k_base). */
export class Ssd extends Memory {
  readonly kind = 'SSD'

  readonly bill: SsdBill

  constructor(bill: SsdBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  /** Layers of cells on a die. */
  get layers(): NumberAttribute | undefined {
    return this.numberOf(this.bill.given.layers, 'layers', undefined)
  }

  protected make(criterion: Criterion): Estimate | undefined {
    const { perDieArea, base } = this.bill.factors
    return makingWithDies(this.units, this.dieArea, perDieArea[criterion], base[criterion])
  }

  protected ownAttributes() {
    return {
      manufacturer: this.manufacturer,
      layers: this.layers,
      capacity: this.capacity,
      density: this.density,
    }
  }
}
