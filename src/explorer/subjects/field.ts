/** Where the suggestions of a field come from. */
export type Suggestions =
  | 'cpus'
  | 'gpus'
  | 'instanceTypes'
  | 'serverArchetypes'
  | 'terminalArchetypes'
  | 'componentArchetypes'
  | 'ramManufacturers'
  | 'ssdManufacturers'
  | 'locations'

/** A measured power profile as a person writes it: 52 W idle, 457 W at full load. */
export const PROFILE_EXAMPLE = '0=52, 50=224, 100=457'

/** A property of a subject in the form. */
export interface Field {
  /** Its name in the page's address. */
  readonly id: string
  readonly label: string
  /**
   * Its path in the GraphQL input: `configuration.ram.0.capacity`. A component's `archetype` is a separate argument.
   */
  readonly path: string
  /** `profile`: loads with their measured power, `0=52, 50=224`. */
  readonly type: 'number' | 'text' | 'choice' | 'profile'
  readonly unit?: string
  /** The smallest number that the form takes, if the service takes smaller ones. */
  readonly least?: number
  /** Units of the input per displayed unit: 8760 for years of an input in hours. */
  readonly factor?: number
  readonly suggestions?: Suggestions
  readonly choices?: readonly (readonly [value: string, label: string])[]
  /** What an empty field stands for, in words. */
  readonly placeholder?: string
  /** Required; says what to enter. */
  readonly required?: string
  /** Fields that it is required with; by default it always is. */
  readonly requiredWith?: readonly string[]
  /** Fields with the same group are shown together under its name. */
  readonly group: string
  /** Share of its row: by default all of it for text, and half for a number or an assumption. */
  readonly width?: 'wide' | 'broad' | 'half' | 'narrow'
  /** Whether it is only shown to readers who replace assumptions. */
  readonly isAssumption?: boolean
}
