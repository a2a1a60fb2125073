import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BillCoverage, computedFor, SampleSums, Sums, spanOf } from '../../library/index.ts'
import { copyRows } from '../copy-rows.ts'
import { coverageOfBills } from '../coverage-of-bills.ts'
import { type AssetPart, FIRST_SIZE } from '../cut-parts.ts'
import { type PartOutcome, type PartTask, resultColumns } from '../evaluate-part.ts'
import type { FigureSettings } from '../figures.ts'
import { PartThreads } from '../part-threads.ts'
import { outputParts } from '../write-output.ts'
import { isFull, StepTooLong } from './job-fault.ts'
import { FILES, type JobPlan } from './job-plan.ts'
import { plainReason, readingFault, readJobFile } from './read-job-file.ts'
import { type JobBounds, type StepSettings, withDatabase } from './step-database.ts'
import { Turns } from './turns.ts'
import { begunIn, checkRoom, clearFolder, finishFile } from './whole-files.ts'
import type { JobEnd, OpenJob, StepName, WorkStore } from './work-store.ts'

/** What working on jobs needs to know. It can be sent to another process. */
export interface WorkSettings extends FigureSettings {
  readonly folder: string
  /** Threads that evaluate. */
  readonly threads: number
  /** Whether there is memory for one more, so that the beginnings of jobs, and small ones, do not wait for large parts. */
  readonly hasSpareThread: boolean
  readonly bounds: JobBounds
}

/** A file that takes longer to read than threads take to start, and that others do not wait for. */
const LARGE_BYTES = 16_000_000
const LARGE_ROWS = 200_000

/** Notes what came of a step. */
type Commit = (change: () => void) => void

/** Below that of the process: small files are read and written meanwhile. */
const THREAD_PRIORITY = 12

/** What is left of a part: its sums, as JSON has them, which has no NaN, and its samples in base 64. */
interface KeptOutcome extends Omit<PartOutcome, 'sums' | 'samples'> {
  readonly sums: readonly (number | null)[]
  readonly samples: string | undefined
}

/**
 * What works on jobs: threads that evaluate, and databases that read and write files, one for large files and one for others. Callers take
 * turns at each of them.
 */
export class Workshop {
  readonly store: WorkStore
  readonly settings: WorkSettings
  readonly onHang: () => void
  /** Steps in work, each with its job. */
  readonly inWork = new Set<StepName>()
  readonly threads: PartThreads
  readonly #parts: { readonly large: Turns; readonly small: Turns }
  readonly #files = { large: new Turns(1), small: new Turns(1), converted: new Turns(1) }

  constructor(store: WorkStore, settings: WorkSettings, onHang: () => void) {
    this.store = store
    this.settings = settings
    this.onHang = onHang
    const { threads, hasSpareThread } = settings
    const large = new Turns(threads)
    this.#parts = { large, small: hasSpareThread ? new Turns(1) : large }
    this.threads = new PartThreads(settings, threads + Number(hasSpareThread), { priority: THREAD_PRIORITY })
  }

  /** Does what evaluates a part of so many assets when the turn of its caller has come. */
  part(payer: string, assets: number, work: () => Promise<void>): Promise<void> {
    return this.#parts[assets > FIRST_SIZE ? 'large' : 'small'].run(payer, work, assets)
  }

  /** Evaluates a part in a thread, which is ended when it takes too long. */
  evaluate(figures: string, part: PartTask): Promise<PartOutcome> {
    const { stepMs } = this.settings.bounds
    const signal = AbortSignal.timeout(stepMs)
    return this.threads.evaluate(figures, part, signal).catch((error: Error) => {
      throw signal.aborted ? new StepTooLong(stepMs) : error
    })
  }

  /** Reads or writes a file when the turn of its caller has come. */
  file<Result>(payer: string, lane: 'large' | 'small' | 'converted', work: () => Promise<Result>): Promise<Result> {
    return this.#files[lane].run(payer, work)
  }

