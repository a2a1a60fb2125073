import type { ComponentChildren } from 'preact'
import { type BillCoverage, coverageOfRows } from '../../importers/billing/bill-coverage.ts'
import { BILL_REASONS, type BillReason } from '../../importers/billing/bill-reasons.ts'
import {
  costNotes,
  moneyWords,
  regionNotes,
  servicesLeftOut,
  shareWords,
} from '../../importers/billing/coverage-words.ts'
import { StackedBars } from '../charts/stacked-bars.tsx'
import { countText, roundedText } from '../results/number-text.ts'
import type { FleetResult } from './fleet-result.ts'
import type { FleetFile } from './read-fleet.ts'

interface Props {
  readonly coverage: BillCoverage
  /** Downloads every line with its reason; undefined if the page does not have them. */
  readonly children?: ComponentChildren
}

/** Further services are combined in the picture; the download has all names. */
const MOST_SERVICES = 12
const MOST_NAMED = 3
const MOST_UNKNOWN = 50

const STACKS = [
  { name: 'assessed', words: 'assessed' },
  { name: 'left-out', words: 'left out' },
] as const

/** Coverage of all bills on the page, or of one of them; undefined without a bill. */
export function coverageOfFleet(
  { imported, faults, starts }: FleetFile,
  result: FleetResult,
  part?: number,
): BillCoverage | undefined {
  const [from = 0, to = imported.length] = part === undefined ? [] : [starts[part], starts[part + 1]]
  const lines = [...imported.entries()].filter(([at, { billed }]) => billed !== undefined && at >= from && at < to)
  if (lines.length === 0) return undefined
  const codes = new Map([...faults, ...result.faults].map(({ at, code }) => [at.index, code]))
  const places = new Map(result.rows.map(({ row: { at }, isPlaceAssumed }) => [at.index, isPlaceAssumed]))
  const indexOf = (at: number) => lines[at]?.[0] ?? -1
  return coverageOfRows(
    lines.map(([, row]) => row),
    (at) => codes.get(indexOf(at)),
    (at) => places.get(indexOf(at)),
  )
}

/** How much of a bill is assessed, in short: `71 % of cost, 164 of 200 lines`. */
export function coverageTitle(coverage: BillCoverage): string {
  const { cost, assessedCost, assessedRows, rows } = coverage
  const share = cost !== null && cost > 0 ? `${shareWords(coverage, assessedCost, assessedRows)}, ` : ''
  return `${share}${countText(assessedRows)} of ${countText(rows)} lines`
}

/** Below this share of the cost, the number of lines is shown instead. */
const LEAST_SHARE = 0.001

/** What is left out, in short: `Left out: CloudWatch 12 % of cost, Support 3 lines, and parts of 2 more services.` */
export function LeftOutWords({ coverage }: { readonly coverage: BillCoverage }) {
  const left = servicesLeftOut(coverage)
  if (left.length === 0) return null
  const named = left.slice(0, MOST_NAMED).map(({ service, cost, rows }) => {
    const isMuch = cost !== null && coverage.cost !== null && cost / coverage.cost >= LEAST_SHARE
    return `${service} ${isMuch ? shareWords(coverage, cost, rows) : `${countText(rows)} ${rows === 1 ? 'line' : 'lines'}`}`
  })
  const others = left.length - named.length
  return (
    <p class="coverage-left">
      Left out: {named.join(', ')}
      {others > 0 && `, and parts of ${countText(others)} more ${others === 1 ? 'service' : 'services'}`}.
    </p>
  )
}

/** How much of a bill is assessed, and what is left out: services, reasons, and unknown usage. */
export function BillPanel({ coverage, children }: Props) {
  const { cost, assessedCost, credits, byReason, unknown } = coverage
  const notes = [
    ...(cost !== null && cost > 0
      ? [`Cost assessed: ${moneyWords(coverage, assessedCost ?? 0)} of ${moneyWords(coverage, cost)}`]
      : []),
    ...(cost !== null && cost > 0 && !coverage.currencies[0] ? ['The bill names no currency'] : []),
    ...costNotes(coverage),
    ...regionNotes(coverage),
    ...(credits ? [`Credits of ${moneyWords(coverage, -credits)} are not part of the cost`] : []),
  ]
  return (
    <section class="panel" aria-labelledby="fleet-coverage-title">
      <div class="panel-head">
        <h2 id="fleet-coverage-title">How much of the bill is assessed</h2>
        {children}
      </div>
      <p class="setting">{notes.map((note) => `${note}.`).join(' ')}</p>
      <ServicesPicture coverage={coverage} />
      {byReason.length > 0 && (
        <table class="plain-table">
          <caption class="unseen">Why lines are left out</caption>
          <thead>
            <tr>
              <th scope="col">Left out</th>
              <th scope="col" class="number">
                Lines
              </th>
              <th scope="col" class="number">
                Cost
              </th>
            </tr>
          </thead>
          <tbody>
            {byReason.map((each) => (
              <tr key={each.reason}>
                <th scope="row">
                  {reasonWords(each.reason)} <code>{each.reason}</code>
                </th>
                <td class="number">{countText(each.rows)}</td>
                <td class="number">{each.cost === null ? 'not known' : moneyWords(coverage, each.cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {unknown.length > 0 && (
        <details>
          <summary>Unknown lines, by name: {countText(unknown.length)}</summary>
          <ul class="fault-list">
            {unknown.slice(0, MOST_UNKNOWN).map(({ what, rows }) => (
              <li key={what}>
                <strong>
                  {countText(rows)} {rows === 1 ? 'line' : 'lines'}
                </strong>
                : {what}
              </li>
            ))}
          </ul>
          {unknown.length > MOST_UNKNOWN && <p class="note">And {unknown.length - MOST_UNKNOWN} more.</p>}
        </details>
      )}
    </section>
  )
}

/** What a reason is in words; faults of lines have codes of their own. */
function reasonWords(reason: string): string {
  const { text } = BILL_REASONS[reason as BillReason] ?? { text: 'wrong in the file' }
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** How much of each service is assessed and left out: by cost if known, else by lines. */
function ServicesPicture({ coverage }: { readonly coverage: BillCoverage }) {
  const { byService, cost, currencies } = coverage
  const isByCost = cost !== null && cost > 0
  const unit = isByCost ? currencies[0] || 'the currency of the bill' : 'lines'
  const services = byService.map((each) => {
    const [all, assessed] = isByCost ? [each.cost ?? 0, each.assessedCost ?? 0] : [each.rows, each.assessedRows]
    return { name: each.service || 'no service', total: all, values: [assessed, all - assessed] }
  })
  const sorted = services.toSorted((one, other) => other.total - one.total)
  const others = sorted.slice(MOST_SERVICES - 1)
  const rest = {
    name: `${others.length} others`,
    total: others.reduce((sum, { total }) => sum + total, 0),
    values: STACKS.map((_, at) => others.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)),
  }
  const shown = others.length > 1 ? [...sorted.slice(0, MOST_SERVICES - 1), rest] : sorted
  return (
    <StackedBars
      title="Assessed and not assessed, by service"
      unit={unit}
      stacks={STACKS}
      groups={shown
        .filter(({ total }) => total > 0)
        .map((each) => ({ ...each, values: each.values.map((value) => Math.max(0, value)) }))}
      table={{
        head: ['Service', ...['Assessed', 'Left out', 'Total'].map((figure) => `${figure} (${unit})`)],
        rows: sorted.map(({ name, values, total }) => [name, ...values.map(roundedText), roundedText(total)]),
      }}
    />
  )
}
