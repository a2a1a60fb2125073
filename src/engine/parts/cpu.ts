import { described, input, leaf, type NumberAttribute, type TextAttribute, text } from '../figures/attribute.ts'
import type { Cell } from '../figures/cell.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { PartFactors } from '../figures/factors.ts'
import type { NameMatch } from '../figures/name-match.ts'
import { type Estimate, exact, range } from '../figures/range.ts'
import type { CpuModel, PowerProfile } from '../figures/table-rows.ts'
import { dieSizeOfCores, dieSizePerCore } from '../formulas/die-size.ts'
import { makingWithDies } from '../formulas/manufacturing.ts'
import { powerOfProcessors, shareOfPower } from '../formulas/power.ts'
import { type CpuConsumptionProfile, type CpuPowerConstants, consumptionProfile } from '../use/consumption-profile.ts'
import type { PowerCurve, WorkloadPower } from '../use/power-curve.ts'
import { workloadPower } from '../use/workload.ts'
import { Component, type ComponentBill, type Place } from './component.ts'
import type { DieSizeEstimates } from './die-size-estimates.ts'
import { completeText, nameAttribute } from './name-attribute.ts'

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
    readonly units?: Cell
    readonly coreUnits?: Cell
    readonly threads?: Cell
    readonly tdp?: Cell
    readonly dieSizePerCore?: Cell
    readonly manufacturer?: string
    readonly family?: string
    readonly modelRange?: string
    /** Where its name, maker, family and range were published. */
    readonly source?: string
  }
  readonly dieSizes: DieSizeEstimates
  readonly profile?: PowerProfile
  readonly typicalProfile: PowerCurve & { readonly source?: string }
  readonly measured?: readonly WorkloadPower[]
  readonly factors: PartFactors
  readonly power: CpuPowerConstants
  /** Fitting a profile takes time: fits may be remembered where the bill is made. */
  readonly profileOf?: typeof consumptionProfile
}

/** A processor: units * (die_size * k_die + k_base). */
export class Cpu extends Component {
  readonly kind = 'CPU'
  #coreUnits: NumberAttribute | undefined | null = null
  #tdp: NumberAttribute | undefined | null = null
  #dieSize: NumberAttribute | undefined
  #profile: CpuConsumptionProfile | undefined
  #power: NumberAttribute | undefined

  readonly bill: CpuBill

  constructor(bill: CpuBill, place: Place) {
    super(bill.usage, place)
    this.bill = bill
  }

  get name(): TextAttribute | undefined {
    const { name, nameIsTypical } = this.bill
    if (name === undefined) return undefined
    if (!nameIsTypical) return nameAttribute(name, 'UNKNOWN_CPU')
    return name.name === undefined
      ? text('ARCHETYPE', name.given, undefined, this.bill.archetype.source)
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
    if (this.#coreUnits === null) this.#coreUnits = this.#number('coreUnits', 'core_units')
    return this.#coreUnits
  }

  get threads(): NumberAttribute | undefined {
    return this.#number('threads', 'threads')
  }

  /** Thermal design power, W. */
  get tdp(): NumberAttribute | undefined {
    if (this.#tdp === null) this.#tdp = this.#number('tdp', 'tdp', 'W')
    return this.#tdp
  }

  /** mm2; inferred from die size and cores where both are given. */
  get dieSizePerCore(): NumberAttribute | undefined {
    const { given, archetype } = this.bill
    const cores = this.coreUnits
    if (given.dieSizePerCore === undefined && given.dieSize !== undefined && given.coreUnits !== undefined && cores) {
      const perCore = dieSizePerCore.of(this.dieSize, cores)
      return described('COMPLETED', perCore, 'mm2', 'die_size/core_units')
    }
    return this.numberOf(given.dieSizePerCore, 'dieSizePerCore', archetype.dieSizePerCore, 'mm2')
  }

  /** mm2: given, per core times cores, of the named CPU, or what the CPU table has of its family and cores. */
  get dieSize(): NumberAttribute {
    this.#dieSize ??= this.#completeDieSize()
    return this.#dieSize
  }

  override modelledPower(load?: NumberAttribute): NumberAttribute | undefined {
    if (load !== undefined) return this.#modelPower(load)
    this.#power ??= this.#modelPower(undefined)
    return this.#power
  }

  override consumptionProfile(): CpuConsumptionProfile {
    if (this.#profile === undefined) {
      const { profile, typicalProfile, measured, power, profileOf = consumptionProfile } = this.bill
      const tdp = this.tdp?.status === 'ARCHETYPE' ? undefined : this.tdp?.value
      this.#profile = profileOf({
        archetype: typicalProfile,
        constants: power,
        ...(profile && { profile }),
        ...(measured && { measured }),
        ...(tdp !== undefined && { tdp }),
      })
    }
    return this.#profile
  }

