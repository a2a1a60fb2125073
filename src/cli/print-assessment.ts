import type { BatchOutcome } from '../bulk/run-batch.ts'
import type { Coverage } from '../engine/assessment/coverage.ts'
import { PHASE_WORDS } from '../engine/readings/phases-held.ts'
import { notReadWords } from '../importers/not-read-words.ts'
import { rangeAbout } from '../library/assumptions.ts'
import {
  type AssessedImpact,
  type AssessedTotal,
  type Assessment,
  type AssetInput,
  type AssumedUnits,
  CRITERIA,
  type Criterion,
  type Driver,
  type FigureReading,
  type Likely,
  type Range,
  type Totals,
  type UnitsOfTotal,
} from '../library/index.ts'
import { coverageLines, uncountedLines } from './coverage-lines.ts'
import { answerJson } from './options.ts'
import { type Line, printError, wrap } from './output/style.ts'
import { fitTable } from './output/table.ts'
import {
  computedForWords,
  countWords,
  exactWords,
  figureWords,
  likelyWords,
  numberWords,
  overWords,
  rangeLine,
  unitCount,
  unitWords,
} from './output/words.ts'

/** The shown spread of a figure. */
export interface Spread {
  readonly mean: number
  readonly standardDeviation: number
  /** By the share of the samples below it, from 1,024 samples. */
  readonly quantiles: Readonly<Record<string, number>>
  /** The causes of the spread, largest first. */
  readonly drivers: readonly Pick<Driver, 'id' | 'label' | 'share' | 'stage' | 'source'>[]
}

const SHOWN = [0.05, 0.25, 0.5, 0.75, 0.95]

/** The distribution of a figure, and its causes. */
export function spreadOf(figure: FigureReading): Spread {
  const distribution = figure.distribution()
  return {
    mean: distribution.mean,
    standardDeviation: distribution.standardDeviation,
    quantiles: Object.fromEntries(SHOWN.map((share) => [share, distribution.quantile(share)])),
    drivers: figure.drivers().map(({ id, label, share, stage, source }) => ({
      id,
      label,
      share,
      stage,
      source,
    })),
  }
}

/** One thing in a word or two, and its figures. */
export interface Answer {
  readonly title: string
  /** Facts found about it, by name. */
  readonly facts: Readonly<Record<string, unknown>>
  /** The facts in lines for people. */
  readonly about?: readonly string[]
  readonly asset: AssetInput
  readonly assessment: Assessment
}

export const ANSWER_FORMATS = ['table', 'json', 'csv'] as const

/** How to print an answer. */
export interface AnswerOptions {
  readonly format?: (typeof ANSWER_FORMATS)[number]
  /** Fields of the JSON to print. */
  readonly fields?: readonly string[]
}

/** Prints an answer: as a table on a terminal, as JSON elsewhere, unless a format is set. */
export function printAnswer(answer: Answer, { format: named, fields }: AnswerOptions): void {
  const { facts, assessment } = answer
  const format = named ?? (process.stdout.isTTY ? 'table' : 'json')
  if (format === 'json') {
    process.stdout.write(`${answerJson({ ...facts, ...assessment }, fields)}\n`)
  } else if (format === 'csv') {
    const rows = phasesOf(assessment).map(({ criterion, unit, phase, figure }) =>
      [criterion, phase, ...numbersOf(figure).map((each) => each ?? ''), unit].join(','),
    )
    process.stdout.write(`${['criterion,phase,value,low,high,min,max,unit', ...rows].join('\n')}\n`)
    printError(computedForWords(assessment.computedFor))
  } else {
    process.stdout.write(`${tableText(answer)}\n`)
  }
}

/** The first figure in a sentence, the facts, then every figure. */
function tableText({ title, about = [], asset, assessment }: Answer): string {
  const rows = phasesOf(assessment).map(({ criterion, unit, phase, figure }) => {
    const [, low, high, min, max] = numbersOf(figure)
    const value = figure ? figureWords(figure) : 'not known'
    return [`${criterion} (${unit})`, phase, value, fromTo(low, high), fromTo(min, max)]
  })
  const table = fitTable(
    [
      { head: 'criterion' },
      { head: 'phase' },
      { head: 'value', isNumber: true },
      { head: 'likely', isNumber: true },
      { head: 'bounds', isNumber: true, leftOut: 1 },
    ],
    rows,
  )
  const { energyRange } = assessment
  const likely = energyRange?.likely ? ` (likely ${likelyWords(energyRange.likely)})` : ''
  const energy = energyRange === null ? [] : [`energy: ${numberWords(energyRange.value)} kWh${likely}`]
  return [
    sentence(title, assessment),
    ...about,
    '',
    table.text,
    '',
    ...energy,
    'likely: 90 of 100 runs of the model lie in this range. docs/calibration.md compares it with published figures of each kind',
    rangeLine([{ label: title, about: rangeAbout(asset, assessment.warnings) }]),
    'bounds: the lowest and the highest result while every input stays within its range. They leave out the statistical spread (GSD2) of factors and of the model',
    ...warningLines(assessment),
  ]
    .map((line) => (line === table.text ? line : wrap(line, 2)))
    .join('\n')
}

