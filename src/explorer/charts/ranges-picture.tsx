import type { ShownImpactFragment, WholeImpactFragment } from '../../generated/explorer-operations.ts'
import { decimalsOf, figureText, fixedText, numberText } from '../results/number-text.ts'
import { scaleOf } from '../results/scale.ts'
import { Axis, barScale, FigureTable, likelyFigure, useWidth, Whisker } from './chart.tsx'
import { Drawing, Mark } from './drawing.tsx'
import { PHASE_WORDS, PHASES } from './phases.ts'

/** A whole figure with its likely range, and what it is made of. */
export interface RangeRow {
  readonly name: string
  readonly impact: (ShownImpactFragment & WholeImpactFragment) | undefined
  /** What stands behind the figure: `38 % less`. */
  readonly note?: string
}

interface Props {
  readonly title: string
  readonly unit: string
  readonly rows: readonly RangeRow[]
}

/** Pixels below which a name leaves room for a figure alone. */
const NARROW = 480
const ROW = 46
const BAR = 14

/**
 * Whole figures below each other on one scale: making, use and building in one bar, with the likely range of their sum.
 */
export function RangesPicture({ title, unit: base, rows }: Props) {
  const [element, width] = useWidth()
  const { unit, by } = scaleOf(base, Math.max(0, ...rows.map(({ impact }) => impact?.total?.value ?? 0)))
  // To three digits each: rounded ones, such as 11 and 8.8, would be shown as 11.0 and 8.8.
  const figures = rows.map(({ impact }) => {
    const total = impact?.total
    return likelyFigure(total && { ...total, value: Number(total.exact.toPrecision(3)) }, by)
  })
  const decimals = decimalsOf(figures.flatMap((figure) => figure?.value ?? []))
  const wordsOf = (at: number, note = rows[at]?.note) => {
    const figure = figures[at]
    return [figure ? figureText(figure, decimals) : 'not known', note].filter(Boolean).join(' · ')
  }
  const scale = barScale(
    figures.flatMap((figure) => figure ?? []),
    width,
  )
  const height = rows.length * ROW + 22
  return (
    <figure class="picture wide">
      <figcaption>
        <h3>{title}</h3>
        <span class="unit">{unit}</span>
      </figcaption>
      <Drawing
        element={element}
        width={width}
        height={height}
        title={`${title}, in ${unit}`}
        description={rows.map(({ name }, at) => `${name}: ${wordsOf(at)}`).join('. ')}
      >
        <Axis scale={scale} top={4} bottom={height - 18} />
        {rows.map((row, at) => {
          const figure = figures[at]
          return (
            <g key={at} transform={`translate(0 ${at * ROW})`}>
              <text class="row-label strong" x={6} y={17}>
                {row.name}
              </text>
              <text class="row-value" x={width} y={17} text-anchor="end">
                {wordsOf(at, width < NARROW ? '' : row.note)}
              </text>
              {figure && (
                <Mark
                  words={`${row.name}\n${wordsOf(at, '')} ${unit}\n${phasesOf(row.impact, by, decimals)}`}
                  area={{ y: 20, width, height: BAR + 8 }}
                >
                  {stacked(row.impact, by).map(({ phase, from, to }) => (
                    <rect
                      key={phase}
                      class={`bar ${phase}`}
                      x={scale.at(from)}
                      y={24}
                      width={Math.max(scale.at(to) - scale.at(from), 0.5)}
                      height={BAR}
                    />
                  ))}
                  <Whisker figure={figure} scale={scale} middle={24 + BAR / 2} />
                </Mark>
              )}
            </g>
          )
        })}
      </Drawing>
      <FigureTable
        caption={`${title}, in ${unit}`}
        head={['What', 'Value', 'Likely, low', 'Likely, high']}
        rows={rows.map(({ name }, at) => {
          const figure = figures[at]
          return figure ? [name, ...[figure.value, figure.min, figure.max].map(numberText)] : [name, '–', '–', '–']
        })}
      />
    </figure>
  )
}

/** `embodied 6.2, use 8.0`. */
function phasesOf(impact: RangeRow['impact'], by: number, decimals: number): string {
  return stacked(impact, by)
    .map(({ phase, from, to }) => `${PHASE_WORDS[phase].toLowerCase()} ${fixedText(to - from, decimals)}`)
    .join(', ')
}

/** Phases one after the other: where each begins and ends. */
function stacked(impact: RangeRow['impact'], by: number) {
  let end = 0
  return PHASES.flatMap((phase) => {
    const exact = impact?.[phase]?.exact
    if (exact === undefined) return []
    const value = exact * by
    const from = end
    end += value
    return [{ phase, from, to: end }]
  })
}
