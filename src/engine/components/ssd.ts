import { atLeast, makingOfCapacity, makingOfUnits } from '../formulas/manufacturing.ts'
import { type NumberAttribute, type TextAttribute, text } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorQuantities } from '../values/factors.ts'
import type { Estimate } from '../values/range.ts'
import type { Position } from './component.ts'
import { Memory, type MemoryBill } from './memory.ts'

/**
 * Whose figures of whole drives apply: those of makers of drives, or those of independent studies, which are several
 * times higher.
 */
export const STUDY_METHODS = ['MAKER', 'STUDY'] as const
export type StudyMethod = (typeof STUDY_METHODS)[number]

/** The inputs of solid-state drives, with the layers of cells. */
export interface SsdBill extends MemoryBill {
  readonly kind: 'SSD'
  readonly given: MemoryBill['given'] & { readonly layers?: number; readonly method?: StudyMethod }
  readonly formFactor?: TextAttribute
  /** The least that making one drive takes; it applies with factors per TB. */
  readonly smallest: FactorQuantities
}

/**
 * Solid-state drives. Criteria with a published impact per TB of whole drives use it: units * max(smallest, TB * k).
 * Others are made like all memory.
 */
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

  /** Whose figures of whole drives apply. */
  get method(): TextAttribute | undefined {
    const { method } = this.bill.given
    return method && text('INPUT', method)
  }

  protected override make(criterion: Criterion): Estimate | undefined {
    const { factors, smallest } = this.bill
    const [perTerabyte, least] = [factors.perTerabyte[criterion], smallest[criterion]]
    if (perTerabyte === undefined || least === undefined) return super.make(criterion)
    return makingOfUnits.of(atLeast.of(makingOfCapacity.of(this.capacity, perTerabyte), least), this.units)
  }

  protected ownAttributes() {
    return {
      form_factor: this.formFactor,
      year: this.year,
      manufacturer: this.manufacturer,
      capacity: this.capacity,
      layers: this.layers,
      density: this.density,
      method: this.method,
    }
  }
}
