import type { UncountedReason } from '../engine/assessment/coverage.ts'
import { EQUIPMENT, TERMINALS } from '../kinds.ts'

/** Units without a figure that share a reason, and what would make them count. */
export interface UncountedUnits {
  readonly reason: UncountedReason
  /** Known kind, as in the column `kind`: `ups`. Null for other reasons than NO_FIGURE. */
  readonly kind: string | null
  /** The unknown word in place of a kind, at most 60 characters. Null for other reasons than UNKNOWN_KIND. */
  readonly word: string | null
  /** Sum of the quantities. A faulty row without a readable quantity counts as 1. */
  readonly units: number
  readonly rows: number
  /** The columns to add, or those to correct: `own_making_kg`. Empty if none would help. */
  readonly give: readonly string[]
  /** Known kinds similar to the word, best first. */
  readonly nearest: readonly string[]
}

/** The part of a row's fault that says how to group it. */
export interface UncountedFault {
  /** Columns of a file, or fields of an asset with the dots between them. */
  readonly path: readonly string[]
  readonly word?: string
  readonly nearest?: readonly string[]
}

/** Groups listed beside those of known kinds. The others are summed up. */
const MOST_GROUPS = 1000
/** Trimming a map that is this large takes little time for each row. */
const MOST_KEPT = 10 * MOST_GROUPS
const LONGEST_WORD = 60
const MOST_COLUMNS = 3

/** The columns of a caller's own figure, for the kinds that take one: it concerns climate change alone. */
const OWN_FIGURE = ['own_making_kg']
const OWN_CRITERION = 'gwp'

/**
 * Units without a figure by what would make them count. Memory is bounded: the largest groups stay, and the rest is
 * summed up. So groups of two parts add up to those of the whole as long as these are at most `MOST_GROUPS`; above,
 * their sum still does.
 */
export class Uncounted {
  readonly #groups = new Map<string, UncountedUnits>()
  /** Groups of words and columns, of which a file may have any number. */
  #open = 0
  #others = groupOf('OTHERS', 0, 0)

  /** Adds assets of a kind without a figure in any of these criteria. */
  addKind(kind: string, criteria: readonly string[], units: number, rows: number): void {
    const give = criteria.includes(OWN_CRITERION) && takesOwnFigures(kind) ? OWN_FIGURE : []
    this.#add(groupOf('NO_FIGURE', units, rows, { kind, give }))
  }

  /** Adds rows with a fault. */
  addFault({ path, word, nearest = [] }: UncountedFault, units: number, rows: number): void {
    const give = [...new Set(path)]
      .filter((name) => name !== '')
      .slice(0, MOST_COLUMNS)
      .map(shortened)
    if (word === undefined) this.#add(groupOf('FAULTY', units, rows, { give }))
    else this.#add(groupOf('UNKNOWN_KIND', units, rows, { word: shortened(word), give, nearest }))
  }

  /** Adds the groups of later rows. */
  addGroups(later: readonly UncountedUnits[]): void {
    for (const group of later) this.#add(group)
  }

  /** The groups, those with the most units first, then the others. */
  get groups(): readonly UncountedUnits[] {
    this.#trim(MOST_GROUPS)
    const largest = [...this.#groups].toSorted(byUnits).map(([, group]) => group)
    return this.#others.rows === 0 ? largest : [...largest, this.#others]
  }

  #add(group: UncountedUnits): void {
    if (group.reason === 'OTHERS') {
      this.#others = sumOf(this.#others, group)
      return
    }
    const key = keyOf(group)
    const known = this.#groups.get(key)
    this.#groups.set(key, known === undefined ? group : sumOf(known, group))
    if (known === undefined && group.kind === null && ++this.#open > MOST_KEPT) this.#trim(MOST_GROUPS)
  }

  #trim(most: number): void {
    if (this.#open <= most) return
    const open = [...this.#groups].filter(([, { kind }]) => kind === null).toSorted(byUnits)
    for (const [key, group] of open.slice(most)) {
      this.#groups.delete(key)
      this.#others = sumOf(this.#others, group)
    }
    this.#open = most
  }
}

function groupOf(
  reason: UncountedReason,
  units: number,
  rows: number,
  { kind = null, word = null, give = [], nearest = [] }: Partial<UncountedUnits> = {},
): UncountedUnits {
  return { reason, kind, word, units, rows, give, nearest }
}

function keyOf({ reason, kind, word, give }: UncountedUnits): string {
  return JSON.stringify([reason, kind, word, give])
}

function sumOf(one: UncountedUnits, { units, rows }: UncountedUnits): UncountedUnits {
  return { ...one, units: one.units + units, rows: one.rows + rows }
}

type Keyed = readonly [key: string, group: UncountedUnits]

/** Groups of equal size are in the order of their keys, so that the order of the rows does not matter. */
function byUnits([key, one]: Keyed, [otherKey, other]: Keyed): number {
  return other.units - one.units || other.rows - one.rows || (key < otherKey ? -1 : 1)
}

function shortened(text: string): string {
  return text.slice(0, LONGEST_WORD)
}

function takesOwnFigures(kind: string): boolean {
  const code = kind.toUpperCase()
  return kind === 'server' || Object.hasOwn(TERMINALS, code) || Object.hasOwn(EQUIPMENT, code)
}
