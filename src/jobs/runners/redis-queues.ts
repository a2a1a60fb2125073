import { type ConnectionOptions, Queue } from 'bullmq'
import { Redis } from 'ioredis'
import type { ReportError } from './job-runner.ts'

/** The queue of whole jobs, which are cut and joined. */
export const JOBS_QUEUE = 'impactql-jobs'

/** A part, as it is queued; where its file is follows from it. */
export interface QueuedPart {
  readonly job: string
  readonly part: string
  readonly rows: number
}

/** A whole job, as it is queued. */
export interface QueuedJob {
  readonly job: string
}

/**
 * The queue of parts that are evaluated by certain figures: a worker that has others does not see it.
 * Example: `impactql-parts-2026.11_0.1.0`.
 */
export function partsQueue(figures: string): string {
  return `impactql-parts-${figures.replaceAll(':', '-')}`
}

/** Whoever has taken something shows so often that it is alive; who is silent for so long has lost it. */
const LOCK_MS = 6000
const STALLED_MS = 3000

/** A killed worker leaves no word of what it worked on: only what so many of them had in work is given up. */
const MOST_STALLED = 10

/** What all who take something have in common. */
export const TAKING = {
  lockDuration: LOCK_MS,
  stalledInterval: STALLED_MS,
  maxStalledCount: MOST_STALLED,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
} as const

/** Whoever has figures shows so often that it does; they are gone when nobody has for so long. */
export const PRESENCE_MS = 1000
const ABSENCE_MS = 15_000

/** Shows in Redis which figures there are, until it is closed: parts of others are left to those who have them. */
export class Presence {
  readonly #redis: Connection
  readonly #showing: NodeJS.Timeout

  constructor(redis: Connection, figures: readonly string[], report: ReportError) {
    this.#redis = redis
    const show = () => {
      for (const each of figures) redis.set(presenceKey(each), '', 'PX', ABSENCE_MS).catch(report)
    }
    show()
    this.#showing = setInterval(show, PRESENCE_MS).unref()
  }

  /** Whether anybody has those figures. */
  async has(figures: string): Promise<boolean> {
    return (await this.#redis.exists(presenceKey(figures))) > 0
  }

  close(): void {
    clearInterval(this.#showing)
  }
}

function presenceKey(figures: string): string {
  return `impactql-figures:${figures}`
}

/** A connection that waits for Redis when it is away, for as long as it is. */
export function connect(url: string, report: ReportError): Connection {
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: (times) => Math.min(times * 100, 2000) })
  redis.on('error', report)
  return redis as never
}

export type Connection = Redis & ConnectionOptions

/** A queue whose jobs are remembered no longer than they are needed. */
export function openQueue<Data>(name: string, connection: ConnectionOptions): Queue<Data> {
  return new Queue<Data>(name, {
    connection,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  })
}
