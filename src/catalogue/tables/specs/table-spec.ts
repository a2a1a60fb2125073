import type { ReadCell, Refusal } from '../files/cells.ts'

/** Called with a fault in a column of the row at hand. */
export type RefuseColumn = (column: string, reason: string) => void

/** One table: its columns and how their cells are read, and which columns make up a row's key. */
export interface TableSpec<Row = unknown> {
  readonly cells: readonly { readonly column: string; readonly read: ReadCell<unknown> }[]
  /** What no cell shows alone: checks a row and gives it its final form, or refuses a column of it. */
  readonly finish?: (row: Readonly<Record<string, unknown>>, refuse: RefuseColumn) => Row
  /** Columns a file may leave out. */
  readonly mayLack: ReadonlySet<string>
  readonly key: readonly string[]
  /** Columns that describe a figure and change none: left out of the fingerprint. `all`: the whole table. */
  readonly remarks: ReadonlySet<string> | 'all'
  /** Columns that hold a key of sources.csv, or a text with an address. */
  readonly sources: readonly string[]
  /** Whether the base may be without it: a table that a later release brings. */
  readonly isOptional: boolean
  /** Carries the type of a row; never there. */
  readonly row?: Row
}

type Cells = Readonly<Record<string, ReadCell<unknown>>>
type RowOf<Shape extends Cells> = { readonly [Column in keyof Shape]: Exclude<ReturnType<Shape[Column]>, Refusal> }

interface Options<Column extends string> {
  readonly key: readonly Column[]
  readonly mayLack?: readonly Column[]
  readonly remarks?: readonly Column[] | 'all'
  readonly sources?: readonly Column[]
  readonly isOptional?: boolean
}

/** A table by its columns; what is not in `mayLack` every file of it must have. */
export function table<Shape extends Cells>(
  shape: Shape,
  { key, mayLack = [], remarks = [], sources = [], isOptional = false }: Options<Extract<keyof Shape, string>>,
): TableSpec<RowOf<Shape>> {
  return {
    cells: Object.entries(shape).map(([column, read]) => ({ column, read })),
    key,
    mayLack: new Set(mayLack),
    remarks: remarks === 'all' ? 'all' : new Set([...remarks, ...sources]),
    sources,
    isOptional,
  }
}

/** A table whose rows take another form once their cells are read. */
export function finished<Raw, Row>(
  raw: TableSpec<Raw>,
  finish: (row: Raw, refuse: RefuseColumn) => Row,
): TableSpec<Row> {
  const { row: _, ...spec } = raw
  return { ...spec, finish: finish as NonNullable<TableSpec<Row>['finish']> }
}
