import { useId } from 'preact/hooks'
import { Axis } from '../charts/axis.tsx'
import { useWidth } from '../charts/use-width.ts'
import { numberText } from '../results/number-text.ts'
import type { Readings } from './fetch-uncertainty.ts'

type Distribution = NonNullable<Readings>['distribution']

interface Props {
  readonly name: string
  readonly unit: string
  readonly distribution: Distribution
  /** The largest value of all that are compared: they share one scale from 0. */
  readonly end: number
}

const HEIGHT = 70
const TOP = 6

/** A distribution as a hill of likelihood: the band that holds 90 of 100 cases is filled, the middle is marked. */
export function DistributionPicture({ name, unit, distribution, end }: Props) {
  const [element, width] = useWidth()
  const id = useId()
  const { histogram } = distribution
  const [low, middle, high] = [0.05, 0.5, 0.95].map((at) => quantile(distribution, at))
  if (low === undefined || middle === undefined || high === undefined) return null
  const most = Math.max(...histogram.map(({ from, to, count }) => count / (to - from || 1)))
  const x = (value: number) => (value / end) * (width - 2)
  const y = (bin: Distribution['histogram'][number]) =>
    HEIGHT - (bin.count / (bin.to - bin.from || 1) / most) * (HEIGHT - TOP)
  const outline = histogram.map((bin) => `L${x((bin.from + bin.to) / 2).toFixed(1)} ${y(bin).toFixed(1)}`).join('')
  const [first, last] = [histogram[0]?.from ?? 0, histogram.at(-1)?.to ?? 0]
  const hill = `M${x(first).toFixed(1)} ${HEIGHT}${outline}L${x(last).toFixed(1)} ${HEIGHT}Z`
  const words = `In 90 of 100 cases between ${short(low)} and ${short(high)} ${unit}, in half of them below ${short(middle)}.`
  return (
    <>
      <div ref={element}>
        <svg width={width} height={HEIGHT + 20} role="img" aria-labelledby={`${id}-title`}>
          <title id={`${id}-title`}>
            {name}: {words}
          </title>
          <clipPath id={`${id}-band`}>
            <rect x={x(low)} y={0} width={Math.max(1, x(high) - x(low))} height={HEIGHT} />
          </clipPath>
          <Axis scale={{ at: x, width, end, isClipped: false }} top={0} bottom={HEIGHT} />
          <path class="hill" d={hill} />
          <path class="hill band" d={hill} clip-path={`url(#${id}-band)`} />
          <line class="actual" x1={x(middle)} x2={x(middle)} y1={TOP} y2={HEIGHT} />
        </svg>
      </div>
      <p class="note">{words}</p>
    </>
  )
}

function quantile({ quantiles }: Distribution, at: number): number | undefined {
  return quantiles.find(({ probability }) => probability === at)?.value
}

function short(value: number): string {
  return numberText(Number(value.toPrecision(3)))
}