  /** How a step of a job works with a database. */
  stepOf(id: string): StepSettings {
    return {
      folder: this.store.folderOf(id),
      bounds: this.settings.bounds,
      isGone: () => !this.store.exists(id),
      onShare: (share) => this.store.progress(id, share),
      onHang: this.onHang,
    }
  }

  /**
   * Does a step of a job. It is noted that it has begun, until its results are: whatever ends the process meanwhile leaves the note.
   * `commit` is called with what is to be noted of results, in one piece, as often as there are some.
   */
  async try(id: string, step: string, work: (commit: Commit) => Promise<void>): Promise<void> {
    const noted = [id, step] as const
    this.store.begin(noted)
    this.inWork.add(noted)
    let since = performance.now()
    try {
      await work((change) => {
        const seconds = (performance.now() - since) / 1000
        this.store.commit(noted, seconds, change)
        since = performance.now()
      })
    } catch (error) {
      if (isFull(error)) this.store.takeBack([noted])
      else this.store.fault(noted, plainReason(error as Error, join(this.store.folderOf(id), FILES.input)))
      throw error
    } finally {
      this.inWork.delete(noted)
    }
  }
}

/** Does what is left to do of a job. Throws a JobFault where it cannot be done, and what else went wrong where it may be tried again. */
export async function runJob(shop: Workshop, job: OpenJob): Promise<void> {
  const { store } = shop
  const { id } = job
  await checkRoom(store.folderOf(id))
  const plan = isUsable(store, job) ? (job.plan as JobPlan) : await readFile(shop, job)
  await evaluateParts(shop, job, plan)
  await writeRows(shop, job, plan)
}

/** Whether what the reading of a job left is there. */
function isUsable(store: WorkStore, { id, plan }: OpenJob): boolean {
  return (
    plan !== undefined &&
    store.isWhole(id, FILES.assets, plan.files.assets) &&
    store.isWhole(id, FILES.rows, plan.files.rows)
  )
}

async function readFile(shop: Workshop, job: OpenJob): Promise<JobPlan> {
  const { id, payer, options, inputBytes, figures } = job
  const isLarge = inputBytes > LARGE_BYTES
  return shop.file(payer, isLarge ? 'large' : 'small', async () => {
    if (isLarge) shop.threads.warmUp(figures)
    let read: JobPlan | undefined
    shop.store.enter(id, 'reading')
    await shop.try(id, 'reading', async (commit) => {
      await clearFolder(shop.store.folderOf(id), (name) => name === FILES.input)
      const plan = await readJobFile(job, resultColumns(options).length, shop.stepOf(id))
      commit(() => shop.store.keepPlan(id, plan))
      read = plan
    })
    return read as unknown as JobPlan
  })
}

/** Evaluates those parts of a job that are not there. */
async function evaluateParts(shop: Workshop, { id, payer, figures, options }: OpenJob, plan: JobPlan): Promise<void> {
  const { store } = shop
  const folder = store.folderOf(id)
  const there = new Set(wholePieces(store, id, 'figures'))
  store.enter(id, 'evaluating')
  const evaluate = async (number: number, { ids, rows }: AssetPart) => {
    const result = begunIn(folder)
    const part = { part: join(folder, FILES.assets), ids, result, reader: plan.source.reader, options }
    await shop.try(id, `evaluating part ${number + 1}`, async (commit) => {
      try {
        const outcome = await shop.evaluate(figures, part)
        const bytes = await finishFile(result, join(folder, FILES.figures(number)))
        const sums = Array.from(outcome.sums, (sum) => (Number.isNaN(sum) ? null : sum))
        const samples = outcome.samples && Buffer.from(outcome.samples.buffer).toString('base64')
        const kept = JSON.stringify({ ...outcome, sums, samples } satisfies KeptOutcome)
        commit(() => {
          const isNew = store.addPiece(id, { kind: 'figures', number, bytes, outcome: kept })
          if (isNew) store.addDone(id, rows, outcome.faulty, outcome.skipped)
        })
      } finally {
        await rm(result, { force: true })
      }
    })
  }
  let fault: unknown
  await Promise.all(
    plan.parts.map(async (part, number) => {
      if (there.has(number)) return
      // After the first that fails no other is begun, and those in work are waited for.
      const work = async () => (fault === undefined ? evaluate(number, part) : undefined)
      await shop.part(payer, part.ids[1] - part.ids[0], work).catch((error) => {
        fault ??= error
      })
    }),
  )
  if (fault !== undefined) throw fault
}

