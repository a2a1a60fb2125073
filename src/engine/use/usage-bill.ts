import type { NumberAttribute } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { Criterion } from '../values/criteria.ts'
import type { Factors } from '../values/factors.ts'
import type { Electricity } from './electricity-factors.ts'
import type { WorkloadLevel } from './power-curve.ts'

/** What the caller gave of the use of a thing. Power in W, loads and times in percent, durations in hours, days, years. */
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
  readonly facility?: FacilityGiven
}

/** What the caller knows of the data centre. */
export interface FacilityGiven {
  readonly pue?: number
  readonly pueMin?: number
  readonly pueMax?: number
  readonly wue?: number
}

/** The data centre that a thing stands in; what was taken instead of a figure that is not published, the figure warns of. */
export interface Facility {
  /** Energy of the whole data centre per energy of its IT, 1 or more. */
  readonly pue: NumberAttribute
  /** Litres of water used on site per kWh of IT energy. */
  readonly wue: NumberAttribute
  /** Litres of water that a kWh of the region's electricity takes; undefined where only the factor of water use is known. */
  readonly waterPerKwh: NumberAttribute | undefined
  /** g CO2 eq. of the building and its equipment per kWh of IT energy. */
  readonly building: NumberAttribute
}

/** What is typical of the use of such a thing. */
export interface UsageArchetype {
  readonly avgPower?: Cell
  readonly timeWorkload?: Cell
  readonly useTimeRatio?: Cell
  readonly hoursLifeTime?: Cell
  readonly otherConsumptionRatio?: Cell
}

/** All that the use of a thing is computed from. */
export interface UsageBill {
  readonly given: UsageGiven
  readonly archetype: UsageArchetype
  readonly electricity: Electricity
  /** The data centre around it; undefined of what stands in none. */
  readonly facility?: Facility | undefined
  /** The constant `hours_per_year`. */
  readonly hoursPerYear: NumberAttribute
  /** The constant `life_cap`: how many lives a duration counts at most. */
  readonly lifeCap: NumberAttribute
  /** Where the caller gave it, as what it enters is named by: `input.usage`. */
  readonly at: string
}

/** So many hours of use, at a load or a power of its own. */
export interface Interval {
  /** Above 0. */
  readonly hours: NumberAttribute
  /** Percent. */
  readonly load: NumberAttribute | undefined
  /** W, of one; it wins over the load. */
  readonly avgPower: NumberAttribute | undefined
  /** Impact of one kWh during that time; where a criterion is not there, that of the location. */
  readonly factors: Readonly<Partial<Record<Criterion, NumberAttribute>>>
}
