import { powerOfYear, powerOverYear } from '../formulas/power.ts'
import { assessedHours } from '../formulas/use.ts'
import {
  type AttributeStatus,
  described,
  input,
  leaf,
  type NumberAttribute,
  type TextAttribute,
} from '../values/attribute.ts'
import { CRITERIA, type Criterion } from '../values/criteria.ts'
import { givenOrTypical } from '../values/given-or-typical.ts'
import { exact } from '../values/range.ts'
import { pathOf, union, type Warning, warning } from '../values/warning.ts'
import type { ConsumptionProfile } from './consumption-profile.ts'
import type { WorkloadPower } from './power-curve.ts'
import type { Facility, UsageBill } from './usage-bill.ts'
import { LOAD_UNIT, type WorkloadAttribute, workload } from './workload.ts'

/** The thing in use, with its own power model if it has one. */
export interface PowerModel {
  /** Power in W at a load in percent, else as used. */
  modelledPower(load?: NumberAttribute): NumberAttribute | undefined
  consumptionProfile(): ConsumptionProfile | undefined
  /** Whether a measured profile of the input stands for the model: that of a whole server. */
  readonly takesPowerProfile?: boolean
}

export const HOURS = 'hours'
/** The list of location codes, spelled as in the reference system. */
export const LOCATION_UNIT = 'CodSP3 - NCS Country Codes - NATO'

/** Attributes for display only, created when first read. */
class Shown {
  meanPower: NumberAttribute | undefined | null = null
  usageLocation: TextAttribute | undefined
  useTimeRatio: NumberAttribute | undefined
  hoursLifeTime: NumberAttribute | undefined | null = null
  consumptionProfile: ConsumptionProfile | undefined | null = null
}

/**
 * How a thing is used. A component inside a device shares the device's location, lifetime, share of time and
 * electricity factors, and its load unless it has its own.
 */
export class Usage {
  private power: NumberAttribute | undefined | null = null
  private load: WorkloadAttribute | undefined | null = null
  private life: NumberAttribute | undefined | null = null
  private inUse: NumberAttribute | undefined
  private shown: Shown | undefined
  private factors: Map<Criterion, NumberAttribute> | undefined
  private asked: NumberAttribute | undefined
  private givenTime: NumberAttribute | undefined | null = null

  readonly bill: UsageBill
  readonly model: PowerModel
  readonly device: Usage | undefined

  constructor(bill: UsageBill, model: PowerModel, device: Usage | undefined) {
    this.bill = bill
    this.model = model
    this.device = device
  }

  /** Whether the input states the power of the whole thing, or its energy of a year. */
  get isPowerGiven(): boolean {
    return this.bill.given.avgPower !== undefined || this.bill.yearlyEnergy !== undefined
  }

  /** Power in W: from the input (INPUT), modelled (COMPLETED) or typical (ARCHETYPE). */
  get avgPower(): NumberAttribute | undefined {
    if (this.power === null) this.power = this.powerAt(undefined)
    return this.power
  }

  /** Mean power over a year, in W: the power in use times the share of time in use. */
  get meanPower(): NumberAttribute | undefined {
    this.shown ??= new Shown()
    if (this.shown.meanPower === null) this.shown.meanPower = this.overYear()
    return this.shown.meanPower
  }

  private overYear(): NumberAttribute | undefined {
    const { avgPower, ratio } = this
    if (avgPower === undefined) return undefined
    const worse = BEST_FIRST[Math.max(rankOf(avgPower), rankOf(ratio))] ?? 'COMPLETED'
    const status = worse === 'INPUT' ? 'COMPLETED' : worse
    return described(status, powerOverYear.of(avgPower, ratio), 'W', 'avg_power * use_time_ratio', avgPower.warnings)
  }

  /** Power in W at a load in percent, if it follows the load. */
  avgPowerAt(load: NumberAttribute | undefined): NumberAttribute | undefined {
    const isFixed = load === undefined || this.isPowerGiven || this.keepsItsLoad
    return isFixed ? this.avgPower : this.powerAt(load)
  }

  /** A component with its own load in the input does not follow its device. */
  private get keepsItsLoad(): boolean {
    return this.device !== undefined && this.hasOwnLoad
  }

