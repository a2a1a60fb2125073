import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { FIGURES } from '../charts/phases.ts'
import { csvText, download } from '../copy/download.ts'
import { type Catalogue, locationName, withPlaceNames } from '../form/catalogue.ts'
import { CriteriaChoice } from '../form/criteria-choice.tsx'
import { LikelyNote } from '../results/likely-note.tsx'
import {
  countText,
  decimalsOf,
  fixedText,
  likelyText,
  numberText,
  sumText,
  threeDigits,
} from '../results/number-text.ts'
import { scaleOf } from '../results/scale.ts'
import { criterionWords, unitWords } from '../results/words.ts'
import type { ChangeView } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import { BillPanel, coverageOfFleet, coverageTitle, LeftOutWords } from './bill-panel.tsx'
import { DownloadRows } from './download-rows.tsx'
import type { FleetQuery, LikelySums, LikelyTotal } from './fetch-fleet.ts'
import { FleetGroups } from './fleet-groups.tsx'
import { FleetReport } from './fleet-report.tsx'
import { type FleetResult, type FleetTotal, shareOf } from './fleet-result.ts'
import { FleetRows } from './fleet-rows.tsx'
import {
  amountWords,
  assumptionWords,
  boundaryWords,
  defaultWords,
  durationWords,
  lackingWords,
  shareText,
} from './fleet-words.ts'
import { groupingsOf, type LargeItem, largestOf } from './groupings.ts'
import type { JobReading } from './job-result.ts'
import { PrintOnly } from './print-only.tsx'
import type { FleetFile } from './read-fleet.ts'
import { rowsInMemory } from './rows-source.ts'

interface Props {
  readonly view: View
  readonly catalogue: Catalogue
  readonly file: FleetFile
  /** The query; undefined for a job, whose result has its rows. */
  readonly query?: FleetQuery
  readonly result: FleetResult
  /** The likely range of each sum; undefined while loading. */
  readonly likely: LikelySums | 'failed' | undefined
  readonly change: ChangeView
  /** Further downloads. */
  readonly children?: ComponentChildren
  /** The rows of a job, in place of those of the page. */
  readonly rows?: ComponentChildren
  /** What was read from the result of a job; undefined before. */
  readonly reading?: JobReading | undefined
}

/** Further reasons are only counted. */
const MOST_REASONS = 50
const MOST_LARGEST = 10

