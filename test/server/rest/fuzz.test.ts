import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createRestHandler, type RestAnswer } from '../../../src/server/rest/handle-rest.ts'
import { runs } from '../../runs.ts'
import { world } from '../../world.ts'
import { realWorld } from '../http/support/real-world.ts'
import { startService } from '../http/support/test-service.ts'
import { LONGEST_BODIES } from './hostile-bodies.ts'
import { type HostileRequest, hostileRequests } from './hostile-requests.ts'

const MANY = runs(500)

const MOST_MS = 100

const handle = createRestHandler(world)

async function ask({ method, path, query, body }: HostileRequest): Promise<RestAnswer> {
  return handle({ method, path, query: new URLSearchParams(query), body, accept: undefined })
}

/** Milliseconds of work that this thread did: how busy the machine is with other things does not count. */
function workedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}

/** Another request may have left garbage to collect, so that the best of three counts. */
async function isFast(request: HostileRequest): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const start = process.threadCpuUsage()
    await ask(request)
    if (workedMs(start) < MOST_MS) return true
  }
  return false
}

const STATUSES = new Set([200, 400, 404, 405, 422])
const STACK = /\n\s*at |\.(ts|js|mjs):\d+|node_modules|file:\/\/|(Type|Range|Syntax|Reference|GraphQL)Error/

/** What is wrong with an answer, or undefined. */
function faultOf({ status, body, allow }: RestAnswer, isOurs: boolean): string | undefined {
  if (!STATUSES.has(status) || (status === 400 && !isOurs)) return `status ${status}`
  if (STACK.test(body)) return 'shows what happens inside'
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    return 'is no JSON'
  }
  if (status === 200) return undefined
  if (status === 405 && !(allow?.includes('OPTIONS') && allow.length > 1))
    return 'does not say which methods may be used'
  const { detail, ...others } = answer as { readonly detail: unknown }
  if (Object.keys(others).length > 0) return 'an error says more than detail'
  // Under /v2 an unknown name or parameter has its place.
  if (status !== 422 && !(isOurs && status < 405 && typeof detail !== 'string'))
    return typeof detail === 'string' && detail !== '' ? undefined : 'detail is no sentence'
  const isListed = Array.isArray(detail) && detail.length > 0 && detail.every((item) => isFault(item, isOurs))
  return isListed ? undefined : 'detail is no list of faults'
}

function isFault(item: Record<string, unknown>, isOurs: boolean): boolean {
  const { type, loc, msg } = item
  const keys = Object.keys(item).join()
  return (
    (keys === 'type,loc,msg,input' || (isOurs && keys === 'type,loc,msg,input,nearest')) &&
    typeof type === 'string' &&
    typeof msg === 'string' &&
    Array.isArray(loc) &&
    ['body', 'query', ...(isOurs ? ['path'] : [])].includes(loc[0]) &&
    loc.every((each) => typeof each === 'string' || Number.isInteger(each))
  )
}

async function expectFit(request: HostileRequest): Promise<RestAnswer> {
  const start = process.threadCpuUsage()
  const answer = await ask(request)
  const milliseconds = workedMs(start)
  const fault = faultOf(answer, request.path.startsWith('/v2'))
  if (fault !== undefined) throw new Error(`${fault}: ${answer.body.slice(0, 500)}`)
  if (milliseconds > MOST_MS && !(await isFast(request))) throw new Error(`took ${milliseconds} ms`)
  const again = await ask(request)
  if (again.status !== answer.status || again.body !== answer.body)
    throw new Error('answered otherwise when asked again')
  return answer
}

test('made-up requests, many of them hostile, are answered soundly, soon, and the same each time', async () => {
  const counts: Record<number, number> = {}
  const property = fc.asyncProperty(hostileRequests, async (request) => {
    const { status } = await expectFit(request)
    counts[status] = (counts[status] ?? 0) + 1
  })
  await fc.assert(property, MANY)
  for (const status of STATUSES) expect(counts[status], `answers with status ${status}`).toBeGreaterThan(0)
  expect(counts[200]).toBeGreaterThan(MANY.numRuns / 4)
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as Record<string, unknown>).units).toBeUndefined()
}, 600_000)

/** What node:http lets through as a request target. */
function targetOf({ path, query }: Pick<HostileRequest, 'path' | 'query'>): string {
  const text = `${path}${query === '' ? '' : `?${query}`}`.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)
  return text.replaceAll('#', '%23').slice(0, 8000)
}

interface WireAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

function send(port: number, agent: Agent, { method, body, ...target }: HostileRequest, accept: string) {
  return new Promise<WireAnswer>((resolve, reject) => {
    const options = { port, host: '127.0.0.1', agent, method, path: targetOf(target), headers: { accept } }
    const sent = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(method === 'POST' ? (body ?? '') : undefined)
  })
}

test('A running service stands many of them, and gives its errors in the form that was asked for', async () => {
  const { port, lines } = await startService({ world: realWorld() })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const METHODS = new Set(['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
  const wire = hostileRequests.filter(({ method }) => METHODS.has(method))
  const property = fc.asyncProperty(wire, fc.boolean(), async (hostile, wantsProblem) => {
    const accept = wantsProblem ? 'application/problem+json' : '*/*'
    const { status, headers, text } = await send(port, agent, hostile, accept)
    expect(headers['access-control-allow-origin']).toBe('*')
    if (hostile.method === 'OPTIONS') {
      expect(status).toBe(204)
      return
    }
    // 400 is a path that cannot be read, which never reaches a route.
    expect([...STATUSES, 413]).toContain(status)
    expect(headers['content-type']).toBe(status > 200 && wantsProblem ? 'application/problem+json' : 'application/json')
    if (hostile.method === 'HEAD') {
      expect(text).toBe('')
      return
    }
    const answer = JSON.parse(text)
    if (status > 200 && wantsProblem)
      expect(answer).toMatchObject({ type: 'about:blank', status, detail: expect.any(String) })
    else if (status > 200) expect(Object.keys(answer)).toEqual(['detail'])
  })
  await fc.assert(property, runs(100))
  expect(lines().filter(({ level }) => level === 'error')).toEqual([])
}, 300_000)

test.each(LONGEST_BODIES.map(([path, body]) => [path, `${body.slice(0, 60)}…`, body] as const))(
  'the longest body of its kind to %s is answered soon: %s',
  async (path, _, body) => {
    for (const query of ['', 'criteria=all']) await expectFit({ method: 'POST', path, query, body })
  },
)
