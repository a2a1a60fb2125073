import { type CalibratedKind, calibrationOfRelease, type Miss, missesOf } from '../src/catalogue/calibration.ts'
import type { Release, Releases } from '../src/catalogue/releases.ts'
import { type Calibration, calibrationOf, fittedMakers } from '../src/engine/readings/calibration.ts'
import { calibrationChart } from './calibration-chart.ts'

/** Releases that are shown, the newest first. */
const SHOWN_RELEASES = 3

/** What every release comes to. */
export interface CalibratedRelease {
  readonly id: string
  readonly kinds: readonly CalibratedKind[]
}

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
  return { text: textOf(all), chart: calibrationChart(all) }
}

function textOf(all: readonly CalibratedRelease[]): string {
  const [newest, before] = all
  if (newest === undefined) throw new Error('There is no release')
  const verdicts = newest.kinds.map((kind) => ({ kind, misses: missesOf(kind, sameKind(before, kind.kind)) }))
  const failing = verdicts.filter(({ misses }) => misses.length > 0)
  return `# Calibration

Written by \`npm run calibration\`; do not edit. How far our figures are from those that makers and studies published, and whether
our intervals hold as many of these as they say.

Each figure in \`data/${newest.id}/published.csv\` was published for one product, with a unit, a boundary and a year; the row has
the same thing as an asset of ours. The model is asked for it, once in each release: its value, and 1,024 samples with bounds and
the published spread of factors. An interval from the 5th to the 95th percentile should hold 90 % of what was published.

Where fewer than eight figures of a kind may be repeated here, ours is held against the 5th, 50th and 95th percentile of what many
makers published (\`data/${newest.id}/published-kinds.csv\`). Percentiles of terminals: contains information from
[environmental-footprint-data](https://github.com/Boavizta/environmental-footprint-data), which is made available under the
[Open Database License (ODbL)](https://opendatacommons.org/licenses/odbl/1-0/). Benchmarked servers are lean: few drives, supplies
and fans that fit. Office servers are sold as makers describe them.

${newest.kinds.length - failing.length} of ${newest.kinds.length} kinds are within what is asked of them in ${newest.id}:

- of eight figures or more, a median of ours over published from 0.67 to 1.5 (making of servers: 0.5 to 2), 75 to 97 % inside our
  interval, and a mean interval score that is no worse than in the release before;
- of fewer, ours within the 5th and 95th percentile of what was published, and within a factor of 1.5 of their median (making of
  desktops: 2). Where percentiles are not known either, the median ratio alone.

${failing.length === 0 ? 'None fails.' : `Where a kind fails, its sources disagree by more than our bounds:\n\n${failing.map(failureOf).join('\n')}`}

![Ours over published, by kind and release](calibration.svg)

${all.map(({ id, kinds }) => `## Release ${id}\n\n${tableOf(kinds)}`).join('\n\n')}

*Figures*: how many, from how many makers; of 0, percentiles stand for them. *Ours / published*: 10th, 50th and 90th percentile;
of percentiles, ours over the 95th, 50th and 5th. *Inside*: share of the published figures within our interval. *Width*: median of
the interval over its middle. *Score*: mean interval score (Gneiting and Raftery 2007, eq. 43) over the published figure; lower is
better.

## Half of the makers

What is fitted is fitted on half of the makers (every other one by name) and shown on the others, in ${newest.id}.

${halvesOf(newest.kinds)}

## Where sources disagree

Two sources stand behind the figures of terminals: the sheets of makers, and what ADEME counted in 2022. Where a value has bounds,
they hold both. These figures differ most:

| figure | makers' sheets | ADEME 2022 | ours, and why |
|---|---|---|---|
| laptop, making | 241 kg (135 to 386) | 170 kg | 170 kg: ADEME's are background data of 2022, most sheets a model with default parts |
| desktop, making | 301 kg (167 to 549) | 203 (for work), 259 kg (at home) | ADEME's, since sheets hold many with cards and screens |
| monitor, making | 70 to 160 kg since 2022, 357 kg before | 64.6 kg | 70 kg: the sheets before 2022 overstate panels |
| smartphone, making | 56 kg (21 to 81) | 77 kg | 77 kg: of 6.6 inches and 180 GB, larger than most of the sheets. Small phones lie below our likely range |
| laptop, kWh a year | 19 (12 to 32) | 29 | 22: sheets count a profile with little use, ADEME 3 hours a day |
| desktop, kWh a year | 56 (16 to 182) | 102 to 153 | 75, for the same reason |
| monitor, kWh a year | 41 (24 to 107) | 73 | 50, for the same reason |
| internet box, making | 2.6 to 7.1 kg (reports of 2013 to 2015) | 60.8 kg | 60.8 kg: the reports are of smaller boxes, and old |
| VR headset, power | none | 2 W | 692 and 710 W, doubtful: kept until there is a second source |

## Graphics cards, one check each

A check of each is no calibration. NVIDIA's boards of eight (HGX) hold switches, which ours do not.

${cardsOf(newest.kinds)}
`
}

function failureOf({ kind: { kind, note = '' }, misses }: Verdict): string {
  return `- **${kind}**: ${misses.map(({ reason }) => reason).join('; ')}. ${note}`.trimEnd()
}

function sameKind(release: CalibratedRelease | undefined, name: string): CalibratedKind | undefined {
  return release?.kinds.find(({ kind }) => kind === name)
}

const HEAD = `| kind | figures | ours / published | inside | width | score |
|---|---|---|---|---|---|`

function tableOf(kinds: readonly CalibratedKind[]): string {
  return [HEAD, ...kinds.map(({ kind, calibration }) => rowOf(kind, calibration))].join('\n')
}

function rowOf(name: string, { figures, makers, inside, width, score, ...ratios }: Calibration): string {
  const count = figures === 0 ? '0' : `${figures} of ${makers}`
  const ratio = [ratios.ratioLow, ratios.ratioMedian, ratios.ratioHigh].map(short).join(', ')
  return `| ${name} | ${count} | ${ratio} | ${Math.round(100 * inside)} % | ${short(width)} | ${short(score)} |`
}

function halvesOf(kinds: readonly CalibratedKind[]): string {
  const rows = kinds.flatMap(({ kind, asked }) => {
    const held = asked.map(({ maker, value, ours }) => ({ maker, published: value, ours }))
    const fitted = fittedMakers(held)
    return (['fitted', 'held out'] as const).flatMap((half) => {
      const calibration = calibrationOf(held.filter(({ maker }) => fitted.has(maker) === (half === 'fitted')))
      return calibration === undefined ? [] : [rowOf(`${kind}, ${half}`, calibration)]
    })
  })
  return [HEAD, ...rows].join('\n')
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

/** Three significant figures; none of these is surer. */
function short(value: number): string {
  return String(Number(value.toPrecision(3)))
}
