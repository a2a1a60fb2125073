import { FigureTable, ticks, useWidth } from '../charts/chart.tsx'
import { Drawing, Mark } from '../charts/drawing.tsx'
import { shortened } from '../charts/stacked-bars.tsx'
import { changeText, decimalsOf, numberText, roundedText } from '../results/number-text.ts'
import type { Scale } from '../results/scale.ts'
import type { LikelyTotal } from './fetch-fleet.ts'
import type { ComparableDifference } from './file-difference.ts'

interface Props {
  readonly rows: readonly ComparableDifference[]
  readonly ranges: ReadonlyMap<string, LikelyTotal>
  readonly scale: Scale
}

const HEAD = 20
const BAR = 14
const ROW = HEAD + BAR + 12
/** Room below for the numbers of the axis. */
const FOOT = 20

/** Whether the difference may be 0, or have the other sign. */
export function isUnsure({ low, high }: LikelyTotal): boolean {
  return low <= 0 && high >= 0
}

/**
 * What rows add, to the right, and take away, to the left, with their likely ranges. Drawn without a library, like the
 * other pictures.
 */
export function DifferencePicture({ rows, ranges, scale: { unit, by } }: Props) {
  const [element, width] = useWidth()
  const caption = `Largest differences, in ${unit}`
  const ends = rows.flatMap(({ match, difference }) => {
    const { low = difference, high = difference } = ranges.get(match.name) ?? {}
    return [difference * by, low * by, high * by]
  })
  const decimals = decimalsOf(rows.map(({ difference }) => difference * by))
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const room = width - 4
  const at = (value: number) => 2 + (most > least ? ((value - least) / (most - least)) * room : 0)
  const zero = at(0)
  const bottom = rows.length * ROW
  return (
    <figure class="picture wide">
      <figcaption>
        <h3>Largest differences</h3>
        <span class="unit">{unit}</span>
      </figcaption>
      <Drawing
        element={element}
        width={width}
        height={bottom + FOOT}
        title={caption}
        description={rows.map(({ match, difference }) => `${match.name}: ${roundedText(difference * by)}`).join('. ')}
      >
        {marksOf(least, most).map((tick) => (
          <g key={tick}>
            <line class={tick === 0 ? 'zero' : 'grid'} x1={at(tick)} x2={at(tick)} y1={0} y2={bottom} />
            <text
              class="tick"
              x={at(tick)}
              y={bottom + 14}
              text-anchor={at(tick) < 20 ? 'start' : width - at(tick) < 20 ? 'end' : 'middle'}
            >
              {tick > 0 ? '+' : ''}
              {numberText(tick).replace('-', '−')}
            </text>
          </g>
        ))}
        {rows.map(({ match, before, after, difference: exact }, index) => {
          const range = ranges.get(match.name)
          const difference = exact * by
          const y = index * ROW
          const middle = y + HEAD + BAR / 2
          const isDoubtful = range !== undefined && isUnsure(range)
          const words = `${changeText(difference, decimals)}${isDoubtful ? ', may be 0' : ''}`
          return (
            <Mark
              key={match.name}
              words={`${match.name}, ${match.change}\n${words} ${unit}: before ${roundedText(before * by)}, after ${roundedText(after * by)}`}
              area={{ y: y + HEAD - 4, width, height: BAR + 8 }}
            >
              <text class="row-name" x={6} y={y + 15}>
                {shortened(match.name, width / 8.5 - (isDoubtful ? 28 : 14))}
              </text>
              <text class="row-value" x={width} y={y + 15} text-anchor="end">
                {words}
              </text>
              <rect
                class={`bar ${difference > 0 ? 'more' : 'less'}${isDoubtful ? ' unsure' : ''}`}
                x={Math.min(zero, at(difference))}
                y={y + HEAD}
                width={Math.max(1, Math.abs(at(difference) - zero))}
                height={BAR}
              />
              {range && (
                <g class="whisker">
                  <line x1={at(range.low * by)} x2={at(range.high * by)} y1={middle} y2={middle} />
                  <line x1={at(range.low * by)} x2={at(range.low * by)} y1={middle - 4} y2={middle + 4} />
                  <line x1={at(range.high * by)} x2={at(range.high * by)} y1={middle - 4} y2={middle + 4} />
                </g>
              )}
            </Mark>
          )
        })}
      </Drawing>
      <p class="legend">
        <span>
          <i class="swatch more" /> More than before
        </span>
        <span>
          <i class="swatch less" /> Less than before
        </span>
        <span>
          <i class="swatch unsure" /> May be 0: the likely range includes 0
        </span>
        <span>Line: likely range</span>
      </p>
      <FigureTable
        caption={caption}
        head={[
          'Row',
          ...['Before', 'After', 'Difference', 'Likely, low', 'Likely, high'].map((figure) => `${figure} (${unit})`),
        ]}
        rows={rows.map(({ match, before, after, difference }) => {
          const { low, high } = ranges.get(match.name) ?? {}
          return [
            match.name,
            ...[before, after, difference, low, high].map((each) =>
              each === undefined ? '–' : roundedText(each * by),
            ),
          ]
        })}
      />
    </figure>
  )
}

/** Round numbers between two ends on both sides of 0. */
function marksOf(least: number, most: number): readonly number[] {
  const step = ticks(most - least || 1, 6)[1] ?? 1
  const first = Math.ceil(least / step)
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}
