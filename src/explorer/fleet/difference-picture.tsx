import { FigureTable, useWidth } from '../charts/chart.tsx'
import { Drawing, Mark } from '../charts/drawing.tsx'
import { shortened } from '../charts/stacked-bars.tsx'
import { roundedText } from '../results/number-text.ts'
import type { LikelyTotal } from './fetch-fleet.ts'
import type { ComparableDifference } from './file-difference.ts'

interface Props {
  readonly rows: readonly ComparableDifference[]
  readonly ranges: ReadonlyMap<string, LikelyTotal>
  readonly unit: string
}

const HEAD = 20
const BAR = 14
const ROW = HEAD + BAR + 12

/**
 * What rows add, to the right, and take away, to the left, with their likely ranges. By hand, like the other pictures.
 */
export function DifferencePicture({ rows, ranges, unit }: Props) {
  const [element, width] = useWidth()
  const caption = `Largest differences, in ${unit}`
  const ends = rows.flatMap(({ match, difference }) => {
    const { low = difference, high = difference } = ranges.get(match.name) ?? {}
    return [difference, low, high]
  })
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const room = width - 4
  const at = (value: number) => 2 + (most > least ? ((value - least) / (most - least)) * room : 0)
  const zero = at(0)
  return (
    <figure class="picture wide">
      <Drawing
        element={element}
        width={width}
        height={rows.length * ROW + 4}
        title={caption}
        description={rows.map(({ match, difference }) => `${match.name}: ${roundedText(difference)}`).join('. ')}
      >
        <line class="zero" x1={zero} x2={zero} y1={0} y2={rows.length * ROW} />
        {rows.map(({ match, before, after, difference }, index) => {
          const range = ranges.get(match.name)
          const y = index * ROW
          const middle = y + HEAD + BAR / 2
          return (
            <Mark
              key={match.name}
              words={`${match.name}, ${match.change}\n${differenceText(difference)} ${unit}: before ${roundedText(before)}, after ${roundedText(after)}`}
              area={{ y: y + HEAD - 4, width, height: BAR + 8 }}
            >
              <text class="row-name" x={6} y={y + 15}>
                {shortened(match.name, width / 8.5 - 14)}
              </text>
              <text class="row-value" x={width} y={y + 15} text-anchor="end">
                {differenceText(difference)}
              </text>
              <rect
                class={`bar ${difference > 0 ? 'embedded' : 'use'}`}
                x={Math.min(zero, at(difference))}
                y={y + HEAD}
                width={Math.max(1, Math.abs(at(difference) - zero))}
                height={BAR}
              />
              {range && (
                <g class="whisker">
                  <line x1={at(range.low)} x2={at(range.high)} y1={middle} y2={middle} />
                  <line x1={at(range.low)} x2={at(range.low)} y1={middle - 4} y2={middle + 4} />
                  <line x1={at(range.high)} x2={at(range.high)} y1={middle - 4} y2={middle + 4} />
                </g>
              )}
            </Mark>
          )
        })}
      </Drawing>
      <p class="legend">
        <span>
          <i class="swatch embedded" /> More than before
        </span>
        <span>
          <i class="swatch use" /> Less than before
        </span>
        <span>Whiskers: in 90 of 100 cases</span>
      </p>
      <FigureTable
        caption={caption}
        head={['Row', 'Before', 'After', 'Difference']}
        rows={rows.map(({ match, before, after, difference }) => [
          match.name,
          ...[before, after, difference].map(roundedText),
        ])}
      />
    </figure>
  )
}

/** A difference with its sign. */
function differenceText(difference: number): string {
  return `${difference > 0 ? '+' : ''}${roundedText(difference).replace('-', '−')}`
}
