import { useId } from 'preact/hooks'
import type { Criterion } from '../../generated/explorer-operations.ts'
import { SourceText } from '../attributes/source-text.tsx'
import { Axis, FigureTable, useWidth } from '../charts/chart.tsx'
import { Drawing, Mark } from '../charts/drawing.tsx'
import type { Catalogue } from '../form/catalogue.ts'
import { goToField } from '../form/field-row.tsx'
import { numberText } from '../results/number-text.ts'
import { Panel } from '../results/panel.tsx'
import type { SubjectResult } from '../results/subject-result.ts'
import { Term } from '../results/term.tsx'
import { leafWords, stageWords } from '../results/words.ts'
import { subjectLetter } from '../subjects/subject.ts'
import { driverField } from './driver-field.ts'
import type { Readings, Uncertainty } from './fetch-uncertainty.ts'

type Distribution = NonNullable<Readings>['distribution']

interface DistributionProps {
  readonly name: string
  readonly unit: string
  readonly distribution: Distribution
  /** The largest value in the comparison: all share one scale from 0. */
  readonly end: number
}

const HEIGHT = 70
const TOP = 6

/** A probability density: the band with 90 of 100 runs is filled, the median is marked. */
function DistributionPicture({ name, unit, distribution, end }: DistributionProps) {
  const [element, width] = useWidth()
  const id = useId()
  const { histogram } = distribution
  const [low, middle, high] = [0.05, 0.5, 0.95].map((at) => quantile(distribution, at))
  if (low === undefined || middle === undefined || high === undefined) return null
  const most = Math.max(...histogram.map(({ from, to, count }) => count / (to - from || 1)))
  const x = (value: number) => (value / end) * (width - 2)
  const y = (bin: Distribution['histogram'][number]) =>
    HEIGHT - (bin.count / (bin.to - bin.from || 1) / most) * (HEIGHT - TOP)
  const outline = histogram.map((bin) => `L${x((bin.from + bin.to) / 2).toFixed(1)} ${y(bin).toFixed(1)}`).join('')
  const [first, last] = [histogram[0]?.from ?? 0, histogram.at(-1)?.to ?? 0]
  const hill = `M${x(first).toFixed(1)} ${HEIGHT}${outline}L${x(last).toFixed(1)} ${HEIGHT}Z`
  const words = `90 of 100 runs of the model lie between ${short(low)} and ${short(high)} ${unit}. Half of all runs lie below ${short(middle)}.`
  return (
    <figure class="picture">
      <Drawing element={element} width={width} height={HEIGHT + 20} title={name} description={words}>
        <clipPath id={`${id}-band`}>
          <rect x={x(low)} y={0} width={Math.max(1, x(high) - x(low))} height={HEIGHT} />
        </clipPath>
        <Axis scale={{ at: x, width, end, isClipped: false }} top={0} bottom={HEIGHT} />
        <path class="hill" d={hill} />
        <path class="hill band" d={hill} clip-path={`url(#${id}-band)`} />
        <line class="actual" x1={x(middle)} x2={x(middle)} y1={TOP} y2={HEIGHT} />
        {histogram.map((bin) => (
          <Mark
            key={bin.from}
            words={binWords(bin, distribution, unit)}
            area={{ x: x(bin.from), y: 0, width: x(bin.to) - x(bin.from), height: HEIGHT }}
          >
            <line
              class="marker"
              x1={x((bin.from + bin.to) / 2)}
              x2={x((bin.from + bin.to) / 2)}
              y1={y(bin)}
              y2={HEIGHT}
              visibility="hidden"
            />
          </Mark>
        ))}
      </Drawing>
      <p class="note">{words}</p>
      <FigureTable
        caption={`Runs of the model: ${name}, in ${unit}`}
        head={['From', 'To', 'Runs']}
        rows={histogram.map(({ from, to, count }) => [short(from), short(to), numberText(count)])}
      />
    </figure>
  )
}

type Bin = Distribution['histogram'][number]

