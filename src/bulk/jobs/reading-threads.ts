import { Piscina } from 'piscina'
import { ImportError } from '../../importers/import-error.ts'
import { readWhole, type TextFile, type WholeRead } from '../read-whole.ts'
import type { ThreadRead } from './reading-thread.ts'

/** Reading fewer bytes takes less time than starting a thread. */
const SMALL_BYTES = 2 ** 14

type Cells = readonly (string | null)[]

/** Threads that read files into memory. Each reads one file and ends, since what it leaves in its heap is large. */
export class ReadingThreads {
  readonly #threads: Piscina<TextFile, ThreadRead>

  /** `count` is the number of files read at a time. The setting of the process bounds the heap of each thread. */
  constructor(count: number) {
    this.#threads = new Piscina({
      filename: new URL('./reading-thread.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: count,
      idleTimeout: 0,
      atomics: 'disabled',
    })
    // Errors of idle threads; those of a file go to its caller.
    this.#threads.on('error', () => {})
  }

  /** Reads a file as `readWhole` does; the signal ends its thread, and its rows. */
  async read(file: TextFile, signal: AbortSignal): Promise<WholeRead> {
    if (!file.isCompressed && file.size <= SMALL_BYTES) return readWhole(file)
    const read = await this.#threads.run(file, { signal })
    if (typeof read !== 'object') return read
    if ('fault' in read) throw faultOf(read.fault)
    const { parts, ...cells } = read
    return { ...cells, rows: rowsOf(parts, signal) }
  }
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
