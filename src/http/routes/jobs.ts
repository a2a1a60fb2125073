import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Settings } from '../../../schema/context.ts'
import type { Config } from '../../config/config.ts'
import { COLUMNS } from '../../importers/table/columns.ts'
import { hasEnded, type JobStatus } from '../../jobs/job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { UploadFault } from '../../jobs/receive-file.ts'
import { jobEvents } from '../../rest/jobs/job-events.ts'
import { readJob } from '../../rest/jobs/read-job.ts'
import { chooseResultFormat, RESULT_TYPES } from '../../rest/jobs/result-format.ts'
import { UPLOAD_CODES, uploadFaultOf } from '../../rest/jobs/upload-fault-of.ts'
import { busy, HttpFault, RETRY } from '../http-fault.ts'
import { NO_STORE } from '../plugins/fault-answers.ts'
import { withoutQuery } from '../plugins/request-target.ts'
import { sendStream } from '../send-stream.ts'
import { leavingOf, ownerOf, viewerOf } from '../viewer.ts'

/** No upload takes longer. */
const LONGEST_UPLOAD_MS = 3_600_000

/** A request for a result in a further format waits no longer for it to be written; clients then try again. */
const LONGEST_WAIT_MS = 60_000

/** /v2/jobs: files too large for one request. Without `settings` there are none. */
export async function addJobs(
  app: FastifyInstance,
  config: Config,
  jobs: Jobs,
  settings: () => Settings | undefined,
): Promise<void> {
  const { maxJobBytes, requestTimeoutMs } = config
  // Bodies are read by the route; none is held in memory.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_, body, done) => done(null, body))

  app.route({
    method: 'POST',
    url: '/v2/jobs',
    config: { streamedForMs: LONGEST_UPLOAD_MS },
    handler: async (request, reply) => {
      const { headers } = request
      const fault = uploadFaultOf(headers, maxJobBytes)
      if (fault !== undefined) refuseUpload(fault)
      const answering = settings()
      if (answering === undefined) throw new HttpFault(404, 'NOT_FOUND', 'Not Found')
      const query = request.url.slice(withoutQuery(request.url).length)
      const asked = readJob(query, answering, COLUMNS)
      const body = async function* () {
        // What waits to be asked for its body is asked when it may come.
        if (headers.expect !== undefined) reply.raw.writeContinue()
        if (request.body !== undefined) yield* request.body as Readable
      }
      const name = headers['idempotency-key'] as string | undefined
      const named = name !== undefined && { request: { name: name.trim(), query } }
      const status = await jobs
        .submit({ owner: ownerOf(request), ...asked, body: body(), ...named })
        .catch(refuseUpload)
      return send(reply.code(202).header('location', `/v2/jobs/${status.id}`), status)
    },
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
      const { release, state } = known(await jobs.find(ownerOf(request), request.params.id))
      // A browser that has seen the end comes again, unless it is answered so.
      if (request.headers['last-event-id'] === state && hasEnded({ state })) return reply.code(204).send()
      const viewer = await viewerOf(request, config)
      if (!jobs.canBeWatched(viewer)) throw busy('Too many watch jobs; ask for the state instead')
      reply.headers({
        ...NO_STORE,
        'content-type': 'text/event-stream',
        'data-release': release,
        'x-accel-buffering': 'no',
      })
      if (request.method === 'HEAD') return reply.send()
      const statuses = known(await jobs.watch(viewer, request.params.id, leavingOf(reply.raw)))
      return reply.send(Readable.from(jobEvents(statuses)))
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
      const format = chooseResultFormat(request.headers.accept)
      if (format === undefined)
        throw new HttpFault(406, 'NOT_ACCEPTABLE', `A result is given as ${Object.values(RESULT_TYPES).join(', ')}`)
      const written = jobs.result(id, format).catch(refuseUpload)
      const come = await Promise.race([written, wait(LONGEST_WAIT_MS, 'late' as const, { ref: false })])
      if (come === 'late') {
        written.catch(() => {})
        throw busy('The result is still being written in that format')
      }
      // It may go on with Range.
      reply.raw.socket?.setTimeout(requestTimeoutMs)
      return sendStream(request, reply, known(come), {
        'content-type': RESULT_TYPES[format],
        'content-disposition': `attachment; filename="impacts.${format}"`,
        'cache-control': 'private, no-cache',
        'data-release': release,
        vary: 'accept, accept-encoding',
      }).catch(refuseGone)
    },
  })
}

function refuseUpload(error: Error): never {
  if ((error as NodeJS.ErrnoException).code === 'ECONNRESET')
    throw new HttpFault(400, 'BAD_REQUEST', 'The upload was cut off')
  if (!(error instanceof UploadFault)) throw error
  const { status, message } = error
  if (status === 503) throw busy(message)
  throw new HttpFault(status, UPLOAD_CODES[status], message, status === 429 ? { 'retry-after': '10' } : {})
}

/** A job may be removed at any time. */
function refuseGone(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') known(undefined)
  throw error
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
