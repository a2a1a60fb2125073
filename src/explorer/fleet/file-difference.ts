import { type Coverage, countUnits, coverageOf, phasesCounted } from '../../engine/assessment/coverage.ts'
import { type ChangeVerdict, isWhole, verdictOnChange } from '../../engine/readings/phases-held.ts'
import type { AssetInput } from '../../generated/explorer-operations.ts'
import { type CountedRow, type MatchedRow, matchRows } from '../../importers/match-rows.ts'
import type { View } from '../state/view.ts'
import { codeOf, countedOf, type FleetResult } from './fleet-result.ts'
import type { FleetFile, FleetRow } from './read-fleet.ts'

/** What is compared between two files: a row, or all lines of a bill for one resource. */
interface Thing extends CountedRow {
  readonly name: string
  readonly rows: readonly FleetRow[]
}

/** A thing that differs. */
export interface Difference extends ChangeVerdict {
  readonly match: MatchedRow<Thing>
  /** The sum of its known figures: 0 where it is not there, null without any. */
  readonly before: number | null
  readonly after: number | null
  /** Null if not comparable. */
  readonly difference: number | null
}

/** A thing whose difference is known. */
export interface ComparableDifference extends Difference {
  readonly before: number
  readonly after: number
  readonly difference: number
}

/** The differences between two joined files: first those that are not comparable, then the largest. */
export function differenceOf(
  file: FleetFile,
  { rows: assessed }: FleetResult,
  { focus, boundary }: Pick<View, 'focus' | 'boundary'>,
) {
  const phases = phasesCounted(codeOf(focus), boundary)
  const results = new Map(assessed.map((result) => [result.row, result]))
  const totalOf = (rows: readonly FleetRow[]) => {
    const known = rows.flatMap((row) => results.get(row)?.total ?? [])
    return known.length === 0 && rows.length > 0 ? null : known.reduce((sum, value) => sum + value, 0)
  }
  const covered = (rows: readonly FleetRow[], unitsOf: (row: FleetRow) => number) =>
    coverageOf(
      countUnits(
        rows.map((row) => ({ impact: countedOf(results.get(row)), units: unitsOf(row) })),
        phases,
      ),
    )
  const coveredBy = (rows: readonly FleetRow[]) => covered(rows, ({ quantity }) => quantity)
  const changeOf = (name: string, was: readonly FleetRow[], is: readonly FleetRow[]) => {
    const ofName = (word: string) => (was.length > 0 && is.length > 0 ? `${name} (${word})` : name)
    const [ofWas, ofIs] = [was, is].map((rows) => covered(rows, () => 1)) as [Coverage, Coverage]
    const verdict = verdictOnChange(phases, [ofName('before'), ofWas], [ofName('after'), ofIs])
    return { ...verdict, ...differing(totalOf(was), totalOf(is), verdict) }
  }
  const [old, fresh] = [0, 1].map((side) => file.rows.filter(({ at }) => at.file === side)) as [FleetRow[], FleetRow[]]
  const all = matchRows(thingsOf(file, old), thingsOf(file, fresh), ({ name }) => name)
  const changed = all.filter(({ change }) => change !== 'same')
  const rowsOf = (side: 'was' | 'is') => changed.flatMap((match) => match[side]?.rows ?? [])
  const [a = '', b = ''] = file.parts
  const verdict = verdictOnChange(
    phases,
    [`what changes in ${a}`, coveredBy(rowsOf('was'))],
    [`what changes in ${b}`, coveredBy(rowsOf('is'))],
  )
  return {
    ...verdict,
    ...differing(totalOf(old), totalOf(fresh), verdict),
    /** Whether the figure before has making and use of all its units. */
    isWholeBefore: isWhole(coveredBy(old)),
    differences: changed
      .map((match): Difference => ({ match, ...changeOf(match.name, match.was?.rows ?? [], match.is?.rows ?? []) }))
      .toSorted((one, other) => sizeOf(other) - sizeOf(one)),
    unchanged: all.length - changed.length,
    unknown: assessed.filter(({ total }) => total === undefined).length,
  }
}

export function isComparable(row: Difference): row is ComparableDifference {
  return row.difference !== null
}

function differing(before: number | null, after: number | null, { comparable }: ChangeVerdict) {
  return { before, after, difference: comparable ? (after ?? 0) - (before ?? 0) : null }
}

function sizeOf({ difference }: Difference): number {
  return difference === null ? Number.MAX_VALUE : Math.abs(difference)
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

/** The quantity of each asset, added up over its lines. */
function amountsOf(lines: readonly FleetRow[]): Readonly<Record<string, number>> {
  const assets = Map.groupBy(lines, ({ asset, duration, allocation, boundary }) =>
    JSON.stringify([asset satisfies AssetInput, duration, allocation, boundary]),
  )
  const sum = (same: readonly FleetRow[]) => same.reduce((all, { quantity }) => all + quantity, 0)
  // The hours of a month are in hundreds of lines, whose sum must not depend on their order.
  return Object.fromEntries([...assets].map(([asset, same]) => [asset, Number(sum(same).toPrecision(9))]))
}
