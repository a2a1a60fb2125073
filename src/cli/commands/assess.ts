import { createReadStream, existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { OutputFormat } from '../../batch/copy-rows.ts'
import { checkOutput, folderFor } from '../../batch/place-output.ts'
import type { BatchOutcome } from '../../batch/run-batch.ts'
import { COLUMNS } from '../../importers/table/columns.ts'
import { isObjectAddress } from '../../store/object-address.ts'
import {
  type AssessingOptions,
  assessOptionsOf,
  formatOption,
  tableChoiceOf,
  withAssessingOptions,
} from '../options.ts'
import { printRows } from '../print-rows.ts'
import { printSummary } from '../print-summary.ts'
import { createProgress } from '../progress.ts'
import { writeText } from '../text-files.ts'
import { UsageError } from '../usage-error.ts'
import type { WrittenTotals } from './totals.ts'

interface FileOptions extends AssessingOptions {
  readonly format?: 'table' | OutputFormat
  readonly output?: string
  readonly totals?: string
  readonly map?: Readonly<Record<string, string>>
  readonly plan?: 'before' | 'after'
  readonly partition?: { readonly index: number; readonly of: number }
  readonly threads?: number
  readonly service?: string
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const FORMATS = ['table', 'json', 'csv', 'parquet'] as const

/** `impactql assess FILE...`: the impacts of every row of files. */
export function assessCommand(): Command {
  const command = new Command('assess')
    .description(
      'the impacts of every row of files: tables, bills (FOCUS), plans (Terraform), nodes (Kubernetes), hardware (lshw)',
    )
    .argument(
      '<file...>',
      'files, recognised by their content; - is the standard input, s3://bucket/key an object of a store',
    )
    .addOption(formatOption(FORMATS))
    .option(
      '-o, --output <file>',
      'where the rows are written; its ending names the format where --format does not; - is the standard output',
    )
    .option('--totals <file>', 'where the sums are written, as JSON')
    .option('--map <theirs=ours...>', 'columns by what the file calls them: --map Rechner=label', readMapping)
    .addOption(new Option('--plan <side>', 'which side of a plan is assessed').choices(['before', 'after']))
    .option('--partition <i/n>', 'the share of the rows that is done here: 1/8 to 8/8', readPartition)
    .option('--service <url>', 'have a service assess the file, as a job; IMPACTQL_KEY is its API key', readAddress)
    .option('--threads <number>', 'threads that evaluate (default: one for each processor)', readThreads)
  return withAssessingOptions(command).action(assessFiles)
}

async function assessFiles(files: readonly string[], { output: named, ...rest }: FileOptions): Promise<void> {
  // As for files that are read, - is the standard one.
  const options: FileOptions = named === undefined || named === '-' ? rest : { ...rest, output: named }
  const format = formatOf(options)
  if (format === 'table' && options.output !== undefined)
    throw new UsageError('A table is for the terminal: name json, csv or parquet')
  await checkOutputs([options.output, options.totals].filter((each) => each !== undefined))
  if (options.service !== undefined) return assessRemotely(files, options.service, format, options)
  const [{ openAssessor }, { runBatch }] = await Promise.all([
    import('../../batch/open-assessor.ts'),
    import('../../batch/run-batch.ts'),
  ])
  const folder = await mkdtemp(join(folderFor(options.output), '.impactql-'))
  const stop = removeOnSignal(folder)
  const progress = createProgress()
  try {
    const output = options.output ?? join(folder, 'rows')
    const outcome = await runBatch(openAssessor(tableChoiceOf(options)), await withInput(files, folder), {
      ...assessOptionsOf(options),
      ...tableChoiceOf(options),
      ...(options.map && { map: options.map }),
      ...(options.plan && { side: options.plan }),
      ...(options.partition && { partition: options.partition }),
      ...(options.threads !== undefined && { threads: options.threads }),
      folder,
      output: { file: output, format: format === 'table' ? 'json' : format },
      onProgress: progress.show,
    })
    progress.stop()
    if (options.totals !== undefined && isWhole(outcome, files.length, options.partition))
      await writeTotals(options.totals, outcome, options.partition)
    await printOutcome(outcome, format, options.output === undefined ? output : undefined)
    if (outcome.unread.length === files.length) process.exitCode = 1
  } finally {
    progress.stop()
    stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of rows and totals: they are two files, which can be written. */
async function checkOutputs(outputs: readonly string[]): Promise<void> {
  const paths = outputs.map((output) => (isObjectAddress(output) ? output : resolve(output)))
  if (new Set(paths).size < paths.length) throw new UsageError(`Rows and totals cannot both be ${outputs[0]}`)
  for (const output of outputs) {
    if (isObjectAddress(output) && !/^s3:..[^/]+[/].*[^/]$/is.test(output))
      throw new UsageError(`Name the object that is written, such as s3://bucket/rows.parquet: ${output}`)
    await checkOutput(output)
  }
}

/** Whether there are totals: of a share, only where all of it was read, since it is added to the others. */
function isWhole({ unread }: BatchOutcome, files: number, share: FileOptions['partition']): boolean {
  return share === undefined ? unread.length < files : unread.length === 0
}

async function writeTotals(
  file: string,
  { release, rows, skipped, totals }: BatchOutcome,
  share?: FileOptions['partition'],
): Promise<void> {
  const partition = share && { partition: `${share.index}/${share.of}` }
  const written: WrittenTotals = { release, ...partition, rows, skipped, ...totals }
  await writeText(file, `${JSON.stringify(written, null, 2)}\n`)
}

/** Has a service assess the file. */
async function assessRemotely(
  files: readonly string[],
  service: string,
  format: 'table' | OutputFormat,
  options: FileOptions,
): Promise<void> {
  const [file, ...others] = files as [string, ...string[]]
  if (others.length > 0) throw new UsageError('A service is sent one file at a time')
  for (const name of ['tables', 'plan', 'partition', 'threads'] as const)
    if (options[name] !== undefined) throw new UsageError(`--${name} is of no use with --service`)
  for (const each of [file, options.output, options.totals])
    if (each !== undefined && isObjectAddress(each))
      throw new UsageError(`With --service, files are of this machine: ${each}`)
  const { assessByService } = await import('../assess-by-service.ts')
  const folder = await mkdtemp(join(tmpdir(), '.impactql-'))
  const progress = createProgress('rows', { inFiles: true })
  try {
    const output = options.output ?? join(folder, 'rows')
    const { totals, rows, skipped, release } = await assessByService({
      service,
      key: process.env.IMPACTQL_KEY,
      file,
      query: jobQuery(options),
      output: { file: output, format: format === 'table' ? 'json' : format },
      progress,
    })
    if (totals === null || rows === null) throw new Error('The job has no totals')
    const outcome = { release, rows, skipped, faults: [], unread: [], totals }
    if (options.totals !== undefined) await writeTotals(options.totals, outcome)
    await printOutcome(outcome, format, options.output === undefined ? output : undefined)
  } finally {
    progress.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function jobQuery({ criteria, duration, boundary, release, strict, map = {} }: FileOptions): URLSearchParams {
  const query = new URLSearchParams()
  if (criteria !== undefined) query.set('criteria', criteria.join(','))
  if (duration !== undefined) query.set('duration', String(duration))
  if (boundary !== undefined) query.set('boundary', boundary)
  if (release !== undefined) query.set('release', release)
  if (strict === true) query.set('strict', 'true')
  for (const [theirs, ours] of Object.entries(map)) query.append('columns', `${theirs}=${ours}`)
  return query
}

function readAddress(text: string): string {
  if (!/^https?:\/\/[^/]/.test(text))
    throw new InvalidArgumentError('Expected an address such as http://127.0.0.1:4000.')
  return text
}

/** `file`: what is still to be printed. */
async function printOutcome(
  outcome: BatchOutcome,
  format: 'table' | OutputFormat,
  file: string | undefined,
): Promise<void> {
  if (file !== undefined && existsSync(file)) {
    if (format === 'table') await printRows(file)
    else await pipeline(createReadStream(file), process.stdout, { end: false })
  }
  printSummary(outcome)
}

function formatOf({ format, output }: FileOptions): 'table' | OutputFormat {
  if (format !== undefined) return format
  const ending = output === undefined ? '' : extname(output).slice(1).toLowerCase()
  if (ending === 'json' || ending === 'csv' || ending === 'parquet') return ending
  return output === undefined && process.stdout.isTTY ? 'table' : 'csv'
}

/** The standard input as a file, so that it is recognised as files are. */
async function withInput(files: readonly string[], folder: string): Promise<readonly string[]> {
  if (!files.includes('-')) return files
  const input = join(folder, 'standard input')
  await writeFile(input, process.stdin)
  return files.map((file) => (file === '-' ? input : file))
}

/** What was half written goes where a signal ends this. */
function removeOnSignal(folder: string): () => void {
  const end = (signal: NodeJS.Signals) => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    // Exiting would wait for the query that runs; the signal itself, no longer caught, does not.
    stop()
    process.kill(process.pid, signal)
  }
  const stop = () => {
    for (const signal of ENDING) process.off(signal, end)
  }
  for (const signal of ENDING) process.on(signal, end)
  return stop
}

function readMapping(text: string, earlier: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const at = text.lastIndexOf('=')
  if (at < 1 || at === text.length - 1) throw new InvalidArgumentError('Expected theirs=ours.')
  const [theirs, ours] = [text.slice(0, at), text.slice(at + 1)]
  if (!COLUMNS.some((column) => column === ours))
    throw new InvalidArgumentError(`There is no column ${ours}; there are ${COLUMNS.join(', ')}.`)
  if (Object.values(earlier).includes(ours)) throw new InvalidArgumentError(`Two columns cannot both be ${ours}.`)
  return { ...earlier, [theirs]: ours }
}

function readPartition(text: string) {
  const [, index = '', of = ''] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? []
  if (index === '' || Number(index) > Number(of)) throw new InvalidArgumentError('Expected i/n, with i from 1 to n.')
  return { index: Number(index), of: Number(of) }
}

function readThreads(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Expected a whole number, 1 or more.')
  return Number(text)
}
