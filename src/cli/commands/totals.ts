import { Command } from 'commander'
import { addTotals, isTotals, type Totals } from '../../index.ts'
import { formatOption } from '../options.ts'
import { totalLines } from '../print-summary.ts'
import { readTexts, type TextFile, writeText } from '../text-files.ts'

/** What `assess --totals` writes: the sums of a run, or of a share of it. */
export interface WrittenTotals extends Totals {
  /** The data release that the figures come from. */
  readonly release: string
  readonly rows: number
  /** Rows that were left out on purpose. */
  readonly skipped: number
  /** Which share of the rows, `1/8` to `8/8`; not there where it is all of them. */
  readonly partition?: string
}

/** `impactql totals FILE...`: the totals of all shares of a run, added up. */
export function totalsCommand(): Command {
  return new Command('totals')
    .description('the totals of all shares of a run (assess --partition i/n --totals FILE), added up')
    .argument('<file...>', 'what each of the shares wrote')
    .option('-o, --output <file>', 'where the sums are written, as JSON')
    .addOption(formatOption(['table', 'json']))
    .action(async (files: readonly string[], options: { output?: string; format?: 'table' | 'json' }) => {
      const texts = (await Promise.all(files.map(readTexts))).flat()
      const shares = texts.map(readTotals)
      const { release } = shares[0] as WrittenTotals
      const other = shares.findIndex((share) => share.release !== release)
      if (other > 0)
        throw new Error(
          `Figures of two data releases: ${release} in ${texts[0]?.name}, ${shares[other]?.release} in ${texts[other]?.name}`,
        )
      checkShares(shares)
      const [rows, skipped] = [
        shares.reduce((sum, each) => sum + each.rows, 0),
        shares.reduce((sum, each) => sum + each.skipped, 0),
      ]
      const whole: WrittenTotals = { release, rows, skipped, ...addTotals(shares) }
      const json = `${JSON.stringify(whole, null, 2)}\n`
      if (options.output !== undefined) await writeText(options.output, json)
      const format = options.format ?? (process.stdout.isTTY ? 'table' : 'json')
      if (format === 'table') process.stdout.write(`${totalLines(whole).join('\n')}\n`)
      else if (options.output === undefined) process.stdout.write(json)
    })
}

function readTotals({ name, text }: TextFile): WrittenTotals {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const { release, rows, skipped } = (value ?? {}) as Partial<WrittenTotals>
  if (!isTotals(value) || typeof release !== 'string' || !Number.isFinite(rows) || !Number.isFinite(skipped))
    throw new Error(`${name}: expected the totals that assess --totals writes`)
  return value as WrittenTotals
}

/** Each share once, and all of them. */
function checkShares(shares: readonly WrittenTotals[]): void {
  const given = shares.flatMap(({ partition }) => (partition === undefined ? [] : [partition]))
  if (given.length === 0) return
  const of = given[0]?.split('/')[1] ?? ''
  const wanted = Array.from({ length: Number(of) }, (_, at) => `${at + 1}/${of}`)
  const foreign = given.find((each) => !wanted.includes(each))
  if (foreign !== undefined) throw new Error(`Shares of two runs: ${given[0]} and ${foreign}`)
  const twice = given.find((each, at) => given.indexOf(each) !== at)
  if (twice !== undefined) throw new Error(`The share ${twice} is there twice`)
  const missing = wanted.filter((each) => !given.includes(each))
  if (missing.length > 0) throw new Error(`Shares are missing: ${missing.slice(0, 20).join(', ')}`)
  if (given.length < shares.length) throw new Error('Some of the files are shares of a run, others are whole')
}
