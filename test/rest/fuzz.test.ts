import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRestHandler, type RestAnswer } from '../../src/rest/handle-rest.ts'
import { world } from '../world.ts'
import { type HostileRequest, hostileRequests, LONGEST_BODIES } from './hostile-requests.ts'

/** How many requests are made up; the same ones each time, unless FUZZ_SEED says otherwise. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000)
const SEED = Number(process.env.FUZZ_SEED ?? 1)

const MOST_MS = 100

const handle = createRestHandler(world)

function ask({ method, path, query, body }: HostileRequest): Promise<RestAnswer> {
  return handle({ method, path, query: new URLSearchParams(query), body, accept: undefined })
}

/** Another request may have left garbage to collect, so that the best of three counts. */
async function isFast(request: HostileRequest): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const start = performance.now()
    await ask(request)
    if (performance.now() - start < MOST_MS) return true
  }
  return false
}

const STATUSES = new Set([200, 404, 405, 422])
const STACK = /\n\s*at |\.(ts|js|mjs):\d+|node_modules|file:\/\/|(Type|Range|Syntax|Reference|GraphQL)Error/

/** What is wrong with an answer; undefined where nothing is. */
function faultOf({ status, body, allow }: RestAnswer): string | undefined {
  if (!STATUSES.has(status)) return `status ${status}`
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
  if (status !== 422) return typeof detail === 'string' && detail !== '' ? undefined : 'detail is no sentence'
  const isListed = Array.isArray(detail) && detail.length > 0 && detail.every(isFault)
  return isListed ? undefined : 'detail is no list of faults'
}

function isFault(item: Record<string, unknown>): boolean {
  const { type, loc, msg } = item
  return (
    Object.keys(item).join() === 'type,loc,msg,input' &&
    typeof type === 'string' &&
    typeof msg === 'string' &&
    Array.isArray(loc) &&
    (loc[0] === 'body' || loc[0] === 'query') &&
    loc.every((each) => typeof each === 'string' || Number.isInteger(each))
  )
}

async function expectFit(request: HostileRequest): Promise<RestAnswer> {
  const start = performance.now()
  const answer = await ask(request)
  const milliseconds = performance.now() - start
  const fault = faultOf(answer)
  if (fault !== undefined) throw new Error(`${fault}: ${answer.body.slice(0, 500)}`)
  if (milliseconds > MOST_MS && !(await isFast(request))) throw new Error(`took ${milliseconds} ms`)
  const again = await ask(request)
  if (again.status !== answer.status || again.body !== answer.body)
    throw new Error('answered otherwise when asked again')
  return answer
}

test(`${REQUESTS} requests, many of them hostile, are answered soundly, soon, and the same each time`, async () => {
  const counts: Record<number, number> = {}
  const property = fc.asyncProperty(hostileRequests, async (request) => {
    const { status } = await expectFit(request)
    counts[status] = (counts[status] ?? 0) + 1
  })
  await fc.assert(property, { numRuns: REQUESTS, seed: SEED })
  for (const status of STATUSES) expect(counts[status], `answers with status ${status}`).toBeGreaterThan(REQUESTS / 200)
  expect(counts[200]).toBeGreaterThan(REQUESTS / 4)
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as Record<string, unknown>).units).toBeUndefined()
}, 120_000)

test.each(LONGEST_BODIES.map(([path, body]) => [path, `${body.slice(0, 60)}…`, body] as const))(
  'the longest body of its kind to %s is answered soon: %s',
  async (path, _, body) => {
    for (const query of ['', 'criteria=all']) await expectFit({ method: 'POST', path, query, body })
  },
)