/** What a total lacks: `; use is unknown`. */
export function unknownWords(lacking: Coverage['lacking'] = []): string {
  const phases = lacking.map(({ phase }) => PHASE_WORDS[phase])
  return phases.length === 0 ? '' : `; ${phases.join(' and ')} ${phases.length === 1 ? 'is' : 'are'} unknown`
}

/** What to know of figures: why a phase has none (`! adp: Use: no electricity factor is published`), and doubts. */
export function warningLines({ impacts, warnings }: Assessment): readonly string[] {
  const all = Object.entries(impacts)
  const reasons = all.flatMap(([criterion, { reason }]) => (reason ? [`${criterion}: ${reason}`] : []))
  const doubts = all.flatMap(([, impact]) => doubtsOf(impact))
  return [...new Set([...reasons, ...warnings.map(({ message }) => message), ...doubts])].map((text) => `! ${text}`)
}

/** Why the figures of an impact are doubtful, such as a published factor far from the others. */
export function doubtsOf({ embedded, use, building }: AssessedImpact): readonly string[] {
  const all = [embedded, use, building].flatMap((phase) => phase?.warnings ?? [])
  return all.flatMap(({ code, message }) => (code === 'DOUBTFUL_FIGURE' ? [message] : []))
}

/** `aws m5.xlarge: 70 kg CO2 eq. (likely 17 to 260) over 8,760 hours (a year), ...` */
function sentence(title: string, { impacts, computedFor }: Assessment): Line {
  const span = overWords(computedFor)
  const [first] = Object.values(impacts)
  if (!first?.total) return [title, `: no figure is known ${span}`]
  const { likely } = first.total
  const range = likely === undefined ? '' : ` (likely ${likelyWords(likely)}${unknownWords(first.lacking)})`
  return [`${title}: ${figureWords(first.total)} ${first.unit}${range}`, ` ${span}`]
}

/** `17 to 258`; empty if an end is unknown. */
function fromTo(low: number | undefined, high: number | undefined): string {
  return low === undefined || high === undefined ? '' : likelyWords({ low, high })
}

/** Value, ends of the likely range, and bounds; undefined if unknown. */
function numbersOf(figure: AssessedTotal | null): readonly (number | undefined)[] {
  const { value, likely, min, max } = figure ?? {}
  return [value, likely?.low, likely?.high, min, max]
}

function phasesOf({ impacts }: Assessment) {
  return Object.entries(impacts).flatMap(([criterion, { unit, embedded, use, building, total, lacking }]) => {
    const hasBuilding = building !== null || lacking.some(({ phase }) => phase === 'BUILDING')
    return Object.entries({ embedded, use, ...(hasBuilding && { building }), total }).map(
      ([phase, figure]: [string, AssessedTotal | null]) => ({
        criterion,
        unit,
        phase,
        figure,
      }),
    )
  })
}

/** A number with at most four significant figures, or the text itself. */
export function shortNumber(value: number | string): string {
  return typeof value === 'string' ? value : String(Number(value.toPrecision(4)))
}

/** Prints on standard error what was read, the faults with reasons, and the sums. */
export function printSummary(outcome: BatchOutcome): void {
  const { rows, resumed, faults, unread, notRead, notes = [], totals, doubtful, coverage } = outcome
  const lines = [
    ...(resumed === undefined ? [] : [`Resumed: an earlier run assessed ${resumed} of the distinct assets`]),
    ...unread.map(({ file, message }) => `${file}: ${message}`),
    ...notRead.map(({ file, columns }) => `${file}: ${notReadWords(columns)}`),
    ...notes.map(({ file, message }) => `${file}: ${message}`),
    ...faults.map(({ file, place, message }) => `${file}:${place.replace('line ', '')}: ${message}`),
    ...(totals.rowsFaulty > faults.length ? [unnamedFaults(totals.rowsFaulty, faults.length)] : []),
  ]
  if (rows > 0)
    lines.push(
      ...totalLines(
        { rows, ...totals, ...(doubtful && { doubtful }), ...(coverage && { coverage }) },
        process.stderr.isTTY,
      ),
    )
  else if (unread.length === 0) lines.push('0 rows')
  if (Object.values(totals.impacts).some(({ total }) => total?.likely === null))
    lines.push('For the likely range, add --likely')
  const width = process.stderr.columns || Number.POSITIVE_INFINITY
  process.stderr.write(lines.map((line) => `${wrap(line, 2, width)}\n`).join(''))
}

