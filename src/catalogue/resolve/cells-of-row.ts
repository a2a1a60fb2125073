import { Cell } from '../../engine/values/cell.ts'
import type { Leaf } from '../../engine/values/leaf.ts'
import { snakeCase } from '../../engine/values/spelling.ts'
import type { StatedRange } from '../tables.ts'

/** The numbers of a row as cells. */
type Cells<Numbers> = { readonly [Name in keyof Numbers]: Cell | Extract<Numbers[Name], undefined> }

/**
 * Turns the numbers of a row into cells: `cellsOfRow({ table: 'server-archetypes', row: 'dellR740' }, { capacity },
 * 'ram_')` has the cell `server-archetypes.dellR740.ram_capacity`. An absent number has no cell. `part` names the part
 * that the columns belong to, if their names do not.
 */
export function cellsOfRow<Numbers extends { readonly [Name in keyof Numbers]?: StatedRange | undefined }>(
  of: Pick<Leaf, 'table' | 'row'>,
  numbers: Numbers,
  prefix = '',
  part = '',
): Cells<Numbers> {
  const cells: Record<string, Cell> = {}
  for (const [name, range] of Object.entries(numbers) as [string, StatedRange | undefined][]) {
    if (range === undefined) continue
    const column = `${prefix}${snakeCase(name)}`
    cells[name] = new Cell({ ...of, column, property: `${part}${column}` }, range, range.source)
  }
  return cells as unknown as Cells<Numbers>
}
