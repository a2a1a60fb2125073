import { render } from 'preact'
import { FigureTable, useWidth } from '../charts/chart.tsx'
import { Drawing, Mark } from '../charts/drawing.tsx'
import { ReleaseOfFigures } from '../charts/picture-files.tsx'
import { EXPECTED_RATIOS, placeOfRatio, RATIO_TICKS } from './ratio-scale.ts'

/** Our figures of a kind over published ones, in a release: 10th, 50th and 90th percentile. */
interface Ratios {
  readonly kind: string
  readonly release: string
  readonly low: number
  /** Missing if no median is published. */
  readonly median: number | undefined
  readonly high: number
}

/** Draws the chart of /calibration as wide as the window, with the values of the drawing that the page came with. */
export function showCalibration(figure: HTMLElement): void {
  const ratios = [...figure.querySelectorAll<SVGGElement>('[data-kind]')].map(({ dataset }) => ({
    kind: dataset.kind ?? '',
    release: dataset.release ?? '',
    low: Number(dataset.low),
    median: dataset.median === undefined ? undefined : Number(dataset.median),
    high: Number(dataset.high),
  }))
  figure.replaceChildren()
  render(<CalibrationPicture ratios={ratios} />, figure)
}

const TITLE = 'Our figures divided by published ones, by kind and release'

/** Pixels below which the name of a kind stands above its bars. */
const NARROW = 560
const NAMES = 272
const NAME = 20
const EDGE = 14
const BAR = 10
const GAP = 12
const TOP = 24

function CalibrationPicture({ ratios }: { readonly ratios: readonly Ratios[] }) {
  const [element, width] = useWidth()
  const kinds = [...Map.groupBy(ratios, ({ kind }) => kind)]
  const releases = [...new Set(ratios.map(({ release }) => release))]
  const isNarrow = width < NARROW
  const left = isNarrow ? EDGE : NAMES
  const above = isNarrow ? NAME : 0
  const row = above + releases.length * BAR + GAP
  const bottom = TOP + kinds.length * row
  const x = (ratio: number) => left + placeOfRatio(ratio) * (width - left - EDGE)
  const [from, to] = EXPECTED_RATIOS.map(x) as [number, number]
  return (
    <ReleaseOfFigures.Provider value={releases[0] ?? ''}>
      <figcaption>
        <h2>{TITLE}</h2>
        <span class="unit">ours / published</span>
      </figcaption>
      <p class="legend">
        {releases.map((release, at) => (
          <span key={release}>
            <i class={`swatch release-${at}`} /> {release}
          </span>
        ))}
        <span>Bar: 10th to 90th percentile. Dot: median. Shaded: within a factor of 1.5.</span>
      </p>
      <Drawing
        element={element}
        width={width}
        height={bottom + TOP}
        title={TITLE}
        description={ratios.map((each) => `${each.kind}, ${each.release}: ${wordsOf(each)}`).join('. ')}
      >
        <rect class="expected" x={from} width={to - from} y={TOP} height={bottom - TOP} />
        {RATIO_TICKS.map((tick) => (
          <g key={tick}>
            <line class={tick === 1 ? 'zero' : 'grid'} x1={x(tick)} x2={x(tick)} y1={TOP} y2={bottom} />
            {[TOP - 8, bottom + 16].map((y) => (
              <text key={y} class="tick" x={x(tick)} y={y} text-anchor="middle">
                {tick}
              </text>
            ))}
          </g>
        ))}
        {kinds.map(([kind, ofKind], at) => {
          const top = TOP + at * row + GAP / 2
          return (
            <g key={kind} class="ratio">
              <text
                class="row-label"
                x={isNarrow ? 0 : NAMES - 12}
                y={isNarrow ? top + 13 : top + (releases.length * BAR) / 2 + 4}
                text-anchor={isNarrow ? 'start' : 'end'}
              >
                {kind}
              </text>
              {ofKind.map((each) => {
                const place = releases.indexOf(each.release)
                const y = top + above + place * BAR
                return (
                  <Mark
                    key={each.release}
                    words={`${kind}, ${each.release}\nours / published: ${wordsOf(each)}`}
                    area={{ y, width, height: BAR }}
                  >
                    <rect
                      class={`bar release-${place}`}
                      x={x(each.low)}
                      y={y + 2}
                      width={Math.max(1, x(each.high) - x(each.low))}
                      height={BAR - 4}
                    />
                    {each.median !== undefined && (
                      <circle class={`release-${place}`} cx={x(each.median)} cy={y + BAR / 2} r={4} />
                    )}
                  </Mark>
                )
              })}
            </g>
          )
        })}
      </Drawing>
      <FigureTable
        caption={TITLE}
        head={['Kind and release', 'Low', 'Median', 'High']}
        rows={ratios.map(({ kind, release, low, median, high }) => [
          `${kind}, ${release}`,
          String(low),
          String(median ?? '–'),
          String(high),
        ])}
      />
    </ReleaseOfFigures.Provider>
  )
}

function wordsOf({ low, median, high }: Ratios): string {
  return `${median ?? 'no median'}, from ${low} to ${high}`
}
