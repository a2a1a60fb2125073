import type { Boundary, Criterion } from '../../generated/explorer-operations.ts'
import type { Duration } from '../../input/duration.ts'
import type { Subject } from '../subjects/subject.ts'

/** Hours of a year, a day and an hour. */
export const DURATION_UNITS = { y: 8760, d: 24, h: 1 } as const

export type DurationUnit = keyof typeof DURATION_UNITS

/** A duration as the form has it: 35,040 hours are 4 years. */
export function durationInForm(hours: Duration): Pick<View, 'duration' | 'durationUnit'> {
  if (hours === 'life') return { duration: '', durationUnit: 'y' }
  const { y, d } = DURATION_UNITS
  const unit = hours % y === 0 ? 'y' : hours % d === 0 ? 'd' : 'h'
  return { duration: String(hours / DURATION_UNITS[unit]), durationUnit: unit }
}

/** Comparing things, or assessing a file. */
export type Mode = 'compare' | 'fleet'

/** Values of a what-if: electricity in percent of today's, the others as in their fields. */
export type WhatIf = Readonly<Partial<Record<(typeof WHAT_IFS)[number], string>>>

export const WHAT_IFS = ['electricity', 'load', 'lifetime', 'pue', 'location'] as const

/** The reader's choices, as typed. The page's address holds the same. */
export interface View {
  readonly mode: Mode
  readonly subjects: readonly Subject[]
  /** Code of a place; empty if unknown. */
  readonly location: string
  /** Percent; empty if unknown. */
  readonly load: string
  /** The duration; empty for the lifetime of each item. */
  readonly duration: string
  readonly durationUnit: DurationUnit
  /** What counts: the things alone, or with their data centre. */
  readonly boundary: Boundary
  /** The data release to query; empty for the service's default. */
  readonly release: string
  readonly criteria: readonly Criterion[]
  /** The criterion for parts and assumptions; one of the criteria. */
  readonly focus: Criterion
  readonly whatIf: WhatIf
  /** The number of the job whose result is shown; empty if there is none. */
  readonly job: string
}

/** As many as the API compares. */
export const MOST_SUBJECTS = 50

/**
 * What a newcomer sees: two cloud instances of the same size, in Germany, at 30 % load, for one year, with their data
 * centres. Most of both footprints is electricity there, so that what they draw decides.
 */
export const EXAMPLE_VIEW: View = {
  mode: 'compare',
  subjects: [
    { kind: 'cloud', entered: { provider: 'aws', type: 'm5.xlarge' } },
    { kind: 'cloud', entered: { provider: 'aws', type: 'm6g.xlarge' } },
  ],
  location: 'DEU',
  load: '30',
  duration: '1',
  durationUnit: 'y',
  boundary: 'DATA_CENTRE',
  release: '',
  criteria: ['GWP', 'ADP', 'PE'],
  focus: 'GWP',
  whatIf: {},
  job: '',
}

/** The first conditions of a file: a year in Europe, with the data centre of things that run in one. */
const FLEET_VIEW: View = {
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

/** A fault of a field, in words. */
export interface Fault {
  readonly at: FieldAddress | undefined
  readonly message: string
  /** Known names that are similar, best first. */
  readonly nearest?: readonly string[]
  /** Whether a retry may help. */
  readonly mayRetry?: boolean
}