/** The totals of a fleet, its ten largest items, and what was left out. */
export function FleetSummary(props: Props) {
  const { view, catalogue, file, query, result, likely, change, children, rows, reading } = props
  const [title, setTitle] = useState('')
  const focused = result.totals.find(({ criterion }) => criterion === view.focus)
  const unit = unitWords(focused?.unit)
  const location = view.location === '' ? 'Europe' : locationName(view.location, catalogue)
  const unread = file.faults.reduce((sum, { quantity }) => sum + quantity, 0)
  const { isBill } = file
  const whole = focused?.total?.value ?? 0
  const scale = scaleOf(unit, whole)
  const ofEnergy = scaleOf('kWh', result.energy?.value ?? 0)
  const items = useMemo(() => (reading ? largestRows(reading) : largestOf(result.rows)), [result, reading])
  const largest = items.slice(0, MOST_LARGEST)
  const ofLargest = decimalsOf(
    largest.map(({ total = 0 }) => total * scale.by),
    4,
  )
  const drawn = likely === 'failed' ? undefined : likely
  const hasRanges = likely === undefined || [...(drawn?.totals.values() ?? [])].some(({ total }) => total)
  // A job may have been sent without `likely`.
  const missing = likely === undefined ? 'computing…' : 'not requested'
  const instead = likely === 'failed' ? 'could not be computed' : missing
  const coverage = useMemo(() => result.coverage ?? coverageOfFleet(file, result), [file, result])
  const ofRows = useMemo(() => groupingsOf(file, result.rows, catalogue), [file, result, catalogue])
  const groupings = reading?.groupings ?? ofRows
  const inMemory = useMemo(() => rowsInMemory(result.rows), [result])
  const downloadOf = (words: string) =>
    query && (
      <DownloadRows query={query} result={result} unit={unit}>
        {words}
      </DownloadRows>
    )
  const left = coverage === undefined ? leftOutOf(file) : []
  return (
    <>
      <PrintOnly>
        <FleetReport
          view={view}
          catalogue={catalogue}
          file={file}
          result={result}
          likely={drawn}
          hasRanges={hasRanges}
          groupings={groupings}
          largest={items}
          coverage={coverage}
          location={location}
          title={title}
        />
      </PrintOnly>
      <section class="panel" aria-labelledby="fleet-total-title">
        <div class="panel-head">
          <h2 id="fleet-total-title">
            {file.name}:{' '}
            {coverage && isBill
              ? coverageTitle(coverage)
              : `${countText(result.assessed)} of ${countText(result.size + unread)} assets`}
          </h2>
          <span class="buttons">
            <input
              type="text"
              aria-label="Title of the printed page"
              placeholder="Title of the printed page"
              autoComplete="off"
              value={title}
              onInput={({ currentTarget }) => setTitle(currentTarget.value)}
            />
            <button type="button" class="quiet" title="Print it, or save it as PDF" onClick={() => window.print()}>
              One-page report (PDF)
            </button>
            <button
              type="button"
              class="quiet"
              onClick={() =>
                download(
                  fileName(file.name, location, catalogue.release),
                  'text/csv',
                  csvText(rowsOf(view, file, catalogue, result, drawn, location)),
                )
              }
            >
              Download totals as CSV
            </button>
          </span>
        </div>
        {coverage && <LeftOutWords coverage={coverage} />}
        {assumptionWords(view, result).map((words) => (
          <p key={words} class="caveat">
            {words}.
          </p>
        ))}
        <p class="setting">
          {withPlaceNames(result.computedFor, catalogue)} {boundaryWords(view, result)}{' '}
          {file.parts.length > 0 && defaultWords(view, file, result, location)}
        </p>
        <ul class="totals">
          {result.totals.map((total) => (
            <Total
              key={total.criterion}
              total={total}
              likely={drawn?.totals.get(total.criterion)?.total}
              instead={instead}
            />
          ))}
          {result.energy && (
            <li class="total">
              <p class="total-name">Electricity</p>
              <Value value={result.energy.value * ofEnergy.by} unit={ofEnergy.unit} />
              <LikelyLine value={result.energy.value} likely={drawn?.energy} by={ofEnergy.by} instead={instead} />
            </li>
          )}
        </ul>
        {hasRanges && <LikelyNote release={view.release} />}
        <Counts file={file} result={result} />
        {children}
        <CriteriaChoice view={view} catalogue={catalogue} change={change} />
      </section>
      {coverage && <BillPanel coverage={coverage}>{downloadOf('Download lines with their reasons')}</BillPanel>}
      {largest.length > 0 && (
        <section class="panel" aria-labelledby="fleet-largest-title">
          <h2 id="fleet-largest-title">The largest</h2>
          <table class="plain-table">
            <caption class="unseen">The ten largest items, in {scale.unit}</caption>
            <thead>
              <tr>
                <th scope="col">Item</th>
                <th scope="col" class="number">
                  Quantity
                </th>
                <th scope="col" class="number">
                  {scale.unit}
                </th>
                <th scope="col" class="number">
                  Share
                </th>
              </tr>
            </thead>
            <tbody>
              {largest.map(({ name, row, total }, at) => (
                <tr key={at}>
                  <th scope="row">{name}</th>
                  <td class="number">{amountWords(row)}</td>
                  <td class="number">{total === undefined ? 'not known' : fixedText(total * scale.by, ofLargest)}</td>
                  <td class="number">{whole > 0 && total !== undefined ? shareText(total / whole) : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {query && result.rows.length > 0 && (
        <>
          <FleetGroups groupings={groupings} scale={scale} isBill={isBill} />
          <FleetRows
            query={query}
            rows={inMemory}
            whole={file.imported.length}
            catalogue={catalogue}
            title={focused ? criterionWords(focused) : ''}
            unit={unit}
            scale={scale}
          >
            {downloadOf('Download rows as CSV')}
          </FleetRows>
        </>
      )}
      {rows}
      {left.length > 0 && (
        <section class="panel" aria-labelledby="fleet-skipped-title">
          <h2 id="fleet-skipped-title">Left out: not equipment</h2>
          <ul class="fault-list">
            {left.slice(0, MOST_REASONS).map(([reason, count]) => (
              <li key={reason}>
                <strong>
                  {count} {count === 1 ? 'row' : 'rows'}
                </strong>
                : {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The largest rows of a job. The lines of a bill say little on their own: each is a part of a resource. */
function largestRows({ isBill, rows }: JobReading): readonly LargeItem[] {
  if (isBill) return []
  return rows.largest.map(({ row, total }) => ({ name: row.label || row.at.where, row, total }))
}

/** Why rows of a file are left out on purpose, and how many for each reason. */
function leftOutOf({ imported }: FleetFile): readonly (readonly [string, number])[] {
  const reasons = Map.groupBy(imported, (row) => ('skipped' in row ? row.skipped : ''))
  return [...reasons].flatMap(([reason, rows]) => (reason === '' ? [] : [[reason, rows.length] as const]))
}

/** How many rows were assessed, faulty and left out. */
function Counts({ file, result }: Pick<Props, 'file' | 'result'>) {
  const faulty = file.faults.length + result.faults.length + result.otherFaults
  const leftOut = file.imported.filter((row) => 'skipped' in row).length
  if (!file.isRead) return null
  return (
    <p class="counts">
      {countText(result.rows.length || file.rows.length - result.otherFaults)} rows assessed, {countText(faulty)}{' '}
      faulty, {countText(leftOut)} left out
    </p>
  )
}

interface TotalProps {
  readonly total: FleetTotal
  readonly likely: LikelyTotal | undefined
  /** Shown while there is no value. */
  readonly instead: string
}

function Total({ total, likely, instead }: TotalProps) {
  const { embedded, use, building } = total
  const { unit, by } = scaleOf(unitWords(total.unit), total.total?.value ?? 0)
  const decimals = decimalsOf([threeDigits((total.total?.value ?? 0) * by)])
  const shown = (sum: FleetTotal['total']) => (sum ? sumText(sum.value * by, decimals) : 'not known')
  return (
    <li class="total">
      <p class="total-name">{criterionWords(total)}</p>
      {total.total ? <Value value={total.total.value * by} unit={unit} /> : <p class="total-value">not known</p>}
      {total.total && <LikelyLine value={total.total.value} likely={likely} by={by} instead={instead} />}
      <p class="total-parts">
        embodied {shown(embedded)} · use {shown(use)}
        {building && ` · building ${shown(building)}`}
      </p>
      {total.lacking.length > 0 && <p class="total-parts">{lackingWords(total)}</p>}
    </li>
  )
}

interface LikelyProps extends Pick<TotalProps, 'likely' | 'instead'> {
  readonly value: number
  readonly by: number
}

function LikelyLine({ value, likely, by, instead }: LikelyProps) {
  const decimals = decimalsOf([threeDigits(value * by)])
  return <p class="total-bounds">Likely range: {likely ? likelyText(likely, by, decimals) : instead}</p>
}

function Value({ value, unit }: { readonly value: number; readonly unit: string }) {
  return (
    <p class="total-value">
      <span class="figure">{numberText(threeDigits(value))}</span> <span class="unit">{unit}</span>
    </p>
  )
}

function fileName(name: string, location: string, release: string): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
  return `impactql-${plain(name.replace(/\.\w+$/, ''))}-${plain(location)}-${plain(release)}.csv`
}

function rowsOf(
  view: View,
  file: FleetFile,
  { release }: Catalogue,
  { totals, energy, computedFor }: FleetResult,
  likely: LikelySums | undefined,
  location: string,
) {
  const about = {
    location_where_none_is_given: location,
    duration: durationWords(view, file, { computedFor }),
    data_release: release,
    computed_for: computedFor,
    address: window.location.href,
  }
  const figures = totals.flatMap(({ criterion, unit, coverage, ...sums }) =>
    FIGURES.flatMap((phase) => {
      const sum = sums[phase]
      if (!sum) return []
      const { value, min, max } = sum
      const { low = '', high = '' } = likely?.totals.get(criterion)?.[phase] ?? {}
      const share = shareOf(phase, coverage) ?? ''
      return [{ criterion, unit, phase: phase as string, value, min, max, low, high, coverage: share, ...about }]
    }),
  )
  if (energy === undefined) return figures
  const { value, min, max, coverage } = energy
  const { low = '', high = '' } = likely?.energy ?? {}
  const used = { criterion: '', unit: 'kWh', phase: 'energy', value, min, max, low, high, coverage }
  return [...figures, { ...used, ...about }]
}
