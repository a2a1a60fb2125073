import type { FleetItemInput } from '../../generated/explorer-operations.ts'
import type { ImportedFormat } from '../../importers/imported.ts'

/** A row of a file that cannot be assessed, and why. */
export interface FleetFault {
  /** Where it stands in the file: `line 5`. */
  readonly place: string
  readonly message: string
}

/** A file that was read: what it lists, and what of it cannot be used. */
export interface FleetFile {
  readonly name: string
  readonly format: ImportedFormat
  readonly items: readonly FleetItemInput[]
  /** Where each item stands in the file. */
  readonly places: readonly string[]
  readonly faults: readonly FleetFault[]
  /** Rows that are no equipment: taxes, services. */
  readonly skipped: number
}

/** Larger files are for the command line. */
const MOST_BYTES = 20_000_000

/** Conditions of the page, for rows that have none of their own. */
export interface Defaults {
  readonly location: string
  readonly load: number | undefined
}

/** Reads a file with the importers, which are loaded when they are first needed. Throws an Error that says what is wrong. */
export async function readFleet(file: File): Promise<FleetFile> {
  if (file.size > MOST_BYTES) throw new Error('The file is larger than 20 MB. Use the command line for it.')
  const { importFile } = await import('../../importers/import-file.ts')
  const { format, rows } = importFile(await file.text())
  if (format === 'focus') {
    throw new Error('This is a bill, which counts hours. Use the command line for it: impactql batch.')
  }
  const items: FleetItemInput[] = []
  const places: string[] = []
  const faults: FleetFault[] = []
  for (const [index, row] of rows.entries()) {
    const place = row.line === undefined ? row.path || `item ${index + 1}` : `line ${row.line}`
    if ('fault' in row) faults.push({ place, message: row.fault.message })
    else if ('asset' in row) {
      items.push({ label: row.label, quantity: row.quantity, asset: row.asset as unknown as FleetItemInput['asset'] })
      places.push(place)
    }
  }
  const skipped = rows.filter((row) => 'skipped' in row).length
  if (items.length === 0 && faults.length === 0) throw new Error('The file lists no equipment.')
  return { name: file.name, format, items, places, faults, skipped }
}

/** The items with the page's place and load where they have none of their own. */
export function withDefaults(
  items: readonly FleetItemInput[],
  { location, load }: Defaults,
): readonly FleetItemInput[] {
  return items.map((item) => ({ ...item, asset: filled(item.asset, location, load) }))
}

function filled(asset: FleetItemInput['asset'], location: string, load: number | undefined): FleetItemInput['asset'] {
  const [kind = '', input] = Object.entries(asset as Record<string, Record<string, unknown>>)[0] ?? []
  const hasLoad = kind === 'server' || kind === 'cloudInstance'
  if (kind === 'component') {
    const [part = '', inner = {}] = Object.entries(input ?? {})[0] ?? []
    const isLoaded = part === 'cpu' || part === 'ram' || part === 'gpu'
    const usual = withUsage(inner as Record<string, unknown>, location, isLoaded ? load : undefined)
    return { component: { [part]: usual } } as unknown as FleetItemInput['asset']
  }
  return { [kind]: withUsage(input ?? {}, location, hasLoad ? load : undefined) } as unknown as FleetItemInput['asset']
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
