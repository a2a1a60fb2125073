import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { BillCoverage } from '../importers/billing/bill-coverage.ts'
import type { ImportOptions } from '../importers/import-file.ts'
import {
  type AssessOptions,
  type Assessor,
  computedFor,
  DEFAULT_CRITERIA,
  SampleSums,
  Sums,
  spanOf,
  type Totals,
} from '../library/index.ts'
import type { RowsFile } from './copy-rows.ts'
import { coverageOfBills } from './coverage-of-bills.ts'
import { openDatabase, rowsOf } from './database.ts'
import { distinctAssets, type SourceCounts } from './distinct-assets.ts'
import { evaluateParts } from './evaluate-parts.ts'
import { fetchObjects } from './fetch-objects.ts'
import { readMemory, shareMemory } from './memory.ts'
import { openSource, type SourceOptions } from './open-source.ts'
import { folderFor, placeOutput } from './place-output.ts'
import { reasonUnread } from './reason-unread.ts'
import { makeRunFolder } from './run-folder.ts'
import type { Source } from './source.ts'
import { isObjectAddress } from './store/object-address.ts'
import { checkGroups, writeGroups } from './write-groups.ts'
import { type EvaluatedSource, type OutputFigures, outputQuery, writeOutput } from './write-output.ts'

export interface BatchOptions extends AssessOptions, ImportOptions {
  /** The folders of own tables that the assessor has. */
  readonly tables?: readonly string[]
  /** Where the rows are written, and as what; the file, or the object of a store (`s3://...`), appears when it is whole. */
  readonly output?: RowsFile
  /** Columns to group by, or `month` of a bill: the output has the sums of groups, and no rows. */
  readonly by?: readonly string[]
  /** The share of the rows that is done here: `{ index: 1, of: 8 }` is the first eighth. */
  readonly partition?: { readonly index: number; readonly of: number }
  /** Threads that evaluate; as many as there are processors by default. */
  readonly threads?: number
  /** MB of memory for threads and the database; a quarter of the machine's by default. */
  readonly memory?: number
  /** A folder for what is not finished, which the caller removes; else one is made beside the output, and removed. */
  readonly folder?: string
  /** Called when a part is done: distinct assets so far, and of how many. */
  readonly onProgress?: (done: number, all: number) => void
}

/** A row with a fault, where it stands and why. */
export interface FaultyRow {
  readonly file: string
  readonly place: string
  readonly message: string
}

export interface BatchOutcome {
  /** What answers name as their data release. */
  readonly release: string
  readonly rows: number
  /** The first of the faulty rows. */
  readonly faults: readonly FaultyRow[]
  /** Files of which nothing could be read, and why. */
  readonly unread: readonly { readonly file: string; readonly message: string }[]
  /** Columns that are not read, of each file that has some. */
  readonly notRead: readonly { readonly file: string; readonly columns: readonly string[] }[]
  readonly totals: Totals
  /** How much of the bills among the files is assessed; undefined where none is a bill. */
  readonly coverage?: BillCoverage
  /** Sums of the samples, where likely ranges are drawn. */
  readonly samples?: SampleSums
}

const MOST_FAULTS = 20

/**
 * Assesses the rows of files, each different asset once, and adds them up in the order of the rows. A file of which nothing
 * can be read is listed and stops no other. Sizes are bounded by the disk, not by memory.
 */
export async function runBatch(
  assessor: Assessor,
  files: readonly string[],
  options: BatchOptions = {},
): Promise<BatchOutcome> {
  const { criteria = DEFAULT_CRITERIA, duration, allocation, boundary, strict, likely, output } = options
  const { memory = readMemory('auto') as number } = options
  const { threads, databaseMb } = shareMemory(memory, options.threads ?? availableParallelism())
  const folder = options.folder ?? (await makeRunFolder(folderFor(output?.file)))
  try {
    const database = await openDatabase({ folder, memory: databaseMb, threads })
    const { sources, counts, unread } = await openSources(database, files, { ...options, folder })
    checkGroups(sources, options.by ?? [])
    const sums = new Sums(criteria, boundary)
    const samples = likely ? new SampleSums(criteria, boundary) : undefined
    let rows = 0
    const all = counts.reduce((sum, { assets }) => sum + assets, 0)
    let before = 0
    const evaluated: EvaluatedSource[] = []
    for (const [index, source] of sources.entries()) {
      const { assets, rows: rowCount } = counts[index] as SourceCounts
      rows += rowCount
      const result = await evaluateParts(assessor, database, {
        index,
        assets,
        folder,
        threads,
        tables: options.tables ?? [],
        reader: source.reader,
        // Nothing that is undefined, and no function, goes to a thread.
        options: JSON.parse(JSON.stringify({ criteria, duration, allocation, boundary, strict, likely })),
        onPart: (done) => options.onProgress?.(before + done, all),
      })
      before += assets
      sums.addSums(result.sums, result)
      if (result.samples !== undefined) samples?.addSums(result.samples)
      evaluated.push({ source, counts: counts[index] as SourceCounts, results: result.results })
    }
    const shown = { criteria, boundary, likely, release: assessor.release }
    if (output !== undefined && evaluated.length > 0) {
      const whole = join(folder, 'output')
      if (options.by === undefined) await writeOutput(database, evaluated, shown, { ...output, file: whole, folder })
      else await writeGroups(database, evaluated, options.by, shown, { ...output, file: whole })
      await placeOutput(whole, output.file)
    }
    const faults = sums.faulty === 0 ? [] : await firstFaults(database, evaluated, shown)
    const coverage = await coverageOfBills(database, evaluated)
    database.closeSync()
    return {
      release: assessor.release,
      rows,
      faults,
      unread,
      notRead: sources.flatMap(({ file, notRead: columns }) => (columns.length > 0 ? [{ file, columns }] : [])),
      ...(coverage && { coverage }),
      totals: sums.totals(computedFor(spanOf(options), assessor.release, undefined), samples),
      ...(samples && { samples }),
    }
  } finally {
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
  }
}

/** Reads each file and finds its different assets. What one of them is too large or too damaged for stops no other. */
async function openSources(
  database: DuckDBConnection,
  files: readonly string[],
  { partition, ...options }: SourceOptions & Pick<BatchOptions, 'partition'>,
) {
  const sources: Source[] = []
  const counts: SourceCounts[] = []
  const unread: { file: string; message: string }[] = []
  for (const [index, file] of files.entries()) {
    const copies = join(options.folder, `objects-${index}`)
    try {
      const path = isObjectAddress(file) ? await fetchObjects(database, file, copies, partition) : file
      const source = await openSource(database, index, path, options)
      counts.push(await distinctAssets(database, sources.length, source, partition))
      // It is called what its user calls it.
      sources.push({ ...source, file })
    } catch (error) {
      const message = reasonUnread(error)?.replaceAll(`${copies}/`, '').replace(`: ${file}`, '')
      if (message === undefined) throw error
      unread.push({ file, message })
    }
  }
  return { sources, counts, unread }
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
