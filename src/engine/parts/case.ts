import { type NumberAttribute, type TextAttribute, text } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { Factors } from '../figures/figures.ts'
import { exact, type Range, range, times } from '../figures/range.ts'
import { Component, type ComponentBill, type Place, unitsOf } from './component.ts'

export const CASE_TYPES = ['rack', 'blade'] as const
export type CaseType = (typeof CASE_TYPES)[number]

/** All that a case is computed from. */
export interface CaseBill extends ComponentBill {
  readonly kind: 'CASE'
  readonly given: { readonly units?: number; readonly caseType?: CaseType }
  readonly archetype: { readonly units?: Range; readonly caseType: CaseType }
  readonly factors: {
    readonly rack: Factors
    readonly bladeServer: Factors
    readonly bladeEnclosure16Slots: Factors
  }
}

/** Blades that share the enclosure that the blade factors were published for. */
const SLOTS_PER_ENCLOSURE = 16

/**
 * Cases: units * k_base of a rack, or of a blade with its sixteenth of the enclosure. Which of them is uncertain where the
 * archetype says it: the other type then widens the bounds.
 */
export class Case extends Component {
  readonly kind = 'CASE'

  readonly bill: CaseBill

  constructor(bill: CaseBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  get units(): NumberAttribute {
    return unitsOf(this.bill.given.units, this.bill.archetype.units)
  }

  /** rack or blade */
  get caseType(): TextAttribute {
    const { given, archetype } = this.bill
    return given.caseType === undefined ? text('ARCHETYPE', archetype.caseType) : text('INPUT', given.caseType)
  }

  protected make(criterion: Criterion): Range | undefined {
    const { given, archetype, factors } = this.bill
    const rack = factors.rack[criterion]
    const blade = factors.bladeServer[criterion]
    const enclosure = factors.bladeEnclosure16Slots[criterion]
    if (rack === undefined || blade === undefined || enclosure === undefined) return undefined
    const constant = { rack, blade: enclosure / SLOTS_PER_ENCLOSURE + blade }
    if (given.caseType !== undefined) return times(this.units, exact(constant[given.caseType]))
    const either = [constant.rack, constant.blade] as const
    return times(this.units, range(constant[archetype.caseType], Math.min(...either), Math.max(...either)))
  }

  protected ownAttributes() {
    return { case_type: this.caseType }
  }
}
