import type { BillCoverage } from '../importers/billing/bill-coverage.ts'
import { costNotes, moneyWords, regionNotes, servicesLeftOut, shareWords } from '../importers/billing/coverage-words.ts'
import { nameOfKind } from '../kinds.ts'
import type { UncountedUnits } from '../library/index.ts'
import { countWords, exactWords, unitWords } from './output/words.ts'

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

/** Why units have no figure, and what would make them count, as lines of text: the largest groups, then the rest. */
export function uncountedLines(uncounted: readonly UncountedUnits[]): readonly string[] {
  const some = uncounted.filter(({ units }) => units > 0)
  // Kinds that the same columns would make count share a line.
  const lines = [...Map.groupBy(some, (each) => (each.kind === null ? each : `${each.give}`)).values()]
  const listed = lines.filter(([first]) => first?.reason !== 'OTHERS').slice(0, SHOWN)
  const rest = new Set(some).difference(new Set(listed.flat()))
  return [
    ...listed.map((groups) => `Not counted: ${uncountedWords(groups)}`),
    ...(rest.size > 0 ? [`Not counted: ${unitWords(sumOf([...rest]))} of other groups. --totals FILE lists them`] : []),
  ]
}

function uncountedWords(groups: readonly UncountedUnits[]): string {
  const [{ reason, word, units, give, nearest }] = groups as [UncountedUnits]
  const columns = give.join(', ')
  if (reason === 'NO_FIGURE') {
    const kinds = groups.slice(0, SHOWN).map((each) => `${nameOfKind(each.kind ?? '')} (${unitWords(each.units)})`)
    const others = groups.slice(SHOWN)
    const more = others.length === 0 ? [] : [`${countWords(others.length, 'other kind')} (${unitWords(sumOf(others))})`]
    return `${[...kinds, ...more].join(', ')}: no open figure${columns === '' ? '' : `. Give ${columns}`}`
  }
  if (reason === 'UNKNOWN_KIND') {
    const hint = nearest.length > 0 ? `. Nearest: ${nearest.join(', ')}` : ''
    return `"${word}" (${unitWords(units)}): no known kind${hint}`
  }
  return `${unitWords(units)} with a fault${columns === '' ? '' : ` in ${columns}`}`
}

function sumOf(groups: readonly UncountedUnits[]): number {
  return groups.reduce((sum, { units }) => sum + units, 0)
}
