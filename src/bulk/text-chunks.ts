import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
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

/** Bytes read at a time, and unpacked at a time. */
const CHUNK = 2 ** 20
const UNPACKED_CHUNK = 2 ** 18
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/**
 * The text of a file, with or without gzip, in UTF-8 without a byte order mark. `done` returns the number of bytes of
 * the last chunk that were consumed.
 */
export async function* textChunks(file: string, encoding: Encoding, done: () => number): AsyncGenerator<TextChunk> {
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding)
  let rest: Uint8Array = new Uint8Array()
  let read = 0
  const isCompressed = isGzip(await readBytes(file, 2))
  const stored = createReadStream(file, { highWaterMark: CHUNK })
  const plain = isCompressed ? gunzipped(stored, cannotBeDecompressed) : stored
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    const text = decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk
    const isMarked = read === 0 && text.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    read += text.length
    const bytes = Buffer.concat([rest, isMarked ? text.subarray(BYTE_ORDER_MARK.length) : text])
    yield { bytes, isLast: false, read }
    rest = bytes.subarray(done())
  }
  yield { bytes: rest, isLast: true, read }
}

/** The fault of a file that is not the gzip that it begins as. */
export function cannotBeDecompressed(reason: string): ImportError {
  return new ImportError(`The file cannot be decompressed: ${reason}`)
}

/** Whether bytes start as a file of gzip does. */
export function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b
}

/** Some bytes of a file: by default the first. Fewer if the file ends before. */
export async function readBytes(file: string, length: number, at = 0): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Decompresses gzip. Faults of its content become the error that `faultOf` makes of their reason. */
export async function* gunzipped(
  chunks: AsyncIterable<Buffer>,
  faultOf: (reason: string) => Error,
): AsyncGenerator<Buffer> {
  const unpacking = createGunzip({ chunkSize: UNPACKED_CHUNK })
  // The reading below throws the faults of both.
  pipeline(chunks, unpacking).catch(() => {})
  try {
    yield* unpacking as AsyncIterable<Buffer>
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw code.startsWith('Z_') ? faultOf(message) : error
  }
}
