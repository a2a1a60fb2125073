import { BILL_GROUPS, billGroupOf } from '../../importers/billing/bill-groups.ts'
import { type Catalogue, locationName } from '../form/catalogue.ts'
import { kindOfRow } from './fleet-kind.ts'
import type { AssessedRow } from './fleet-result.ts'
import type { FleetFile, FleetRow } from './read-fleet.ts'

/** What rows are put together by: the name of it, and what each row has there. */
export interface Grouping {
  readonly name: string
  readonly of: (row: AssessedRow) => string
  /** Whether groups stand in the order of their names, as months do. */
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

/** Columns with more different cells are not offered, and more groups are put together as others. */
const MOST_VALUES = 200
const MOST_GROUPS = 12

const NONE = '(none)'

/** Kind and place, of a bill its usual groups, then tags and every other column that has some groups. */
export function groupingsOf(file: FleetFile, rows: readonly AssessedRow[], catalogue: Catalogue): readonly Grouping[] {
  const ofBill = BILL_GROUPS.flatMap((group): readonly Grouping[] => {
    const read = file.isBill ? billGroupOf(group, file.columns) : undefined
    if (read === undefined) return []
    return [{ name: group, of: ({ row }) => read(row.cells) || NONE, isOrdered: group === 'month' }]
  })
  const ofColumns = [...tagsIn(file, rows), ...file.columns.map(columnGrouping)].filter(({ of }) => {
    const values = new Set(rows.map(of))
    return values.size > 1 && values.size <= MOST_VALUES && values.size < Math.max(3, rows.length)
  })
  const isTag = ({ name }: Grouping) => /^tag/i.test(name)
  return [
    ...ofBill,
    { name: 'kind', of: ({ row }) => kindOfRow(row.asset) },
    { name: 'place', of: ({ location }) => locationName(location, catalogue) },
    ...ofColumns.filter(isTag),
    ...ofColumns.filter((each) => !isTag(each)),
  ]
}

function columnGrouping(column: string): Grouping {
  return { name: column, of: ({ row }) => cellOf(row.cells[column]) }
}

function cellOf(cell: string | undefined): string {
  const text = cell?.trim() ?? ''
  return /^(null)?$/i.test(text) ? NONE : text
}

/** More keys of tags are not offered. */
const MOST_TAGS = 30

/** The tags of a bill stand in one column, as JSON: each of their keys is a grouping, named as the command names it. */
function tagsIn({ isBill, columns }: FleetFile, rows: readonly AssessedRow[]): readonly Grouping[] {
  if (!isBill) return []
  return columns
    .filter((column) => /tags?$/i.test(column))
    .flatMap((column) => {
      const tags = new Map(rows.map(({ row }) => [row.cells[column] ?? '', objectIn(row.cells[column] ?? '')]))
      const keys = new Set([...tags.values()].flatMap((each) => Object.keys(each)))
      return [...keys].slice(0, MOST_TAGS).map((key) => ({
        name: `${column}.${key}`,
        of: ({ row }: AssessedRow) => cellOf(String(tags.get(row.cells[column] ?? '')?.[key] ?? '')),
      }))
    })
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  if (!text.startsWith('{')) return {}
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The largest first, those beyond the twelfth together; or all in their order. */
export function groupsOf(
  rows: readonly AssessedRow[],
  { of, isOrdered = false }: Grouping,
  most = isOrdered ? Number.POSITIVE_INFINITY : MOST_GROUPS,
): readonly RowGroup[] {
  const groups = [...Map.groupBy(rows, of)].map(([name, members]) => ({ members, group: sumOf(name, members) }))
  const sorted = groups.toSorted(({ group: one }, { group: other }) =>
    isOrdered ? one.name.localeCompare(other.name) : other.total - one.total,
  )
  if (sorted.length <= most) return sorted.map(({ group }) => group)
  const others = sorted.slice(most - 1)
  const rest = sumOf(
    `${others.length} others`,
    others.flatMap(({ members }) => members),
  )
  return [...sorted.slice(0, most - 1).map(({ group }) => group), rest]
}

function sumOf(name: string, members: readonly AssessedRow[]): RowGroup {
  const sum = (read: (row: AssessedRow) => number | undefined) =>
    members.reduce((all, member) => all + (read(member) ?? 0), 0)
  return {
    name,
    rows: members.length,
    quantity: sum(({ row }) => row.quantity),
    embedded: sum(({ embedded }) => embedded),
    use: sum(({ use }) => use),
    building: sum(({ building }) => building),
    total: sum(({ total }) => total),
    unknown: members.filter(({ embedded, use }) => embedded === undefined || use === undefined).length,
  }
}

/** Items grouped by name, largest first; unknown figures come last. */
export function largestOf(rows: readonly AssessedRow[]) {
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
