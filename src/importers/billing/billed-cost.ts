import type { BilledCost } from '../imported.ts'
import { type BillColumns, numberOrText, type Writing } from '../table/table-reader.ts'

/** The cost of a line: the first number in the columns for its charge. */
export function billedCost(
  { costs, charge, service, currency }: BillColumns,
  cells: readonly string[],
  writing: Writing,
): BilledCost {
  const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at]?.trim() ?? ''))
  const known = (text: string) => text !== '' && text.toUpperCase() !== 'NULL'
  const cost = costs
    .filter(({ of }) => of?.test(cell(charge)) ?? true)
    .map(({ at }) => numberOrText(cell(at), writing))
    .find((each) => typeof each === 'number')
  const [named, paid] = [cell(service), cell(currency)]
  return {
    ...(cost !== undefined && { cost }),
    ...(known(named) && { service: named }),
    ...(known(paid) && { currency: paid }),
  }
}
