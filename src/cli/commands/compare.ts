import { Command } from 'commander'
import type { Comparison } from '../../library/index.ts'
import { assetsOfFile } from '../assets-of-file.ts'
import {
  type AssessingOptions,
  assessOptionsOf,
  formatOption,
  MAP_HELP,
  readMapping,
  tableChoiceOf,
  withAssessingOptions,
} from '../options.ts'
import { plainTable, shortNumber } from '../print-assessment.ts'

const MOST_COMPARED = 50
/** Quantiles that are shown of a difference. */
const SHOWN = [0.05, 0.5, 0.95]

interface CompareOptions extends AssessingOptions {
  readonly format?: 'table' | 'json'
  readonly map?: Readonly<Record<string, string>>
}

/** `impactql compare FILE`: which of the assets of a file has the lowest impact, and how sure that is. */
export function compareCommand(): Command {
  const command = new Command('compare')
    .description(
      'rank the assets of a file by their total over a year (or --duration), with the probability that each is the lowest',
    )
    .argument('<file>', `a file that assess reads, with 2 to ${MOST_COMPARED} assets, or - for the standard input`)
    .option('--map <theirs=ours...>', MAP_HELP, readMapping)
    .addOption(formatOption(['table', 'json']))
  return withAssessingOptions(command).action(async (file: string, options: CompareOptions) => {
    const assets = await assetsOfFile(file, options.map)
    if (assets.length < 2 || assets.length > MOST_COMPARED)
      throw new Error(`${file}: expected 2 to ${MOST_COMPARED} assets but found ${assets.length}`)
    const { openAssessor } = await import('../../bulk/open-assessor.ts')
    const assessor = openAssessor(tableChoiceOf(options))
    const named = assets.map(({ label, asset }, at) => ({ label: label || `asset ${at + 1}`, asset }))
    const { criteria, ...asked } = assessOptionsOf(options, assessor)
    const [criterion = 'gwp'] = criteria ?? []
    const compared = await assessor.compare(named, { ...asked, criterion })
    const format = options.format ?? (process.stdout.isTTY ? 'table' : 'json')
    const { computedFor, warnings, items } = compared
    const shown = { release: assessor.release, criterion, computedFor, warnings, items, pairs: pairsOf(compared) }
    process.stdout.write(`${format === 'json' ? JSON.stringify(shown, null, 2) : tableText(compared)}\n`)
  })
}

function pairsOf({ items, pairs }: Comparison) {
  return pairs.map(({ a, b, comparable, phases, reason, probabilityALower, difference, ratio }) => ({
    a: items[a]?.label,
    b: items[b]?.label,
    comparable,
    phases,
    reason: reason ?? null,
    probabilityALower,
    difference: Object.fromEntries(SHOWN.map((share) => [share, difference.quantile(share)])),
    ratio: Object.fromEntries(SHOWN.map((share) => [share, ratio.quantile(share)])),
  }))
}

/** No verdict is shown where one of them lacks what another has: the reason is. */
function tableText({ items, pairs, computedFor }: Comparison): string {
  const odd = pairs.filter(({ comparable }) => !comparable)
  const table = plainTable(['label', 'total', 'min', 'max', 'unit', 'lowest in'])
  for (const { label, total, unit, probabilityLowest } of items) {
    const numbers = total ? [total.value, total.min, total.max] : ['no figure', '', '']
    table.push([
      label,
      ...numbers.map(shortNumber),
      unit,
      odd.length > 0 ? 'not comparable' : `${Math.round(probabilityLowest * 100)} %`,
    ])
  }
  const reasons = new Set(odd.map(({ reason }) => `! not comparable: ${reason}`))
  return [table.toString(), computedFor, ...reasons].join('\n')
}
