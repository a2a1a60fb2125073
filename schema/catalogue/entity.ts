import type { Scope } from '../context.ts'

/** A row of a table as an entry of the catalogue, and the tables that it is of. */
export interface Entity<Row> {
  /** Its type in the schema. */
  readonly type: string
  readonly row: Row
  readonly scope: Scope
  /** What it is called among all entries of these tables: FRA, aws, aws/m5.xlarge. */
  readonly localId: string
}

/** Makes rows of one table entries of the catalogue: `entities('Location', ({ code }) => code)(row, scope)`. */
export function entities<Row>(type: string, localIdOf: (row: Row) => string) {
  return (row: Row, scope: Scope): Entity<Row> => ({ type, row, scope, localId: localIdOf(row) })
}
