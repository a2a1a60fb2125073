import type { Allocation, AssetInput, Boundary } from '../../generated/explorer-operations.ts'
import type { Proposal } from '../../importers/import-error.ts'
import type { ImportedFormat } from '../../importers/imported.ts'
import type { ColumnMap } from '../../importers/table/columns.ts'
import type { Corrections } from '../../importers/table/import-table.ts'
import type { TableHead } from '../../importers/table/table-head.ts'
import { COMPONENTS } from '../../kinds.ts'
import type { Conditions } from '../state/read-conditions.ts'

/** A cell that a row has a fault for, to be mended. */
export interface FaultyCell {
  /** As the file calls it. */
  readonly column: string
  readonly value: string
  /** Known words that are close, best first. */
  readonly nearest: readonly string[]
}

/** A row of a file that cannot be assessed, and why. */
export interface FleetFault {
  /** Where it stands in the file: `line 5`. */
  readonly where: string
  /** Undefined where the file has no lines of its own. */
  readonly line: number | undefined
  /** How many it would have been, where that can be read; else 0. */
  readonly quantity: number
  readonly message: string
  /** Cells that the page can mend; none where only the file can. */
  readonly cells: readonly FaultyCell[]
}

/** A row of a file: what it lists, and how many of it. */
export interface FleetRow {
  /** Where it stands in the file: `line 5`. */
  readonly where: string
  readonly line: number | undefined
  readonly label: string
  /** 0 or more; hours of use where the file is a bill. */
  readonly quantity: number
  readonly asset: AssetInput
  /** Hours, where the file has its own; so have the others. */
  readonly duration: number | undefined
  readonly allocation: Allocation | undefined
  readonly boundary: Boundary | undefined
  /** Its cells, by the columns of the file. */
  readonly cells: Readonly<Record<string, string>>
  /** What to keep in mind of it, in sentences. */
  readonly notes: readonly string[]
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
  /** The first rows of a table; undefined where the file is none. */
  readonly head: TableHead | undefined
  readonly notRead: readonly string[]
  /** Every row as it was read, corrections included; none where the file is no table. */
  readonly table: readonly Readonly<Record<string, string>>[]
  /** The column of the file that gives what stands at a path of an asset, if any. */
  readonly columnAt: (path: readonly string[]) => string | undefined
}

/** What is to be decided before a file can be read: its columns do not say what they hold. */
export interface FleetQuestion {
  readonly question: string
  readonly proposal: Proposal | undefined
  readonly head: TableHead | undefined
}

/** How a file is read. */
export interface Reading {
  readonly map: ColumnMap
  readonly corrections: Corrections
}

export const AS_IT_IS: Reading = { map: {}, corrections: new Map() }

/** Larger files are read by the service. */
const MOST_BYTES = 20_000_000

/** What Parquet files begin with. */
const PARQUET = 'PAR1'

/** Reads a file with the importers, which are loaded when they are first needed. Throws an Error with what is wrong in words. */
export async function readFleet(file: File, reading: Reading): Promise<FleetFile | FleetQuestion> {
  const { name } = file
  const start = await bytesOf(file.slice(0, PARQUET.length))
  if (file.size > MOST_BYTES || new TextDecoder().decode(start) === PARQUET) {
    const nothing = { rows: [], faults: [], skipped: new Map(), head: undefined, notRead: [], table: [] }
    return { name, format: undefined, unread: file, ...nothing, columnAt: () => undefined }
  }
  const [bytes, { importFleet }] = await Promise.all([bytesOf(file), import('./import-fleet.ts')])
  return importFleet(name, bytes, reading)
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error('The file has changed since you chose it, or cannot be read. Choose it again.')
  })
  return new Uint8Array(bytes)
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
  const isLoaded = 'timeWorkload' in usage || 'workloadLevels' in usage || 'avgPower' in usage
  return {
    ...input,
    usage: {
      ...(location !== '' && !isPlaced && { usageLocation: location }),
      ...(load !== undefined && !isLoaded && { timeWorkload: load }),
      ...usage,
    },
  }
}
