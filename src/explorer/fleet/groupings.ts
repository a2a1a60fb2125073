import { BILL_GROUPS, billGroupOf, isDayFirst, monthOf } from '../../importers/billing/bill-groups.ts'
import { FIGURES } from '../charts/phases.ts'
import { type Catalogue, locationName } from '../form/catalogue.ts'
import type { AssessedRow } from './fleet-result.ts'
import type { FleetFile, FleetRow } from './read-fleet.ts'

/** What grouping needs from a row. */
export interface GroupedRow extends Pick<AssessedRow, 'kind' | 'location' | 'embedded' | 'use' | 'building' | 'total'> {
  readonly row: Pick<FleetRow, 'cells' | 'quantity'>
}

/** A way to group rows: its name, and the group of each row. */
export interface Grouping {
  readonly name: string
  readonly of: (row: GroupedRow) => string
  /** Whether groups are in the order of their names, as months are. */
  readonly isOrdered?: boolean
}

export interface RowGroup {
  readonly name: string
  readonly rows: number
  readonly quantity: number
  readonly embedded: number
  readonly use: number
  readonly building: number
  readonly total: number
  /** Rows with an unknown making or use, which must not count as 0. */
  readonly unknown: number
}

/** Columns with more different cells are not offered, and further groups are combined. */
const MOST_VALUES = 200
const MOST_GROUPS = 12

const NONE = '(none)'

/** Kind and place, or the usual groups of a bill, then tags and every other column that has some groups. */
export function groupingsOf(file: FleetFile, rows: readonly AssessedRow[], catalogue: Catalogue): readonly GroupSums[] {
  const groupings = new FleetGroupings(file, catalogue)
  for (const row of rows) groupings.add(row)
  return groupings.all()
}

/** Every way to group the rows of a file, with the sums of each; rows are added one by one and not kept. */
export class FleetGroupings {
  readonly #usual: readonly GroupSums[]
  /** Undefined for tags with too many values. */
  readonly #tags = new Map<string, GroupSums | undefined>()
  #columns: readonly GroupSums[]
  readonly #tagColumns: readonly string[]
  readonly #all = new GroupSums({ name: '', of: () => NONE })

  constructor({ isBill, columns }: Pick<FleetFile, 'isBill' | 'columns'>, catalogue: Catalogue) {
    const ofBill = BILL_GROUPS.flatMap((group): readonly Grouping[] => {
      const read = isBill ? billGroupOf(group, columns) : undefined
      if (read === undefined) return []
      const of = ({ row, location }: GroupedRow) => {
        const cell = read(row.cells) || NONE
        const isPlaced = group === 'region' && cell !== NONE && location !== ''
        return isPlaced ? `${cell}, ${locationName(location, catalogue)}` : cell
      }
      return [{ name: group, of, isOrdered: group === 'month' }]
    })
    const usual: readonly Grouping[] = [
      ...ofBill,
      { name: 'kind', of: ({ kind }) => kind },
      { name: 'place', of: ({ location }) => locationName(location, catalogue) },
    ]
    this.#usual = usual.map((each) => new GroupSums(each))
    this.#columns = columns.map((column) => new GroupSums({ name: column, of: ({ row }) => cellOf(row.cells[column]) }))
    this.#tagColumns = isBill ? columns.filter((column) => /tags?$/i.test(column)) : []
  }

