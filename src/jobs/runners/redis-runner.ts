import { createHash } from 'node:crypto'
import { FlowProducer, type Job, type Queue, Worker } from 'bullmq'
import type { Release } from '../../index.ts'
import { openFigures } from '../figures.ts'
import { hasEnded, isJobId, type JobRecord } from '../job.ts'
import { JobProgress } from '../job-progress.ts'
import { JobStore } from '../job-store.ts'
import type { JobFolder } from '../places/job-folder.ts'
import { openPlace } from '../places/open-place.ts'
import { type BegunJob, beginJob, endJob, failJob, renewJob } from '../steps/drive-job.ts'
import { hasBegunInVain } from '../steps/try-step.ts'
import {
  type JobRunner,
  MOST_ATTEMPTS,
  type ReportError,
  type RunnerReadings,
  type RunnerSettings,
} from './job-runner.ts'
import { PartTurns, partId } from './part-turns.ts'
import { PartWorkers } from './part-workers.ts'
import {
  type Connection,
  connect,
  JOBS_QUEUE,
  openQueue,
  Presence,
  partsQueue,
  type QueuedJob,
  type QueuedPart,
  TAKING,
} from './redis-queues.ts'
import { Turns } from './turns.ts'

/** Files that are read or written at once. */
const MOST_FILES = 2

