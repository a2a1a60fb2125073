import { FlowProducer, type Job, type Queue, Worker } from 'bullmq'
import { beginJob, endJob, failJob } from './drive-job.ts'
import { openFigures } from './figures.ts'
import { hasEnded, isJobId } from './job.ts'
import type { JobFolder } from './job-folder.ts'
import type { JobPlan } from './job-plan.ts'
import { JobProgress } from './job-progress.ts'
import {
  type JobRunner,
  MOST_ATTEMPTS,
  type ReportError,
  type RunnerReadings,
  type RunnerSettings,
} from './job-runner.ts'
import { JobStore } from './job-store.ts'
import { PartWorkers } from './part-workers.ts'
import {
  connect,
  JOBS_QUEUE,
  openQueue,
  partsQueue,
  type QueuedJob,
  type QueuedPart,
  seldom,
  TAKING,
} from './redis-queues.ts'

/** Files that are read or written at once. */
const MOST_FILES = 2

/** The least urgent that a part may be. */
const LAST_PRIORITY = 2_097_151

/** A job by figures that there are not here is left to others for so long: while services are replaced, one has them. */
const LEFT_TO_OTHERS_MS = 600_000

const AGAIN = { attempts: MOST_ATTEMPTS, backoff: { type: 'fixed', delay: 500 } } as const

/**
 * Works on jobs together with other machines. Redis holds who does what; what there is to do is in the folder, and is queued anew
 * where Redis has lost it. A job is cut by one of the services; its parts are children of a flow, taken by any worker; when
 * all are done, its parent is what joins them.
 */
export class RedisRunner implements JobRunner {
  readonly #settings: RunnerSettings
  readonly #store: JobStore
  readonly #progress = new JobProgress()
  readonly #connection: ReturnType<typeof connect>
  readonly #jobs: Queue<QueuedJob>
  readonly #parts: ReadonlyMap<string, Queue<QueuedPart>>
  readonly #flows: FlowProducer
  readonly #worker: Worker<QueuedJob>
  readonly #partWorkers: PartWorkers | undefined
  /** When jobs by figures that there are not here were first seen. */
  readonly #foreign = new Map<string, number>()
  #isLooking = false

  constructor(settings: RunnerSettings, reportEach: ReportError) {
    const report = seldom(reportEach)
    this.#settings = settings
    this.#store = new JobStore(settings.folder, Number.POSITIVE_INFINITY)
    const connection = connect(settings.url, report)
    this.#connection = connection
    this.#jobs = openQueue(JOBS_QUEUE, connection)
    this.#flows = new FlowProducer({ connection })
    this.#parts = new Map(
      [...openFigures(settings).keys()].map((each) => [each, openQueue(partsQueue(each), connection)]),
    )
    this.#worker = new Worker(JOBS_QUEUE, (job) => this.#take(job), { connection, concurrency: MOST_FILES, ...TAKING })
    this.#partWorkers = settings.threads > 0 ? new PartWorkers(settings, connection, report) : undefined
    for (const queue of [this.#jobs, ...this.#parts.values()]) queue.on('error', report)
    this.#flows.on('error', report)
    this.#worker.on('error', report)
    this.#worker.on('failed', (job, error) => {
      report(error)
      if (job === undefined || job.attemptsMade < MOST_ATTEMPTS || !isJobId(job.data.job)) return
      const fault = 'The job could not be done because of a fault of the service'
      failJob(this.#store.of(job.data.job), fault).catch(report)
    })
  }

  /** Queues what is neither queued nor done: new jobs, and those that Redis has lost. */
  async look(): Promise<void> {
    // While Redis is away this waits.
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const records = await this.#store.list()
      const open = new Set(records.filter((record) => !hasEnded(record)).map(({ id }) => id))
      for (const job of this.#foreign.keys()) if (!open.has(job)) this.#foreign.delete(job)
      for (const { id: job, ...record } of records) {
        if (hasEnded(record) || (await this.#isQueued(job))) continue
        await this.#jobs.add('cut', { job }, { jobId: cutId(job), ...AGAIN })
      }
    } finally {
      this.#isLooking = false
    }
  }

  async readings(): Promise<RunnerReadings> {
    let [waiting, running] = [0, 0]
    for (const queue of this.#parts.values()) {
      const counts = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active')
      running += counts.active ?? 0
      waiting += (counts.waiting ?? 0) + (counts.prioritized ?? 0) + (counts.delayed ?? 0)
    }
    return { waiting, running, failed: this.#partWorkers?.failed ?? 0, rows: this.#partWorkers?.rows ?? 0 }
  }

  isNeeded(): boolean {
    return true
  }

  async close(): Promise<void> {
    await Promise.all([this.#worker.close(), this.#partWorkers?.close(), this.#flows.close(), this.#jobs.close()])
    await Promise.all([...this.#parts.values()].map((queue) => queue.close()))
    this.#connection.disconnect()
  }

  async #isQueued(job: string): Promise<boolean> {
    return (await this.#jobs.getJob(joinId(job))) !== undefined || (await this.#jobs.getJob(cutId(job))) !== undefined
  }

  async #take({ name, data: { job } }: Job<QueuedJob>): Promise<void> {
    const folder = this.#store.of(job)
    const { bounds } = this.#settings
    if (name === 'join') {
      await endJob(folder, bounds)
      this.#progress.forget(folder)
    } else if ((await this.#jobs.getJob(joinId(job))) === undefined && (await this.#hasFigures(job, folder))) {
      const done = async (plan: JobPlan) => (await this.#progress.partsDone(folder, plan)).size
      const begun = await beginJob(folder, bounds, done)
      if (begun !== undefined) await this.#queueParts(job, begun.record.figures, begun.plan)
    }
  }

  /** Whether a job can be evaluated by what there is here. One that nobody takes up for long fails; until then it is queued again. */
  async #hasFigures(job: string, folder: JobFolder): Promise<boolean> {
    const figures = (await folder.readRecord())?.figures
    if (figures === undefined || this.#parts.has(figures)) return figures !== undefined
    const since = this.#foreign.get(job) ?? Date.now()
    this.#foreign.set(job, since)
    if (Date.now() - since > LEFT_TO_OTHERS_MS) await failJob(folder, `The data release ${figures} is no longer there`)
    return false
  }

  async #queueParts(job: string, figures: string, plan: JobPlan): Promise<void> {
    const queue = this.#parts.get(figures) as Queue<QueuedPart>
    const done = await this.#progress.partsDone(this.#store.of(job), plan)
    // Jobs take turns: the first part of this one goes with those parts of others that are next now.
    const [next] = await queue.getPrioritized(0, 0)
    const first = Math.max(1, next?.priority ?? 1)
    await this.#flows.add({
      name: 'join',
      queueName: JOBS_QUEUE,
      data: { job } satisfies QueuedJob,
      opts: { jobId: joinId(job), ...AGAIN, removeOnComplete: true, removeOnFail: true },
      children: plan.parts
        .filter(({ name }) => !done.has(name))
        .map(({ name, rows }, index) => ({
          name: 'part',
          queueName: queue.name,
          data: { job, part: name, rows } satisfies QueuedPart,
          opts: {
            jobId: `${job}-${name}`,
            ...AGAIN,
            priority: Math.min(first + index, LAST_PRIORITY),
            removeOnComplete: true,
            removeOnFail: true,
            // The job has failed then, and what joins it finds that.
            ignoreDependencyOnFailure: true,
          },
        })),
    })
  }
}

function cutId(job: string): string {
  return `cut-${job}`
}

function joinId(job: string): string {
  return `join-${job}`
}
