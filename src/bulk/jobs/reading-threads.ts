import { Piscina } from 'piscina'
import { ImportError } from '../../importers/import-error.ts'
import { readWhole, type TextFile, type WholeRead } from '../read-whole.ts'
import type { ThreadRead } from './reading-thread.ts'
import { Turns } from './turns.ts'

/** Reading fewer bytes takes less time than starting a thread. */
const SMALL_BYTES = 2 ** 14

type Cells = readonly (string | null)[]

/**
 * Threads that read files into memory, one at a time: the memory of the process has room for one such heap. Each reads
 * one file and ends, since what it leaves in its heap is large.
 */
export class ReadingThreads {
  readonly #threads: Piscina<TextFile, ThreadRead>
  readonly #turns = new Turns(1)

  /** The setting of the process bounds the heap of each thread. */
  constructor() {
    this.#threads = new Piscina({
      filename: new URL('./reading-thread.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 0,
      atomics: 'disabled',
    })
    // Errors of idle threads; those of a file go to its caller.
    this.#threads.on('error', () => {})
  }

  /** Waits until no other file is read, then does the work. Rejects at once when `gone` aborts. */
  inTurn<Result>(file: TextFile, gone: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (isSmall(file)) return work()
    const turn = this.#turns.run('', async () => {
      gone.throwIfAborted()
      return work()
    })
    const removed = new Promise<never>((_, reject) => {
      if (gone.aborted) reject(gone.reason)
      gone.addEventListener('abort', () => reject(gone.reason), { once: true })
    })
    return Promise.race([turn, removed])
  }

  /** Reads a file as `readWhole` does; the signal ends its thread, and its rows. */
  async read(file: TextFile, signal: AbortSignal): Promise<WholeRead> {
    if (isSmall(file)) return readWhole(file)
    const read = await this.#threads.run(file, { signal })
    if (typeof read !== 'object') return read
    if ('fault' in read) throw faultOf(read.fault)
    const { parts, ...cells } = read
    return { ...cells, rows: rowsOf(parts, signal) }
  }
}

function isSmall({ isCompressed, size }: TextFile): boolean {
  return !isCompressed && size <= SMALL_BYTES
}

function faultOf({ name, message, code }: NodeJS.ErrnoException): Error {
  return name === 'ImportError' ? new ImportError(message) : Object.assign(new Error(message), { code })
}

function* rowsOf(parts: readonly Uint8Array[], signal: AbortSignal): Generator<Cells> {
  const decoder = new TextDecoder()
  for (const part of parts) {
    signal.throwIfAborted()
    yield* JSON.parse(decoder.decode(part)) as readonly Cells[]
  }
}
