import type { ColumnMap } from '../importers/table/columns.ts'
import type { Writing } from '../importers/table/table-reader.ts'

/** Rows from one, starting at 0, up to but excluding another. */
export interface RowSpan {
  readonly from: number
  readonly to?: number
}

/** A file as a database relation, with the rules that turn its rows into assets. */
export interface Source {
  /** The file's name as the user wrote it. */
  readonly file: string
  /** A table or a view. */
  readonly relation: string
  /** SQL: the index of a row, from 0. */
  readonly row: string
  /** SQL condition that all rows of a span meet, which avoids reading others. */
  readonly among?: (span: RowSpan) => string
  /** SQL: the place of a row in the file, in words: `line 7`. */
  readonly place: string
  /** Columns of the output: SQL and name. */
  readonly columns: readonly { readonly sql: string; readonly name: string }[]
  /** Which of the columns names the rows, if any. */
  readonly label?: number | undefined
  /** Unread columns of the file, or fields of its items. */
  readonly notRead: readonly string[]
  /** What the file leaves open, and what was assumed, in sentences. */
  readonly notes?: readonly string[]
  /** SQL of the texts that determine the asset: rows with equal keys are one asset. */
  readonly keys: readonly string[]
  /** SQL of the quantity as text; undefined if it is always one. */
  readonly quantity: string | undefined
  /** Whether quantities are whole numbers. */
  readonly isCounted: boolean
  /** How the keys are read. */
  readonly reader: KeyReader
  /** For a bill: SQL of further fields. */
  readonly bill?: BillSql
}

/** SQL of a bill line's fields besides its identity. */
export interface BillSql {
  /** A DOUBLE; null without a number. */
  readonly cost: string
  /** A DOUBLE: what credits pay. */
  readonly credits: string
  /** Texts. */
  readonly service: string
  readonly currency: string
  /** The date, in any format. */
  readonly day: string
}

/**
 * How to read the keys of an asset, in a form that can be sent to a worker. Keys are the cells of a table with this
 * header, a line of JSON, or an asset that was already read. An extra key says why a row has no asset.
 */
export type KeyReader =
  | { readonly kind: 'table'; readonly header: readonly string[]; readonly map: ColumnMap; readonly writing: Writing }
  | { readonly kind: 'line'; readonly map: ColumnMap; readonly writing: Writing }
  | { readonly kind: 'reading' }
