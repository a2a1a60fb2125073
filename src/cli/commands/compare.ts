import { Command } from 'commander'
import type { Comparison } from '../../index.ts'
import { assetsOfFile } from '../assets-of-file.ts'
import {
  type AssessingOptions,
  assessOptionsOf,
  formatOption,
  tableChoiceOf,
  withAssessingOptions,
} from '../options.ts'
import { plainTable, shortNumber } from '../print-assessment.ts'

const MOST_COMPARED = 50
/** Quantiles that are shown of a difference. */
const SHOWN = [0.05, 0.5, 0.95]

/** `impactql compare FILE`: which of the assets of a file has the lowest impact, and how sure that is. */
export function compareCommand(): Command {
  const command = new Command('compare')
    .description('which asset of a file has the lowest total over a year, or over --duration, and how sure that is')
    .argument(
      '<file>',
      `any file that assess reads with 2 to ${MOST_COMPARED} assets in it, or - for the standard input`,
    )
    .addOption(formatOption(['table', 'json']))
  return withAssessingOptions(command).action(
    async (file: string, options: AssessingOptions & { readonly format?: 'table' | 'json' }) => {
      const assets = await assetsOfFile(file)
      if (assets.length < 2 || assets.length > MOST_COMPARED)
        throw new Error(`${file}: expected 2 to ${MOST_COMPARED} assets but found ${assets.length}`)
      const { openAssessor } = await import('../../batch/open-assessor.ts')
      const assessor = openAssessor(tableChoiceOf(options))
      const [criterion = 'gwp'] = options.criteria ?? []
      const named = assets.map(({ label, asset }, at) => ({ label: label || `asset ${at + 1}`, asset }))
      const compared = await assessor.compare(named, { ...assessOptionsOf(options), criterion })
      const format = options.format ?? (process.stdout.isTTY ? 'table' : 'json')
      const shown = { release: assessor.release, criterion, items: compared.items, pairs: pairsOf(compared) }
      process.stdout.write(`${format === 'json' ? JSON.stringify(shown, null, 2) : tableText(compared)}\n`)
    },
  )
}

function pairsOf({ items, pairs }: Comparison) {
  return pairs.map(({ a, b, probabilityALower, difference, ratio }) => ({
    a: items[a]?.label,
    b: items[b]?.label,
    probabilityALower,
    difference: Object.fromEntries(SHOWN.map((share) => [share, difference.quantile(share)])),
    ratio: Object.fromEntries(SHOWN.map((share) => [share, ratio.quantile(share)])),
  }))
}

function tableText({ items }: Comparison): string {
  const table = plainTable(['label', 'total', 'min', 'max', 'unit', 'lowest in'])
  for (const { label, total, unit, probabilityLowest } of items) {
    const numbers = total ? [total.value, total.min, total.max] : ['no figure', '', '']
    table.push([label, ...numbers.map(shortNumber), unit, `${Math.round(probabilityLowest * 100)} %`])
  }
  return table.toString()
}
