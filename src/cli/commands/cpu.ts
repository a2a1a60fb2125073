import { Command } from 'commander'
import { withUsage } from '../../library/with-usage.ts'
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

/** `impactql cpu NAME`: the processor that a name means, its properties, and its impacts. */
export function cpuCommand(): Command {
  const command = new Command('cpu')
    .description('assess a processor by the name that your system prints')
    .argument('<name...>', 'for example "Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz"')
  return withAssessingOptions(withUseOptions(withAnswerOptions(command, ANSWER_FORMATS))).action(
    async (words: readonly string[], options: AssessingOptions & UseOptions & AnswerOptions) => {
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
      const asset = withUsage({ component: { cpu: { name: row.name } } }, useOf(assessor, options))
      const assessment = await assessor.assess(asset, { ...assessOptionsOf(options, assessor), likely: true })
      const { threads, tdp, dieSize, family, source } = row
      const about = [
        [
          ...(cores === undefined ? [] : [`${cores} cores`]),
          ...(threads === undefined ? [] : [`${threads} threads`]),
          ...(tdp === undefined ? [] : [`TDP ${tdp} W`]),
          ...(dieSize === undefined ? [] : [`die ${dieSize} mm2`]),
          ...(family === undefined ? [] : [`family ${family}`]),
        ].join(', '),
        ...(source === undefined ? [] : [`source: ${source}`]),
        ...(outcome === 'equal' ? [] : [`the name nearest to "${given}"`]),
      ]
      printAnswer({ title: row.name, facts, about, asset, assessment }, options)
    },
  )
}
