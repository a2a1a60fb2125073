import { csvText } from '../copy/csv-text.ts'
import { download } from '../copy/download.ts'
import { type Catalogue, locationName } from '../form/catalogue.ts'
import { CriteriaChoice } from '../form/criteria-choice.tsx'
import { numberText, roundedText } from '../results/number-text.ts'
import { criterionWords, unitWords } from '../results/words.ts'
import type { ChangeView } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import { type FleetResult, type FleetTotal, totalOf } from './fetch-fleet.ts'
import type { FleetFile } from './read-fleet.ts'

interface Props {
  readonly view: View
  readonly catalogue: Catalogue
  readonly file: FleetFile
  readonly result: FleetResult
  readonly change: ChangeView
}

/** More faulty rows are counted, not listed. */
const MOST_FAULTS = 50

/** What a fleet comes to, its ten largest items, and the rows that cannot be used. */
export function FleetSummary({ view, catalogue, file, result, change }: Props) {
  const focused = result.totals.find(({ criterion }) => criterion === view.focus)
  const unit = unitWords(focused?.unit)
  const faults = [...file.faults, ...result.faults]
  const place = view.location === '' ? 'Europe' : locationName(view.location, catalogue)
  const duration =
    view.duration === '' ? 'over the lifetime of each' : `over ${view.duration} ${UNIT_WORDS[view.durationUnit]}`
  const whole = focused?.total.value ?? 0
  return (
    <>
      <section class="panel" aria-labelledby="fleet-total-title">
        <div class="panel-head">
          <h2 id="fleet-total-title">
            {file.name}: {numberText(result.assessed)} of {numberText(result.size)} assets
          </h2>
          <button
            type="button"
            class="quiet"
            onClick={() =>
              download(fileName(file.name, place), 'text/csv', csvText(rowsOf(view, catalogue, result, place)))
            }
          >
            Download totals as CSV
          </button>
        </div>
        <p class="setting">
          In {place} where the file does not say, {duration} · data release {catalogue.release}
        </p>
        <ul class="totals">
          {result.totals.map((total) => (
            <Total key={total.criterion} total={total} />
          ))}
        </ul>
        <CriteriaChoice view={view} catalogue={catalogue} change={change} />
      </section>
      <section class="panel" aria-labelledby="fleet-largest-title">
        <h2 id="fleet-largest-title">The largest</h2>
        <table class="plain-table">
          <caption class="unseen">The ten largest items, in {unit}</caption>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col" class="number">
                How many
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
            {result.largest.map((item, index) => {
              const total = totalOf(item, view.focus) ?? 0
              return (
                <tr key={index}>
                  <th scope="row">{item.label || 'without a name'}</th>
                  <td class="number">{numberText(item.quantity)}</td>
                  <td class="number">{roundedText(total)}</td>
                  <td class="number">{whole > 0 ? `${((total / whole) * 100).toFixed(1)} %` : '–'}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {faults.length > 0 && (
        <section class="panel" aria-labelledby="fleet-faults-title">
          <h2 id="fleet-faults-title">
            {faults.length} {faults.length === 1 ? 'row is' : 'rows are'} not in the totals
          </h2>
          <ul class="fault-list">
            {faults.slice(0, MOST_FAULTS).map(({ place: where, message }) => (
              <li key={`${where} ${message}`}>
                <strong>{where}</strong>: {message}
              </li>
            ))}
          </ul>
          {faults.length > MOST_FAULTS && <p class="note">And {faults.length - MOST_FAULTS} more.</p>}
        </section>
      )}
    </>
  )
}

const UNIT_WORDS = { y: 'years', d: 'days', h: 'hours' } as const

function Total({ total }: { readonly total: FleetTotal }) {
  const { value, min, max } = total.total
  return (
    <li class="total">
      <p class="total-name">{criterionWords(total)}</p>
      <p class="total-value">
        <span class="figure">{short(value)}</span> <span class="unit">{unitWords(total.unit)}</span>
      </p>
      <p class="total-bounds">
        between {short(min)} and {short(max)}
      </p>
      <p class="total-parts">
        making {short(total.embedded.value)} · use {short(total.use.value)}
      </p>
    </li>
  )
}

function short(value: number): string {
  return numberText(Number(value.toPrecision(3)))
}

function fileName(name: string, place: string): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `impactql-${plain(name.replace(/\.\w+$/, ''))}-${plain(place)}.csv`
}

function rowsOf(view: View, { release }: Catalogue, { totals }: FleetResult, place: string) {
  return totals.flatMap((total) =>
    (['embedded', 'use', 'total'] as const).map((phase) => ({
      criterion: total.criterion,
      unit: total.unit,
      phase,
      ...total[phase],
      location_where_none_is_given: place,
      duration: view.duration === '' ? 'lifetime' : `${view.duration} ${UNIT_WORDS[view.durationUnit]}`,
      data_release: release,
      address: location.href,
    })),
  )
}
