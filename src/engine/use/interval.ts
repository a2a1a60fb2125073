import type { NumberAttribute } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'

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
