import type { NumberAttribute } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { ComponentFactors } from '../figures/figures.ts'
import { type Range, scale } from '../figures/range.ts'
import { union } from '../figures/union.ts'
import { Component, type ComponentBill, type Place, unitsOf } from './component.ts'

/** All that a motherboard, or the assembly of a server, is computed from. */
export interface PlainComponentBill extends ComponentBill {
  readonly kind: 'MOTHERBOARD' | 'ASSEMBLY'
  readonly given: { readonly units?: number }
  readonly factors: ComponentFactors
  readonly warnings?: readonly string[]
}

/** A component of which only the number is known: units * k_base. */
abstract class PlainComponent extends Component {
  readonly bill: PlainComponentBill

  constructor(bill: PlainComponentBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  get units(): NumberAttribute {
    return unitsOf(this.bill.given.units, undefined)
  }

  override get warnings(): readonly string[] {
    return union(this.bill.warnings, super.warnings)
  }

  protected make(criterion: Criterion): Range | undefined {
    const base = this.bill.factors.base[criterion]
    return base === undefined ? undefined : scale(this.units, base)
  }

  protected ownAttributes() {
    return {}
  }
}

export class Motherboard extends PlainComponent {
  readonly kind = 'MOTHERBOARD'
}

/** Putting the parts of a server together. */
export class Assembly extends PlainComponent {
  readonly kind = 'ASSEMBLY'
}
