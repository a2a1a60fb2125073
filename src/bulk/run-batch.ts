import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { BillCoverage } from '../importers/billing/bill-coverage.ts'
import type { ImportOptions } from '../importers/import-file.ts'
import {
  type AssessOptions,
  type Assessor,
  DEFAULT_CRITERIA,
  type SampleSums,
  type Totals,
  type Warning,
} from '../library/index.ts'
import type { UsualUse } from '../library/with-usage.ts'
import { chosenColumns } from './chosen-columns.ts'
import type { RowsFile } from './copy-rows.ts'
import { coverageOfBills } from './coverage-of-bills.ts'
import { openDatabase, rowsOf, sqlText } from './database.ts'
import { distinctAssets, type Partition, type SourceCounts } from './distinct-assets.ts'
import { evaluatePartitions } from './evaluate-partitions.ts'
import { fetchObjects } from './fetch-objects.ts'
import { readMemory, shareMemory } from './memory.ts'
import { openSource, type SourceOptions } from './open-source.ts'
import { folderFor, placeOutput } from './place-output.ts'
import { reasonUnread } from './reason-unread.ts'
import { makeRunFolder } from './run-folder.ts'
import type { Source } from './source.ts'
import { isObjectAddress } from './store/object-address.ts'
import { Tally } from './tally.ts'
import { checkGroups, groupColumns, isGroup, writeGroups } from './write-groups.ts'
import {
  type EvaluatedSource,
  labelColumns,
  type OutputFigures,
  outputColumns,
  outputQuery,
  writeOutput,
} from './write-output.ts'

export interface BatchOptions extends AssessOptions, ImportOptions {
  /** Folders of the assessor's own tables. */
  readonly tables?: readonly string[]
  /**
   * Where to write the rows, and in which format. The file, or the object of a store (`s3://...`), appears when
   * complete.
   */
  readonly output?: RowsFile
  /** Columns that the output must have. An unknown one is refused before anything is assessed. */
  readonly needed?: readonly string[]
  /** How things are used whose rows do not say it. */
  readonly usage?: UsualUse
  /** Columns to group by, or `month` of a bill. The output then has sums of groups instead of rows. */
  readonly by?: readonly string[]
  /** The rows to process. */
  readonly partition?: Partition
  /** What has likely ranges without `likely`, unless there are more than `MOST_DRAWN` distinct assets. */
  readonly drawFew?: 'SUMS' | 'ROWS'
  /** Evaluating threads; by default one per processor. */
  readonly threads?: number
  /** MB of memory for threads and the database; by default a quarter of the machine's. */
  readonly memory?: number
  /** A folder for unfinished work, which the caller removes. By default a temporary one next to the output. */
  readonly folder?: string
  /** Called after each part with the number of distinct assets done, and their total. */
  readonly onProgress?: (done: number, all: number) => void
}

/** A faulty row, its place and its fault. */
export interface FaultyRow {
  readonly file: string
  readonly place: string
  readonly message: string
}

export interface BatchOutcome {
  /** The data release as answers name it. */
  readonly release: string
  readonly rows: number
  /** Number of distinct assets that a killed run had evaluated. */
  readonly resumed?: number
  /** The first faulty rows. */
  readonly faults: readonly FaultyRow[]
  /** Unreadable files, with the reason. */
  readonly unread: readonly { readonly file: string; readonly message: string }[]
  /** Unread columns, by file. */
  readonly notRead: readonly { readonly file: string; readonly columns: readonly string[] }[]
  /** What files leave open, and what was assumed. */
  readonly notes?: readonly { readonly file: string; readonly message: string }[]
  readonly totals: Totals
  /** The columns of the output that name its rows, if any. */
  readonly labels: readonly string[]
  /** Number of assessed units whose warnings doubt a published figure. */
  readonly doubtful?: number
  /** How much of the bills among the files is assessed; undefined without a bill. */
  readonly coverage?: BillCoverage
  /** Sums of the samples, if likely ranges are requested. */
  readonly samples?: SampleSums
}

const MOST_FAULTS = 20

/** So many distinct assets are drawn without asking: a second or less. */
const MOST_DRAWN = 1000

/**
 * Assesses the rows of files, each distinct asset once, and adds them up in row order. An unreadable file is listed and
 * does not stop the others. Disk space, not memory, limits the size.
 */
