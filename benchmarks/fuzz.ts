/**
 * Sends made up requests to all addresses of a service: `npm run bench:fuzz -- --requests N` (default 20,000), `--seed
 * N` for others. Fails where one is answered with 500 or another fault of the service, breaks the connection, or takes
 * longer than the time limit and a second. One that took longer is sent again at the end, alone, since other programs
 * may have slowed it. Prints what was sent then. Everything listens on loopback and ends by itself.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Described, type RandomRequest, randomRequests } from './random-requests.ts'
import { spawnService } from './spawn-service.ts'

const CONNECTIONS = 4
/** Requests that are made up at a time. */
const CHUNK = 500
const TIME_LIMIT_MS = 10_000
const LONGEST_MS = TIME_LIMIT_MS + 1000
/** Characters of a request that are printed. */
const MOST_SHOWN = 4000
/** What the service may answer at its bounds: too much work, no room for a job. */
const FINE_ABOVE_499: ReadonlySet<number> = new Set([501, 503, 505, 507])

const requests = option('--requests', 20_000)
const seed = option('--seed', 1)

const jobsFolder = mkdtempSync(join(tmpdir(), 'impactql-fuzz-'))
const service = await spawnService({
  TIME_LIMIT_MS: String(TIME_LIMIT_MS),
  JOBS_FOLDER: jobsFolder,
  LOG_LEVEL: 'error',
})
const made = randomRequests((await (await fetch(`${service.url}/openapi.json`)).json()) as Described)
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const statuses = new Map<number | string, number>()
const slow: RandomRequest[] = []
let slowestMs = 0
let sent = 0

for (let chunk = 0; sent < requests; chunk++) {
  const next = fc.sample(made, { numRuns: Math.min(CHUNK, requests - sent), seed: seed + chunk }).values()
  const work = async () => {
    for (const each of next) await check(each)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  sent += Math.min(CHUNK, requests - sent)
  if (sent % 10_000 < CHUNK)
    print(
      `${sent} sent, ${slow.length} to be sent again, the slowest took ${Math.round(slowestMs)} ms, ${await residentMegabytes()} MB resident`,
    )
}
for (const each of slow.splice(0)) await check(each)
for (const each of slow) fail(`slow again, alone: ${JSON.stringify(each)}`)
print([...statuses].map(([status, count]) => `${status}: ${count}`).join(', '))
agent.destroy()
service.process.kill()
service.process.once('exit', () => rmSync(jobsFolder, { recursive: true, force: true }))

async function check(each: RandomRequest): Promise<void> {
  const startedAt = performance.now()
  const status = await send(each).catch((error: Error) => error.message)
  const milliseconds = performance.now() - startedAt
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  slowestMs = Math.max(slowestMs, milliseconds)
  const isFine = typeof status === 'number' && (status < 500 || FINE_ABOVE_499.has(status))
  // A connection whose request has not been read for so long is cut.
  const isLate = milliseconds > (typeof status === 'number' ? LONGEST_MS : TIME_LIMIT_MS)
  if (isLate) slow.push(each)
  else if (!isFine) fail(`${status} after ${Math.round(milliseconds)} ms: ${JSON.stringify(each)}`)
}

function fail(why: string): void {
  process.exitCode = 1
  print(why.slice(0, MOST_SHOWN))
}

/** The status of the answer, when all of it has been read. Streams of events are read up to their first. */
function send({ method, target, headers, body }: RandomRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    // Without it a body of HEAD would be read as a further request.
    const length = body !== undefined && { 'content-length': Buffer.byteLength(body) }
    const path = target
      .toWellFormed()
      .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
      .replaceAll('#', '%23')
      .slice(0, 8000)
    const sent = request(
      `${service.url}`,
      { agent, method, path: path.startsWith('/') ? path : `/${path}`, headers: { ...headers, ...length } },
      (response) => {
        const { statusCode = 0 } = response
        response.on('error', reject)
        response.on('end', () => resolve(statusCode))
        response.on('data', () => {
          if (!response.headers['content-type']?.startsWith('text/event-stream')) return
          response.destroy()
          resolve(statusCode)
        })
      },
    )
    sent.setTimeout(3 * LONGEST_MS, () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.end(body)
  })
}

async function residentMegabytes(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1e6)
}

function option(name: string, usual: number): number {
  const at = process.argv.indexOf(name)
  return at < 0 ? usual : Number(process.argv[at + 1])
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