  override countedPower(load: NumberAttribute | undefined): Estimate | undefined {
    return this.usage.avgPowerAt(load)
  }

  /** avg_power is that of all units together. */
  protected override ofAllUnits(power: Estimate): Estimate {
    return power
  }

  protected make(criterion: Criterion): Estimate | undefined {
    const { perDieArea, base } = this.bill.factors
    return makingWithDies(this.units, this.dieSize, perDieArea[criterion], base[criterion])
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

  #modelPower(at: NumberAttribute | undefined): NumberAttribute | undefined {
    const load = this.usage.workloadAt(at)
    if (load === undefined) return undefined
    const profile = this.consumptionProfile()
    const all = powerOfProcessors.of(workloadPower(profile.parameters, load), this.units, this.#powerModel)
    const power = this.share === undefined ? all : shareOfPower.of(all, this.share)
    return described('COMPLETED', power, 'W', `${profile.source}, at the load`, profile.warnings)
  }

  /** How far the model of power is off, 1 where it is right: one for each CPU by name, else for all of an archetype. */
  get #powerModel(): NumberAttribute {
    const { name, typicalProfile } = this.bill
    if (name?.row === undefined) return powerModelOf(typicalProfile, 'archetype')
    return powerModelOf(name.row, name.row.name)
  }

  #completeDieSize(): NumberAttribute {
    const { given, dieSizes, name, at } = this.bill
    if (given.dieSize !== undefined) return input(`${at}.dieSize`, given.dieSize, 'mm2')
    const cores = this.coreUnits?.status === 'ARCHETYPE' ? undefined : this.coreUnits
    if (given.dieSizePerCore !== undefined && cores !== undefined) {
      const perCore = input(`${at}.dieSizePerCore`, given.dieSizePerCore, 'mm2')
      return described('COMPLETED', dieSizeOfCores.of(perCore, cores), 'mm2', 'die_size_per_core*core_units')
    }
    const row = name?.row
    if (row?.dieSize !== undefined) {
      const size = range(row.dieSize, row.dieSizeMin ?? row.dieSize, row.dieSizeMax ?? row.dieSize)
      return leaf(`cpus.${row.name}.die_size`, 'COMPLETED', size, 'mm2', this.#sourceOfRow(row.dieSizeSource))
    }
    return dieSizes.estimate(cores)
  }

  #number(key: 'coreUnits' | 'threads' | 'tdp', column: string, unit?: string): NumberAttribute | undefined {
    const { given, name, archetype } = this.bill
    const row = name?.row
    const fromRow = row?.[key]
    if (given[key] === undefined && row !== undefined && fromRow !== undefined) {
      return leaf(`cpus.${row.name}.${column}`, 'COMPLETED', exact(fromRow), unit, this.#sourceOfRow())
    }
    return this.numberOf(given[key], key, archetype[key], unit)
  }

  #text(key: 'manufacturer' | 'family' | 'modelRange'): TextAttribute | undefined {
    const { name, archetype } = this.bill
    return completeText(this.bill[key], name?.row?.[key], archetype[key], this.#sourceOfRow(), archetype.source)
  }

  #sourceOfRow(ofFigure?: string): string | undefined {
    const row = this.bill.name?.row
    return row && `Completed from name ${row.name} based on ${ofFigure ?? row.source ?? 'the CPU table'}`
  }
}

const powerModels = new WeakMap<object, NumberAttribute>()

/** 1, under an id for each row that names a CPU or archetype. */
function powerModelOf(row: object, name: string): NumberAttribute {
  let model = powerModels.get(row)
  if (model === undefined) {
    model = leaf(`power-model.${name}`, 'COMPLETED', exact(1), '1', 'How far the model of power is off')
    powerModels.set(row, model)
  }
  return model
}
