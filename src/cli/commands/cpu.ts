import { Command } from 'commander'
import {
  type AssessingOptions,
  assessOptionsOf,
  formatOption,
  tableChoiceOf,
  withAssessingOptions,
} from '../options.ts'
import { ANSWER_FORMATS, type AnswerFormat, printAnswer } from '../print-assessment.ts'

/** `impactql cpu NAME`: which processor a name means, what is known of it, and its impacts. */
export function cpuCommand(): Command {
  const command = new Command('cpu')
    .description('show a processor, given its name as your system prints it')
    .argument('<name...>', 'for example "Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz"')
    .addOption(formatOption(ANSWER_FORMATS))
  return withAssessingOptions(command).action(
    async (words: readonly string[], options: AssessingOptions & { format?: AnswerFormat }) => {
      const { openAssessor } = await import('../../bulk/open-assessor.ts')
      const assessor = openAssessor(tableChoiceOf(options))
      const given = words.join(' ')
      const { row, nearest, outcome } = assessor.references.matchCpu(given)
      if (row === undefined) {
        const hint = nearest.length > 0 ? `. Did you mean ${nearest.join(', ')}?` : ''
        throw new Error(`Unknown processor "${given}"${hint}`)
      }
      const { coreUnits: cores, ...known } = row
      const facts = { given, outcome, ...known, ...(cores !== undefined && { cores }) }
      const assessment = await assessor.assess(
        { component: { cpu: { name: row.name } } },
        { ...assessOptionsOf(options, assessor), likely: true },
      )
      printAnswer({ title: row.name, facts, assessment }, options.format)
    },
  )
}
