import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../../../schema/context.ts'
import { hasEnded, type JobStatus, ROW_STATUSES, type RowStatus } from '../../bulk/jobs/job.ts'
import type { Jobs } from '../../bulk/jobs/jobs.ts'
import { UploadFault } from '../../bulk/jobs/receive-file.ts'
import { offeredCriteria } from '../../catalogue/has-factors.ts'
import { CRITERIA, type Criterion } from '../../engine/values/criteria.ts'
import { FaultError, readBoth } from '../../input/fault.ts'
import { readJobQuery } from '../../input/rest/rest-query.ts'
import { checkParameters } from '../rest/check-parameters.ts'
import { releaseNamed } from '../rest/handle-rest.ts'
import { FILE_TYPES } from '../rest/openapi/job-paths.ts'
import type { Config } from '../settings/config.ts'
import { NO_STORE } from './faults.ts'
import { busy, HttpFault, RETRY } from './http-fault.ts'
import { callerOf, leavingOf, ownerOf } from './keys-and-rate-limit.ts'
import { withoutQuery } from './request.ts'
import type { Runtime } from './runtime.ts'
import { sendFile } from './send-file.ts'
import { chooseTableFormat, TABLE_TYPES } from './table-types.ts'

/** Gzip is recognised by its first bytes, so this header is optional. `x-gzip` is the same (RFC 9110, 8.4.1.3). */
const CODINGS = ['', 'identity', 'gzip', 'x-gzip']

/** Characters of an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header). */
const LONGEST_NAME = 255

/** Why the headers of an upload rule it out. Example: `content-type: image/png` is 415. */
function uploadFaultOf(headers: IncomingHttpHeaders, maxBytes: number): UploadFault | undefined {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!FILE_TYPES.includes(type)) return new UploadFault(415, `Content-Type must be one of ${FILE_TYPES.join(', ')}`)
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (!CODINGS.includes(coding)) return new UploadFault(415, 'Content-Encoding must be gzip, or none')
  if (Number(headers['content-length']) > maxBytes)
    return new UploadFault(413, `The body has more than ${maxBytes} bytes`)
  const name = headers['idempotency-key'] ?? 'none'
  if (typeof name === 'string' && name.trim() !== '' && name.trim().length <= LONGEST_NAME) return undefined
  return new UploadFault(422, `Idempotency-Key: expected 1 to ${LONGEST_NAME} characters`)
}

/** Error codes of refused uploads, as in GraphQL errors. */
const UPLOAD_CODES = {
  409: 'BAD_REQUEST',
  413: 'REQUEST_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'BAD_REQUEST',
  429: 'RATE_LIMITED',
  507: 'OVERLOADED',
} as const

/** Interval of heartbeats to watchers, so that no proxy closes the connection. */
const BEAT_MS = 15_000

/**
 * The statuses of a job as server-sent events named `progress`; the last has the final state as its id. A client that
 * stops reading and leaves ends the stream.
 */
async function* jobEvents(statuses: AsyncGenerator<JobStatus>): AsyncGenerator<string> {
  try {
    let next = statuses.next()
    while (true) {
      const come = await Promise.race([next, wait(BEAT_MS, undefined, { ref: false })])
      if (come === undefined) {
        yield ':\n\n'
        continue
      }
      if (come.done) return
      const id = hasEnded(come.value) ? `id: ${come.value.state}\n` : ''
      yield `event: progress\n${id}data: ${JSON.stringify(answerOf(come.value))}\n\n`
      next = statuses.next()
    }
  } finally {
    void statuses.return(undefined).catch(() => {})
  }
}

/** Time limit of an upload. */
const LONGEST_UPLOAD_MS = 3_600_000

/** A request waits this long for a result in another format; clients then retry. */
const LONGEST_WAIT_MS = 60_000

type JobRequest = FastifyRequest<{ Params: { id: string } }>

/** Parameters of an upload. */
const PARAMETERS = [
  'criteria',
  'duration',
  'allocation',
  'strict',
  'release',
  'boundary',
  'timeWorkload',
  'likely',
  'columns',
]

/** Jobs per page by default; below, the maximum. */
const USUAL_LISTED = 100
const MOST_LISTED = 1000

