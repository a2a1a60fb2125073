import { type ConnectionOptions, type Job, Worker } from 'bullmq'
import { failJob } from './drive-job.ts'
import { openFigures } from './figures.ts'
import { isJobId } from './job.ts'
import { JobFault } from './job-fault.ts'
import { MOST_ATTEMPTS, type ReportError, type RunnerSettings } from './job-runner.ts'
import { JobStore } from './job-store.ts'
import { PartThreads } from './part-threads.ts'
import { partsQueue, type QueuedPart, TAKING } from './redis-queues.ts'

/** Takes parts of jobs from Redis and evaluates them in threads: those of the data releases that there are here. */
export class PartWorkers {
  /** Names of the figures that parts are evaluated by. */
  readonly figures: readonly string[]
  readonly #threads: PartThreads
  readonly #workers: readonly Worker<QueuedPart>[]
  failed = 0
  rows = 0

  constructor(settings: RunnerSettings, connection: ConnectionOptions, report: ReportError) {
    const store = new JobStore(settings.folder, Number.POSITIVE_INFINITY)
    this.figures = [...openFigures(settings).keys()]
    this.#threads = new PartThreads(settings, settings.threads)
    this.#workers = this.figures.map((figures) => {
      const take = ({ data }: Job<QueuedPart>) => this.#evaluate(data, figures, store)
      const worker = new Worker<QueuedPart>(partsQueue(figures), take, {
        connection,
        concurrency: settings.threads,
        ...TAKING,
      })
      worker.on('error', report)
      worker.on('failed', (job, error) => {
        this.failed++
        report(error)
        if (job === undefined || job.attemptsMade < MOST_ATTEMPTS || !isJobId(job.data.job)) return
        failJob(
          store.of(job.data.job),
          'A part of the job could not be evaluated because of a fault of the service',
        ).catch(report)
      })
      return worker
    })
  }

  /** Finishes the parts in work. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()))
    await this.#threads.close()
  }

  async #evaluate({ job, part, rows }: QueuedPart, figures: string, store: JobStore): Promise<void> {
    try {
      await this.#threads.evaluate({ job, part, figures })
      this.rows += rows
    } catch (error) {
      if (!(error instanceof JobFault)) throw error
      await failJob(store.of(job), error.message)
    }
  }
}
