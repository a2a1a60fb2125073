import type { Duration } from '../input/duration.ts'

/** What determines the figure of a row. */
export interface CountedRow {
  readonly quantity: number
  readonly asset: object
  readonly duration?: Duration | undefined
  readonly allocation?: string | undefined
  readonly boundary?: string | undefined
}

/** A row before and after, by its name. */
export interface MatchedRow<Row> {
  readonly name: string
  readonly change: 'added' | 'removed' | 'changed' | 'same'
  readonly was: Row | undefined
  readonly is: Row | undefined
}

/** Matches the rows of two files by name. A repeated name gets a number: `web (2)`. */
export function matchRows<Row extends CountedRow>(
  before: readonly Row[],
  after: readonly Row[],
  nameOf: (row: Row) => string,
): readonly MatchedRow<Row>[] {
  const [old, fresh] = [named(before, nameOf), named(after, nameOf)]
  return [...new Set([...old.keys(), ...fresh.keys()])].map((name) => {
    const [was, is] = [old.get(name), fresh.get(name)]
    return { name, change: changeOf(was, is), was, is }
  })
}

function changeOf(was: CountedRow | undefined, is: CountedRow | undefined): MatchedRow<never>['change'] {
  if (was === undefined) return 'added'
  if (is === undefined) return 'removed'
  return countedText(was) === countedText(is) ? 'same' : 'changed'
}

function named<Row>(rows: readonly Row[], nameOf: (row: Row) => string): ReadonlyMap<string, Row> {
  const items = new Map<string, Row>()
  for (const row of rows) {
    const name = nameOf(row)
    let key = name
    for (let number = 2; items.has(key); number++) key = `${name} (${number})`
    items.set(key, row)
  }
  return items
}

/** The fields that determine a figure, in one order. */
function countedText({ quantity, asset, duration, allocation, boundary }: CountedRow): string {
  return JSON.stringify({ quantity, asset, duration, allocation, boundary }, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}
