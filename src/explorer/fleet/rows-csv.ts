import { placeWords } from '../../engine/values/assumptions.ts'
import { FIGURES } from '../charts/phases.ts'
import { csvText, download } from '../copy/download.ts'
import type { View } from '../state/view.ts'
import { type FleetQuery, fetchRowsLikely, type LikelyPhases } from './fetch-fleet.ts'
import { type AssessedRow, coverageOfRow, type FleetResult, shareOf } from './fleet-result.ts'
import type { FleetRow } from './read-fleet.ts'

type RowsLikely = ReadonlyMap<FleetRow, LikelyPhases>

/** The ranges of a result take many requests, and are the same at the next click. */
const drawn = new WeakMap<FleetResult, RowsLikely>()

/** The likely ranges of all rows of a result. Throws an Error with the reason in words. */
export async function likelyOfRows(query: FleetQuery, result: FleetResult, signal: AbortSignal): Promise<RowsLikely> {
  const rows = result.rows.map(({ row }) => row)
  const likely = drawn.get(result) ?? (await fetchRowsLikely(query, rows, signal))
  drawn.set(result, likely)
  return likely
}

/**
 * Downloads every row of a fleet as CSV: its figures with their coverage and likely ranges, or why it has none; of a
 * bill also what it costs. Without `likely`, the ranges are empty.
 */
export function downloadRows(query: FleetQuery, result: FleetResult, unit: string, likely: RowsLikely | undefined) {
  const name = query.file.name.replace(/\W+/g, '-')
  download(`impactql-rows-${name}.csv`, 'text/csv', rowsText(query, result, likely, unit))
}

function rowsText(
  { file, view }: FleetQuery,
  result: FleetResult,
  likely: RowsLikely | undefined,
  unit: string,
): string {
  const { imported, rows, faults, isBill } = file
  const wanted = new Map(rows.map((row) => [row.at.index, row]))
  const assessed = new Map(result.rows.map((each) => [each.row.at.index, each]))
  const faulty = new Map([...faults, ...result.faults].map((fault) => [fault.at.index, fault]))
  return csvText(
    imported.map((row, index) => {
      const known = assessed.get(index)
      const fault = faulty.get(index)
      const at = wanted.get(index)?.at ?? fault?.at
      const { cost = '', currency = '', service = '' } = row.billed ?? {}
      return {
        row: at?.where ?? (row.line === undefined ? row.path || `item ${index + 1}` : `line ${row.line}`),
        label: known?.row.label ?? fault?.label ?? '',
        status: known ? 'assessed' : fault ? 'faulty' : 'left out',
        reason: fault?.code ?? ('skipped' in row ? (row.reason ?? 'LEFT_OUT') : ''),
        why: fault?.message ?? ('skipped' in row ? row.skipped : ''),
        ...(isBill && { service, cost, currency }),
        quantity: known?.row.quantity ?? fault?.quantity ?? '',
        assessed_as: known ? known.kind : '',
        assessed_in: known ? placeWords(known.location, known.isPlaceAssumed) : '',
        assessed_hours: known?.hours ?? '',
        assessed_load: known?.load ?? '',
        // An older name of `embedded`, for programs that read it.
        making: known?.embedded ?? '',
        ...figureCells(known, known && likely?.get(known.row), view),
        unit,
        notes: known?.notes.map(({ message }) => message).join('; ') ?? '',
      }
    }),
  )
}

/** The figures of a row with their coverage and likely ranges; empty where it has none. */
function figureCells(
  row: AssessedRow | undefined,
  likely: LikelyPhases | undefined,
  view: Pick<View, 'focus' | 'boundary'>,
) {
  const coverage = row && coverageOfRow(row, view).coverage
  return Object.fromEntries(
    FIGURES.flatMap((phase): [string, number | string][] => {
      return [
        [phase, row?.[phase] ?? ''],
        [`${phase}_low`, likely?.[phase]?.low ?? ''],
        [`${phase}_high`, likely?.[phase]?.high ?? ''],
        [`${phase}_coverage`, (coverage && shareOf(phase, coverage)) ?? ''],
      ]
    }),
  )
}
