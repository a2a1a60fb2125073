import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipped, isGzip } from '../text-chunks.ts'
import { JobFault, needsDisk, stepTooLong } from './job-fault.ts'
import { FILES, type PlainFile } from './job-plan.ts'
import type { JobBounds } from './step-database.ts'
import { checkRoom, writeWhole } from './whole-files.ts'

/** A table compresses to a fortieth, and a bill of a thousand equal lines to a hundredth. */
const MOST_TIMES = 200
/** Bytes below which any ratio is allowed. */
const MANY_BYTES = 64 * 2 ** 20
/** Bytes written between two looks at the disk. */
const LOOK_BYTES = 2 ** 24

interface PackedFile {
  readonly folder: string
  readonly inputBytes: number
  readonly bounds: Pick<JobBounds, 'maxUnpackedBytes' | 'maxDiskBytes' | 'stepMs'>
  readonly gone: AbortSignal
  /** Receives the unpacked bytes now and then. */
  readonly onUnpacked: (bytes: number) => void
}

/**
 * Decompresses the file of a job within its bounds. Throws a JobFault if it is not gzip, is compressed twice, or
 * unpacks to more than `maxUnpackedBytes`, more than its folder may hold, or 200 times its size.
 */
export async function unpackFile({ folder, inputBytes, bounds, gone, onUnpacked }: PackedFile): Promise<PlainFile> {
  const { maxUnpackedBytes, maxDiskBytes, stepMs } = bounds
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
      if (inputBytes + bytes > maxDiskBytes) throw needsDisk(maxDiskBytes)
      if (bytes > MANY_BYTES && bytes > MOST_TIMES * inputBytes)
        throw new JobFault(`The file unpacks to more than ${MOST_TIMES} times its size`)
      if (bytes - lookedAt > LOOK_BYTES) {
        lookedAt = bytes
        onUnpacked(bytes)
        await checkRoom(folder)
      }
      yield piece
    }
  }
  try {
    const [bytes] = await writeWhole(join(folder, FILES.plain), (begun) => writeFile(begun, pieces()))
    onUnpacked(bytes)
    return { name: FILES.plain, bytes }
  } finally {
    sent.destroy()
  }
}

function cannotBeUnpacked(reason: string): JobFault {
  return new JobFault(`The file cannot be unpacked: ${reason}`)
}
