import { Agent, request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { addressOf, spawnMain } from './support/spawn-main.ts'

/** Answers are not remembered and few may wait, so that the service soon has more than it can do. */
const ENV = { LOG_LEVEL: 'warn', MAX_CONCURRENT: '20', MAX_WAIT_MS: '1000', ANSWER_CACHE_BYTES: '0' }

const WARM_UP_MS = 700
const LOAD_MS = 1500

/** More than this many requests to one answer would be a connection each that waits for ever. */
const LONGEST_MS = 20_000

const FLEET = JSON.stringify({
  query: `query ($items: [FleetItemInput!]!) {
    fleet(items: $items) { size assessed impacts { criterion embedded { value min max } use { value min max } } }
  }`,
  variables: {
    items: Array.from({ length: 200 }, (_, n) => ({
      asset: { server: { configuration: { cpu: { units: 1 + (n % 8) }, ram: [{ units: 1 + n }] } } },
    })),
  },
})
const CPU = JSON.stringify({ name: 'Intel Xeon Gold 6138', usage: { time_workload: 30 } })

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: string
}

function client(url: string) {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const send = (path: string, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' }
      const sent = request(
        `${url}${path}`,
        { agent, method: body === undefined ? 'GET' : 'POST', headers },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            text += chunk
          })
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: text }),
          )
        },
      )
      sent.setTimeout(LONGEST_MS, () => sent.destroy(new Error(`${path} hangs`)))
      sent.on('error', reject)
      sent.end(body)
    })
  return {
    fleet: () => send('/graphql', FLEET),
    cpu: () => send('/v1/component/cpu?verbose=false', CPU),
    health: () => send('/health'),
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Asks again and again, one after the other over each of some connections; gives answers per millisecond. */
async function closedLoop(ask: () => Promise<Answer>, connections: number, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  let answered = 0
  const loop = async () => {
    while (performance.now() < end) {
      await ask()
      answered++
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return answered / milliseconds
}

/** Asks at a rate, whether answers come or not; gives all of them. */
async function openLoop(ask: () => Promise<Answer>, perMs: number, milliseconds: number): Promise<readonly Answer[]> {
  const start = performance.now()
  const answers: Promise<Answer>[] = []
  for (let past = 0; past < milliseconds; past = performance.now() - start) {
    while (answers.length < past * perMs) answers.push(ask())
    await pause(5)
  }
  return Promise.all(answers)
}

it('At twice what it can do, the service answers rightly what it accepts, refuses the rest, and is well afterwards', async () => {
  const { fleet, cpu, health } = client(await addressOf(spawnMain(ENV)))
  const [ofFleet, ofCpu] = await Promise.all([fleet(), cpu()])
  expect([ofFleet.status, ofCpu.status]).toEqual([200, 200])
  const capacity = await closedLoop(fleet, 4, WARM_UP_MS)

  const [fleets, cpus, checks] = await Promise.all([
    openLoop(fleet, 2 * capacity, LOAD_MS),
    openLoop(cpu, 0.1, LOAD_MS),
    openLoop(health, 0.05, LOAD_MS),
  ])
  for (const [answers, right] of [
    [fleets, ofFleet],
    [cpus, ofCpu],
  ] as const) {
    for (const answer of answers) {
      if (answer.status === 200) expect(answer.body).toBe(right.body)
      else expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^[1-9]\d*$/) })
    }
  }
  const accepted = fleets.filter(({ status }) => status === 200).length
  expect(accepted).toBeGreaterThan(0)
  expect(accepted).toBeLessThan(fleets.length)
  expect(cpus.length).toBeGreaterThan(0)
  expect(new Set(checks.map(({ status }) => status))).toEqual(new Set([200]))

  for (let again = 0; again < 5; again++) {
    expect(await fleet()).toEqual(ofFleet)
    expect(await cpu()).toEqual(ofCpu)
  }
})