export async function runBatch(
  assessor: Assessor,
  files: readonly string[],
  options: BatchOptions = {},
): Promise<BatchOutcome> {
  const { criteria = DEFAULT_CRITERIA, duration, allocation, boundary, strict, output, drawFew } = options
  const { memory = readMemory('auto') as number } = options
  const { threads, databaseMb } = shareMemory(memory, options.threads ?? availableParallelism())
  const folder = options.folder ?? (await makeRunFolder(folderFor(output?.file)))
  try {
    const database = await openDatabase({ file: join(folder, 'batch.duckdb'), folder, memory: databaseMb, threads })
    const { opened, unread } = await openSources(database, files, { ...options, folder })
    const sources = opened.map(({ source }) => source)
    checkGroups(sources, options.by ?? [])
    const all = opened.reduce((sum, { counts }) => sum + counts.assets, 0)
    let resumed = 0
    let before = 0
    const evaluated: EvaluatedSource[] = []
    const likely = options.likely || (drawFew !== undefined && all <= MOST_DRAWN)
    // Drops undefined values and functions, which cannot be sent to a thread.
    const evaluation = JSON.parse(JSON.stringify({ criteria, duration, allocation, boundary, strict, likely }))
    const tally = new Tally(evaluation, assessor.release)
    const shown = {
      criteria,
      boundary,
      likely: drawFew === 'SUMS' ? options.likely : likely,
      release: assessor.release,
    }
    const columns = options.by ? groupColumns(sources, options.by, shown) : outputColumns(sources, shown)
    const labels = options.by ? [] : labelColumns(sources, shown)
    const chosen = (names?: readonly string[]) =>
      names && sources.length > 0 ? chosenColumns(names, columns, labels) : undefined
    const fields = chosen(output?.fields)
    chosen(options.needed)
    for (const [index, { source, counts }] of opened.entries()) {
      const { assets } = counts
      const result = await evaluatePartitions(assessor, database, {
        index,
        assets,
        folder,
        threads,
        tables: options.tables ?? [],
        reader: source.reader,
        ...(options.usage && { usage: options.usage }),
        options: evaluation,
        onPartition: (done) => options.onProgress?.(before + done, all),
      })
      before += assets
      resumed += result.resumed
      tally.addWritten(result.tally)
      evaluated.push({ source, counts, results: result.results })
    }
    if (output !== undefined && evaluated.length > 0) {
      // What each writer gathers is outside of the memory limit.
      await database.run(`SET threads=${Math.ceil(threads / 2)}`)
      const whole = join(folder, 'output')
      const target = { ...output, file: whole, fields }
      if (options.by === undefined) await writeOutput(database, evaluated, shown, { ...target, folder })
      else {
        const readers = sources.map(({ reader }) => reader)
        const drawing = { assessor, readers, options: evaluation, usage: options.usage }
        await writeGroups(database, evaluated, { ...shown, by: options.by, drawing }, target)
      }
      await placeOutput(whole, output.file)
    }
    const faults = tally.sums.faulty === 0 ? [] : await firstFaults(database, evaluated, shown)
    const coverage = await coverageOfBills(database, evaluated)
    const doubtful = await unitsInDoubt(database, evaluated)
    database.closeSync()
    return {
      release: assessor.release,
      rows: opened.reduce((sum, { counts }) => sum + counts.rows, 0),
      ...(resumed > 0 && { resumed }),
      faults,
      unread,
      notRead: sources.flatMap(({ file, notRead }) => {
        const columns = notRead.filter((column) => !isGroup(column, options.by))
        return columns.length > 0 ? [{ file, columns }] : []
      }),
      notes: sources.flatMap(({ file, notes = [] }) => notes.map((message) => ({ file, message }))),
      labels,
      ...(doubtful > 0 && { doubtful }),
      ...(coverage && { coverage }),
      totals: tally.totals,
      ...(tally.samples && { samples: tally.samples }),
    }
  } finally {
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
  }
}

/** Opens each file and finds its distinct assets. A file that is too large or damaged does not stop the others. */
async function openSources(database: DuckDBConnection, files: readonly string[], options: SourceOptions) {
  const { partition } = options
  const opened: { readonly source: Source; readonly counts: SourceCounts }[] = []
  const unread: { file: string; message: string }[] = []
  for (const [index, file] of files.entries()) {
    const copies = join(options.folder, `objects-${index}`)
    try {
      const { path, ...fetched } = isObjectAddress(file)
        ? await fetchObjects(database, file, copies, partition)
        : { path: file }
      const source = await openSource(database, index, path, { ...options, ...fetched })
      const counts = await distinctAssets(database, opened.length, source, partition)
      // Named as the user names it.
      opened.push({ source: { ...source, file }, counts })
    } catch (error) {
      const message = reasonUnread(error)?.replaceAll(`${copies}/`, '').replace(`: ${file}`, '')
      if (message === undefined) throw error
      unread.push({ file, message })
    }
  }
  return { opened, unread }
}

async function unitsInDoubt(database: DuckDBConnection, sources: readonly EvaluatedSource[]): Promise<number> {
  const code: Warning['code'] = 'DOUBTFUL_FIGURE'
  let units = 0
  for (const [index, { counts, results }] of sources.entries()) {
    if (counts.assets === 0) continue
    const [found] = await rowsOf(
      database,
      `SELECT coalesce(sum(a.quantity * f.units), 0)::DOUBLE AS units FROM assets_${index} a
        JOIN read_parquet(${sqlText(results)}) f ON f.id = a.rowid
        WHERE list_contains(string_split(f.codes, ' '), '${code}')`,
    )
    units += Number(found?.units ?? 0)
  }
  return units
}

async function firstFaults(database: DuckDBConnection, sources: readonly EvaluatedSource[], shown: OutputFigures) {
  const faults: FaultyRow[] = []
  for (const [index, evaluated] of sources.entries()) {
    if (faults.length >= MOST_FAULTS) break
    const query = `SELECT place, fault FROM (${outputQuery(evaluated, index, shown)})
      WHERE status = 'faulty' ORDER BY "row" LIMIT ${MOST_FAULTS - faults.length}`
    for (const { place, fault } of await rowsOf(database, query)) {
      faults.push({ file: evaluated.source.file, place: String(place), message: String(fault) })
    }
  }
  return faults
}