/** /v2/jobs: files too large for one request. */
export async function addJobs(app: FastifyInstance, config: Config, jobs: Jobs, runtime: () => Runtime): Promise<void> {
  const { maxJobBytes, requestTimeoutMs } = config
  // The route streams bodies itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_, body, done) => done(null, body))

  const find = (request: JobRequest) => known(request, jobs.find(ownerOf(request), request.params.id))

  app.route({
    method: 'POST',
    url: '/v2/jobs',
    config: { streamedForMs: LONGEST_UPLOAD_MS },
    handler: async (request, reply) => {
      const { headers } = request
      const fault = uploadFaultOf(headers, maxJobBytes)
      if (fault !== undefined) refuseUpload(fault)
      const answering = runtime().world.settings
      if (answering === undefined) throw new HttpFault(404, 'NOT_FOUND', 'Not Found')
      const query = request.url.slice(withoutQuery(request.url).length)
      checkParameters(new URLSearchParams(query), PARAMETERS)
      const asked = await readJob(query, answering)
      const body = async function* () {
        // The body was announced with `Expect` and is requested now.
        if (headers.expect !== undefined) reply.raw.writeContinue()
        if (request.body !== undefined) yield* request.body as Readable
      }
      const name = headers['idempotency-key'] as string | undefined
      const named = name !== undefined && { request: { name: name.trim(), query } }
      const status = await jobs
        .submit({ caller: await callerOf(request, config), ...asked, body: body(), ...named })
        .catch(refuseUpload)
      // A client that left never learns the id. One with a name can send its request again.
      if (reply.raw.destroyed && name === undefined) await jobs.remove(ownerOf(request), status.id)
      return send(reply.code(202).header('location', `/v2/jobs/${status.id}`), status)
    },
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/v2/jobs',
    handler: (request, reply) => {
      const owner = ownerOf(request)
      if (owner === null)
        throw new HttpFault(
          403,
          'FORBIDDEN',
          'Jobs are listed per API key, and this service has no API keys. Ask for a job by its id',
        )
      const page = pageOf(queryOf(request))
      if (page.after !== undefined && jobs.find(owner, page.after) === undefined)
        throw unknownJob('query', 'after', page.after)
      const { entries, start, total } = jobs.page(owner, page)
      const nodes = entries.map(({ item }) => answerOf(item))
      const pageInfo = { hasNextPage: start + nodes.length < total, endCursor: nodes.at(-1)?.id ?? null }
      return reply
        .headers({ ...NO_STORE, 'content-type': 'application/json', 'data-release': runtime().world.release })
        .send(JSON.stringify({ totalCount: total, nodes, pageInfo, jobs: nodes }))
    },
  })

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/v2/jobs/:id',
    handler: async (request, reply) => {
      checkParameters(queryOf(request), [])
      return send(reply, find(request))
    },
  })

  app.delete<{ Params: { id: string } }>('/v2/jobs/:id', async (request, reply) => {
    checkParameters(queryOf(request), [])
    return send(reply, known(request, await jobs.remove(ownerOf(request), request.params.id)))
  })

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/v2/jobs/:id/events',
    // Send each event at once.
    compress: false,
    handler: async (request, reply) => {
      checkParameters(queryOf(request), [])
      const { release, state } = find(request)
      // After the last event a browser reconnects, unless it gets this answer.
      if (request.headers['last-event-id'] === state && hasEnded({ state })) return reply.code(204).send()
      const caller = await callerOf(request, config)
      if (!jobs.canBeWatched(caller))
        throw busy('Too many clients are watching jobs. Request the state of the job instead')
      reply.headers({
        ...NO_STORE,
        'content-type': 'text/event-stream',
        'data-release': release,
        'x-accel-buffering': 'no',
      })
      if (request.method === 'HEAD') return reply.send()
      const statuses = known(request, jobs.watch(caller, request.params.id, leavingOf(reply.raw)))
      return reply.send(Readable.from(jobEvents(statuses)))
    },
  })

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/v2/jobs/:id/result',
    // Ranges are of the uncompressed file.
    compress: false,
    handler: async (request, reply) => {
      const query = queryOf(request)
      checkParameters(query, ['csvSafe', 'status'])
      const [isSafe, status] = [asksForSafeCells(query), statusOf(query)]
      const { state, fault, id, release } = find(request)
      if (state === 'failed') throw new HttpFault(409, 'BAD_REQUEST', `The job failed: ${fault}`)
      if (state !== 'done')
        throw new HttpFault(409, 'BAD_REQUEST', `The job is ${state}: there is no result yet`, RETRY)
      const format = chooseTableFormat(request.headers.accept)
      const file = format === 'csv' && isSafe ? 'safe.csv' : format
      const written = jobs.result(id, status === undefined ? file : `${status}.${file}`).catch(refuseUpload)
      const come = await Promise.race([written, wait(LONGEST_WAIT_MS, 'late' as const, { ref: false })])
      if (come === 'late') {
        written.catch(() => {})
        throw busy('The result is still being written in that format')
      }
      // The client can continue with Range.
      reply.raw.socket?.setTimeout(requestTimeoutMs)
      return sendFile(request, reply, known(request, come), {
        'content-type': TABLE_TYPES[format],
        'content-disposition': `attachment; filename="${status ?? 'impacts'}.${format}"`,
        'cache-control': 'private, no-cache',
        'data-release': release,
        vary: 'accept, accept-encoding',
      }).catch((error) => refuseGone(request, error))
    },
  })
}

