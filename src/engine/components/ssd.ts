import type { NumberAttribute, TextAttribute } from '../values/attribute.ts'
import type { Position } from './component.ts'
import { Memory, type MemoryBill } from './memory.ts'

/** The inputs of solid-state drives, with the layers of cells. */
export interface SsdBill extends MemoryBill {
  readonly kind: 'SSD'
  readonly given: MemoryBill['given'] & { readonly layers?: number }
  readonly formFactor?: TextAttribute
}

/** Solid-state drives: made like all memory. */
export class Ssd extends Memory {
  readonly kind = 'SSD'

  readonly bill: SsdBill

  constructor(bill: SsdBill, position: Position) {
    super(position)
    this.bill = bill
  }

  /** Layers of cells on a die. */
  get layers(): NumberAttribute | undefined {
    return this.numberOf(this.bill.given.layers, 'layers', undefined)
  }

  /** 2.5-inch, M.2, E1.S and so on; changes no figure. */
  get formFactor(): TextAttribute | undefined {
    return this.bill.formFactor
  }

  protected ownAttributes() {
    return {
      form_factor: this.formFactor,
      year: this.year,
      manufacturer: this.manufacturer,
      capacity: this.capacity,
      layers: this.layers,
      density: this.density,
    }
  }
}
