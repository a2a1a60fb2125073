import { type ConnectionOptions, type Job, Worker } from 'bullmq'
import { LRUCache } from 'lru-cache'
import { openFigures } from '../figures.ts'
import { isJobId } from '../job.ts'
import { FiguresGone, JobFault } from '../job-fault.ts'
import { JobStore } from '../job-store.ts'
import type { JobFolder } from '../places/job-folder.ts'
import { openPlace } from '../places/open-place.ts'
import { failJob, renewJob } from '../steps/drive-job.ts'
import type { ReportError, RunnerSettings } from './job-runner.ts'
import { PartThreads } from './part-threads.ts'
import { partsQueue, type QueuedPart, TAKING } from './redis-queues.ts'

/** How often copies of jobs that have ended are looked for. */
const LEAVE_MS = 60_000

/** Takes parts of jobs from Redis and evaluates them in threads: those of the data releases that there are here. */
export class PartWorkers {
  /** Names of the figures that parts are evaluated by. */
  readonly figures: readonly string[]
  readonly #store: JobStore
  readonly #threads: PartThreads
  readonly #workers: readonly Worker<QueuedPart>[]
  /** The last jobs of which parts were taken here. */
  readonly #taken = new LRUCache<string, true>({ max: 1000 })
  readonly #leaving: NodeJS.Timeout
  failed = 0
  rows = 0

  constructor(settings: RunnerSettings, connection: ConnectionOptions, report: ReportError) {
    this.#store = new JobStore(openPlace(settings), Number.POSITIVE_INFINITY)
    this.#leaving = setInterval(() => void this.#store.leaveEnded().catch(report), LEAVE_MS).unref()
    this.figures = [...openFigures(settings).keys()]
    this.#threads = new PartThreads(settings)
    this.#workers = this.figures.map((figures) => {
      const worker = new Worker<QueuedPart>(partsQueue(figures), (job) => this.#evaluate(job, figures), {
        connection,
        concurrency: settings.threads,
        ...TAKING,
      })
      worker.on('error', report)
      worker.on('failed', (job, error) => {
        this.failed++
        report(error)
        // It is tried again where it is not finished.
        if (job?.finishedOn === undefined || !isJobId(job.data.job)) return
        this.#giveUp(this.#store.of(job.data.job), figures, error, settings).catch(report)
      })
      return worker
    })
  }

  /** Finishes the parts in work. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()))
    await this.#threads.close()
    clearInterval(this.#leaving)
    await Promise.all([...this.#taken.keys()].map((job) => this.#store.of(job).files.leave()))
  }

  /** Of a job whose part is not tried again: it is begun anew where only the tables are others by now. */
  async #giveUp(folder: JobFolder, figures: string, error: Error, settings: RunnerSettings): Promise<void> {
    if (!(error instanceof FiguresGone))
      return failJob(folder, 'A part of the job could not be evaluated because of a fault of the service')
    // The first of its parts has begun it anew already.
    if ((await folder.readRecord())?.figures === figures) await renewJob(folder, openFigures(settings))
  }

  async #evaluate({ data, stalledCounter }: Job<QueuedPart>, figures: string): Promise<void> {
    const { job, part, rows } = data
    try {
      this.#taken.set(job, true)
      // One copy for all threads; where there is none, they find out why.
      const folder = this.#store.of(job)
      await folder.files.fetch(folder.assets({ name: part.slice(part.indexOf('-') + 1) })).catch(() => {})
      // What a worker was evaluating when it was ended may have ended it: no other part is to be ended with it again.
      await this.#threads.evaluate({ job, part, figures }, [figures], stalledCounter > 0)
      this.rows += rows
    } catch (error) {
      // By tables that were read anew others may still evaluate it, or it is begun anew (redis-runner.ts).
      if (!(error instanceof JobFault) || error instanceof FiguresGone) throw error
      await failJob(this.#store.of(job), error.message)
    }
  }
}
