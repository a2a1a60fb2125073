import { decimalsOf, fixedText, roundedText } from '../results/number-text.ts'
import { Axis, barScale, FigureTable, useWidth } from './chart.tsx'
import { Drawing, Mark } from './drawing.tsx'

/** The parts of each bar: `name` is the class of their colour. */
export interface Stack {
  readonly name: string
  readonly words: string
}

export interface StackedGroup {
  readonly name: string
  /** One for each part of the bar, 0 or more. */
  readonly values: readonly number[]
  readonly total: number
}

interface Props {
  readonly title: string
  readonly unit: string
  readonly stacks: readonly Stack[]
  readonly groups: readonly StackedGroup[]
  /** What the table shows for each group. */
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
}

const HEAD = 20
const BAR = 16
const ROW = HEAD + BAR + 14

/**
 * A stacked bar for each group. Drawn without a library, like the other pictures: names are above the bars, so that
 * long ones fit a phone.
 */
export function StackedBars({ title, unit, stacks, groups, table }: Props) {
  const [element, width] = useWidth()
  const caption = `${title}, in ${unit}`
  const figures = groups.map(({ total }) => ({ value: total, min: total, max: total }))
  const scale = barScale(figures, width)
  const decimals = decimalsOf(
    groups.map(({ total }) => total),
    4,
  )
  const height = groups.length * ROW + 22
  return (
    <figure class="picture wide">
      <figcaption>
        <h3>{title}</h3>
        <span class="unit">{unit}</span>
      </figcaption>
      <p class="legend">
        {stacks.map(({ name, words }) => (
          <span key={name}>
            <i class={`swatch ${name}`} /> {capital(words)}
          </span>
        ))}
      </p>
      <Drawing
        element={element}
        width={width}
        height={height}
        title={caption}
        description={groups.map((group) => `${group.name}: ${groupText(group, stacks)}`).join('. ')}
      >
        <Axis scale={scale} top={4} bottom={height - 18} />
        {groups.map((group, at) => (
          <g key={group.name} transform={`translate(0 ${at * ROW})`}>
            <text class="row-name" x={6} y={15}>
              {shortened(group.name, width / 8.5 - 12)}
            </text>
            <text class="row-value" x={width} y={15} text-anchor="end">
              {fixedText(group.total, decimals)}
            </text>
            {stacks.map(({ name, words }, index) => {
              const before = group.values.slice(0, index).reduce((sum, each) => sum + each, 0)
              const value = group.values[index] ?? 0
              const [from, to] = [scale.at(before), scale.at(before + value)]
              return (
                <Mark key={name} words={`${group.name}, ${words}\n${roundedText(value)} ${unit}`}>
                  <rect
                    class={`bar ${name}`}
                    x={from}
                    y={HEAD}
                    width={value > 0 ? Math.max(1, to - from) : 0}
                    height={BAR}
                  />
                </Mark>
              )
            })}
          </g>
        ))}
      </Drawing>
      <FigureTable caption={caption} {...table} />
    </figure>
  )
}

function groupText({ values }: StackedGroup, stacks: readonly Stack[]): string {
  const parts = stacks.flatMap(({ words }, at) => (values[at] ? [`${words} ${roundedText(values[at])}`] : []))
  return parts.length === 0 ? 'not known' : parts.join(', ')
}

/** A text, shortened to a number of characters. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(1, Math.floor(most) - 1))}…`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
