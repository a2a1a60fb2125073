import { LRUCache } from 'lru-cache'
import type { JobRecord, JobStatus, JobStep } from './job.ts'
import type { JobFolder } from './places/job-folder.ts'
import type { JobPlan } from './places/job-plan.ts'
import type { KeptOutcome } from './steps/evaluate-job-part.ts'

/** Shares of the time of a job that its steps take, by and large. */
const READING = 0.1
const WRITING = 0.15

/** What is known of the parts of a job that are done. */
interface Seen {
  readonly plan: JobPlan
  readonly rowsOf: ReadonlyMap<string, number>
  readonly parts: Set<string>
  done: number
  faulty: number
  skipped: number
  /** The largest share of the writing that was seen. */
  written: number
}

/** Reads from the folders of jobs how far they are. What has been read of a part is remembered: it never changes. */
export class JobProgress {
  readonly #seen = new LRUCache<string, Seen>({ max: 100 })

  /** Parts that are done. */
  async partsDone(folder: JobFolder, plan: JobPlan): Promise<ReadonlySet<string>> {
    return (await this.#look(folder, plan)).parts
  }

  async status(folder: JobFolder, record: JobRecord, keepMs: number): Promise<JobStatus> {
    const { id, state, release, createdAt, outcome, fault = null, finishedAt = null } = record
    const plan = state === 'running' ? await this.#planOf(folder, record) : undefined
    const seen = plan && (await this.#look(folder, plan))
    const step = state === 'running' ? stepOf(seen) : null
    let share = step === 'reading' || step === 'writing' ? await folder.readShare().catch(() => 0) : 0
    // The file goes a moment before the job is seen to be done.
    if (seen !== undefined) share = seen.written = Math.max(seen.written, share)
    return {
      id,
      state,
      step,
      rows: outcome?.rows ?? plan?.rows ?? null,
      done: outcome?.rows ?? seen?.done ?? 0,
      faulty: outcome?.faulty ?? seen?.faulty ?? 0,
      skipped: outcome?.skipped ?? seen?.skipped ?? 0,
      progress: state === 'done' ? 1 : Math.round(progressOf(step, seen, share) * 1e6) / 1e6,
      totals: outcome?.totals ?? null,
      fault,
      release,
      createdAt,
      finishedAt,
      expiresAt: finishedAt && new Date(Date.parse(finishedAt) + keepMs).toISOString(),
    }
  }

  forget(folder: JobFolder): void {
    this.#seen.delete(folder.path)
  }

  async #planOf(folder: JobFolder, { figures }: JobRecord): Promise<JobPlan | undefined> {
    const known = this.#seen.get(folder.path)?.plan
    const plan = known?.figures === figures ? known : await folder.readPlan()
    // That of earlier figures has nothing to do with it any more.
    return plan?.figures === figures ? plan : undefined
  }

  async #look(folder: JobFolder, plan: JobPlan): Promise<Seen> {
    const known = this.#seen.get(folder.path)
    const seen: Seen =
      known?.plan.name === plan.name
        ? known
        : {
            plan,
            rowsOf: new Map(plan.parts.map(({ name, rows }) => [name, rows])),
            parts: new Set(),
            done: 0,
            faulty: 0,
            skipped: 0,
            written: 0,
          }
    this.#seen.set(folder.path, seen)
    const results = folder.results(plan)
    for (const file of await folder.files.names(results)) {
      const part = file.slice(results.length, -'.json'.length)
      if (!file.endsWith('.json') || seen.parts.has(part) || !seen.rowsOf.has(part)) continue
      const text = await folder.files.read(file).catch(() => undefined)
      // Meanwhile another may have read it, or the job be done.
      if (text === undefined || seen.parts.has(part)) continue
      seen.parts.add(part)
      seen.done += seen.rowsOf.get(part) ?? 0
      const { faulty, skipped } = JSON.parse(text) as KeptOutcome
      seen.faulty += faulty
      seen.skipped += skipped
    }
    return seen
  }
}

function stepOf(seen: Seen | undefined): JobStep {
  if (seen === undefined) return 'reading'
  return seen.parts.size < seen.plan.parts.length ? 'evaluating' : 'writing'
}

function progressOf(step: JobStep | null, seen: Seen | undefined, share: number): number {
  switch (step) {
    case null:
      return 0
    case 'reading':
      return READING * share
    case 'evaluating': {
      const { done, plan } = seen as Seen
      return READING + (1 - READING - WRITING) * (plan.rows > 0 ? done / plan.rows : 0)
    }
    case 'writing':
      return 1 - WRITING + WRITING * share
  }
}
