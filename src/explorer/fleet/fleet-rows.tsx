import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { placeWords } from '../../engine/values/assumptions.ts'
import { type Catalogue, locationName } from '../form/catalogue.ts'
import { numberText, roundedText } from '../results/number-text.ts'
import type { FleetQuery } from './fetch-fleet.ts'
import { kindOfRow } from './fleet-kind.ts'
import { type AssessedRow, coverageOfRow } from './fleet-result.ts'
import { amountWords, PHASE_WORDS } from './fleet-words.ts'
import { RowExplanation } from './row-explanation.tsx'

interface Props {
  readonly query: FleetQuery
  readonly rows: readonly AssessedRow[]
  readonly catalogue: Catalogue
  readonly unit: string
  /** Downloads every row of the file, including those that are left out. */
  readonly children: ComponentChildren
}

/** Height of a row in pixels; below, of the visible part of the table. */
const ROW = 40
const SEEN = 480
/** Rows rendered beyond each end of the visible part. */
const BEYOND = 8

const ORDERS = {
  largest: 'largest first',
  file: 'as in the file',
} as const

/** Every assessed row, with how it was read. Only visible rows are rendered: there may be many thousands. */
export function FleetRows({ query, rows, catalogue, unit, children }: Props) {
  const [order, setOrder] = useState<keyof typeof ORDERS>('largest')
  const [top, setTop] = useState(0)
  const [explained, explain] = useState<AssessedRow>()
  const sorted = useMemo(
    () => (order === 'file' ? rows : rows.toSorted((one, other) => (other.total ?? -1) - (one.total ?? -1))),
    [rows, order],
  )
  const from = Math.max(0, Math.floor(top / ROW) - BEYOND)
  const to = Math.min(sorted.length, from + Math.ceil(SEEN / ROW) + 2 * BEYOND)
  const placeOf = ({ location, isPlaceAssumed }: AssessedRow) =>
    location === '' ? '' : placeWords(locationName(location, catalogue), isPlaceAssumed)
  return (
    <section class="panel" aria-labelledby="fleet-rows-title">
      <div class="panel-head">
        <h2 id="fleet-rows-title">{rows.length === 1 ? 'The only row' : `All ${numberText(rows.length)} rows`}</h2>
        <div class="toolbar">
          <label class="inline" for="fleet-order">
            Order
            <select
              id="fleet-order"
              value={order}
              onChange={({ currentTarget }) => setOrder(currentTarget.value as keyof typeof ORDERS)}
            >
              {Object.entries(ORDERS).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          {children}
        </div>
      </div>
      <section
        class="scroller rows"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label="Rows of the file"
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      >
        <table class="plain-table" aria-rowcount={sorted.length + 1}>
          <caption class="unseen">Every row with its figures, in {unit}</caption>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">Row</th>
              <th scope="col">Read as</th>
              <th scope="col">Place</th>
              <th scope="col" class="number">
                Load
              </th>
              <th scope="col" class="number">
                Hours
              </th>
              <th scope="col" class="number">
                How many
              </th>
              <th scope="col" class="number">
                Embodied
              </th>
              <th scope="col" class="number">
                Use
              </th>
              <th scope="col" class="number">
                {unit}
              </th>
              <th scope="col">Covered</th>
              <th scope="col">Notes</th>
            </tr>
          </thead>
          <tbody>
            {from > 0 && <Spacer rows={from} />}
            {sorted.slice(from, to).map((each, at) => (
              <tr key={each.row.at.where} aria-rowindex={from + at + 2}>
                <th scope="row" title={each.row.label}>
                  <button type="button" class="plain" title="How it is computed" onClick={() => explain(each)}>
                    {each.row.label || each.row.at.where}
                  </button>
                </th>
                <td>{kindOfRow(each.row.asset)}</td>
                <td>{placeOf(each)}</td>
                <td class="number">{each.load === undefined ? '' : `${roundedText(each.load)} %`}</td>
                <td class="number">{each.hours === undefined || each.row.isBilled ? '' : roundedText(each.hours)}</td>
                <td class="number">{amountWords(each.row)}</td>
                {[each.embedded, each.use, each.total].map((figure, column) => (
                  <td key={column} class="number">
                    {figure === undefined ? 'not known' : roundedText(figure)}
                  </td>
                ))}
                <td>{coveredText(each, query.view)}</td>
                <td title={each.notes.join('\n')}>{notesText(each.notes)}</td>
              </tr>
            ))}
            {to < sorted.length && <Spacer rows={sorted.length - to} />}
          </tbody>
        </table>
      </section>
      {explained && (
        <RowExplanation
          row={explained}
          place={placeOf(explained)}
          query={query}
          unit={unit}
          onClose={() => explain(undefined)}
        />
      )}
    </section>
  )
}

/** Space for rows out of sight. */
function Spacer({ rows }: { readonly rows: number }) {
  return (
    <tr class="spacer" style={{ height: `${rows * ROW}px` }}>
      <td colSpan={11} />
    </tr>
  )
}

/** Which phases a row has a figure for: `all`, or `not the embodied impact`. */
function coveredText(row: AssessedRow, view: FleetQuery['view']): string {
  const { lacking } = coverageOfRow(row, view)
  return lacking.length === 0 ? 'all' : `not ${lacking.map(({ phase }) => PHASE_WORDS[phase]).join(', ')}`
}

function notesText([first, ...others]: readonly string[]): string {
  return first === undefined ? '' : `${first}${others.length > 0 ? ` (and ${others.length} more)` : ''}`
}
