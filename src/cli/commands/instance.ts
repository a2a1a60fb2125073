import { Command } from 'commander'
import {
  type AssessingOptions,
  assessOptionsOf,
  formatOption,
  readPercent,
  tableChoiceOf,
  withAssessingOptions,
} from '../options.ts'
import { ANSWER_FORMATS, type AnswerFormat, printAnswer } from '../print-assessment.ts'

interface InstanceOptions extends AssessingOptions {
  readonly format?: AnswerFormat
  readonly location?: string
  readonly region?: string
  readonly load?: number
}

/** `impactql instance PROVIDER TYPE`: the impacts of an instance type. */
export function instanceCommand(): Command {
  const command = new Command('instance')
    .description('assess an instance type of a cloud provider')
    .argument('<provider>', 'for example aws')
    .argument('<type>', 'for example m5.xlarge')
    .option('--location <place>', 'country its electricity comes from: FRA, fr, France')
    .option('--region <region>', 'region of the provider, instead of --location: eu-west-3')
    .option('--load <percent>', 'average load, 0 to 100 percent', readPercent)
    .addOption(formatOption(ANSWER_FORMATS))
  return withAssessingOptions(command).action(async (provider: string, type: string, options: InstanceOptions) => {
    const { location, region, load } = options
    const usage = {
      ...(location !== undefined && { usageLocation: location }),
      ...(region !== undefined && { region }),
      ...(load !== undefined && { timeWorkload: load }),
    }
    const { openAssessor } = await import('../../bulk/open-assessor.ts')
    const assessor = openAssessor(tableChoiceOf(options))
    const { references } = assessor
    const row = references.cloudInstance(references.provider(provider), type)
    const asset = { cloudInstance: { provider: row.provider, instanceType: row.instanceType, usage } }
    const { instanceType, platform } = row
    const facts = { provider: row.provider, instanceType, vcpu: row.vcpu, memory: row.memory, platform }
    const assessment = await assessor.assess(asset, { ...assessOptionsOf(options, assessor), likely: true })
    printAnswer({ title: `${row.provider} ${instanceType}`, facts, assessment }, options.format)
  })
}
