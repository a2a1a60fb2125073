import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipped, isGzip } from '../text-chunks.ts'
import { JobFault, stepTooLong } from './job-fault.ts'
import { FILES, type PlainFile } from './job-plan.ts'
import type { JobBounds } from './step-database.ts'
import { checkRoom, writeWhole } from './whole-files.ts'

/** A table compresses to a fortieth, and a bill of a thousand equal lines to a hundredth. */
const MOST_TIMES = 200
/** Bytes below which any ratio is allowed. */
const MANY_BYTES = 64 * 2 ** 20
/** Bytes written between two looks at the disk. */
const LOOK_BYTES = 2 ** 24

/**
 * Decompresses the file of a job within its bounds. Throws a JobFault if it is not gzip, is compressed twice, or
 * unpacks to more than `maxUnpackedBytes` or 200 times its size.
 */
export async function unpackFile(
  folder: string,
  { maxUnpackedBytes, stepMs }: Pick<JobBounds, 'maxUnpackedBytes' | 'stepMs'>,
  gone: AbortSignal,
): Promise<PlainFile> {
  const late = AbortSignal.timeout(stepMs)
  const sent = createReadStream(join(folder, FILES.input))
  const pieces = async function* () {
    let [bytes, lookedAt] = [0, 0]
    for await (const piece of gunzipped(sent, cannotBeUnpacked)) {
      if (late.aborted) throw stepTooLong(stepMs)
      gone.throwIfAborted()
      if (bytes === 0 && isGzip(piece)) throw new JobFault('The file is compressed twice')
      bytes += piece.length
      if (bytes > maxUnpackedBytes) throw new JobFault(`The file unpacks to more than ${maxUnpackedBytes} bytes`)
      if (bytes > MANY_BYTES && bytes > MOST_TIMES * sent.bytesRead)
        throw new JobFault(`The file unpacks to more than ${MOST_TIMES} times its size`)
      if (bytes - lookedAt > LOOK_BYTES) {
        lookedAt = bytes
        await checkRoom(folder)
      }
      yield piece
    }
  }
  try {
    const [bytes] = await writeWhole(join(folder, FILES.plain), (begun) => writeFile(begun, pieces()))
    return { name: FILES.plain, bytes }
  } finally {
    sent.destroy()
  }
}

function cannotBeUnpacked(reason: string): JobFault {
  return new JobFault(`The file cannot be unpacked: ${reason}`)
}
