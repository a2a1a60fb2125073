import { makingOfUnits } from '../formulas/manufacturing.ts'
import type { Attribute } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorsOfComponent } from '../values/factors.ts'
import type { Estimate } from '../values/range.ts'
import { union, type Warning } from '../values/warning.ts'
import { Component, type ComponentBill, type Position } from './component.ts'

/** The inputs of a motherboard, the assembly of a server, or the rest of one. */
export interface PlainComponentBill extends ComponentBill {
  readonly kind: 'MOTHERBOARD' | 'ASSEMBLY' | 'REST_OF_SERVER'
  readonly factors: FactorsOfComponent
  readonly warnings?: readonly Warning[]
}

/** A component whose impact depends on its number alone: units * k_base. */
export abstract class PlainComponent<
  Bill extends ComponentBill & Pick<PlainComponentBill, 'factors' | 'warnings'> = PlainComponentBill,
> extends Component {
  readonly bill: Bill

  constructor(bill: Bill, position: Position) {
    super(position)
    this.bill = bill
  }

  protected override gatherWarnings(): readonly Warning[] {
    return union(this.bill.warnings, super.gatherWarnings())
  }

  protected make(criterion: Criterion): Estimate | undefined {
    const base = this.bill.factors.base[criterion]
    return base && makingOfUnits.of(base, this.units)
  }

  protected ownAttributes(): Record<string, Attribute | undefined> {
    return {}
  }
}

/** The main board of a server. */
export class Motherboard extends PlainComponent {
  readonly kind = 'MOTHERBOARD'
}

/** Assembling the parts of a server. */
export class Assembly extends PlainComponent {
  readonly kind = 'ASSEMBLY'
}

/** The rest of a server: network card, RAID controller, backplane, fans, cables, packaging. */
export class RestOfServer extends PlainComponent {
  readonly kind = 'REST_OF_SERVER'
}
