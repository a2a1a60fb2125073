import type { BillCoverage } from '../importers/billing/bill-coverage.ts'
import { costNotes, moneyWords, regionNotes, servicesLeftOut, shareWords } from '../importers/billing/coverage-words.ts'
import { countWords, exactWords } from './output/words.ts'

/** Reasons and unknown things shown; the totals have all of them. */
const SHOWN = 5

/** How much of a bill is assessed, and why the rest is left out, as lines of text. */
export function coverageLines(coverage: BillCoverage): readonly string[] {
  const { rows, assessedRows, cost, assessedCost, credits, byReason, unknown } = coverage
  const money = (amount: number) => moneyWords(coverage, amount)
  const share = (part: number | null, partRows: number) => shareWords(coverage, part, partRows)
  const assessed =
    cost === null ? '' : `${share(assessedCost, assessedRows)} (${money(assessedCost ?? 0)} of ${money(cost)}), `
  const services = servicesLeftOut(coverage)
    .slice(0, SHOWN)
    .map((each) => `${each.service} ${share(each.cost, each.rows)}`)
  const reasons = byReason.slice(0, SHOWN).map((each) => `${each.reason} ${share(each.cost, each.rows)}`)
  return [
    `Bill: ${assessed}${exactWords(assessedRows)} of ${countWords(rows, 'line')} assessed`,
    ...costNotes(coverage),
    ...(services.length > 0 ? [`Left out: ${services.join(', ')}`] : []),
    ...(reasons.length > 0 ? [`Reasons: ${reasons.join(', ')}${byReason.length > SHOWN ? ', ...' : ''}`] : []),
    ...regionNotes(coverage),
    ...(credits ? [`Credits, not part of the cost: ${money(credits)}`] : []),
    ...unknown.slice(0, SHOWN).map((each) => {
      return `Unknown: ${each.what}: ${countWords(each.rows, 'line')}${each.cost === null ? '' : `, ${money(each.cost)}`}`
    }),
    ...(unknown.length > SHOWN
      ? [`... and ${unknown.length - SHOWN} more kinds of unknown lines. --totals FILE lists all`]
      : []),
  ]
}
