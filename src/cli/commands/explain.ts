import { Command, InvalidArgumentError } from 'commander'
import { spanOptionsOf } from '../../library/assessor.ts'
import { rangeAbout } from '../../library/assumptions.ts'
import { type DriftAnswer, driftOf, type FigureReading } from '../../library/index.ts'
import { type AskedThing, askedThings, refuseMixed } from '../asked-things.ts'
import {
  type AssessingOptions,
  answerJson,
  assessOptionsOf,
  MAP_HELP,
  readMapping,
  strictOption,
  tableChoiceOf,
  UsageError,
  type UseOptions,
  withAnswerOptions,
  withAssessingOptions,
  withDuration,
  withHours,
  withUseOptions,
} from '../options.ts'
import { printError } from '../output/style.ts'
import { countWords, exactWords } from '../output/words.ts'
import { spreadOf } from '../print-assessment.ts'
import { type Explained, explanationText, inputsOf } from '../print-explanation.ts'
import { warningsOf } from '../warnings-of.ts'
import { type WhatIf, whatIfOf } from '../what-if.ts'

interface ExplainOptions extends AssessingOptions, UseOptions {
  readonly format?: 'table' | 'json'
  readonly row?: number
  readonly formulas?: true
  readonly spread?: true
  readonly whatIf?: WhatIf
  readonly since?: string
  readonly fields?: readonly string[]
  readonly map?: Readonly<Record<string, string>>
}

/** `impactql explain NAME`, or `FILE`: what the figures of a thing are made of. */
export function explainCommand(): Command {
  const command = new Command('explain')
    .description('show how a figure is computed, component by component, with the source of every input')
    .argument(
      '<name-or-file...>',
      'a name, such as m5.xlarge, or a file (any kind that impactql assess reads), or - for the standard input',
    )
    .option('--row <number>', 'row of the file, from 1 (default: the first asset)', readRow)
    .option('--formulas', 'add the formulas of the total, the ids of its inputs, and every source with its licence')
    .option('--spread', 'add the probability distribution of the total, and the inputs that cause its spread')
    .option(
      '--what-if <input=value...>',
      'recompute the total with different inputs, such as load=30, location=SWE, lifetime=8y, pue=1.2 or usage.avgPower=200. --formulas lists the ids of further inputs',
      readOverride,
    )
    .option('--since <release>', 'add what changed since an earlier data release, and why')
    .option('--map <theirs=ours...>', MAP_HELP, readMapping)
  const answered = withAnswerOptions(command, ['table', 'json'], 'total,stages')
  return withAssessingOptions(withUseOptions(answered), 'ONE')
    .addOption(strictOption())
    .action(async (words: readonly string[], options: ExplainOptions) => {
      const { openAssessor, openReleases } = await import('../../bulk/open-assessor.ts')
      refuseMixed(words)
      const assessor = openAssessor(tableChoiceOf(options))
      const text = words.join(' ')
      const {
        label: named,
        asset,
        ...thing
      } = onlyThing(await askedThings(assessor, [text], options), text, options.row)
      const label = thing.quantity === 1 || thing.row !== undefined ? named : `one of ${thing.quantity} ${named}`
      const title = thing.row === undefined ? label : `${named} (${ofRow(text, thing.row, thing.quantity)})`
      // One duration for the parts, the total and the changes.
      const ofAll = assessOptionsOf(withDuration(options, [thing]), assessor)
      const { duration: _, ...others } = ofAll
      const own = thing.span === undefined ? ofAll : { ...others, ...spanOptionsOf(thing.span, ofAll) }
      const given = await withHours(assessor, asset, own)
      const parts = await assessor.explain(asset, given)
      const { criteria: [criterion = 'gwp'] = [], ...asked } = given
      const ofCriterion = { ...asked, criteria: [criterion] }
      const { computedFor, impacts } = await assessor.assess(asset, ofCriterion)
      const warnings = await warningsOf(assessor, { asset, warnings: thing.warnings ?? [] }, ofCriterion)
      const figureOptions = { ...asked, criterion }
      const figure = await assessor.figure(asset, figureOptions)
      const isAsked = options.formulas || options.spread || options.whatIf || options.since !== undefined
      if (figure === null && isAsked) throw new Error(`${criterion}: no figure is known for this asset`)
      let drift: DriftAnswer | undefined
      let releases: readonly string[] = []
      if (options.since !== undefined) {
        const known = openReleases(tableChoiceOf(options))
        const [before, after] = [known.find(options.since), known.find(assessor.release)]
        drift = await driftOf(asset, before, after, figureOptions)
        releases = [before.label, after.label]
      }
      const whatIf =
        figure && options.whatIf && (await whatIfOf(assessor, asset, figure, options.whatIf, figureOptions))
      const ofTotal = figure && {
        ...explainedOf(criterion, figure, options),
        ...(whatIf && { whatIf: { ...whatIf, difference: whatIf.value - figure.value } }),
        ...(drift && { drift }),
      }
      const format = options.format ?? (process.stdout.isTTY ? 'table' : 'json')
      process.stdout.write(
        format === 'json'
          ? `${answerJson({ label, ...(thing.row !== undefined && { row: thing.row }), computedFor, warnings, parts, ...(ofTotal ?? { criterion, total: null, stages: [] }) }, options.fields)}\n`
          : `${explanationText({ title, computedFor, range: rangeAbout(asset, warnings), warnings, impact: impacts[criterion], parts, figure, total: ofTotal, withFormulas: options.formulas === true, releases })}\n`,
      )
    })
}

