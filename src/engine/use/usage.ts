import { type AttributeStatus, type NumberAttribute, quantity, type TextAttribute } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { Factors, PowerCurve } from '../figures/figures.ts'
import { exact, type Range, range } from '../figures/range.ts'
import { union } from '../figures/union.ts'
import type { ConsumptionProfile } from './consumption-profile.ts'
import { type Electricity, electricityFactor } from './electricity.ts'
import { averagePower, type WorkloadLevel } from './power-curve.ts'

/** What the caller said of the use of a thing. Power in W, loads and times in percent, durations in hours, days, years. */
export interface UsageGiven {
  readonly avgPower?: number
  readonly timeWorkload?: number
  readonly workloadLevels?: readonly WorkloadLevel[]
  readonly usageLocation?: string
  readonly region?: string
  readonly useTimeRatio?: number
  readonly hoursLifeTime?: number
  readonly otherConsumptionRatio?: number
  readonly elecFactors?: Factors
  readonly hoursUseTime?: number
  readonly daysUseTime?: number
  readonly yearsUseTime?: number
}

/** What is typical of the use of such a thing. */
export interface UsageArchetype {
  readonly avgPower?: Range
  readonly timeWorkload?: Range
  readonly useTimeRatio?: Range
  readonly hoursLifeTime?: Range
  readonly otherConsumptionRatio?: Range
}

/** All that the use of a thing is computed from. */
export interface UsageBill {
  readonly given: UsageGiven
  readonly archetype: UsageArchetype
  readonly electricity: Electricity
}

/** A load, as one number with bounds or as levels over time. */
export interface WorkloadAttribute {
  readonly load: Range | undefined
  readonly levels: readonly WorkloadLevel[] | undefined
  readonly status: AttributeStatus
  readonly unit: string
  readonly source: string | undefined
  readonly warnings: readonly string[]
}

/** The thing whose use this is: what it draws by its own model, where it has one. */
export interface PowerModel {
  modelledPower(): NumberAttribute | undefined
  consumptionProfile(): ConsumptionProfile | undefined
}

const HOURS_PER_DAY = 24
const HOURS_PER_YEAR = 8760

export const LOAD_UNIT = '%'
export const HOURS = 'hours'
/** As the reference system writes it: the list of country codes that locations are taken from. */
export const LOCATION_UNIT = 'CodSP3 - NCS Country Codes - NATO'

/**
 * How a thing is used. A component inside a device shares the device's location, lifetime, share of time and electricity
 * factors, and its load where it has none of its own.
 */
export class Usage {
  #avgPower: NumberAttribute | undefined | null = null
  #lifetime: NumberAttribute | undefined | null = null
  #factors: Map<Criterion, NumberAttribute | undefined> | undefined

  readonly bill: UsageBill
  readonly model: PowerModel
  readonly device: Usage | undefined

  constructor(bill: UsageBill, model: PowerModel, device: Usage | undefined) {
    this.bill = bill
    this.model = model
    this.device = device
  }

