import type { AssetInput } from '../../generated/explorer-operations.ts'
import { ImportError } from '../../importers/import-error.ts'
import { importFile } from '../../importers/import-file.ts'
import type { ImportedFile, ImportedRow } from '../../importers/imported.ts'
import { columnOf } from '../../importers/table/asset-table.ts'
import { type TableHead, tableHead } from '../../importers/table/table-head.ts'
import { textOfFile } from '../../importers/text-of-file.ts'
import type { FleetFault, FleetFile, FleetQuestion, FleetRow, Reading } from './read-fleet.ts'

/** Reads a file, or says what is to be decided first. Throws an ImportError where neither can be done. */
export function importFleet(name: string, bytes: Uint8Array, { map, corrections }: Reading): FleetFile | FleetQuestion {
  const text = textOfFile(bytes)
  const head = headOf(text, map)
  // A file that was chosen again may have other columns.
  const own = head === undefined ? map : entriesIn(map, head.columns)
  try {
    return fleetOf(name, importFile(text, { map: own, corrections }), head)
  } catch (error) {
    if (!(error instanceof ImportError) || (head === undefined && error.proposal === undefined)) throw error
    // Buttons say what can be done.
    return { question: error.message.replace(/\. Map it: .*$/, ''), proposal: error.proposal, head }
  }
}

/** Of JSON there is none, nor of what is no table at all: reading it says why. */
function headOf(text: string, map: Reading['map']): TableHead | undefined {
  if (/^\uFEFF?\s*([{[]|$)/.test(text)) return undefined
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

function fleetOf(name: string, file: ImportedFile, head: TableHead | undefined): FleetFile {
  const { format, rows: imported, notRead, columns = [], readAs = [] } = file
  const rows: FleetRow[] = []
  const faults: FleetFault[] = []
  const skipped = new Map<string, number>()
  for (const [index, row] of imported.entries()) {
    const { line, columns: cells = {} } = row
    const where = line === undefined ? row.path || `item ${index + 1}` : `line ${line}`
    if ('fault' in row) faults.push(faultOf(row, where, (ours) => columns[readAs.indexOf(ours)] ?? ''))
    else if ('skipped' in row) skipped.set(row.skipped, (skipped.get(row.skipped) ?? 0) + 1)
    else {
      const { label, quantity, duration, allocation, boundary, warnings = [] } = row
      const asset = row.asset as unknown as AssetInput
      const notes = warnings.map(({ message }) => message)
      rows.push({ where, line, label, quantity, asset, duration, allocation, boundary, cells, notes })
    }
  }
  if (rows.length === 0 && faults.length === 0) throw new ImportError('The file lists no equipment.')
  const columnAt = (path: readonly string[]) => columns[readAs.indexOf(columnOf(path))]
  const table = format === 'csv' ? imported.map(({ columns: cells = {} }) => cells) : []
  return {
    name,
    format,
    unread: undefined,
    rows,
    faults,
    skipped,
    head: mappedHead(file, head),
    notRead,
    table,
    columnAt,
  }
}

/** A bill says itself what its columns are. */
function mappedHead({ format }: ImportedFile, head: TableHead | undefined): TableHead | undefined {
  return format === 'csv' ? head : undefined
}

/** `nameOf`: what the file calls one of our columns. */
function faultOf(
  { fault, line, quantity = 0, columns: cells = {} }: Extract<ImportedRow, { readonly fault: unknown }>,
  where: string,
  nameOf: (ours: string) => string,
): FleetFault {
  const { message, path, nearest = [] } = fault
  const named = path.map((column) => (Object.hasOwn(cells, column) ? column : nameOf(column)))
  const known = [...new Set(named)].filter((column) => column !== '' && line !== undefined)
  return {
    where,
    line,
    quantity,
    message,
    cells: known.map((column) => ({ column, value: cells[column] ?? '', nearest })),
  }
}
