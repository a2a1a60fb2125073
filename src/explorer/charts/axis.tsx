import { numberText } from '../results/number-text.ts'
import { type BarScale, ticks } from './bar-scale.ts'

/** Fine lines at round numbers behind bars, with the numbers under them. */
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
