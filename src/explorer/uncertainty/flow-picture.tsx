import { FigureTable, useWidth } from '../charts/chart.tsx'
import { Drawing, Mark } from '../charts/drawing.tsx'
import { shortened } from '../charts/stacked-bars.tsx'
import { roundedText } from '../results/number-text.ts'
import { componentWords, stageWords } from '../results/words.ts'
import type { Readings } from './fetch-uncertainty.ts'

type Contribution = NonNullable<Readings>['contributions'][number]

interface Props {
  readonly name: string
  readonly unit: string
  readonly contributions: readonly Contribution[]
}

interface Band {
  readonly from: number
  readonly to: number
  readonly size: number
  readonly words: string
  readonly stage: string
}

const HEIGHT = 260
const GAP = 4
/** Room for labels on both sides, in a wide picture and in a narrow one. */
const LABELS = { wide: [150, 150], narrow: [104, 148] } as const
const NARROW = 480
const BAR = 8
/** Parts that are less high have no room for a name. */
const LEAST_NAMED = 9
/** Lines of text stand this far apart. */
const LINE = 15

/** What a figure is made of, as a flow from parts through the stages of life to the whole; widths are shares. */
export function FlowPicture({ name, unit, contributions }: Props) {
  const [element, width] = useWidth()
  const known = contributions.filter(({ value }) => value > 0)
  const whole = known.reduce((sum, { value }) => sum + value, 0)
  if (whole === 0) return null
  const shown = withoutSmall(known, whole).toSorted((one, other) => other.value - one.value)
  const parts = sums(shown, ({ component }) => component)
  const stages = sums(shown, ({ stage }) => stage)
  const scale = (HEIGHT - GAP * parts.size) / whole
  const [componentTops, stageTops] = [topsOf(parts, scale), topsOf(stages, scale)]
  const share = (value: number) => `${Number(((value / whole) * 100).toPrecision(2))} %`
  const valueWords = (what: string, value: number) => `${what}\n${roundedText(value)} ${unit}, ${share(value)}`
  const bands = bandsOf(shown, componentTops, stageTops, scale, ({ component, stage, value }) =>
    valueWords(`${nameOf(component)}, ${stageWords(stage).toLowerCase()}`, value),
  )
  const lines = apart([...stages].map(([stage, value]) => (stageTops.get(stage) ?? 0) + (value * scale) / 2 + 4))
  const [left, rightLabel] = LABELS[width < NARROW ? 'narrow' : 'wide']
  const right = width - rightLabel
  const words = known.map(
    ({ component, stage, value }) => `${nameOf(component)}, ${stageWords(stage).toLowerCase()}: ${roundedText(value)}`,
  )
  const title = `What ${name} is made of, in ${unit}`
  return (
    <figure class="picture">
      <Drawing element={element} width={width} height={HEIGHT + 8} title={title} description={words.join('; ')}>
        {bands.map(({ from, to, size, stage, words }, index) => (
          <Mark key={index} words={words}>
            <path
              class={`flow ${stage === 'USE' ? 'use' : stage === 'BUILDING' ? 'building' : 'embedded'}`}
              d={`M${left + BAR} ${from}C${(left + right) / 2} ${from} ${(left + right) / 2} ${to} ${right} ${to}V${to + size}C${(left + right) / 2} ${to + size} ${(left + right) / 2} ${from + size} ${left + BAR} ${from + size}Z`}
            />
          </Mark>
        ))}
        {[...parts].map(([component, value]) => {
          const top = componentTops.get(component) ?? 0
          return (
            <Mark key={component} words={valueWords(nameOf(component), value)}>
              <rect class="flow-end" x={left} y={top} width={BAR} height={Math.max(1, value * scale)} />
              {value * scale >= LEAST_NAMED && (
                <text class="row-label" x={left - 6} y={top + (value * scale) / 2 + 4} text-anchor="end">
                  {shortened(nameOf(component), left / 7.2)}
                </text>
              )}
            </Mark>
          )
        })}
        {[...stages].map(([stage, value], at) => {
          const top = stageTops.get(stage) ?? 0
          return (
            <Mark key={stage} words={valueWords(stageWords(stage), value)}>
              <rect class="flow-end" x={right} y={top} width={BAR} height={Math.max(1, value * scale)} />
              <text class="row-label" x={right + BAR + 6} y={lines[at]}>
                {stageWords(stage)} {value / whole < 0.005 ? 'under 1' : Math.round((value / whole) * 100)} %
              </text>
            </Mark>
          )
        })}
      </Drawing>
      <FigureTable
        caption={title}
        head={['Part', 'Stage', 'Value', 'Share']}
        rows={known.map(({ component, stage, value }) => [
          nameOf(component),
          stageWords(stage),
          roundedText(value),
          share(value),
        ])}
      />
    </figure>
  )
}

