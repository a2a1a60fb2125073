import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { NAME_LISTS } from '../../../src/catalogue/component-names.ts'
import { ARCHETYPES_OF } from '../../../src/kinds.ts'
import { createGraphqlService } from '../../../src/server/graphql/graphql-service.ts'
import { routes } from '../../../src/server/rest/handle-rest.ts'
import { readConfig } from '../../../src/server/settings/config.ts'
import { PATIENCE } from '../http/support/patience.ts'
import { realWorld } from '../http/support/real-world.ts'

/** The routes of a service with these settings; `large` counts what was not run among others. It ends with the test. */
function service(env: Record<string, string> = {}, atEnd: (close: () => Promise<void>) => void = onTestFinished) {
  const config = readConfig({ ...PATIENCE, ...env })
  const world = realWorld()
  const graphql = createGraphqlService({ config, ...world, report: () => {} })
  atEnd(() => graphql.close())
  let large = 0
  const ask = async (method: string, path: string, query: string, body?: string) => {
    const request = { method, path, query: new URLSearchParams(query), body, accept: undefined }
    const answer = await world.handleRest(request, (text, variables, bytes) => {
      const outcome = graphql.runLarge(text, variables, { bytes })
      if (outcome !== undefined) large++
      return outcome
    })
    return { ...answer, json: JSON.parse(answer.body) }
  }
  const post = (path: string, body: object) => ask('POST', path, '', JSON.stringify(body))
  return { post, get: (path: string, query: string) => ask('GET', path, query), large: () => large }
}

const server = { server: { usage: { usageLocation: 'FRA' } } }
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ label: `${index}`, asset: server }))

/** Has started its thread once for all tests. */
const shared = service({}, afterAll)

