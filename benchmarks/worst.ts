/**
 * Measures the smallest requests that are known to cost the most, and how far a caller that repeats one lowers the rate
 * of another:
 * `npm run bench:worst`. Fails where a request below 4 kB takes more than a second of a processor, or where less than
 * half is left of a rate. The base of that rate is a second caller of the same requests, over as many connections. The
 * two are measured in turns, so that other programs slow both. `--seconds N` for each request (default 4), `--only
 * TEXT` for some of them. Everything listens on loopback and ends by itself.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnService } from './spawn-service.ts'
import { fleetBody } from './workloads.ts'
import { type WorstRequest, worstRequests } from './worst-requests.ts'

const SMALL_BYTES = 4000
const MOST_CPU_MS = 1000
const LEAST_SHARE = 0.5
/** Connections of each caller. */
const CONNECTIONS = 2
/** The first requests are those of a service that has compiled nothing yet. */
const ROUNDS = 3
/** Each rate is measured in so many turns at least, and until so many answers came in the usual ones. */
const TURNS = 3
const LEAST_ANSWERS = 20
/** What takes less lowers no rate. */
const LEAST_CPU_MS = 10
/** Documentation addresses (RFC 5737), which a proxy in front would have named. */
const ADDRESSES = { warm: '192.0.2.1', one: '192.0.2.2', another: '192.0.2.3' } as const
const seconds = Number(option('--seconds')) || 4
const only = option('--only') ?? ''

const agent = new Agent({ keepAlive: true })
const jobsFolder = mkdtempSync(join(tmpdir(), 'impactql-worst-'))
const service = await spawnService({ TRUSTED_PROXIES: '1', JOBS_FOLDER: jobsFolder })
let hasFailed = false

const measured = []
for (const [index, each] of worstRequests(1).entries()) {
  if (!each.name.includes(only)) continue
  await ask(each, 'warm')
  const rounds = []
  for (let round = 2; round < 2 + ROUNDS; round++)
    rounds.push(await measure(index, worstRequests(round)[index] as WorstRequest))
  measured.push(rounds.toSorted((a, b) => a.cpuMs - b.cpuMs)[Math.floor(ROUNDS / 2)] as Measured)
}
measured.sort((a, b) => b.cpuMs - a.cpuMs)

const fleet = { name: 'fleet', method: 'POST', path: '/graphql', body: fleetBody(300) } as const
let round = 1000
print(
  `What is left of another caller's rate, of fleets of 300 and of small requests, each caller with ${CONNECTIONS} connections`,
)
print('')
print('| request | bytes | status | processor | fleets | small requests |')
print('|---|---|---|---|---|---|')
for (const { name, index, bytes, status, cpuMs } of measured) {
  const isTooMuch = bytes <= SMALL_BYTES && cpuMs > MOST_CPU_MS
  const isAttack = status < 300 && cpuMs >= LEAST_CPU_MS
  const next = () => worstRequests(round++)[index] as WorstRequest
  const shares = isAttack ? [await shareBeside(next, () => fleet), await shareBeside(next, small)] : []
  hasFailed ||= isTooMuch || shares.some((share) => share < LEAST_SHARE)
  const [ofFleets = '', ofSmall = ''] = shares.map((each) => `${Math.round(each * 100)} %${mark(each < LEAST_SHARE)}`)
  print(`| ${name} | ${bytes} | ${status} | ${Math.round(cpuMs)} ms${mark(isTooMuch)} | ${ofFleets} | ${ofSmall} |`)
}
service.process.kill()
service.process.once('exit', () => rmSync(jobsFolder, { recursive: true, force: true }))
agent.destroy()
if (hasFailed) process.exitCode = 1

interface Measured {
  readonly name: string
  readonly index: number
  readonly bytes: number
  readonly status: number
  readonly cpuMs: number
}

async function measure(index: number, each: WorstRequest): Promise<Measured> {
  const before = await cpuMs()
  const status = await ask(each, 'one')
  const bytes = Buffer.byteLength(each.body ?? '')
  return { name: each.name, index, bytes, status, cpuMs: (await cpuMs()) - before }
}

/**
 * What is left of a rate beside a caller that repeats something, as a share of that beside one that asks for the same.
 */
async function shareBeside(next: () => WorstRequest, make: () => WorstRequest): Promise<number> {
  let beside = 0
  let usual = 0
  // The first that two callers want makes the service start a second thread.
  await answeredBeside(next, make)
  for (let turn = 0; turn < TURNS || usual < LEAST_ANSWERS; turn++) {
    usual += await answeredBeside(make, make)
    beside += await answeredBeside(next, make)
  }
  return beside / usual
}

/** Answers with 200 that a caller gets in a turn, while another repeats something. */
async function answeredBeside(next: () => WorstRequest, make: () => WorstRequest): Promise<number> {
  const end = performance.now() + (seconds * 1000) / (4 * TURNS)
  let answered = 0
  const repeat = async (caller: 'one' | 'another') => {
    while (performance.now() < end) {
      const status = await ask(caller === 'one' ? make() : next(), caller)
      if (caller === 'one' && status === 200 && performance.now() < end) answered++
    }
  }
  await Promise.all(Array.from({ length: 2 * CONNECTIONS }, (_, n) => repeat(n % 2 === 0 ? 'one' : 'another')))
  return answered
}

function small(): WorstRequest {
  return {
    name: 'small',
    method: 'GET',
    path: `/v1/server?archetype=platform_compute_medium&duration=${8760 + round++ / 10}`,
  }
}

/**
 * Sends a request as one of several callers, and gives the status of its answer. Nobody unpacks the answer: that would
 * take the processor from the service.
 */
function ask({ method, path, body }: WorstRequest, caller: keyof typeof ADDRESSES): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'gzip, deflate, br',
    'x-forwarded-for': ADDRESSES[caller],
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${service.url}${path}`, { method, headers, agent }, (response) => {
      response
        .on('error', reject)
        .on('end', () => resolve(response.statusCode ?? 0))
        .resume()
    })
    sent.on('error', reject).end(body)
  })
}

async function cpuMs(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1000
}

function mark(isBad: boolean): string {
  return isBad ? ' (!)' : ''
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
