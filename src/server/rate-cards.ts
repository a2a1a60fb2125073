import { LRUCache } from 'lru-cache'
import type { Piscina } from 'piscina'
import { ReleaseGone, type ReleaseSettings } from '../bulk/assessors.ts'
import type { CardFiles, CardTask } from '../bulk/card-thread.ts'
import { FairQueue } from './fair-queue.ts'
import { busy } from './http/http-fault.ts'
import { type Config, referenceDefaults } from './settings/config.ts'

/** Idle time after which the thread ends. */
const IDLE_MS = 30_000

/** Bytes of cards that are kept: some thirty. */
const MOST_BYTES = 48e6

/** A card has a few thousand rates; one that takes longer is given up. */
const LONGEST_MS = 120_000

/**
 * Rate cards, each made once and kept, up to a number of bytes. One thread makes them, one after the other. Callers
 * take turns by the time that their cards took.
 */
export class RateCards {
  readonly #setup: ReleaseSettings
  readonly #maxWaitMs: number
  readonly #kept = new LRUCache<string, CardFiles>({ maxSize: MOST_BYTES, sizeCalculation: sizeOf })
  readonly #making = new Map<string, Promise<CardFiles>>()
  readonly #turns = new FairQueue(1)
  #thread: Promise<Piscina<CardTask, CardFiles | 'gone'>> | undefined

  constructor(config: Config) {
    this.#setup = { tables: config.dataFolders, defaults: referenceDefaults(config) }
    this.#maxWaitMs = config.maxWaitMs
  }

  /** A card that was made before. */
  kept(key: string): CardFiles | undefined {
    return this.#kept.get(key)
  }

  /** Makes a card in a turn of the caller, unless it is being made. Throws an HttpFault (503) if no turn comes. */
  make(key: string, task: CardTask, caller: string): Promise<CardFiles> {
    const begun = this.#making.get(key)
    if (begun !== undefined) return begun
    const making = this.#inTurn(task, caller)
      .then((card) => {
        this.#kept.set(key, card)
        return card
      })
      .finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  async close(): Promise<void> {
    const thread = await this.#thread?.catch(() => undefined)
    await thread?.destroy()
  }

  async #inTurn(task: CardTask, caller: string): Promise<CardFiles> {
    const giveBack = await this.#turns.take(caller, this.#maxWaitMs)
    if (giveBack === undefined)
      throw busy('Too many rate cards are being made; try again after the seconds in Retry-After')
    try {
      this.#thread ??= this.#start()
      const card = await (await this.#thread).run(task, { signal: AbortSignal.timeout(LONGEST_MS) })
      if (card === 'gone') throw new ReleaseGone(task.release)
      return card
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw busy('The rate card took too long')
      if (error instanceof ReleaseGone) throw busy('The tables of the service have changed, and it reads them again')
      throw error
    } finally {
      giveBack()
    }
  }

  async #start(): Promise<Piscina<CardTask, CardFiles | 'gone'>> {
    const { Piscina: Pool } = await import('piscina')
    const thread = new Pool<CardTask, CardFiles | 'gone'>({
      filename: new URL('../bulk/card-thread.ts', import.meta.url).href,
      workerData: this.#setup,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      atomics: 'disabled',
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
    })
    // Errors of an idle thread; those of a card go to its caller.
    thread.on('error', () => {})
    return thread
  }
}

function sizeOf(card: CardFiles): number {
  return Object.values(card).reduce((bytes, file) => bytes + file.byteLength, 1)
}
