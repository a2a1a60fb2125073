import { dieSizeOfCores, dieSizePerCore } from '../formulas/die-size.ts'
import { makingWithDies } from '../formulas/manufacturing.ts'
import { modelOfPower, powerOfProcessors, shareOfPower } from '../formulas/power.ts'
import { type CpuConsumptionProfile, type CpuPowerConstants, consumptionProfile } from '../use/consumption-profile.ts'
import type { PowerCurve, WorkloadPower } from '../use/power-curve.ts'
import { workloadPower } from '../use/workload.ts'
import { described, input, leaf, type NumberAttribute, type TextAttribute, text } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorsOfComponent } from '../values/factors.ts'
import { timesOne } from '../values/formula.ts'
import type { Leaf } from '../values/leaf.ts'
import type { NameMatch } from '../values/name-match.ts'
import { type Estimate, exact, range } from '../values/range.ts'
import type { CpuGeneration, CpuModel, PowerProfile } from '../values/table-rows.ts'
import { Component, type ComponentBill, type Position } from './component.ts'
import type { DieSizeEstimates } from './die-size-estimates.ts'
import { completeText, nameAttribute } from './name-attribute.ts'
import type { TdpEstimates } from './tdp-estimates.ts'

/** The inputs of a CPU. Die sizes are in mm2, TDP in W. Statistics cover its family, or all families. */
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
  /** Whether the name comes from the archetype rather than the caller. */
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
    /** Source of its name, maker, family and range. */
    readonly source?: string
  }
  readonly dieSizes: DieSizeEstimates
  /** For a processor in a server whose power is modelled as a whole. */
  readonly tdps?: TdpEstimates
  readonly profile?: PowerProfile
  readonly typicalProfile: PowerCurve & { readonly name?: never; readonly source?: string }
  readonly measured?: readonly WorkloadPower[]
  readonly factors: FactorsOfComponent
  readonly power: CpuPowerConstants
  /**
   * The error of the power model, shared by all parts of servers; undefined in releases with a separate error per part.
   */
  readonly powerModel?: NumberAttribute
  /** The dies and memory of its generation, as far as known. */
  readonly generation?: CpuGeneration
  /** Fitting a profile is slow; the maker of the bill may pass a cached version. */
  readonly profileOf?: typeof consumptionProfile
}

/** A processor: units * (die_size * k_die + k_base). */
export class Cpu extends Component {
  readonly kind = 'CPU'
  private cores: NumberAttribute | undefined | null = null
  private designPower: NumberAttribute | undefined | null = null
  private die: NumberAttribute | undefined
  private curve: CpuConsumptionProfile | undefined
  private drawn: NumberAttribute | undefined

  readonly bill: CpuBill

  constructor(bill: CpuBill, position: Position) {
    super(position)
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
    return this.textIn('manufacturer')
  }

  /** Code name of the generation, in lower case if from the caller. */
  get family(): TextAttribute | undefined {
    return this.textIn('family')
  }

  get modelRange(): TextAttribute | undefined {
    return this.textIn('modelRange')
  }

  /** Cores of one processor. The archetype's cores count only together with its threads. */
  get coreUnits(): NumberAttribute | undefined {
    if (this.cores === null) {
      const cores = this.numberIn('coreUnits')
      const { threads } = this
      const isOfAnother = cores?.status === 'ARCHETYPE' && threads !== undefined && threads.status !== 'ARCHETYPE'
      this.cores = isOfAnother ? undefined : cores
    }
    return this.cores
  }

  get threads(): NumberAttribute | undefined {
    return this.numberIn('threads')
  }

  /** Thermal design power, W. */
  get tdp(): NumberAttribute | undefined {
    if (this.designPower === null) {
      this.designPower = this.numberIn('tdp', 'W') ?? this.bill.tdps?.estimate(this.coreUnits)
    }
    return this.designPower
  }

  /** mm2; inferred from die size and cores if the input has both. */
  get dieSizePerCore(): NumberAttribute | undefined {
    const { given, archetype } = this.bill
    const cores = this.coreUnits
    if (given.dieSizePerCore === undefined && given.dieSize !== undefined && given.coreUnits !== undefined && cores) {
      const perCore = dieSizePerCore.of(this.dieSize, cores)
      return described('COMPLETED', perCore, 'mm2', 'die_size/core_units')
    }
    return this.numberOf(given.dieSizePerCore, 'dieSizePerCore', archetype.dieSizePerCore, 'mm2')
  }

  /**
   * mm2: from the input, from size per core and cores, from the named CPU, or from the CPU table by family and cores.
   */
  get dieSize(): NumberAttribute {
    this.die ??= this.completeDieSize()
    return this.die
  }

  override modelledPower(load?: NumberAttribute): NumberAttribute | undefined {
    if (this.position.powerInWhole !== undefined) return super.modelledPower(load)
    if (load !== undefined) return this.modelPower(load)
    this.drawn ??= this.modelPower(undefined)
    return this.drawn
  }

  /** None in a server whose power is modelled as a whole. */
  override consumptionProfile(): CpuConsumptionProfile | undefined {
    return this.position.powerInWhole === undefined ? this.powerCurve : undefined
  }

  /** Power of one processor by load. */
  get powerCurve(): CpuConsumptionProfile {
    if (this.curve === undefined) {
      const { profile, typicalProfile, measured, power, profileOf = consumptionProfile } = this.bill
      const tdp = this.tdp?.status === 'ARCHETYPE' ? undefined : this.tdp?.value
      this.curve = profileOf({
        archetype: typicalProfile,
        constants: power,
        ...(profile && { profile }),
        ...(measured && { measured }),
        ...(tdp !== undefined && { tdp }),
      })
    }
    return this.curve
  }

