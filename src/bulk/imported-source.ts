import { type DuckDBConnection, VARCHAR } from '@duckdb/node-api'
import type { ImportedFile, ImportedRow } from '../importers/imported.ts'
import { appendRows } from './database.ts'
import type { Source } from './source.ts'

/** A file read into memory (a plan, a list of hardware, a small table) as the cells of a relation. */
export interface ImportedCells extends Pick<ImportedFile, 'notRead' | 'notes'> {
  /** The columns after the first three: place, thing, and quantity. */
  readonly names: readonly string[]
  /** Which of the names names the rows, if any. */
  readonly label: number | undefined
  readonly rows: Iterable<readonly (string | null)[]>
}

/** The cells of a file, made one by one. */
export function importedCells({ columns: header, readAs, notRead, notes, rows }: ImportedFile): ImportedCells {
  const own = new Set<string>()
  for (const { columns = {} } of header ? [] : rows) for (const name in columns) own.add(name)
  const names = header ?? ['label', 'quantity', ...own]
  const cells = function* () {
    for (const row of rows)
      yield [
        row.line === undefined ? (row.path ?? '') : `line ${row.line}`,
        thingOf(row),
        quantityOf(row),
        ...names.map((name) => cellOf(row, name)),
      ]
  }
  return {
    names,
    label: header === undefined ? 0 : readAs?.indexOf('label'),
    notRead,
    ...(notes && { notes }),
    rows: cells(),
  }
}

/** Makes a database relation of the cells of a file. */
export async function importedSource(
  connection: DuckDBConnection,
  relation: string,
  file: string,
  { names, label, notRead, notes, rows }: ImportedCells,
): Promise<Source> {
  const columns = names.map((_, at) => `c${at}`)
  const all = ['place', 'thing', 'quantity', ...columns]
  await connection.run(`CREATE TABLE ${relation} (${all.map((name) => `${name} VARCHAR`).join(', ')})`)
  await appendRows(
    connection,
    relation,
    all.map(() => VARCHAR),
    rows,
  )
  return {
    file,
    relation,
    row: 'rowid',
    place: 'place',
    columns: names.map((name, at) => ({ name, sql: `c${at}` })),
    label,
    notRead,
    ...(notes && { notes }),
    keys: ['thing'],
    quantity: 'quantity',
    // Quantities were already parsed.
    isCounted: false,
    reader: { kind: 'reading' },
  }
}

/** `?`, which is no number, if the quantity of a faulty row is unreadable. */
function quantityOf(row: ImportedRow): string {
  if ('skipped' in row) return '0'
  return String(row.quantity ?? '?')
}

/** The values that all rows of an asset share. */
function thingOf(row: ImportedRow): string {
  if ('fault' in row) return JSON.stringify({ fault: row.fault })
  if ('skipped' in row) return JSON.stringify({ skipped: row.skipped })
  const { asset, duration, allocation, boundary, warnings } = row
  return JSON.stringify({ label: '', quantity: 1, asset, duration, allocation, boundary, warnings })
}

function cellOf(row: ImportedRow, name: string): string | null {
  const cell = row.columns?.[name]
  if (cell !== undefined) return cell === '' ? null : cell
  if (!('asset' in row)) return null
  return name === 'label' ? row.label : name === 'quantity' ? String(row.quantity) : null
}
