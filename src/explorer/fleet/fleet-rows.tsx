import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { placeWords } from '../../engine/values/assumptions.ts'
import { type Catalogue, locationName } from '../form/catalogue.ts'
import { countText, decimalsOf, fixedText, roundedText } from '../results/number-text.ts'
import type { Scale } from '../results/scale.ts'
import type { FleetQuery } from './fetch-fleet.ts'
import { type AssessedRow, coverageOfRow, noteWords } from './fleet-result.ts'
import { amountWords, PHASE_WORDS } from './fleet-words.ts'
import { RowExplanation } from './row-explanation.tsx'
import type { RowsSource } from './rows-source.ts'

interface Props {
  readonly query: FleetQuery
  readonly rows: RowsSource
  /** Number of rows in the files. */
  readonly whole: number
  readonly catalogue: Catalogue
  /** Of the impact that rows are compared in. */
  readonly title: string
  readonly unit: string
  readonly scale: Scale
  /** Downloads every row of the file, including those that are left out. */
  readonly children: ComponentChildren
}

/** Height of a row in pixels; below, of the visible part of the table. */
const ROW = 40
const SEEN = 480
/** Rows rendered beyond each end of the visible part. */
const BEYOND = 8

/** Every row, with how it was read. Only visible rows are fetched and rendered: there may be many thousands. */
export function FleetRows({ query, rows, whole, catalogue, title, unit, scale, children }: Props) {
  const [isByFile, setByFile] = useState(false)
  const [top, setTop] = useState(0)
  const [explained, explain] = useState<AssessedRow>()
  const { count, assessed, largest } = rows
  const { by } = scale
  const decimals = useMemo(
    () =>
      decimalsOf(
        largest.map(({ total = 0 }) => total * by),
        4,
      ),
    [largest, by],
  )
  const length = isByFile ? count : largest.length
  const from = Math.max(0, Math.floor(top / ROW) - BEYOND)
  const to = Math.min(length, from + Math.ceil(SEEN / ROW) + 2 * BEYOND)
  const placeOf = ({ location, isPlaceAssumed }: AssessedRow) =>
    location === '' ? '' : placeWords(locationName(location, catalogue), isPlaceAssumed)
  const fault = useFetched(rows, isByFile, from, to)
  return (
    <section class="panel" aria-labelledby="fleet-rows-title">
      <div class="panel-head">
        <h2 id="fleet-rows-title">{titleOf(assessed, whole)}</h2>
        <div class="toolbar">
          <label class="inline" for="fleet-order">
            Order
            <select
              id="fleet-order"
              value={isByFile ? 'file' : 'largest'}
              onChange={({ currentTarget }) => setByFile(currentTarget.value === 'file')}
            >
              <option value="largest">
                {largest.length < assessed ? `the ${countText(largest.length)} largest` : 'largest first'}
              </option>
              <option value="file">as in the file</option>
            </select>
          </label>
          {children}
        </div>
      </div>
      {fault !== undefined && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {assessed < whole && (
        <p class="note">
          The other {whole - assessed === 1 ? 'row is' : 'rows are'} faulty, or no equipment, and{' '}
          {whole - assessed === 1 ? 'has' : 'have'} no figures.
        </p>
      )}
      <section
        class="scroller rows"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label="Rows of the file"
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      >
        <table class="plain-table" aria-rowcount={length + 1}>
          <caption class="unseen">Every row with its figures, in {scale.unit}</caption>
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
                Quantity
              </th>
              <th scope="col" class="number">
                Embodied <span class="unit">({scale.unit})</span>
              </th>
              <th scope="col" class="number">
                Use <span class="unit">({scale.unit})</span>
              </th>
              <th scope="col" class="number">
                Total <span class="unit">({scale.unit})</span>
              </th>
              <th scope="col">{title} covered</th>
              <th scope="col">Notes</th>
            </tr>
          </thead>
          <tbody>
            {from > 0 && <Spacer rows={from} />}
            {Array.from({ length: to - from }, (_, at) => {
              const each = isByFile ? rows.at(from + at) : largest[from + at]
              return each === undefined ? (
                <tr key={from + at} aria-rowindex={from + at + 2}>
                  <td colSpan={11}>Loading…</td>
                </tr>
              ) : (
                <Row
                  key={from + at}
                  row={each}
                  index={from + at}
                  place={placeOf(each)}
                  view={query.view}
                  textOf={(figure) => fixedText(figure * by, decimals)}
                  onExplain={explain}
                />
              )
            })}
            {to < length && <Spacer rows={length - to} />}
          </tbody>
        </table>
      </section>
      {explained && (
        <RowExplanation
          row={explained}
          place={placeOf(explained)}
          query={query}
          unit={unit}
          scale={scale}
          onClose={() => explain(undefined)}
        />
      )}
    </section>
  )
}

/** `All 50 rows`, or `48 of 50 rows` where others are faulty or left out. */
function titleOf(assessed: number, whole: number): string {
  if (assessed < whole) return `${countText(assessed)} of ${countText(whole)} rows`
  return assessed === 1 ? 'The only row' : `All ${countText(assessed)} rows`
}

interface RowProps {
  readonly row: AssessedRow
  readonly index: number
  /** In words. */
  readonly place: string
  readonly view: FleetQuery['view']
  /** A figure in the unit of the table. */
  readonly textOf: (figure: number) => string
  readonly onExplain: (row: AssessedRow) => void
}

function Row({ row: each, index, place, view, textOf, onExplain }: RowProps) {
  const { row, fault } = each
  const name = row.label || row.at.where
  const isKnown = fault === undefined && Object.keys(row.asset).length > 0
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" title={row.label}>
        {isKnown ? (
          <button type="button" class="plain" title="How it is computed" onClick={() => onExplain(each)}>
            {name}
          </button>
        ) : (
          name
        )}
      </th>
      <td>{each.kind}</td>
      <td>{place}</td>
      <td class="number">{each.load === undefined ? '' : `${roundedText(each.load)} %`}</td>
      <td class="number">{each.hours === undefined || row.isBilled ? '' : roundedText(each.hours)}</td>
      <td class="number">{amountWords(row)}</td>
      {[each.embedded, each.use, each.total].map((figure, column) => (
        <td key={column} class="number">
          {figure === undefined ? 'not known' : textOf(figure)}
        </td>
      ))}
      <td>{fault === undefined ? coveredText(each, view) : 'nothing'}</td>
      <td title={fault ?? each.notes.map(noteWords).join('\n')}>{fault ?? notesText(each)}</td>
    </tr>
  )
}

/** Fetches the visible rows if they are not in memory, and draws them. Returns why it cannot. */
function useFetched(rows: RowsSource, isByFile: boolean, from: number, to: number): string | undefined {
  const [, redraw] = useState({})
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    if (!isByFile || rows.fetch === undefined) return
    const controller = new AbortController()
    rows.fetch(from, to, controller.signal).then(
      () => {
        setFault(undefined)
        redraw({})
      },
      (error: Error) => controller.signal.aborted || setFault(error.message),
    )
    return () => controller.abort()
  }, [rows, isByFile, from, to])
  return fault
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

const TAGS = {
  UNKNOWN_PLACE: 'place assumed',
  UNKNOWN_NAME: 'unknown name',
  UNKNOWN_MEDIUM: 'SSD assumed',
  TYPICAL_VALUES: 'typical values',
} as const

/** What is assumed about a row, and how much more there is to say: `typical values, 4 notes`. */
function notesText({ assumptions, notes }: AssessedRow): string {
  const count = notes.length === 0 ? [] : [`${notes.length} ${notes.length === 1 ? 'note' : 'notes'}`]
  return [...assumptions.map((reason) => TAGS[reason]), ...count].join(', ')
}
