import { areaOfMemory, makingWithDies } from '../formulas/manufacturing.ts'
import { leaf, type NumberAttribute, type TextAttribute } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorsOfComponent } from '../values/factors.ts'
import type { NameMatch } from '../values/name-match.ts'
import { type Estimate, exact } from '../values/range.ts'
import { union, type Warning } from '../values/warning.ts'
import { Component, type ComponentBill } from './component.ts'
import { type DensityEstimate, densityOf } from './density-estimates.ts'
import { completeText } from './name-attribute.ts'

/** The inputs of memory: capacity of one module or drive in GB, density in GB per cm2. */
export interface MemoryBill extends ComponentBill {
  readonly given: {
    readonly units?: number
    readonly capacity?: number
    readonly density?: number
    readonly year?: number
  }
  /** Warnings about odd input. */
  readonly warnings?: readonly Warning[]
  readonly manufacturer?: NameMatch<unknown>
  readonly archetype: { readonly units?: Cell; readonly capacity?: Cell; readonly density?: Cell }
  readonly densities: DensityEstimate
  readonly factors: FactorsOfComponent
}

/** The common part of RAM and SSD: capacity on dies of a density, units * (capacity / density * k_die + k_base). */
export abstract class Memory extends Component {
  abstract override readonly bill: MemoryBill
  private size: NumberAttribute | undefined
  private perArea: NumberAttribute | undefined
  /** Die area of one module or drive, in cm2. */
  private dieArea: Estimate | undefined

  /** GB of one module or drive. */
  get capacity(): NumberAttribute {
    this.size ??= this.numberOf(this.bill.given.capacity, 'capacity', this.bill.archetype.capacity, 'GB') ?? NO_CAPACITY
    return this.size
  }

  /** GB per cm2 of die. */
  get density(): NumberAttribute {
    const { given, densities, archetype, at } = this.bill
    this.perArea ??= densityOf(given.density, at, densities, archetype.density)
    return this.perArea
  }

  get manufacturer(): TextAttribute | undefined {
    return completeText(this.bill.manufacturer, undefined, undefined, undefined)
  }

  /** Year of manufacture. */
  get year(): NumberAttribute | undefined {
    return this.numberOf(this.bill.given.year, 'year', undefined)
  }

  protected override gatherWarnings(): readonly Warning[] {
    return union(this.bill.warnings, super.gatherWarnings())
  }

  protected make(criterion: Criterion): Estimate | undefined {
    const { perDieArea, base } = this.bill.factors
    this.dieArea ??= areaOfMemory.of(this.capacity, this.density)
    return makingWithDies(this.units, this.dieArea, perDieArea[criterion], base[criterion])
  }

  protected override names() {
    return [this.manufacturer]
  }
}

const NO_CAPACITY = leaf(
  { table: 'defaults', column: 'capacity' },
  'DEFAULT',
  exact(0),
  'GB',
  'Its capacity is unknown',
)
