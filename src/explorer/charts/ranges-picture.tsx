import type { ShownImpactFragment, WholeImpactFragment } from '../../generated/explorer-operations.ts'
import { figureText, numberText } from '../results/number-text.ts'
import { Axis, barScale, type Figure, FigureTable, likelyFigure, useWidth, Whisker } from './chart.tsx'
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
export function RangesPicture({ title, unit, rows }: Props) {
  const [element, width] = useWidth()
  const figures = rows.map(({ impact }) => likelyFigure(impact?.total))
  const scale = barScale(
    figures.flatMap((figure) => figure ?? []),
    width,
  )
  const height = rows.length * ROW + 22
  return (
    <figure class="picture wide">
      <Drawing
        element={element}
        width={width}
        height={height}
        title={`${title}, in ${unit}`}
        description={rows.map((row) => `${row.name}: ${wordsOf(row)}`).join('. ')}
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
                {wordsOf(width < NARROW ? { impact: row.impact } : row)}
              </text>
              {figure && (
                <Mark words={valueWords(row, figure, unit)} area={{ y: 20, width, height: BAR + 8 }}>
                  {stacked(row.impact).map(({ phase, from, to }) => (
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

function wordsOf({ impact, note }: Pick<RangeRow, 'impact' | 'note'>): string {
  const figure = likelyFigure(impact?.total)
  return [figure ? figureText(figure) : 'not known', note].filter(Boolean).join(' · ')
}

/** The figure with its likely range, and the phases that it sums up. */
function valueWords({ name, impact }: RangeRow, figure: Figure, unit: string): string {
  const phases = stacked(impact).map(
    ({ phase, from, to }) => `${PHASE_WORDS[phase].toLowerCase()} ${numberText(Number((to - from).toPrecision(3)))}`,
  )
  return `${name}\n${figureText(figure)} ${unit}\n${phases.join(', ')}`
}

/** Phases one after the other: where each begins and ends. */
function stacked(impact: RangeRow['impact']) {
  let end = 0
  return PHASES.flatMap((phase) => {
    const value = impact?.[phase]?.exact
    if (value === undefined) return []
    const from = end
    end += value
    return [{ phase, from, to: end }]
  })
}
