import { Command } from 'commander'
import { askedThings } from '../asked-things.ts'
import {
  type AssessingOptions,
  answerJson,
  assessOptionsOf,
  MAP_HELP,
  readMapping,
  strictOption,
  tableChoiceOf,
  type UseOptions,
  withAnswerOptions,
  withAssessingOptions,
  withDuration,
  withUseOptions,
} from '../options.ts'
import { compareThings, comparisonJson, comparisonText } from '../print-comparison.ts'

const MOST_COMPARED = 50

interface CompareOptions extends AssessingOptions, UseOptions {
  readonly format?: 'table' | 'json'
  readonly fields?: readonly string[]
  readonly map?: Readonly<Record<string, string>>
}

/** `impactql compare NAME NAME`, or `FILE`: which thing has the lowest impact, and how certain that is. */
export function compareCommand(): Command {
  const command = new Command('compare')
    .description('rank assets by their total over a year (or --duration), with the probability that each is the lowest')
    .argument(
      '<name-or-file...>',
      `2 to ${MOST_COMPARED} names, or a file of 2 to ${MOST_COMPARED} assets (any kind that impactql assess reads), or - for the standard input`,
    )
    .option('--map <theirs=ours...>', MAP_HELP, readMapping)
  const answered = withAnswerOptions(command, ['table', 'json'], 'items,computedFor')
  return withAssessingOptions(withUseOptions(answered), 'ONE')
    .addOption(strictOption())
    .action(async (words: readonly string[], options: CompareOptions) => {
      const { openAssessor } = await import('../../bulk/open-assessor.ts')
      const assessor = openAssessor(tableChoiceOf(options))
      const things = await askedThings(assessor, words, options)
      if (things.length < 2 || things.length > MOST_COMPARED)
        throw new Error(
          `${words.join(' ')}: expected 2 to ${MOST_COMPARED} assets to compare, found ${things.length}. Example: impactql compare m5.xlarge m6g.xlarge`,
        )
      const answer = await compareThings(assessor, things, assessOptionsOf(withDuration(options, things), assessor))
      const format = options.format ?? (process.stdout.isTTY ? 'table' : 'json')
      const text = format === 'json' ? answerJson(comparisonJson(answer), options.fields) : comparisonText(answer)
      process.stdout.write(`${text}\n`)
    })
}
