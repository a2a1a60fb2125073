import { type NumberAttribute, quantity, type TextAttribute } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { ComponentFactors } from '../figures/figures.ts'
import type { NameMatch } from '../figures/name-match.ts'
import { exact, plus, type Range, scale, times, ZERO } from '../figures/range.ts'
import type { ConsumptionProfile } from '../use/consumption-profile.ts'
import { Component, type ComponentBill, completeText, givenOrTypical, type Place, unitsOf } from './component.ts'
import { type DensityEstimate, densityAttribute, dieArea } from './density.ts'

/** Power of memory per GB, in W, whatever the load (Boavizta, from measurements by Teads). */
export const RAM_WATT_PER_GB = 0.284

/** All that memory is computed from: capacity of one module in GB, density in GB per cm2, process in nm. */
export interface RamBill extends ComponentBill {
  readonly kind: 'RAM'
  readonly given: {
    readonly units?: number
    readonly capacity?: number
    readonly density?: number
    readonly process?: number
  }
  readonly manufacturer?: NameMatch<unknown>
  readonly archetype: { readonly units?: Range; readonly capacity?: Range; readonly density?: Range }
  readonly densities: DensityEstimate
  readonly factors: ComponentFactors
}

/** Memory modules: units * (capacity / density * k_die + k_base). */
export class Ram extends Component {
  readonly kind = 'RAM'
  #power: NumberAttribute | undefined

  readonly bill: RamBill

  constructor(bill: RamBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  get units(): NumberAttribute {
    return unitsOf(this.bill.given.units, this.bill.archetype.units)
  }

  /** GB of one module. */
  get capacity(): NumberAttribute {
    return givenOrTypical(this.bill.given.capacity, this.bill.archetype.capacity, 'GB') ?? NO_CAPACITY
  }

  /** GB per cm2 of die. */
  get density(): NumberAttribute {
    return densityAttribute(this.bill.given.density, this.bill.densities, this.bill.archetype.density)
  }

  /** Lithography in nm. */
  get process(): NumberAttribute | undefined {
    return givenOrTypical(this.bill.given.process, undefined)
  }

  get manufacturer(): TextAttribute | undefined {
    return completeText(this.bill.manufacturer, undefined, undefined, undefined)
  }

  override modelledPower(): NumberAttribute {
    if (this.#power === undefined) {
      const perModule = RAM_WATT_PER_GB * this.capacity.value
      const source = `${RAM_WATT_PER_GB} W per GB * ${this.capacity.value} GB`
      this.#power = quantity('COMPLETED', scale(this.units, perModule * this.share), 'W', source)
    }
    return this.#power
  }

  override consumptionProfile(): ConsumptionProfile {
    const a = RAM_WATT_PER_GB * this.capacity.value
    const source = `(ram_electrical_factor_per_go : ${RAM_WATT_PER_GB}) * (ram_capacity: ${this.capacity.value})`
    return { curve: { a }, status: 'COMPLETED', source, warnings: [] }
  }

  override get countedPower(): Range | undefined {
    return this.usage.avgPower
  }

  /** avg_power is that of all units together. */
  protected override power(): Range | undefined {
    return this.usage.avgPower
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
      process: this.process,
      manufacturer: this.manufacturer,
      capacity: this.capacity,
      density: this.density,
    }
  }
}

const NO_CAPACITY = quantity('DEFAULT', ZERO, 'GB')
