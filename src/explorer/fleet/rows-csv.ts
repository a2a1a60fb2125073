import { placeWords } from '../../engine/values/assumptions.ts'
import { csvText, download } from '../copy/download.ts'
import { kindOfRow } from './fleet-kind.ts'
import type { FleetResult } from './fleet-result.ts'
import type { FleetFile } from './read-fleet.ts'

/** Hands over every row of a fleet as CSV: its figures, or why it has none; of a bill also what it costs. */
export function downloadRows(file: FleetFile, result: FleetResult, unit: string): void {
  download(`impactql-rows-${file.name.replace(/\W+/g, '-')}.csv`, 'text/csv', rowsText(file, result, unit))
}

const NO_FIGURES = {
  assessed_as: '',
  assessed_in: '',
  making: '',
  use: '',
  building: '',
  total: '',
} as const

function rowsText({ imported, rows, faults, isBill }: FleetFile, result: FleetResult, unit: string): string {
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
        ...NO_FIGURES,
        ...(known && {
          assessed_as: kindOfRow(known.row.asset),
          assessed_in: placeWords(known.location, known.isPlaceAssumed),
          making: known.embedded ?? '',
          use: known.use ?? '',
          building: known.building ?? '',
          total: known.total ?? '',
        }),
        unit,
        notes: known?.notes.join('; ') ?? '',
      }
    }),
  )
}
