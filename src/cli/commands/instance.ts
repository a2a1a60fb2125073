import { Command } from 'commander'
import { useOf } from '../asked-things.ts'
import {
  type AssessingOptions,
  assessOptionsOf,
  tableChoiceOf,
  type UseOptions,
  withAnswerOptions,
  withAssessingOptions,
  withUseOptions,
} from '../options.ts'
import { ANSWER_FORMATS, type AnswerOptions, printAnswer } from '../print-assessment.ts'

interface InstanceOptions extends AssessingOptions, UseOptions, AnswerOptions {
  readonly region?: string
}

/** `impactql instance PROVIDER TYPE`: the impacts of an instance type. */
export function instanceCommand(): Command {
  const command = new Command('instance')
    .description('assess an instance type of a cloud provider')
    .argument('<provider>', 'for example aws')
    .argument('<type>', 'for example m5.xlarge')
  const chosen = withUseOptions(withAnswerOptions(command, ANSWER_FORMATS)).option(
    '--region <region>',
    'region of the provider, instead of --location: eu-west-3',
  )
  return withAssessingOptions(chosen).action(async (provider: string, type: string, options: InstanceOptions) => {
    const { region, ...use } = options
    const { openAssessor } = await import('../../bulk/open-assessor.ts')
    const assessor = openAssessor(tableChoiceOf(options))
    const { references } = assessor
    const row = references.cloudInstance(references.provider(provider), type)
    const usage = { ...useOf(assessor, use, row.provider), ...(region !== undefined && { region }) }
    const asset = { cloudInstance: { provider: row.provider, instanceType: row.instanceType, usage } }
    const { instanceType, platform } = row
    const facts = { provider: row.provider, instanceType, vcpu: row.vcpu, memory: row.memory, platform }
    const assessment = await assessor.assess(asset, { ...assessOptionsOf(options, assessor), likely: true })
    const about = [`${row.vcpu} vCPUs, ${row.memory} GB of memory, on ${platform}`]
    printAnswer({ title: `${row.provider} ${instanceType}`, facts, about, asset, assessment }, options)
  })
}
