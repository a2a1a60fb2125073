import type { Scope } from '../context.ts'

/** A row of a table as an entry of the catalogue, with its tables. */
export interface Entity<Row> {
  /** Its type in the schema. */
  readonly type: string
  readonly row: Row
  readonly scope: Scope
  /** Its id within these tables: FRA, aws, aws/m5.xlarge. */
  readonly localId: string
}

/** Turns rows of one table into entries of the catalogue: `entities('Location', ({ code }) => code)(row, scope)`. */
export function entities<Row>(type: string, localIdOf: (row: Row) => string) {
  return (row: Row, scope: Scope): Entity<Row> => ({ type, row, scope, localId: localIdOf(row) })
}
