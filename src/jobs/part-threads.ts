import { Piscina } from 'piscina'
import { JobFault } from './job-fault.ts'
import type { PartThreadSetup, ThreadPart } from './part-thread.ts'

/** Threads without work end after this long. */
const IDLE_MS = 30_000

/** Threads that evaluate parts, started when the first part comes. */
export class PartThreads {
  readonly #pool: Piscina<ThreadPart, string | undefined>

  constructor(setup: PartThreadSetup, threads: number) {
    this.#pool = new Piscina({
      filename: new URL('./part-thread.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      workerData: setup,
      atomics: 'disabled',
      // What an evaluation leaves behind should die young.
      resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 },
    })
    // Errors of threads without a part; those of a part are given to it.
    this.#pool.on('error', () => {})
  }

  /** Throws a JobFault where trying again does not mend it. */
  async evaluate(part: ThreadPart): Promise<void> {
    const fault = await this.#pool.run(part)
    if (fault !== undefined) throw new JobFault(fault)
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }
}
