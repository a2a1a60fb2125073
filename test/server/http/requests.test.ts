import { describe, expect, it } from 'vitest'
import { rawRequest } from './support/raw-request.ts'
import { realWorld } from './support/real-world.ts'
import { startService } from './support/test-service.ts'

/** The service as it is, with the shipped tables. */
const startWhole = (env: Record<string, string> = {}) => startService({ env, world: realWorld(env) })

describe('an unknown path', () => {
  it.each(['/nowhere', '/v1/nothing', '/v1x', '/graphqlx', '/healthy', '/docs/x', '/%2Fhealth'])(
    '%s is answered 404 with a detail',
    async (path) => {
      const { get } = await startService()
      const response = await get(path)
      expect([response.status, response.statusText]).toEqual([404, 'Not Found'])
      expect(await response.json()).toEqual({ detail: 'Not Found' })
    },
  )
})

describe('a path behind a base URL that ends in a slash', () => {
  it('is the path: GET //v1/utils/version and POST //v1/server/ are answered', async () => {
    const { get, post } = await startWhole()
    const version = await get('//v1/utils/version')
    expect([version.status, await version.json()]).toEqual([200, '2.4.1'])
    const [doubled, plain] = await Promise.all(
      ['//v1/server/', '/v1/server'].map((path) => post(path, '{"model":{"type":"blade"}}')),
    )
    expect([doubled?.status, plain?.status]).toEqual([200, 200])
    expect(await doubled?.text()).toBe(await plain?.text())
  })

  it.each(['///v1/utils/version', '/v1//utils/version'])('is not one with more empty segments: %s', async (path) => {
    const { get } = await startWhole()
    expect((await get(path)).status).toBe(404)
  })
})

describe('a wrong method', () => {
  it.each([
    ['DELETE', '/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['PUT', '/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
    ['POST', '/metrics', 'GET, HEAD, OPTIONS'],
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
    ['PUT', '/ready', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/health/', 'GET, HEAD, OPTIONS'],
    ['POST', '/v1/get-only', 'GET, HEAD, OPTIONS'],
  ])('%s %s is answered 405 with those that are right', async (method, path, allow) => {
    const { url } = await startService()
    const response = await fetch(url(path), { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
  })
})

describe('OPTIONS', () => {
  it.each([
    ['/v1/server', 'GET, HEAD, POST, OPTIONS'],
    ['/v1/server/', 'GET, HEAD, POST, OPTIONS'],
    ['/v1/server/archetypes', 'GET, HEAD, OPTIONS'],
    ['/v1/component/power-supply', 'GET, HEAD, POST, OPTIONS'],
    ['/v1/cloud/aws', 'GET, HEAD, OPTIONS'],
    ['/v1/utils/version', 'GET, HEAD, OPTIONS'],
    ['/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['/health', 'GET, HEAD, OPTIONS'],
    ['/ready', 'GET, HEAD, OPTIONS'],
    ['/metrics', 'GET, HEAD, OPTIONS'],
    ['/', 'GET, HEAD, OPTIONS'],
    ['/docs/', 'GET, HEAD, OPTIONS'],
    ['/nowhere', 'OPTIONS'],
    ['/v1/nothing', 'OPTIONS'],
    ['/%', 'OPTIONS'],
  ])('of %s shows that it takes %s', async (path, allow) => {
    const { url } = await startWhole()
    const response = await fetch(url(path), { method: 'OPTIONS' })
    expect([response.status, response.headers.get('allow')]).toEqual([204, allow])
  })

  it('of * is about the service as a whole', async () => {
    const { port } = await startService()
    const { status, headers } = await rawRequest(port, ['OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n'])
    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
  })
})

describe('a request target', () => {
  const ask = async (target: string) => {
    const { port } = await startWhole()
    return rawRequest(port, [`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`])
  }

  it.each(['/%', '/v1/%zz', '/v1/%7', '/v1/cloud/%ff', '/graphql%c3%28', '/%u0041'])(
    '%s that is not encoded as it should be is 400',
    async (target) => {
      const { status, body } = await ask(target)
      expect(status).toBe(400)
      expect(JSON.parse(body)).toEqual({ detail: expect.stringMatching(/\w/) })
    },
  )

  it('that is not encoded is refused with the reason', async () => {
    const { body } = await ask('/%')
    expect(JSON.parse(body).detail).toBe('The path cannot be read: it is not percent-encoded UTF-8')
  })

  it.each([
    'http://example.org/nowhere',
    'http://example.org/%2Fhealth',
    '/v1%2Futils/version',
    'ftp://example.org/health',
  ])('%s that names nothing is 404', async (target) => {
    expect((await ask(target)).status).toBe(404)
  })

  it.each([
    ['/v1/%75tils/version', '"2.4.1"'],
    ['/%761/utils/v%65rsion', '"2.4.1"'],
    ['http://example.org/v1/utils/version', '"2.4.1"'],
    ['HTTPS://user@example.org:8443/v1/utils/%76ersion?x=1', '"2.4.1"'],
    ['http://example.org/graphql?query=%7B__typename%7D', '{"data":{"__typename":"Query"}}'],
    ['/%67raphql?query=%7B__typename%7D', '{"data":{"__typename":"Query"}}'],
    ['/h%65alth', '{"status":"ok"}'],
  ])('%s is answered as what it names', async (target, answer) => {
    const { status, body } = await ask(target)
    expect([status, body]).toEqual([200, answer])
  })

  it('in absolute form without a path is the page at /', async () => {
    const { status, headers } = await ask('http://example.org')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it('has a slash as part of a name where it is encoded', async () => {
    const { status, body } = await ask('/v1/cloud/a%2Fb?instance_type=x')
    expect([status, body]).toEqual([404, expect.stringContaining('"a/b ')])
  })
})

describe('an error, where problems are accepted', () => {
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

describe('GET /graphql', () => {
  it.each(['*/*', 'application/json', 'application/graphql-response+json'])(
    'without a query is 400 where %s is accepted, as a POST is',
    async (accept) => {
      const { get, post } = await startService()
      const answers = [
        await get('/graphql', { accept }),
        await get('/graphql?query=', { accept }),
        await post('/graphql', '{}', { accept, 'content-type': 'application/json' }),
        await post('/graphql', 'variables=', { accept, 'content-type': 'application/x-www-form-urlencoded' }),
      ]
      for (const response of answers) {
        expect(response.status).toBe(400)
        expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] })
      }
    },
  )
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

  it.each(['text/html', 'text/html,application/xhtml+xml,*/*;q=0.8'])(
    'that is switched off shows a browser (%s) how to do without',
    async (accept) => {
      const { get } = await startService({ env: { GRAPHIQL: 'off' } })
      const response = await get('/graphql', { accept })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
      expect(await response.text()).toMatch(/editor is off.*curl .*"query"/s)
    },
  )

  it('that is switched off is nothing to other clients', async () => {
    const { get } = await startService({ env: { GRAPHIQL: 'off' } })
    expect(await (await get('/graphql?query={hello}')).json()).toEqual({ data: { hello: 'Hello, you!' } })
  })
})
