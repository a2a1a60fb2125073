import type { Queue } from 'bullmq'
import { LRUCache } from 'lru-cache'
import type { JobRecord } from '../job.ts'
import type { JobProgress } from '../job-progress.ts'
import type { JobStore } from '../job-store.ts'
import type { ReportError } from './job-runner.ts'
import type { QueuedPart } from './redis-queues.ts'

/** The least urgent that a part may be. */
const LAST_PRIORITY = 2_097_151

/** Parts whose turn is changed at once. */
const AT_ONCE = 200

/** Turns are shared anew so long after there was a reason to. */
const SHARE_MS = 1000

/**
 * The turns that parts have in the queue: the least priority is next. Each part of a job has its turn one after the part before,
 * beginning with the turn that is next now, so that jobs go side by side. Where a key has several jobs, each of them has but
 * every second turn, or third: keys go side by side, however many jobs they have.
 */
export class PartTurns {
  readonly #store: JobStore
  readonly #progress: JobProgress
  readonly #report: ReportError
  readonly #sharing = new Map<string, NodeJS.Timeout>()
  /** Jobs of one part, which has no turn to give. */
  readonly #small = new LRUCache<string, true>({ max: 10_000 })

  constructor(store: JobStore, progress: JobProgress, report: ReportError) {
    this.#store = store
    this.#progress = progress
    this.#report = report
  }

  /** The priority of a part by its place among those of its job that are left. */
  async of(queue: Queue<QueuedPart>, record: JobRecord): Promise<(place: number) => number> {
    const others = (await this.#running(record)).filter(({ id }) => id !== record.id)
    return turnsOf(await nextTurn(queue), others.length, others.length + 1)
  }

  /** Has the jobs of a key share its turns anew in a moment: there is one more of them, or one less. */
  share(queue: Queue<QueuedPart>, { owner, figures }: JobRecord): void {
    const key = `${figures} ${owner}`
    // Of many that come and go at once, the last counts.
    if (this.#sharing.has(key)) return
    const sharing = setTimeout(async () => {
      await this.#share(queue, { owner, figures }).catch(this.#report)
      this.#sharing.delete(key)
    }, SHARE_MS)
    this.#sharing.set(key, sharing)
  }

  close(): void {
    for (const sharing of this.#sharing.values()) clearTimeout(sharing)
  }

  async #share(queue: Queue<QueuedPart>, key: Pick<JobRecord, 'owner' | 'figures'>): Promise<void> {
    const jobs = await this.#running(key)
    const next = await nextTurn(queue)
    for (const [index, { id }] of jobs.entries()) {
      if (this.#small.has(id)) continue
      const folder = this.#store.of(id)
      const plan = await folder.readPlan()
      if (plan === undefined) continue
      if (plan.parts.length === 1) this.#small.set(id, true)
      const done = await this.#progress.partsDone(folder, plan)
      const left = plan.parts.filter(({ name }) => !done.has(name))
      const turns = turnsOf(next, index, jobs.length)
      for (let place = 0; place < left.length; place += AT_ONCE) {
        const some = left.slice(place, place + AT_ONCE)
        await Promise.all(some.map(({ name }, more) => move(queue, partId(id, name), turns(place + more))))
      }
    }
  }

  /** The jobs of a key that have parts in the same queue, the oldest first. */
  async #running({ owner, figures }: Pick<JobRecord, 'owner' | 'figures'>): Promise<readonly JobRecord[]> {
    const jobs = await this.#store.list(owner)
    return jobs
      .filter((each) => each.figures === figures && each.state === 'running')
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  }
}

/** How a part is called in the queue. */
export function partId(job: string, part: string): string {
  return `${job}-${part}`
}

function turnsOf(next: number, first: number, each: number): (place: number) => number {
  return (place) => Math.min(next + first + place * each, LAST_PRIORITY)
}

async function nextTurn(queue: Queue<QueuedPart>): Promise<number> {
  const [next] = await queue.getPrioritized(0, 0)
  return Math.max(1, next?.priority ?? 1)
}

async function move(queue: Queue<QueuedPart>, id: string, priority: number): Promise<void> {
  const part = await queue.getJob(id)
  // It may be done meanwhile.
  if (part !== undefined && part.priority !== priority) await part.changePriority({ priority }).catch(() => {})
}