/** The thing to explain: the only one named, or one row of a file. */
function onlyThing(things: readonly AskedThing[], text: string, row: number | undefined): AskedThing {
  const [first, second] = things
  if (row !== undefined && first !== undefined && first.row === undefined)
    throw new UsageError(`--row selects a row of a file, but ${text} is a name. Leave out --row`)
  const named = things.find((thing) => thing.row !== undefined && thing.row === row)
  if (row !== undefined && named === undefined) {
    const last = things.at(-1)?.row
    const end = last !== undefined && row > last ? `. The last asset is in row ${last}` : ''
    throw new Error(`${text}: no asset in row ${row}${end}`)
  }
  if (first === undefined) throw new Error(`${text}: no asset found`)
  if (second !== undefined && second.row === undefined)
    throw new UsageError(`explain takes one asset. Run impactql compare ${text}`)
  if (named === undefined && second !== undefined)
    printError(
      `${text}: explains row ${first.row}, the first of ${countWords(things.length, 'asset')}. For another one, add --row`,
    )
  return named ?? first
}

/** `row 2 of fleet.csv`; of a row with several units, `one of the 10 in row 2 of fleet.csv`. */
function ofRow(file: string, row: number, quantity: number): string {
  return `${quantity === 1 ? '' : `one of the ${exactWords(quantity)} in `}row ${row} of ${file === '-' ? 'the input' : file}`
}

function explainedOf(criterion: string, figure: FigureReading, options: ExplainOptions): Explained {
  const { value, min, max, unit } = figure
  return {
    criterion,
    total: { value, likely: figure.likely(), min, max, unit },
    stages: figure.stages(),
    ...(options.formulas && {
      formulas: figure.explanationText().split('\n'),
      inputs: inputsOf(figure),
      sources: figure.sources(),
    }),
    ...(options.spread && { spread: spreadOf(figure) }),
  }
}

function readRow(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected a whole number, 1 or more.')
  return Number(text)
}

function readOverride(text: string, earlier: WhatIf = {}): WhatIf {
  const at = text.lastIndexOf('=')
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (name === '' || at < 1 || value === '')
    throw new InvalidArgumentError('Expected input=value, such as load=30 or electricity.FRA.gwp=0.02.')
  return { ...earlier, [name]: readValue(value) }
}

/** A number, a list or an object of JSON, else a text. */
function readValue(text: string): number | string | object {
  if (Number.isFinite(Number(text))) return Number(text)
  if (!/^[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as object
  } catch {
    throw new InvalidArgumentError(`Not valid JSON: ${text}`)
  }
}
