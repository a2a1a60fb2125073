import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../../../schema/context.ts'
import type { Config } from '../../config/config.ts'
import { mediaRanges } from '../../graphql/answers/media-ranges.ts'
import { FaultError } from '../../input/fault.ts'
import { readJobQuery } from '../../input/job-query.ts'
import type { JobStatus } from '../../jobs/job.ts'
import type { ResultFormat } from '../../jobs/job-folder.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { UploadFault } from '../../jobs/receive-file.ts'
import { releaseNamed } from '../../rest/handle-rest.ts'
import { writeJson } from '../../rest/json.ts'
import { restErrorOf } from '../../rest/rest-error.ts'
import { busy, HttpFault, RETRY } from '../http-fault.ts'
import { NO_STORE, restFault } from '../plugins/fault-answers.ts'
import { withoutQuery } from '../plugins/request-target.ts'

/** What a file may be sent as. */
export const JOB_TYPES: readonly string[] = [
  'text/csv',
  'application/x-ndjson',
  'application/json',
  'application/vnd.apache.parquet',
]

const RESULT_TYPES: Readonly<Record<ResultFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
}

/** No upload takes longer. */
const LONGEST_UPLOAD_MS = 3_600_000

/** Whoever asks for a result in a further format waits no longer for it to be written; it is then asked for again. */
const LONGEST_WAIT_MS = 60_000

/** So often something is sent to those who watch, so that no proxy takes the connection for a dead one. */
const BEAT_MS = 15_000

/** /v2/jobs: files too large for one request. Without `settings` there are none. */
export async function addJobs(
  app: FastifyInstance,
  { maxJobBytes }: Config,
  jobs: Jobs,
  settings: () => Settings | undefined,
): Promise<void> {
  // Bodies are read by the route; none is held in memory.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_, body, done) => done(null, body))
  await app.register(fastifyStatic, { serve: false })

  app.route({
    method: 'POST',
    url: '/v2/jobs',
    config: { streamedForMs: LONGEST_UPLOAD_MS },
    handler: async (request, reply) => {
      const { headers } = request
      const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
      const coding = headers['content-encoding']?.toLowerCase()
      if (!JOB_TYPES.includes(type))
        throw new HttpFault(415, 'UNSUPPORTED_MEDIA_TYPE', `Content-Type must be one of ${JOB_TYPES.join(', ')}`)
      if (coding !== undefined && coding !== 'gzip' && coding !== 'identity')
        throw new HttpFault(415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding must be gzip, or none')
      if (Number(headers['content-length']) > maxJobBytes)
        throw new HttpFault(413, 'REQUEST_TOO_LARGE', `The body has more than ${maxJobBytes} bytes`)
      const asked = readAsked(request, settings())
      const body = async function* () {
        // What waits to be asked for its body is asked when it may come.
        if (headers.expect !== undefined) reply.raw.writeContinue()
        if (request.body !== undefined) yield* request.body as Readable
      }
      const status = await jobs.submit({ owner: ownerOf(request), ...asked, body: body() }).catch((error) => {
        throw error instanceof UploadFault ? uploadFault(error) : error
      })
      return send(reply.code(202).header('location', `/v2/jobs/${status.id}`), status)
    },
    errorHandler: answerInvalid,
  })

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/v2/jobs/:id',
    handler: async (request, reply) => send(reply, known(await jobs.find(ownerOf(request), request.params.id))),
  })

  app.route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/v2/jobs/:id',
    handler: async (request, reply) => send(reply, known(await jobs.remove(ownerOf(request), request.params.id))),
  })

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/v2/jobs/:id/events',
    // Each event is to leave at once.
    compress: false,
    handler: async (request, reply) => {
      const owner = ownerOf(request)
      const { release } = known(await jobs.find(owner, request.params.id))
      if (!jobs.canBeWatched(owner)) throw busy('Too many watch jobs; ask for the state instead')
      reply.headers({
        ...NO_STORE,
        'content-type': 'text/event-stream',
        'data-release': release,
        'x-accel-buffering': 'no',
      })
      if (request.method === 'HEAD') return reply.send()
      const ending = new AbortController()
      if (reply.raw.destroyed) ending.abort()
      else reply.raw.once('close', () => ending.abort())
      const statuses = known(await jobs.watch(owner, request.params.id, ending.signal))
      return reply.send(Readable.from(eventsOf(statuses)))
    },
  })

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/v2/jobs/:id/result',
    // Ranges are of the file as it is.
    compress: false,
    handler: async (request, reply) => {
      const { state, fault, id, release } = known(await jobs.find(ownerOf(request), request.params.id))
      if (state === 'failed') throw new HttpFault(409, 'BAD_REQUEST', `The job failed: ${fault}`)
      if (state !== 'done')
        throw new HttpFault(409, 'BAD_REQUEST', `The job is ${state}: there is no result yet`, RETRY)
      const format = chooseFormat(request.headers.accept)
      if (format === undefined)
        throw new HttpFault(406, 'NOT_ACCEPTABLE', `A result is given as ${Object.values(RESULT_TYPES).join(', ')}`)
      const written = jobs.result(id, format).catch((error) => {
        throw error instanceof UploadFault ? uploadFault(error) : error
      })
      const file = await Promise.race([written, wait(LONGEST_WAIT_MS, undefined, { ref: false })])
      if (file === undefined) {
        written.catch(() => {})
        throw busy('The result is still being written in that format')
      }
      reply.header('content-type', RESULT_TYPES[format])
      reply.header('data-release', release)
      reply.header('content-disposition', `attachment; filename="impacts.${format}"`)
      reply.header('cache-control', 'private, no-cache')
      reply.header('vary', 'accept, accept-encoding')
      return reply.sendFile(basename(file), dirname(file), { contentType: false, cacheControl: false })
    },
  })
}