/** The paths of jobs in a service that takes none. */
export function refuseJobs(app: FastifyInstance): void {
  for (const path of ['', '/:id', '/:id/events', '/:id/result'])
    app.route({
      method: ['GET', 'HEAD', 'POST', 'DELETE'],
      url: `/v2/jobs${path}`,
      onRequest: async () => {
        throw new HttpFault(404, 'NOT_FOUND', 'This service takes no jobs: its setting JOBS is off')
      },
      handler: () => {},
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

function queryOf({ url }: { readonly url: string }): URLSearchParams {
  return new URLSearchParams(url.slice(withoutQuery(url).length))
}

/** `?first=10&after=<id>`: ten jobs sent before that one. `limit` is an old name of `first`. */
function pageOf(query: URLSearchParams): { readonly most: number; readonly after?: string } {
  checkParameters(query, ['first', 'after', 'limit'])
  if (query.has('first') && query.has('limit'))
    throw fault('limit', 'expected either first or limit, not both', query.get('limit'))
  const name = query.has('limit') ? 'limit' : 'first'
  const first = query.get(name)?.trim() || String(USUAL_LISTED)
  const after = query.get('after')?.trim()
  if (!/^\d{1,4}$/.test(first) || Number(first) > MOST_LISTED)
    throw fault(name, `expected a whole number, 0 to ${MOST_LISTED}`, first)
  return { most: Number(first), ...(after && { after }) }
}

/** `?csvSafe=true`: CSV without cells that a spreadsheet runs. */
function asksForSafeCells(query: URLSearchParams): boolean {
  const asked = query.get('csvSafe')?.trim() || 'false'
  if (asked !== 'true' && asked !== 'false') throw fault('csvSafe', 'expected true or false', asked)
  return asked === 'true'
}

/** `?status=faulty`: the faulty rows alone. */
function statusOf(query: URLSearchParams): RowStatus | undefined {
  const asked = query.get('status')?.trim().toLowerCase()
  if (!asked) return undefined
  const status = ROW_STATUSES.find((each) => each === asked)
  if (status === undefined) throw fault('status', `expected one of ${ROW_STATUSES.join(', ')}`, query.get('status'))
  return status
}

function fault(key: string, message: string, value: string | null): FaultError {
  return new FaultError([{ path: ['query', key], message, code: 'INVALID_VALUE', value }])
}

/** A job may be removed at any time. */
function refuseGone(request: JobRequest, error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') known(request, undefined)
  throw error
}

/** Another key's job is answered like a missing one. */
function known<Job>({ params: { id } }: JobRequest, job: Job | undefined): Job {
  if (job !== undefined) return job
  throw unknownJob('path', 'id', id)
}

function unknownJob(place: 'path' | 'query', name: string, id: string): FaultError {
  const message = 'No such job, or it was removed'
  return new FaultError([{ path: [place, name], message, code: 'NOT_FOUND', value: id }], 'NOT_FOUND')
}

function send(reply: FastifyReply, status: JobStatus): FastifyReply {
  return reply
    .headers({ ...NO_STORE, 'content-type': 'application/json', 'data-release': status.release })
    .send(JSON.stringify(answerOf(status)))
}

/** A job by all its names, deprecated ones included. Its totals name their units. */
function answerOf(status: JobStatus) {
  const { totals, rowsRead, rowsDone, rowsFaulty, rowsSkipped, sentAt, endedAt, removedAt } = status
  const rows = { rows: rowsRead, done: rowsDone, faulty: rowsFaulty, skipped: rowsSkipped }
  const named = { ...status, ...rows, createdAt: sentAt, finishedAt: endedAt, expiresAt: removedAt }
  if (totals === null) return named
  const impacts = Object.entries(totals.impacts).map(([code, sums]) => [
    code,
    { unit: CRITERIA[code as Criterion].unit, ...sums },
  ])
  return { ...named, totals: { ...totals, impacts: Object.fromEntries(impacts) } }
}

/** Reads the options and the release of a job from its query (`?criteria=gwp`). Throws a FaultError with all faults. */
async function readJob(text: string, settings: Settings) {
  const { MAPPABLE } = await import('../../importers/table/columns.ts')
  const { targetOf } = await import('../../importers/table/map-target.ts')
  const known = { names: MAPPABLE, has: (column: string) => targetOf(column) !== undefined }
  const query = new URLSearchParams(text)
  const named = query.get('release')?.trim()
  const [{ criteria, asksForAll, columns, duration, boundary, timeWorkload, allocation, strict, likely }, release] =
    readBoth(
      () => readJobQuery(query, known),
      () => (named ? releaseNamed(settings, named, ['query', 'release']) : settings.release),
    )
  const options = {
    criteria: asksForAll ? offeredCriteria(release.tables) : (criteria ?? settings.defaultCriteria),
    allocation,
    strict,
    ...(duration !== undefined && { duration }),
    ...(boundary !== undefined && { boundary }),
    ...(timeWorkload !== undefined && { usage: { timeWorkload } }),
    ...(likely !== undefined && { likely }),
    ...(columns && { map: columns }),
  }
  return { options, release }
}