  /** Power in W: given (INPUT), modelled (COMPLETED) or typical (ARCHETYPE). */
  get avgPower(): NumberAttribute | undefined {
    if (this.#avgPower !== null) return this.#avgPower
    const { given, archetype } = this.bill
    if (given.avgPower !== undefined) this.#avgPower = quantity('INPUT', exact(given.avgPower), 'W')
    else
      this.#avgPower =
        this.model.modelledPower() ??
        (archetype.avgPower === undefined ? undefined : quantity('ARCHETYPE', archetype.avgPower, 'W'))
    return this.#avgPower
  }

  get consumptionProfile(): ConsumptionProfile | undefined {
    return this.model.consumptionProfile()
  }

  get timeWorkload(): WorkloadAttribute | undefined {
    const { given, archetype } = this.bill
    if (given.workloadLevels !== undefined) return workload('INPUT', undefined, given.workloadLevels)
    if (given.timeWorkload !== undefined) return workload('INPUT', exact(given.timeWorkload), undefined)
    const ofDevice = this.device?.timeWorkload
    if (ofDevice !== undefined) return ofDevice
    return archetype.timeWorkload && workload('ARCHETYPE', archetype.timeWorkload, undefined)
  }

  get usageLocation(): TextAttribute {
    const { location } = this.device?.bill.electricity ?? this.bill.electricity
    const own = this.device === undefined ? undefined : this.bill.given.usageLocation
    return own === undefined
      ? location
      : { ...location, warnings: [...location.warnings, notUsed('usage_location', own)] }
  }

  /** Share of the time in which the thing is used, 0 to 1. */
  get useTimeRatio(): NumberAttribute {
    if (this.device !== undefined)
      return shared('use_time_ratio', this.device.useTimeRatio, this.bill.given.useTimeRatio)
    return this.#givenOrTypical(this.bill.given.useTimeRatio, this.bill.archetype.useTimeRatio, '/1') ?? ALWAYS
  }

  /** Lifetime in hours; undefined where neither said nor known. */
  get hoursLifeTime(): NumberAttribute | undefined {
    if (this.#lifetime !== null) return this.#lifetime
    const { given, archetype } = this.bill
    if (this.device !== undefined) {
      const ofDevice = this.device.hoursLifeTime
      const taken = ofDevice && quantity('COMPLETED', ofDevice, HOURS, 'from device', ofDevice.warnings)
      this.#lifetime = taken && shared('hours_life_time', taken, given.hoursLifeTime)
    } else {
      this.#lifetime = this.#givenOrTypical(given.hoursLifeTime, archetype.hoursLifeTime, HOURS)
    }
    return this.#lifetime
  }

  /** What is drawn besides CPU, RAM and GPU, as a share of theirs. */
  get otherConsumptionRatio(): NumberAttribute | undefined {
    const { given, archetype } = this.bill
    return this.#givenOrTypical(given.otherConsumptionRatio, archetype.otherConsumptionRatio, 'ratio /1')
  }

  /** Duration in hours that the caller's usage speaks of; inside a device that of the device's. */
  get givenDuration(): number | undefined {
    if (this.device !== undefined) return this.device.givenDuration
    const hours = this.#saidHours
    return hours !== undefined && hours > 0 ? hours : undefined
  }

  get #saidHours(): number | undefined {
    const { hoursUseTime, daysUseTime, yearsUseTime } = this.bill.given
    if (hoursUseTime === undefined && daysUseTime === undefined && yearsUseTime === undefined) return undefined
    return (hoursUseTime ?? 0) + HOURS_PER_DAY * (daysUseTime ?? 0) + HOURS_PER_YEAR * (yearsUseTime ?? 0)
  }

  /** What was not understood, or not used, of what the caller said of the use. */
  get warnings(): readonly string[] {
    return union(
      this.usageLocation.warnings,
      this.useTimeRatio.warnings,
      this.hoursLifeTime?.warnings,
      this.#saidHours === 0
        ? ['A time of use of 0 was taken as nothing said: the whole lifetime is assessed']
        : undefined,
      this.device === undefined ? undefined : this.#unusedInDevice(),
    )
  }

  /** What a component says of its own that no attribute of its usage shows. */
  #unusedInDevice(): readonly string[] {
    const { elecFactors, region, otherConsumptionRatio } = this.bill.given
    return [
      ...(elecFactors === undefined ? [] : [notUsed('elec_factors', Object.keys(elecFactors).toSorted().join(', '))]),
      ...(region === undefined ? [] : [notUsed('region', region)]),
      ...(otherConsumptionRatio === undefined ? [] : [notUsed('other_consumption_ratio', otherConsumptionRatio)]),
      ...(this.#saidHours === undefined ? [] : [notUsed('time of use', `${this.#saidHours} hours`)]),
    ]
  }

  /** Hours that are assessed: those asked for, those that the usage speaks of, or the lifetime. */
  duration(asked: number | undefined): Range | undefined {
    const given = asked ?? this.givenDuration
    return given === undefined ? this.hoursLifeTime : exact(given)
  }

  /** Impact of one kWh where the thing is used; undefined where none is published. */
  electricityFactor(criterion: Criterion): NumberAttribute | undefined {
    if (this.device !== undefined) return this.device.electricityFactor(criterion)
    this.#factors ??= new Map()
    if (!this.#factors.has(criterion)) {
      const { given, electricity } = this.bill
      this.#factors.set(criterion, electricityFactor(criterion, given.elecFactors, electricity))
    }
    return this.#factors.get(criterion)
  }

  #givenOrTypical(given: number | undefined, typical: Range | undefined, unit: string): NumberAttribute | undefined {
    if (given !== undefined) return quantity('INPUT', exact(given), unit)
    return typical && quantity('ARCHETYPE', typical, unit)
  }
}

/** Power that a curve gives for a workload, in W: at each bound of a load, or averaged over levels. */
export function workloadPower(curve: PowerCurve, { load, levels }: WorkloadAttribute): Range {
  if (levels !== undefined) return exact(averagePower(curve, levels))
  const at = (loadPercentage: number) => averagePower(curve, [{ timePercentage: 100, loadPercentage }])
  if (load === undefined) return exact(at(0))
  return load.min === load.max ? exact(at(load.value)) : range(at(load.value), at(load.min), at(load.max))
}

const ALWAYS = quantity('DEFAULT', exact(1), '/1', 'In use all the time')

function workload(
  status: AttributeStatus,
  load: Range | undefined,
  levels: readonly WorkloadLevel[] | undefined,
): WorkloadAttribute {
  return { load, levels, status, unit: LOAD_UNIT, source: undefined, warnings: [] }
}

function shared(name: string, ofDevice: NumberAttribute, own: number | undefined): NumberAttribute {
  return own === undefined ? ofDevice : { ...ofDevice, warnings: [...ofDevice.warnings, notUsed(name, own)] }
}

function notUsed(name: string, own: number | string): string {
  return `The component's own ${name} (${own}) is not used: components share that of their device`
}
