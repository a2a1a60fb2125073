import { createReadStream, existsSync, rmSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { OutputFormat } from '../../bulk/copy-rows.ts'
import { readMemory } from '../../bulk/memory.ts'
import { checkOutput, folderFor } from '../../bulk/place-output.ts'
import type { BatchOutcome } from '../../bulk/run-batch.ts'
import { isObjectAddress } from '../../bulk/store/object-address.ts'
import { refuseNames, useOf } from '../asked-things.ts'
import {
  type AssessingOptions,
  assessOptionsOf,
  formatOption,
  jsonOption,
  MAP_HELP,
  readFields,
  readMapping,
  spanOptionsOf,
  strictOption,
  tableChoiceOf,
  UsageError,
  type UseOptions,
  withAssessingOptions,
  withUseOptions,
} from '../options.ts'
import { printSummary } from '../print-assessment.ts'
import { rowsText } from '../print-rows.ts'
import { rowsTree } from '../rows-tree.ts'
import { type WrittenTotals, writeText } from './totals.ts'

interface FileOptions extends AssessingOptions, UseOptions {
  readonly format?: 'table' | OutputFormat
  readonly output?: string
  readonly totals?: string
  readonly by?: readonly string[]
  readonly csvSafe?: true
  readonly likely?: true
  readonly map?: Readonly<Record<string, string>>
  readonly plan?: 'before' | 'after'
  readonly partition?: { readonly index: number; readonly of: number }
  readonly resume?: true
  readonly threads?: number
  readonly service?: string
  readonly tree?: true
  readonly wide?: true
  readonly fields?: readonly string[]
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const FORMATS = ['table', 'json', 'csv', 'parquet'] as const

/** `impactql assess FILE...`: the impacts of every row of files. */
export function assessCommand(): Command {
  const command = new Command('assess')
    .description(
      'assess every row of one or more files: tables, cloud bills, plans (Terraform), nodes (Kubernetes), hardware (lshw)',
    )
    .argument(
      '<file...>',
      'files, recognised by their content. Use - for the standard input, s3://bucket/key for an object store',
    )
    .optionsGroup('Output:')
    .addOption(formatOption(FORMATS))
    .addOption(jsonOption())
    .option('--tree', 'show a tree with totals: plans by module, other files by kind of row')
    .option('--wide', 'show all columns of the table, however wide')
    .option('--fields <columns>', 'columns to write or show, separated by commas, such as label,gwp_total', readFields)
    .option(
      '-o, --output <file>',
      'file for the rows. Use - for the standard output. Without --format, the extension of the file determines the format',
    )
    .option(
      '--csv-safe',
      'put an apostrophe before each CSV cell that a spreadsheet would run as a formula (=, +, -, @, tab, carriage return)',
    )
    .option(
      '--likely',
      'add the likely range (5th to 95th percentile) of each figure (columns _low, _high) and of the sums. For up to 1,000 different assets, the sums and the table (--format table) have it without this option',
    )
    .option(
      '--totals <file>',
      'file for the totals, as JSON. Use - for the standard output. Without -o, --format, --by and --fields, the run writes only this file',
    )
    .option(
      '--by <columns>',
      'write one row of sums for each combination of values in these columns: --by ServiceName,RegionId,month,Tags.team',
      readColumns,
    )
    .optionsGroup('Input:')
    .option('--map <theirs=ours...>', MAP_HELP, readMapping)
    .addOption(
      new Option('--plan <side>', 'side of the plan to assess: before or after the change').choices([
        'before',
        'after',
      ]),
    )
    .optionsGroup('Large files:')
    .option('--partition <i/n>', 'assess only part i of n of the rows: 1/8 is the first of eight', readPartition)
    .option(
      '--resume',
      'continue an interrupted run of the same command. Set this option on the first run, too: without it, Ctrl-C or SIGTERM discards the completed work',
    )
    .option('--service <url>', 'send the file to a service, as a job. Set IMPACTQL_KEY to its API key', readAddress)
    .option('--threads <number>', 'number of threads (default: one per processor)', readThreads)
  return withAssessingOptions(withUseOptions(command)).addOption(strictOption()).action(assessFiles)
}

async function assessFiles(files: readonly string[], { output: named, ...rest }: FileOptions): Promise<void> {
  // As for input files, - is the standard stream.
  const options: FileOptions = named === undefined || named === '-' ? rest : { ...rest, output: named }
  const format = formatOf(options)
  if (format === 'table' && options.output !== undefined)
    throw new UsageError('--format table is only for the terminal. For a file, choose json, csv or parquet')
  if (options.totals === '-' && (named === '-' || (named === undefined && !isOfTotals(options))))
    throw new UsageError('Rows and totals would both go to the standard output. Name a file for the rows with -o')
  await checkOutputs([options.output, options.totals].flatMap((each) => (each && each !== '-' ? [each] : [])))
  if (options.service !== undefined) return assessRemotely(files, options.service, format, options)
  const [{ openAssessor }, { runBatch }, { makeRunFolder, runName }, { createProgress }] = await Promise.all([
    import('../../bulk/open-assessor.ts'),
    import('../../bulk/run-batch.ts'),
    import('../../bulk/run-folder.ts'),
    import('../progress.ts'),
  ])
  const assessor = openAssessor(tableChoiceOf(options))
  refuseNames(assessor, files)
  const asked = {
    ...assessOptionsOf(options, assessor),
    usage: useOf(assessor, options),
    ...(options.map && { map: options.map }),
    ...(options.likely && { likely: true }),
    ...(options.plan && { side: options.plan }),
    ...(options.partition && { partition: options.partition }),
  }
  const name = await runName(assessor.release, files, asked)
  if (options.resume && name === undefined)
    throw new UsageError('--resume needs local files, not the standard input and not an object store')
  const folder = await makeRunFolder(folderFor(options.output), name, options.resume)
  const stop = options.resume ? () => {} : removeOnSignal(folder)
  const progress = createProgress()
  try {
    const output = options.output ?? join(folder, 'rows')
    const done = await runBatch(assessor, await withInput(files, folder), {
      ...asked,
      ...tableChoiceOf(options),
      ...(options.threads !== undefined && { threads: options.threads }),
      folder,
      memory: memorySetting(),
      ...(options.by && { by: options.by }),
      // Shares of a run must agree on what they have.
      ...(!options.partition && { drawFew: format === 'table' ? 'ROWS' : 'SUMS' }),
      ...(!isOfTotals(options) && {
        // A table needs more columns than it shows.
        output:
          format === 'table'
            ? { file: output, format: 'json' }
            : { file: output, format, csvSafe: options.csvSafe, fields: options.fields },
        ...(options.fields && { needed: options.fields }),
      }),
      onProgress: progress.show,
    })
    const outcome = namingInput(done, folder)
    progress.stop()
    if (options.totals !== undefined && isWhole(outcome, files.length, options.partition))
      await writeTotals(options.totals, outcome, assessor.references.tables.release.fingerprint, options.partition)
    await printOutcome(outcome, format, options.output === undefined ? output : undefined, options)
    if (outcome.unread.length === files.length) process.exitCode = 1
  } finally {
    progress.stop()
    stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether only totals are requested. */
function isOfTotals({ totals, output, format, by, fields }: FileOptions): boolean {
  return totals !== undefined && [output, format, by, fields].every((each) => each === undefined)
}

/** The setting MEMORY of the environment. */
export function memorySetting(): number {
  const megabytes = readMemory(process.env.MEMORY ?? 'auto')
  if (megabytes === undefined)
    throw new UsageError('MEMORY: expected auto or a size of at least 256 MB, such as 2000MB or 2GB')
  return megabytes
}

/** The outputs must be two different, writable files. */
async function checkOutputs(outputs: readonly string[]): Promise<void> {
  const paths = outputs.map((output) => (isObjectAddress(output) ? output : resolve(output)))
  if (new Set(paths).size < paths.length)
    throw new UsageError(`-o and --totals both write to ${outputs[0]}. Choose two files`)
  for (const output of outputs) {
    if (isObjectAddress(output) && !/^s3:..[^/]+[/].*[^/]$/is.test(output))
      throw new UsageError(`Name an object to write to, such as s3://bucket/rows.parquet: ${output}`)
    await checkOutput(output)
  }
}

/** Whether totals are valid. A share needs all its files, since it is added to the others. */
function isWhole({ unread }: BatchOutcome, files: number, share: FileOptions['partition']): boolean {
  return share === undefined ? unread.length < files : unread.length === 0
}

async function writeTotals(
  file: string,
  { release, rows, totals, samples, coverage }: BatchOutcome,
  fingerprint?: string,
  share?: FileOptions['partition'],
): Promise<void> {
  const ofShare = share && { partition: `${share.index}/${share.of}`, ...(samples && { samples: samples.toJSON() }) }
  const written: WrittenTotals = {
    release,
    ...(fingerprint !== undefined && { fingerprint }),
    rows,
    ...totals,
    ...(coverage && { coverage }),
    ...ofShare,
  }
  await writeText(file, `${JSON.stringify(written, null, 2)}\n`)
}

/** Lets a service assess the file. */
async function assessRemotely(
  files: readonly string[],
  service: string,
  format: 'table' | OutputFormat,
  options: FileOptions,
): Promise<void> {
  const [file, ...others] = files as [string, ...string[]]
  if (others.length > 0) throw new UsageError('--service takes one file at a time')
  for (const name of [
    'tables',
    'plan',
    'partition',
    'threads',
    'csvSafe',
    'by',
    'location',
    'figures',
    'resume',
  ] as const)
    if (options[name] !== undefined)
      throw new UsageError(`--${name === 'csvSafe' ? 'csv-safe' : name} has no effect with --service. Leave it out`)
  if (options.fields !== undefined && format !== 'table')
    throw new UsageError('--service writes all columns. Leave out --fields')
  for (const each of [file, options.output, options.totals])
    if (each !== undefined && isObjectAddress(each)) throw new UsageError(`--service sends a local file, not ${each}`)
  const [{ assessByService }, { createProgress }] = await Promise.all([
    import('../assess-by-service.ts'),
    import('../progress.ts'),
  ])
  const folder = await mkdtemp(join(tmpdir(), '.impactql-'))
  const progress = createProgress('rows', { inFiles: true })
  try {
    const output = options.output ?? join(folder, 'rows')
    const {
      totals: answered,
      rowsRead: rows,
      release,
    } = await assessByService({
      service,
      key: process.env.IMPACTQL_KEY,
      file,
      query: jobQuery(options),
      output: { file: output, format: format === 'table' ? 'json' : format },
      progress,
    })
    if (answered === null || rows === null) throw new Error('The job has no totals')
    const { coverage, ...totals } = answered
    const outcome = {
      release,
      rows,
      faults: [],
      unread: [],
      notRead: [],
      labels: [],
      totals,
      ...(coverage && { coverage }),
    }
    if (options.totals !== undefined) await writeTotals(options.totals, outcome)
    await printOutcome(outcome, format, options.output === undefined ? output : undefined, options)
  } finally {
    progress.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function jobQuery({ release, likely, map = {}, ...options }: FileOptions): URLSearchParams {
  const query = new URLSearchParams()
  const { duration, boundary } = spanOptionsOf(options)
  const { criteria, load, strict } = options
  if (criteria !== undefined) query.set('criteria', criteria === 'all' ? criteria : criteria.join(','))
  if (duration !== undefined) query.set('duration', String(duration))
  query.set('boundary', boundary)
  if (load !== undefined) query.set('timeWorkload', String(load))
  if (release !== undefined) query.set('release', release)
  if (strict === true) query.set('strict', 'true')
  if (likely === true) query.set('likely', 'true')
  for (const [theirs, ours] of Object.entries(map)) query.append('columns', `${theirs}=${ours}`)
  return query
}

function readAddress(text: string): string {
  if (!/^https?:\/\/[^/]/.test(text))
    throw new InvalidArgumentError('Expected an address such as http://127.0.0.1:4000.')
  return text
}

/** `file` is what is still to be printed. */
async function printOutcome(
  outcome: BatchOutcome,
  format: 'table' | OutputFormat,
  file: string | undefined,
  { tree, wide, fields, by }: FileOptions,
): Promise<void> {
  if (format === 'table') printSummary(outcome)
  if (file !== undefined && existsSync(file)) {
    if (format === 'table') {
      const rows = JSON.parse(await readFile(file, 'utf8'))
      const shown = { isWide: wide === true, labels: outcome.labels, ...(fields && { fields }), ...(by && { by }) }
      process.stdout.write(`${tree ? rowsTree(rows, outcome.totals) : rowsText(rows, shown)}\n`)
    } else await pipeline(createReadStream(file), process.stdout, { end: false })
  }
  if (format !== 'table') printSummary(outcome)
}

function formatOf({ format, output, by, fields, tree }: FileOptions): 'table' | OutputFormat {
  if (tree) {
    if ([output, by, fields].some((each) => each !== undefined) || (format ?? 'table') !== 'table')
      throw new UsageError('--tree prints to the terminal. Leave out -o, --by, --fields and --format')
    return 'table'
  }
  if (format !== undefined) return format
  const ending = output === undefined ? '' : extname(output).slice(1).toLowerCase()
  if (ending === 'json' || ending === 'csv' || ending === 'parquet') return ending
  return output === undefined && process.stdout.isTTY ? 'table' : 'csv'
}

const INPUT = 'standard input'

/** Copies standard input to a file, so that it is recognised like any file. */
async function withInput(files: readonly string[], folder: string): Promise<readonly string[]> {
  if (!files.includes('-')) return files
  const input = join(folder, INPUT)
  await writeFile(input, process.stdin)
  return files.map((file) => (file === '-' ? input : file))
}

/** Standard input by this name, without the folder of its copy. */
function namingInput(outcome: BatchOutcome, folder: string): BatchOutcome {
  const named = <Of extends { readonly file: string }>(each: Of) => ({
    ...each,
    file: each.file === join(folder, INPUT) ? INPUT : each.file,
  })
  const { faults, unread, notRead, notes = [] } = outcome
  const [namedFaults, namedNotes] = [faults.map(named), notes.map(named)]
  return { ...outcome, faults: namedFaults, unread: unread.map(named), notRead: notRead.map(named), notes: namedNotes }
}

/** Removes unfinished files on a signal. */
export function removeOnSignal(folder: string): () => void {
  const end = (signal: NodeJS.Signals) => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    // Exiting would wait for the running query; the signal, no longer caught, does not.
    stop()
    process.kill(process.pid, signal)
  }
  const stop = () => {
    for (const signal of ENDING) process.off(signal, end)
  }
  for (const signal of ENDING) process.on(signal, end)
  return stop
}

function readPartition(text: string) {
  const [, index = '', of = ''] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? []
  if (index === '' || Number(index) > Number(of)) throw new InvalidArgumentError('Expected i/n, with i from 1 to n.')
  return { index: Number(index), of: Number(of) }
}

function readColumns(text: string): readonly string[] {
  const columns = text.split(',').map((name) => name.trim())
  if (columns.includes('')) throw new InvalidArgumentError('Expected columns, separated by commas.')
  return columns
}

function readThreads(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Expected a whole number, 1 or more.')
  return Number(text)
}
