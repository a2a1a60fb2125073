import type { AssetInput } from '../../generated/explorer-operations.ts'
import { ImportError } from '../../importers/import-error.ts'
import { importFile } from '../../importers/import-file.ts'
import type { ImportedFile, ImportedRow } from '../../importers/imported.ts'
import { columnOf } from '../../importers/table/asset-table.ts'
import { type TableHead, tableHead } from '../../importers/table/table-head.ts'
import { textOfFile } from '../../importers/text-of-file.ts'
import type { FleetFault, FleetFile, FleetQuestion, FleetRow, Reading, RowPlace } from './read-fleet.ts'

/** Reads a file, or returns the question to answer first. Throws an ImportError if it can do neither. */
export function importFleet(
  file: File,
  bytes: Uint8Array,
  { map, corrections, side }: Reading,
): FleetFile | FleetQuestion {
  const text = textOfFile(bytes)
  const head = headOf(text, map)
  // Another file of the same name may have other columns.
  const own = head === undefined ? map : entriesIn(map, head.columns)
  try {
    return fleetOf(file, importFile(text, { map: own, corrections, side }), head)
  } catch (error) {
    if (!(error instanceof ImportError) || (head === undefined && error.proposal === undefined)) throw error
    // The page's own buttons, lists and link replace the words for the command.
    const asked = error.message.replace(/(?:\.|(?<=\?)) (Map |docs\/importing).*$/, '')
    // Without rows, another meaning of the columns changes nothing.
    if (head?.rows.length === 0) throw new ImportError(asked)
    return {
      question: error.code === 'TWO_COLUMNS' ? `${asked}. Set one of them to “not read” below` : asked,
      proposal: error.proposal,
      head,
    }
  }
}

/** Undefined for JSON, for pages and for files that are not tables; reading them reports why. */
function headOf(text: string, map: Reading['map']): TableHead | undefined {
  if (/^\uFEFF?\s*([{[<]|$)/.test(text)) return undefined
  try {
    return tableHead(text, map)
  } catch (error) {
    if (error instanceof ImportError) return undefined
    throw error
  }
}

function entriesIn(map: Reading['map'], columns: readonly string[]): Reading['map'] {
  return Object.fromEntries(Object.entries(map).filter(([theirs]) => columns.includes(theirs)))
}

function fleetOf(source: File, read: ImportedFile, head: TableHead | undefined): FleetFile {
  const { format, rows: imported, notRead, notes = [], columns = [], readAs = [] } = read
  const rows: FleetRow[] = []
  const faults: FleetFault[] = []
  for (const [index, row] of imported.entries()) {
    const { line, columns: cells = {} } = row
    const where = line === undefined ? row.path || `item ${index + 1}` : `line ${line}`
    const at = { where, file: 0, index, line }
    if ('fault' in row) faults.push(faultOf(row, at, (ours) => columns[readAs.indexOf(ours)] ?? ''))
    else if ('asset' in row) {
      const { label, quantity, duration, allocation, boundary, isBilled, warnings = [] } = row
      const asset = row.asset as unknown as AssetInput
      rows.push({ at, label, quantity, asset, duration, allocation, boundary, isBilled, cells, warnings })
    }
  }
  // Before the first plan there is nothing.
  if (rows.length === 0 && faults.length === 0 && format !== 'terraform')
    throw new ImportError('The file lists no equipment.')
  const columnAt = (path: readonly string[]) => columns[readAs.indexOf(columnOf(path))]
  const { name } = source
  const isBill = imported.some(({ billed }) => billed !== undefined)
  // A bill says itself what its columns are.
  const shown = format === 'csv' ? head : undefined
  const isPlan = format === 'terraform'
  return {
    name,
    parts: [name],
    isPlan,
    isBill,
    source,
    isRead: true,
    rows,
    faults,
    imported,
    starts: [0],
    columns,
    head: shown,
    notRead,
    notes,
    columnAt,
  }
}

/** `nameOf` returns the file's name for one of our columns. */
function faultOf(
  { fault, quantity = 0, columns: cells = {} }: Extract<ImportedRow, { readonly fault: unknown }>,
  at: RowPlace,
  nameOf: (ours: string) => string,
): FleetFault {
  const { code, message, path, nearest = [] } = fault
  const named = path.map((column) => (Object.hasOwn(cells, column) ? column : nameOf(column)))
  const known = [...new Set(named)].filter((column) => column !== '' && at.line !== undefined)
  return {
    at,
    label: cells[nameOf('label')] ?? '',
    quantity,
    code,
    message,
    cells: known.map((column) => ({ column, value: cells[column] ?? '', nearest })),
  }
}
