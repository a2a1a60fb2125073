import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../../../schema/context.ts'
import type { Config } from '../../config/config.ts'
import { bestType } from '../../graphql/answers/accepted-types.ts'
import { FaultError } from '../../input/fault.ts'
import type { JobStatus } from '../../jobs/job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { ResultFormat } from '../../jobs/places/job-folder.ts'
import { UploadFault } from '../../jobs/receive-file.ts'
import { writeJson } from '../../rest/json.ts'
import { FILE_TYPES } from '../../rest/openapi/job-paths.ts'
import { readJob } from '../../rest/read-job.ts'
import { restErrorOf } from '../../rest/rest-error.ts'
import { busy, HttpFault, RETRY } from '../http-fault.ts'
import { NO_STORE, restFault } from '../plugins/fault-answers.ts'
import { withoutQuery } from '../plugins/request-target.ts'
import { sendStream } from '../send-stream.ts'

const RESULT_TYPES: Readonly<Record<ResultFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
}

/** No upload takes longer. */
const LONGEST_UPLOAD_MS = 3_600_000

/** A request for a result in a further format waits no longer for it to be written; clients then try again. */
const LONGEST_WAIT_MS = 60_000

/** So often something is sent to those who watch, so that no proxy takes the connection for a dead one. */
const BEAT_MS = 15_000

/** /v2/jobs: files too large for one request. Without `settings` there are none. */
export async function addJobs(
  app: FastifyInstance,
  { maxJobBytes, requestTimeoutMs }: Config,
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
      if (!FILE_TYPES.includes(type))
        throw new HttpFault(415, 'UNSUPPORTED_MEDIA_TYPE', `Content-Type must be one of ${FILE_TYPES.join(', ')}`)
      if (coding !== undefined && coding !== 'gzip' && coding !== 'identity')
        throw new HttpFault(415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding must be gzip, or none')
      if (Number(headers['content-length']) > maxJobBytes)
        throw new HttpFault(413, 'REQUEST_TOO_LARGE', `The body has more than ${maxJobBytes} bytes`)
      const answering = settings()
      if (answering === undefined) throw new HttpFault(404, 'NOT_FOUND', 'Not Found')
      const asked = readJob(request.url.slice(withoutQuery(request.url).length), answering)
      const body = async function* () {
        // What waits to be asked for its body is asked when it may come.
        if (headers.expect !== undefined) reply.raw.writeContinue()
        if (request.body !== undefined) yield* request.body as Readable
      }
      const status = await jobs.submit({ owner: ownerOf(request), ...asked, body: body() }).catch(refuseUpload)
      return send(reply.code(202).header('location', `/v2/jobs/${status.id}`), status)
    },
    errorHandler: answerInvalid,
  })

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/v2/jobs/:id',
    handler: async (request, reply) => send(reply, known(await jobs.find(ownerOf(request), request.params.id))),
  })

  app.delete<{ Params: { id: string } }>('/v2/jobs/:id', async (request, reply) =>
    send(reply, known(await jobs.remove(ownerOf(request), request.params.id))),
  )

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
      const written = jobs.result(id, format).catch(refuseUpload)
      const come = await Promise.race([written, wait(LONGEST_WAIT_MS, 'late' as const, { ref: false })])
      if (come === 'late') {
        written.catch(() => {})
        throw busy('The result is still being written in that format')
      }
      const served = known(come)
      reply.header('content-type', RESULT_TYPES[format])
      reply.header('data-release', release)
      reply.header('content-disposition', `attachment; filename="impacts.${format}"`)
      reply.header('cache-control', 'private, no-cache')
      reply.header('vary', 'accept, accept-encoding')
      // It may go on with Range.
      reply.raw.socket?.setTimeout(requestTimeoutMs)
      if (!('file' in served)) return sendStream(request, reply, served)
      const { file } = served
      return reply.sendFile(basename(file), dirname(file), { contentType: false, cacheControl: false })
    },
  })
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

function refuseUpload(error: Error): never {
  if (!(error instanceof UploadFault)) throw error
  const { status, message } = error
  if (status === 503) throw busy(message)
  throw new HttpFault(status, UPLOAD_CODES[status], message, status === 429 ? { 'retry-after': '10' } : {})
}

const UPLOAD_CODES = { 413: 'REQUEST_TOO_LARGE', 422: 'BAD_REQUEST', 429: 'RATE_LIMITED', 507: 'OVERLOADED' } as const

/** A job belongs to the key that it was sent with. */
function ownerOf({ acceptedKey }: FastifyRequest): string | null {
  return acceptedKey ?? null
}

/** A job of another key is answered as one that does not exist. */
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

/** The best of the formats that are accepted; CSV where any is. */
function chooseFormat(accept: string | undefined): ResultFormat | undefined {
  const type = bestType(accept, Object.values(RESULT_TYPES))
  return (Object.keys(RESULT_TYPES) as ResultFormat[]).find((format) => RESULT_TYPES[format] === type)
}
