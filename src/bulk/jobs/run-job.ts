import { join } from 'node:path'
import type { BillCoverage } from '../../library/index.ts'
import { ReleaseGone, type ReleaseSettings } from '../assessors.ts'
import { copyRows } from '../copy-rows.ts'
import { coverageOfBills } from '../coverage-of-bills.ts'
import { sqlText } from '../database.ts'
import { type PartitionTask, resultColumns } from '../evaluate-partition.ts'
import { type AssetPartition, FIRST_SIZE } from '../evaluate-partitions.ts'
import { PartitionThreads } from '../partition-threads.ts'
import type { TextFile, WholeRead } from '../read-whole.ts'
import { isOfThisVersion } from '../release-key.ts'
import { Tally, tallyText, type WrittenTally } from '../tally.ts'
import { outputParts } from '../write-output.ts'
import { type JobTotals, type ResultFile, type ResultFormat, ROW_STATUSES, type RowStatus } from './job.ts'
import { isFull, isOutOfMemory, JobFault, NO_ROOM_FOR_RESULT, needsMemory, stepTooLong } from './job-fault.ts'
import { FILES, type JobPlan } from './job-plan.ts'
import { finishedRecord, writeRecord } from './job-record.ts'
import type { StoreSettings } from './job-store.ts'
import { plainReason, readingFault, readJobFile } from './read-job-file.ts'
import { ReadingThreads } from './reading-threads.ts'
import { type JobBounds, type StepSettings, withDatabase } from './step-database.ts'
import { Turns } from './turns.ts'
import { checkRoom, clearFolder, writeWhole } from './whole-files.ts'
import type { OpenJob, WorkStore } from './work-store.ts'

/** The settings of the working process, in a form that can be sent to it. */
export interface WorkSettings extends ReleaseSettings, StoreSettings {
  /** Evaluating threads. */
  readonly threads: number
  /**
   * Whether memory allows one more thread, so that small jobs and the start of others need not wait for large ones.
   */
  readonly hasSpareThread: boolean
  /** Files processed at a time: 1 to 3. */
  readonly files: number
  /** MB of the heap of each thread of the process, and at which the process is ended. */
  readonly heapMb: number
  readonly mostMb: number
  readonly bounds: JobBounds
}

/** Larger files take longer to read than threads take to start; other files do not wait for them. */
const LARGE_BYTES = 16_000_000
const LARGE_ROWS = 200_000

/** A compressed file is about this many times as large. */
const USUAL_TIMES = 10

/** Records the outcome of a step. */
type Commit = (change: () => void) => void

/** Lower than the process's, so that small files are processed meanwhile. */
const THREAD_PRIORITY = 12

/**
 * The resources for jobs: threads that evaluate, and databases that process files, one for large files and one for
 * others. Callers take turns at each.
 */
export class Workshop {
  readonly store: WorkStore
  readonly settings: WorkSettings
  readonly onHang: () => void
  readonly threads: PartitionThreads
  /** Files are processed in turns: large ones, others, and results in further formats, as far as memory allows. */
  readonly files: Readonly<Record<'large' | 'small' | 'converted', Turns>>
  readonly #readers: ReadingThreads
  readonly #partitions: { readonly large: Turns; readonly small: Turns }

  constructor(store: WorkStore, settings: WorkSettings, onHang: () => void) {
    this.store = store
    this.settings = settings
    this.onHang = onHang
    const { threads, hasSpareThread, files } = settings
    const [first, second, third] = Array.from({ length: files }, () => new Turns(1)) as [Turns, ...Turns[]]
    this.files = { large: first, small: second ?? first, converted: third ?? second ?? first }
    this.#readers = new ReadingThreads()
    const large = new Turns(threads)
    this.#partitions = { large, small: hasSpareThread ? new Turns(1) : large }
    this.threads = new PartitionThreads(settings, threads + Number(hasSpareThread), { priority: THREAD_PRIORITY })
  }

  /** Evaluates a partition of so many assets when its caller's turn comes. */
  partition(payer: string, assets: number, work: () => Promise<void>): Promise<void> {
    return this.#partitions[assets > FIRST_SIZE ? 'large' : 'small'].run(payer, work, assets)
  }

  /** Evaluates a partition in a thread. */
  evaluate(release: string, task: PartitionTask, gone: AbortSignal): Promise<WrittenTally> {
    return this.#inThread(gone, (signal) => this.threads.evaluate(release, task, signal))
  }

  /** Reads a file into memory, in a thread if it is large. */
  readWhole(file: TextFile, gone: AbortSignal): Promise<WholeRead> {
    // The time of a step begins with its turn.
    return this.#readers.inTurn(file, gone, () => this.#inThread(gone, (signal) => this.#readers.read(file, signal)))
  }

