import { Piscina } from 'piscina'
import { ReleaseGone, type ReleaseSettings } from './assessors.ts'
import type { PartitionTask } from './evaluate-partition.ts'
import type { ThreadSetup, ThreadTask } from './partition-thread.ts'
import type { WrittenTally } from './tally.ts'

/** Idle time after which threads end. */
const IDLE_MS = 30_000

/** Threads that evaluate partitions, started on demand. */
export class PartitionThreads {
  readonly #count: number
  readonly #threads: Piscina<ThreadTask, WrittenTally | 'gone' | undefined>

  constructor({ tables, defaults }: ReleaseSettings, count: number, { priority }: Pick<ThreadSetup, 'priority'> = {}) {
    this.#count = count
    this.#threads = new Piscina({
      filename: new URL('./partition-thread.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: count,
      idleTimeout: IDLE_MS,
      workerData: { tables, defaults, priority } satisfies ThreadSetup,
      atomics: 'disabled',
      // Garbage of an evaluation should die young.
      resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 },
    })
    // Errors of idle threads; those of a partition go to its caller.
    this.#threads.on('error', () => {})
  }

  /** Evaluates a partition; the signal ends its thread. Throws ReleaseGone if the tables have changed since. */
  async evaluate(release: string, partition: PartitionTask, signal?: AbortSignal): Promise<WrittenTally> {
    const outcome = await this.#threads.run({ release, partition }, signal && { signal })
    if (outcome === 'gone' || outcome === undefined) throw new ReleaseGone(release)
    return outcome
  }

  /** Starts all threads for partitions that follow soon, since starting takes seconds. */
  warmUp(release: string): void {
    for (let thread = 0; thread < this.#count; thread++) void this.#threads.run({ release }).catch(() => {})
  }

  close(): Promise<void> {
    return this.#threads.destroy()
  }
}
