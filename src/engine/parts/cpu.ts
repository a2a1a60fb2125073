import { type NumberAttribute, quantity, type TextAttribute, text } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { ComponentFactors, CpuModel, PowerCurve, PowerProfile } from '../figures/figures.ts'
import type { NameMatch } from '../figures/name-match.ts'
import { exact, plus, type Range, scale, times } from '../figures/range.ts'
import { type CpuConsumptionProfile, consumptionProfile } from '../use/consumption-profile.ts'
import type { WorkloadPower } from '../use/power-curve.ts'
import { workloadPower } from '../use/usage.ts'
import {
  Component,
  type ComponentBill,
  completeNumber,
  completeText,
  givenOrTypical,
  nameAttribute,
  type Place,
  unitsOf,
} from './component.ts'
import type { DieSizeStatistics } from './die-size.ts'

/** All that a CPU is computed from. Die sizes in mm2, TDP in W; statistics are those of its family, or of all. */
export interface CpuBill extends ComponentBill {
  readonly kind: 'CPU'
  readonly given: {
    readonly units?: number
    readonly coreUnits?: number
    readonly threads?: number
    readonly tdp?: number
    readonly dieSize?: number
    readonly dieSizePerCore?: number
  }
  readonly name?: NameMatch<CpuModel>
  /** True where the name is the archetype's, not the caller's. */
  readonly nameIsTypical: boolean
  readonly manufacturer?: NameMatch<unknown>
  readonly family?: NameMatch<unknown>
  readonly modelRange?: NameMatch<unknown>
  readonly archetype: {
    readonly units?: Range
    readonly coreUnits?: Range
    readonly threads?: Range
    readonly tdp?: Range
    readonly dieSizePerCore?: Range
    readonly manufacturer?: string
    readonly family?: string
    readonly modelRange?: string
  }
  readonly dieSizes: DieSizeStatistics
  readonly profile?: PowerProfile
  readonly typicalProfile: PowerCurve
  readonly measured?: readonly WorkloadPower[]
  readonly factors: ComponentFactors
  /** Fitting a profile is expensive: whoever makes the bill may remember fits. */
  readonly profileOf?: typeof consumptionProfile
}

/** A processor: units * (die_size * k_die + k_base). */
export class Cpu extends Component {
  readonly kind = 'CPU'
  #dieSize: NumberAttribute | undefined
  #profile: CpuConsumptionProfile | undefined
  #power: NumberAttribute | undefined

  readonly bill: CpuBill

  constructor(bill: CpuBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  get units(): NumberAttribute {
    return unitsOf(this.bill.given.units, this.bill.archetype.units)
  }

  get name(): TextAttribute | undefined {
    const { name, nameIsTypical } = this.bill
    if (name === undefined) return undefined
    if (!nameIsTypical) return nameAttribute(name)
    return name.name === undefined
      ? text('ARCHETYPE', name.given)
      : text('COMPLETED', name.name, undefined, `Named "${name.given}" by the archetype`)
  }

  get manufacturer(): TextAttribute | undefined {
    return this.#text('manufacturer')
  }

  /** Code name of the generation, in lower case where the caller gave it. */
  get family(): TextAttribute | undefined {
    return this.#text('family')
  }

  get modelRange(): TextAttribute | undefined {
    return this.#text('modelRange')
  }

  get coreUnits(): NumberAttribute | undefined {
    return this.#number('coreUnits', this.bill.archetype.coreUnits)
  }

  get threads(): NumberAttribute | undefined {
    return this.#number('threads', this.bill.archetype.threads)
  }

  /** Thermal design power, W. */
  get tdp(): NumberAttribute | undefined {
    return this.#number('tdp', this.bill.archetype.tdp, 'W')
  }

  /** mm2; inferred from die size and cores where both are given. */
  get dieSizePerCore(): NumberAttribute | undefined {
    const { given, archetype } = this.bill
    if (given.dieSizePerCore === undefined && given.dieSize !== undefined && given.coreUnits !== undefined) {
      return quantity('COMPLETED', exact(given.dieSize / given.coreUnits), 'mm2', 'die_size/core_units')
    }
    return givenOrTypical(given.dieSizePerCore, archetype.dieSizePerCore, 'mm2')
  }

  /** mm2: given, per core times cores, of the named CPU, or what the CPU table says of its family and cores. */
  get dieSize(): NumberAttribute {
    this.#dieSize ??= this.#completeDieSize()
    return this.#dieSize
  }

  override modelledPower(): NumberAttribute | undefined {
    this.#power ??= this.#modelPower()
    return this.#power
  }

  override consumptionProfile(): CpuConsumptionProfile {
    if (this.#profile === undefined) {
      const { profile, typicalProfile, measured, profileOf = consumptionProfile } = this.bill
      const tdp = this.tdp?.status === 'ARCHETYPE' ? undefined : this.tdp?.value
      this.#profile = profileOf({
        archetype: typicalProfile,
        ...(profile && { profile }),
        ...(measured && { measured }),
        ...(tdp !== undefined && { tdp }),
      })
    }
    return this.#profile
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
    return times(this.units, plus(scale(this.dieSize, perDieArea), exact(base)))
  }

  protected override names() {
    return [this.name, this.manufacturer, this.family, this.modelRange]
  }

  protected ownAttributes() {
    return {
      core_units: this.coreUnits,
      die_size_per_core: this.dieSizePerCore,
      die_size: this.dieSize,
      model_range: this.modelRange,
      manufacturer: this.manufacturer,
      family: this.family,
      name: this.name,
      tdp: this.tdp,
      threads: this.threads,
    }
  }

  #modelPower(): NumberAttribute | undefined {
    const load = this.usage.timeWorkload
    if (load === undefined) return undefined
    const profile = this.consumptionProfile()
    const power = times(workloadPower(profile.curve, load), this.units)
    const shared = this.share === 1 ? power : scale(power, this.share)
    return quantity('COMPLETED', shared, 'W', `${profile.source}, at the load`, profile.warnings)
  }

  #completeDieSize(): NumberAttribute {
    const { given, dieSizes, name } = this.bill
    if (given.dieSize !== undefined) return quantity('INPUT', exact(given.dieSize), 'mm2')
    const cores = given.coreUnits ?? name?.row?.coreUnits
    if (given.dieSizePerCore !== undefined && cores !== undefined) {
      return quantity('COMPLETED', exact(given.dieSizePerCore * cores), 'mm2', 'die_size_per_core*core_units')
    }
    const fromRow = name?.row?.dieSize
    if (fromRow !== undefined) return quantity('COMPLETED', exact(fromRow), 'mm2', this.#sourceOfRow())
    const { dieSize, rule, warnings } = dieSizes.estimate(cores)
    return quantity('COMPLETED', dieSize, 'mm2', rule, warnings)
  }

  #number(
    key: 'coreUnits' | 'threads' | 'tdp',
    typical: Range | undefined,
    unit?: string,
  ): NumberAttribute | undefined {
    return completeNumber(this.bill.given[key], this.bill.name?.row?.[key], typical, unit, this.#sourceOfRow())
  }

  #text(key: 'manufacturer' | 'family' | 'modelRange'): TextAttribute | undefined {
    return completeText(this.bill[key], this.bill.name?.row?.[key], this.bill.archetype[key], this.#sourceOfRow())
  }

  #sourceOfRow(): string | undefined {
    const row = this.bill.name?.row
    return row && `Completed from name ${row.name} based on ${row.source ?? 'the CPU table'}`
  }
}
