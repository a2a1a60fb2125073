import { render } from 'preact'
import { FigureTable, useWidth } from '../charts/chart.tsx'
import { Drawing, Mark } from '../charts/drawing.tsx'
import { ReleaseOfFigures } from '../charts/picture-files.tsx'
import {
  DIAGONAL_ENDS,
  DIAGONAL_FACTORS,
  DIAGONAL_TICKS,
  markPath,
  placeOnDiagonal,
  SERIES,
  UNITS_SHOWN,
  type UnitShown,
} from './diagonal.ts'

/** A published figure, and ours for the same thing. */
interface Held {
  /** `laptop making: Dell Latitude 7440`, a line break, and both figures. */
  readonly words: string
  readonly series: string
  readonly unit: UnitShown
  readonly published: number
  readonly ours: number
  /** Whether it does not count: fitted, or another configuration of a model. */
  readonly isLeftOut: boolean
}

/** Draws the chart of /calibration as wide as the window, with the values of the drawing that the page came with. */
export function showCalibration(figure: HTMLElement): void {
  const held = [...figure.querySelectorAll<SVGGElement>('[data-series]')].map(({ dataset }) => ({
    words: dataset.value ?? '',
    series: dataset.series ?? '',
    unit: dataset.unit as UnitShown,
    published: Number(dataset.published),
    ours: Number(dataset.ours),
    isLeftOut: dataset.leftOut !== undefined,
  }))
  const [title = '', description = ''] = ['title', 'desc'].map((name) => figure.querySelector(name)?.textContent ?? '')
  const release = figure.querySelector('svg')?.dataset.release ?? ''
  figure.replaceChildren()
  render(
    <ReleaseOfFigures.Provider value={release}>
      <CalibrationPicture held={held} title={title} description={description} />
    </ReleaseOfFigures.Provider>,
    figure,
  )
}

interface Props {
  readonly held: readonly Held[]
  readonly title: string
  readonly description: string
}

const LEFT = 48
const EDGE = 14
const TOP = 12
const BELOW = 48
/** Pixels that the plot has at most on a side, and the size of a mark. */
const LARGEST = 640
const MARK = 4.5
/** Pixels of the plot below which only powers of ten have room. */
const NARROW = 400

function CalibrationPicture({ held, title, description }: Props) {
  const [element, width] = useWidth()
  const side = Math.min(LARGEST, width - LEFT - EDGE)
  const bottom = TOP + side
  const x = (figure: number) => LEFT + placeOnDiagonal(figure) * side
  const y = (figure: number) => bottom - placeOnDiagonal(figure) * side
  const [least, most] = DIAGONAL_ENDS
  const ticks = side < NARROW ? DIAGONAL_TICKS.filter((tick) => Math.log10(tick) % 1 === 0) : DIAGONAL_TICKS
  return (
    <>
      <figcaption>
        <h2>{title}</h2>
      </figcaption>
      <p class="legend">
        {SERIES.map((series) => (
          <span key={series}>
            <i class={`swatch ${classOf(series)}`} /> {series}
          </span>
        ))}
        {Object.entries(UNITS_SHOWN).map(([unit, words]) => (
          <span key={unit}>
            <svg width={14} height={14} aria-hidden="true">
              <path class="outline" d={markPath(unit as UnitShown, 7, 7, 5)} />
            </svg>{' '}
            {words}
          </span>
        ))}
        <span>Hollow: does not count. Line: ours is as published. Dashed: half or twice.</span>
      </p>
      <Drawing element={element} width={width} height={bottom + BELOW} title={title} description={description}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="grid" x1={x(tick)} x2={x(tick)} y1={TOP} y2={bottom} />
            <line class="grid" x1={LEFT} x2={LEFT + side} y1={y(tick)} y2={y(tick)} />
            <text class="tick" x={x(tick)} y={bottom + 18} text-anchor="middle">
              {tick}
            </text>
            <text class="tick" x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
              {tick}
            </text>
          </g>
        ))}
        {DIAGONAL_FACTORS.map((factor) => {
          const [from, to] = [Math.max(least, least / factor), Math.min(most, most / factor)]
          return (
            <line
              key={factor}
              class="factor"
              x1={x(from)}
              y1={y(from * factor)}
              x2={x(to)}
              y2={y(to * factor)}
              stroke-dasharray="5 4"
            />
          )
        })}
        <line class="diagonal" x1={x(least)} y1={y(least)} x2={x(most)} y2={y(most)} />
        {held.map(({ words, series, unit, published, ours, isLeftOut }) => (
          <Mark key={words} words={words}>
            <path
              class={`held ${classOf(series)}${isLeftOut ? ' left-out' : ''}`}
              d={markPath(unit, x(published), y(ours), MARK)}
            />
          </Mark>
        ))}
        <text x={LEFT + side / 2} y={bottom + 40} text-anchor="middle">
          published
        </text>
        <text x={14} y={TOP + side / 2} text-anchor="middle" transform={`rotate(-90 14 ${TOP + side / 2})`}>
          ours
        </text>
      </Drawing>
      <FigureTable
        caption={title}
        head={['Figure', 'Unit', 'Published', 'Ours']}
        rows={held.map(({ words, unit, published, ours }) => [
          words.split('\n')[0] ?? '',
          unit,
          String(published),
          String(ours),
        ])}
      />
    </>
  )
}

/** The class of the colour of a thing: `of-graphics-card`. */
function classOf(series: string): string {
  return `of-${series.replace(' ', '-')}`
}
