import type { BillCoverage } from '../../importers/billing/bill-coverage.ts'
import { type Catalogue, withPlaceNames } from '../form/catalogue.ts'
import { LikelyNote } from '../results/likely-note.tsx'
import { countText, decimalsOf, fixedText, likelyText, sumText, threeDigits } from '../results/number-text.ts'
import { type Scale, scaleOf } from '../results/scale.ts'
import { criterionWords, unitWords } from '../results/words.ts'
import type { View } from '../state/view.ts'
import { coverageTitle, LeftOutWords } from './bill-panel.tsx'
import type { LikelySums, LikelyTotals } from './fetch-fleet.ts'
import { rowsWords } from './fleet-faults.tsx'
import type { FleetResult, FleetTotal } from './fleet-result.ts'
import {
  amountWords,
  assumptionWords,
  boundaryWords,
  defaultWords,
  durationWords,
  lackingWords,
  shareText,
} from './fleet-words.ts'
import type { GroupSums, LargeItem } from './groupings.ts'
import type { FleetFile } from './read-fleet.ts'

interface Props {
  readonly view: View
  readonly catalogue: Catalogue
  readonly file: FleetFile
  readonly result: FleetResult
  readonly likely: LikelySums | undefined
  /** Whether any sum has a likely range, or may get one. */
  readonly hasRanges: boolean
  readonly groupings: readonly GroupSums[]
  /** The largest first. */
  readonly largest: readonly LargeItem[]
  readonly coverage: BillCoverage | undefined
  /** Name of the place of rows without one. */
  readonly location: string
  /** Empty to use the name of the file. */
  readonly title: string
}

/** More would not fit on a page with the rest. */
const MOST_GROUPS = 6

/** From this many kilograms on, the carbon footprint is in tonnes. */
const MANY = 100

