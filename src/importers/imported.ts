import type { Duration } from '../input/duration.ts'
import type { AssetInput } from '../input/fleet-input.ts'
import type { BillFormatName } from './billing/bill-formats.ts'
import type { BillReason } from './billing/bill-reasons.ts'

/** Why a row has no asset: a code for programs, a sentence for people, and the columns or keys concerned. */
export interface RowFault {
  readonly code: string
  readonly message: string
  readonly path: readonly string[]
  /** Known words similar to an unknown one, best first. */
  readonly nearest?: readonly string[]
  /** The word in the column of kinds, shortened, if it means no known kind. */
  readonly word?: string
}

/** A warning about a row: something in it has no effect, is missing or has two meanings. */
export interface RowWarning {
  readonly code: 'MEDIUM_ASSUMED' | 'NOT_USED' | 'PLACE_EMPTY' | 'READ_AS' | 'TOTAL_SPLIT' | 'UNKNOWN_REGION'
  readonly message: string
  readonly path: readonly string[]
}

/** An asset of a file. Its impacts count `quantity` times, each over `duration` (hours, or its whole `life`). */
export interface ImportedAsset {
  readonly label: string
  /** 0 or more. Whole, except for bills, which count hours with a `duration` of 1. */
  readonly quantity: number
  readonly asset: AssetInput
  readonly duration?: Duration
  /** True for a line of a bill. */
  readonly isBilled?: true
  readonly allocation?: 'LINEAR' | 'TOTAL'
  readonly boundary?: 'EQUIPMENT' | 'DATA_CENTRE'
  readonly warnings?: readonly RowWarning[]
  /** Cells of its columns `tag:...`, by the rest of the column's name: `{ team: 'web' }`. */
  readonly tags?: Readonly<Record<string, string>>
  /** For a line of a bill: the id of the rule in the table `billing` that says what it is. */
  readonly rule?: string
}

/** A row with a fault. `quantity` is its number of assets, if readable. */
export interface ImportedFault {
  readonly fault: RowFault
  readonly quantity?: number
  readonly rule?: string
}

/**
 * A row left out on purpose, such as a tax, and why. For a line of a bill also a code, whether it is unknown, and the
 * rule that decides it, if any. For a template of a plan, whether the plan changes the machines that it describes.
 */
export interface ImportedLeftOut {
  readonly skipped: string
  readonly changesMachines?: boolean
  readonly reason?: BillReason
  readonly isUnknown?: true
  readonly rule?: string
}

/** The outcome of a row: an asset, a fault, or left out. */
export type RowOutcome = ImportedAsset | ImportedFault | ImportedLeftOut

/** The cost of a line of a bill, and what it is for. */
export interface BilledCost {
  /** Undefined without a number. */
  readonly cost?: number
  /** Credits that pay a part of it, below 0; not part of the cost. */
  readonly credits?: number
  readonly currency?: string
  readonly service?: string
}

/** A row with its place: a line of the file (the first is 1), or a path in a document. */
export type ImportedRow = RowOutcome & {
  readonly line?: number
  readonly path?: string
  /** Its cells, by column of the file. */
  readonly columns?: Readonly<Record<string, string>>
  /** For a line of a bill. */
  readonly billed?: BilledCost
}

/** The detected format of a file. */
export type ImportedFormat = 'csv' | 'ndjson' | 'list' | BillFormatName | 'terraform' | 'kubernetes' | 'lshw'

/** A file after reading. A faulty row never stops the others; an unreadable file is an ImportError instead. */
export interface ImportedFile {
  readonly format: ImportedFormat
  /** The columns of a table; the second of two with the same name is `kind_1`. */
  readonly columns?: readonly string[]
  /** What each is read as: a known column, `tag`, or null for an unread one. */
  readonly readAs?: readonly (string | null)[]
  /** Unread columns of a table, or fields of a list. */
  readonly notRead: readonly string[]
  /** What the file leaves open that changes figures, each in a sentence that says what was assumed. */
  readonly notes?: readonly string[]
  readonly rows: readonly ImportedRow[]
}
