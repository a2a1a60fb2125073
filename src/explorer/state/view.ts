import type { Boundary, Criterion } from '../../generated/explorer-operations.ts'
import type { Subject } from '../subjects/subject.ts'

/** How long a year, a day and an hour are, in hours. */
export const DURATION_UNITS = { y: 8760, d: 24, h: 1 } as const

export type DurationUnit = keyof typeof DURATION_UNITS

/** Things side by side, or a file of many. */
export type Mode = 'compare' | 'fleet'

/** What the reader chose, as typed. The address of the page has the same. */
export interface View {
  readonly mode: Mode
  readonly subjects: readonly Subject[]
  /** Code of a place; empty: not known. */
  readonly location: string
  /** Percent; empty: not known. */
  readonly load: string
  /** How long; empty: each thing's whole lifetime. */
  readonly duration: string
  readonly durationUnit: DurationUnit
  /** How far around things is counted: themselves, or with the data centre that they stand in. */
  readonly boundary: Boundary
  /** Name of the data release that answers; empty: the one that the service answers from. */
  readonly release: string
  readonly criteria: readonly Criterion[]
  /** The criterion that parts and assumptions are shown for; one of the criteria. */
  readonly focus: Criterion
}

/** More would not fit side by side. */
export const MOST_SUBJECTS = 4

/** What a newcomer sees: two cloud instances of the same size, in France, at 30 % load, for one year, with their data centres. */
export const EXAMPLE_VIEW: View = {
  mode: 'compare',
  subjects: [
    { kind: 'cloud', entered: { provider: 'aws', type: 'm5.xlarge' } },
    { kind: 'cloud', entered: { provider: 'aws', type: 'm6g.xlarge' } },
  ],
  location: 'FRA',
  load: '30',
  duration: '1',
  durationUnit: 'y',
  boundary: 'DATA_CENTRE',
  release: '',
  criteria: ['GWP', 'ADP', 'PE'],
  focus: 'GWP',
}

/** What a file of many is assessed for at first: a year in Europe, with the data centre around what stands in one. */
export const FLEET_VIEW: View = {
  ...EXAMPLE_VIEW,
  mode: 'fleet',
  subjects: [],
  location: '',
  load: '',
}

/** What each mode begins with. */
export const FIRST_VIEWS: Readonly<Record<Mode, View>> = { compare: EXAMPLE_VIEW, fleet: FLEET_VIEW }

/** A field of the conditions, or of a subject. */
export type FieldAddress = 'location' | 'load' | 'duration' | 'release' | { readonly field: string }

/** What is wrong with a field, in words. */
export interface Fault {
  readonly at: FieldAddress | undefined
  readonly message: string
  /** Known names that are close, best first. */
  readonly nearest?: readonly string[]
  /** Whether the same may work later. */
  readonly mayRetry?: boolean
}
