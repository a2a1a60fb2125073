import { Piscina } from 'piscina'
import type { PartOutcome, PartTask } from './evaluate-part.ts'
import { type FigureSettings, FiguresGone } from './figures.ts'
import type { ThreadSetup, ThreadTask } from './part-thread.ts'

/** Idle time after which threads end. */
const IDLE_MS = 30_000

/** Threads that evaluate parts, started on demand. */
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
      // Garbage of an evaluation should die young.
      resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 },
    })
    // Errors of idle threads; those of a part go to its caller.
    this.#threads.on('error', () => {})
  }

  /** Evaluates a part; the signal ends its thread. Throws FiguresGone if the tables have changed since. */
  async evaluate(figures: string, part: PartTask, signal?: AbortSignal): Promise<PartOutcome> {
    const outcome = await this.#threads.run({ figures, part }, signal && { signal })
    if (outcome === 'gone' || outcome === undefined) throw new FiguresGone(figures)
    return outcome
  }

  /** Starts all threads for parts that follow soon, since starting takes seconds. */
  warmUp(figures: string): void {
    for (let thread = 0; thread < this.#count; thread++) void this.#threads.run({ figures }).catch(() => {})
  }

  close(): Promise<void> {
    return this.#threads.destroy()
  }
}
