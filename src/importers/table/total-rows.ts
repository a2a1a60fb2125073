import type { RowOutcome } from '../imported.ts'
import { kindOf } from './kinds.ts'
import { trimmed } from './table-reader.ts'

const TOTAL =
  /^((grand|sub)[\s-]?total|total(e|s|es)?( g[eé]n[eé]ral| general| generale)?|(zwischen|gesamt)?summe|gesamt|insgesamt|somme|sous-total|suma|subtotal|subtotale|somma)\b/i

/** Words that always name a sum of other rows. */
const SUBTOTAL =
  '(?:grand|sub)[\\s-]?total|(?:gesamt|teil|zwischen)?ergebnis|totale complessivo|sub[\\s-]?totals|sous[\\s-]total|subtotal|subtotale|(?:zwischen|gesamt|teil)summe|(?:total|suma|somma) (?:g[eé]n[eé]ral|general|generale|parcial|parziale)'
/** Words for totals that may belong to a name as well. */
const WORD = 'totals?|totale|totales|totaux|totali|sum|summe|gesamt|insgesamt|somme|suma|somma'
const FILLER = "(?:\\s+(?:of|all|de|des|d'|der|aller|di|del|dei))*"
const END = '[\\s:.]*$'
const IS_SUBTOTAL = new RegExp(`^(?:${SUBTOTAL})(?![\\p{L}\\p{N}-])|(?<![\\p{L}\\p{N}-])(?:${SUBTOTAL})${END}`, 'iu')
const AROUND = new RegExp(`^(?:${WORD})(?![\\p{L}\\p{N}-])${FILLER}[\\s:]*|(?<![\\p{L}\\p{N}-])(?:${WORD})${END}`, 'iu')

/** The outcome of a row that sums up others. */
export const A_TOTAL = { skipped: 'a row of totals' } as const

/** Letters that occur in every row of totals: a quick look, for JavaScript and DuckDB. */
export const MAYBE_TOTAL = 'tota|sum|gesamt|somm|ergebnis'

/**
 * Whether the first non-empty cell marks a sum of other rows: `Total`, `Server gesamt`. For rows that describe nothing.
 */
export function isBareTotal(cells: readonly string[]): boolean {
  const first = cells.find((cell) => cell.trim() !== '' && !/^[\d.,\s]+$/.test(cell))
  return first !== undefined && (TOTAL.test(trimmed(first)) || isNamedTotal(first) === true)
}

/**
 * Tells rows that describe a thing from those that sum up rows above and have a kind, too. Takes the rows in order.
 *
 * `laptop subtotal`, `Total` and `Total laptops` are sums by their labels. `Total Energies PC` is one only if its
 * quantity is that of at least two rows above. `TotalEnergies-01` never is: its word is not whole.
 */
export class TotalRows {
  #sum = 0
  #rows = 0
  #sumOfGroup = 0
  #rowsOfGroup = 0

  /** Whether an assessable row sums up others. Otherwise it counts among the rows above the next. */
  isTotal(outcome: RowOutcome): boolean {
    if ('fault' in outcome) this.count(outcome.quantity ?? 0)
    if (!('asset' in outcome)) return false
    if (this.#isSum(outcome.label, outcome.quantity)) return this.#endGroup()
    this.count(outcome.quantity)
    return false
  }

  /** Whether a row with numbers alone sums up others: its quantity is that of at least two rows above. */
  isSumAlone(quantity: number): boolean {
    return this.#isSumAbove(quantity) && this.#endGroup()
  }

  #endGroup(): true {
    this.#sumOfGroup = 0
    this.#rowsOfGroup = 0
    return true
  }

  /** Counts a row that is surely none of totals. */
  count(quantity: number): void {
    this.#sum += quantity
    this.#rows++
    this.#sumOfGroup += quantity
    this.#rowsOfGroup++
  }

  #isSum(label: string, quantity: number): boolean {
    const named = isNamedTotal(label)
    return named === 'MAYBE' ? this.#isSumAbove(quantity) : named
  }

  #isSumAbove(quantity: number): boolean {
    return (this.#rowsOfGroup > 1 && quantity === this.#sumOfGroup) || (this.#rows > 1 && quantity === this.#sum)
  }
}

/** Whether a label alone leaves open if its row sums up those above: `Total Energies PC`. */
export function isSumByRows(label: string): boolean {
  return isNamedTotal(label) === 'MAYBE'
}

function isNamedTotal(label: string): boolean | 'MAYBE' {
  const text = trimmed(label)
  if (IS_SUBTOTAL.test(text)) return true
  const rest = text.replace(AROUND, '').trim()
  if (rest === text) return false
  return rest === '' || kindOf(rest) !== undefined || 'MAYBE'
}
