import type { Allocation, AssetInput, Boundary } from '../../generated/explorer-operations.ts'
import type { Proposal } from '../../importers/import-error.ts'
import type { ImportedRow, RowWarning } from '../../importers/imported.ts'
import type { PlanSide } from '../../importers/plan/import-plan.ts'
import type { ColumnMap } from '../../importers/table/columns.ts'
import type { Corrections } from '../../importers/table/import-table.ts'
import type { TableHead } from '../../importers/table/table-head.ts'
import type { Duration } from '../../input/duration.ts'
import { COMPONENTS } from '../../kinds.ts'
import type { Conditions } from '../state/read-conditions.ts'

/** A faulty cell, to correct. */
export interface FaultyCell {
  /** As named in the file. */
  readonly column: string
  readonly value: string
  /** Known words that are similar, best first. */
  readonly nearest: readonly string[]
}

/** The position of a row. */
export interface RowPlace {
  /** In words: `line 5`, or `lab.csv, line 5` if there are several files. */
  readonly where: string
  /** Index of its file among those assessed together. */
  readonly file: number
  /** Its index among all imported rows. */
  readonly index: number
  /** Undefined if the file has no lines of its own. */
  readonly line: number | undefined
}

/** A row that cannot be assessed, and why. */
export interface FleetFault {
  readonly at: RowPlace
  /** Its name, where it has one. */
  readonly label: string
  /** Its quantity if readable, else 0. */
  readonly quantity: number
  readonly code: string
  readonly message: string
  /** Cells that can be corrected on the page; empty if only the file can be. */
  readonly cells: readonly FaultyCell[]
}

/** A row of a file: an asset with its quantity. */
export interface FleetRow {
  readonly at: RowPlace
  readonly label: string
  /** 0 or more; hours, GB or GB-hours where the file is a bill. */
  readonly quantity: number
  readonly asset: AssetInput
  /** Hours, or the whole life, if the file states it; the same applies to allocation and boundary. */
  readonly duration: Duration | undefined
  readonly allocation: Allocation | undefined
  readonly boundary: Boundary | undefined
  /** True for a line of a bill. */
  readonly isBilled?: true | undefined
  /** Its cells, by column of the file. */
  readonly cells: Readonly<Record<string, string>>
  /** Warnings of the file. */
  readonly warnings: readonly RowWarning[]
}

/** A file that was read: its rows, and its faults. */
export interface FleetFile {
  readonly name: string
  /** The names of the files that it is made of. */
  readonly parts: readonly string[]
  /** Whether it is a Terraform plan, which has two sides. */
  readonly isPlan: boolean
  /** Whether all of it is bills: their rows are hours and GB, each with its own time. */
  readonly isBill: boolean
  /** The file itself, to send it unchanged; undefined for several files. */
  readonly source: File | undefined
  /** Whether the page reads it. What it does not read has no rows. */
  readonly isRead: boolean
  readonly rows: readonly FleetRow[]
  readonly faults: readonly FleetFault[]
  /** Every row as read, with corrections, including the rows that are left out. */
  readonly imported: readonly ImportedRow[]
  /** Where the rows of each part begin among them. */
  readonly starts: readonly number[]
  /** The columns of a table; empty for other files. */
  readonly columns: readonly string[]
  /** The first rows of a table; undefined for other files. */
  readonly head: TableHead | undefined
  readonly notRead: readonly string[]
  /** What the file leaves open, and what was assumed, in sentences. */
  readonly notes: readonly string[]
  /** The column behind the field at a path of a row's asset, if any. */
  readonly columnAt: (path: readonly string[], row: RowPlace) => string | undefined
}

/** A question to answer before a file can be read, because its columns are ambiguous. */
export interface FleetQuestion {
  readonly question: string
  readonly proposal: Proposal | undefined
  readonly head: TableHead | undefined
}

/** How to read a file. */
export interface Reading {
  readonly map: ColumnMap
  readonly corrections: Corrections
  /** Which side of a plan to read; by default, the state after it. */
  readonly side?: PlanSide
}

/** The service reads larger files. */
export const MOST_BYTES = 20_000_000

/** The magic bytes of Parquet files. */
const PARQUET = 'PAR1'

/** Reads a file with the importers, loaded on demand. Throws an Error with the reason in words. */
export async function readFleet(file: File, reading: Reading): Promise<FleetFile | FleetQuestion> {
  const { name } = file
  const start = await bytesOf(file.slice(0, PARQUET.length))
  if (file.size > MOST_BYTES || new TextDecoder().decode(start) === PARQUET) {
    return unreadFile(name, file)
  }
  const [bytes, { importFleet }] = await Promise.all([bytesOf(file), import('./import-fleet.ts')])
  return importFleet(file, bytes, reading)
}

/** A file that the page does not read, or does not have. */
export function unreadFile(name: string, source?: File): FleetFile {
  const nothing = {
    rows: [],
    faults: [],
    imported: [],
    starts: [0],
    columns: [],
    head: undefined,
    notRead: [],
    notes: [],
  }
  const kind = { isPlan: false, isBill: false, isRead: false }
  return { name, parts: [name], source, ...kind, ...nothing, columnAt: () => undefined }
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(
      'This is a folder, or a file that changed after you chose it. Choose the files in the folder, or the file again.',
    )
  })
  return new Uint8Array(bytes)
}

/** An asset with the page's place and load, unless it states its own. */
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
