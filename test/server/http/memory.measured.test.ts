import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startCommand } from '../../../benchmarks/spawn-service.ts'
import { addressOf, spawnMain } from './support/spawn-main.ts'

/** Connections, and characters of requests on their way over one of them at once: mostly several, or one request. */
const CONNECTIONS = 8
const BATCH = 5000
const ONE = 1

/** What an answer begins with may come in two pieces. */
const STATUS_LENGTH = 'HTTP/1.1 200'.length

/** Sends as many requests as asked for, and gives how many were answered with a status. */
async function send(
  port: number,
  count: number,
  request: (n: number) => string,
  { wanted = '200', batch = BATCH } = {},
): Promise<number> {
  let sent = 0
  const answered = await Promise.all(
    Array.from(
      { length: CONNECTIONS },
      () =>
        new Promise<number>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1')
          let fine = 0
          let due = 0
          let read = ''
          const next = () => {
            if (sent === count) {
              socket.destroy()
              resolve(fine)
              return
            }
            due = 0
            let text = ''
            for (; sent < count && text.length < batch; due++) text += request(sent++)
            socket.write(text)
          }
          socket.on('error', reject)
          socket.on('close', () => resolve(fine))
          socket.on('connect', next)
          socket.on('data', (chunk) => {
            read = read.slice(1 - STATUS_LENGTH) + chunk.toString('latin1')
            const statuses = [...read.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
            due -= statuses.length
            fine += statuses.filter((status) => status === wanted).length
            if (due <= 0) next()
          })
        }),
    ),
  )
  return answered.reduce((total, each) => total + each, 0)
}

function post(path: string, body: string): string {
  const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  return `POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${body}`
}

const TOTAL = 'query($items:[FleetItemInput!]!){fleet(items:$items){size impacts(criteria:GWP){use{value}}}}'

/** A fleet of CPUs, no two requests equal and none like one of another fleet. */
function fleetOf(size: number, cpu: (n: number) => object): (fleet: number) => string {
  return (fleet) => {
    const items = Array.from({ length: size }, (_, n) => ({ asset: { component: { cpu: cpu(fleet * size + n) } } }))
    return post('/graphql', JSON.stringify({ query: TOTAL, variables: { items } }))
  }
}

/** Some 500 characters; no two requests equal. */
function instanceDocument(n: number): string {
  const input = `{provider:\\"aws\\",instanceType:\\"m${n}.large\\"}`
  const figure = ['embedded', 'use', 'total'].map((part) => `${part}{value min max warnings{code}}`).join(' ')
  return post(
    '/graphql',
    `{"query":"{cloudInstance(input:${input}){vcpu{value status source} memory{value status source}
    impacts(criteria:[GWP,ADP,PE]){criterion unit description ${figure}}
    components{label kind attributes{name attribute{status source unit warnings{code}}}}}}"}`.replace(/\n */g, ' '),
  )
}

/** Each document sixteen times, with other values of its conditions. */
function conditionsDocument(n: number): string {
  const [a, b, c, d] = [1, 2, 4, 8].map((bit) => (n & bit) > 0)
  const query = `query($a:Boolean!,$b:Boolean!,$c:Boolean!,$d:Boolean!){a${n >> 4}:server{archetype @include(if:$a)
    impacts{criterion embedded @include(if:$b){value min max} use @include(if:$c){value min max}}
    components @include(if:$d){label kind attributes{name attribute{status source unit}}}}}`
  return post('/graphql', JSON.stringify({ query, variables: { a, b, c, d } }))
}

/** A server that is described twice; each takes some 25 kB when it is remembered: all of them would take 50 MB. */
function serverRequest(n: number): string {
  const body = { usage: { time_workload: 100 / (2 + (n >> 1)) } }
  return post(`/v1/server?criteria=gwp&duration=${1 + (n & 1)}`, JSON.stringify(body))
}

/** As long as a name may be to be remembered. */
const LONG = 'x'.repeat(180)

