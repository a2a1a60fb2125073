import { describe, expect, it } from 'vitest'
import { Answer, AnswerCache } from '../../../src/server/http/answer.ts'
import { seen, standInWorld } from './support/stand-in-world.ts'
import { startService } from './support/test-service.ts'

describe('a result', () => {
  it('has a weak ETag, since it may be compressed, and may be kept for a while', async () => {
    const { get } = await startService()
    const response = await get('/v1/short')
    expect(response.headers.get('etag')).toMatch(/^W\/"[\w-]{43}"$/)
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+, must-revalidate$/)
  })

  it('is kept by its client alone when keys are needed', async () => {
    const { get } = await startService({ world: standInWorld({ keys: ['k'] }) })
    const response = await get('/v1/short', { 'x-api-key': 'k' })
    expect(response.headers.get('cache-control')).toMatch(/^private/)
  })

  it.each([
    ['as it is', (etag: string) => etag],
    ['in a list', (etag: string) => `"other", ${etag}`],
    ['as a strong one', (etag: string) => etag.replace('W/', '')],
    ['as any', () => '*'],
  ])('is not sent again to who names its ETag %s', async (_how, named) => {
    const { get } = await startService()
    const etag = (await get('/v1/short')).headers.get('etag') as string
    const response = await get('/v1/short', { 'if-none-match': named(etag) })
    expect(response.status).toBe(304)
    expect(await response.text()).toBe('')
    expect(response.headers.get('etag')).toBe(etag)
    expect(response.headers.get('cache-control')).toContain('max-age')
  })

  it('is sent to who names another ETag', async () => {
    const { get } = await startService()
    expect((await get('/v1/short', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('of GraphQL by GET has an ETag too, and depends on what is accepted', async () => {
    const { get } = await startService()
    const response = await get('/graphql?query={hello}')
    expect(await response.json()).toEqual({ data: { hello: 'Hello, you!' } })
    expect(response.headers.get('vary')).toMatch(/\bAccept,/)
    const again = await get('/graphql?query={hello}', { 'if-none-match': response.headers.get('etag') as string })
    expect(again.status).toBe(304)
  })
})

describe('two media types of one result', () => {
  it('have an ETag each, which is that of every coding', async () => {
    const { get } = await startService()
    const etag = async (accept: string, coding: string) =>
      (await get('/graphql?query={long}', { accept, 'accept-encoding': coding })).headers.get('etag')
    const json = await etag('application/json', 'identity')
    const response = await etag('application/graphql-response+json', 'identity')
    expect(json).toMatch(/^W\//)
    expect(response).toMatch(/^W\//)
    expect(response).not.toBe(json)
    expect(await etag('application/json', 'br')).toBe(json)
    const wrong = await get('/graphql?query={long}', {
      accept: 'application/json',
      'if-none-match': response as string,
    })
    expect(wrong.status).toBe(200)
  })
})

describe('an error', () => {
  it.each(['/v1/faulty', '/nowhere', '/v1/broken', '/graphql?query={nope}'])(
    'at %s is not kept and has no ETag',
    async (path) => {
      const { get } = await startService()
      const response = await get(path)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('etag')).toBeNull()
    },
  )
})

describe('what is remembered', () => {
  it('is computed no more', async () => {
    const { get, post } = await startService()
    seen.length = 0
    for (let i = 0; i < 4; i++) {
      await get('/v1/echo?a=1')
      await post('/v1/echo?a=1', '{"b":1}')
    }
    // What is asked for once is not remembered.
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'POST'])
  })

  it('never answers another request', async () => {
    const { get, post } = await startService()
    const answers = [
      await get('/v1/echo?a=1'),
      await get('/v1/echo?a=2'),
      await get('/v1/echo/?a=1'),
      await post('/v1/echo?a=1', ''),
      await post('/v1/echo?a=1', '{"b":1}'),
      await post('/v1/echo?a=1', '{"b":2}'),
    ]
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('goes with the tables it was computed from', async () => {
    let release = 'one'
    const world = () => {
      const own = release
      return standInWorld({
        handleRest: () => ({ status: 200, body: `"${own}"`, release: 'base', cacheable: true, route: '/v1/echo' }),
      })
    }
    const { get, service } = await startService({ world })
    for (let i = 0; i < 3; i++) expect(await (await get('/v1/echo')).json()).toBe('one')
    release = 'two'
    expect(await (await get('/v1/echo')).json()).toBe('one')
    service.reload()
    expect(await (await get('/v1/echo')).json()).toBe('two')
  })

  it('takes no more memory than it may', () => {
    const cache = new AnswerCache(100_000)
    for (let i = 0; i < 1000; i++) {
      const answer = new Answer({ status: 200, contentType: 'text/plain', body: 'x'.repeat(1000) })
      for (let n = 0; n < 2; n++) cache.keep(`GET /${i}`, answer)
    }
    expect(cache.bytes).toBeLessThanOrEqual(100_000)
    expect(cache.size).toBeGreaterThan(30)
    expect(cache.get('GET /999')).toBeDefined()
    expect(cache.get('GET /0')).toBeUndefined()
  })

  it('leaves out an answer that would take the place of all others', () => {
    const cache = new AnswerCache(100_000)
    const answer = new Answer({ status: 200, contentType: 'text/plain', body: 'x'.repeat(40_000) })
    for (let n = 0; n < 2; n++) cache.keep('GET /', answer)
    expect(cache.size).toBe(0)
  })
})
