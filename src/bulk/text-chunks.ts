import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import type { Encoding } from '../importers/encoding-of.ts'
import { ImportError } from '../importers/import-error.ts'

export interface TextChunk {
  /** UTF-8 text: the rest of the last chunk, and new bytes. */
  readonly bytes: Uint8Array
  readonly isLast: boolean
  /** Bytes of text read so far. */
  readonly read: number
}

/** Bytes read at a time. */
const CHUNK = 2 ** 20
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/**
 * The text of a file, with or without gzip, in UTF-8 without a byte order mark. `done` returns the number of bytes of
 * the last chunk that were consumed.
 */
export async function* textChunks(file: string, encoding: Encoding, done: () => number): AsyncGenerator<TextChunk> {
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding)
  let rest: Uint8Array = new Uint8Array()
  let read = 0
  for await (const chunk of bytesOf(file, isGzip(await readStart(file, 2)))) {
    const text = decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk
    const isMarked = read === 0 && text.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    read += text.length
    const bytes = Buffer.concat([rest, isMarked ? text.subarray(BYTE_ORDER_MARK.length) : text])
    yield { bytes, isLast: false, read }
    rest = bytes.subarray(done())
  }
  yield { bytes: rest, isLast: true, read }
}

/** Whether bytes start as a file of gzip does. */
export function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b
}

/** The first bytes of a file. */
export async function readStart(file: string, length: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function* bytesOf(file: string, isCompressed: boolean): AsyncGenerator<Buffer> {
  const stream = createReadStream(file, { highWaterMark: CHUNK })
  if (!isCompressed) {
    yield* stream as AsyncIterable<Buffer>
    return
  }
  const unpacked = createGunzip({ chunkSize: CHUNK })
  stream.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  try {
    yield* unpacked as AsyncIterable<Buffer>
  } catch (error) {
    if (!/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new ImportError(`The file cannot be decompressed: ${(error as Error).message}`)
  } finally {
    stream.destroy()
  }
}