/** Parts that are too small for a name, as one, which has room for its name. */
function withoutSmall(contributions: readonly Contribution[], whole: number): readonly Contribution[] {
  const parts = sums(contributions, ({ component }) => component)
  const small = new Set([...parts].flatMap(([part, value]) => ((value / whole) * HEIGHT < LEAST_NAMED ? part : [])))
  if (small.size < 2) return contributions
  const [others, named] = [true, false].map((isSmall) =>
    contributions.filter(({ component }) => small.has(component) === isSmall),
  ) as [Contribution[], Contribution[]]
  const merged = [...Map.groupBy(others, ({ stage }) => stage).values()].map((same) => ({
    ...(same[0] as Contribution),
    component: 'SMALL',
    value: same.reduce((sum, { value }) => sum + value, 0),
  }))
  return [...named, ...merged]
}

const WHOLE: Readonly<Record<string, string>> = {
  OTHER: 'Everything else',
  DEVICE: 'Whole device',
  SMALL: 'Smaller parts',
  FACILITY: 'Cooling and losses',
  BUILDING: 'Building',
}

function nameOf(component: string): string {
  const name = WHOLE[component]
  if (name !== undefined) return name
  return componentWords({ kind: component.replace(/-\d+$/, ''), label: component })
}

/** Baselines that are too close move down, and all of them up again where the last one leaves the picture. */
function apart(baselines: readonly number[]): readonly number[] {
  const moved: number[] = []
  for (const y of baselines) moved.push(Math.max(y, (moved.at(-1) ?? -LINE) + LINE))
  for (let at = moved.length - 1, most = HEIGHT + 4; at >= 0; at--, most -= LINE) {
    moved[at] = Math.min(moved[at] as number, most)
  }
  return moved
}

/** Sums by key, largest first. */
function sums(contributions: readonly Contribution[], keyOf: (each: Contribution) => string) {
  const found = new Map<string, number>()
  for (const each of contributions) found.set(keyOf(each), (found.get(keyOf(each)) ?? 0) + each.value)
  return new Map([...found].toSorted(([, one], [, other]) => other - one))
}

function topsOf(values: ReadonlyMap<string, number>, scale: number): Map<string, number> {
  let top = 2
  return new Map(
    [...values].map(([key, value]) => {
      const at = top
      top += value * scale + GAP
      return [key, at]
    }),
  )
}

function bandsOf(
  contributions: readonly Contribution[],
  componentTops: ReadonlyMap<string, number>,
  stageTops: ReadonlyMap<string, number>,
  scale: number,
  wordsOf: (contribution: Contribution) => string,
): readonly Band[] {
  const [left, right] = [new Map(componentTops), new Map(stageTops)]
  return contributions.map((contribution) => {
    const { component, stage, value } = contribution
    const size = value * scale
    const [from, to] = [left.get(component) ?? 0, right.get(stage) ?? 0]
    left.set(component, from + size)
    right.set(stage, to + size)
    return { from, to, size, stage, words: wordsOf(contribution) }
  })
}
