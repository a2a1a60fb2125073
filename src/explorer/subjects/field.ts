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

/** One property of a subject that the form asks for. */
export interface Field {
  /** Its name in the address of the page. */
  readonly id: string
  readonly label: string
  /** Where it goes in the GraphQL input: `configuration.ram.0.capacity`. `archetype` of a component is an argument instead. */
  readonly path: string
  readonly type: 'number' | 'text' | 'choice'
  readonly unit?: string
  /** How many of the unit of the input one of the shown unit is: 8760 for years of an input in hours. */
  readonly factor?: number
  readonly suggestions?: Suggestions
  readonly choices?: readonly (readonly [value: string, label: string])[]
  /** What is used when nothing is entered, in words. */
  readonly placeholder?: string
  /** A subject without it cannot be assessed: what to enter. */
  readonly required?: string
  /** Fields in the same group stand together under its name. */
  readonly group: string
  /** How much of its row it takes: all of it where it is no number, half where it is one by default. */
  readonly width?: 'broad' | 'half' | 'narrow'
  /** Shown only once the reader wants to replace assumptions. */
  readonly isAssumption?: boolean
}