/** The fleet on one printed page, for people who decide: figures in tonnes, what they hold, and how they were found. */
export function FleetReport(props: Props) {
  const { view, catalogue, file, result, likely, hasRanges, groupings, largest, coverage, location, title } = props
  const { totals, assessed, size, energy } = result
  const main = totals.find(({ criterion }) => criterion === view.focus) ?? totals[0]
  const mainScale = main ? scaleOfTotal(main) : { by: 1, unit: '' }
  const hasBuilding = totals.some(({ building }) => building !== undefined && building !== null)
  const unread = file.faults.reduce((sum, { quantity }) => sum + quantity, 0)
  const faulty = file.faults.length + result.faults.length + result.otherFaults
  return (
    <section class="report" aria-label="Report for print">
      <h1>{title || `Environmental impact of ${file.name}`}</h1>
      <p class="report-date">
        {new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date())}
        {file.parts.length > 1 && ` · ${file.parts.join(', ')}`}
      </p>
      {main && (
        <Headline
          total={main}
          likely={likely?.totals}
          span={durationWords(view, file, result)}
          counted={
            coverage && file.isBill
              ? coverageTitle(coverage)
              : `${countText(assessed)} of ${countText(size + unread)} assets`
          }
        />
      )}
      {assumptionWords(view, result).map((words) => (
        <p key={words}>{words}.</p>
      ))}
      <table>
        <thead>
          <tr>
            <th scope="col">Impact</th>
            <th scope="col">Embodied</th>
            <th scope="col">Use</th>
            {hasBuilding && <th scope="col">Building</th>}
            <th scope="col">Total</th>
            <th scope="col">Likely range</th>
            <th scope="col">Unit</th>
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => {
            const range = likely?.totals.get(total.criterion)?.total
            const { unit, shown } = figuresOf(total)
            const words = (sum: FleetTotal['building']) => (sum ? shown(sum.value) : 'not known')
            return (
              <tr key={total.criterion}>
                <th scope="row">
                  {criterionWords(total)}
                  {total.isPartial && ' (partial)'}
                </th>
                <td>{words(total.embedded)}</td>
                <td>{words(total.use)}</td>
                {hasBuilding && <td>{words(total.building)}</td>}
                <td>
                  <strong>{words(total.total)}</strong>
                </td>
                <td>{range ? `${shown(range.low)} to ${shown(range.high)}` : 'not computed'}</td>
                <td>{unit}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {energy && <p>Electricity: {energyWords(energy.value, likely?.energy)}.</p>}
      {main && groupings.length > 0 && (
        <div class="report-groups">
          {groupings.slice(0, 2).map((sums) => {
            const { name } = sums.grouping
            const groups = sums.groups(MOST_GROUPS)
            const largest = Math.max(...groups.map(({ total }) => total))
            const decimals = decimalsOf(groups.map(({ total }) => threeDigits(total * mainScale.by)))
            return (
              <div key={name}>
                <h2>
                  By {name}, in {mainScale.unit}
                </h2>
                {groups.map(({ name, total, embedded, use, building }) => (
                  <div key={name} class="report-group">
                    <span>{name}</span>
                    <span>{fixedText(total * mainScale.by, decimals)}</span>
                    <span class="report-bar">
                      {Object.entries({ embedded, use, building }).map(
                        ([phase, value]) =>
                          value > 0 && <i key={phase} class={phase} style={{ width: `${(value / largest) * 100}%` }} />,
                      )}
                    </span>
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      )}
      {main && groupings.length > 0 && (
        <p class="report-legend">
          <i class="embedded" /> Embodied <i class="use" /> Use {hasBuilding && <i class="building" />}{' '}
          {hasBuilding && 'Building of the data centre'}
        </p>
      )}
      {main && largest.length > 0 && (
        <Largest items={largest.slice(0, MOST_LARGEST)} scale={mainScale} whole={main.total?.value ?? 0} />
      )}
      <h2>What is counted</h2>
      {coverage && <p>Of the bill: {coverageTitle(coverage)}.</p>}
      {coverage && <LeftOutWords coverage={coverage} />}
      {!file.isBill && (
        <p>
          {countText(assessed)} of {countText(size + unread)} assets.{' '}
          {faulty > 0 && `${rowsWords(faulty)} faulty and not counted.`}
        </p>
      )}
      {totals.map(
        (total) =>
          total.lacking.length > 0 && (
            <p key={total.criterion}>
              {criterionWords(total)}, {lackingWords(total)}.
            </p>
          ),
      )}
      <h2>Method</h2>
      <p>
        {withPlaceNames(result.computedFor, catalogue)} {boundaryWords(view, result)}{' '}
        {defaultWords(view, file, result, location)}
      </p>
      <p>
        Embodied is manufacturing, transport and end of life. Use is the electricity. Sources and formulas:{' '}
        {addressOf('/methodology')}. Comparison with published figures: {addressOf('/calibration')}.
      </p>
      {hasRanges && <LikelyNote release={view.release} />}
    </section>
  )
}

const MOST_LARGEST = 5

interface LargestProps {
  readonly items: readonly LargeItem[]
  readonly scale: Scale
  readonly whole: number
}

function Largest({ items, scale, whole }: LargestProps) {
  const decimals = decimalsOf(items.map(({ total = 0 }) => threeDigits(total * scale.by)))
  return (
    <>
      <h2>The largest</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Quantity</th>
            <th scope="col">{scale.unit}</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ name, row, total = 0 }, at) => (
            <tr key={at}>
              <th scope="row">{name}</th>
              <td>{amountWords(row)}</td>
              <td>{fixedText(total * scale.by, decimals)}</td>
              <td>{whole > 0 ? shareText(total / whole) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

interface HeadlineProps {
  readonly total: FleetTotal
  readonly likely: LikelyTotals | undefined
  /** `over 1 year` */
  readonly span: string
  /** `506 of 512 assets` */
  readonly counted: string
}

function Headline({ total, likely, span, counted }: HeadlineProps) {
  const range = likely?.get(total.criterion)?.total
  const { unit, shown } = figuresOf(total)
  if (!total.total) return null
  return (
    <p class="report-headline">
      {criterionWords(total)} {span}:{' '}
      <strong>
        {shown(total.total.value)} {unit}
      </strong>
      {range && `, likely ${shown(range.low)} to ${shown(range.high)}`}, for {counted}
      {total.isPartial && ', in part'}.
    </p>
  )
}

/** How the figures of a total are shown: as on the screen, but in tonnes. */
function figuresOf(total: FleetTotal) {
  const { unit, by } = scaleOfTotal(total)
  const decimals = decimalsOf([threeDigits((total.total?.value ?? 0) * by)])
  return { unit, shown: (value: number) => sumText(value * by, decimals) }
}

/** The address of a page as paper has it. Of a service that others cannot open, such as one at 127.0.0.1, the path. */
function addressOf(path: string): string {
  const { hostname, host } = window.location
  return /[a-z]\.[a-z]/i.test(hostname) ? `${host}${path}` : `${path} of the service`
}

/** A report has tonnes, from a tenth of one on. Other units are those of the page. */
function scaleOfTotal({ criterion, unit, total }: FleetTotal): Scale {
  return scaleOf(unitWords(unit), total?.value ?? 0, criterion === 'GWP' ? MANY : undefined)
}

function energyWords(kwh: number, range: LikelySums['energy']): string {
  const { unit, by } = scaleOf('kWh', kwh)
  const decimals = decimalsOf([threeDigits(kwh * by)])
  const likely = range ? `, likely ${likelyText(range, by, decimals)}` : ''
  return `${sumText(kwh * by, decimals)} ${unit}${likely}`
}