  /**
   * Power in W at 2 or more evenly spaced loads from 0 to 100 percent. Undefined for a part of a device, and if the
   * power is unknown or does not follow the load.
   */
  powerCurve(count: number): readonly WorkloadPower[] | undefined {
    if (this.isPowerGiven || this.device !== undefined) return undefined
    const points: WorkloadPower[] = []
    for (let step = 0; step < count; step++) {
      const loadPercentage = (100 * step) / (count - 1)
      const power = this.powerAt(input(this.bill.at, 'timeWorkload', loadPercentage, LOAD_UNIT))
      if (power === undefined) return undefined
      points.push({ loadPercentage, powerWatt: power.value })
    }
    return points.some(({ powerWatt }) => powerWatt !== points[0]?.powerWatt) ? points : undefined
  }

  private powerAt(load: NumberAttribute | undefined): NumberAttribute | undefined {
    const { given, yearlyEnergy, hoursPerYear, archetype, at } = this.bill
    if (yearlyEnergy !== undefined) {
      const source = `${yearlyEnergy.value} kWh a year, as given`
      return described('INPUT', powerOfYear.of(yearlyEnergy, hoursPerYear), 'W', source)
    }
    return given.avgPower !== undefined
      ? input(at, 'avgPower', given.avgPower, 'W')
      : (this.model.modelledPower(load) ?? archetype.avgPower?.in('W'))
  }

  get consumptionProfile(): ConsumptionProfile | undefined {
    this.shown ??= new Shown()
    if (this.shown.consumptionProfile === null) this.shown.consumptionProfile = this.model.consumptionProfile()
    return this.shown.consumptionProfile
  }

  get timeWorkload(): WorkloadAttribute | undefined {
    if (this.load === null) {
      const { given, archetype, at } = this.bill
      if (given.workloadLevels !== undefined) this.load = workload(at, undefined, given.workloadLevels)
      else if (given.timeWorkload !== undefined) {
        this.load = workload(at, input(at, 'timeWorkload', given.timeWorkload, LOAD_UNIT), undefined)
      } else {
        const typical = archetype.timeWorkload
        this.load = this.device?.timeWorkload ?? (typical && workload(at, typical.in(LOAD_UNIT), undefined))
      }
    }
    return this.load
  }

  /** The workload if the device, or the thing alone, runs at `load`. A component keeps its own load. */
  workloadAt(load: NumberAttribute | undefined): WorkloadAttribute | undefined {
    if (load === undefined || this.keepsItsLoad) return this.timeWorkload
    return workload(this.bill.at, load, undefined)
  }

  /** Whether the input sets a load for this very thing. */
  get hasOwnLoad(): boolean {
    const { timeWorkload, workloadLevels } = this.bill.given
    return timeWorkload !== undefined || workloadLevels !== undefined
  }

  /** The data centre around it; for a component, its device's. */
  get facility(): Facility | undefined {
    return this.device === undefined ? this.bill.facility : this.device.facility
  }

  get usageLocation(): TextAttribute {
    const { location } = this.device?.bill.electricity ?? this.bill.electricity
    const own = this.device === undefined ? undefined : this.bill.given.usageLocation
    if (own === undefined) return location
    this.shown ??= new Shown()
    this.shown.usageLocation ??= { ...location, warnings: [...location.warnings, notUsed('usage_location', own)] }
    return this.shown.usageLocation
  }

  /** Share of the time during which the asset is in use, 0 to 1; for a component, its device's. */
  get ratio(): NumberAttribute {
    if (this.device !== undefined) return this.device.ratio
    const { given, archetype, yearlyEnergy, at } = this.bill
    if (yearlyEnergy !== undefined) return ALL_YEAR
    this.inUse ??= givenOrTypical(given.useTimeRatio, at, 'useTimeRatio', archetype.useTimeRatio, '/1') ?? ALWAYS
    return this.inUse
  }

  /** For display. */
  get useTimeRatio(): NumberAttribute {
    this.shown ??= new Shown()
    this.shown.useTimeRatio ??= shared('use_time_ratio', this.ratio, this.device && this.bill.given.useTimeRatio)
    return this.shown.useTimeRatio
  }

  /** Lifetime in hours; for a component, its device's. Undefined if neither set nor known. */
  get lifetime(): NumberAttribute | undefined {
    if (this.device !== undefined) return this.device.lifetime
    if (this.life === null) {
      const { given, archetype, at } = this.bill
      this.life = givenOrTypical(given.hoursLifeTime, at, 'hoursLifeTime', archetype.hoursLifeTime, HOURS)
    }
    return this.life
  }

