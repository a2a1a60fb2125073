import { leaf, type NumberAttribute, type TextAttribute } from '../figures/attribute.ts'
import type { Cell } from '../figures/cell.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { PartFactors } from '../figures/factors.ts'
import type { NameMatch } from '../figures/name-match.ts'
import { type Estimate, exact } from '../figures/range.ts'
import { areaOfMemory, makingWithDies } from '../formulas/manufacturing.ts'
import { Component, type ComponentBill } from './component.ts'
import { type DensityEstimate, densityOf } from './density-estimates.ts'
import { completeText } from './name-attribute.ts'

/** All that memory is computed from: capacity of one module or drive in GB, density in GB per cm2. */
export interface MemoryBill extends ComponentBill {
  readonly given: {
    readonly units?: number
    readonly capacity?: number
    readonly density?: number
  }
  readonly manufacturer?: NameMatch<unknown>
  readonly archetype: { readonly units?: Cell; readonly capacity?: Cell; readonly density?: Cell }
  readonly densities: DensityEstimate
  readonly factors: PartFactors
}

/** What RAM and SSD have in common: a capacity on dies of a density, units * (capacity / density * k_die + k_base). */
export abstract class Memory extends Component {
  abstract override readonly bill: MemoryBill
  #capacity: NumberAttribute | undefined
  #density: NumberAttribute | undefined
  /** cm2 of the dies of one module or drive. */
  #dieArea: Estimate | undefined

  /** GB of one module or drive. */
  get capacity(): NumberAttribute {
    this.#capacity ??=
      this.numberOf(this.bill.given.capacity, 'capacity', this.bill.archetype.capacity, 'GB') ?? NO_CAPACITY
    return this.#capacity
  }

  /** GB per cm2 of die. */
  get density(): NumberAttribute {
    const { given, densities, archetype, at } = this.bill
    this.#density ??= densityOf(given.density, `${at}.density`, densities, archetype.density)
    return this.#density
  }

  get manufacturer(): TextAttribute | undefined {
    return completeText(this.bill.manufacturer, undefined, undefined, undefined)
  }

  protected make(criterion: Criterion): Estimate | undefined {
    const { perDieArea, base } = this.bill.factors
    this.#dieArea ??= areaOfMemory.of(this.capacity, this.density)
    return makingWithDies(this.units, this.#dieArea, perDieArea[criterion], base[criterion])
  }

  protected override names() {
    return [this.manufacturer]
  }
}

const NO_CAPACITY = leaf('defaults.capacity', 'DEFAULT', exact(0), 'GB', 'Its capacity is not known')
