import type { AssetInput } from '../input/fleet-input.ts'

/** Why a row is no asset: a code for programs, a sentence for people, and the columns or keys it is about. */
export interface RowFault {
  readonly code: string
  readonly message: string
  readonly path: readonly string[]
}

/** An asset of a file. Its impacts count `quantity` times, each over `duration` hours (the lifetime where there is none). */
export interface ImportedAsset {
  readonly label: string
  /** 0 or more. Whole, but for bills, which count hours: there `duration` is 1. */
  readonly quantity: number
  readonly asset: AssetInput
  readonly duration?: number
}

/** A row that is no asset. `quantity`: of how many, where that can be read. */
export interface ImportedFault {
  readonly fault: RowFault
  readonly quantity?: number
}

/** What a row is: an asset, a fault, or the reason why it is left out on purpose (a tax is no machine). */
export type Reading = ImportedAsset | ImportedFault | { readonly skipped: string }

/** A row and where it stands: a line of the file (the first is 1), or the path of a part of a document. */
export type ImportedRow = Reading & {
  readonly line?: number
  readonly path?: string
  /** Its cells, by the columns of the file. */
  readonly columns?: Readonly<Record<string, string>>
}

/** What a file was read as. */
export type ImportedFormat = 'csv' | 'ndjson' | 'list' | 'focus' | 'terraform' | 'kubernetes' | 'lshw'

/** A file, read. One faulty row never stops the others; what cannot be read at all is an ImportError. */
export interface ImportedFile {
  readonly format: ImportedFormat
  /** The columns of a table; of two with the same name, the second is `kind_1`. */
  readonly columns?: readonly string[]
  readonly rows: readonly ImportedRow[]
}

export function isAsset(reading: Reading): reading is ImportedAsset {
  return 'asset' in reading
}