  /** The most lifetimes that a duration counts, by release. */
  get lifeCap(): NumberAttribute {
    return this.bill.lifeCap
  }

  /** For display. */
  get hoursLifeTime(): NumberAttribute | undefined {
    const { lifetime } = this
    if (this.device === undefined || lifetime?.leaf === undefined) return lifetime
    this.shown ??= new Shown()
    if (this.shown.hoursLifeTime === null) {
      const taken = leaf(lifetime.leaf, 'COMPLETED', lifetime, HOURS, 'from device', lifetime.warnings)
      this.shown.hoursLifeTime = shared('hours_life_time', taken, this.bill.given.hoursLifeTime)
    }
    return this.shown.hoursLifeTime
  }

  /** Power drawn besides CPU, RAM and GPU, as a share of theirs. */
  get otherConsumptionRatio(): NumberAttribute | undefined {
    const { given, archetype, at } = this.bill
    const { otherConsumptionRatio: typical } = archetype
    return givenOrTypical(given.otherConsumptionRatio, at, 'otherConsumptionRatio', typical, 'ratio /1')
  }

  /** Hours of use from the input; for a component, its device's. */
  get givenDuration(): NumberAttribute | undefined {
    if (this.device !== undefined) return this.device.givenDuration
    if (this.givenTime === null) this.givenTime = this.givenHours ? this.sumOfTimes() : undefined
    return this.givenTime
  }

  private sumOfTimes(): NumberAttribute {
    const { given, hoursPerYear, at } = this.bill
    const { hoursUseTime = 0, daysUseTime = 0, yearsUseTime = 0 } = given
    const sum = assessedHours.of(
      input(at, 'hoursUseTime', hoursUseTime, HOURS),
      input(at, 'daysUseTime', daysUseTime, 'days'),
      input(at, 'yearsUseTime', yearsUseTime, 'years'),
      hoursPerYear,
    )
    return described('INPUT', sum, HOURS)
  }

  private get givenHours(): number | undefined {
    const { given, hoursPerYear } = this.bill
    const { hoursUseTime, daysUseTime, yearsUseTime } = given
    if (hoursUseTime === undefined && daysUseTime === undefined && yearsUseTime === undefined) return undefined
    return assessedHours.compute(hoursUseTime ?? 0, daysUseTime ?? 0, yearsUseTime ?? 0, hoursPerYear.value)
  }

  /** Input about use that was not understood, or has no effect. */
  get warnings(): readonly Warning[] {
    return union(
      this.usageLocation.warnings,
      this.useTimeRatio.warnings,
      this.hoursLifeTime?.warnings,
      this.givenHours === 0 ? [NO_TIME_OF_USE] : undefined,
      this.device === undefined ? this.unusedAlone() : this.unusedInDevice(),
    )
  }

  private unusedAlone(): readonly Warning[] | undefined {
    const { given, facility, at } = this.bill
    const isOutside = given.facility !== undefined && facility === undefined
    const isNoServer = given.powerProfile !== undefined && !this.model.takesPowerProfile
    const beside =
      this.bill.yearlyEnergy === undefined ? [] : BESIDE_ENERGY.filter((field) => given[field] !== undefined)
    if (!isOutside && !isNoServer && beside.length === 0) return undefined
    return [
      ...(isOutside ? [NO_DATA_CENTRE] : []),
      ...(isNoServer ? [noServer(at)] : []),
      ...beside.map((field) => besideEnergy(field, at)),
    ]
  }

  /** Input of a component that no attribute of its usage shows. */
  private unusedInDevice(): readonly Warning[] {
    const { elecFactors, region, otherConsumptionRatio, facility, powerProfile } = this.bill.given
    const hours = this.givenHours
    return [
      ...(elecFactors === undefined ? [] : [notUsed('elec_factors', Object.keys(elecFactors).toSorted().join(', '))]),
      ...(region === undefined ? [] : [notUsed('region', region)]),
      ...(otherConsumptionRatio === undefined ? [] : [notUsed('other_consumption_ratio', otherConsumptionRatio)]),
      ...(hours === undefined ? [] : [notUsed('time of use', `${hours} hours`)]),
      ...(facility === undefined ? [] : [notUsed('facility', Object.keys(facility).join(', '))]),
      ...(powerProfile === undefined ? [] : [noServer(this.bill.at)]),
    ]
  }