/** The faulty rows that are not named. A service names none. */
function unnamedFaults(faulty: number, named: number): string {
  const rest = faulty - named
  return `${named > 0 ? `... and ${countWords(rest, 'more row')}` : countWords(rest, 'row')} with faults: see the column "fault" of the output`
}

/** Counts and sums as lines of text: on a terminal with figures as tables have them, else with four plain digits. */
export function totalLines(
  {
    rows,
    units,
    skipped,
    assessed,
    counted,
    uncounted,
    faulty,
    impacts,
    assumptions,
    ownFigures,
    computedFor,
    doubtful,
    coverage,
  }: Totals & { readonly rows: number } & Pick<BatchOutcome, 'doubtful' | 'coverage'>,
  isTerminal: boolean,
): readonly string[] {
  const inWords = (figure: Range | null) =>
    figure === null ? 'not known' : (isTerminal ? numberWords : shortNumber)(figure.value)
  const sums = Object.entries(impacts).map(([criterion, { embedded, use, building, total, isPartial, lacking }]) => {
    if (total === null && counted === 0) return `${criterion}: not known`
    const { unit } = CRITERIA[criterion as Criterion]
    const ofBuilding = building ? `, building ${inWords(building)}` : ''
    const parts = `(embedded ${inWords(embedded)}, use ${inWords(use)}${ofBuilding})`
    // Units without any figure lack every phase, and are told once for all.
    const left = lacking.flatMap(({ phase, units: uncovered }) => {
      const without = uncovered - (assessed - counted)
      const of = without === counted ? '' : ` for ${exactWords(unitCount(without))} of ${unitWords(counted)}`
      return unitCount(without) === 0 ? [] : [`${phase.toLowerCase()} unknown${of}`]
    })
    const gaps = left.length === 0 ? '' : `; ${isPartial ? 'partial: ' : ''}${left.join(', ')}`
    const likely = total?.likely
    const ends = isTerminal ? likelyWords : plainEnds
    const range = likely ? `, likely ${ends(likely)}` : ''
    return `${criterion}: ${inWords(total)}${total === null ? '' : ` ${unit}`}${range} ${parts}${gaps}`
  })
  const [read, wrong, left] = [rows - faulty - skipped, faulty, skipped].map(exactWords)
  // Units of a bill are hours and GB.
  const isOfUnits = coverage === undefined
  return [
    `${countWords(rows, 'row')}: ${read} assessed, ${wrong} faulty, ${left} left out`,
    ...(isOfUnits
      ? [`Counted: ${exactWords(unitCount(counted))} of ${unitWords(units)}`, ...uncountedLines(uncounted)]
      : []),
    ...(ownFigures === null ? [] : [shareLine('Your own figures', ownFigures, counted)]),
    ...assumptions.map((each) => shareLine(ASSUMED[each.reason], each, counted)),
    ...(doubtful === undefined
      ? []
      : [
          `Doubtful figures: ${exactWords(unitCount(doubtful))} of ${unitWords(counted)}. The column "warnings" gives the reasons`,
        ]),
    ...(coverage === undefined ? [] : coverageLines(coverage)),
    ...sums,
    ...(Object.values(impacts).some(({ total }) => total?.likely) ? [rangeOfRows(assumptions, counted)] : []),
    ...(assessed === 0 ? [] : [computedForWords(computedFor)]),
  ]
}

const ASSUMED = {
  UNKNOWN_PLACE: "Place missing or unknown (mean of the provider's regions used, without a provider the default place)",
  UNKNOWN_NAME: 'Name unknown (typical values used)',
  UNKNOWN_MEDIUM: 'Kind of drive missing (SSD used)',
  TYPICAL_VALUES: 'Typical values only',
} as const

/** `Typical values only: 120 of 230 units, 12 % of gwp, 9 % of pe` */
function shareLine(what: string, { units, shares }: UnitsOfTotal, counted: number): string {
  const ofResult = Object.entries(shares).flatMap(([code, share]) =>
    share === null || share === 0 ? [] : [`, ${shortNumber(Number((share * 100).toPrecision(2)))} % of ${code}`],
  )
  return `${what}: ${exactWords(unitCount(units))} of ${unitWords(counted)}${ofResult.join('')}`
}

/** What the likely range of a sum of rows is about. */
function rangeOfRows(assumptions: readonly AssumedUnits[], counted: number): string {
  const typical = assumptions.filter(({ reason }) => reason === 'TYPICAL_VALUES' || reason === 'UNKNOWN_NAME')
  if (typical.length === 0) return 'The likely range is one of error'
  const isAll = typical.some(({ units }) => units >= counted)
  const others = isAll ? '' : ' for typical values and unknown names, and is one of error for other rows'
  return `The likely range goes across devices of a kind${others}`
}

function plainEnds({ low, high }: Likely): string {
  return `${shortNumber(low)} to ${shortNumber(high)}`
}
