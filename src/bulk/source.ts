import type { ColumnMap } from '../importers/table/columns.ts'
import type { Writing } from '../importers/table/table-reader.ts'

/** Rows from one on, the first being 0, and the first that is no more among them, if any. */
export interface RowSpan {
  readonly from: number
  readonly to?: number
}

/** A file as a relation of the database, and how its rows become assets. */
export interface Source {
  /** As it was named. */
  readonly file: string
  /** What it was recognised as, for people. */
  readonly format: string
  /** A table or a view. */
  readonly relation: string
  /** SQL: the place of a row among the rows, from 0 on. */
  readonly row: string
  /** SQL of a condition that all rows of a span meet, which spares reading others. */
  readonly among?: (span: RowSpan) => string
  /** SQL: where a row stands in the file, for people: `line 7`. */
  readonly place: string
  /** Columns of the output: their SQL and their names. */
  readonly columns: readonly { readonly sql: string; readonly name: string }[]
  /** Columns of the file, or fields of its items, that are not read. */
  readonly notRead: readonly string[]
  /** SQL of texts that decide what is assessed: rows with the same are one asset. */
  readonly keys: readonly string[]
  /** SQL of the text of the quantity; undefined where there is always one. */
  readonly quantity: string | undefined
  /** Whether quantities are whole numbers. */
  readonly isCounted: boolean
  /** How the keys are read. */
  readonly reader: KeyReader
  /** Of a bill: SQL of what its lines say besides. */
  readonly bill?: BillSql
}

/** SQL of what lines of a bill say besides what they are. */
export interface BillSql {
  /** A DOUBLE; null where there is no number. */
  readonly cost: string
  /** Texts. */
  readonly service: string
  readonly currency: string
  /** The date, however it is written. */
  readonly day: string
}

/**
 * How the keys of an asset are read, in what can be sent to a worker: the cells of a table with this header, a line of JSON,
 * or a reading that was made already. A key more than the first two know is why the row has none of it.
 */
export type KeyReader =
  | { readonly kind: 'table'; readonly header: readonly string[]; readonly map: ColumnMap; readonly writing: Writing }
  | { readonly kind: 'line'; readonly map: ColumnMap }
  | { readonly kind: 'reading' }
