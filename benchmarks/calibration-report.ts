import {
  type CalibratedKind,
  calibrationOfRelease,
  hasMedian,
  type Miss,
  missesOf,
} from '../src/catalogue/calibration.ts'
import type { Release, Releases } from '../src/catalogue/releases.ts'
import type { ServerPowerCheck } from '../src/catalogue/tables.ts'
import { type Calibration, calibrationOf, fittedMakers } from '../src/engine/readings/calibration.ts'
import { type CalibratedRelease, calibrationChart } from './calibration-chart.ts'

/** Releases that are shown, the newest first. */
const SHOWN_RELEASES = 3

/** A kind with a smaller share of figures inside our interval is a known gap, even if it passes. */
const FEWEST_INSIDE = 1 / 3

/** A median ratio farther from 1 is named in the summary. */
const FAR = 1.3

/** A kind, and what it does not meet. */
interface Verdict {
  readonly kind: CalibratedKind
  readonly misses: readonly Miss[]
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
  return { text: textOf(all, releases.newest.tables.serverPowerChecks), chart: calibrationChart(all) }
}

function textOf(all: readonly CalibratedRelease[], checks: readonly ServerPowerCheck[]): string {
  const [newest, before] = all
  if (newest === undefined) throw new Error('There is no release')
  const verdicts = newest.kinds.map((kind) => ({ kind, misses: missesOf(kind, sameKind(before, kind.kind)) }))
  const failing = verdicts.filter(({ misses }) => misses.length > 0)
  return `# Calibration

<!-- \`npm run calibration\` writes this page: do not edit it. -->

See how reliable our figures are. This page compares them with figures that makers and studies published, and counts how many of the
published figures lie inside our intervals.

${summaryOf(newest)}

Each figure in \`data/${newest.id}/published.csv\` was published for one product, with a unit, a boundary and a year. Its
row also describes the product as an impactql asset. Kinds with \`making\` in their name are about the embodied impact, or about
manufacturing alone if only that was published. The model assesses that asset in each release, and draws 1,024 samples from
the bounds and the published spread of factors. Our figure is the best estimate (\`value\`), not the median of the samples. Our interval
is the likely range: from the 5th to the 95th percentile of the samples. It should contain 90 % of the published figures.

Some publishers allow us to quote at most seven figures of a kind. We then compare with the 5th, 50th and 95th percentile over many
makers (\`data/${newest.id}/published-kinds.csv\`). The percentiles of terminals and the ranges of servers contain information from
[environmental-footprint-data](https://github.com/Boavizta/environmental-footprint-data), which is made available under the [Open
Database License (ODbL)](https://opendatacommons.org/licenses/odbl/1-0/). The kinds \`benchmarked server\` are results of SPECpower
of makers whose results no fit has used. These are servers with few drives, and with power supplies and fans no larger than needed. We
therefore ask for their power without the constant \`server_power_field\`, which raises that of servers in the field. The kind \`office
server\` covers servers for which makers publish a sheet with the carbon footprint of the product.

${newest.kinds.length - failing.length} of ${newest.kinds.length} kinds pass in ${newest.id}. The rule depends on the number of
figures:

- A kind with eight figures or more passes if it meets three conditions. The median ratio (our figure / published figure) is from
  0.67 to 1.5 (server manufacturing: 0.5 to 2). Of the published figures, 75 to 97 % are inside our interval (power: 75 % or
  more). The mean interval score has not risen since the previous release.
- A kind with fewer figures passes if our figure for a typical device lies between the published 5th and 95th percentile over many
  makers. It must also lie within a factor of 1.5 of the published median (desktop manufacturing: 2). If no percentiles are published,
  only the median ratio counts.

${mediansOf(newest.kinds)}

${failing.length === 0 ? 'All kinds pass.' : `These kinds fail:\n\n${failing.map(failureOf).join('\n')}`}

![Our figures divided by published ones, by kind and release](calibration.svg)

${gapsOf(verdicts)}${all.map(({ id, kinds }) => `## Release ${id}\n\n${tableOf(kinds)}`).join('\n\n')}

| column | meaning |
|---|---|
| kind | name of the kind in the API |
| figures | number of figures and of makers. 0 if percentiles replace them |
| ours / published | 10th, 50th and 90th percentile of the ratios (linear interpolation). With 0 figures: ours divided by the published 95th, 50th and 5th percentile. If no median is published: ours divided by the highest and by the lowest published figure |
| inside | published figures, or percentiles of them, inside our interval |
| fitted | which part of our figure was fitted to published figures of this kind: the value, the bounds or the spread. The row is not an independent check of that part |
| width | median of the width of the interval, divided by the median of the samples |
| score | mean interval score (Gneiting and Raftery 2007, eq. 43) divided by the published figure. Lower is better |

## Power of servers by load

The power of servers in ${newest.id} is fitted to SPECpower results of some makers. We compare it with measured power at several loads, asked
as for the kinds \`benchmarked server\`. The results are not in this repository, but [spec.org](https://www.spec.org/power_ssj2008/results/)
publishes them. The table therefore has aggregates with their dates (\`data/${newest.id}/server-power-checks.csv\`). \`npm run fit:power --
FILE...\` repeats the fit and the last two columns on files of results. A cell has the median of our figure / measured figure, and the
share of the measured figures inside our interval.

${powerByLoad(checks)}

## Held-out makers

If we fit a value to the figures of single products, the fit uses half of the makers: the first, the third and so on in alphabetical
order. The other makers are held out, so only they can be an independent check of the value. The table shows both halves in
${newest.id}, for the fitted kinds that have figures of single products. Some fits differ from this rule:

- The spread of server manufacturing gives Dell and HPE equal weight, and uses all their figures (see the [notes of the
  release](../data/${newest.id}/README.md#notes-on-the-changes)). HPE's sheet thus counts in the fit, although it is held out.
- The factors of graphics cards come from the seven cards that the studies behind them took apart. Four of ADEME's are in the table of
  single cards below. The factor of memory uses the number of dies of three cards of the seven, those with HBM. The bounds of the
  factor of chips come from NVIDIA's board of eight H100. Falk et al. took an A100 SXM apart. In our row of that card, the board, heat sink and weight come from a compilation that includes
  their study, so their figure does not check it independently.
- The bounds of terminals are the published 5th and 95th percentile over many makers. Those of monitor manufacturing are wider, to
  include the figure of ADEME. The values of terminals come from ADEME 2022, or lie between ADEME and the median of the sheets. The value of
  monitor manufacturing is the lowest figure of the sheets since 2022.
- The bounds of SSDs are the lowest and the highest published carbon per TB.

${halvesOf(newest.kinds)}

## Where sources disagree

The figures of terminals have two sources: the sheets of makers, and the figures of ADEME in 2022. Bounds include both, except those of
the internet box and the VR headset, which have no bounds from sheets. ADEME's
figures and ours are manufacturing alone. The sheets also count transport and end of life. In ${newest.id}, these are 15 kg for a
laptop, 8 to 10 kg for a desktop, 5 kg for a monitor and 3 kg for a smartphone. We take the percentiles of the sheets as bounds without
subtracting them, so these bounds are up to 12 % too high. The table lists the figures on which the two sources differ most:

| figure | makers' sheets | ADEME 2022 | ours, and why |
|---|---|---|---|
| laptop, manufacturing | 241 kg (135 to 386) | 170 kg | 170 kg, because ADEME uses background data of 2022, and most sheets use a model with default parts |
| desktop, manufacturing | 301 kg (167 to 549) | 203 (for work), 259 kg (at home) | ADEME's, because many sheets include graphics cards and screens |
| monitor, manufacturing | 70 to 160 kg since 2022, 357 kg before | 64.6 kg | 70 kg, the lowest figure of the sheets since 2022 and near ADEME. The sheets before 2022 overstate panels |
| smartphone, manufacturing | 56 kg (21 to 81) | 77 kg | 77 kg, for 6.6 inches and 180 GB, larger than in most sheets. Our likely range (39 to 123 kg, with transport and end of life) contains about 7 in 10 of the sheets, and small phones are below it. We do not widen it: that would show a difference of size as uncertainty |
| laptop, kWh a year | 19 (12 to 32) | 29 | 22, a compromise nearer to the sheets. The sheets assume little use, and ADEME assumes 3 hours a day |
| desktop, kWh a year | 56 (16 to 182) | 102 to 153 | 75, a compromise for the same reason |
| monitor, kWh a year | 41 (24 to 107) | 73 | 50, a compromise for the same reason |
| internet box, manufacturing | 2.6 to 7.1 kg (reports of 2013 to 2015) | 60.8 kg | 60.8 kg without bounds, because the reports are old and about smaller boxes. Its spread is the GSD2 of 1.96 alone, which does not reach them |
| VR headset, power | none | 2 W | 692 and 710 W, the values of Boavizta, which have no source. A headset cannot draw that much, so results with these values have a warning. We keep them until a second source confirms ADEME's 2 W |

## Graphics cards, one check each

These are single checks, one per card. Together they are the kind \`graphics card making\` of the tables above. NVIDIA's boards of eight (HGX) include switches, and ours do not.

${cardsOf(newest.kinds)}
`
}

