import type { Conditions } from '../state/read-conditions.ts'
import type { FleetFile, FleetRow } from './read-fleet.ts'
import { withConditions } from './with-conditions.ts'

/** What is sent as a job. */
export interface JobFile {
  readonly body: Blob
  readonly type: string
}

/** Types by the ending of a name; CSV where it has none of these. */
const TYPES: Readonly<Record<string, string>> = {
  parquet: 'application/vnd.apache.parquet',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
}

/** Hours within which an impact grows with the time: shorter than any lifetime. */
const LINEAR_HOURS = 8760

/** A file as a job takes it: as it is, or each of its rows with the conditions of the page, one a line. */
export function jobFile({ name, format, unread, rows }: FleetFile, conditions: Conditions): JobFile {
  if (unread !== undefined) {
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    return { body: unread, type: TYPES[ending] ?? 'text/csv' }
  }
  const lines = rows.map((row) => {
    const { label, asset, quantity, duration } = format === 'focus' ? wholeNumberOf(row) : row
    return `${JSON.stringify({ label, quantity, duration, asset: withConditions(asset, conditions) })}\n`
  })
  return { body: new Blob(lines), type: 'application/x-ndjson' }
}

/** The hours of a line of a bill as whole machines: 10,000.5 hours are two machines of 5,000.25 hours. */
function wholeNumberOf(row: FleetRow): FleetRow {
  const machines = Math.ceil(row.quantity / LINEAR_HOURS)
  return row.quantity === 0 ? row : { ...row, quantity: machines, duration: row.quantity / machines }
}