/** How the file is assessed, by the query. Throws a FaultError. */
function readAsked({ url }: FastifyRequest, settings: Settings | undefined) {
  if (settings === undefined) throw new HttpFault(404, 'NOT_FOUND', 'Not Found')
  const { criteria, columns, release, duration, boundary, allocation, strict } = readJobQuery(
    new URLSearchParams(url.slice(withoutQuery(url).length)),
  )
  const options = {
    criteria: criteria ?? settings.defaultCriteria,
    allocation,
    strict,
    ...(duration !== undefined && { duration }),
    ...(boundary !== undefined && { boundary }),
    ...(columns && { map: columns }),
  }
  return {
    options,
    release: release === undefined ? settings.release : releaseNamed(settings, release, ['query', 'release']),
  }
}

/** What is wrong with a query has the form that it has elsewhere. */
function answerInvalid(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof FaultError)) throw error
  const { status, detail } = restErrorOf(error)
  const { contentType, body } = restFault(status, writeJson({ detail }), request.headers.accept)
  reply
    .code(status)
    .headers({ ...NO_STORE, 'content-type': contentType })
    .send(body)
}

function uploadFault({ status, message }: UploadFault): HttpFault {
  switch (status) {
    case 413:
      return new HttpFault(413, 'REQUEST_TOO_LARGE', message)
    case 422:
      return new HttpFault(422, 'BAD_REQUEST', message)
    case 429:
      return new HttpFault(429, 'RATE_LIMITED', message, { 'retry-after': '10' })
    case 507:
      return new HttpFault(507, 'OVERLOADED', message)
  }
}

/** A job belongs to the key that it was sent with. */
function ownerOf({ acceptedKey }: FastifyRequest): string | null {
  return acceptedKey ?? null
}

/** Whoever may not know of a job gets what those get who ask for one that there is not. */
function known<Job>(job: Job | undefined): Job {
  if (job === undefined) throw new HttpFault(404, 'NOT_FOUND', 'There is no such job (any more)')
  return job
}

function send(reply: FastifyReply, status: JobStatus): FastifyReply {
  return reply
    .headers({ ...NO_STORE, 'content-type': 'application/json', 'data-release': status.release })
    .send(JSON.stringify(status))
}

async function* eventsOf(statuses: AsyncGenerator<JobStatus>): AsyncGenerator<string> {
  try {
    let next = statuses.next()
    while (true) {
      const come = await Promise.race([next, wait(BEAT_MS, undefined, { ref: false })])
      if (come === undefined) {
        yield ':\n\n'
        continue
      }
      if (come.done) return
      yield `event: progress\ndata: ${JSON.stringify(come.value)}\n\n`
      next = statuses.next()
    }
  } finally {
    // Who does not read and leaves watches no more.
    void statuses.return(undefined).catch(() => {})
  }
}

/** The best of the formats that are accepted; CSV where all are the same. */
function chooseFormat(accept = '*/*'): ResultFormat | undefined {
  let best: { readonly format: ResultFormat; readonly quality: number } | undefined
  for (const format of Object.keys(RESULT_TYPES) as ResultFormat[]) {
    const quality = qualityOf(RESULT_TYPES[format].split(';')[0] as string, accept)
    if (quality > (best?.quality ?? 0)) best = { format, quality }
  }
  return best?.format
}

/** The weight of a media type in an Accept header: that of the range that names it most closely (RFC 9110, 12.5.1). */
function qualityOf(type: string, accept: string): number {
  const [group] = type.split('/')
  const ranges = new Map(mediaRanges(accept).map(({ name, weight }) => [name, weight]))
  return ranges.get(type) ?? ranges.get(`${group}/*`) ?? ranges.get('*/*') ?? 0
}
