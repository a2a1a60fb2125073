import { numberText } from '../results/number-text.ts'
import type { BarScale, Figure } from './bar-scale.ts'

interface Props {
  readonly figure: Figure
  readonly scale: BarScale
  readonly y: number
  readonly height: number
  readonly phase: 'embedded' | 'use' | 'total'
}

/** A bar with a whisker from its smallest to its largest value; a whisker that leaves the picture ends in an arrow. */
export function Bar({ figure, scale, y, height, phase }: Props) {
  const { value, min, max } = figure
  const middle = y + height / 2
  const [from, to] = [scale.at(min), scale.at(max)]
  const isClipped = max > scale.end * 1.000001
  return (
    <g>
      <rect class={`bar ${phase}`} x={0} y={y} width={Math.max(scale.at(value), 1)} height={height} rx={2} />
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
    </g>
  )
}