function failureOf({ kind: { kind, note = '' }, misses }: Verdict): string {
  return `- **${kind}**: ${misses.map(({ reason }) => reason).join('; ')}. ${note}`.trimEnd()
}

/** Kinds that pass, although most published figures are outside our interval. */
function gapsOf(verdicts: readonly Verdict[]): string {
  const gaps = verdicts.filter(({ kind, misses }) => misses.length === 0 && kind.calibration.inside < FEWEST_INSIDE)
  if (gaps.length === 0) return ''
  const lines = gaps.map(({ kind: { kind, note = 'No reason is known.', calibration } }) => {
    return `- **${kind}**: ${Math.round(100 * calibration.inside)} % inside. ${note}`
  })
  return `## Known gaps

These kinds pass, but fewer than a third of the published figures are inside our interval:

${lines.join('\n')}

`
}

function sameKind(release: CalibratedRelease | undefined, name: string): CalibratedKind | undefined {
  return release?.kinds.find(({ kind }) => kind === name)
}

const HEAD = '| kind | figures | ours / published | inside | width | score |'
const RULE = '|---|---|---|---|---|---|'

function tableOf(kinds: readonly CalibratedKind[]): string {
  const rows = kinds.map(
    (each) => `${rowOf(each.kind, each.calibration, percentilesOf(each), hasMedian(each))} ${each.fitted ?? 'no'} |`,
  )
  return [`${HEAD} fitted |`, `${RULE}---|`, ...rows].join('\n')
}

