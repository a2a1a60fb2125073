import { Command } from 'commander'
import {
  type AssessingOptions,
  assessOptionsOf,
  formatOption,
  tableChoiceOf,
  withAssessingOptions,
} from '../options.ts'
import { ANSWER_FORMATS, type AnswerFormat, printAnswer } from '../print-assessment.ts'
import { readMachine } from '../read-machine.ts'

/** `impactql this-machine`: what this machine is, and its impacts. */
export function thisMachineCommand(): Command {
  const command = new Command('this-machine')
    .description('the impacts of this machine, as its system describes it')
    .option('--location <place>', 'where its electricity comes from: FRA, fr, France')
    .addOption(formatOption(ANSWER_FORMATS))
  return withAssessingOptions(command).action(
    async (options: AssessingOptions & { format?: AnswerFormat; location?: string }) => {
      const { openAssessor } = await import('../../batch/open-assessor.ts')
      const { label, asset, hardware } = await readMachine(options.location)
      const assessment = await openAssessor(tableChoiceOf(options)).assess(asset, assessOptionsOf(options))
      printAnswer({ title: label, facts: { label, ...hardware, asset }, assessment }, options.format)
    },
  )
}
