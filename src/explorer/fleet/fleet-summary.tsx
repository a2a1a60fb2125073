import type { ComponentChildren } from 'preact'
import { csvText, download } from '../copy/download.ts'
import { type Catalogue, locationName } from '../form/catalogue.ts'
import { CriteriaChoice } from '../form/criteria-choice.tsx'
import { numberText, roundedText } from '../results/number-text.ts'
import { criterionWords, unitWords } from '../results/words.ts'
import type { ChangeView } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import type { FleetResult, FleetTotal, Sum } from './fleet-result.ts'
import type { FleetFile } from './read-fleet.ts'

interface Props {
  readonly view: View
  readonly catalogue: Catalogue
  readonly file: FleetFile
  readonly result: FleetResult
  readonly change: ChangeView
  /** What else can be taken along. */
  readonly children?: ComponentChildren
}

/** More faulty rows are counted, not listed. */
const MOST_FAULTS = 50

/** What a fleet comes to, its ten largest items, and the rows that cannot be used. */
export function FleetSummary({ view, catalogue, file, result, change, children }: Props) {
  const focused = result.totals.find(({ criterion }) => criterion === view.focus)
  const unit = unitWords(focused?.unit)
  const faults = [...file.faults, ...result.faults]
  const location = view.location === '' ? 'Europe' : locationName(view.location, catalogue)
  const isBill = file.format === 'focus'
  const whole = focused?.total?.value ?? 0
  return (
    <>
      <section class="panel" aria-labelledby="fleet-total-title">
        <div class="panel-head">
          <h2 id="fleet-total-title">
            {file.name}: {numberText(result.assessed)} of {numberText(result.size)}{' '}
            {isBill ? 'hours of instances' : 'assets'}
          </h2>
          <button
            type="button"
            class="quiet"
            onClick={() =>
              download(
                fileName(file.name, location, catalogue.release),
                'text/csv',
                csvText(rowsOf(view, file, catalogue, result, location)),
              )
            }
          >
            Download totals as CSV
          </button>
        </div>
        <p class="setting">
          {settingWords(view, file, location)} · data release {catalogue.release}
        </p>
        <ul class="totals">
          {result.totals.map((total) => (
            <Total key={total.criterion} total={total} />
          ))}
          {result.energy && (
            <li class="total">
              <p class="total-name">Electricity</p>
              <Figure unit="kWh" sum={result.energy} />
            </li>
          )}
        </ul>
        {children}
        <CriteriaChoice view={view} catalogue={catalogue} change={change} />
      </section>
      {result.largest.length > 0 && (
        <section class="panel" aria-labelledby="fleet-largest-title">
          <h2 id="fleet-largest-title">The largest</h2>
          <table class="plain-table">
            <caption class="unseen">The ten largest items, in {unit}</caption>
            <thead>
              <tr>
                <th scope="col">Item</th>
                <th scope="col" class="number">
                  {isBill ? 'Hours' : 'How many'}
                </th>
                <th scope="col" class="number">
                  {unit}
                </th>
                <th scope="col" class="number">
                  Share
                </th>
              </tr>
            </thead>
            <tbody>
              {result.largest.map(({ name, quantity, total }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td class="number">{roundedText(quantity)}</td>
                  <td class="number">{roundedText(total)}</td>
                  <td class="number">{whole > 0 ? `${((total / whole) * 100).toFixed(1)} %` : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {result.otherFaults > 0 && (
        <section class="panel" aria-labelledby="fleet-other-faults-title">
          <h2 id="fleet-other-faults-title">{rowsWords(result.otherFaults)} not in the totals</h2>
          <p class="note">Each row says what is wrong with it.</p>
        </section>
      )}
      {faults.length > 0 && (
        <section class="panel" aria-labelledby="fleet-faults-title">
          <h2 id="fleet-faults-title">{rowsWords(faults.length)} not in the totals</h2>
          <ul class="fault-list">
            {faults.slice(0, MOST_FAULTS).map(({ where, message }) => (
              <li key={`${where} ${message}`}>
                <strong>{where}</strong>: {message}
              </li>
            ))}
          </ul>
          {faults.length > MOST_FAULTS && <p class="note">And {faults.length - MOST_FAULTS} more.</p>}
        </section>
      )}
      {file.skipped.size > 0 && (
        <section class="panel" aria-labelledby="fleet-skipped-title">
          <h2 id="fleet-skipped-title">Left out: not equipment</h2>
          <ul class="fault-list">
            {[...file.skipped].slice(0, MOST_FAULTS).map(([reason, count]) => (
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

const UNIT_WORDS = { y: 'year', d: 'day', h: 'hour' } as const

function Total({ total }: { readonly total: FleetTotal }) {
  return (
    <li class="total">
      <p class="total-name">{criterionWords(total)}</p>
      {total.total ? <Figure unit={unitWords(total.unit)} sum={total.total} /> : <p class="total-value">not known</p>}
      <p class="total-parts">
        making {total.embedded ? short(total.embedded.value) : 'not known'} · use{' '}
        {total.use ? short(total.use.value) : 'not known'}
      </p>
      {total.lacking.length > 0 && <p class="total-parts">{lackingWords(total)}</p>}
    </li>
  )
}

const PHASE_WORDS = { EMBEDDED: 'making', USE: 'use', BUILDING: 'the building' } as const

/** What the total leaves out, in words: `partial: use is unknown for 1 of 101`. */
function lackingWords({ isPartial, lacking, coverage }: FleetTotal): string {
  const of = coverage[0]?.of ?? 0
  const parts = lacking.map(
    ({ phase, units }) => `${PHASE_WORDS[phase]} is unknown for ${short(units)} of ${short(of)}`,
  )
  return `${isPartial ? 'partial: ' : ''}${parts.join(', ')}`
}

function Figure({ unit, sum: { value, min, max } }: { readonly unit: string; readonly sum: Sum }) {
  return (
    <>
      <p class="total-value">
        <span class="figure">{short(value)}</span> <span class="unit">{unit}</span>
      </p>
      {min < max && (
        <p class="total-bounds">
          between {short(min)} and {short(max)}
        </p>
      )}
    </>
  )
}

function rowsWords(count: number): string {
  return `${numberText(count)} ${count === 1 ? 'row is' : 'rows are'}`
}

function short(value: number): string {
  return numberText(Number(value.toPrecision(3)))
}

/** Where, how loaded and how long, for rows that have nothing of their own. */
function settingWords(view: View, file: FleetFile, location: string): string {
  const load = view.load === '' ? '' : `, at ${view.load} % load`
  if (file.unread !== undefined) return `${capital(durationWords(view, file))} where a row has no duration of its own`
  const isOwn = file.format === 'focus' || file.rows.every(({ duration }) => duration !== undefined)
  return isOwn
    ? `In ${location}${load} where a row has none of its own, ${durationWords(view, file)}`
    : `In ${location}${load}, ${durationWords(view, file)}, where a row has none of its own`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What the figures are over: a bill has hours of its own, and a table may have. */
function durationWords({ duration, durationUnit }: View, { format, rows }: FleetFile): string {
  if (format === 'focus') return 'over the hours of the bill'
  if (rows.length > 0 && rows.every((row) => row.duration !== undefined)) return 'over the durations of the file'
  if (duration === '') return 'over the lifetime of each'
  const unit = UNIT_WORDS[durationUnit]
  return `over ${duration} ${Number(duration) === 1 ? unit : `${unit}s`}`
}

function fileName(name: string, location: string, release: string): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
  return `impactql-${plain(name.replace(/\.\w+$/, ''))}-${plain(location)}-${plain(release)}.csv`
}

function rowsOf(
  view: View,
  file: FleetFile,
  { release }: Catalogue,
  { totals, energy }: FleetResult,
  location: string,
) {
  const about = {
    location_where_none_is_given: location,
    duration: durationWords(view, file),
    data_release: release,
    address: window.location.href,
  }
  const figures = totals.flatMap(({ criterion, unit, coverage, ...sums }) =>
    (['embedded', 'use', 'total'] as const).flatMap((phase) => {
      const sum = sums[phase]
      if (sum === null) return []
      const { value, min, max } = sum
      return [
        { criterion, unit, phase: phase as string, value, min, max, coverage: shareOf(phase, coverage), ...about },
      ]
    }),
  )
  return energy === undefined
    ? figures
    : [...figures, { criterion: '', unit: 'kWh', phase: 'energy', ...energy, coverage: '', ...about }]
}

/** The share of the units that a phase holds; of a total, the least of its phases. */
function shareOf(phase: 'embedded' | 'use' | 'total', coverage: FleetTotal['coverage']): number {
  const shares = coverage.flatMap((each) => (phase === 'total' || each.phase === phase.toUpperCase() ? each.share : []))
  return Math.min(1, ...shares)
}
