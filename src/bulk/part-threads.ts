import { Piscina } from 'piscina'
import type { PartOutcome, PartTask } from './evaluate-part.ts'
import { type FigureSettings, FiguresGone } from './figures.ts'
import type { ThreadSetup, ThreadTask } from './part-thread.ts'

/** Threads without work end after this long. */
const IDLE_MS = 30_000

/** Threads that evaluate parts, started when there are some. */
export class PartThreads {
  readonly #count: number
  readonly #threads: Piscina<ThreadTask, PartOutcome | 'gone' | undefined>

  constructor({ tables, defaults }: FigureSettings, count: number, { priority }: Pick<ThreadSetup, 'priority'> = {}) {
    this.#count = count
    this.#threads = new Piscina({
      filename: new URL('./part-thread.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: count,
      idleTimeout: IDLE_MS,
      workerData: { tables, defaults, priority } satisfies ThreadSetup,
      atomics: 'disabled',
      // What an evaluation leaves behind should die young.
      resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 },
    })
    // Errors of threads without a part; those of a part are given to it.
    this.#threads.on('error', () => {})
  }

  /** Evaluates a part; the signal ends its thread. Throws FiguresGone where the tables are others by now. */
  async evaluate(figures: string, part: PartTask, signal?: AbortSignal): Promise<PartOutcome> {
    const outcome = await this.#threads.run({ figures, part }, signal && { signal })
    if (outcome === 'gone' || outcome === undefined) throw new FiguresGone(figures)
    return outcome
  }

  /** Has all threads ready for parts that come soon: they take some seconds. */
  warmUp(figures: string): void {
    for (let thread = 0; thread < this.#count; thread++) void this.#threads.run({ figures }).catch(() => {})
  }

  close(): Promise<void> {
    return this.#threads.destroy()
  }
}
