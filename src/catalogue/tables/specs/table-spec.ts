import { type ReadCell, Refusal } from '../files/cells.ts'

/** Called with a fault in a column of the current row. */
export type RefuseColumn = (column: string, reason: string) => void

/** One table: its columns, how to read their cells, and which columns form a row's key. */
export interface TableSpec<Row = unknown> {
  readonly cells: readonly { readonly column: string; readonly read: ReadCell<unknown>; readonly mayBeEmpty: boolean }[]
  /** Checks a whole row and returns its final form, or refuses one of its columns. */
  readonly finish?: (row: Readonly<Record<string, unknown>>, refuse: RefuseColumn) => Row
  readonly key: readonly string[]
  /** Columns that describe a figure without changing it, left out of the fingerprint. `all`: the whole table. */
  readonly remarks: ReadonlySet<string> | 'all'
  /** Columns that hold a key of sources.csv, or a text with an address. */
  readonly sources: readonly string[]
  /** Whether the base may lack it: a table that a later release adds. */
  readonly isOptional: boolean
  /** Carries the type of a row; never set. */
  readonly row?: Row
}

type Cells = Readonly<Record<string, ReadCell<unknown>>>
type RowOf<Shape extends Cells> = { readonly [Column in keyof Shape]: Exclude<ReturnType<Shape[Column]>, Refusal> }

interface Options<Column extends string> {
  readonly key: readonly Column[]
  readonly remarks?: readonly Column[] | 'all'
  readonly sources?: readonly Column[]
  readonly isOptional?: boolean
}

/** Defines a table by its columns. A file may leave out those whose cells may be empty. */
export function table<Shape extends Cells>(
  shape: Shape,
  { key, remarks = [], sources = [], isOptional = false }: Options<Extract<keyof Shape, string>>,
): TableSpec<RowOf<Shape>> {
  return {
    cells: Object.entries(shape).map(([column, read]) => {
      return { column, read, mayBeEmpty: !(read(undefined) instanceof Refusal) }
    }),
    key,
    remarks: remarks === 'all' ? 'all' : new Set([...remarks, ...sources]),
    sources,
    isOptional,
  }
}

/** Defines a table whose rows change form after their cells are read. */
export function finished<Raw, Row>(
  raw: TableSpec<Raw>,
  finish: (row: Raw, refuse: RefuseColumn) => Row,
): TableSpec<Row> {
  const { row: _, ...spec } = raw
  return { ...spec, finish: finish as NonNullable<TableSpec<Row>['finish']> }
}
