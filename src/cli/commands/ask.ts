import { Command } from 'commander'
import { nearestNames } from '../../catalogue/matching/nearest-names.ts'
import { answerOne, answerText } from '../answer-one.ts'
import { type AskedThing, askedThings, isFile, refuseMixed, UnknownName } from '../asked-things.ts'
import {
  type AssessingOptions,
  answerJson,
  assessOptionsOf,
  tableChoiceOf,
  UsageError,
  type UseOptions,
  withAnswerOptions,
  withAssessingOptions,
  withDuration,
  withUseOptions,
} from '../options.ts'
import { ANSWER_FORMATS, type AnswerOptions, printAnswer } from '../print-assessment.ts'
import { compareThings, comparisonJson, comparisonText } from '../print-comparison.ts'

interface AskOptions extends AssessingOptions, UseOptions, AnswerOptions {}

/**
 * `impactql ask WORDS`: the impact of a thing in one sentence, or which of several things has the lowest. Runs if no
 * command is named.
 */
export function askCommand(program: Command): Command {
  const command = new Command('ask')
    .description('assess an asset by name, or compare several: impactql m5.xlarge vs m6g.xlarge in France')
    .argument(
      '[words...]',
      'a name, or several with "vs" between them. Add a place ("in France"), a load ("at 30 %") or a duration ("for 4y")',
    )
  return withAssessingOptions(withUseOptions(withAnswerOptions(command, ANSWER_FORMATS)), 'gwp').action(
    async (words: readonly string[], options: AskOptions) => {
      refuseMixed(words)
      const text = words.join(' ')
      if (text.trim() === '') return program.help({ error: true })
      if (isFile(text)) throw new UsageError(`${text} looks like a file. Run impactql assess ${text}`)
      const { openAssessor } = await import('../../bulk/open-assessor.ts')
      const assessor = openAssessor(tableChoiceOf(options))
      const things = await askedThings(assessor, [text], options).catch((error: unknown) => {
        throw withCommand(error, words[0] ?? '', program)
      })
      const asked = withDuration(options, things)
      const { criteria, ...given } = assessOptionsOf(asked, assessor)
      const terms = { ...given, ...(options.criteria ? { criteria } : {}) }
      const format = options.format ?? (process.stdout.isTTY ? 'table' : 'json')
      if (things.length > 1) {
        if (options.criteria === 'all' || (options.criteria?.length ?? 0) > 1)
          throw new UsageError('A comparison takes one criterion. Run it once for each')
        const answer = await compareThings(assessor, things, terms)
        if (format === 'csv') throw new UsageError('A comparison has no CSV. Choose the format table or json')
        process.stdout.write(
          `${format === 'json' ? answerJson(comparisonJson(answer), options.fields) : comparisonText(answer)}\n`,
        )
        return
      }
      const answer = await answerOne(assessor, things[0] as AskedThing, terms)
      if (format === 'table') process.stdout.write(`${answerText(answer)}\n`)
      else printAnswer(answer, options)
    },
  )
}

/** Likeness of a word with one or two letters wrong, 0 to 100. */
const LEAST_LIKE_A_COMMAND = 75

/** An unknown word may be a mistyped command. */
function withCommand(error: unknown, word: string, program: Command): unknown {
  if (!(error instanceof UnknownName)) return error
  if (/^jobs?$/i.test(word))
    return new UsageError(`${error.message} To send a file to a service as a job: impactql assess FILE --service URL`)
  const names = program.commands.map((command) => command.name())
  const [near] = nearestNames(word, names, 1, LEAST_LIKE_A_COMMAND)
  if (near !== undefined) return new UsageError(`${error.message} Did you mean the command ${near}?`)
  return /\?$|^No figures/.test(error.message) ? error : new UsageError(`${error.message} See impactql --help`)
}
