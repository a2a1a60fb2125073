import { Piscina } from 'piscina'
import { FiguresGone, JobFault, StepTooLong } from '../job-fault.ts'
import type { RunnerSettings } from './job-runner.ts'
import type { PartThreadSetup, ThreadFault, ThreadFigures, ThreadPart } from './part-thread.ts'
import { Turns, type Whose } from './turns.ts'

/** Threads without work end after this long. */
const IDLE_MS = 30_000

/** Threads that evaluate parts, started when the first part comes. */
export class PartThreads {
  readonly #pool: Piscina<ThreadPart | ThreadFigures, ThreadFault | undefined>
  readonly #turns: Turns
  readonly #threads: number
  readonly #stepMs: number

  constructor({ tables, defaults, folder, store, threads, bounds }: RunnerSettings) {
    this.#turns = new Turns(threads)
    this.#threads = threads
    this.#stepMs = bounds.stepMs
    this.#pool = new Piscina({
      filename: new URL('./part-thread.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      workerData: { tables, defaults, folder, ...(store !== undefined && { store }) } satisfies PartThreadSetup,
      atomics: 'disabled',
      // What an evaluation leaves behind should die young.
      resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 },
    })
    // Errors of threads without a part; those of a part are given to it.
    this.#pool.on('error', () => {})
  }

  /** Parts that wait for a thread, and parts that have one. */
  get waiting(): number {
    return this.#turns.waiting
  }

  get running(): number {
    return this.#turns.running
  }

  /**
   * Evaluates a part when its turn has come; one that `isAlone` while no other part is evaluated here. Throws a JobFault where
   * trying again does not mend it.
   */
  evaluate(part: ThreadPart, whose: Whose, isAlone = false): Promise<void> {
    return this.#turns.run(whose, () => this.#evaluate(part), isAlone)
  }

  /** Has all threads ready for parts that come soon: they take some seconds. */
  warmUp(figures: string): void {
    for (let thread = 0; thread < this.#threads; thread++) void this.#pool.run({ figures }).catch(() => {})
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  async #evaluate(part: ThreadPart): Promise<void> {
    // A thread that takes too long is ended.
    const signal = AbortSignal.timeout(this.#stepMs)
    const fault = await this.#pool.run(part, { signal }).catch((error: Error) => {
      throw signal.aborted ? new StepTooLong(this.#stepMs) : error
    })
    if (fault?.areFiguresGone) throw new FiguresGone(part.figures)
    if (fault !== undefined) throw new JobFault(fault.message)
  }
}
