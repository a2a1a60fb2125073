import type { NumberAttribute } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { ComponentFactors } from '../figures/figures.ts'
import { type Range, scale } from '../figures/range.ts'
import { Component, type ComponentBill, givenOrTypical, type Place, unitsOf } from './component.ts'

/** All that a hard disk drive is computed from; its capacity, in GB, says what it is and changes no figure. */
export interface HddBill extends ComponentBill {
  readonly kind: 'HDD'
  readonly given: { readonly units?: number; readonly capacity?: number }
  readonly archetype: { readonly units?: Range; readonly capacity?: Range }
  readonly factors: ComponentFactors
}

/** Hard disk drives: units * k_base. */
export class Hdd extends Component {
  readonly kind = 'HDD'

  readonly bill: HddBill

  constructor(bill: HddBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  get units(): NumberAttribute {
    return unitsOf(this.bill.given.units, this.bill.archetype.units)
  }

  /** GB of one drive. */
  get capacity(): NumberAttribute | undefined {
    return givenOrTypical(this.bill.given.capacity, this.bill.archetype.capacity, 'GB')
  }

  protected make(criterion: Criterion): Range | undefined {
    const base = this.bill.factors.base[criterion]
    return base === undefined ? undefined : scale(this.units, base)
  }

  protected ownAttributes() {
    return { capacity: this.capacity }
  }
}