  /** Works in a thread, which is ended if it takes too long, or if its job is gone. */
  #inThread<Result>(gone: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { stepMs } = this.settings.bounds
    const late = AbortSignal.timeout(stepMs)
    return work(AbortSignal.any([late, gone])).catch((error: Error) => {
      if (late.aborted) throw stepTooLong(stepMs)
      throw isOutOfMemory(error) ? new JobFault(needsMemory(this.settings.mostMb)) : error
    })
  }

  /** The database settings of a job's step. */
  stepOf({ id, gone }: WorkedJob): StepSettings {
    return {
      folder: this.store.folderOf(id),
      bounds: this.settings.bounds,
      gone,
      onShare: (share) => this.store.progress(id, share),
      onHang: this.onHang,
    }
  }

  /**
   * Runs a step of a job. A record of its start remains until its results are recorded, even if the process is killed.
   * `commit` records results in one transaction, and can be called repeatedly.
   */
  async try<Result>(id: string, step: string, work: (commit: Commit) => Promise<Result>): Promise<Result> {
    const noted = [id, step] as const
    this.store.begin(noted)
    let since = performance.now()
    try {
      return await work((change) => {
        const seconds = (performance.now() - since) / 1000
        this.store.commit(noted, seconds, change)
        since = performance.now()
      })
    } catch (error) {
      if (isFull(error)) this.store.takeBack(noted)
      else this.store.fault(noted, plainReason(error as Error, this.store.folderOf(id)))
      throw error
    }
  }
}

/** A job in work; the signal ends its work when it is removed. */
export interface WorkedJob {
  readonly id: string
  readonly gone: AbortSignal
}

/** Does the remaining work of a job. Throws a JobFault if it cannot be done; other errors may be retried. */
export async function runJob(shop: Workshop, job: OpenJob & WorkedJob): Promise<void> {
  const { store } = shop
  const { id, figures } = job
  // Another version may have read the file otherwise, and have other figures.
  if (!isOfThisVersion(figures)) throw new ReleaseGone(figures)
  await checkRoom(store.folderOf(id))
  const plan = isUsable(store, job) ? (job.plan as JobPlan) : await readFile(shop, job)
  await evaluatePartitions(shop, job, plan)
  await writeRows(shop, job, plan)
}

/** Whether the files of the reading step still exist. */
function isUsable(store: WorkStore, { id, plan }: OpenJob): boolean {
  return (
    plan !== undefined &&
    store.isWhole(id, plan.file.name, plan.file.bytes) &&
    store.isWhole(id, FILES.assets, plan.files.assets) &&
    store.isWhole(id, FILES.rows, plan.files.rows)
  )
}

function readFile(shop: Workshop, job: OpenJob & WorkedJob): Promise<JobPlan> {
  const { id, payer, options, inputBytes, isPacked, figures } = job
  const isLarge = inputBytes * (isPacked ? USUAL_TIMES : 1) > LARGE_BYTES
  return shop.files[isLarge ? 'large' : 'small'].run(payer, () => {
    if (isLarge) shop.threads.warmUp(figures)
    shop.store.enter(id, 'reading')
    return shop.try(id, 'reading', async (commit) => {
      await clearFolder(shop.store.folderOf(id), (name) => name === FILES.input || name === FILES.record)
      const file = {
        ...job,
        onUnpacked: (bytes: number) => shop.store.unpacked(id, payer, inputBytes + bytes),
        readWhole: (text: TextFile) => shop.readWhole(text, job.gone),
      }
      const plan = await readJobFile(file, resultColumns(options).length, shop.stepOf(job))
      commit(() => shop.store.keepPlan(id, plan))
      return plan
    })
  })
}

/** Evaluates the missing partitions of a job. */
async function evaluatePartitions(
  shop: Workshop,
  { id, gone, payer, figures, options }: OpenJob & WorkedJob,
  plan: JobPlan,
): Promise<void> {
  const { store } = shop
  const folder = store.folderOf(id)
  const there = new Set(store.wholePieces(id, 'figures').map(({ number }) => number))
  store.enter(id, 'evaluating')
  const evaluate = async (number: number, { ids, rows }: AssetPartition) => {
    const piece = { kind: 'figures', number } as const
    const task = {
      file: join(folder, FILES.assets),
      ids,
      reader: plan.source.reader,
      options,
      ...(options.usage && { usage: options.usage }),
    }
    await shop.try(id, `evaluating part ${number + 1}`, async (commit) => {
      const [bytes, tally] = await writeWhole(join(folder, FILES.piece(piece)), (result) =>
        shop.evaluate(figures, { ...task, result }, gone),
      )
      const outcome = tallyText(tally)
      commit(() => {
        const isNew = store.addPiece(id, { ...piece, bytes, outcome })
        if (isNew) store.addDone(id, rows, tally.faulty, tally.skipped)
      })
    })
  }
  let fault: unknown
  await Promise.all(
    plan.parts.map(async (partition, number) => {
      if (there.has(number)) return
      // After the first failure, wait for the partitions in progress and start no others.
      const work = async () => (fault === undefined ? evaluate(number, partition) : undefined)
      await shop.partition(payer, partition.ids[1] - partition.ids[0], work).catch((error) => {
        fault ??= error
      })
    }),
  )
  if (fault !== undefined) throw fault
}

