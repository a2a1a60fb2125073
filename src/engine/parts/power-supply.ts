import { type NumberAttribute, quantity } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { ComponentFactors } from '../figures/figures.ts'
import { type Range, scale, times, ZERO } from '../figures/range.ts'
import { Component, type ComponentBill, givenOrTypical, type Place, unitsOf } from './component.ts'

/** All that a power supply is computed from; unit weight in kg. */
export interface PowerSupplyBill extends ComponentBill {
  readonly kind: 'POWER_SUPPLY'
  readonly given: { readonly units?: number; readonly unitWeight?: number }
  readonly archetype: { readonly units?: Range; readonly unitWeight?: Range }
  readonly factors: ComponentFactors
}

/** Power supplies: units * unit_weight * k_base. */
export class PowerSupply extends Component {
  readonly kind = 'POWER_SUPPLY'

  readonly bill: PowerSupplyBill

  constructor(bill: PowerSupplyBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  get units(): NumberAttribute {
    return unitsOf(this.bill.given.units, this.bill.archetype.units)
  }

  /** kg of one power supply. */
  get unitWeight(): NumberAttribute {
    return givenOrTypical(this.bill.given.unitWeight, this.bill.archetype.unitWeight, 'kg') ?? NO_WEIGHT
  }

  protected make(criterion: Criterion): Range | undefined {
    const perKg = this.bill.factors.base[criterion]
    return perKg === undefined ? undefined : times(this.units, scale(this.unitWeight, perKg))
  }

  protected ownAttributes() {
    return { unit_weight: this.unitWeight }
  }
}

const NO_WEIGHT = quantity('DEFAULT', ZERO, 'kg')