/** Number of published percentiles that replace single figures of a kind. */
function percentilesOf({ low, median, high }: CalibratedKind): number {
  return [low, median, high].filter((each) => each !== undefined).length
}

function rowOf(name: string, of: Calibration, percentiles = 0, isMedian = true): string {
  const { figures, makers, inside, width, score } = of
  const count = figures === 0 ? '0' : `${figures}, by ${makers} ${makers === 1 ? 'maker' : 'makers'}`
  const ratio = `${ratiosOf(of, isMedian)}${isMedian ? '' : ', no median'}`
  const held =
    figures === 0
      ? `${Math.round(percentiles * inside)} of ${percentiles} percentiles`
      : `${Math.round(100 * inside)} %`
  return `| ${name} | ${count} | ${ratio} | ${held} | ${short(width)} | ${short(score)} |`
}

/** The whole in a few sentences: how many figures lie inside, which kinds have only percentiles, and what is fitted. */
function summaryOf({ id, kinds }: CalibratedRelease): string {
  const single = kinds.filter(({ calibration }) => calibration.figures > 0)
  const [figures, inside] = [figuresOf(single), insideOf(single)]
  const others = single.filter(({ isBenchmarked }) => !isBenchmarked)
  const [ofOthers, othersInside] = [figuresOf(others), insideOf(others)]
  const far = kinds
    .filter(hasMedian)
    .flatMap(({ kind, calibration: { ratioMedian } }) =>
      Math.abs(Math.log(ratioMedian)) > Math.log(FAR) ? [`  - ${kind} (${short(ratioMedian)})`] : [],
    )
  const open = kinds.filter((kind) => !hasMedian(kind))
  return `**In ${id}, ${inside} of ${figures} published figures (${Math.round((100 * inside) / figures)} %) lie inside our interval. The aim is 90 %.**

${figures - ofOthers} of the ${figures} are power figures of benchmarked servers. Of the ${ofOthers} others, ${othersInside} (${Math.round((100 * othersInside) / ofOthers)} %) lie inside.

- For ${kinds.length - single.length} of ${kinds.length} kinds, we compare with percentiles or a range over many products.
- For ${far.length} kinds, the median ratio (our figure / published figure) is above ${FAR} or below ${short(1 / FAR)}:
${far.join('\n')}
- ${open.length} kinds have no published median:
${open.map(({ kind, calibration }) => `  - ${kind}: our figure is ${ratiosOf(calibration, false)} times the published ones`).join('\n')}
- For ${kinds.filter(({ fitted }) => fitted !== undefined).length} kinds, our value, bounds or spread is fitted to published figures. The column \`fitted\` marks them.`
}

