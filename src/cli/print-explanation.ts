import type { RangeAbout } from '../library/assumptions.ts'
import type {
  AssessedImpact,
  DriftAnswer,
  ExplainedPart,
  ExplanationNode,
  FigureReading,
  Likely,
  Range,
  Warning,
} from '../library/index.ts'
import { type Line, lineWidth, wrap } from './output/style.ts'
import { fitTable } from './output/table.ts'
import { treeText } from './output/tree.ts'
import {
  figureWords,
  likelyWords,
  numberWords,
  overWords,
  rangeLine,
  shareWords,
  spacedWords,
  stageWords,
} from './output/words.ts'
import { type Spread, shortNumber, unknownWords } from './print-assessment.ts'
import type { OtherFigure } from './what-if.ts'

/** Requested details of a total. */
export interface Explained {
  readonly criterion: string
  readonly total: Range & { readonly likely: Likely; readonly unit: string }
  readonly stages: ReturnType<FigureReading['stages']>
  readonly formulas?: readonly string[]
  readonly inputs?: ReturnType<typeof inputsOf>
  readonly sources?: ReturnType<FigureReading['sources']>
  readonly spread?: Spread
  /** `difference` is relative to the total. */
  readonly whatIf?: OtherFigure & { readonly difference: number }
  readonly drift?: DriftAnswer
}

/** A thing with its explanation. */
interface Explanation {
  /** What it is of: `m5.xlarge`, `web (row 2 of fleet.csv)`. */
  readonly title: string
  readonly computedFor: string
  readonly range: RangeAbout
  readonly impact: AssessedImpact | undefined
  readonly warnings: readonly Warning[]
  readonly parts: readonly ExplainedPart[]
  readonly figure: FigureReading | null
  readonly total: Explained | null
  readonly withFormulas: boolean
  /** Labels of the earlier and the later release of a drift. */
  readonly releases: readonly string[]
}

/** The figure in a sentence, the requested details, its tree, and every attribute with its source. */
export function explanationText(explained: Explanation): string {
  const { title, computedFor, range, impact, warnings, parts, figure, total, withFormulas, releases } = explained
  const span = overWords(computedFor)
  const warned = (sentence: Line) =>
    [sentence, ...warnings.map(({ message }) => `! ${message}`)].map((line) => wrap(line)).join('\n')
  if (figure === null || total === null)
    return [warned([title, `: no figure is known ${span}`]), attributesText(parts)].join('\n\n')
  const likely = `likely ${likelyWords(total.total.likely)}${unknownWords(impact?.lacking)}`
  return [
    `${warned([`${title}: ${figureWords(figure)} ${figure.unit} (${likely})`, ` ${span}`])}\n${wrap(rangeLine([{ label: title, about: range }]))}`,
    ...(total.whatIf ? [whatIfText(figure, total.whatIf)] : []),
    ...(total.drift ? [driftText(total.drift, figure.unit, releases)] : []),
    ...(total.spread ? [spreadText(total.spread, figure.unit)] : []),
    stagesTree(figure),
    ...(withFormulas
      ? [formulasText(figure.explanation()), inputsText(inputsOf(figure)), sourcesText(total.sources ?? [])]
      : []),
    attributesText(parts),
  ].join('\n\n')
}

/** The figure, its stages of life, and each part's contribution to them. */
function stagesTree(figure: FigureReading): string {
  const contributions = figure.contributions()
  const branches = figure.stages().map(({ stage, value }) => {
    const parts = contributions
      .filter((each) => each.stage === stage)
      .map((part) => ({ label: partWords(part.component), value: part.value, branches: [] }))
    return { label: stageWords(stage), value, branches: parts.length < 2 ? [] : parts }
  })
  return treeText({ label: 'total', value: figure.value, branches }, figure.unit)
}

/** `CPU 1` of CPU-1, `power supply 1` of POWER_SUPPLY-1. */
function partWords(component: string): string {
  return component
    .replace('-', ' ')
    .replace(/[A-Z]+(?:_[A-Z]+)*/g, (word) => (/^([CG]PU|RAM|SSD|HDD)$/.test(word) ? word : spacedWords(word)))
}

/** Formulas from the figure down, each above what it is computed from; repeated quantities are not expanded again. */
function formulasText(nodes: readonly ExplanationNode[]): string {
  const byName = new Map(nodes.map((node) => [node.leaf, node]))
  const seen = new Set<string>()
  const lines: string[] = []
  const visit = (node: ExplanationNode, depth: number, symbol: string) => {
    const { leaf, formula, value, min, max, unit = '', status, source, operands } = node
    const bounds = min === max ? '' : ` (${shortNumber(min)} to ${shortNumber(max)})`
    const quantity = `${shortNumber(value)}${NO_UNIT.has(unit) ? '' : ` ${unit}`}${bounds}`
    const isKnown = seen.has(leaf) && operands.length > 0
    const origin = formula === undefined ? ` ${leaf} [${[status, source].filter(Boolean).join(': ')}]` : ` = ${formula}`
    const indent = '  '.repeat(depth)
    lines.push(wrap(`${indent}${symbol} = ${quantity}${isKnown ? ' (above)' : origin}`, indent.length + 4))
    if (isKnown) return
    seen.add(leaf)
    for (const operand of operands) {
      const below = byName.get(operand.node)
      if (below !== undefined) visit(below, depth + 1, operand.symbol)
    }
  }
  const figure = nodes.at(-1)
  if (figure !== undefined) visit(figure, 0, 'total')
  return lines.join('\n')
}

