import { type CalibratedKind, calibrationOfRelease, hasMedian } from '../src/catalogue/calibration.ts'
import type { Release, Releases } from '../src/catalogue/releases.ts'
import type { ServerPowerCheck } from '../src/catalogue/tables.ts'
import { calibrationChart } from './calibration-chart.ts'

/** Releases that are shown, the newest first. */
const SHOWN_RELEASES = 3

/** A release, and how each kind of it compares with published figures. */
interface CalibratedRelease {
  readonly id: string
  readonly kinds: readonly CalibratedKind[]
}

/** docs/calibration.md and its chart. */
export async function calibrationReport(
  releases: Releases,
): Promise<{ readonly text: string; readonly chart: string }> {
  const all = await Promise.all(
    releases.all.slice(0, SHOWN_RELEASES).map(
      async (release: Release): Promise<CalibratedRelease> => ({
        id: release.id,
        kinds: await calibrationOfRelease(release, releases.newest),
      }),
    ),
  )
  const [newest] = all
  if (newest === undefined) throw new Error('There is no release')
  return {
    text: textOf(newest, all.slice(1), releases.newest.tables.serverPowerChecks),
    chart: calibrationChart(newest.id, newest.kinds),
  }
}

function textOf(
  newest: CalibratedRelease,
  earlier: readonly CalibratedRelease[],
  checks: readonly ServerPowerCheck[],
): string {
  const { id, kinds } = newest
  const judged = kinds.filter(({ misses }) => misses !== undefined)
  const failing = judged.filter(({ misses = [] }) => misses.length > 0)
  return `# Calibration

<!-- \`npm run calibration\` writes this page: do not edit it. -->

See how reliable our figures are. This page compares them with figures that makers and studies published, and counts
for each kind how many of the published figures lie inside our intervals.

![Our figures against published ones: each mark is one figure, the line is where both are equal](calibration.svg)

Above the line, ours is higher than the published figure, and below it lower. Marks in a row are devices that the model knows by their kind or
size alone: it has one figure for all of them. If you name such a model, the figure of its maker takes the place of ours.

${judged.length - failing.length} of ${judged.length} kinds pass in ${id}. ${kinds.length - judged.length} kinds have too few figures for a verdict. A share over all kinds
would say nothing: how well we know graphics cards does not tell how well we know laptops.

## Release ${id}

${tableOf(kinds)}

| column | meaning |
|---|---|
| kind | name of the kind in the API. Kinds with \`making\` in their name are about the embodied impact, or about manufacturing alone if only that was published |
| figures | number of figures, and of their makers |
| median | our figure / published figure: the median of the ratios. In brackets the 10th and the 90th percentile (linear interpolation) |
| inside | published figures inside our interval. It should contain 90 % of them |
| width | median of the width of the interval, divided by the median of the samples |
| score | mean interval score (Gneiting and Raftery 2007, eq. 43) divided by the published figure. Lower is better |
| fitted | which part of our figure was fitted to other figures of this kind: the value, the bounds or the spread. The row is not an independent check of that part |
| verdict | see below. – for fewer than five figures |

A kind passes if the median ratio is from 0.67 to 1.5, and if enough figures lie inside our interval:

| figures | inside |
|---|---|
| 1 to 4 | no verdict |
| 5 to 7 | at most one is outside |
| 8 to 10 | at most two are outside |
| 11 and more | 75 to 97 %; power in W: 75 % or more |

The score has no part in it. It is shown for each release, so that you can see whether our intervals became better.

${failing.length === 0 ? 'All kinds with a verdict pass.' : `These kinds fail:\n\n${failing.map(failureOf).join('\n')}`}

About kinds:

${notesOf(kinds)}

### How it is done

Each figure in \`data/${id}/published.csv\` was published for one product, with a unit, a boundary, a year and a method. Its
row also describes the product as an impactql asset. The model assesses that asset in each release, and draws 1,024 samples from
the bounds and the published spread of factors. Our figure is the best estimate (\`value\`), not the median of the samples. Our interval
is the likely range: from the 5th to the 95th percentile of the samples. Both always come from the model, never from the figure of
a maker: no figure grades itself.

- Sheets are of 2018 or later, and for the manufacturing of servers of 2020 or later. We take means, never 95th percentiles, and no sheet whose figures contradict each other.
- The configurations of one model and year count once, with the first. A figure that ours was fitted to does not count.
- Methods differ more than products: PAIA (Dell, Acer, Lenovo), HP's own tools, and the assessments of Apple, Microsoft and others. The column
  \`method\` of the table says which. A range that holds them all is a range of methods, too.
- Figures with the note *cited* are quoted by others. Of the other sheets, we saw the text.

The kinds \`benchmarked server\` are results of SPECpower
of makers whose results no fit has used. These are servers with few drives, and with power supplies and fans no larger than needed. We
therefore ask for their power without the constant \`server_power_field\`, which raises that of servers in the field. The kind \`office
server\` covers servers for which makers publish a sheet with the carbon footprint of the product.

### Kinds with percentiles alone

The table of published figures has none of these kinds, so there is no verdict. This table has the range over many products, and our figure for a
typical one.

${rangesOf(kinds)}

The percentiles of terminals, the medians of desktop computers by form and the formula of Dell's sheets of 2019 contain information from
[environmental-footprint-data](https://github.com/Boavizta/environmental-footprint-data). It is made available under the [Open
Database License (ODbL)](https://opendatacommons.org/licenses/odbl/1-0/).

### What was fitted

- Desktop computers by form: value and bounds are the median, the 5th and the 95th percentile of makers' sheets of the form.
- Smartphones: base and carbon per GB of storage are a fit to half of one maker's sheets, checked on the other half.
- Monitors: the value grows with the square of the diagonal: 92 kg at 24 inches, between ADEME and an aggregate of makers' sheets of 2022.
- Laptops and tablets: the bounds are the 5th and the 95th percentile over many makers. The values of manufacturing come from ADEME 2022. Electricity lies
  between ADEME and the median of the sheets.
- The spread of server manufacturing is fitted to nine sheets since 2020.
- Graphics cards: the factors of chips, boards and memory come from cards that the studies behind them took apart. The A100 PCIe, the GTX 1080 Ti,
  the P100 and the L4 are among them. The bounds of chips and memory come from NVIDIA's board of eight H100.
- The bounds of SSDs are the lowest and the highest published carbon per TB.

## Power of servers by load

The power of servers in ${id} is fitted to SPECpower results of some makers. We compare it with measured power at several loads, asked
as for the kinds \`benchmarked server\`. The results are not in this repository, but [spec.org](https://www.spec.org/power_ssj2008/results/)
publishes them. The table therefore has aggregates with their dates (\`data/${id}/server-power-checks.csv\`). \`npm run fit:power --
FILE...\` repeats the fit and the last two columns on files of results. A cell has the median of our figure / measured figure, and the
share of the measured figures inside our interval.

${powerByLoad(checks)}

## Where sources disagree

The figures of terminals have two sources: the sheets of makers, and the figures of ADEME in 2022. Bounds include both, except those of
the internet box and the VR headset, which have no bounds from sheets. ADEME's
figures are manufacturing alone. The sheets also count transport and end of life. In ${id}, these are 15 kg for a
laptop, 8 to 10 kg for a desktop, 5 kg for a monitor and 3 kg for a smartphone. We take the percentiles of the sheets as bounds without
subtracting them, so these bounds are up to 12 % too high. The table lists the figures on which the two sources differ most:

| figure | makers' sheets | ADEME 2022 | ours, and why |
|---|---|---|---|
| laptop, manufacturing | 241 kg (135 to 386) | 170 kg | 170 kg, because ADEME uses background data of 2022, and most sheets use a model with default parts |
| desktop of a known form, manufacturing | 190 kg (mini), 246 (tower), 300 (all-in-one), 345 (workstation) | 203 (for work), 259 kg (at home) | the median of the sheets of the form |
| desktop of another form, manufacturing | 301 kg (167 to 549), all forms | 203 (for work), 259 kg (at home) | ADEME's, because many sheets include graphics cards and screens |
| monitor, manufacturing | 70 to 160 kg in sheets since 2022, an aggregate: none of them was opened. 357 kg before | 64.6 kg | 92 kg at 24 inches, between both, in proportion to the area. The sheets before 2022 overstate panels |
| smartphone, manufacturing | 56 kg (21 to 81) | 77 kg, for 6.6 inches and 180 GB | 52 kg, and 0.048 kg per GB: 58 kg at 128 GB, by the sheets of one maker |
| laptop, kWh a year | 19 (12 to 32) | 29 | 20, near the sheets. They assume little use, and ADEME assumes 3 hours a day |
| desktop, kWh a year | 56 (16 to 182), all forms | 102 to 153 | by form and year; 50 for another form. The sheets of towers in our table contradict the median of theirs since 2021: see above |
| monitor, kWh a year | 41 (24 to 107) | 73 | 50, a compromise |
| internet box, manufacturing | 2.6 to 7.1 kg (reports of 2013 to 2015) | 60.8 kg | 60.8 kg without bounds, because the reports are old and about smaller boxes. Its spread is the GSD2 of 1.96 alone, which does not reach them |
| VR headset, power | none | 2 W | 692 and 710 W, the values of Boavizta, which have no source. A headset cannot draw that much, so results with these values have a warning. We keep them until a second source confirms ADEME's 2 W |

## Graphics cards

Two of the seven are checks: B200 and A100 SXM. The factors were made from the other five, or their bounds were fitted to them. Board, heat sink and weight of our
A100 SXM come from a compilation that includes Falk et al. They are 12 % of our figure. Chips and memory do not come from it, so the check is
independent in the main part. NVIDIA's boards of eight (HGX) include switches, and ours do not.

${cardsOf(kinds)}

${earlier.map((release) => `## Release ${release.id}\n\n${tableOf(release.kinds)}`).join('\n\n')}
`
}

function failureOf({ kind, misses = [], reason = 'No reason is known.' }: CalibratedKind): string {
  return `- **${kind}**: ${misses.join('; ')}. ${reason}`
}

function notesOf(kinds: readonly CalibratedKind[]): string {
  return kinds.flatMap(({ kind, note }) => (note === undefined ? [] : [`- **${kind}**: ${note}`])).join('\n')
}

const COLUMNS = ['kind', 'figures', 'median', 'inside', 'width', 'score', 'fitted', 'verdict']

function tableOf(kinds: readonly CalibratedKind[]): string {
  const rows = kinds.flatMap(({ kind, calibration, fitted = 'no', misses }) => {
    const { figures, makers, ratioLow, ratioMedian, ratioHigh, inside, width, score } = calibration
    if (figures === 0) return []
    const [low, median, high] = [ratioLow, ratioMedian, ratioHigh].map(short)
    const verdict = misses === undefined ? '–' : misses.length === 0 ? 'passes' : '**fails**'
    return [
      [
        kind,
        `${figures}, by ${makers} ${makers === 1 ? 'maker' : 'makers'}`,
        figures === 1 ? median : `${median} (${low} to ${high})`,
        `${Math.round(100 * inside)} %`,
        short(width),
        short(score),
        fitted,
        verdict,
      ],
    ]
  })
  return markdown(COLUMNS, rows)
}

/** Our figure beside the published percentiles of kinds without single figures. */
function rangesOf(kinds: readonly CalibratedKind[]): string {
  const rows = kinds.flatMap((kind) => {
    const { typical, calibration, figures, low, median, high, unit, fitted = 'no' } = kind
    if (calibration.figures > 0 || typical === undefined) return []
    const published = [median, `${low} to ${high}`].filter((each) => each !== undefined)
    const ours = `${short(typical.value)} (${short(typical.low)} to ${short(typical.high)})`
    const ratio = hasMedian(kind) ? short(calibration.ratioMedian) : 'no median'
    return [[kind.kind, unit, String(figures ?? '–'), published.join(', from '), ours, ratio, fitted]]
  })
  return markdown(
    ['kind', 'unit', 'published figures', 'published median and range', 'ours (5 to 95 %)', 'ours / median', 'fitted'],
    rows,
  )
}

function markdown(head: readonly string[], rows: readonly (readonly (string | undefined)[])[]): string {
  const line = (cells: readonly (string | undefined)[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

const CHECKED: Readonly<Record<ServerPowerCheck['makers'], string>> = {
  'held out': 'makers that no fit has seen',
  'left out': 'each maker, with a fit to the others',
  fitted: 'the makers of the fit',
}

function powerByLoad(checks: readonly ServerPowerCheck[]): string {
  const loads = [...new Set(checks.map(({ load }) => load))]
  const groups = Object.entries(CHECKED).map(([makers, title]) => {
    const ofGroup = checks.filter((each) => each.makers === makers)
    const dates = [...new Set(ofGroup.map(({ date }) => date))].join(', ')
    return { title: `${title} (${dates})`, ofGroup }
  })
  const cellOf = (check: ServerPowerCheck | undefined) => {
    if (check === undefined) return ''
    const { ratioMedian, inside, results } = check
    const share = inside === undefined ? '' : `, ${Math.round(100 * inside)} %`
    return `${ratioMedian.toFixed(2)}${share} of ${results}`
  }
  const rows = loads.map((load) => {
    const cells = groups.map(({ ofGroup }) => cellOf(ofGroup.find((each) => each.load === load)))
    return `| ${[`${load} %`, ...cells].join(' | ')} |`
  })
  const head = `| ${['load', ...groups.map(({ title }) => title)].join(' | ')} |`
  return [head, `|${'---|'.repeat(groups.length + 1)}`, ...rows].join('\n')
}

function cardsOf(kinds: readonly CalibratedKind[]): string {
  const cards = kinds.find(({ kind }) => kind === 'graphics card making')?.asked ?? []
  const rows = cards.map(({ model, maker, value, ours, fitted }) => [
    model,
    maker,
    `${short(value)} kg`,
    `${short(ours.value)} kg (${short(ours.low)} to ${short(ours.high)})`,
    short(ours.value / value),
    fitted ?? 'no: a check',
  ])
  return markdown(['card', 'by', 'published', 'ours (5 to 95 %)', 'ours / published', 'fitted'], rows)
}

/** Three significant figures: no ratio here is more certain. */
function short(value: number): string {
  return String(Number(value.toPrecision(3)))
}
