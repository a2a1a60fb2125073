import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { constants } from 'node:os'
import { basename, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { OutputFormat } from '../bulk/copy-rows.ts'
import type { JobStatus } from '../bulk/jobs/job.ts'
import { folderFor, placeOutput } from '../bulk/place-output.ts'
import { reasonUnread } from '../bulk/reason-unread.ts'
import { namedTotals } from '../library/totals.ts'
import type { Progress } from './progress.ts'

interface ServiceTask {
  /** The address of a service: `http://127.0.0.1:4000`. */
  readonly service: string
  /** The service's API key, if it needs one. */
  readonly key: string | undefined
  /** `-` is standard input. */
  readonly file: string
  /** How to assess it. */
  readonly query: URLSearchParams
  readonly output: { readonly file: string; readonly format: OutputFormat }
  readonly progress: Progress
}

const TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.ndjson': 'application/x-ndjson',
  '.jsonl': 'application/x-ndjson',
  '.parquet': 'application/vnd.apache.parquet',
}

const RESULT_TYPES: Readonly<Record<OutputFormat, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
}

/** Reconnections in a row before giving up: the connection that watches a job may end before the job. */
const MOST_TRIES = 10
const TRY_AGAIN_MS = 1000
const LONGEST_WAIT_MS = 60_000

/** Statuses of a service that is busy, starting or briefly gone. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Signals that cancel a job. */
const ENDING = ['SIGINT', 'SIGTERM'] as const

/**
 * Assesses a file with a service: sends it, shows progress, writes the result and removes the job. Throws with the
 * reason if the service refuses or fails. A signal cancels the job. If the service is gone for long, the job remains.
 */
export async function assessByService({
  service,
  key,
  file,
  query,
  output,
  progress,
}: ServiceTask): Promise<JobStatus> {
  const base = service.replace(/\/+$/, '')
  const own: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  // Check that the file is readable before sending.
  if (file !== '-')
    await access(file).catch((error: unknown) => {
      throw new Error(`${file}: ${reasonUnread(error)}`)
    })
  const body = Readable.toWeb(file === '-' ? process.stdin : createReadStream(file)) as ReadableStream
  const type = TYPES[extname(file.replace(/\.gz$/, '')).toLowerCase()] ?? 'text/csv'
  const sent = await ask(`${base}/v2/jobs?${query}`, {
    method: 'POST',
    headers: { ...own, 'content-type': type },
    body,
    duplex: 'half',
  })
  const { id } = (await sent.json()) as JobStatus
  const job = `${base}/v2/jobs/${id}`
  const remove = () => ask(job, { method: 'DELETE', headers: own }).catch(() => {})
  // A unique name, in case several processes write to the same output.
  const begun = join(folderFor(output.file), `${basename(output.file)}.${randomUUID()}.begun`)
  const cancel = (signal: NodeJS.Signals) => {
    rmSync(begun, { force: true })
    void remove().finally(() => process.exit(128 + constants.signals[signal]))
  }
  for (const signal of ENDING) process.once(signal, cancel)
  let hasEnded = false
  try {
    const ended = await watch(job, own, progress)
    progress.stop()
    if (ended.state === 'done') {
      const accept = RESULT_TYPES[output.format]
      await again(async () => {
        const result = await ask(`${job}/result`, { headers: { ...own, accept } })
        await pipeline(Readable.fromWeb(result.body as never), createWriteStream(begun))
        await placeOutput(begun, output.file)
      })
    }
    // An unfinished job stays, so that its result can still be fetched.
    hasEnded = true
    await remove()
    if (ended.state !== 'done') throw new Error(ended.fault ?? `The job was ${ended.state}`)
    return ended
  } catch (error) {
    if (hasEnded || (error instanceof Refused && error.status === 404)) throw error
    throw new Error(`${(error as Error).message} (the job is kept: ${job})`)
  } finally {
    for (const signal of ENDING) process.off(signal, cancel)
    await rm(begun, { force: true })
  }
}

/** Shows a job's progress until it ends. */
function watch(job: string, headers: Record<string, string>, progress: Progress): Promise<JobStatus> {
  return again(async (goesOn) => {
    const response = await ask(`${job}/events`, { headers })
    const events = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
    for await (const { data } of events) {
      const status = readStatus(data)
      goesOn()
      if (status.rowsRead !== null) progress.show(status.rowsDone, status.rowsRead)
      if (status.state !== 'queued' && status.state !== 'running') return status
    }
    throw new Error('The service ended the connection before the job had ended')
  })
}

/** The status of a job as a service of version 0.1.0 sends it. */
interface FormerStatus extends Omit<JobStatus, `rows${string}`> {
  readonly rows: number | null
  readonly done: number
  readonly faulty: number
  readonly skipped: number
}

/** The status of a job by its current names, from a service of any version. */
function readStatus(json: string): JobStatus {
  const status = JSON.parse(json) as JobStatus | FormerStatus
  if ('rowsRead' in status) return status
  const { rows, done, faulty, skipped, totals, ...others } = status
  const counts = { rowsRead: rows, rowsDone: done, rowsFaulty: faulty, rowsSkipped: skipped }
  return { ...others, ...counts, totals: totals && namedTotals(totals) }
}

/**
 * Retries work that may fail briefly, after the delay that the service asks for. It gives up after several failures in
 * a row without progress.
 */
async function again<Result>(work: (goesOn: () => void) => Promise<Result>): Promise<Result> {
  let tries = 0
  const goesOn = () => {
    tries = 0
  }
  while (true) {
    try {
      return await work(goesOn)
    } catch (error) {
      tries++
      if (tries > MOST_TRIES || (error instanceof Refused && !PASSING.has(error.status)) || isOfThisMachine(error))
        throw error
      await wait(error instanceof Refused ? error.waitMs : TRY_AGAIN_MS)
    }
  }
}

/** Whether the error concerns the output file; connection errors have no such code. */
function isOfThisMachine(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined
}

/** The service answers, but refuses the request. */
class Refused extends Error {
  readonly status: number
  readonly waitMs: number

  constructor({ status, headers }: Response, words: string) {
    super(`${status}: ${words}`)
    const seconds = Number(headers.get('retry-after'))
    this.status = status
    this.waitMs = seconds > 0 ? Math.min(seconds * 1000, LONGEST_WAIT_MS) : TRY_AGAIN_MS
  }
}

async function ask(url: string, init: RequestInit & { readonly duplex?: 'half' }): Promise<Response> {
  const response = await fetch(url, init).catch((error: Error) => {
    const { cause } = error as { cause?: Error }
    throw new Error(`${new URL(url).origin} cannot be reached: ${cause?.message || error.message}`)
  })
  if (response.ok) return response
  const { detail } = (await response.json().catch(() => ({}))) as { readonly detail?: unknown }
  const words = Array.isArray(detail)
    ? detail.map(({ loc, msg }: { loc: string[]; msg: string }) => `${loc.join('.')}: ${msg}`).join('; ')
    : String(detail ?? response.statusText)
  throw new Refused(response, words)
}
