import { setTimeout as wait } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import type { Assessor } from '../../library/index.ts'
import { withUsage } from '../../library/with-usage.ts'
import { useOf } from '../asked-things.ts'
import { machineMetrics } from '../machine-metrics.ts'
import {
  type AssessingOptions,
  assessOptionsOf,
  strictOption,
  tableChoiceOf,
  UsageError,
  type UseOptions,
  withAnswerOptions,
  withAssessingOptions,
  withUseOptions,
} from '../options.ts'
import { printError } from '../output/style.ts'
import { ANSWER_FORMATS, type AnswerOptions, printAnswer } from '../print-assessment.ts'
import { RaplMeter } from '../rapl.ts'
import { readMachine, type ThisMachine } from '../read-machine.ts'
import { writeText } from './totals.ts'

/** Seconds between answers of --watch, where it names none. */
const USUAL_SECONDS = 15

interface MachineOptions extends AssessingOptions, UseOptions, Pick<AnswerOptions, 'fields'> {
  readonly format?: AnswerOptions['format'] | 'prometheus'
  readonly watch?: true | number
  readonly output?: string
  readonly sysfs: string
}

/** `impactql this-machine`: what this machine is, and its impacts. */
export function thisMachineCommand(): Command {
  const command = new Command('this-machine')
    .description('assess the machine that runs this command')
    .option(
      '--watch [seconds]',
      `repeat at this interval in seconds (default: ${USUAL_SECONDS}), until interrupted`,
      readSeconds,
    )
    .option(
      '-o, --output <file>',
      'with --format prometheus: file for the textfile collector. Each write replaces the whole file',
    )
    .option('--sysfs <folder>', 'with --format prometheus: folder to read the measured power (RAPL) from', '/sys')
  return withAssessingOptions(withUseOptions(withAnswerOptions(command, [...ANSWER_FORMATS, 'prometheus'])))
    .addOption(strictOption('unknown components of the machine (default: use a substitute and print a warning)'))
    .action(async (options: MachineOptions) => {
      const { format, output } = options
      if (output !== undefined && format !== 'prometheus') throw new UsageError('-o needs --format prometheus')
      const { openAssessor } = await import('../../bulk/open-assessor.ts')
      const assessor = openAssessor(tableChoiceOf(options))
      const seconds = options.watch === true ? USUAL_SECONDS : options.watch
      const answer = format === 'prometheus' ? await metricsAnswer(assessor, options) : tableAnswer(assessor, options)
      do {
        await answer()
        if (seconds !== undefined) await wait(seconds * 1000)
      } while (seconds !== undefined)
    })
}

/** Reads and assesses the machine anew each time. */
function tableAnswer(assessor: Assessor, options: MachineOptions) {
  return async () => {
    const { label, asset, hardware, warning } = await machineOf(assessor, options)
    const assessment = await assessor.assess(asset, { ...assessOptionsOf(options, assessor), likely: true })
    const facts = { ...hardware, ...(warning && { warning }) }
    const about = Object.entries(facts).flatMap(([name, words]) => (words === '' ? [] : [`${name}: ${words}`]))
    printAnswer({ title: label, facts: { label, ...facts, asset }, about, asset, assessment }, options as AnswerOptions)
  }
}

/** Reads the machine once, and its measured power each time. */
async function metricsAnswer(assessor: Assessor, options: MachineOptions) {
  const { duration: _, ...asked } = assessOptionsOf(options, assessor)
  const machine = await machineOf(assessor, options)
  if (machine.warning !== undefined) printError(machine.warning)
  const meter = new RaplMeter(options.sysfs)
  for (const fault of await meter.open()) printError(`${fault}. The power is modelled instead`)
  return async () => {
    const text = await machineMetrics(assessor, machine, asked, await meter.read())
    if (options.output === undefined) process.stdout.write(text)
    else await writeText(options.output, text)
  }
}

async function machineOf(assessor: Assessor, options: MachineOptions): Promise<ThisMachine> {
  const machine = await readMachine()
  return { ...machine, asset: withUsage(machine.asset, useOf(assessor, options)) }
}

function readSeconds(text: string): number {
  const seconds = Number(text)
  if (!(seconds >= 1 && seconds <= 86_400)) throw new InvalidArgumentError('Expected seconds, 1 to 86400.')
  return seconds
}
