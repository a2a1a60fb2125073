import type { NumberAttribute } from '../figures/attribute.ts'
import type { Place } from './component.ts'
import { Memory, type MemoryBill } from './memory.ts'

/** All that solid-state drives are computed from: layers of cells. */
export interface SsdBill extends MemoryBill {
  readonly kind: 'SSD'
  readonly given: MemoryBill['given'] & { readonly layers?: number }
}

/** Solid-state drives: made as all memory is. */
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

  protected ownAttributes() {
    return {
      manufacturer: this.manufacturer,
      layers: this.layers,
      capacity: this.capacity,
      density: this.density,
    }
  }
}