describe('an operation of /v2 that costs much', { timeout: 60_000 }, () => {
  test('is refused over the limit that GraphQL has, before it runs', async () => {
    const { post } = service({ MAX_COST: '20000' })
    const { status, json } = await post('/v2/compare', { items: items(20), samples: 16_384 })
    expect([status, json.detail[0].type, json.detail[0].loc]).toEqual([422, 'operation_too_large', ['body']])
    expect(json.detail[0].msg).toMatch(/\b20000\b/)
  })

  test('says that a fleet can be a job, if the service takes jobs', async () => {
    const asked = { items: items(900), likely: true, verbose: true }
    for (const [JOBS, canBeJob] of [
      ['on', true],
      ['off', false],
    ] as const) {
      const { post } = service({ MAX_COST: '2600', JOBS })
      const { status, json } = await post('/v2/fleet', asked)
      expect([status, json.detail[0].type]).toEqual([422, 'operation_too_large'])
      expect(json.detail[0].msg).toMatch(/\b2600\b/)
      expect(json.detail[0].msg.includes('/v2/jobs')).toBe(canBeJob)
    }
  })

  test.each(['1', '0'])('is ended when its time is up, with %s threads', async (threads) => {
    const { post } = service({ TIME_LIMIT_MS: '1', OPERATION_THREADS: threads })
    const { status, json } = await post('/v2/compare', { items: items(20), samples: 16_384 })
    expect([status, json.detail]).toEqual([503, expect.stringMatching(/ 1 ms$/)])
  })

  test('names its faults as a small one does', async () => {
    const { post, large } = shared
    const before = large()
    const unknown = { label: 'x', asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.xlrge' } } }
    const place = { label: 'y', asset: { server: { usage: { usageLocation: 'Nowhere' } } } }
    const inThread = await post('/v2/compare', { items: [...items(9), unknown], samples: 16_384 })
    const small = await post('/v2/compare', { items: [...items(1), unknown], samples: 2 })
    const [fault] = small.json.detail
    const atItsPlace = { ...fault, loc: fault.loc.with(2, '9') }
    expect([small.status, inThread.status, inThread.json]).toEqual([404, 404, { detail: [atItsPlace] }])
    const strict = await post('/v2/compare', { items: [...items(9), place], samples: 16_384, strict: true })
    expect([strict.status, strict.json.detail[0].loc]).toEqual([
      422,
      ['body', 'items', '9', 'asset', 'server', 'usage', 'usageLocation'],
    ])
    expect(large() - before).toBe(2)
  })

  test.each([
    ['a year of intervals', 8760, { server: { usage: { usageLocation: 'FRA' } } }],
    ['one of what is called "points":[]', 3000, { server: { configuration: { cpu: { name: '"points":[1,2]' } } } }],
  ])('is written to the same text as a small one: %s', async (_, count, asset) => {
    const intervals = Array.from({ length: count }, (_, hour) => ({ hours: 1, load: hour % 100 }))
    const body = { asset, criterion: 'gwp', intervals, window: 24, colour: 'red' }
    const { post, large } = shared
    const before = large()
    const inThread = await post('/v2/timeline', body)
    expect([inThread.status, large() - before]).toEqual([200, 1])
    const request = { method: 'POST', path: '/v2/timeline', query: new URLSearchParams(), accept: undefined }
    const alone = await realWorld().handleRest({ ...request, body: JSON.stringify(body) })
    expect(inThread.body).toBe(alone.body)
    expect(inThread.json.points).toHaveLength(count)
  })

  test('runs in a thread, in the release that was asked for, and gives the same', async () => {
    const { post, large } = shared
    const before = large()
    for (const release of ['boavizta-2.4.1', '2026.11']) {
      const body = { asset: server, criterion: 'gwp', samples: 16_384, duration: 1000, release }
      const { status, json } = await post('/v2/distribution', body)
      const alone = service({ OPERATION_THREADS: '0' })
      expect([status, json]).toEqual([200, (await alone.post('/v2/distribution', body)).json])
      expect(alone.large()).toBe(1)
    }
    expect(large() - before).toBe(2)
    await post('/v2/distribution', { asset: server, criterion: 'gwp', samples: 64 })
    expect(large() - before).toBe(2)
  })
})

/** The lists of a path that has several. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  '/v2/archetypes': ARCHETYPES_OF.map((of) => `of=${of}&`),
  '/v2/names': NAME_LISTS.map((of) => `of=${of}&`),
  '/v2/instance-types': ['', 'orderBy=IMPACT&', 'orderBy=IMPACT&verbose=true&usageLocation=FRA&'],
}

describe('a page of as many entries as a list allows', { timeout: 120_000 }, () => {
  const withPages = routes.flatMap(({ path, operations: [{ parameters } = { parameters: [] }] }) => {
    const first = parameters.find((each) => typeof each !== 'string' && each.name === 'first')
    return path.startsWith('/v2/') && typeof first === 'object' ? [[path, first.schema?.maximum] as const] : []
  })
  const queries = withPages.flatMap(([path, maximum]) => {
    const choices = CHOICES[path] ?? ['']
    return choices.map((choice) => [path, `${choice}first=${maximum}`] as const)
  })

  test('exists', () => expect(withPages.length).toBeGreaterThan(5))

  test.each(queries)('%s?%s is answered', async (path, query) => {
    const { status, json } = await shared.get(path, query)
    expect([status, json.detail]).toEqual([200, undefined])
    expect(json.nodes).toHaveLength(Math.min(2000, json.totalCount))
  })

  test('that a service does not allow is refused at its place', async () => {
    const { get } = service({ MAX_COST: '20000' })
    const { status, json } = await get('/v2/instance-types', 'verbose=true&first=2000')
    expect([status, json.detail[0]]).toEqual([
      422,
      expect.objectContaining({ type: 'operation_too_large', loc: ['query', 'first'], input: '2000' }),
    ])
    expect(json.detail[0].msg).toMatch(/The operation has a cost of \d+\b/)
    expect(json.detail[0].msg).toMatch(/\b20000\b/)
  })
})