/** A job by figures that nobody has is left alone for so long: while services are replaced, somebody may have them again. */
const LEFT_ALONE_MS = 600_000

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
  readonly #connection: Connection
  readonly #jobs: Queue<QueuedJob>
  readonly #releases: ReadonlyMap<string, Release>
  readonly #parts: ReadonlyMap<string, Queue<QueuedPart>>
  readonly #turns: PartTurns
  readonly #flows: FlowProducer
  readonly #worker: Worker<QueuedJob>
  readonly #files = new Turns(MOST_FILES)
  readonly #partWorkers: PartWorkers | undefined
  readonly #presence: Presence
  /** Since when nobody has the figures of a job. */
  readonly #foreign = new Map<string, number>()
  #isLooking = false

  constructor(settings: RunnerSettings, report: ReportError) {
    this.#settings = settings
    this.#store = new JobStore(openPlace(settings), Number.POSITIVE_INFINITY)
    const connection = connect(settings.url, report)
    this.#connection = connection
    this.#jobs = openQueue(JOBS_QUEUE, connection)
    this.#flows = new FlowProducer({ connection })
    this.#releases = openFigures(settings)
    this.#parts = new Map([...this.#releases.keys()].map((each) => [each, openQueue(partsQueue(each), connection)]))
    this.#turns = new PartTurns(this.#store, this.#progress, report)
    this.#presence = new Presence(connection, [...this.#releases.keys()], report)
    this.#worker = new Worker(JOBS_QUEUE, (job) => this.#take(job), { connection, concurrency: MOST_FILES, ...TAKING })
    this.#partWorkers = settings.threads > 0 ? new PartWorkers(settings, connection, report) : undefined
    for (const queue of [this.#jobs, ...this.#parts.values()]) queue.on('error', report)
    this.#flows.on('error', report)
    this.#worker.on('error', report)
    this.#worker.on('failed', (job, error) => {
      report(error)
      // It is tried again where it is not finished.
      if (job?.finishedOn === undefined || !isJobId(job.data.job)) return
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
      const open = await this.#store.open()
      const ids = new Set(open.map(({ id }) => id))
      for (const job of this.#foreign.keys()) if (!ids.has(job)) this.#foreign.delete(job)
      const before = new Map<string | null, number>()
      for (const record of open) {
        const { id: job, owner } = record
        // The first job of a key goes before the second of any other.
        const priority = (before.get(owner) ?? 0) + 1
        before.set(owner, priority)
        if (!(await this.#hasFigures(record)) || (await this.#isQueued(record))) continue
        await this.#jobs.add('cut', { job }, { jobId: cutId(record), ...AGAIN, priority })
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
    this.#presence.close()
    this.#turns.close()
    await Promise.all([this.#worker.close(), this.#partWorkers?.close(), this.#flows.close(), this.#jobs.close()])
    await Promise.all([...this.#parts.values()].map((queue) => queue.close()))
    this.#connection.disconnect()
  }

  async #isQueued(record: JobRecord): Promise<boolean> {
    for (const id of [joinId(record), cutId(record)]) if ((await this.#jobs.getJob(id)) !== undefined) return true
    return false
  }

  async #take({ id, name, data: { job } }: Job<QueuedJob>): Promise<void> {
    const folder = this.#store.of(job)
    const record = await folder.readRecord()
    if (record === undefined || hasEnded(record)) return
    // It has been begun anew by other figures: what is to be joined are other parts.
    if (name === 'join' && id !== joinId(record)) return
    // What a process had in work when it was ended may have ended it: no other is to be ended with it again.
    const isAlone = await hasBegunInVain(folder)
    await this.#files.run(
      [job],
      () => (name === 'join' ? this.#join(record, folder) : this.#cut(record, folder)),
      isAlone,
    )
  }

  async #cut(record: JobRecord, folder: JobFolder): Promise<void> {
    if (!this.#parts.has(record.figures) || (await this.#jobs.getJob(joinId(record))) !== undefined) return
    const begun = await beginJob(folder, this.#settings.bounds)
    if (begun !== undefined) await this.#queueParts(begun)
  }

  async #join(record: JobRecord, folder: JobFolder): Promise<void> {
    await endJob(folder, this.#settings.bounds)
    this.#progress.forget(folder)
    const queue = this.#parts.get(record.figures)
    if (queue !== undefined) this.#turns.share(queue, record)
  }

  /**
   * Whether a job is one for those that are here. One whose figures nobody has is begun anew by others after some minutes, or
   * fails.
   */
  async #hasFigures({ id, figures }: JobRecord): Promise<boolean> {
    if (this.#parts.has(figures)) return true
    if (await this.#presence.has(figures)) {
      this.#foreign.delete(id)
      return false
    }
    const since = this.#foreign.get(id) ?? performance.now()
    this.#foreign.set(id, since)
    if (performance.now() - since > Math.min(LEFT_ALONE_MS, this.#settings.bounds.stepMs))
      await renewJob(this.#store.of(id), this.#releases)
    return false
  }

  async #queueParts({ record, plan }: BegunJob): Promise<void> {
    const queue = this.#parts.get(record.figures) as Queue<QueuedPart>
    const { id: job } = record
    const done = await this.#progress.partsDone(this.#store.of(job), plan)
    const turns = await this.#turns.of(queue, record)
    await this.#flows.add({
      name: 'join',
      queueName: JOBS_QUEUE,
      data: { job } satisfies QueuedJob,
      opts: { jobId: joinId(record), ...AGAIN, removeOnComplete: true, removeOnFail: true },
      children: plan.parts
        .filter(({ name }) => !done.has(name))
        .map(({ name, rows }, index) => ({
          name: 'part',
          queueName: queue.name,
          data: { job, part: name, rows } satisfies QueuedPart,
          opts: {
            jobId: partId(job, name),
            ...AGAIN,
            priority: turns(index),
            removeOnComplete: true,
            removeOnFail: true,
            // The job has failed then, and what joins it finds that.
            ignoreDependencyOnFailure: true,
          },
        })),
    })
    this.#turns.share(queue, record)
  }
}

/** By other figures a job is another one. */
function cutId({ id, figures }: JobRecord): string {
  return `cut-${id}-${tagOf(figures)}`
}

function joinId({ id, figures }: JobRecord): string {
  return `join-${id}-${tagOf(figures)}`
}

function tagOf(figures: string): string {
  return createHash('sha256').update(figures).digest('hex').slice(0, 8)
}