/** How often a value lies in a bin, and how often below its end. */
function binWords(bin: Bin, { histogram }: Distribution, unit: string): string {
  const count = (bins: readonly Bin[]) => bins.reduce((sum, each) => sum + each.count, 0)
  const share = (bins: readonly Bin[]) => Number(((count(bins) / count(histogram)) * 100).toPrecision(2))
  return [
    `${short(bin.from)} to ${short(bin.to)} ${unit}`,
    `${share([bin])} of 100 runs lie here, ${share(histogram.filter(({ to }) => to <= bin.to))} below ${short(bin.to)}`,
  ].join('\n')
}

function quantile({ quantiles }: Distribution, at: number): number | undefined {
  return quantiles.find(({ probability }) => probability === at)?.value
}

function short(value: number): string {
  return numberText(Number(value.toPrecision(3)))
}

interface Props {
  readonly results: readonly SubjectResult[]
  readonly uncertainty: Uncertainty | 'failed' | undefined
  readonly criterion: Criterion
  readonly title: string
  readonly unit: string
  readonly catalogue: Catalogue
}

/** How certain the figures are: likely values, and what to find out to narrow them. */
export function UncertaintyPanel({ results, uncertainty, criterion, title, unit, catalogue }: Props) {
  const readings = uncertainty === undefined || uncertainty === 'failed' ? [] : uncertainty.readings
  const end = Math.max(...readings.flatMap((each) => each?.distribution.histogram.at(-1)?.to ?? []), 0) || 1
  return (
    <Panel id="uncertainty" title="How certain it is, and what matters most">
      <p class="lead">
        {title}, in {unit}, computed more than a thousand times, each time with random inputs within their known ranges.
        The filled band contains 90 of 100 runs. The list shows which inputs cause the <Term of="Spread">spread</Term>.
        Start with the first one. <a href="/calibration">How we know</a>: this page compares our intervals with figures
        that makers published.
      </p>
      <div class="columns narrow">
        {results.map((result, index) => {
          const known = readings[index]
          return (
            <div key={index} class="picture">
              <h3>
                {subjectLetter(result.position)} · {result.name}
              </h3>
              {uncertainty === undefined && <p class="note">Computing…</p>}
              {uncertainty === 'failed' && <p class="note">This cannot be computed right now.</p>}
              {known === null && <p class="note">No factor is published for this.</p>}
              {known && (
                <>
                  <DistributionPicture name={result.name} unit={unit} distribution={known.distribution} end={end} />
                  <Drivers
                    drivers={known.drivers}
                    criterion={criterion}
                    result={result}
                    index={result.position}
                    catalogue={catalogue}
                  />
                </>
              )}
            </div>
          )
        })}
      </div>
    </Panel>
  )
}

interface DriversProps {
  readonly drivers: NonNullable<Readings>['drivers']
  readonly criterion: Criterion
  readonly result: SubjectResult
  readonly index: number
  readonly catalogue: Catalogue
}

function Drivers({ drivers, criterion, result, index, catalogue }: DriversProps) {
  if (drivers.length === 0) return null
  return (
    <>
      <p class="group-name">What matters most: share of the spread</p>
      <ol class="drivers">
        {drivers.map(({ leaf, label, share, stage, source, advice, inputs }) => {
          // The form takes the carbon footprint of a kWh, and no other impact of it.
          const ofForm = inputs.filter((each) => criterion === 'GWP' || each !== 'usage.elecFactors')
          const field = driverField(result, index, ofForm)
          const words = leafWords({ leaf, label }, catalogue)
          return (
            <li key={leaf}>
              <p class="effect-head">
                <strong>{words}</strong>
                <span class="row-value">{share < 0.005 ? 'under 1' : Math.round(share * 100)} %</span>
              </p>
              <meter value={Math.min(1, share)} max={1} aria-label={`Share of the spread: ${words}`} />
              <p class="note">
                {stage && `${stageWords(stage)}. `}
                {advice ?? 'You cannot reduce this; it needs better published data.'}{' '}
                {field && (
                  <button type="button" class="plain" onClick={() => goToField(field)}>
                    Use your own value<span class="unseen">: {words}</span>
                  </button>
                )}
                {!field && advice && 'This form has no field for it, but the API has one.'}
                {source && (
                  <>
                    {' '}
                    Stands on: <SourceText source={source} />
                  </>
                )}
              </p>
            </li>
          )
        })}
      </ol>
    </>
  )
}
