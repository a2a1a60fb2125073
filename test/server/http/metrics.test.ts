import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { routes } from '../../../src/server/rest/handle-rest.ts'
import { newFolder, startJobService } from '../../bulk/jobs/job-service.ts'
import { rawRequest } from './support/raw-request.ts'
import { realWorld } from './support/real-world.ts'
import { startService } from './support/test-service.ts'

describe('/metrics', () => {
  it('counts requests by route, method and status', async () => {
    const { get } = await startService()
    for (let i = 0; i < 4; i++) await get('/v1/short')
    await get('/v1/nothing/here')
    const text = await (await get('/metrics')).text()
    expect(text).toContain('impactql_requests_total{route="/v1/echo",method="GET",status="200"} 4')
    expect(text).toContain('impactql_requests_total{route="/v1/{unknown}",method="GET",status="404"} 1')
    expect(text).toContain('impactql_request_seconds_bucket{le="+Inf",route="/v1/echo"} 4')
    expect(text).toContain('impactql_request_seconds_count{route="/v1/echo"} 4')
    expect(text).toContain('impactql_requests_in_flight 1')
    expect(text).toContain('impactql_cache_hits_total{cache="answers"} 2')
    expect(text).toMatch(/process_resident_memory_bytes \d+/)
  })

  it.each([
    [400, 'HPE_INVALID_VERSION', 'GET / HTTP/9.9\r\n\r\n'],
    [408, 'ERR_HTTP_REQUEST_TIMEOUT', 'GET / HTTP/1.1\r\nX-Slow: '],
    [
      413,
      'HPE_CHUNK_EXTENSIONS_OVERFLOW',
      `POST /v1/echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(40_000)}\r\n`,
    ],
    [431, 'HPE_HEADER_OVERFLOW', `GET / HTTP/1.1\r\nX-Secret: ${'secret'.repeat(10_000)}\r\n\r\n`],
  ])('counts what cannot be read, or not in time, and the log has it: status %i, %s', async (status, code, text) => {
    const { get, port, lines } = await startService({ env: { REQUEST_TIMEOUT_MS: status === 408 ? '100' : '10000' } })
    expect((await rawRequest(port, [text])).status).toBe(status)
    expect(await (await get('/metrics')).text()).toContain(`impactql_requests_unread_total{status="${status}"} 1`)
    expect(lines()).toContainEqual(expect.objectContaining({ level: 'info', status, code }))
    expect(JSON.stringify(lines())).not.toContain('secret')
  })

  it('goes with a line of the log for what cannot be read', async () => {
    const { port, lines } = await startService()
    await rawRequest(port, ['GET / HTTP/9.9\r\n\r\n'])
    expect(lines()).toContainEqual(expect.objectContaining({ message: 'request not read', status: 400 }))
  })

  it('counts GraphQL operations by field and code', async () => {
    const { get, graphql } = await startService()
    await graphql({ query: 'query AnyNameACallerLikes { anyAlias: hello }' })
    await graphql({ query: '{ missing }' })
    await graphql({ query: '{ nope }' })
    const text = await (await get('/metrics')).text()
    expect(text).toContain('impactql_graphql_operations_total{operation="hello",code="OK"} 1')
    expect(text).toContain('impactql_graphql_operations_total{operation="missing",code="NOT_FOUND"} 1')
    expect(text).toContain('impactql_graphql_operations_total{operation="invalid",code="GRAPHQL_VALIDATION_FAILED"} 1')
    expect(text).not.toContain('AnyNameACallerLikes')
  })

  it('has no label that callers choose, however much they try', async () => {
    const { get, url, graphql, samples } = await startService()
    await get('/v1/short')
    await graphql({ query: '{ hello }' })
    await fetch(url('/nowhere'), { method: 'PURGE' })
    await fetch(url('/nowhere'), { method: 'METHOD' })
    await get('/nowhere')
    await get('/v1/nothing')
    const own = async () => Object.keys(await samples()).filter((name) => name.startsWith('impactql_'))
    const before = await own()
    for (let i = 0; i < 40; i++) {
      await get(`/v1/nothing${i}`)
      await get(`/nowhere${i}`)
      await fetch(url('/nowhere'), { method: `METHOD${i}` }).catch(() => {})
      await fetch(url('/nowhere'), { method: ['LINK', 'LOCK', 'MOVE', 'COPY'][i % 4] as string })
      await graphql({ query: `query Name${i} { alias${i}: hello }` })
    }
    expect(await own()).toEqual(before)
  })

  it('counts a wrong method under its route, and each route apart however they are asked', async () => {
    const { url, samples } = await startService({ world: realWorld() })
    const paths = [
      ...routes.map(({ path }) => path.replace('{provider}', 'aws')),
      '/health',
      '/metrics',
      '/',
      '/graphql',
    ]
    const methods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PURGE', 'LOCK', 'COPY']
    for (const path of paths)
      await Promise.all(methods.map(async (method) => (await fetch(url(path), { method })).arrayBuffer()))
    const counted = Object.entries(await samples()).filter(([name]) => name.startsWith('impactql_requests_total{'))
    expect(Object.fromEntries(counted)).toMatchObject({
      'impactql_requests_total{route="/v1/server",method="other",status="405"}': 5,
      'impactql_requests_total{route="/v1/server",method="DELETE",status="405"}': 1,
      'impactql_requests_total{route="/v1/server",method="OPTIONS",status="204"}': 1,
      'impactql_requests_total{route="/v1/cloud/{provider}",method="POST",status="405"}': 1,
      'impactql_requests_total{route="/health",method="other",status="405"}': 5,
    })
    expect(counted.length).toBeLessThan(paths.length * 7)
    expect(counted.map(([name]) => name).filter((name) => /other="true"|unknown/.test(name))).toEqual([])
  }, 120_000)

  it('lacks only the values of the jobs if a later version wrote their database, and the log says why', async () => {
    const folder = newFolder()
    const database = new DatabaseSync(join(folder, 'jobs.sqlite'))
    database.exec('PRAGMA user_version = 99')
    database.close()
    const { get, samples, lines } = await startJobService({}, { folder })
    expect((await get('/metrics')).status).toBe(200)
    const found = await samples()
    expect(found.process_resident_memory_bytes).toBeGreaterThan(0)
    expect(Object.keys(found).filter((name) => /^impactql_jobs?(_|{|$)/.test(name))).toEqual([])
    const logged = lines().filter(({ message }) => message === 'the metrics of the jobs cannot be read')
    expect(logged).toHaveLength(2)
    expect(logged[0]?.error).toMatch(/^A later version of impactql wrote .*jobs\.sqlite \(format 99, /)
  })

  it('is text that Prometheus reads', async () => {
    const { get } = await startService()
    await get('/v1/short')
    const lines = (await (await get('/metrics')).text()).split('\n').filter((line) => line !== '')
    for (const line of lines)
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? ([\d.e+-]+|Nan))$/)
    expect(lines).toContain('impactql_request_seconds_bucket{le="10",route="/v1/echo"} 1')
  })
})
