import type { NumberAttribute } from '../figures/attribute.ts'
import type { Cell } from '../figures/cell.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { PartFactors } from '../figures/factors.ts'
import type { Estimate } from '../figures/range.ts'
import { makingOfUnits } from '../formulas/manufacturing.ts'
import { Component, type ComponentBill, type Place } from './component.ts'

/** All that a hard disk drive is computed from; its capacity, in GB, describes it and changes no figure. */
export interface HddBill extends ComponentBill {
  readonly kind: 'HDD'
  readonly given: { readonly units?: number; readonly capacity?: number }
  readonly archetype: { readonly units?: Cell; readonly capacity?: Cell }
  readonly factors: PartFactors
}

/** Hard disk drives: units * k_base. */
export class Hdd extends Component {
  readonly kind = 'HDD'

  readonly bill: HddBill

  constructor(bill: HddBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  /** GB of one drive. */
  get capacity(): NumberAttribute | undefined {
    return this.numberOf(this.bill.given.capacity, 'capacity', this.bill.archetype.capacity, 'GB')
  }

  protected make(criterion: Criterion): Estimate | undefined {
    const base = this.bill.factors.base[criterion]
    return base && makingOfUnits.of(base, this.units)
  }

  protected ownAttributes() {
    return { capacity: this.capacity }
  }
}
