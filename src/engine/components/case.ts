import { bladeConstant, caseConstant, makingOfUnits } from '../formulas/manufacturing.ts'
import { input, leaf, type NumberAttribute, type TextAttribute, text } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorQuantities } from '../values/factors.ts'
import type { Leaf } from '../values/leaf.ts'
import { type Estimate, range } from '../values/range.ts'
import { Component, type ComponentBill, type Position } from './component.ts'

export const CASE_TYPES = ['rack', 'blade'] as const
export type CaseType = (typeof CASE_TYPES)[number]

/** The inputs of a case. */
export interface CaseBill extends ComponentBill {
  readonly kind: 'CASE'
  readonly given: { readonly units?: number; readonly caseType?: CaseType }
  readonly archetype: {
    readonly units?: Cell
    readonly caseType: CaseType
    /** The archetype's cell that names the type: `server-archetypes.dellR740.case_type`. */
    readonly caseTypeCell: Leaf
    /** Source of the type, or why it is assumed. */
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
 * Cases: units * k_base of a rack, or of a blade with a sixteenth of its enclosure. If only the archetype names the
 * type, the other type widens the bounds.
 */
export class Case extends Component {
  readonly kind = 'CASE'
  private blade: NumberAttribute | undefined

  readonly bill: CaseBill

  constructor(bill: CaseBill, position: Position) {
    super(position)
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
    this.blade ??= this.whetherBlade()
    const blade = bladeConstant.of(enclosure, slots, server)
    return makingOfUnits.of(caseConstant.of(rack, blade, this.blade), this.units)
  }

  /** 1 for a blade, 0 for a rack; anything between for an archetype. */
  private whetherBlade(): NumberAttribute {
    const { given, archetype, at } = this.bill
    if (given.caseType !== undefined)
      return input(at, 'caseType', given.caseType === 'blade' ? 1 : 0, undefined, 'case')
    return leaf(
      archetype.caseTypeCell,
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
