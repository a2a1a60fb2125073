import { input, leaf, type NumberAttribute, type TextAttribute, text } from '../figures/attribute.ts'
import type { Cell } from '../figures/cell.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { FactorQuantities } from '../figures/factors.ts'
import { type Estimate, range } from '../figures/range.ts'
import { bladeConstant, caseConstant } from '../formulas/case-constant.ts'
import { makingOfUnits } from '../formulas/manufacturing.ts'
import { Component, type ComponentBill, type Place } from './component.ts'

export const CASE_TYPES = ['rack', 'blade'] as const
export type CaseType = (typeof CASE_TYPES)[number]

/** All that a case is computed from. */
export interface CaseBill extends ComponentBill {
  readonly kind: 'CASE'
  readonly given: { readonly units?: number; readonly caseType?: CaseType }
  readonly archetype: {
    readonly units?: Cell
    readonly caseType: CaseType
    /** Which archetype names the type: `server-archetypes.dellR740.case_type`. */
    readonly caseTypeId: string
    /** Where the type was published, or why it is assumed. */
    readonly source: string | undefined
  }
  readonly factors: {
    readonly rack: FactorQuantities
    readonly bladeServer: FactorQuantities
    readonly bladeEnclosure16Slots: FactorQuantities
  }
  /** Blades that share an enclosure: the constant `blade_slots`. */
  readonly slots: NumberAttribute
}

/**
 * Cases: units * k_base of a rack, or of a blade with its sixteenth of the enclosure. Which of them is uncertain where only
 * the archetype names it: the other type then widens the bounds.
 */
export class Case extends Component {
  readonly kind = 'CASE'
  #isBlade: NumberAttribute | undefined

  readonly bill: CaseBill

  constructor(bill: CaseBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  /** rack or blade */
  get caseType(): TextAttribute {
    const { given, archetype } = this.bill
    if (given.caseType !== undefined) return text('INPUT', given.caseType)
    return text('ARCHETYPE', archetype.caseType, undefined, archetype.source)
  }

  protected make(criterion: Criterion): Estimate | undefined {
    const { factors, slots } = this.bill
    const rack = factors.rack[criterion]
    const server = factors.bladeServer[criterion]
    const enclosure = factors.bladeEnclosure16Slots[criterion]
    if (rack === undefined || server === undefined || enclosure === undefined) return undefined
    this.#isBlade ??= this.#whetherBlade()
    const blade = bladeConstant.of(enclosure, slots, server)
    return makingOfUnits.of(caseConstant.of(rack, blade, this.#isBlade), this.units)
  }

  /** 1 for a blade, 0 for a rack; of an archetype, anything between. */
  #whetherBlade(): NumberAttribute {
    const { given, archetype, at } = this.bill
    if (given.caseType !== undefined) return input(`${at}.caseType`, given.caseType === 'blade' ? 1 : 0)
    return leaf(
      archetype.caseTypeId,
      'ARCHETYPE',
      range(archetype.caseType === 'blade' ? 1 : 0, 0, 1),
      undefined,
      archetype.source,
    )
  }

  protected ownAttributes() {
    return { case_type: this.caseType }
  }
}
