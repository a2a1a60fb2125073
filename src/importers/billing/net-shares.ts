import { numberOrText, type TableReader, type Writing } from '../table/table-reader.ts'

/** Characters of a date; a time of day follows. */
export const DAY = 10

/**
 * The remaining share of a line's usage after negative usage of the same thing on the same day. Undefined if no usage
 * is negative. Also undefined if the credits exceed the usage, which makes the line faulty.
 *
 * Example: with 24 hours and -6 hours, 0.75 of the 24 remain, and 0 of the -6.
 */
export function netShares(
  rows: readonly { readonly cells?: readonly string[] }[],
  { keys, quantity, bill }: TableReader,
  writing: Writing,
): (cells: readonly string[]) => number | undefined {
  const keyOf = (cells: readonly string[]) =>
    JSON.stringify([cells[bill?.day ?? -1]?.trim().slice(0, DAY), ...keys.map((at) => cells[at] ?? '')])
  const numberIn = (cells: readonly string[]) => {
    const number = quantity === undefined ? '' : numberOrText(cells[quantity]?.trim() ?? '', writing)
    return typeof number === 'number' ? number : 0
  }
  const sums = new Map<string, { given: number; taken: number }>()
  for (const { cells = [] } of rows) {
    if (numberIn(cells) < 0) sums.set(keyOf(cells), { given: 0, taken: 0 })
  }
  if (sums.size === 0) return () => undefined
  for (const { cells = [] } of rows) {
    const sum = sums.get(keyOf(cells))
    const number = numberIn(cells)
    if (sum === undefined) continue
    if (number < 0) sum.taken -= number
    else sum.given += number
  }
  return (cells) => {
    const sum = sums.get(keyOf(cells))
    if (sum === undefined || sum.taken > sum.given) return undefined
    return sum.given === 0 ? 0 : 1 - sum.taken / sum.given
  }
}
