import type { NumberAttribute } from '../figures/attribute.ts'

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