  override countedPower(load: NumberAttribute | undefined): Estimate | undefined {
    return this.usage.avgPowerAt(load)
  }

  /** avg_power covers all units together. */
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

  private modelPower(at: NumberAttribute | undefined): NumberAttribute | undefined {
    const load = this.usage.workloadAt(at)
    if (load === undefined) return undefined
    const profile = this.powerCurve
    const all = powerOfProcessors.of(workloadPower(profile.parameters, load), this.units, powerModelOf(this.bill))
    const power = this.share === undefined ? all : shareOfPower.of(all, this.share)
    return described('COMPLETED', power, 'W', `${profile.source}, at the load`, profile.warnings)
  }

  private completeDieSize(): NumberAttribute {
    const { given, dieSizes, name, at } = this.bill
    if (given.dieSize !== undefined) return input(at, 'dieSize', given.dieSize, 'mm2', 'cpu')
    const row = name?.row
    if (row?.dieSize !== undefined && given.dieSizePerCore === undefined) return dieSizesOfRows.of(row)
    const cores = this.coreUnits?.status === 'ARCHETYPE' ? undefined : this.coreUnits
    if (given.dieSizePerCore !== undefined && cores !== undefined) {
      const perCore = input(at, 'dieSizePerCore', given.dieSizePerCore, 'mm2', 'cpu')
      return described('COMPLETED', dieSizeOfCores.of(perCore, cores), 'mm2', 'die_size_per_core*core_units')
    }
    return row?.dieSize === undefined ? dieSizes.estimate(cores) : dieSizesOfRows.of(row)
  }

  private numberIn(key: 'coreUnits' | 'threads' | 'tdp', unit?: string): NumberAttribute | undefined {
    const { given, name, archetype } = this.bill
    const row = name?.row
    const fromRow = row?.[key]
    if (given[key] === undefined && row !== undefined && fromRow !== undefined) {
      return ROW_CELLS[key].of(row)
    }
    return this.numberOf(given[key], key, archetype[key], unit)
  }

  private textIn(key: 'manufacturer' | 'family' | 'modelRange'): TextAttribute | undefined {
    const { name, archetype } = this.bill
    return completeText(this.bill[key], name?.row?.[key], archetype[key], this.sourceOfName(), archetype.source)
  }

  private sourceOfName(): string | undefined {
    const row = this.bill.name?.row
    return row && sourceOfRow(row)
  }
}

/**
 * The error of the power model, 1 if it is right: one term for all servers, and one for servers with this CPU or
 * archetype.
 */
function powerModelOf({ name, typicalProfile, powerModel }: CpuBill): Estimate {
  const of: object & { readonly name?: string } = name?.row ?? typicalProfile
  return powerModel === undefined ? onlyPowerModels.of(of) : timesOne(modelOfPower, ownPowerModels.of(of), powerModel)
}

function sourceOfRow(row: CpuModel, ofFigure?: string): string {
  return `Completed from name ${row.name} based on ${ofFigure ?? row.source ?? 'the CPU table'}`
}

/** Leaves by row, each created once. */
class LeavesOfRows<Row extends object> {
  readonly #make: (row: Row) => NumberAttribute
  readonly #made = new WeakMap<Row, NumberAttribute>()

  constructor(make: (row: Row) => NumberAttribute) {
    this.#make = make
  }

  of(row: Row): NumberAttribute {
    let made = this.#made.get(row)
    if (made === undefined) {
      made = this.#make(row)
      this.#made.set(row, made)
    }
    return made
  }
}

function cellOfRows(key: 'coreUnits' | 'threads' | 'tdp', column: string, unit?: string) {
  return new LeavesOfRows<CpuModel>((row) =>
    leaf(
      { table: 'cpus', row: row.name, column, property: `cpu_${column}` },
      'COMPLETED',
      exact(row[key] ?? Number.NaN),
      unit,
      sourceOfRow(row),
    ),
  )
}

const ROW_CELLS = {
  coreUnits: cellOfRows('coreUnits', 'core_units'),
  threads: cellOfRows('threads', 'threads'),
  tdp: cellOfRows('tdp', 'tdp', 'W'),
}

const dieSizesOfRows = new LeavesOfRows<CpuModel>((row) => {
  const { name, dieSize = Number.NaN, dieSizeMin = dieSize, dieSizeMax = dieSize, dieSizeSource } = row
  const size = range(dieSize, dieSizeMin, dieSizeMax)
  const of = { table: 'cpus', row: name, column: 'die_size', property: 'cpu_own_die_size' } as const
  return leaf(of, 'COMPLETED', size, 'mm2', sourceOfRow(row, dieSizeSource))
})

/** 1 for each row that names a CPU or archetype, by its leaf. */
function powerModels(leafOf: (name: string) => Leaf) {
  return new LeavesOfRows<{ readonly name?: string }>(({ name = 'archetype' }) =>
    leaf(
      { ...leafOf(name), property: 'avg_power' },
      'COMPLETED',
      exact(1),
      '1',
      '1 (no correction) with the spread of measured powers around the model',
    ),
  )
}

const onlyPowerModels = powerModels((row) => ({ table: 'power-model', row }))
const ownPowerModels = powerModels((column) => ({ table: 'model', row: 'power', column }))
