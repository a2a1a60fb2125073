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

/** One thing that can be said of a subject. */
export interface Field {
  /** Its name in the address of the page. */
  readonly id: string
  readonly label: string
  /** Where it goes in the GraphQL input: `configuration.ram.0.capacity`. `archetype` of a component is an argument instead. */
  readonly path: string
  readonly type: 'number' | 'text' | 'choice'
  readonly unit?: string
  readonly suggestions?: Suggestions
  readonly choices?: readonly (readonly [value: string, label: string])[]
  /** What is used when nothing is said, in words. */
  readonly placeholder?: string
  /** A subject without it cannot be assessed: what to ask for. */
  readonly required?: string
  /** Fields in the same group stand together under its name. */
  readonly group: string
  /** Shares its row with another, though it is no number. */
  readonly isHalf?: boolean
  /** Shown only once the reader wants to replace assumptions. */
  readonly isAssumption?: boolean
}
