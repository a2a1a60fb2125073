import type { BillCoverage } from '../importers/billing/bill-coverage.ts'

/** So many reasons and unknown things are shown; the totals have all of them. */
const SHOWN = 5

/** How much of a bill is assessed, and what is left out for which reason, as lines of text. */
export function coverageLines(coverage: BillCoverage): readonly string[] {
  const { rows, assessedRows, currencies, cost, assessedCost, credits, rowsWithoutCost, byReason, byService, unknown } =
    coverage
  const { unknownRegionRows, unknownRegionCost } = coverage
  const [currency = ''] = currencies
  const money = (amount: number) => `${Number(amount.toPrecision(4))}${currency === '' ? '' : ` ${currency}`}`
  const share = (part: number | null, partRows: number) =>
    cost !== null && cost > 0 && part !== null
      ? `${percent(part / cost)} of cost`
      : `${percent(partRows / rows)} of lines`
  const assessed =
    cost === null ? '' : `${share(assessedCost, assessedRows)} (${money(assessedCost ?? 0)} of ${money(cost)}), `
  const noCost = {
    none: 'No column has the cost of the lines: coverage counts lines',
    mixed: `The bill has costs in ${currencies.join(', ')}, which are not added up`,
    some: `${rowsWithoutCost} lines have no cost`,
  }
  const services = byService
    .map((each) => ({
      ...each,
      leftCost: each.cost === null ? null : each.cost - (each.assessedCost ?? 0),
      left: each.rows - each.assessedRows,
    }))
    .filter(({ left }) => left > 0)
    .toSorted((a, b) => (b.leftCost ?? b.left) - (a.leftCost ?? a.left))
    .slice(0, SHOWN)
    .map(({ service, leftCost, left }) => `${service || 'no service'} ${share(leftCost, left)}`)
  const reasons = byReason.slice(0, SHOWN).map((each) => `${each.reason} ${share(each.cost, each.rows)}`)
  return [
    `Bill: ${assessed}${assessedRows} of ${rows} lines assessed`,
    ...(currencies.length === 0 ? [noCost.none] : currencies.length > 1 ? [noCost.mixed] : []),
    ...(currencies.length > 0 && rowsWithoutCost > 0 ? [noCost.some] : []),
    ...(services.length > 0 ? [`Left out: ${services.join(', ')}`] : []),
    ...(reasons.length > 0 ? [`Reasons: ${reasons.join(', ')}${byReason.length > SHOWN ? ', ...' : ''}`] : []),
    ...(unknownRegionRows > 0
      ? [
          `Region unknown: ${unknownRegionRows} assessed lines (${share(unknownRegionCost, unknownRegionRows)}) count the mean of the regions of their provider`,
        ]
      : []),
    ...(credits ? [`Credits, not part of the cost: ${money(credits)}`] : []),
    ...unknown.slice(0, SHOWN).map((each) => {
      return `Unknown: ${each.what}: ${each.rows} ${each.rows === 1 ? 'line' : 'lines'}${each.cost === null ? '' : `, ${money(each.cost)}`}`
    }),
    ...(unknown.length > SHOWN ? [`... and ${unknown.length - SHOWN} more kinds of unknown lines, in --totals`] : []),
  ]
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`
}
