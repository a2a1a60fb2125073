import { setTimeout as wait } from 'node:timers/promises'
import { beginJob, endJob, failJob } from './drive-job.ts'
import { FolderLock } from './folder-lock.ts'
import { hasEnded, type JobRecord } from './job.ts'
import { JobFault } from './job-fault.ts'
import { JobProgress } from './job-progress.ts'
import {
  type JobRunner,
  MOST_ATTEMPTS,
  type ReportError,
  type RunnerReadings,
  type RunnerSettings,
} from './job-runner.ts'
import { JobStore } from './job-store.ts'
import { PartThreads } from './part-threads.ts'
import { Turns } from './turns.ts'

/** A job that failed by accident is begun again after this long. */
const AGAIN_MS = 3000

/** Files that are read or written at once. */
const MOST_FILES = 2

/** Works on the jobs of a folder with the threads of this process; of several processes, one does. */
export class EmbeddedRunner implements JobRunner {
  readonly #settings: RunnerSettings
  readonly #report: ReportError
  readonly #store: JobStore
  readonly #lock: FolderLock
  readonly #threads: PartThreads
  readonly #progress = new JobProgress()
  readonly #files = new Turns(MOST_FILES)
  readonly #parts: Turns
  readonly #active = new Set<string>()
  #failed = 0
  #rows = 0

  constructor(settings: RunnerSettings, report: ReportError) {
    const { folder, threads } = settings
    this.#settings = settings
    this.#report = report
    this.#store = new JobStore(folder, Number.POSITIVE_INFINITY)
    this.#lock = new FolderLock(folder)
    this.#threads = new PartThreads(settings, threads)
    this.#parts = new Turns(threads)
  }

  async look(): Promise<void> {
    if (!(await this.#lock.take())) return
    const open = (await this.#store.list()).filter((record) => !hasEnded(record) && !this.#active.has(record.id))
    for (const record of open.sort((a, b) => a.createdAt.localeCompare(b.createdAt))) {
      this.#active.add(record.id)
      void this.#work(record).finally(() => this.#active.delete(record.id))
    }
  }

  async readings(): Promise<RunnerReadings> {
    return { waiting: this.#parts.waiting, running: this.#parts.running, failed: this.#failed, rows: this.#rows }
  }

  isNeeded(): boolean {
    return this.#active.size > 0
  }

  async close(): Promise<void> {
    await this.#lock.leave()
    await this.#threads.close()
  }

  async #work({ id, owner, figures }: JobRecord): Promise<void> {
    const { bounds } = this.#settings
    const folder = this.#store.of(id)
    // Files take turns by key: many jobs of one hold up no other.
    const whose = owner ?? ''
    try {
      const done = async (plan: Parameters<JobProgress['partsDone']>[1]) =>
        (await this.#progress.partsDone(folder, plan)).size
      const begun = await this.#files.run(whose, () => beginJob(folder, bounds, done))
      if (begun === undefined) return
      const known = await this.#progress.partsDone(folder, begun.plan)
      const left = begun.plan.parts.filter(({ name }) => !known.has(name))
      const evaluate = async (part: string, rows: number, attempt = 1): Promise<void> => {
        try {
          await this.#parts.run(id, () => this.#threads.evaluate({ job: id, part, figures }))
          this.#rows += rows
        } catch (error) {
          if (!(error instanceof JobFault) && attempt < MOST_ATTEMPTS) return evaluate(part, rows, attempt + 1)
          this.#failed++
          throw error
        }
      }
      await Promise.all(left.map(({ name, rows }) => evaluate(name, rows)))
      await this.#files.run(whose, () => endJob(folder, bounds))
    } catch (error) {
      if (error instanceof JobFault) await failJob(folder, error.message).catch(this.#report)
      else {
        // It is begun again; what always fails is given up (drive-job.ts).
        this.#report(error as Error)
        await wait(AGAIN_MS)
      }
    } finally {
      this.#progress.forget(folder)
    }
  }
}