/** Writes the rows of a job with their figures, in consecutive files, and adds up the parts in order. */
function writeRows(shop: Workshop, job: OpenJob & WorkedJob, plan: JobPlan): Promise<void> {
  const { id, payer, options, release } = job
  const { store } = shop
  const folder = store.folderOf(id)
  const evaluated = { source: plan.source, counts: plan.counts, results: join(folder, FILES.allFigures) }
  const { criteria, boundary, likely } = options
  const shown = { criteria, boundary, likely, release }
  const step = { ...shop.stepOf(job), file: join(folder, FILES.rows), isReadOnly: true }
  return shop.files[plan.counts.rows > LARGE_ROWS ? 'large' : 'small'].run(payer, () => {
    store.enter(id, 'writing')
    return shop.try(id, 'writing', async (commit) => {
      const written = new Set(store.wholePieces(id, 'rows').map(({ number }) => number))
      const coverage = await withDatabase(step, async (database, stretch) => {
        // Columns that no asset needs are read here for the first time.
        const onFault = readingFault(folder)
        const parts = await outputParts(database, evaluated, 0, shown).catch(onFault)
        for (const [number, query] of parts.entries()) {
          if (written.has(number)) continue
          stretch(number / parts.length, (number + 1) / parts.length)
          const piece = { kind: 'rows', number } as const
          const [bytes] = await writeWhole(join(folder, FILES.piece(piece)), (file) =>
            copyRows(database, query, { file, format: 'parquet' }).catch(onFault),
          )
          commit(() => store.addPiece(id, { ...piece, bytes }))
        }
        return coverageOfBills(database, [evaluated])
      })
      const totals = addUp(store, job, coverage)
      // What the database says is done, the folder says too.
      await writeRecord(folder, finishedRecord(store.recordOf(id), totals))
      commit(() => store.finish(id, totals))
      store.settle()
    })
  })
}

/** The sums of a job. */
function addUp(store: WorkStore, { id, options, release }: OpenJob, coverage: BillCoverage | undefined): JobTotals {
  const outcomes = store.pieces(id, 'figures').map(({ outcome }) => outcome)
  return { ...new Tally(options, release).addTexts(outcomes).totals, ...(coverage && { coverage }) }
}

/** Writes the result of a job in a requested format, with the rows in order. Records why if it cannot. */
export async function convertResult(shop: Workshop, job: WorkedJob, result: ResultFile): Promise<void> {
  const { store } = shop
  const { id } = job
  const folder = store.folderOf(id)
  const piece = { kind: result, number: 0 }
  const status = ROW_STATUSES.find((each) => result.startsWith(`${each}.`))
  const format = (status === undefined ? result : result.slice(status.length + 1)) as ResultFormat
  const target = format === 'safe.csv' ? { format: 'csv' as const, csvSafe: true } : { format }
  const step = `converting to ${result}`
  try {
    await shop.try(id, step, async (commit) => {
      const parts = store.pieces(id, 'rows').map((piece) => sqlText(join(folder, FILES.piece(piece))))
      const all = `SELECT * FROM read_parquet([${parts.join(', ')}])`
      const rows = status === undefined ? all : rowsOfStatus(all, status)
      const [bytes] = await writeWhole(join(folder, FILES.piece(piece)), (file) =>
        withDatabase(shop.stepOf(job), (database) => copyRows(database, rows, { file, ...target })),
      )
      commit(() => {
        store.addPiece(id, { ...piece, bytes })
        store.converted(id, result)
      })
    })
  } catch (error) {
    if (isFull(error)) store.notConverted([id, step], result, NO_ROOM_FOR_RESULT)
    else if (error instanceof JobFault) store.notConverted([id, step], result, error.message)
    else throw error
  }
}

/** SQL of the rows with a status, each after its number in the file, from 1. The file's own `row` is `row_1` by now. */
function rowsOfStatus(all: string, status: RowStatus): string {
  return `SELECT * FROM (SELECT row_number() OVER () AS "row", * FROM (${all})) WHERE status = ${sqlText(status)}`
}
