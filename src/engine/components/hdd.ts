import { makingOfUnits } from '../formulas/manufacturing.ts'
import type { NumberAttribute, TextAttribute } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorsOfComponent } from '../values/factors.ts'
import type { Estimate } from '../values/range.ts'
import { union, type Warning } from '../values/warning.ts'
import { Component, type ComponentBill, type Position } from './component.ts'

/** The inputs of a hard disk drive. Its capacity, in GB, and its year describe it and change no figure. */
export interface HddBill extends ComponentBill {
  readonly kind: 'HDD'
  readonly given: { readonly units?: number; readonly capacity?: number; readonly year?: number }
  /** 3.5-inch or 2.5-inch; selects the factors. */
  readonly formFactor?: TextAttribute
  readonly warnings?: readonly Warning[]
  readonly archetype: { readonly units?: Cell; readonly capacity?: Cell }
  readonly factors: FactorsOfComponent
}

/** Hard disk drives: units * k_base. */
export class Hdd extends Component {
  readonly kind = 'HDD'

  readonly bill: HddBill

  constructor(bill: HddBill, position: Position) {
    super(bill.usage, position)
    this.bill = bill
  }

  /** GB of one drive. */
  get capacity(): NumberAttribute | undefined {
    return this.numberOf(this.bill.given.capacity, 'capacity', this.bill.archetype.capacity, 'GB')
  }

  get formFactor(): TextAttribute | undefined {
    return this.bill.formFactor
  }

  /** Year of manufacture. */
  get year(): NumberAttribute | undefined {
    return this.numberOf(this.bill.given.year, 'year', undefined)
  }

  protected override gatherWarnings(): readonly Warning[] {
    return union(this.bill.warnings, super.gatherWarnings())
  }

  protected make(criterion: Criterion): Estimate | undefined {
    const base = this.bill.factors.base[criterion]
    return base && makingOfUnits.of(base, this.units)
  }

  protected ownAttributes() {
    return { form_factor: this.formFactor, year: this.year, capacity: this.capacity }
  }
}
