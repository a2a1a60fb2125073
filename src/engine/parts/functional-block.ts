import { type NumberAttribute, type TextAttribute, text } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { FunctionalBlockFactors } from '../figures/figures.ts'
import { type Range, scale } from '../figures/range.ts'
import { Component, type ComponentBill, NO_WARNINGS, type Place, unitsOf } from './component.ts'

/** All that a functional block of an IoT device is computed from. */
export interface FunctionalBlockBill extends ComponentBill {
  readonly kind: 'FUNCTIONAL_BLOCK'
  readonly given: { readonly units?: number }
  /** Whether the caller named the block, or the archetype. */
  readonly isTypical: boolean
  readonly factors: FunctionalBlockFactors
}

/** A functional block at its hardware specification level (Pirson and Bol 2021): units * (manufacture + end of life). */
export class FunctionalBlock extends Component {
  readonly kind = 'FUNCTIONAL_BLOCK'
  protected override readonly makingWarnings = NO_WARNINGS

  readonly bill: FunctionalBlockBill

  constructor(bill: FunctionalBlockBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  get units(): NumberAttribute {
    return unitsOf(this.bill.given.units, undefined)
  }

  /** What the block does: sensing, processing, connectivity and so on. */
  get type(): TextAttribute {
    return text(this.#status, this.bill.factors.block)
  }

  /** Hardware specification level, HSL-0 (simplest) to HSL-3. */
  get hslLevel(): TextAttribute {
    return text(this.#status, this.bill.factors.hslLevel, 'none')
  }

  protected make(criterion: Criterion): Range | undefined {
    const manufacture = this.bill.factors.manufacture[criterion]
    const endOfLife = this.bill.factors.endOfLife[criterion]
    if (manufacture === undefined || endOfLife === undefined) return undefined
    return scale(this.units, manufacture + endOfLife)
  }

  protected ownAttributes() {
    return { type: this.type, hsl_level: this.hslLevel }
  }

  get #status() {
    return this.bill.isTypical ? 'ARCHETYPE' : 'INPUT'
  }
}
