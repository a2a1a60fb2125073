import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/server/settings/config.ts'
import { buildWorld } from '../../../src/server/world.ts'
import { held, standInWorld } from './support/stand-in-world.ts'
import { startService } from './support/test-service.ts'
import { until } from './support/until.ts'

describe('where API keys are needed', () => {
  const world = standInWorld({ keys: ['first key', 'second-key'] })

  it.each([
    ['none', {}, 'Send an API key: Authorization: Bearer KEY, or X-API-Key: KEY'],
    ['a wrong one', { 'x-api-key': 'wrong' }, 'Unknown API key. Check the key, or ask the operator for one'],
    ['one in the wrong place', { authorization: 'Basic second-key' }, 'X-API-Key: KEY'],
    ['an empty one', { authorization: 'Bearer ' }, 'X-API-Key: KEY'],
  ])('%s is refused, with what to do', async (_what, headers, fix) => {
    const { get } = await startService({ world })
    for (const path of ['/v1/short', '/graphql?query={hello}', '/metrics']) {
      const response = await get(path, headers)
      expect([path, response.status]).toEqual([path, 401])
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      expect(await response.text()).toContain(fix)
    }
  })

  it('a browser still gets the editor, or why there is none, and executes nothing without one', async () => {
    const { get } = await startService({ world })
    const page = await get('/graphql?query={hello}', { accept: 'text/html' })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const without = await startService({ world, env: { GRAPHIQL: 'off' } })
    const text = await without.get('/graphql?query={hello}', { accept: 'text/html,*/*' })
    expect([text.status, text.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect((await without.get('/graphql?query={hello}')).status).toBe(401)
  })

  it.each([
    ['as a bearer', { authorization: 'Bearer second-key' }],
    ['as a bearer in lower case', { authorization: 'bearer second-key' }],
    ['in a header of its own', { 'x-api-key': 'first key' }],
  ])('a right one is accepted %s', async (_how, headers) => {
    const { get } = await startService({ world })
    for (const path of ['/v1/short', '/graphql?query={hello}', '/metrics'])
      expect((await get(path, headers)).status).toBe(200)
  })

  it('health, preflights and pages need none', async () => {
    const { get, url } = await startService({ world })
    for (const path of ['/health', '/ready', '/']) expect((await get(path)).status).toBe(200)
    expect((await fetch(url('/v1/short'), { method: 'OPTIONS' })).status).toBe(204)
  })

  it('an answer that is remembered is not handed to who has none', async () => {
    const { get } = await startService({ world })
    await get('/v1/short', { 'x-api-key': 'second-key' })
    expect((await get('/v1/short')).status).toBe(401)
  })

  it('no key is ever logged', async () => {
    const { get, lines } = await startService({ world })
    await get('/v1/short?api_key=query-secret', { 'x-api-key': 'second-key' })
    await get('/v1/short', { authorization: 'Bearer wrong-secret' })
    expect(JSON.stringify(lines())).not.toMatch(/second-key|secret/)
  })
})

describe('a file of API keys', () => {
  /** A file that ends with the test. */
  function keysFile(text: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'impactql-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'keys')
    writeFileSync(file, text)
    return file
  }
  const start = (env: Record<string, string>) => startService({ env, world: () => buildWorld(readConfig(env)) })
  const VERSION = '/v1/utils/version'

  it('lets in who has one of its keys, and nobody else', async () => {
    const text = `# ours\n${hash('sha256', 'first')}\n\n${hash('sha256', 'second').toUpperCase()} # theirs\n`
    const { get } = await start({ API_KEYS_FILE: keysFile(text), API_KEYS: hash('sha256', 'third') })
    for (const key of ['first', 'second', 'third']) expect((await get(VERSION, { 'x-api-key': key })).status).toBe(200)
    expect((await get(VERSION, { 'x-api-key': 'fourth' })).status).toBe(401)
    expect((await get(VERSION)).status).toBe(401)
  })

  it.each([
    ['empty', ''],
    ['of comments', '# ours\n\n  # theirs\n'],
  ])('does not open the service to all when it is %s', async (_what, text) => {
    await expect(start({ API_KEYS_FILE: keysFile(text) })).rejects.toThrow(/^API_KEYS_FILE: .*keys\b.*\bAPI_KEYS\b/)
    const file = keysFile(text)
    const { get, lines } = await start({ API_KEYS_FILE: file, API_KEYS: hash('sha256', 'first') })
    expect((await get(VERSION)).status).toBe(401)
    const message = expect.stringContaining(`API_KEYS_FILE: ${file}`)
    expect(lines()).toContainEqual(expect.objectContaining({ level: 'warn', message }))
  })

  it('that is emptied beside API_KEYS no longer counts, and the log says so', async () => {
    const file = keysFile(hash('sha256', 'first'))
    const { get, service, lines } = await start({ API_KEYS_FILE: file, API_KEYS: hash('sha256', 'second') })
    const warnings = () => lines().filter(({ level }) => level === 'warn')
    expect(warnings()).toEqual([])
    writeFileSync(file, '')
    expect(service.reload()).toBe(true)
    expect((await get(VERSION, { 'x-api-key': 'first' })).status).toBe(401)
    const message = `API_KEYS_FILE: ${file} has no key. Only the keys of API_KEYS are accepted`
    expect(warnings()).toMatchObject([{ message }])
  })

  it('that is emptied is refused at a reload: the keys that were there stay', async () => {
    const file = keysFile(hash('sha256', 'first'))
    const { get, service, lines } = await start({ API_KEYS_FILE: file })
    writeFileSync(file, '')
    expect(service.reload()).toBe(false)
    expect(JSON.stringify(lines())).toContain(`API_KEYS_FILE: expected at least one key in ${file}, or in API_KEYS`)
    expect((await get(VERSION)).status).toBe(401)
    expect((await get(VERSION, { 'x-api-key': 'first' })).status).toBe(200)
  })
})

describe('a rate limit', () => {
  const env = { RATE_LIMIT: '2/60s' }

  it('says what is left, refuses beyond, and when to come again', async () => {
    const { get } = await startService({ env })
    const answers = [await get('/v1/short'), await get('/v1/short'), await get('/v1/short')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual([
      '"default";r=1;t=60',
      '"default";r=0;t=60',
      '"default";r=0;t=60',
    ])
    expect(answers[2]?.headers.get('ratelimit-policy')).toBe('"default";q=2;w=60')
    expect(answers[2]?.headers.get('retry-after')).toBe('60')
  })

  it('counts each key by itself', async () => {
    const { get } = await startService({ env, world: standInWorld({ keys: ['a', 'b'] }) })
    const statuses = []
    for (const key of ['a', 'a', 'a', 'b']) statuses.push((await get('/v1/short', { 'x-api-key': key })).status)
    expect(statuses).toEqual([200, 200, 429, 200])
  })

  it('counts guesses at keys', async () => {
    const { get } = await startService({ env, world: standInWorld({ keys: ['a'] }) })
    const statuses = []
    for (const key of ['1', '2', '3']) statuses.push((await get('/v1/short', { 'x-api-key': key })).status)
    expect(statuses).toEqual([401, 401, 429])
  })

  it('does not concern health checks', async () => {
    const { get } = await startService({ env })
    for (let i = 0; i < 5; i++) expect((await get('/health')).status).toBe(200)
  })

  it('believes X-Forwarded-For as far as proxies are trusted', async () => {
    const direct = await startService({ env })
    const behind = await startService({ env: { ...env, TRUSTED_PROXIES: '1' } })
    const statuses = async ({ get }: typeof direct, ...addresses: readonly string[]) => {
      const all = []
      for (const address of addresses) all.push((await get('/v1/short', { 'x-forwarded-for': address })).status)
      return all
    }
    expect(await statuses(direct, '192.0.2.1', '192.0.2.2', '192.0.2.3')).toEqual([200, 200, 429])
    expect(await statuses(behind, '192.0.2.1', '192.0.2.1', '192.0.2.1', 'forged, 192.0.2.1', '192.0.2.2')).toEqual([
      200, 200, 429, 429, 200,
    ])
    expect(await statuses(behind, '2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8::3', '2001:db8:0:1::1')).toEqual([
      200, 200, 429, 200,
    ])
  })

  it.each([
    ['192.0.2.1:1', '192.0.2.1:2', '192.0.2.1'],
    ['::ffff:192.0.2.1', '[::ffff:192.0.2.1]:1', '192.0.2.1:2'],
    ['8.8.8.8', '::ffff:808:808', '[::FFFF:8.8.8.8]:1'],
    ['2001:db8::1', '[2001:db8::2]', '[2001:db8::3]:1'],
  ])('takes %s, %s and %s for one client: a port behind an address is another each time', async (...addresses) => {
    const { get } = await startService({ env: { ...env, TRUSTED_PROXIES: '1' } })
    const statuses = []
    for (const address of addresses) statuses.push((await get('/v1/short', { 'x-forwarded-for': address })).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  it('begins anew when its time is over', async () => {
    const { get } = await startService({ env: { RATE_LIMIT: '1/2s' } })
    expect([(await get('/v1/short')).status, (await get('/v1/short')).status]).toEqual([200, 429])
    await until(async () => (await get('/v1/short')).status === 200)
  })

  it.each([
    [0, 'application/json'],
    [1001, 'application/json'],
    [0, 'application/graphql+json; charset=utf-8'],
  ])('counts a batch by its operations, after %i spaces as %s', async (spaces, type) => {
    const { post } = await startService({ env: { RATE_LIMIT: '12/60s' } })
    const send = (operations: number) =>
      post('/graphql', ' '.repeat(spaces) + JSON.stringify(Array(operations).fill({ query: '{ hello }' })), {
        'content-type': type,
      })
    const first = await send(10)
    expect([first.status, first.headers.get('ratelimit')]).toEqual([200, '"default";r=2;t=60'])
    const second = await send(3)
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await second.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] })
  })
})

describe('beyond its capacity the service', () => {
  it('refuses what is more than it may have in work, and stays healthy', async () => {
    const { get, samples } = await startService({ env: { MAX_CONCURRENT: '2' } })
    const accepted = [get('/v1/held'), get('/v1/held')]
    onTestFinished(() => void held.splice(0))
    await until(() => held.length === 2)
    const refused = await get('/v1/short')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await get('/health')).status).toBe(200)
    expect((await get('/ready')).status).toBe(200)
    for (const answer of held.splice(0)) answer()
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200])
    expect((await get('/v1/short')).status).toBe(200)
    expect((await samples())['impactql_requests_shed_total{reason="concurrency"}']).toBe(1)
  })

  it('refuses requests while it has more memory than it may, and stays healthy', async () => {
    const { get, samples } = await startService({ env: { MAX_MEMORY_BYTES: '1000' } })
    // Memory is looked at once a second.
    await until(async () => (await get('/v1/short')).status === 503)
    expect((await get('/health')).status).toBe(200)
    expect((await samples())['impactql_requests_shed_total{reason="memory"}']).toBeGreaterThan(0)
  })
})
