import { useEffect, useState } from 'preact/hooks'
import { numberText } from '../results/number-text.ts'
import type { Phase } from './phases.ts'
import { PictureFiles } from './picture-files.tsx'

/** A value and the ends of its whisker, which are the value itself if it has none. */
export interface Figure {
  readonly value: number
  readonly min: number
  readonly max: number
}

/** A figure with its bounds, and its likely range if one is known. */
export interface RangedFigure extends Figure {
  readonly likely?: { readonly low: number; readonly high: number }
}

/** A value times `by`, with its likely range as whisker, to three digits. */
export function likelyFigure(
  figure: Pick<RangedFigure, 'value' | 'likely'> | null | undefined,
  by = 1,
): Figure | undefined {
  if (!figure) return undefined
  const { value, likely } = figure
  const [min, max] = likely ? likelyEnds(likely, by) : [value * by, value * by]
  return { value: value * by, min, max }
}

function likelyEnds({ low, high }: NonNullable<RangedFigure['likely']>, by: number): readonly [number, number] {
  return [Number((low * by).toPrecision(3)), Number((high * by).toPrecision(3))]
}

/** Where bars of one unit end, in pixels from their start. */
interface BarScale {
  readonly at: (value: number) => number
  readonly width: number
  /** Whiskers beyond this are clipped. */
  readonly end: number
  /** Whether any whisker is clipped. */
  readonly isClipped: boolean
}

/** How far whiskers may extend beyond the largest value, as a multiple of it, before they squash the bars. */
const FARTHEST_WHISKER = 2

/** Pixels reserved for the numbers of clipped whiskers. */
const NUMBER_ROOM = 74

/** A linear scale from 0 for all figures, fitted to their values: whiskers far beyond the largest value are clipped. */
export function barScale(figures: readonly Figure[], available: number): BarScale {
  const largest = Math.max(...figures.map(({ value }) => value), 0)
  const farthest = Math.max(...figures.map(({ max }) => max), 0)
  const isClipped = farthest > largest * FARTHEST_WHISKER
  const end = (isClipped ? largest * FARTHEST_WHISKER : farthest) || 1
  const width = Math.max(40, available - (isClipped ? NUMBER_ROOM : 2))
  return { at: (value) => (Math.min(Math.max(value, 0), end) / end) * width, width, end, isClipped }
}

/** About `count` round numbers from 0 to `end`. */
export function ticks(end: number, count = 4): readonly number[] {
  const rough = end / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

interface Props {
  readonly figure: Figure
  readonly scale: BarScale
  readonly y: number
  readonly height: number
  readonly phase: Phase
}

/**
 * A bar with its whisker. A clipped whisker ends in an arrow.
 *
 * Drawn without a chart library, which these few charts do not need.
 */
export function Bar({ figure, scale, y, height, phase }: Props) {
  const { value } = figure
  return (
    <g>
      <rect class={`bar ${phase}`} x={0} y={y} width={Math.max(scale.at(value), 1)} height={height} rx={2} />
      <Whisker figure={figure} scale={scale} middle={y + height / 2} />
    </g>
  )
}

interface WhiskerProps extends Pick<Props, 'figure' | 'scale'> {
  readonly middle: number
}

/** The line between the ends of a range. */
export function Whisker({ figure: { min, max }, scale, middle }: WhiskerProps) {
  const [from, to] = [scale.at(min), scale.at(max)]
  const isClipped = max > scale.end * 1.000001
  return (
    <>
      {min < max && (
        <g class="whisker">
          <line x1={from} x2={to} y1={middle} y2={middle} />
          <line x1={from} x2={from} y1={middle - 4} y2={middle + 4} />
          {isClipped ? (
            <path d={`M${to - 5} ${middle - 4}L${to + 1} ${middle}L${to - 5} ${middle + 4}`} fill="none" />
          ) : (
            <line x1={to} x2={to} y1={middle - 4} y2={middle + 4} />
          )}
        </g>
      )}
      {isClipped && (
        <text class="small" x={to + 6} y={middle + 4}>
          {numberText(max)}
        </text>
      )}
    </>
  )
}

/** Grid lines at round numbers behind bars, with labels. */
export function Axis({
  scale,
  top,
  bottom,
}: {
  readonly scale: BarScale
  readonly top: number
  readonly bottom: number
}) {
  return (
    <g>
      {ticks(scale.end, scale.width < 260 ? 3 : 5).map((tick, index, all) => {
        const x = scale.at(tick)
        return (
          <g key={tick}>
            <line class={tick === 0 ? 'zero' : 'grid'} x1={x} x2={x} y1={top} y2={bottom} />
            <text
              class="tick"
              x={x}
              y={bottom + 14}
              text-anchor={index === 0 ? 'start' : index === all.length - 1 && scale.width - x < 20 ? 'end' : 'middle'}
            >
              {numberText(tick)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

/** The current width of an element in pixels, and the ref for it. The element may come later than its parent. */
export function useWidth(first = 320) {
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const [width, setWidth] = useState(first)
  useEffect(() => {
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(Math.max(240, Math.floor(element.clientWidth))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [setElement, width] as const
}

export const FIGURE_HEAD = ['What', 'Value', 'Lower bound', 'Upper bound', 'Likely, low', 'Likely, high'] as const

/** A row of a table under FIGURE_HEAD, its figures times `by`. */
export function figureRow(what: string, figure: RangedFigure | null | undefined, by: number): readonly string[] {
  if (!figure) return [what, '–', '–', '–', '–', '–']
  const { value, min, max, likely } = figure
  const ends = likely ? likelyEnds(likely, by).map(numberText) : ['–', '–']
  return [what, ...[value, min, max].map((each) => numberText(each * by)), ...ends]
}

interface FigureTableProps {
  readonly caption: string
  readonly head: readonly string[]
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly string[])[]
}

/** The figures of a chart as a collapsed table. */
export function FigureTable({ caption, head, rows }: FigureTableProps) {
  return (
    <details class="figures">
      <summary>
        Table and downloads<span class="unseen">: {caption}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="scroller" tabIndex={0} aria-label={caption}>
        <table>
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              {head.map((each, index) => (
                <th key={each} scope="col" class={index === 0 ? '' : 'number'}>
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...cells], index) => (
              <tr key={index}>
                <th scope="row">{first}</th>
                {cells.map((each, at) => (
                  <td key={at} class="number">
                    {each}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <PictureFiles caption={caption} head={head} rows={rows} />
    </details>
  )
}

interface LegendProps {
  readonly hasBuilding: boolean
}

/** What the colours of bars mean, and their whiskers. */
export function Legend({ hasBuilding }: LegendProps) {
  return (
    <p class="legend">
      <span>
        <i class="swatch embedded" /> Embodied: manufacturing, transport, end of life
      </span>
      <span>
        <i class="swatch use" /> Use: the electricity it takes
      </span>
      {hasBuilding && (
        <span>
          <i class="swatch building" /> Building of the data centre
        </span>
      )}
      <span>
        <svg class="swatch-whisker" width="26" height="10" aria-hidden="true">
          <g class="whisker">
            <line x1="1" x2="25" y1="5" y2="5" />
            <line x1="1" x2="1" y1="1" y2="9" />
            <line x1="25" x2="25" y1="1" y2="9" />
          </g>
        </svg>{' '}
        Likely range: 90 of 100 runs of the model
      </span>
    </p>
  )
}
