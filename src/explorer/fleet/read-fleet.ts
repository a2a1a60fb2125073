import type { AssetInput } from '../../generated/explorer-operations.ts'
import type { ImportedFormat } from '../../importers/imported.ts'
import { COMPONENTS } from '../../kinds.ts'
import type { Conditions } from '../state/read-conditions.ts'

/** A row of a file that cannot be assessed, and why. */
export interface FleetFault {
  /** Where it stands in the file: `line 5`. */
  readonly where: string
  readonly message: string
}

/** A row of a file: what it lists, and how many of it. */
export interface FleetRow {
  /** Where it stands in the file: `line 5`. */
  readonly where: string
  readonly label: string
  /** 0 or more; hours of use where the file is a bill. */
  readonly quantity: number
  readonly asset: AssetInput
  /** Hours, where the file has its own. */
  readonly duration: number | undefined
}

/** A file that was read: what it lists, and what of it cannot be used. */
export interface FleetFile {
  readonly name: string
  /** Undefined where the page does not read it. */
  readonly format: ImportedFormat | undefined
  /** The file itself, where it is nothing that a page reads: then there are no rows. */
  readonly unread: File | undefined
  readonly rows: readonly FleetRow[]
  readonly faults: readonly FleetFault[]
  /** Why rows are left out on purpose, and how many: taxes, services. */
  readonly skipped: ReadonlyMap<string, number>
}

/** Larger files are read by the service. */
const MOST_BYTES = 20_000_000

/** What files begin with that are no text: spreadsheets and archives (ZIP), gzip. */
const BINARY: readonly (readonly [start: string, words: string])[] = [
  ['PK\u0003\u0004', 'This is a spreadsheet or an archive: save it as CSV first.'],
  ['\u001f', 'This file is compressed: unpack it first.'],
]

/** What Parquet files begin with. */
const PARQUET = 'PAR1'

/** Reads a file with the importers, which are loaded when they are first needed. Throws an Error with what is wrong in words. */
export async function readFleet(file: File): Promise<FleetFile> {
  const { name } = file
  const start = await file.slice(0, PARQUET.length).text()
  const [, binary] = BINARY.find(([each]) => start.startsWith(each)) ?? []
  if (binary !== undefined) throw new Error(binary)
  if (file.size > MOST_BYTES || start === PARQUET) {
    return { name, format: undefined, unread: file, rows: [], faults: [], skipped: new Map() }
  }
  const text = await file.text()
  const { importFile } = await import('../../importers/import-file.ts')
  const { format, rows: imported } = importFile(text)
  const rows: FleetRow[] = []
  const faults: FleetFault[] = []
  const skipped = new Map<string, number>()
  for (const [index, row] of imported.entries()) {
    const where = row.line === undefined ? row.path || `item ${index + 1}` : `line ${row.line}`
    if ('fault' in row) faults.push({ where, message: row.fault.message })
    else if ('skipped' in row) skipped.set(row.skipped, (skipped.get(row.skipped) ?? 0) + 1)
    else {
      const { label, quantity, duration } = row
      rows.push({ where, label, quantity, asset: row.asset as unknown as AssetInput, duration })
    }
  }
  if (rows.length === 0 && faults.length === 0) throw new Error('The file lists no equipment.')
  return { name, format, unread: undefined, rows, faults, skipped }
}

/** An asset with the page's place and load where it has none of its own. */
export function withConditions(asset: AssetInput, { location, load }: Omit<Conditions, 'duration'>): AssetInput {
  const [kind = '', input = {}] = Object.entries(asset as Record<string, Record<string, unknown>>)[0] ?? []
  if (kind === 'component') {
    const [part = '', inner = {}] = Object.entries(input)[0] ?? []
    const isLoaded = COMPONENTS[part as keyof typeof COMPONENTS]?.use === 'load'
    const usual = withUsage(inner as Record<string, unknown>, location, isLoaded ? load : undefined)
    return { component: { [part]: usual } } as unknown as AssetInput
  }
  const hasLoad = kind === 'server' || kind === 'cloudInstance'
  return { [kind]: withUsage(input, location, hasLoad ? load : undefined) } as unknown as AssetInput
}

function withUsage(input: Record<string, unknown>, location: string, load: number | undefined) {
  const usage = (input.usage ?? {}) as Record<string, unknown>
  const isPlaced = 'usageLocation' in usage || 'region' in usage
  const isLoaded = 'timeWorkload' in usage || 'workloadLevels' in usage
  return {
    ...input,
    usage: {
      ...(location !== '' && !isPlaced && { usageLocation: location }),
      ...(load !== undefined && !isLoaded && { timeWorkload: load }),
      ...usage,
    },
  }
}
