import { describe, expect, it } from 'vitest'
import { startService } from './support/test-service.ts'

const ANSWERS: readonly [string, string, string][] = [
  ['a result', 'GET', '/v1/short'],
  ['a REST error', 'GET', '/v1/faulty'],
  ['a missing page', 'GET', '/nowhere'],
  ['a fault of the service', 'GET', '/v1/broken'],
  ['a refused method', 'DELETE', '/graphql'],
  ['the health check', 'GET', '/health'],
]

describe('pages of other origins', () => {
  it.each(ANSWERS)('may read %s', async (_what, method, path) => {
    const { url } = await startService()
    const response = await fetch(url(path), { method, headers: { origin: 'https://example.org' } })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('may read the ETag and what limits say', async () => {
    const { get } = await startService()
    const exposed = (await get('/v1/short')).headers.get('access-control-expose-headers')
    for (const name of ['ETag', 'RateLimit', 'Retry-After', 'X-Request-Id']) expect(exposed).toContain(name)
  })

  it.each(['/v1/server', '/v1/utils/version', '/graphql', '/health', '/nowhere'])(
    'get a preflight of %s answered with the headers they asked for',
    async (path) => {
      const { url } = await startService()
      const headers = {
        origin: 'https://example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, x-api-key',
      }
      const response = await fetch(url(path), { method: 'OPTIONS', headers })
      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-methods')).toContain('POST')
      expect(response.headers.get('access-control-allow-headers')).toBe('content-type, x-api-key')
      expect(response.headers.get('content-length')).toBeNull()
    },
  )

  it('cannot make a preflight write other headers', async () => {
    const { url } = await startService()
    const headers = { 'access-control-request-headers': 'content-type; evil="1"' }
    const response = await fetch(url('/v1/server'), { method: 'OPTIONS', headers })
    expect(response.headers.get('access-control-allow-headers')).toBeNull()
  })

  it('are refused when they are not among the configured ones, and Vary says that it depends on them', async () => {
    const { get } = await startService({ env: { ALLOWED_ORIGINS: 'https://a.example, https://b.example' } })
    const known = await get('/v1/short', { origin: 'https://b.example' })
    const unknown = await get('/v1/short', { origin: 'https://c.example' })
    expect(known.headers.get('access-control-allow-origin')).toBe('https://b.example')
    expect(unknown.headers.get('access-control-allow-origin')).toBeNull()
    expect(known.headers.get('vary')).toContain('Origin')
    expect(unknown.headers.get('vary')).toContain('Origin')
  })
})
