import type { AskedFigure, CalibratedKind } from '../src/catalogue/calibration.ts'
import {
  DIAGONAL_ENDS,
  DIAGONAL_FACTORS,
  DIAGONAL_TICKS,
  markPath,
  placeOnDiagonal,
  SERIES,
  type Series,
  UNITS_SHOWN,
} from '../src/explorer/guide/diagonal.ts'

const LEFT = 64
const TOP = 20
/** Height and width of the plot. */
const SIDE = 560
const RIGHT = LEFT + SIDE
const BOTTOM = TOP + SIDE
const WIDTH = 860
const HEIGHT = BOTTOM + 56
const MARK = 4.5

const COLOURS: Readonly<Record<Series, string>> = {
  laptop: '#0b6b5d',
  desktop: '#b87a10',
  monitor: '#4a6fa5',
  smartphone: '#b01657',
  tablet: '#7141a8',
  server: '#17211f',
  'benchmarked server': '#84918d',
  'graphics card': '#d1451b',
}

/** Our figures against the published ones, both axes logarithmic: one mark for each figure, a colour for each thing. */
export function calibrationChart(release: string, kinds: readonly CalibratedKind[]): string {
  const asked = kinds.flatMap((kind) => kind.asked.map((figure) => ({ figure, series: seriesOf(kind.kind) })))
  const near = asked.filter(({ figure: { ours, value } }) => Math.abs(Math.log(ours.value / value)) <= Math.log(2))
  const shown = SERIES.filter((series) => asked.some((each) => each.series === series))
  const ticks = DIAGONAL_TICKS.flatMap((tick) => [
    line(tick, DIAGONAL_ENDS[0], tick, DIAGONAL_ENDS[1], 'stroke="#e3e5df"'),
    line(DIAGONAL_ENDS[0], tick, DIAGONAL_ENDS[1], tick, 'stroke="#e3e5df"'),
    `<text x="${x(tick)}" y="${BOTTOM + 18}" text-anchor="middle">${tick}</text>`,
    `<text x="${LEFT - 8}" y="${y(tick) + 4}" text-anchor="end">${tick}</text>`,
  ])
  const [least, most] = DIAGONAL_ENDS
  const factors = DIAGONAL_FACTORS.map((factor) => {
    const [from, to] = [Math.max(least, least / factor), Math.min(most, most / factor)]
    return line(from, from * factor, to, to * factor, 'stroke="#53615d" stroke-dasharray="5 4"')
  })
  const marks = asked.map(({ figure, series }) => {
    const { value, ours, counts } = figure
    const path = markPath(figure.unit, x(value), y(ours.value), MARK)
    const fill = counts ? `fill="${COLOURS[series]}" fill-opacity="0.6"` : 'fill="#fff" fill-opacity="0.6"'
    const data = `data-series="${series}" data-unit="${figure.unit}" data-ours="${short(ours.value)}" data-published="${short(value)}"${counts ? '' : ' data-left-out=""'}`
    return `<g data-value="${escaped(wordsOf(figure)).replace('\n', '&#10;')}" ${data}><path d="${path}" ${fill} stroke="${COLOURS[series]}"/></g>`
  })
  const legend = [
    ...shown.map((series) => ({ words: series, path: `fill="${COLOURS[series]}"`, unit: 'kg CO2 eq.' as const })),
    ...(['kg CO2 eq.', 'kWh/year', 'W'] as const).map((unit) => {
      return { words: UNITS_SHOWN[unit], path: 'fill="none" stroke="#17211f"', unit }
    }),
  ].map(({ words, path, unit }, index) => {
    const top = TOP + 16 + index * 24 + (index >= shown.length ? 20 : 0)
    return `<path d="${markPath(unit, RIGHT + 34, top, 5.5)}" ${path}/><text x="${RIGHT + 48}" y="${top + 5}">${words}</text>`
  })
  const notes = [
    'filled: counts',
    'hollow: fitted, or another',
    'configuration of a model',
    'line: ours is as published',
  ]
  const below = TOP + 16 + (shown.length + 3) * 24 + 40
  const said = [...notes, 'dashed: half or twice'].map(
    (words, index) => `<text x="${RIGHT + 28}" y="${below + index * 18}" fill="#53615d">${words}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" data-release="${release}" role="img" aria-labelledby="calibration-title calibration-desc" font-family="system-ui, sans-serif" font-size="13" fill="#17211f">
<title id="calibration-title">Our figures against published ones</title>
<desc id="calibration-desc">${descriptionOf(release, near.length, asked.length)}</desc>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${[...ticks, ...factors].join('\n')}
${line(least, least, most, most, 'stroke="#17211f" stroke-width="1.5"')}
${marks.join('\n')}
<text x="${LEFT + SIDE / 2}" y="${BOTTOM + 44}" text-anchor="middle">published</text>
<text x="18" y="${TOP + SIDE / 2}" text-anchor="middle" transform="rotate(-90 18 ${TOP + SIDE / 2})">ours</text>
${[...legend, ...said].join('\n')}
</svg>
`
}

function descriptionOf(release: string, near: number, all: number): string {
  return `Release ${release}. A diagonal chart with logarithmic axes: across the published figure, upwards ours, both in kg CO2 eq., kWh a year or W. Of ${all} figures, ${near} lie between half and twice the published one. Marks in a row are devices that we know by their kind alone.`
}

/** `laptop making: Dell Latitude 7440`, and both figures. */
function wordsOf({ kind, maker, model, value, unit, ours }: AskedFigure): string {
  return `${kind}: ${maker} ${model}\npublished ${short(value)} ${unit}, ours ${short(ours.value)} (${short(ours.low)} to ${short(ours.high)})`
}

/** What a kind is about: `desktop` for `tower desktop making`. */
function seriesOf(kind: string): Series {
  const thing = kind.replace(/ (making|electricity|power)\b.*$/, '')
  if (thing === 'office server') return 'server'
  if (/desktop$|^workstation$/.test(thing)) return 'desktop'
  const series = SERIES.find((each) => each === thing)
  if (series === undefined) throw new Error(`${kind} has no colour in the chart`)
  return series
}

function line(x1: number, y1: number, x2: number, y2: number, style: string): string {
  return `<line x1="${x(x1)}" y1="${y(y1)}" x2="${x(x2)}" y2="${y(y2)}" ${style}/>`
}

function x(figure: number): number {
  return round(LEFT + placeOnDiagonal(figure) * SIDE)
}

function y(figure: number): number {
  return round(BOTTOM - placeOnDiagonal(figure) * SIDE)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function short(value: number): number {
  return Number(value.toPrecision(3))
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
