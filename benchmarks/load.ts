/**
 * Sends a workload over some connections, each request when the one before it on its connection is answered, and
 * reports how many were answered and how long they took. Started with `fork`, so that it has a core of its own; it ends
 * by itself.
 */
import { connect, type Socket } from 'node:net'
import { type Workload, workloads } from './workloads.ts'

export interface LoadOrder {
  readonly port: number
  /** The name of a workload. */
  readonly workload: string
  readonly connections: number
  readonly seconds: number
  /** The first request to send. Those before it have been sent, and a cache may know them. */
  readonly from?: number
  /** Whether autocannon sends it, a load generator that others wrote. */
  readonly byAutocannon?: boolean
}

export interface LoadResult {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failed: number
  /** The request after the last. */
  readonly next: number
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

process.once('message', async (order: LoadOrder) => {
  process.send?.(await (order.byAutocannon ? runAutocannon(order) : run(order)))
  process.disconnect()
})

async function run({ port, workload, connections, seconds, from = 0 }: LoadOrder): Promise<LoadResult> {
  const requests = requestsOf(workloads.find(({ name }) => name === workload) as Workload)
  const latencies: number[] = []
  let next = from
  let failed = 0
  const start = performance.now()
  const end = start + seconds * 1000

  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket: Socket = connect(port, '127.0.0.1')
          socket.setNoDelay(true)
          let received = Buffer.alloc(0)
          let sentAt = 0
          const send = () => {
            sentAt = performance.now()
            if (sentAt >= end) {
              socket.end()
              resolve()
              return
            }
            socket.write(requests[next++ % requests.length] as Buffer)
          }
          socket.on('connect', send)
          socket.on('error', reject)
          socket.on('data', (chunk) => {
            received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
            const headEnd = received.indexOf(END_OF_HEAD)
            if (headEnd < 0) return
            const head = received.toString('latin1', 0, headEnd)
            const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
            if (Number.isNaN(length)) {
              reject(new Error(`An answer without a length: ${head}`))
              return
            }
            if (received.length < headEnd + END_OF_HEAD.length + length) return
            received = Buffer.alloc(0)
            latencies.push(performance.now() - sentAt)
            if (!head.startsWith('HTTP/1.1 200')) failed++
            send()
          })
        }),
    ),
  )
  const elapsed = (performance.now() - start) / 1000
  latencies.sort((a, b) => a - b)
  const quantile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  return { requestsPerSecond: latencies.length / elapsed, p50Ms: quantile(0.5), p99Ms: quantile(0.99), failed, next }
}

/** Not a dependency: `npm install --no-save autocannon`. */
const AUTOCANNON: string = 'autocannon'

/** The same by autocannon. */
async function runAutocannon({ port, workload, connections, seconds, from = 0 }: LoadOrder): Promise<LoadResult> {
  const { default: autocannon } = await import(AUTOCANNON)
  const all = plainRequestsOf(workloads.find(({ name }) => name === workload) as Workload)
  let next = from
  const { latency, requests, non2xx, errors } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request: object) => ({ ...request, ...all[next++ % all.length] }) }],
  })
  return { requestsPerSecond: requests.average, p50Ms: latency.p50, p99Ms: latency.p99, failed: non2xx + errors, next }
}

function plainRequestsOf({ method, path, paths = [path], bodies }: Workload): readonly object[] {
  if (bodies === undefined) return paths.map((each) => ({ method, path: each }))
  const headers = { 'content-type': 'application/json' }
  return bodies.map((body, n) => ({ method, path: paths[n % paths.length] ?? path, headers, body }))
}

function requestsOf({ method, path, paths = [path], bodies }: Workload): readonly Buffer[] {
  const headOf = (target: string) => `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n`
  if (bodies === undefined) return paths.map((target) => Buffer.from(`${headOf(target)}\r\n`))
  return bodies.map((body, n) => {
    const head = `${headOf(paths[n % paths.length] ?? path)}Content-Type: application/json\r\n`
    return Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  })
}
