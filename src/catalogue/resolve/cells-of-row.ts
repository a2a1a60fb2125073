import { Cell } from '../../engine/values/cell.ts'
import type { Leaf } from '../../engine/values/leaf.ts'
import { snakeCase } from '../../engine/values/spelling.ts'
import type { StatedRange } from '../tables.ts'

/** The numbers of a row as what enters a calculation. */
type Cells<Numbers> = { readonly [Name in keyof Numbers]: Cell | Extract<Numbers[Name], undefined> }

/**
 * Numbers of a row as its cells: `cellsOfRow({ table: 'server-archetypes', row: 'dellR740' }, { capacity }, 'ram_')` has the
 * cell `server-archetypes.dellR740.ram_capacity`. A number that is not there has no cell. `part`: what columns are of whose
 * names do not say so.
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
