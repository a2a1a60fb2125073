import { type Coverage, countUnits, coverageOf, phasesCounted } from '../../engine/assessment/coverage.ts'
import { placeWords } from '../../engine/values/assumptions.ts'
import { FIGURES, type Phase } from '../charts/phases.ts'
import { csvText, download } from '../copy/download.ts'
import type { View } from '../state/view.ts'
import { type FleetQuery, fetchRowsLikely, type LikelyPhases } from './fetch-fleet.ts'
import { kindOfRow } from './fleet-kind.ts'
import { type AssessedRow, codeOf, type FleetResult, shareOf } from './fleet-result.ts'
import type { FleetRow } from './read-fleet.ts'

/**
 * Hands over every row of a fleet as CSV: its figures with their coverage and likely ranges, or why it has none; of a
 * bill also what it costs. Without an answer of the service, the ranges are empty.
 */
export async function downloadRows(query: FleetQuery, result: FleetResult, unit: string): Promise<void> {
  const { file } = query
  const rows = result.rows.map(({ row }) => row)
  const likely = await fetchRowsLikely(query, rows).catch(() => undefined)
  download(`impactql-rows-${file.name.replace(/\W+/g, '-')}.csv`, 'text/csv', rowsText(query, result, likely, unit))
}

const COLUMNS = { embedded: 'making', use: 'use', building: 'building', total: 'total' } as const

function rowsText(
  { file, view }: FleetQuery,
  result: FleetResult,
  likely: ReadonlyMap<FleetRow, LikelyPhases> | undefined,
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
        assessed_as: known ? kindOfRow(known.row.asset) : '',
        assessed_in: known ? placeWords(known.location, known.isPlaceAssumed) : '',
        assessed_hours: known?.hours ?? '',
        ...figureCells(known, known && likely?.get(known.row), view),
        unit,
        notes: known?.notes.join('; ') ?? '',
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
  const coverage = row && coverageOfRow(row, view)
  return Object.fromEntries(
    FIGURES.flatMap((phase): [string, number | string][] => {
      const name = COLUMNS[phase]
      return [
        [name, row?.[phase] ?? ''],
        [`${name}_low`, likely?.[phase]?.low ?? ''],
        [`${name}_high`, likely?.[phase]?.high ?? ''],
        [`${name}_coverage`, (coverage && shareOf(phase, coverage)) ?? ''],
      ]
    }),
  )
}

/** Which phases a row covers, by the rule of sums. */
function coverageOfRow(row: AssessedRow, { focus, boundary }: Pick<View, 'focus' | 'boundary'>): Coverage['coverage'] {
  const impact = {
    phase: (phase: string) => row[phase.toLowerCase() as Phase],
    of: row,
  }
  return coverageOf(countUnits([{ impact, units: 1 }], phasesCounted(codeOf(focus), boundary))).coverage
}