/** The published and assumed inputs of a figure, with their documents and how each was determined. */
export function inputsOf(figure: FigureReading) {
  return figure.explanation().flatMap(({ leaf, name, value, min, max, unit, method, spreadReason, sources }) => {
    if (name !== undefined || method === undefined) return []
    return { leaf, value, min, max, unit, method, spreadReason, sources }
  })
}

/** How each of these inputs was determined, with the first of its documents. */
function inputsText(inputs: ReturnType<typeof inputsOf>): string {
  const lines = inputs.map(({ leaf, method, sources: [first] }) => {
    const document = first && [first.title, [first.publisher, first.year].filter(Boolean).join(', '), first.licence]
    return wrap(`  ${[`${leaf}: ${method}`, ...(document ?? [])].filter(Boolean).join('. ')}`, 4)
  })
  return ['Inputs', ...new Set(lines)].join('\n')
}

/** `Yearly electricity data. Ember, 2025. CC BY 4.0. https://...`, a line for each source. */
function sourcesText(sources: ReturnType<FigureReading['sources']>): string {
  const lines = sources.map(({ title, publisher, year, licence, url }) => {
    const published = [publisher, year].filter(Boolean).join(', ')
    return wrap(`  ${[title, published, licence, url].filter(Boolean).join('. ')}`, 4)
  })
  return ['Sources', ...lines].join('\n')
}

/** Units of ratios and counts. */
const NO_UNIT: ReadonlySet<string> = new Set(['', '1', '/1', 'ratio /1'])

function attributesText(parts: readonly ExplainedPart[]): string {
  const rows = parts.flatMap(({ label, attributes }) =>
    attributes.map(({ name, value, min, max, unit = '', status, source = '' }, at) => [
      at > 0 ? '' : label === 'all' ? 'the asset' : partWords(label),
      spacedWords(name),
      `${shortNumber(value)}${typeof value === 'string' || NO_UNIT.has(unit) ? '' : ` ${unit}`}`,
      min === undefined || max === undefined ? '' : `${shortNumber(min)} to ${shortNumber(max)}`,
      status.toLowerCase(),
      // The start of an address says the same of every source.
      source.replace(/^https?:\/\/(www\.)?/, ''),
    ]),
  )
  const table = fitTable(
    [
      { head: 'part' },
      { head: 'attribute' },
      { head: 'value' },
      { head: 'bounds', leftOut: 1 },
      { head: 'status', leftOut: 3 },
      { head: 'source', leftOut: 2 },
    ],
    rows,
  )
  return lineWidth() === Number.POSITIVE_INFINITY
    ? table.text
    : `${table.text}\n${wrap(`${table.columns < 6 ? `${table.columns} of 6 columns; ` : ''}--format json has all texts in full`)}`
}

function spreadText({ quantiles, drivers }: Spread, unit: string): string {
  return [
    ...Object.entries(quantiles).map(
      ([share, value]) => `${Number(share) * 100} % of the samples lie below ${numberWords(value)} ${unit}`,
    ),
    ...drivers.map(({ label, share, stage, source }) => {
      const where = [...(stage ? [stageWords(stage)] : []), ...(source ? [source] : [])].join('; ')
      return wrap(`${shareWords(share)} of the spread: ${label}${where && ` (${where})`}`, 2)
    }),
  ].join('\n')
}

function whatIfText(before: FigureReading, { difference, ...after }: NonNullable<Explained['whatIf']>): string {
  const row = (label: string, { value, min, max }: Range, likely?: Likely) => [
    label,
    numberWords(value),
    likely === undefined ? '' : likelyWords(likely),
    `${numberWords(min)} to ${numberWords(max)}`,
    '',
  ]
  const isComparable = !after.warnings.some(({ code }) => code === 'PHASES_DIFFER')
  const percent =
    before.value === 0 || !isComparable
      ? ''
      : `${difference > 0 ? '+' : ''}${Math.round((difference / before.value) * 100)} %`
  const rows = [
    row('before', before, before.likely()),
    row('what if', after, after.likely),
    ['difference', `${difference > 0 ? '+' : ''}${numberWords(difference)}`, '', '', percent],
  ]
  const table = fitTable(
    [
      { head: '' },
      { head: before.unit, isNumber: true },
      { head: 'likely', isNumber: true, leftOut: 2 },
      { head: 'bounds', isNumber: true, leftOut: 1 },
      { head: 'change', isNumber: true },
    ],
    rows,
  ).text
  return [table, ...after.warnings.map(({ message }) => wrap(message, 2))].join('\n')
}

function driftText({ from, to, causes }: DriftAnswer, unit: string, releases: readonly string[]): string {
  const figures = [from, to].map(
    (each, at) => `${releases[at]}: ${each ? `${shortNumber(each.value)} ${unit}` : 'no figure'}`,
  )
  const largestFirst = causes.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
  return [
    ...figures,
    ...(causes.length > 0 ? ['Causes, largest first:'] : []),
    ...largestFirst.map(({ label, effect }) =>
      wrap(`${effect > 0 ? '+' : ''}${shortNumber(effect)} ${unit}: ${label}`, 2),
    ),
  ].join('\n')
}
