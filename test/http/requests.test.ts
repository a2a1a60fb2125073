import { describe, expect, it } from 'vitest'
import { startService } from './support/test-service.ts'

describe('an unknown path', () => {
  it.each(['/nowhere', '/v1/nothing', '/v1x', '/graphqlx', '/healthy', '/docs/x', '/%'])(
    '%s is answered 404 with a detail',
    async (path) => {
      const { get } = await startService()
      const response = await get(path)
      expect([response.status, response.statusText]).toEqual([404, 'Not Found'])
      expect(await response.json()).toEqual({ detail: 'Not Found' })
    },
  )
})

describe('a wrong method', () => {
  it.each([
    ['DELETE', '/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['PUT', '/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
    ['POST', '/metrics', 'GET, HEAD, OPTIONS'],
    ['POST', '/v1/get-only', 'GET, HEAD, OPTIONS'],
  ])('%s %s is answered 405 with those that are right', async (method, path, allow) => {
    const { url } = await startService()
    const response = await fetch(url(path), { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
  })
})

describe('an error for who accepts problems', () => {
  const accept = { accept: 'application/problem+json' }

  it('is an RFC 9457 problem', async () => {
    const { get } = await startService()
    const response = await get('/nowhere', accept)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toEqual({ type: 'about:blank', title: 'Not Found', status: 404, detail: 'Not Found' })
  })

  it('of several faults has them all', async () => {
    const { get } = await startService()
    const response = await get('/v1/faulty', accept)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      status: 422,
      detail: 'body.cpu: expected a CPU',
      errors: [{ loc: ['body', 'cpu'] }],
    })
  })

  it('is none where nothing is wrong', async () => {
    const { get } = await startService()
    expect((await get('/v1/short', accept)).headers.get('content-type')).toBe('application/json')
  })
})

describe('HEAD', () => {
  it.each(['/v1/short', '/', '/health', '/nowhere', '/graphql?query={hello}'])(
    'of %s is GET without the body',
    async (path) => {
      const { url, get } = await startService()
      const got = await get(path)
      const asked = await fetch(url(path), { method: 'HEAD' })
      expect(await asked.text()).toBe('')
      expect(asked.status).toBe(got.status)
      for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
        expect(asked.headers.get(name)).toBe(got.headers.get(name))
    },
  )
})

describe('every answer', () => {
  it.each(['/v1/short', '/', '/nowhere', '/graphql'])('of %s has the security headers', async (path) => {
    const { get } = await startService()
    const { headers } = await get(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('takes over a sane request id', async () => {
    const { get } = await startService()
    expect((await get('/v1/short', { 'x-request-id': 'job-17.a' })).headers.get('x-request-id')).toBe('job-17.a')
  })

  it.each(['a b', '{"evil":1}', 'x'.repeat(200)])('has an id of its own instead of %j', async (id) => {
    const { get } = await startService()
    expect((await get('/v1/short', { 'x-request-id': id })).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('a page', () => {
  it('may load nothing but what it says, and not be framed', async () => {
    const { get } = await startService()
    const response = await get('/')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(await response.text()).toContain('impactql')
  })

  it('is not sent again unchanged', async () => {
    const { get } = await startService()
    const etag = (await get('/')).headers.get('etag') as string
    expect((await get('/', { 'if-none-match': etag })).status).toBe(304)
  })

  it('that cannot be made is tried again the next time', async () => {
    let tries = 0
    const { standInWorld } = await import('./support/stand-in-world.ts')
    const page = () => {
      if (++tries === 1) throw new Error('no room')
      return { contentType: 'text/html', body: 'page' }
    }
    const { get } = await startService({ world: standInWorld({ pages: new Map([['/docs', page]]) }) })
    expect((await get('/docs')).status).toBe(500)
    expect((await get('/docs')).status).toBe(200)
  })
})

describe('the query editor', () => {
  it('comes in one page that loads nothing from elsewhere, compressed and once', async () => {
    const { get } = await startService()
    const response = await get('/graphql', { accept: 'text/html' })
    const page = await response.text()
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(page).toContain('impactql')
    expect(page).not.toMatch(/<(script|link)[^>]+(src|href)="https?:/)
    expect(response.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/)
    const again = await get('/graphql', {
      accept: 'text/html',
      'if-none-match': response.headers.get('etag') as string,
    })
    expect(again.status).toBe(304)
  })

  it('can be switched off', async () => {
    const { get } = await startService({ env: { GRAPHIQL: 'off' } })
    const response = await get('/graphql', { accept: 'text/html,*/*' })
    expect(response.headers.get('content-type')).toContain('json')
  })
})
