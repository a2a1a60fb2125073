import type { Worker } from 'node:cluster'
import type { Config } from '../config.ts'
import type { Log } from './log.ts'
import { readSources, type Sources } from './sources.ts'
import type { ToWorker } from './worker-messages.ts'

/**
 * The sources that all workers have, read once for all of them. New ones are tried by one worker: when it takes them, the
 * others get them too, and each that is started later. So a fault is told once, and a file that went bad hurts no restart.
 */
export class SharedSources {
  readonly #config: Config
  readonly #log: Log
  readonly #tell: (worker: Worker, message: ToWorker) => void
  #sources: Sources
  /** What each worker has, or starts with. */
  readonly #given = new Map<Worker, Sources>()
  readonly #listening = new Set<Worker>()
  #trial: { readonly worker: Worker; readonly sources: Sources } | undefined
  #isReloadWanted = false

  constructor(config: Config, log: Log, tell: (worker: Worker, message: ToWorker) => void) {
    this.#config = config
    this.#log = log
    this.#tell = tell
    this.#sources = readSources(config)
  }

  /** To be called when a worker wants what to start with. */
  give(worker: Worker): void {
    this.#given.set(worker, this.#sources)
    this.#tell(worker, { kind: 'sources', sources: this.#sources })
  }

  /** To be called when a worker listens: what was taken while it started, it gets now. */
  add(worker: Worker): void {
    this.#listening.add(worker)
    this.#spread()
    this.#try()
  }

  /** To be called when a worker has ended. */
  remove(worker: Worker): void {
    this.#given.delete(worker)
    this.#listening.delete(worker)
    if (this.#trial?.worker === worker) {
      this.#log.error('reload refused: what was there stays', { faults: ['the worker that tried it ended'] })
      this.decide(worker, false)
    }
  }

  /** Reads the files again, as soon as a worker is there to try them and no other trial is under way. */
  reload(): void {
    this.#isReloadWanted = true
    this.#try()
  }

  /** To be called with what came of a trial. Why sources are refused, the worker has told. */
  decide(worker: Worker, isTaken: boolean): void {
    if (this.#trial?.worker !== worker) return
    if (isTaken) {
      this.#sources = this.#trial.sources
      this.#given.set(worker, this.#sources)
      this.#spread()
    }
    this.#trial = undefined
    this.#try()
  }

  #try(): void {
    const [worker] = this.#listening
    if (!this.#isReloadWanted || this.#trial !== undefined || worker === undefined) return
    this.#isReloadWanted = false
    this.#trial = { worker, sources: readSources(this.#config) }
    this.#tell(worker, { kind: 'try sources', sources: this.#trial.sources })
  }

  #spread(): void {
    for (const worker of this.#listening) if (this.#given.get(worker) !== this.#sources) this.give(worker)
  }
}
