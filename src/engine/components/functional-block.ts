import { makingAndEnd, makingOfUnits } from '../formulas/manufacturing.ts'
import { type TextAttribute, text } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorQuantities } from '../values/factors.ts'
import type { Estimate } from '../values/range.ts'
import { NO_WARNINGS } from '../values/warning.ts'
import { Component, type ComponentBill, type Position } from './component.ts'

/** The inputs of a functional block of an IoT device. */
export interface FunctionalBlockBill extends ComponentBill {
  readonly kind: 'FUNCTIONAL_BLOCK'
  /** Whether the archetype, not the caller, named the block. */
  readonly isTypical: boolean
  /** Source of the archetype. */
  readonly source?: string
  readonly factors: {
    readonly block: string
    readonly hslLevel: string
    readonly manufacture: FactorQuantities
    readonly endOfLife: FactorQuantities
  }
}

/**
 * A functional block at its hardware specification level (Pirson and Bol 2021): units * (manufacture + end of life).
 */
export class FunctionalBlock extends Component {
  readonly kind = 'FUNCTIONAL_BLOCK'
  protected override readonly makingWarnings = NO_WARNINGS

  readonly bill: FunctionalBlockBill

  constructor(bill: FunctionalBlockBill, position: Position) {
    super(position)
    this.bill = bill
  }

  /** What the block does, such as sensing, processing or connectivity. */
  get type(): TextAttribute {
    return text(this.#status, this.bill.factors.block, undefined, this.#source)
  }

  /** Hardware specification level, HSL-0 (simplest) to HSL-3. */
  get hslLevel(): TextAttribute {
    return text(this.#status, this.bill.factors.hslLevel, 'none', this.#source)
  }

  protected make(criterion: Criterion): Estimate | undefined {
    const manufacture = this.bill.factors.manufacture[criterion]
    const endOfLife = this.bill.factors.endOfLife[criterion]
    if (manufacture === undefined || endOfLife === undefined) return undefined
    return makingOfUnits.of(makingAndEnd.of(manufacture, endOfLife), this.units)
  }

  protected ownAttributes() {
    return { type: this.type, hsl_level: this.hslLevel }
  }

  get #source() {
    return this.bill.isTypical ? this.bill.source : undefined
  }

  get #status() {
    return this.bill.isTypical ? 'ARCHETYPE' : 'INPUT'
  }
}
