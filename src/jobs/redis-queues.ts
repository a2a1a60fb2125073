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

/** A killed worker says nothing of what it worked on: only what ends so many of them is given up. */
const MOST_STALLED = 30

/** What all who take something have in common. */
export const TAKING = {
  lockDuration: LOCK_MS,
  stalledInterval: STALLED_MS,
  maxStalledCount: MOST_STALLED,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
} as const

/** The same error is said once a minute: while Redis is away, all who want something of it say so, again and again. */
const SELDOM_MS = 60_000

export function seldom(report: ReportError): ReportError {
  const said = new Map<string, number>()
  return (error) => {
    const now = performance.now()
    if (now - (said.get(error.message) ?? -SELDOM_MS) < SELDOM_MS) return
    if (said.size > 100) said.clear()
    said.set(error.message, now)
    report(error)
  }
}

/** A connection that waits for Redis when it is away, for as long as it is. */
export function connect(
  url: string,
  report: (error: Error) => void,
): ConnectionOptions & { quit(): Promise<unknown>; disconnect(): void } {
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: (times) => Math.min(times * 100, 2000) })
  redis.on('error', report)
  return redis as never
}

/** A queue whose jobs are remembered no longer than they are needed. */
export function openQueue<Data>(name: string, connection: ConnectionOptions): Queue<Data> {
  return new Queue<Data>(name, {
    connection,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  })
}
