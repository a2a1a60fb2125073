import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ImportError } from '../../library/index.ts'
import { rowsOf } from '../database.ts'
import { distinctAssets } from '../distinct-assets.ts'
import { cutPartitions } from '../evaluate-partitions.ts'
import { openSource, type SourceOptions } from '../open-source.ts'
import { reasonUnread } from '../reason-unread.ts'
import type { JobOptions } from './job.ts'
import { JobFault } from './job-fault.ts'
import { FILES, type JobPlan } from './job-plan.ts'
import { type StepSettings, withDatabase } from './step-database.ts'
import { unpackFile } from './unpack-file.ts'
import { begunIn, finishFile } from './whole-files.ts'

/** DuckDB's messages about unreadable files. Disk faults are IO errors too, so only content errors of these match. */
const UNREADABLE =
  /^(Invalid Input|Parser|Conversion|Binder|Invalid|Out of Range|Serialization|Not implemented|INTERNAL) Error/
const NO_CONTENT =
  /^IO Error: .*(no magic bytes|could not read enough bytes|too small to be a Parquet|not a Parquet|corrupt|malformed|decompress|footer|metadata|TProtocolException|thrift)/is

/** The file of a job as it was sent. */
interface SentFile extends Required<Pick<SourceOptions, 'readWhole'>> {
  readonly options: JobOptions
  readonly inputBytes: number
  /** Whether it is compressed. */
  readonly isPacked: boolean
  /** Receives the bytes that it unpacks to, now and then. */
  readonly onUnpacked: (bytes: number) => void
}

/**
 * Reads the file of a job, finds its distinct assets and cuts them into parts. A repeated run gives the same. Throws a
 * JobFault if the file is unreadable or has too many rows.
 */
export async function readJobFile(
  { options, inputBytes, isPacked, onUnpacked, readWhole }: SentFile,
  /** Number of columns of figures. */
  width: number,
  settings: StepSettings,
): Promise<JobPlan> {
  const { folder, bounds, gone } = settings
  const input = join(folder, FILES.input)
  const { size } = await stat(input)
  if (size !== inputBytes)
    throw new JobFault(`The file of the job is damaged: only ${size} of ${inputBytes} bytes are left`)
  const plain = isPacked
    ? await unpackFile({ folder, inputBytes, bounds, gone, onUnpacked })
    : { name: FILES.input, bytes: size }
  const onFault = readingFault(folder)
  // A database is named after its file, so the name must not change.
  const begun = begunIn(folder)
  await mkdir(begun)
  const [file, assets] = [join(begun, FILES.rows), join(begun, FILES.assets)]
  try {
    const read = await withDatabase({ ...settings, file }, async (database, stretch) => {
      stretch(0, 0.4)
      const { map } = options
      const opening = { ...(map && { map }), folder, readWhole }
      const source = await openSource(database, 0, join(folder, plain.name), opening).catch(onFault)
      const [counted] = await rowsOf(database, `SELECT count(*) AS n FROM ${source.relation}`)
      if (Number(counted?.n) > bounds.maxRows) throw new JobFault(`The file has more than ${bounds.maxRows} rows`)
      stretch(0.4, 0.8)
      const counts = await distinctAssets(database, 0, source).catch(onFault)
      stretch(0.8, 1)
      return { source, counts, parts: await cutPartitions(database, 0, assets, width) }
    })
    return {
      ...read,
      file: plain,
      files: {
        assets: await finishFile(assets, join(folder, FILES.assets)),
        rows: await finishFile(file, join(folder, FILES.rows)),
      },
    }
  } finally {
    await rm(begun, { recursive: true, force: true })
  }
}

/** The fault of a file in the folder of a job, without its path. */
export function readingFault(folder: string): (error: Error) => never {
  return (error) => {
    if (!(error instanceof ImportError || UNREADABLE.test(error.message) || NO_CONTENT.test(error.message))) throw error
    throw new JobFault(plainReason({ message: reasonUnread(error) ?? error.message }, folder))
  }
}

/** The reason of an error in one line without paths. */
export function plainReason({ message }: Pick<Error, 'message'>, folder: string): string {
  let plain = message
  // One name begins with the other.
  for (const name of [FILES.plain, FILES.input]) plain = plain.replaceAll(join(folder, name), 'the file')
  const [first = ''] = plain.replaceAll(folder, '').split('\n')
  return first.slice(0, 500)
}
