import type { BillCoverage } from './bill-coverage.ts'

/** A part of a bill in words: of its cost, or of its lines where costs cannot be added up: `12 % of cost`. */
export function shareWords({ cost, rows }: BillCoverage, partCost: number | null, partRows: number): string {
  return cost !== null && cost > 0 && partCost !== null
    ? `${percentWords(Math.min(1, partCost / cost))} of cost`
    : `${percentWords(partRows / rows)} of lines`
}

/** What is left out of a service. */
export interface ServiceLeftOut {
  readonly service: string
  readonly rows: number
  readonly cost: number | null
}

/** The services with something left out, the most expensive first. */
export function servicesLeftOut({ byService }: BillCoverage): readonly ServiceLeftOut[] {
  return byService
    .map(({ service, rows, assessedRows, cost, assessedCost }) => ({
      service: service || 'no service',
      rows: rows - assessedRows,
      cost: cost === null ? null : cost - (assessedCost ?? 0),
    }))
    .filter(({ rows }) => rows > 0)
    .toSorted((a, b) => (b.cost ?? 0) - (a.cost ?? 0) || b.rows - a.rows)
}

/** What keeps costs from being counted, in sentences. */
export function costNotes({ currencies, rowsWithoutCost }: BillCoverage): readonly string[] {
  if (currencies.length === 0) return ['No column gives the cost, so coverage is a share of the lines instead']
  return [
    ...(currencies.length > 1 ? [`The bill has costs in ${currencies.join(', ')}, which are not added up`] : []),
    ...(rowsWithoutCost > 0 ? [`${rowsWithoutCost} lines have no cost`] : []),
  ]
}

/** How many assessed lines have no known region, as a sentence. */
export function regionNotes(coverage: BillCoverage): readonly string[] {
  const { unknownRegionRows: rows, unknownRegionCost } = coverage
  const share = shareWords(coverage, unknownRegionCost, rows)
  return rows === 0
    ? []
    : [`Region unknown: ${rows} assessed lines (${share}) use the mean of the regions of their provider`]
}

/** An amount in the currency of a bill: `12.5 USD`. */
export function moneyWords({ currencies: [currency = ''] }: BillCoverage, amount: number): string {
  return `${Number(amount.toPrecision(4))}${currency === '' ? '' : ` ${currency}`}`
}

function percentWords(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`
}