/** Writes the rows of a job with their figures, in files that follow each other, and adds the parts up in their order. */
function writeRows(shop: Workshop, job: OpenJob, plan: JobPlan): Promise<void> {
  const { id, payer, options, release } = job
  const { store } = shop
  const folder = store.folderOf(id)
  const evaluated = { source: plan.source, counts: plan.counts, results: join(folder, FILES.allFigures) }
  const { criteria, boundary, likely } = options
  const shown = { criteria, boundary, likely, release }
  const step = { ...shop.stepOf(id), file: join(folder, FILES.rows), isReadOnly: true }
  return shop.file(payer, plan.rows > LARGE_ROWS ? 'large' : 'small', () => {
    store.enter(id, 'writing')
    return shop.try(id, 'writing', async (commit) => {
      const written = new Set(wholePieces(store, id, 'rows'))
      const coverage = await withDatabase(step, async (database, stretch) => {
        // Columns that no asset is read of are read here for the first time.
        const onFault = readingFault(join(folder, FILES.input))
        const parts = await outputParts(database, evaluated, 0, shown).catch(onFault)
        for (const [number, query] of parts.entries()) {
          if (written.has(number)) continue
          stretch(number / parts.length, (number + 1) / parts.length)
          const file = begunIn(folder)
          await copyRows(database, query, { file, format: 'parquet' }).catch(onFault)
          const bytes = await finishFile(file, join(folder, FILES.result(number)))
          commit(() => store.addPiece(id, { kind: 'rows', number, bytes }))
        }
        return coverageOfBills(database, [evaluated])
      })
      const end = addUp(store, job, coverage)
      commit(() => store.finish(id, end))
      store.settle()
    })
  })
}

/** The sums of a job. */
function addUp(store: WorkStore, { id, options, release }: OpenJob, coverage: BillCoverage | undefined): JobEnd {
  const { criteria, boundary, likely } = options
  const sums = new Sums(criteria, boundary)
  const samples = likely ? new SampleSums(criteria, boundary) : undefined
  for (const { outcome } of store.pieces(id, 'figures')) {
    const kept = JSON.parse(outcome) as KeptOutcome
    sums.addSums(
      kept.sums.map((sum) => sum ?? Number.NaN),
      kept,
    )
    if (kept.samples !== undefined) samples?.addSums(numbersOf(kept.samples))
  }
  return {
    faulty: sums.faulty,
    skipped: sums.skipped,
    totals: {
      ...sums.totals(computedFor(spanOf(options), release, undefined), samples),
      ...(coverage && { coverage }),
    },
  }
}

function numbersOf(base64: string): Float64Array {
  const bytes = Buffer.from(base64, 'base64')
  const numbers = new Float64Array(bytes.length / Float64Array.BYTES_PER_ELEMENT)
  new Uint8Array(numbers.buffer).set(bytes)
  return numbers
}

/** The numbers of those finished files of a job that are there. */
function wholePieces(store: WorkStore, id: string, kind: 'figures' | 'rows'): readonly number[] {
  const name = kind === 'figures' ? FILES.figures : FILES.result
  return store.pieces(id, kind).flatMap(({ number, bytes }) => (store.isWhole(id, name(number), bytes) ? [number] : []))
}
