import type { NumberAttribute } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { Criterion } from '../values/criteria.ts'
import type { Factors } from '../values/factors.ts'
import type { Electricity } from './electricity-factors.ts'
import type { WorkloadLevel, WorkloadPower } from './power-curve.ts'

/** What the input says about use. Power in W, loads and times in percent, durations in hours, days, years. */
export interface UsageGiven {
  readonly avgPower?: number
  readonly timeWorkload?: number
  readonly workloadLevels?: readonly WorkloadLevel[]
  /** Measured power of a whole server, by rising load. */
  readonly powerProfile?: readonly WorkloadPower[]
  readonly usageLocation?: string
  readonly region?: string
  readonly useTimeRatio?: number
  readonly hoursLifeTime?: number
  readonly otherConsumptionRatio?: number
  readonly elecFactors?: Factors
  readonly hoursUseTime?: number
  readonly daysUseTime?: number
  readonly yearsUseTime?: number
  readonly facility?: FacilityGiven
}

/** What the caller knows about the data centre. */
export interface FacilityGiven {
  readonly pue?: number
  readonly pueMin?: number
  readonly pueMax?: number
  readonly wue?: number
}

/** The data centre around a thing. Its figure carries a warning for each value that replaces an unpublished one. */
export interface Facility {
  /** Energy of the whole data centre divided by energy of its IT, 1 or more. */
  readonly pue: NumberAttribute
  /** Litres of water used on site per kWh of IT energy. */
  readonly wue: NumberAttribute
  /** Litres of water per kWh of the region's electricity; undefined if only the water use factor is known. */
  readonly waterPerKwh: NumberAttribute | undefined
  /** g CO2 eq. of the building and its equipment per kWh of IT energy. */
  readonly building: NumberAttribute
}

/** Typical use of such a thing. */
export interface UsageArchetype {
  readonly avgPower?: Cell
  readonly timeWorkload?: Cell
  readonly useTimeRatio?: Cell
  readonly hoursLifeTime?: Cell
  readonly otherConsumptionRatio?: Cell
}

/** The inputs of a usage. */
export interface UsageBill {
  readonly given: UsageGiven
  /** kWh that one unit uses in a year, as measured. It takes the place of every power. */
  readonly yearlyEnergy?: NumberAttribute | undefined
  readonly archetype: UsageArchetype
  readonly electricity: Electricity
  /** The data centre around the thing; undefined outside data centres. */
  readonly facility?: Facility | undefined
  /** The constant `hours_per_year`. */
  readonly hoursPerYear: NumberAttribute
  /** The constant `life_cap`: the most lifetimes that a duration counts. */
  readonly lifeCap: NumberAttribute
  /** Path in the input, which names its values: `input.usage`. */
  readonly at: string
}

/** Hours of use, at their own load or power. */
export interface Interval {
  /** Above 0. */
  readonly hours: NumberAttribute
  /** Percent. */
  readonly load: NumberAttribute | undefined
  /** W of one unit; overrides the load. */
  readonly avgPower: NumberAttribute | undefined
  /** Impact per kWh during that time; the location's for criteria that are absent. */
  readonly factors: Readonly<Partial<Record<Criterion, NumberAttribute>>>
}
