/**
 * Measures the service beside a bare node:http server in the same run and prints a table: `npm run bench`.
 * `--seconds N` for each HTTP measurement (default 4), `--no-files` without files of a million rows, which take
 * minutes, `--autocannon` with that load generator (`npm install --no-save autocannon`). Everything listens on loopback
 * and ends by itself.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { LoadOrder, LoadResult } from './load.ts'
import { measureBatch } from './measure-batch.ts'
import { measureEngine } from './measure-engine.ts'
import { measureJobs } from './measure-jobs.ts'
import { startCommand } from './spawn-service.ts'
import { fleetBody, type Workload, workloads } from './workloads.ts'

const CONNECTIONS = 32
const FLEET_SIZE = 10_000
const FLEET_RUNS = 5
const BATCH_ROWS = 1_000_000
const MEMORY_REQUESTS = 200_000
const byAutocannon = process.argv.includes('--autocannon')
const seconds = Number(process.argv[process.argv.indexOf('--seconds') + 1]) || 4

const { env: usual, nodeArguments } = startCommand()

const evaluations = await measureEngine()
print('| measure | result | target |')
print('|---|---|---|')
print(`| engine: full server evaluations a second, one core | ${count(evaluations)} | 100,000 |`)

const starts = []
for (let i = 0; i < 3; i++) starts.push(await measureStart())
print(`| start to first answer | ${Math.round(median(starts))} ms | 400 ms |`)

const ofFleets = await startService()
const fleet = []
for (let i = 0; i < FLEET_RUNS; i++) fleet.push(await measureFleet(ofFleets.port))
ofFleets.process.kill()
print(`| fleet of ${count(FLEET_SIZE)} different servers | ${Math.round(median(fleet))} ms | 1,000 ms |`)
if (!process.argv.includes('--no-files')) await measureFiles()
print('')
print(
  `| ${CONNECTIONS} connections, ${seconds} s each | requests/s | bare node:http | share | processor time (bare) | p50 | p99 |`,
)
print('|---|---|---|---|---|---|---|')
const service = await startService()
for (const workload of workloads) {
  const sample = await (await ask(service.port, workload)).text()
  const bare = await startBare(sample)
  // What is measured is a service that has been at it for a while, not a compiler at work.
  const { next } = await load({ port: service.port, workload: workload.name, connections: CONNECTIONS, seconds })
  const ofBare = await loadCounted(bare, workload)
  const ofService = await loadCounted(service, workload, next)
  bare.process.kill()
  if (ofService.failed > 0) throw new Error(`${ofService.failed} requests of "${workload.name}" failed`)
  const share = ofService.requestsPerSecond / ofBare.requestsPerSecond
  print(
    `| ${workload.name} | ${count(ofService.requestsPerSecond)} | ${count(ofBare.requestsPerSecond)} | ${Math.round(share * 100)} % | ${Math.round(ofService.workedUs)} µs (${Math.round(ofBare.workedUs)}) | ${ofService.p50Ms.toFixed(2)} ms | ${ofService.p99Ms.toFixed(2)} ms |`,
  )
}
service.process.kill()

const fresh = await startService()
print('')
print(
  `| memory (resident) | after start | after ${count(MEMORY_REQUESTS / 2)} requests of all kinds | after ${count(MEMORY_REQUESTS)} |`,
)
print('|---|---|---|---|')
const memory = [residentMb(fresh)]
for (let half = 0; half < 2; half++) {
  await sendMixed(fresh.port, MEMORY_REQUESTS / 2)
  memory.push(residentMb(fresh))
}
print(`| one process | ${memory.map((mb) => `${mb} MB`).join(' | ')} |`)
fresh.process.kill()

/** Files of a million servers: minutes of work. */
async function measureFiles(): Promise<void> {
  const batch = await measureBatch(BATCH_ROWS)
  print(`| ${count(BATCH_ROWS)} different servers from CSV | ${Math.round(batch.seconds)} s | 60 s |`)
  print(`| largest memory of that | ${Math.round(batch.peakMb)} MB | 1,000 MB |`)
  const jobs = await measureJobs(BATCH_ROWS)
  print(`| the same as a job of a service | ${Math.round(jobs)} s | 90 s |`)
}

interface Running {
  readonly process: ChildProcess
  readonly port: number
}

async function startService(): Promise<Running> {
  const child = spawn(process.execPath, nodeArguments, {
    env: { ...process.env, ...usual, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]
    if (port !== undefined) {
      child.stdout.resume()
      return { process: child, port: Number(port) }
    }
  }
  throw new Error(`The service did not start: ${output}`)
}

async function measureStart(): Promise<number> {
  const start = performance.now()
  const { process, port } = await startService()
  await (await fetch(`http://127.0.0.1:${port}/v1/server`)).text()
  const elapsed = performance.now() - start
  process.kill()
  return elapsed
}

async function startBare(answer: string): Promise<Running> {
  const child = fork(new URL('bare-server.ts', import.meta.url))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  child.send(answer)
  await once(child, 'message')
  return { process: child, port }
}

async function load(order: LoadOrder): Promise<LoadResult> {
  const child = fork(new URL('load.ts', import.meta.url))
  child.send({ ...order, byAutocannon })
  const [result] = (await once(child, 'message')) as [LoadResult]
  return result
}

function ask(port: number, { method, path, bodies }: Workload): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const [body] = bodies ?? []
  return fetch(`http://127.0.0.1:${port}${path}`, body === undefined ? { method } : { method, headers, body })
}

async function measureFleet(port: number): Promise<number> {
  const body = fleetBody(FLEET_SIZE)
  const start = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { data } = (await response.json()) as { data: { fleet: { assessed: number } } }
  if (data.fleet.assessed !== FLEET_SIZE) throw new Error(`Only ${data.fleet.assessed} servers were assessed`)
  return performance.now() - start
}

/** Requests of each workload in turn, a second each. */
async function sendMixed(port: number, requests: number): Promise<void> {
  for (let sent = 0, turn = 0; sent < requests; turn++) {
    const { name } = workloads[turn % workloads.length] as Workload
    sent += (await load({ port, workload: name, connections: CONNECTIONS, seconds: 1 })).requestsPerSecond
  }
}

/** A load, and the processor time of the server for each request, all threads together. */
async function loadCounted(server: Running, { name }: Workload, from = 0): Promise<LoadResult & { workedUs: number }> {
  const before = workedUs(server)
  const result = await load({ port: server.port, workload: name, connections: CONNECTIONS, seconds, from })
  return { ...result, workedUs: (workedUs(server) - before) / (result.requestsPerSecond * seconds) }
}

/** Processor time of a process so far, as Linux has it: in hundredths of a second. */
function workedUs({ process: { pid } }: Running): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

function residentMb({ process: { pid } }: Running): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
