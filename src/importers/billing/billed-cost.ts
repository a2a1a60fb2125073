import type { BilledCost } from '../imported.ts'
import { isObject } from '../list/read-item.ts'
import { parseJson } from '../parse-json.ts'
import { type BillColumns, numberOrText, type Writing } from '../table/table-reader.ts'

/**
 * The type of Google's credits that pay a part of a line. All others, such as discounts for commitments and sustained
 * usage, lower its price. Source:
 * https://cloud.google.com/billing/docs/how-to/export-data-bigquery-tables/standard-usage
 */
export const PAYING_CREDIT = 'PROMOTION'

interface Credits {
  /** What lowers the price, below 0. */
  readonly discounts: number
  /** What pays a part of the line, below 0. */
  readonly paid: number
}

/**
 * The credits in a cell with a list of them as JSON, or with their sum, which counts as discounts. Undefined if it
 * cannot be read. Example: `[{"type": "SUSTAINED_USAGE_DISCOUNT", "amount": -0.2}]` and `-0.2` have discounts of -0.2.
 */
function creditsIn(cell: string): Credits | undefined {
  const parsed = parseJson(cell)
  if ('fault' in parsed) return undefined
  if (Number.isFinite(parsed.value)) return { discounts: parsed.value as number, paid: 0 }
  if (!Array.isArray(parsed.value)) return undefined
  const sums = { discounts: 0, paid: 0 }
  for (const credit of parsed.value.filter(isObject)) {
    const amount = Number(credit.amount)
    if (Number.isFinite(amount)) sums[credit.type === PAYING_CREDIT ? 'paid' : 'discounts'] += amount
  }
  return sums
}

/** No cost is this large or larger: sums of costs are decimals of 23 digits before the point. */
export const TOO_LARGE_COST = 1e23

const NO_CREDITS: Credits = { discounts: 0, paid: 0 }

/**
 * The cost of a line: the first number among those for its charge, less its discounts. It has none if its credits
 * cannot be read, or if it is too large.
 */
export function billedCost(
  { costs, credits, charge, service, currency }: BillColumns,
  cells: readonly string[],
  writing: Writing,
): BilledCost {
  const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at]?.trim() ?? ''))
  const known = (text: string) => text !== '' && text.toUpperCase() !== 'NULL'
  const amount = (at: number) => {
    const number = numberOrText(cell(at), writing)
    return typeof number === 'number' ? number : Number.NaN
  }
  const cost = costs
    .filter(({ of, named }) => (of?.test(cell(charge)) ?? true) && (named === undefined || known(cell(named))))
    .map(({ plus, minus }) => plus.reduce((sum, at) => sum + amount(at), minus === undefined ? 0 : -amount(minus)))
    .find((each) => !Number.isNaN(each))
  const [sold, paid] = [cell(service), cell(currency)]
  const lowered = known(cell(credits)) ? creditsIn(cell(credits)) : NO_CREDITS
  const charged = cost === undefined || lowered === undefined ? Number.NaN : cost + lowered.discounts
  return {
    ...(Math.abs(charged) < TOO_LARGE_COST && { cost: charged }),
    ...(lowered?.paid && { credits: lowered.paid }),
    ...(known(sold) && { service: sold }),
    ...(known(paid) && { currency: paid }),
  }
}
