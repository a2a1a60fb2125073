import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { filesOf } from '../../bulk/file-pattern.ts'
import { checkOutput, folderFor, placeOutput } from '../../bulk/place-output.ts'
import { reasonUnread } from '../../bulk/reason-unread.ts'
import { findObjects } from '../../bulk/store/find-objects.ts'
import { isObjectAddress } from '../../bulk/store/object-address.ts'
import { addCoverages, type BillCoverage } from '../../importers/billing/bill-coverage.ts'
import { addTotals, isTotals, type ShareOfTotals } from '../../library/index.ts'
import { formatOption, jsonOption } from '../options.ts'
import { wrap } from '../output/style.ts'
import { totalLines } from '../print-assessment.ts'

/** The output of `assess --totals`: the sums of a run, or of one share. */
export interface WrittenTotals extends ShareOfTotals {
  /** The data release of the figures. */
  readonly release: string
  /** Fingerprint of the figures of that release; absent if a service assessed the file. */
  readonly fingerprint?: string
  readonly rows: number
  /** How much of the bills is assessed; absent without a bill. */
  readonly coverage?: BillCoverage
  /** The share of the rows, `1/8` to `8/8`; absent for all rows. */
  readonly partition?: string
}

/** `impactql totals FILE...`: the sum of the totals of all shares of a run. */
export function totalsCommand(): Command {
  return new Command('totals')
    .description('add up totals files, one from each part of a run (assess --partition i/n --totals FILE)')
    .argument('<file...>', 'totals file of each part of the run')
    .option('-o, --output <file>', 'file for the totals, as JSON. Use - for the standard output')
    .addOption(formatOption(['table', 'json']))
    .addOption(jsonOption())
    .action(async (files: readonly string[], options: { output?: string; format?: 'table' | 'json' }) => {
      const texts = (await Promise.all(files.map(readTexts))).flat()
      const shares = texts.map(readTotals)
      const { release } = shares[0] as WrittenTotals
      const printed = shares.find((share) => share.fingerprint !== undefined)
      const fingerprint = shares.every((share) => share.fingerprint !== undefined) ? printed?.fingerprint : undefined
      const isOther = (share: WrittenTotals) =>
        share.release !== release || (share.fingerprint ?? printed?.fingerprint) !== printed?.fingerprint
      const other = shares.findIndex(isOther)
      if (other > 0)
        throw new Error(
          `The files use different data releases: ${releaseWords(shares[0])} in ${texts[0]?.name}, ${releaseWords(shares[other])} in ${texts[other]?.name}`,
        )
      checkShares(shares)
      const rows = shares.reduce((sum, each) => sum + each.rows, 0)
      const coverage = addCoverages(shares.flatMap((each) => each.coverage ?? []))
      const whole: WrittenTotals = {
        release,
        ...(fingerprint !== undefined && { fingerprint }),
        rows,
        ...addTotals(shares),
        ...(coverage && { coverage }),
      }
      const json = `${JSON.stringify(whole, null, 2)}\n`
      if (options.output !== undefined) await writeText(options.output, json)
      const format = options.format ?? (process.stdout.isTTY && options.output !== '-' ? 'table' : 'json')
      if (format === 'table')
        process.stdout.write(
          `${totalLines(whole, process.stdout.isTTY)
            .map((line) => wrap(line, 2))
            .join('\n')}\n`,
        )
      else if (options.output === undefined) process.stdout.write(json)
    })
}

/** `2026.12 (8b059b89cecf)` */
function releaseWords({ release, fingerprint }: Partial<WrittenTotals> = {}): string {
  return fingerprint === undefined ? String(release) : `${release} (${fingerprint})`
}

function readTotals({ name, text }: TextFile): WrittenTotals {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const { release, rows } = (value ?? {}) as Partial<WrittenTotals>
  if (!isTotals(value) || typeof release !== 'string' || !Number.isFinite(rows))
    throw new Error(`${name}: expected the totals that assess --totals writes`)
  return value as WrittenTotals
}

/** Every share must be there exactly once. */
function checkShares(shares: readonly WrittenTotals[]): void {
  const given = shares.flatMap(({ partition }) => (partition === undefined ? [] : [partition]))
  if (given.length === 0) return
  const of = given[0]?.split('/')[1] ?? ''
  const wanted = Array.from({ length: Number(of) }, (_, at) => `${at + 1}/${of}`)
  const foreign = given.find((each) => !wanted.includes(each))
  if (foreign !== undefined) throw new Error(`The parts belong to different runs: ${given[0]} and ${foreign}`)
  const twice = given.find((each, at) => given.indexOf(each) !== at)
  if (twice !== undefined) throw new Error(`Part ${twice} is given twice`)
  const missing = wanted.filter((each) => !given.includes(each))
  if (missing.length > 0) throw new Error(`Parts are missing: ${missing.slice(0, 20).join(', ')}`)
  if (given.length < shares.length)
    throw new Error('Some files have the totals of a part, others those of a whole run. Give only the parts of one run')
}

/** A small file by name, or an object of a store by address. */
interface TextFile {
  readonly name: string
  readonly text: string
}

/** Reads the files of a pattern, or the objects of an address. Throws an Error with the reason, or a StoreFault. */
async function readTexts(file: string): Promise<readonly TextFile[]> {
  if (!isObjectAddress(file)) return Promise.all((await filesOf(file)).map(readText))
  const { store, objects } = await findObjects(file)
  return Promise.all(objects.map(async ({ key }) => ({ name: store.addressOf(key), text: await store.read(key) })))
}

async function readText(name: string): Promise<TextFile> {
  const text = await readFile(name, 'utf8').catch((error: unknown) => {
    throw new Error(`${name}: ${reasonUnread(error)}`)
  })
  return { name, text }
}

/** Writes a small file, or an object of a store; it appears when complete. `-` is the standard output. */
export async function writeText(file: string, text: string): Promise<void> {
  if (file === '-') return void process.stdout.write(text)
  await checkOutput(file)
  const folder = await mkdtemp(join(folderFor(file), '.impactql-'))
  try {
    const begun = join(folder, 'text')
    await writeFile(begun, text)
    await placeOutput(begun, file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
