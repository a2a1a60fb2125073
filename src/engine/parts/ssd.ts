import { type NumberAttribute, quantity, type TextAttribute } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { ComponentFactors } from '../figures/figures.ts'
import type { NameMatch } from '../figures/name-match.ts'
import { exact, plus, type Range, scale, times, ZERO } from '../figures/range.ts'
import { Component, type ComponentBill, completeText, givenOrTypical, type Place, unitsOf } from './component.ts'
import { type DensityEstimate, densityAttribute, dieArea } from './density.ts'

/** All that a solid-state drive is computed from: capacity of one drive in GB, density in GB per cm2, layers of cells. */
export interface SsdBill extends ComponentBill {
  readonly kind: 'SSD'
  readonly given: {
    readonly units?: number
    readonly capacity?: number
    readonly density?: number
    readonly layers?: number
  }
  readonly manufacturer?: NameMatch<unknown>
  readonly archetype: { readonly units?: Range; readonly capacity?: Range; readonly density?: Range }
  readonly densities: DensityEstimate
  readonly factors: ComponentFactors
}

/** Solid-state drives: units * (capacity / density * k_die + k_base). */
export class Ssd extends Component {
  readonly kind = 'SSD'

  readonly bill: SsdBill

  constructor(bill: SsdBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  get units(): NumberAttribute {
    return unitsOf(this.bill.given.units, this.bill.archetype.units)
  }

  /** GB of one drive. */
  get capacity(): NumberAttribute {
    return givenOrTypical(this.bill.given.capacity, this.bill.archetype.capacity, 'GB') ?? NO_CAPACITY
  }

  /** GB per cm2 of die. */
  get density(): NumberAttribute {
    return densityAttribute(this.bill.given.density, this.bill.densities, this.bill.archetype.density)
  }

  /** Layers of cells on a die. */
  get layers(): NumberAttribute | undefined {
    return givenOrTypical(this.bill.given.layers, undefined)
  }

  get manufacturer(): TextAttribute | undefined {
    return completeText(this.bill.manufacturer, undefined, undefined, undefined)
  }

  protected make(criterion: Criterion): Range | undefined {
    const perDieArea = this.bill.factors.perDieArea[criterion]
    const base = this.bill.factors.base[criterion]
    if (perDieArea === undefined || base === undefined) return undefined
    return times(this.units, plus(scale(dieArea(this.capacity, this.density), perDieArea), exact(base)))
  }

  protected override names() {
    return [this.manufacturer]
  }

  protected ownAttributes() {
    return {
      manufacturer: this.manufacturer,
      layers: this.layers,
      capacity: this.capacity,
      density: this.density,
    }
  }
}

const NO_CAPACITY = quantity('DEFAULT', ZERO, 'GB')
