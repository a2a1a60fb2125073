import { numberText, roundedText } from '../results/number-text.ts'
import { Panel } from '../results/panel.tsx'
import type { SubjectResult } from '../results/subject-result.ts'
import { subjectLetter } from '../subjects/subject.ts'
import { FigureTable, ticks, useWidth } from './chart.tsx'
import { Drawing, Mark } from './drawing.tsx'

interface Curve {
  readonly name: string
  readonly letter: string
  /** The classes of its colour: eight differ, and those that have them again are thin. */
  readonly series: string
  readonly points: readonly { readonly timeWorkload: number; readonly powerWatt: number }[]
  readonly load: number | undefined
  readonly atLoad: number | undefined
}

const COLOURS = 8

/** Labels of values would overlap with more curves than this; the legend has their letters. */
const MOST_LABELS = 4

/** Loads with a value, in percent. */
const LOADS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]

const HEIGHT = 250
const LEFT = 44
const TOP = 12
const BOTTOM = 34
const RIGHT = 14

/** Power over load of whole assets, with the selected load marked; empty if no subject has a curve. */
export function PowerPicture({ results }: { readonly results: readonly SubjectResult[] }) {
  const [element, width] = useWidth()
  const curves = results.flatMap(curveOf)
  if (curves.length === 0) return null
  const highest = Math.max(...curves.flatMap(({ points }) => points.map(({ powerWatt }) => powerWatt)), 1)
  const levels = ticks(highest, 4)
  const step = levels[1] ?? highest
  const end = Math.ceil(highest / step) * step
  const x = (load: number) => LEFT + (load / 100) * (width - LEFT - RIGHT)
  const y = (watt: number) => TOP + (1 - watt / end) * (HEIGHT - TOP - BOTTOM)
  return (
    <Panel id="power" title="Power by load" isLazy>
      <p class="lead">
        The whole asset, in W. Load is the share of full throughput: at the same number, the share of busy time that
        most monitoring tools show costs more. The dots mark the chosen load.
      </p>
      <figure class="picture">
        <Drawing
          element={element}
          width={width}
          height={HEIGHT}
          title="Power over load, in W"
          description={curves.map(described).join('. ')}
        >
          {ticks(end, 4).map((watt) => (
            <g key={watt}>
              <line class={watt === 0 ? 'zero' : 'grid'} x1={LEFT} x2={width - RIGHT} y1={y(watt)} y2={y(watt)} />
              <text class="tick" x={LEFT - 8} y={y(watt) + 4} text-anchor="end">
                {numberText(watt)}
              </text>
            </g>
          ))}
          {[0, 25, 50, 75, 100].map((load) => (
            <text key={load} class="tick" x={x(load)} y={HEIGHT - 14} text-anchor={load === 100 ? 'end' : 'middle'}>
              {load} %
            </text>
          ))}
          {curves.map(({ letter, series, points }) => (
            <path
              key={letter}
              class={`curve ${series}`}
              fill="none"
              d={points
                .map(
                  (point, at) => `${at === 0 ? 'M' : 'L'}${round(x(point.timeWorkload))} ${round(y(point.powerWatt))}`,
                )
                .join('')}
            />
          ))}
          {curves.map(({ letter, series, load, atLoad }, at) =>
            load === undefined || atLoad === undefined ? null : (
              <g key={letter}>
                <line class="marker" x1={x(load)} x2={x(load)} y1={y(0)} y2={y(atLoad)} />
                <circle class={`dot ${series}`} cx={x(load)} cy={y(atLoad)} r={5} />
                {curves.length <= MOST_LABELS && (
                  <text class="row-name" {...placeLabel(isUpper(curves, at), x(load), y(atLoad), width)}>
                    {letter} · {roundedText(atLoad)} W
                  </text>
                )}
              </g>
            ),
          )}
          {LOADS.map((load) => (
            <Mark
              key={load}
              words={[`At ${load} % load`, ...curves.map((curve) => wattText(curve, load))].join('\n')}
              area={{ x: x(load - 5), y: TOP, width: x(10) - x(0), height: HEIGHT - TOP - BOTTOM }}
            >
              <line class="marker" x1={x(load)} x2={x(load)} y1={y(0)} y2={y(end)} visibility="hidden" />
            </Mark>
          ))}
        </Drawing>
        <ul class="legend curves">
          {curves.map(({ letter, series, name, load }) => (
            <li key={letter}>
              <svg width="34" height="10" aria-hidden="true">
                <path class={`curve ${series}`} d="M1 5H33" />
              </svg>
              {letter} · {name}
              {load !== undefined && `, at ${numberText(load)} %`}
            </li>
          ))}
        </ul>
        <FigureTable
          caption="Power over load, in W"
          head={['Load', ...curves.map(({ letter, name }) => `${letter} · ${name}`)]}
          rows={LOADS.map((load) => [
            `${load} %`,
            ...curves.map(({ points }) => roundedText(powerAt(points, load) ?? 0)),
          ])}
        />
      </figure>
    </Panel>
  )
}

function curveOf({ name, position, usage }: SubjectResult): readonly Curve[] {
  const { powerCurve: points } = usage
  if (points === null) return []
  const load = usage.timeWorkload?.value ?? undefined
  const letter = subjectLetter(position)
  return [
    {
      name,
      letter,
      series: `curve-${subjectLetter(position % COLOURS)}${position < COLOURS ? '' : ' again'}`,
      points,
      load,
      atLoad: load === undefined ? undefined : powerAt(points, load),
    },
  ]
}

/** The power at a load, interpolated between the nearest points. */
function powerAt(points: Curve['points'], load: number): number | undefined {
  const after = points.findIndex(({ timeWorkload }) => timeWorkload >= load)
  const high = points[after]
  const low = points[after - 1]
  if (high === undefined) return undefined
  if (low === undefined) return high.powerWatt
  const share = (load - low.timeWorkload) / (high.timeWorkload - low.timeWorkload)
  return low.powerWatt + share * (high.powerWatt - low.powerWatt)
}

function wattText({ letter, name, points }: Curve, load: number): string {
  return `${letter} · ${name}: ${roundedText(powerAt(points, load) ?? 0)} W`
}

/** Above the curve on the left, or below it on the right, where a rising curve leaves space. */
function placeLabel(isAbove: boolean, x: number, y: number, width: number) {
  const isLeft = isAbove ? x > LEFT + 60 : x > width - RIGHT - 110
  return {
    x: isLeft ? x - 9 : x + 9,
    y: isAbove ? y - 9 : y + 22,
    'text-anchor': isLeft ? ('end' as const) : ('start' as const),
  }
}

function isUpper(curves: readonly Curve[], at: number): boolean {
  const own = curves[at]?.atLoad ?? 0
  return curves.every(
    (each, index) => index === at || (each.atLoad ?? 0) < own || ((each.atLoad ?? 0) === own && index > at),
  )
}

function described({ name, points, load, atLoad }: Curve): string {
  const [first, last] = [points[0], points.at(-1)]
  const marked = load === undefined || atLoad === undefined ? '' : `, ${roundedText(atLoad)} W at ${load} %`
  return `${name}: from ${roundedText(first?.powerWatt ?? 0)} W idle to ${roundedText(last?.powerWatt ?? 0)} W at full load${marked}`
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
