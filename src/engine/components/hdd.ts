import type { NumberAttribute, TextAttribute } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { FactorsOfComponent } from '../values/factors.ts'
import type { Warning } from '../values/warning.ts'
import type { ComponentBill } from './component.ts'
import { PlainComponent } from './plain-component.ts'

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
export class Hdd extends PlainComponent<HddBill> {
  readonly kind = 'HDD'

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

  protected override ownAttributes() {
    return { form_factor: this.formFactor, year: this.year, capacity: this.capacity }
  }
}