  add(row: GroupedRow): void {
    this.#addTags(row.row.cells)
    for (const sums of [this.#all, ...this.#usual, ...this.#tags.values(), ...this.#columns]) sums?.add(row)
    for (const [name, sums] of this.#tags)
      if (sums !== undefined && sums.size > MOST_VALUES) this.#tags.set(name, undefined)
    if (this.#columns.some(({ size }) => size > MOST_VALUES))
      this.#columns = this.#columns.filter(({ size }) => size <= MOST_VALUES)
  }

  /**
   * The tags of a bill stand in one column, as JSON: each of their keys is a grouping, named as the command names it.
   */
  #addTags(cells: FleetRow['cells']): void {
    for (const column of this.#tagColumns) {
      for (const key of Object.keys(objectIn(cells[column] ?? ''))) {
        const name = `${column}.${key}`
        if (this.#tags.has(name) || this.#tags.size === MOST_TAGS) continue
        const of = ({ row }: GroupedRow) => cellOf(String(objectIn(row.cells[column] ?? '')[key] ?? ''))
        // The rows before have no such tag.
        this.#tags.set(name, new GroupSums({ name, of }, this.#all.whole()))
      }
    }
  }

  all(): readonly GroupSums[] {
    const rows = this.#all.whole()?.rows ?? 0
    const hasGroups = ({ size }: GroupSums) => size > 1 && size <= MOST_VALUES && size < Math.max(3, rows)
    const isTag = ({ grouping }: GroupSums) => /^tag/i.test(grouping.name)
    const further = [...this.#tags.values(), ...this.#columns].filter((each) => each !== undefined).filter(hasGroups)
    const usual = this.#usual.map((sums) => (sums.grouping.name === 'month' ? sums.byMonth() : sums))
    return [...usual, ...further.filter(isTag), ...further.filter((each) => !isTag(each))]
  }
}

function cellOf(cell: string | undefined): string {
  const text = cell?.trim() ?? ''
  return /^(null)?$/i.test(text) ? NONE : text
}

/** More keys of tags are not offered. */
const MOST_TAGS = 30

/** The last text read, since several readers ask for it. */
let last: { readonly text: string; readonly object: Readonly<Record<string, unknown>> } = { text: '', object: {} }

function objectIn(text: string): Readonly<Record<string, unknown>> {
  if (text !== last.text) last = { text, object: parsed(text) }
  return last.object
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  if (!text.startsWith('{')) return {}
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The sums of the groups of a grouping. */
export class GroupSums {
  readonly grouping: Grouping
  readonly #groups = new Map<string, Summed>()

  /** `before`: the sums of rows without a group, under their name. */
  constructor(grouping: Grouping, before?: RowGroup) {
    this.grouping = grouping
    if (before !== undefined) this.#groups.set(before.name, { ...before })
  }

  get size(): number {
    return this.#groups.size
  }

  add(row: GroupedRow): void {
    const name = this.grouping.of(row)
    const group = this.#groups.get(name) ?? emptyGroup(name)
    this.#groups.set(name, group)
    group.rows++
    group.quantity += row.row.quantity
    for (const figure of FIGURES) group[figure] += row[figure] ?? 0
    if (row.embedded === undefined || row.use === undefined) group.unknown++
  }

  /** The only group of a grouping that has one; undefined before the first row. */
  whole(): RowGroup | undefined {
    const [group] = this.#groups.values()
    return group && { ...group }
  }

  /** The sums of days as those of months. Only all days tell whether the day stands before the month. */
  byMonth(): GroupSums {
    const dayFirst = isDayFirst([...this.#groups.keys()])
    const months = new GroupSums(this.grouping)
    for (const day of this.#groups.values()) {
      const name = day.name === NONE ? NONE : monthOf(day.name, dayFirst) || NONE
      const month = months.#groups.get(name) ?? emptyGroup(name)
      months.#groups.set(name, month)
      addTo(month, day)
    }
    return months
  }

  /** The largest first, those beyond the twelfth together; or all in their order. */
  groups(most = this.grouping.isOrdered ? Number.POSITIVE_INFINITY : MOST_GROUPS): readonly RowGroup[] {
    const { isOrdered = false } = this.grouping
    const sorted = [...this.#groups.values()].toSorted((one, other) =>
      isOrdered ? one.name.localeCompare(other.name) : other.total - one.total,
    )
    if (sorted.length <= most) return sorted
    const rest = emptyGroup(`${sorted.length - most + 1} others`)
    for (const group of sorted.slice(most - 1)) addTo(rest, group)
    return [...sorted.slice(0, most - 1), rest]
  }
}

type Summed = { -readonly [Key in keyof RowGroup]: RowGroup[Key] }

function addTo(sums: Summed, group: RowGroup): void {
  for (const sum of ['rows', 'quantity', 'unknown', ...FIGURES] as const) sums[sum] += group[sum]
}

function emptyGroup(name: string): Summed {
  return { name, rows: 0, quantity: 0, embedded: 0, use: 0, building: 0, total: 0, unknown: 0 }
}

/** Rows of one name. */
export interface LargeItem {
  readonly name: string
  readonly row: FleetRow
  readonly total: number | undefined
}

/** Items grouped by name, largest first; unknown figures come last. */
export function largestOf(rows: readonly AssessedRow[]): readonly LargeItem[] {
  const items = new Map<string, { name: string; row: FleetRow; total: number | undefined }>()
  for (const { row, total } of rows) {
    const name = row.label || row.at.where
    const known = items.get(name)
    if (known === undefined) items.set(name, { name, row, total })
    else {
      known.row = { ...known.row, quantity: known.row.quantity + row.quantity }
      if (total !== undefined) known.total = (known.total ?? 0) + total
    }
  }
  return [...items.values()].toSorted((one, other) => (other.total ?? -1) - (one.total ?? -1))
}
