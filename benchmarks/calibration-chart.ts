import { type CalibratedKind, hasMedian } from '../src/catalogue/calibration.ts'
import { EXPECTED_RATIOS, placeOfRatio, RATIO_TICKS } from '../src/explorer/guide/ratio-scale.ts'

const WIDTH = 860
const LEFT = 300
const RIGHT = 20
const TOP = 56
/** Height of a bar, and of a kind besides its bars. */
const BAR = 9
const BETWEEN = 9
/** The newest release first. */
const COLOURS = ['#0b6e4f', '#b98b2f', '#9aa3ad']

/** A release, and how each kind of it compares with published figures. */
export interface CalibratedRelease {
  readonly id: string
  readonly kinds: readonly CalibratedKind[]
}

/**
 * Ours over published by kind and release, on a logarithmic scale: 10th to 90th percentile, and a dot at the median, if
 * there is one.
 */
export function calibrationChart(releases: readonly CalibratedRelease[]): string {
  const kinds = releases[0]?.kinds.map(({ kind }) => kind) ?? []
  const ofKind = releases.length * BAR + BETWEEN
  const bottom = TOP + kinds.length * ofKind
  const [from, to] = EXPECTED_RATIOS.map(x)
  const grid = RATIO_TICKS.map(
    (tick) =>
      `<line x1="${x(tick)}" x2="${x(tick)}" y1="${TOP}" y2="${bottom}" stroke="${tick === 1 ? '#333' : '#ddd'}"/>` +
      `<text x="${x(tick)}" y="${bottom + 16}" text-anchor="middle">${tick}</text>`,
  )
  const legend = releases.map(
    ({ id }, index) =>
      `<rect x="${LEFT + index * 150}" y="14" width="14" height="${BAR - 2}" fill="${COLOURS[index]}"/>` +
      `<text x="${LEFT + index * 150 + 20}" y="21">${id}</text>`,
  )
  const rows = kinds.map((name, place) => {
    const top = TOP + place * ofKind + BETWEEN / 2
    const bars = releases.map(({ id, kinds: ofRelease }, index) => {
      const kind = ofRelease.find((each) => each.kind === name)
      if (kind === undefined) return ''
      const { ratioLow, ratioMedian, ratioHigh } = kind.calibration
      const [low, high] = [x(ratioLow), x(ratioHigh)]
      const y = top + index * BAR
      const [least, most] = [ratioLow, ratioHigh].map(short)
      const median = hasMedian(kind) ? short(ratioMedian) : 'no median'
      const words = `${name}, ${id}&#10;ours / published: ${median}, from ${least} to ${most}`
      const known = hasMedian(kind) ? ` data-median="${median}"` : ''
      const dot = hasMedian(kind)
        ? `<circle cx="${x(ratioMedian)}" cy="${y + BAR / 2}" r="3.5" fill="${COLOURS[index]}"/>`
        : ''
      return (
        `<g data-value="${words}" data-kind="${name}" data-release="${id}" data-low="${least}"${known} data-high="${most}"><rect x="${low}" y="${y + 2}" width="${Math.max(1, round(high - low))}" height="${BAR - 4}" fill="${COLOURS[index]}" opacity="0.55"/>` +
        `${dot}</g>`
      )
    })
    const middle = round(top + (releases.length * BAR) / 2 + 4)
    return `<text x="${LEFT - 10}" y="${middle}" text-anchor="end">${name}</text>${bars.join('')}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 44}" role="img" font-family="system-ui, sans-serif" font-size="12" fill="#222">
<title>Our figures divided by published ones, by kind and release</title>
<rect width="${WIDTH}" height="${bottom + 44}" fill="#fff"/>
<rect x="${from}" y="${TOP}" width="${round((to ?? 0) - (from ?? 0))}" height="${bottom - TOP}" fill="#0b6e4f" opacity="0.08"/>
${[...legend, ...grid, ...rows].join('\n')}
<text x="${x(1)}" y="${bottom + 36}" text-anchor="middle">ours / published</text>
</svg>
`
}

function short(ratio: number): number {
  return Number(ratio.toPrecision(3))
}

function x(ratio: number): number {
  return round(LEFT + placeOfRatio(ratio) * (WIDTH - LEFT - RIGHT))
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
