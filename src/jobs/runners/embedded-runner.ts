import { setTimeout as wait } from 'node:timers/promises'
import { openFigures } from '../figures.ts'
import type { JobRecord } from '../job.ts'
import { FiguresGone, JobFault } from '../job-fault.ts'
import { JobProgress } from '../job-progress.ts'
import { JobStore } from '../job-store.ts'
import { FolderLock } from '../places/folder-lock.ts'
import type { JobFolder } from '../places/job-folder.ts'
import { openPlace } from '../places/open-place.ts'
import { type BegunJob, beginJob, endJob, failJob, renewJob } from '../steps/drive-job.ts'
import { hasBegunInVain, tryStep } from '../steps/try-step.ts'
import {
  type JobRunner,
  MOST_ATTEMPTS,
  type ReportError,
  type RunnerReadings,
  type RunnerSettings,
} from './job-runner.ts'
import { PartThreads } from './part-threads.ts'
import { Turns } from './turns.ts'

/** A job that failed by accident, as on a full disk, is begun again after this long; after twice as long each time. */
const AGAIN_MS = 3000

/** Files that are read or written at once. */
const MOST_FILES = 2

/** A file that takes longer to read than threads take to start. */
const LARGE_BYTES = 10_000_000

/** Works on the jobs of a folder with the threads of this process; of several processes, one does. */
export class EmbeddedRunner implements JobRunner {
  readonly #settings: RunnerSettings
  readonly #report: ReportError
  readonly #store: JobStore
  readonly #lock: FolderLock
  readonly #threads: PartThreads
  readonly #progress = new JobProgress()
  readonly #files = new Turns(MOST_FILES)
  readonly #active = new Set<string>()
  /** Jobs that were in work when another process ended are taken up before all others. */
  #takingUp: Promise<void> | undefined
  #isLooking = false
  /** Whether jobs are left, to be worked on here or by another process, which may end. */
  #hasOpen = true
  #failed = 0
  #rows = 0

  constructor(settings: RunnerSettings, report: ReportError) {
    const place = openPlace(settings)
    this.#settings = settings
    this.#report = report
    this.#store = new JobStore(place, Number.POSITIVE_INFINITY)
    this.#lock = new FolderLock(place.folder, '.lock')
    this.#threads = new PartThreads(settings)
  }

  async look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      if ((await this.#open()).length === 0 || !(await this.#lock.take())) return
      this.#takingUp ??= this.#takeUp().catch((error) => {
        this.#takingUp = undefined
        throw error
      })
      await this.#takingUp
      for (const record of await this.#open()) void this.#begin(record)
    } finally {
      this.#isLooking = false
    }
  }

  async readings(): Promise<RunnerReadings> {
    const { waiting, running } = this.#threads
    return { waiting, running, failed: this.#failed, rows: this.#rows }
  }

  isNeeded(): boolean {
    return this.#active.size > 0 || this.#hasOpen
  }

  async close(): Promise<void> {
    await this.#lock.leave()
    await this.#threads.close()
  }

  /** Jobs that nobody works on, the oldest first. */
  async #open(): Promise<readonly JobRecord[]> {
    // While it is not known, there may be some.
    this.#hasOpen = true
    const open = await this.#store.open()
    this.#hasOpen = open.length > 0
    return open.filter(({ id }) => !this.#active.has(id))
  }

  /**
   * One of the jobs that were in work when a process ended may have ended it. Each is worked on alone until it gets on, so that
   * the others are not ended with it time and again.
   */
  async #takeUp(): Promise<void> {
    for (const record of await this.#open()) {
      if (!(await hasBegunInVain(this.#store.of(record.id)))) continue
      await new Promise<void>((resolve) => void this.#begin(record, resolve))
    }
  }

  /** `getsOn` is called when a part of it is done, or it has ended. */
  async #begin(record: JobRecord, getsOn = () => {}): Promise<void> {
    const { id } = record
    const folder = this.#store.of(id)
    this.#active.add(id)
    try {
      await this.#work(record, folder, getsOn)
    } catch (error) {
      if (error instanceof FiguresGone) await renewJob(folder, openFigures(this.#settings)).catch(this.#report)
      else if (error instanceof JobFault) await failJob(folder, error.message).catch(this.#report)
      else {
        // It is begun again; what always fails is given up (try-step.ts).
        this.#report(error as Error)
        getsOn()
        const { times = 0 } = (await folder.readTries().catch(() => undefined)) ?? {}
        await wait(AGAIN_MS * 2 ** times)
      }
    } finally {
      this.#progress.forget(folder)
      this.#active.delete(id)
      getsOn()
    }
  }

  async #work({ id, owner, bytes, figures }: JobRecord, folder: JobFolder, getsOn: () => void): Promise<void> {
    const { bounds } = this.#settings
    const whose = [owner ?? '', id] as const
    const begun = await this.#files.run(whose, () => {
      if (bytes > LARGE_BYTES) this.#threads.warmUp(figures)
      return beginJob(folder, bounds)
    })
    if (begun === undefined) return
    await tryStep(folder, 'evaluate', (hasGotOn) =>
      this.#evaluate(begun, folder, async () => {
        getsOn()
        await hasGotOn()
      }),
    )
    await this.#files.run(whose, () => endJob(folder, bounds))
  }

  /** Evaluates those parts of a job that are not done. */
  async #evaluate(
    { record: { id, owner, figures }, plan }: BegunJob,
    folder: JobFolder,
    onPart: () => Promise<void>,
  ): Promise<void> {
    const done = await this.#progress.partsDone(folder, plan)
    const evaluate = async (part: string, rows: number, attempt = 1): Promise<void> => {
      try {
        await this.#threads.evaluate({ job: id, part, figures }, [owner ?? '', id])
        this.#rows += rows
      } catch (error) {
        if (!(error instanceof JobFault) && attempt < MOST_ATTEMPTS) return evaluate(part, rows, attempt + 1)
        this.#failed++
        throw error
      }
      await onPart()
    }
    await Promise.all(plan.parts.filter(({ name }) => !done.has(name)).map(({ name, rows }) => evaluate(name, rows)))
  }
}
