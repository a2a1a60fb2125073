import type { Criterion } from '../figures/criteria.ts'
import type { PartFactors } from '../figures/factors.ts'
import type { Estimate } from '../figures/range.ts'
import { union, type Warning } from '../figures/warning.ts'
import { makingOfUnits } from '../formulas/manufacturing.ts'
import { Component, type ComponentBill, type Place } from './component.ts'

/** All that a motherboard, or the assembly of a server, is computed from. */
export interface PlainComponentBill extends ComponentBill {
  readonly kind: 'MOTHERBOARD' | 'ASSEMBLY'
  readonly factors: PartFactors
  readonly warnings?: readonly Warning[]
}

/** A component of which only the number is known: units * k_base. */
abstract class PlainComponent extends Component {
  readonly bill: PlainComponentBill

  constructor(bill: PlainComponentBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  override get warnings(): readonly Warning[] {
    return union(this.bill.warnings, super.warnings)
  }

  protected make(criterion: Criterion): Estimate | undefined {
    const base = this.bill.factors.base[criterion]
    return base && makingOfUnits.of(base, this.units)
  }

  protected ownAttributes() {
    return {}
  }
}

/** The main board of a server. */
export class Motherboard extends PlainComponent {
  readonly kind = 'MOTHERBOARD'
}

/** Putting the parts of a server together. */
export class Assembly extends PlainComponent {
  readonly kind = 'ASSEMBLY'
}