function figuresOf(kinds: readonly CalibratedKind[]): number {
  return kinds.reduce((sum, { calibration }) => sum + calibration.figures, 0)
}

function insideOf(kinds: readonly CalibratedKind[]): number {
  return kinds.reduce((sum, { calibration }) => sum + Math.round(calibration.figures * calibration.inside), 0)
}

/** `0.482, 0.504, 0.696`; `0.271 to 10.8` without a median. */
function ratiosOf({ ratioLow, ratioMedian, ratioHigh }: Calibration, isMedian: boolean): string {
  return isMedian
    ? [ratioLow, ratioMedian, ratioHigh].map(short).join(', ')
    : `${short(ratioLow)} to ${short(ratioHigh)}`
}

/** What decides about kinds with few figures: the tables do not show it. */
function mediansOf(kinds: readonly CalibratedKind[]): string {
  const few = kinds.flatMap(({ kind, calibration, typical, median }) =>
    calibration.figures > 0 && typical !== undefined && median !== undefined
      ? [`- ${kind}: ${short(typical.value / median)}`]
      : [],
  )
  return `For ${few.length} kinds, a few figures of single products are published, and also percentiles over many makers. The tables below compare our figures with these products. For these kinds, the pass rule instead compares our figure for a typical device with the published median over many makers. The ratios (our figure / published median) are\n\n${few.join('\n')}`
}

function halvesOf(kinds: readonly CalibratedKind[]): string {
  const rows = kinds.flatMap(({ kind, asked, fitted: isFitted }) => {
    if (isFitted === undefined) return []
    const held = asked.map(({ maker, value, ours }) => ({ maker, published: value, ours }))
    const fitted = fittedMakers(held)
    return (['fit half', 'held-out half'] as const).flatMap((half) => {
      const calibration = calibrationOf(held.filter(({ maker }) => fitted.has(maker) === (half === 'fit half')))
      return calibration === undefined ? [] : [rowOf(`${kind}, ${half}`, calibration)]
    })
  })
  return [HEAD, RULE, ...rows].join('\n')
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
  const rows = cards.map(
    ({ model, maker, value, ours }) =>
      `| ${model} | ${maker} | ${short(value)} kg | ${short(ours.value)} kg (${short(ours.low)} to ${short(ours.high)}) | ${short(ours.value / value)} |`,
  )
  return ['| card | by | published | ours (5 to 95 %) | ours / published |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  )
}

/** Three significant figures: no ratio here is more certain. */
function short(value: number): string {
  return String(Number(value.toPrecision(3)))
}