/** The port of a service that ends when it takes more than a small heap. */
async function startSmall(env: Record<string, string> = {}, megabytes = 80): Promise<number> {
  const settings = { LOG_LEVEL: 'warn', WARM_UP: 'on', ANSWER_CACHE_BYTES: '4000000', ...env }
  const main = spawnMain(settings, [], [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=2'])
  return Number(new URL(await addressOf(main)).port)
}

describe('what is remembered of each request has an end: in a small heap there is room for', () => {
  it.each([
    ['15,000 documents', 15_000, (n: number) => post('/graphql', `{"query":"{alias${n}:__typename}"}`)],
    [
      // An answer is remembered when it is asked for again.
      '5,000 long answers, each asked for twice',
      10_000,
      (n: number) =>
        `GET /v1/cloud/instance/all_instances?provider=aws&n=${n >> 1} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    ],
    ['300 documents with four conditions, in all choices', 4800, conditionsDocument],
    ['60,000 names in fleets', 120, fleetOf(500, (n) => ({ name: `${LONG} ${n}` }))],
  ])('%s', async (_what, count, request) => {
    expect(await send(await startSmall(), count, request)).toBe(count)
  })

  it('3,000 instance types, each written into the text of a document', async () => {
    // A document that is remembered takes some 100 kB: all of them would take 300 MB.
    expect(await send(await startSmall({}, 200), 3000, instanceDocument)).toBe(3000)
  })

  it('2,000 servers, each described twice', async () => {
    expect(await send(await startSmall(), 4000, serverRequest, { batch: ONE })).toBe(4000)
  })

  it('8,000 paths and queries, each cut from a target of 15,000 characters', async () => {
    // The service itself takes 54 MB; the targets together would take 120 MB.
    const port = await startSmall()
    const long = 'x'.repeat(15_000)
    const target = (n: number) => (n % 2 === 0 ? `/v1/nothing-at-${n}?${long}` : `/v1/${long}?nothing-at=${n}`)
    const request = (n: number) => `GET ${target(n)} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    expect(await send(port, 8000, request, { wanted: '404' })).toBe(8000)
  })

  it('400 documents of 500 kB that are not trusted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'impactql-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'documents.json')
    writeFileSync(file, '{}')
    const port = await startSmall({ TRUSTED_DOCUMENTS: file })
    const request = (n: number) => post('/graphql', `{"query":"{hello}${' '.repeat(500_000)}#${n}"}`)
    expect(await send(port, 400, request, { wanted: '403' })).toBe(400)
  })
})

describe('The memory of the service, started as npm start does,', () => {
  const { env, nodeArguments } = startCommand()
  const flags = nodeArguments.slice(0, -1)
  const request = (n: number) =>
    post('/v1/component/cpu?verbose=false', JSON.stringify({ units: 1 + (n % 8), die_size: 100 + n / 1000 }))

  async function residentBytes(url: string): Promise<number> {
    const text = await (await fetch(`${url}/metrics`)).text()
    return Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)?.[1])
  }

  it('is below 600 MB after likely ranges of 10,000 servers, no two requests equal', async () => {
    const url = await addressOf(spawnMain({ ...env, LOG_LEVEL: 'warn', TIME_LIMIT_MS: '200000' }, [], flags))
    const ask = async (query: string, variables: object = {}) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ query, variables })
      return (await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json()).data
    }
    const { cpuModels } = await ask('{ cpuModels(first: 2000) { nodes { name } } }')
    const items = Array.from({ length: 10_000 }, (_, n) => {
      const { name } = cpuModels.nodes[n % cpuModels.nodes.length]
      const ram = [{ units: 1 + (n % 24), capacity: 8 + (n % 64) }]
      return {
        asset: {
          server: { configuration: { cpu: { name, units: 1 + (n % 2) }, ram }, usage: { timeWorkload: n / 100 } },
        },
      }
    })
    const query = `query ($items: [FleetItemInput!]!) {
      fleet(items: $items) { impact(criterion: GWP, duration: 8760) { total { value likely { low high } } } } }`
    for (let time = 0; time < 3; time++) {
      const { value, likely } = (await ask(query, { items })).fleet.impact.total
      expect(likely.low).toBeLessThan(value)
      expect(likely.high).toBeGreaterThan(value)
      // Without collections and with V8's usual allocation, it is 560 MB after the first, and 700 MB after the others.
      expect(await residentBytes(url)).toBeLessThan(600e6)
    }
  })

  it('grows by less than 100 MB with the query editor, a page of 9 MB', async () => {
    const url = await addressOf(spawnMain({ ...env, LOG_LEVEL: 'warn' }, [], flags))
    const before = await residentBytes(url)
    const page = await fetch(`${url}/graphql`, { headers: { accept: 'text/html', 'accept-encoding': 'identity' } })
    expect((await page.text()).length).toBeGreaterThan(8e6)
    // In the heap of the service, it would take 190 MB to make.
    expect((await residentBytes(url)) - before).toBeLessThan(100e6)
  })

  it('grows by less than 100 MB with 500 clients that ask for the query editor without gzip at once', async () => {
    const url = await addressOf(spawnMain({ ...env, LOG_LEVEL: 'warn' }, [], flags))
    const headers = { accept: 'text/html' }
    expect((await fetch(`${url}/graphql`, { headers })).status).toBe(200)
    const before = await residentBytes(url)
    const sockets = Array.from({ length: 500 }, () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
        socket.write('GET /graphql HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n'),
      )
      socket.on('error', () => {})
      onTestFinished(() => void socket.destroy())
      return new Promise<void>((resolve) => {
        socket.once('close', () => resolve())
        socket.once('data', () => {
          socket.pause()
          resolve()
        })
      })
    })
    let most = 0
    const looking = setInterval(async () => {
      most = Math.max(most, await residentBytes(url))
    }, 100)
    onTestFinished(() => clearInterval(looking))
    await Promise.all(sockets)
    most = Math.max(most, await residentBytes(url))
    // Unpacked for each of them, it would take 1.7 GB.
    expect(most - before).toBeLessThan(100e6)
  })

  it('is after 100,000 requests, no two requests equal, what it was after 50,000: 10 % and 5 MB more at most', async () => {
    const url = await addressOf(spawnMain({ ...env, LOG_LEVEL: 'warn', WARM_UP: 'on' }, [], flags))
    const port = Number(new URL(url).port)
    expect(await send(port, 50_000, request, { batch: ONE })).toBe(50_000)
    const half = await residentBytes(url)
    expect(await send(port, 50_000, (n) => request(50_000 + n), { batch: ONE })).toBe(50_000)
    expect(await residentBytes(url)).toBeLessThan(half * 1.1 + 5e6)
  })
})
