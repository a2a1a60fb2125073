import { makingOfAmount, makingOfUnits } from '../formulas/manufacturing.ts'
import { leaf, type NumberAttribute } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorsOfComponent } from '../values/factors.ts'
import { type Estimate, exact } from '../values/range.ts'
import { Component, type ComponentBill, type Position } from './component.ts'

/** The inputs of a power supply; unit weight in kg. */
export interface PowerSupplyBill extends ComponentBill {
  readonly kind: 'POWER_SUPPLY'
  readonly given: { readonly units?: number; readonly unitWeight?: number }
  readonly archetype: { readonly units?: Cell; readonly unitWeight?: Cell }
  readonly factors: FactorsOfComponent
}

/** Power supplies: units * unit_weight * k_base. */
export class PowerSupply extends Component {
  readonly kind = 'POWER_SUPPLY'
  private weight: NumberAttribute | undefined

  readonly bill: PowerSupplyBill

  constructor(bill: PowerSupplyBill, position: Position) {
    super(position)
    this.bill = bill
  }

  /** kg of one power supply. */
  get unitWeight(): NumberAttribute {
    this.weight ??=
      this.numberOf(this.bill.given.unitWeight, 'unitWeight', this.bill.archetype.unitWeight, 'kg') ?? NO_WEIGHT
    return this.weight
  }

  protected make(criterion: Criterion): Estimate | undefined {
    const perKg = this.bill.factors.base[criterion]
    return perKg && makingOfUnits.of(makingOfAmount.of(perKg, this.unitWeight), this.units)
  }

  protected ownAttributes() {
    return { unit_weight: this.unitWeight }
  }
}

const NO_WEIGHT = leaf(
  { table: 'defaults', row: 'power_supply', column: 'unit_weight' },
  'DEFAULT',
  exact(0),
  'kg',
  'Its weight is unknown',
)
