import type { AssetInput } from '../../generated/explorer-operations.ts'
import { type CountedRow, type MatchedRow, matchRows } from '../../importers/match-rows.ts'
import type { FleetResult } from './fleet-result.ts'
import type { FleetFile, FleetRow } from './read-fleet.ts'

/** What two files are compared by: a row, or the lines of a bill that are for one resource. */
interface Thing extends CountedRow {
  readonly name: string
  readonly rows: readonly FleetRow[]
}

/** A thing that differs. */
export interface Difference {
  readonly match: MatchedRow<Thing>
  /** 0 where it is not there. */
  readonly before: number
  readonly after: number
  readonly difference: number
}

/** What two joined files differ in, largest difference first. */
export function differenceOf(file: FleetFile, { rows: assessed }: FleetResult) {
  const totals = new Map(assessed.map(({ row, total }) => [row, total]))
  const known = assessed.flatMap(({ row, total }) => (total === undefined ? [] : [row]))
  const figure = (thing: Thing | undefined) => thing?.rows.reduce((sum, row) => sum + (totals.get(row) ?? 0), 0) ?? 0
  const thingsIn = (side: number) =>
    thingsOf(
      file,
      known.filter(({ at }) => at.file === side),
    )
  const all = matchRows(thingsIn(0), thingsIn(1), ({ name }) => name).map((match): Difference => {
    const [before, after] = [figure(match.was), figure(match.is)]
    return { match, before, after, difference: after - before }
  })
  const differences = all.filter(({ match }) => match.change !== 'same')
  return {
    before: all.reduce((sum, each) => sum + each.before, 0),
    after: all.reduce((sum, each) => sum + each.after, 0),
    differences: differences.toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference)),
    unchanged: all.length - differences.length,
    unknown: assessed.length - known.length,
  }
}

function thingsOf({ isBill, imported }: FleetFile, rows: readonly FleetRow[]): readonly Thing[] {
  if (!isBill) {
    return rows.map((row) => ({
      ...row,
      name: row.label || imported[row.at.index]?.path || `line ${row.at.line}`,
      rows: [row],
    }))
  }
  const resources = Map.groupBy(rows, ({ label, at }) => label || `${imported[at.index]?.billed?.service}, no resource`)
  return [...resources].map(([name, lines]) => ({ name, quantity: 1, asset: amountsOf(lines), rows: lines }))
}

/** How much of each asset lines are for, however many lines that takes. */
function amountsOf(lines: readonly FleetRow[]): Readonly<Record<string, number>> {
  const assets = Map.groupBy(lines, ({ asset, duration, allocation, boundary }) =>
    JSON.stringify([asset satisfies AssetInput, duration, allocation, boundary]),
  )
  const sum = (same: readonly FleetRow[]) => same.reduce((all, { quantity }) => all + quantity, 0)
  // Hours of a month stand in hundreds of lines, whose sum must not depend on their order.
  return Object.fromEntries([...assets].map(([asset, same]) => [asset, Number(sum(same).toPrecision(9))]))
}
