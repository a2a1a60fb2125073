import { Command, InvalidArgumentError } from 'commander'
import {
  type DriftAnswer,
  driftOf,
  type ExplainedAttribute,
  type ExplainedPart,
  type FigureReading,
  type Range,
} from '../../library/index.ts'
import { assetsOfFile } from '../assets-of-file.ts'
import {
  type AssessingOptions,
  assessOptionsOf,
  formatOption,
  MAP_HELP,
  readMapping,
  tableChoiceOf,
  withAssessingOptions,
  withHours,
} from '../options.ts'
import { plainTable, type Spread, shortNumber, spreadOf } from '../print-assessment.ts'

interface ExplainOptions extends AssessingOptions {
  readonly format?: 'table' | 'json'
  readonly formulas?: true
  readonly spread?: true
  readonly whatIf?: Readonly<Record<string, number>>
  readonly since?: string
  readonly map?: Readonly<Record<string, string>>
}

/** What is asked of a total. */
interface Explained {
  readonly criterion: string
  readonly total: Range & { readonly unit: string }
  readonly stages: ReturnType<FigureReading['stages']>
  readonly formulas?: readonly string[]
  readonly spread?: Spread
  readonly whatIf?: Range
  readonly drift?: DriftAnswer
}

/** `impactql explain FILE`: what each figure of the first asset of a file comes from. */
export function explainCommand(): Command {
  const command = new Command('explain')
    .description('explain the first asset of a file: every attribute behind its figures, with its source')
    .argument('<file>', 'any file that assess reads, or - for the standard input')
    .option('--formulas', 'add the formulas behind the total of the first criterion, and their inputs by id')
    .option('--spread', 'add the probability distribution of the explained total, and the inputs that cause its spread')
    .option(
      '--what-if <id=value...>',
      'recompute the explained total with other values for some inputs, named by their ids',
      readOverride,
    )
    .option('--since <release>', 'add what changed since an earlier data release, and why')
    .option('--map <theirs=ours...>', MAP_HELP, readMapping)
    .addOption(formatOption(['table', 'json']))
  return withAssessingOptions(command).action(async (file: string, options: ExplainOptions) => {
    const [first] = await assetsOfFile(file, options.map)
    if (first === undefined) throw new Error(`${file}: no asset found`)
    const { openAssessor, openReleases } = await import('../../bulk/open-assessor.ts')
    const assessor = openAssessor(tableChoiceOf(options))
    // One duration for the parts, the total and what changed.
    const given = await withHours(assessor, first.asset, assessOptionsOf(options, assessor))
    const parts = await assessor.explain(first.asset, given)
    const { computedFor } = await assessor.assess(first.asset, given)
    const isAsked = options.formulas || options.spread || options.whatIf || options.since !== undefined
    const { criteria: [criterion = 'gwp'] = [], ...asked } = given
    const figureOptions = { ...asked, criterion }
    const figure = isAsked ? await assessor.figure(first.asset, figureOptions) : undefined
    if (figure === null) throw new Error(`${criterion}: no figure is known for this asset`)
    let drift: DriftAnswer | undefined
    if (options.since !== undefined) {
      const releases = openReleases(tableChoiceOf(options))
      const [before, after] = [releases.find(options.since), releases.find(assessor.release)]
      drift = await driftOf(first.asset, before, after, figureOptions)
    }
    const ofTotal = figure && { ...explainedOf(criterion, figure, options), ...(drift && { drift }) }
    const format = options.format ?? (process.stdout.isTTY ? 'table' : 'json')
    process.stdout.write(
      format === 'json'
        ? `${JSON.stringify({ label: first.label, computedFor, parts, ...ofTotal }, null, 2)}\n`
        : `${[computedFor, tableText(parts), ...(ofTotal ? linesOf(ofTotal) : [])].join('\n')}\n`,
    )
  })
}

function explainedOf(criterion: string, figure: FigureReading, options: ExplainOptions): Explained {
  const { value, min, max, unit } = figure
  return {
    criterion,
    total: { value, min, max, unit },
    stages: figure.stages(),
    ...(options.formulas && { formulas: figure.explanationText().split('\n') }),
    ...(options.spread && { spread: spreadOf(figure) }),
    ...(options.whatIf && { whatIf: figure.whatIf(options.whatIf) }),
  }
}

function linesOf({ criterion, total, stages, formulas = [], spread, whatIf, drift }: Explained): readonly string[] {
  const inWords = ({ value, min, max }: Range) =>
    `${shortNumber(value)} ${total.unit} (${shortNumber(min)} to ${shortNumber(max)})`
  return [
    ...formulas,
    `${criterion}: ${inWords(total)}`,
    ...stages.map(({ stage, value }) => `  ${wordOf(stage)}: ${shortNumber(value)} ${total.unit}`),
    ...Object.entries(spread?.quantiles ?? {}).map(
      ([share, value]) => `${Number(share) * 100} % of the samples lie below ${shortNumber(value)} ${total.unit}`,
    ),
    ...(spread?.drivers ?? []).map(({ label, share, stage, source }) => {
      const where = [...(stage ? [wordOf(stage)] : []), ...(source ? [source] : [])].join('; ')
      return `${Math.round(share * 100)} % of the spread: ${label}${where && ` (${where})`}`
    }),
    ...(whatIf ? [`what if: ${inWords(whatIf)}`] : []),
    ...(drift ? driftLines(drift, total.unit, inWords) : []),
  ]
}

/** `end of life` of END_OF_LIFE. */
function wordOf(stage: string): string {
  return stage.toLowerCase().replaceAll('_', ' ')
}

function driftLines({ from, to, causes }: DriftAnswer, unit: string, inWords: (range: Range) => string): string[] {
  const [before, after] = [from, to].map((each) => (each ? inWords(each) : 'no figure'))
  return [
    `earlier release: ${before}, now: ${after}`,
    ...causes.map(({ label, effect }) => `${effect > 0 ? '+' : ''}${shortNumber(effect)} ${unit}: ${label}`),
  ]
}

function tableText(parts: readonly ExplainedPart[]): string {
  const table = plainTable(['part', 'attribute', 'value', 'min', 'max', 'unit', 'status', 'source'])
  for (const { label, attributes, embedded } of parts) {
    for (const attribute of attributes) table.push([label, ...cellsOf(attribute)])
    for (const [criterion, figure] of Object.entries(embedded)) {
      const numbers = figure ? [figure.value, figure.min, figure.max] : ['not implemented', '', '']
      table.push([label, `embedded ${criterion}`, ...numbers.map(shortNumber), '', '', ''])
    }
  }
  return table.toString()
}

function cellsOf({ name, value, min, max, unit = '', status, source = '' }: ExplainedAttribute): string[] {
  return [name, ...[value, min ?? '', max ?? ''].map(shortNumber), unit, status, source]
}

function readOverride(text: string, earlier: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  const at = text.lastIndexOf('=')
  const [leaf, value] = [text.slice(0, at), text.slice(at + 1).trim()]
  if (at < 1 || value === '' || !Number.isFinite(Number(value)))
    throw new InvalidArgumentError('Expected id=value, such as electricity.FRA.gwp=0.02.')
  return { ...earlier, [leaf]: Number(value) }
}
