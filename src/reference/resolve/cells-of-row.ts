import { Cell } from '../../engine/figures/cell.ts'
import { snakeCase } from '../../engine/figures/snake-case.ts'
import type { StatedRange } from '../tables.ts'

/** The numbers of a row as what enters a calculation. */
type Cells<Numbers> = { readonly [Name in keyof Numbers]: Cell | Extract<Numbers[Name], undefined> }

/**
 * Numbers of a row under the ids of their cells: `cellsOfRow('server-archetypes.dellR740.ram_', { capacity })` has the cell
 * `server-archetypes.dellR740.ram_capacity`. A number that is not there has no cell.
 */
export function cellsOfRow<Numbers extends { readonly [Name in keyof Numbers]?: StatedRange | undefined }>(
  prefix: string,
  numbers: Numbers,
): Cells<Numbers> {
  const cells: Record<string, Cell> = {}
  for (const [name, range] of Object.entries(numbers) as [string, StatedRange | undefined][]) {
    if (range !== undefined) cells[name] = new Cell(`${prefix}${snakeCase(name)}`, range, range.source)
  }
  return cells as unknown as Cells<Numbers>
}