  /** Hours assessed: those requested at a path of the input, those of the usage, or the lifetime. */
  duration(asked: number | undefined, at = 'input'): NumberAttribute | undefined {
    if (asked === undefined) return this.givenDuration ?? this.lifetime
    if (this.device !== undefined) return this.device.duration(asked, at)
    if (this.asked?.value !== asked || this.asked.leaf?.row !== at) this.asked = input(at, 'duration', asked, HOURS)
    return this.asked
  }

  /** Litres of water per kWh at the place of use, if published apart from the water use factor. */
  get waterOfElectricity(): NumberAttribute | undefined {
    return this.device === undefined ? this.bill.electricity.water : this.device.waterOfElectricity
  }

  /** Impact per kWh at the place of use; undefined if none is published. */
  electricityFactor(criterion: Criterion): NumberAttribute | undefined {
    if (this.device !== undefined) return this.device.electricityFactor(criterion)
    const { given, electricity, at } = this.bill
    const own = given.elecFactors?.[criterion]
    if (own === undefined) return electricity.factors[criterion]
    this.factors ??= new Map()
    let factor = this.factors.get(criterion)
    if (factor === undefined) {
      factor = leaf(
        { table: 'input', row: at, column: 'elecFactors', criterion },
        'INPUT',
        exact(own),
        CRITERIA[criterion].electricityUnit,
      )
      this.factors.set(criterion, factor)
    }
    return factor
  }
}

/** Statuses from best to worst. A value computed from several has the worst of their statuses. */
const BEST_FIRST: readonly AttributeStatus[] = ['INPUT', 'CHANGED', 'COMPLETED', 'ARCHETYPE', 'DEFAULT']

function rankOf({ status }: NumberAttribute): number {
  return BEST_FIRST.indexOf(status)
}

/** The default share of the time in use: 1. */
export const ALWAYS = leaf(
  { table: 'defaults', column: 'use_time_ratio' },
  'DEFAULT',
  exact(1),
  '/1',
  'In use all the time',
)

/** The share of the time in use of what has an energy of a year: its power is the mean over all hours. */
const ALL_YEAR = leaf(
  { table: 'defaults', column: 'use_time_ratio' },
  'COMPLETED',
  exact(1),
  '/1',
  'The energy of a year is spread over all its hours',
)

const NO_DATA_CENTRE = warning(
  'NOT_USED',
  'The field `facility` has no effect, because this device is not in a data centre',
)

/** Inputs that an energy of a year overrides. */
const BESIDE_ENERGY = ['avgPower', 'useTimeRatio'] as const

function besideEnergy(field: (typeof BESIDE_ENERGY)[number], at: string): Warning {
  const message = `The energy of a year (\`own.kwhYear\`) overrides the field \`${field}\``
  return { ...warning('NOT_USED', message), path: pathOf(`${at}.${field}`) }
}

function noServer(at: string): Warning {
  const message =
    'powerProfile has no effect: it is for whole servers, from data release 2026.12 on. For others, give avgPower.'
  return { ...warning('NOT_USED', message), path: pathOf(`${at}.powerProfile`) }
}

const NO_TIME_OF_USE = warning(
  'NOT_USED',
  'A time of use of 0 counts as missing, so the result covers the whole lifetime.',
)

/** A value that a component shares with its device, with a warning if the component has its own. */
function shared(name: string, ofDevice: NumberAttribute, own: number | undefined): NumberAttribute {
  if (own === undefined || ofDevice.leaf === undefined) return ofDevice
  const { leaf: of, status, unit, source, warnings } = ofDevice
  return leaf(of, status, ofDevice, unit, source, [...warnings, notUsed(name, own)])
}

function notUsed(name: string, own: number | string): Warning {
  return warning(
    'NOT_USED',
    `The component's own ${name} (${own}) has no effect: components share the ${name} of their device`,
  )
}

/**
 * Warns about each input on use that has no effect.
 *
 * @example
 * withoutEffect({ avgPower: 3 }, ['avgPower', 'useTimeRatio'], 'only the volume counts')
 * // avgPower has no effect: only the volume counts
 */
export function withoutEffect(
  given: UsageBill['given'],
  names: readonly (keyof UsageBill['given'])[],
  reason: string,
): readonly Warning[] {
  return names.flatMap((name) =>
    given[name] === undefined ? [] : [warning('NOT_USED', `${name} has no effect: ${reason}`)],
  )
}
