import type { AssetInput } from '../input/fleet-input.ts'
import type { BillFormatName } from './billing/bill-formats.ts'
import type { BillReason } from './billing/bill-reasons.ts'

/** Why a row is no asset: a code for programs, a sentence for people, and the columns or keys it is about. */
export interface RowFault {
  readonly code: string
  readonly message: string
  readonly path: readonly string[]
  /** Known words that are close to the one that is not known, best first. */
  readonly nearest?: readonly string[]
}

/** What to keep in mind of a row: something in it has no effect, or is not there. */
export interface RowWarning {
  readonly code: 'NOT_USED' | 'UNKNOWN_REGION'
  readonly message: string
  /** Columns. */
  readonly path: readonly string[]
}

/** An asset of a file. Its impacts count `quantity` times, each over `duration` hours (the lifetime where there is none). */
export interface ImportedAsset {
  readonly label: string
  /** 0 or more. Whole, but for bills, which count hours: there `duration` is 1. */
  readonly quantity: number
  readonly asset: AssetInput
  readonly duration?: number
  readonly allocation?: 'LINEAR' | 'TOTAL'
  readonly boundary?: 'EQUIPMENT' | 'DATA_CENTRE'
  readonly warnings?: readonly RowWarning[]
  /** Cells of its columns `tag:...`, by what follows there: `{ team: 'web' }`. */
  readonly tags?: Readonly<Record<string, string>>
  /** Of a line of a bill: the id of the rule in the table `billing` that says what it is. */
  readonly rule?: string
}

/** A row that is no asset. `quantity`: of how many, where that can be read. */
export interface ImportedFault {
  readonly fault: RowFault
  readonly quantity?: number
  readonly rule?: string
}

/**
 * A row that is left out on purpose (a tax is no machine), and why. Of a line of a bill also a code, whether nobody knows what it is,
 * and the rule that says so, if one does.
 */
export interface ImportedLeftOut {
  readonly skipped: string
  readonly reason?: BillReason
  readonly isUnknown?: true
  readonly rule?: string
}

/** What a row is: an asset, a fault, or left out. */
export type RowOutcome = ImportedAsset | ImportedFault | ImportedLeftOut

/** What a line of a bill costs, and of what. */
export interface BilledCost {
  /** Undefined where there is no number. */
  readonly cost?: number
  readonly currency?: string
  readonly service?: string
}

/** A row and where it stands: a line of the file (the first is 1), or the path of a part of a document. */
export type ImportedRow = RowOutcome & {
  readonly line?: number
  readonly path?: string
  /** Its cells, by the columns of the file. */
  readonly columns?: Readonly<Record<string, string>>
  /** Of a line of a bill. */
  readonly billed?: BilledCost
}

/** What a file was read as. */
export type ImportedFormat = 'csv' | 'ndjson' | 'list' | BillFormatName | 'terraform' | 'kubernetes' | 'lshw'

/** A file, read. One faulty row never stops the others; what cannot be read at all is an ImportError. */
export interface ImportedFile {
  readonly format: ImportedFormat
  /** The columns of a table; of two with the same name, the second is `kind_1`. */
  readonly columns?: readonly string[]
  /** What each of them is read as: one of our columns, `tag`, or null where it is not read. */
  readonly readAs?: readonly (string | null)[]
  /** Columns of a table, or fields of a list, that are not read. */
  readonly notRead: readonly string[]
  readonly rows: readonly ImportedRow[]
}
