import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigError, readConfig } from '../../src/config/config.ts'
import { documentText } from '../../src/explorer/api/document-text.ts'
import * as explorerOperations from '../../src/generated/explorer-operations.ts'
import { readTrustedDocuments } from '../../src/graphql/documents/trusted-documents.ts'
import { createLog } from '../../src/log.ts'
import { createTracing } from '../../src/processes/create-tracing.ts'
import { routes } from '../../src/rest/handle-rest.ts'
import { buildWorld } from '../../src/world/build-world.ts'
import { rawRequest } from './support/raw-request.ts'
import { standInWorld } from './support/stand-in-world.ts'
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
    [400, 'GET / HTTP/9.9\r\n\r\n'],
    [408, 'GET / HTTP/1.1\r\nX-Slow: '],
    [413, `POST /v1/echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(40_000)}\r\n`],
    [431, `GET / HTTP/1.1\r\nX-Secret: ${'secret'.repeat(10_000)}\r\n\r\n`],
  ])('counts what cannot be read, or not in time, and the log has it: status %i', async (status, text) => {
    const { get, port, lines } = await startService({ env: { REQUEST_TIMEOUT_MS: '100' } })
    expect((await rawRequest(port, [text])).status).toBe(status)
    expect(await (await get('/metrics')).text()).toContain(`impactql_requests_unread_total{status="${status}"} 1`)
    expect(lines()).toContainEqual(expect.objectContaining({ level: 'info', message: 'request not read', status }))
    expect(JSON.stringify(lines())).not.toContain('secret')
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
    for (let i = 0; i < 200; i++) {
      await get(`/v1/nothing${i}`)
      await get(`/nowhere${i}`)
      await fetch(url('/nowhere'), { method: `METHOD${i}` }).catch(() => {})
      await fetch(url('/nowhere'), { method: ['LINK', 'LOCK', 'MOVE', 'COPY'][i % 4] as string })
      await graphql({ query: `query Name${i} { alias${i}: hello }` })
    }
    expect(await own()).toEqual(before)
  })

  it('counts a wrong method under its route, and each route apart however they are asked', async () => {
    const { url, samples } = await startService({ world: () => buildWorld(readConfig({})) })
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

  it('is text that Prometheus reads', async () => {
    const { get } = await startService()
    await get('/v1/short')
    const lines = (await (await get('/metrics')).text()).split('\n').filter((line) => line !== '')
    for (const line of lines)
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? ([\d.e+-]+|Nan))$/)
    expect(lines).toContain('impactql_request_seconds_bucket{le="10",route="/v1/echo"} 1')
  })
})

describe('the log', () => {
  it('has one line a request, with its id and without its query', async () => {
    const { get, lines } = await startService()
    await get('/v1/short?name=private', { 'x-request-id': 'job-1' })
    expect(lines()).toMatchObject([
      { level: 'info', message: 'request', id: 'job-1', method: 'GET', path: '/v1/short', status: 200 },
    ])
    expect(JSON.stringify(lines())).not.toContain('private')
  })

  it('keeps a line a line, whatever a path has in it', async () => {
    const { port, lines } = await startService()
    await rawRequest(port, ['GET /%0a"{}\\x HTTP/1.1\r\nHost: localhost\r\n\r\n'])
    expect(lines()).toHaveLength(1)
  })

  it('has only lines that matter as much as asked for', () => {
    let written = ''
    const log = createLog('warn', {
      write: (lines) => {
        written += lines
      },
    })
    log.info('not this')
    log.warn({ count: 1 }, 'but this')
    expect(written).not.toContain('not this')
    expect(JSON.parse(written)).toMatchObject({ level: 'warn', message: 'but this', count: 1 })
  })
})

describe('health', () => {
  it('is good, and the service ready', async () => {
    const { get } = await startService()
    expect(await (await get('/health')).json()).toEqual({ status: 'ok' })
    expect(await (await get('/ready')).json()).toEqual({ status: 'ready' })
  })

  it('stays good while the service stops, and is no longer ready', async () => {
    const { get, service } = await startService({ env: { DRAIN_MS: '300' } })
    const stopped = service.stop()
    expect((await get('/ready')).status).toBe(503)
    expect((await get('/health')).status).toBe(200)
    expect((await get('/v1/short')).status).toBe(200)
    await stopped
  })
})

describe('a stop', () => {
  it('loses no request that reached the service', async () => {
    const { port, service, get } = await startService({ env: { GRACE_MS: '60000' } })
    const request = 'GET /v1/slow?ms=200 HTTP/1.1\r\nHost: localhost\r\n\r\n'
    // Half of them are half-sent when the stop begins.
    const answers = Array.from({ length: 20 }, (_, i) =>
      rawRequest(port, i % 2 === 0 ? [request] : [request.slice(0, 20), request.slice(20)], {
        pauseMs: 100,
        longestMs: 40_000,
      }),
    )
    // Who came before is accepted before.
    await get('/health')
    await service.stop()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(200))
  })

  it('closes connections that are idle, soon', async () => {
    const { get, service } = await startService({ env: { GRACE_MS: '60000' } })
    await get('/v1/short')
    const startedAt = performance.now()
    await service.stop()
    expect(performance.now() - startedAt).toBeLessThan(30_000)
  })

  it('does not wait for ever', async () => {
    const { port, service } = await startService({ env: { GRACE_MS: '300' } })
    const hanging = rawRequest(port, ['POST /v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{'])
    await new Promise((resolve) => setTimeout(resolve, 50))
    const startedAt = performance.now()
    await service.stop()
    expect(performance.now() - startedAt).toBeLessThan(30_000)
    await hanging
  })
})

describe('a reload', () => {
  it('is refused when the tables are bad: what was there stays, and the log says why', async () => {
    let isBad = false
    const world = () => {
      if (isBad) throw new ConfigError(['cpus.csv:7: tdp: expected a number of W, got "abc"'])
      return standInWorld()
    }
    const { get, service, lines, samples } = await startService({ world })
    isBad = true
    expect(service.reload()).toBe(false)
    expect((await get('/v1/short')).status).toBe(200)
    expect(lines()).toMatchObject([
      { level: 'error', faults: ['cpus.csv:7: tdp: expected a number of W, got "abc"'] },
      {},
    ])
    expect((await samples())['impactql_reloads_total{outcome="refused"}']).toBe(1)
  })

  it('brings new keys', async () => {
    let keys = ['old']
    const { get, service } = await startService({ world: () => standInWorld({ keys }) })
    keys = ['new']
    expect(service.reload()).toBe(true)
    expect((await get('/v1/short', { 'x-api-key': 'old' })).status).toBe(401)
    expect((await get('/v1/short', { 'x-api-key': 'new' })).status).toBe(200)
  })
})

describe('traces', () => {
  interface SentSpan {
    readonly traceId: string
    readonly spanId: string
    readonly parentSpanId?: string
    readonly name: string
    readonly startTimeUnixNano: string
    readonly endTimeUnixNano: string
  }

  async function collector(status = 200, delayMs = 0): Promise<{ endpoint: string; spans: () => readonly SentSpan[] }> {
    const bodies: string[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (request.url === '/v1/traces') bodies.push(body)
      response.writeHead(status).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      spans: () => bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as SentSpan[]),
    }
  }

  const log = createLog('silent')

  it('have a span for a request and one for its GraphQL operation, in the trace of the client', async () => {
    const { endpoint, spans } = await collector()
    const tracing = createTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }), '1', log)
    const { graphql } = await startService({ tracing })
    await graphql({ query: '{ hello }' }, { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` })
    await tracing.flush()
    const [inner, outer] = spans()
    expect(outer).toMatchObject({ name: 'POST /graphql', traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) })
    expect(inner).toMatchObject({ name: 'graphql', traceId: 'a'.repeat(32), parentSpanId: outer?.spanId })
    expect(Number(outer?.endTimeUnixNano)).toBeGreaterThanOrEqual(Number(outer?.startTimeUnixNano))
  })

  it('are named by route, not by what was asked for', async () => {
    const { endpoint, spans } = await collector()
    const tracing = createTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }), '1', log)
    const { get } = await startService({ tracing })
    await get('/v1/short?secret=1')
    await tracing.flush()
    expect(spans().map(({ name }) => name)).toEqual(['GET /v1/echo'])
    expect(JSON.stringify(spans())).not.toContain('secret')
  })

  it('are not recorded where the client says so', async () => {
    const { endpoint, spans } = await collector()
    const tracing = createTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }), '1', log)
    const { get } = await startService({ tracing })
    await get('/v1/short', { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` })
    await tracing.flush()
    expect(spans()).toEqual([])
  })

  it.each([
    ['trace', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`],
    ['parent', `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`],
    ['version', `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`],
  ])('are not those of the client where its %s is invalid', async (_what, traceparent) => {
    const { endpoint, spans } = await collector()
    const tracing = createTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }), '1', log)
    const { get } = await startService({ tracing })
    await get('/v1/short', { traceparent })
    await tracing.flush()
    expect(spans()).toHaveLength(1)
    expect(spans()[0]?.parentSpanId).toBeUndefined()
    expect(spans()[0]?.traceId).not.toMatch(/^(0|a)+$/)
  })

  it('are all handed over at a stop, also those that came while a slow collector was busy', async () => {
    const { endpoint, spans } = await collector(200, 300)
    const tracing = createTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }), '1', log)
    const { get, service } = await startService({ tracing })
    await get('/v1/short')
    const busy = tracing.flush()
    await get('/v1/long')
    await service.stop()
    expect(spans().map(({ name }) => name)).toEqual(['GET /v1/echo', 'GET /v1/long'])
    await busy
  })

  it('that their collector does not take are counted', async () => {
    const { endpoint } = await collector(400)
    const tracing = createTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }), '1', log)
    const { get } = await startService({ tracing })
    expect(await (await get('/metrics')).text()).toContain('impactql_spans_dropped_total 0')
    await get('/v1/short')
    await tracing.flush()
    expect(await (await get('/metrics')).text()).toContain('impactql_spans_dropped_total 2')
  })

  it('cost no answer when their collector is down', async () => {
    const tracing = createTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }), '1', log)
    const { get } = await startService({ tracing })
    expect((await get('/v1/short')).status).toBe(200)
    // It tries for some seconds, and this answer does not wait for it.
    void tracing.flush()
    expect((await get('/v1/short')).status).toBe(200)
  })
})

describe('a file of trusted documents', () => {
  it('lets pass its documents and those of the explorer, and no other', async () => {
    const own = '{ dataRelease { id } }'
    const folder = mkdtempSync(join(tmpdir(), 'impactql-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'documents.json')
    writeFileSync(file, JSON.stringify({ [hash('sha256', own)]: own }))
    const env = { TRUSTED_DOCUMENTS: file }
    const { graphql } = await startService({ env, world: () => buildWorld(readConfig(env)) })
    expect((await graphql({ query: own })).data).toBeDefined()
    const documents = Object.entries(explorerOperations).filter(([name]) => name.endsWith('Document'))
    expect(documents.length).toBeGreaterThan(5)
    for (const [name, document] of documents) {
      const { errors = [] } = await graphql({ query: documentText(document) })
      // Without variables some cannot be executed; all of them may.
      for (const { extensions } of errors) expect([name, extensions.code]).toEqual([name, 'BAD_USER_INPUT'])
    }
    expect((await graphql({ query: `${own} ` })).errors?.[0]?.extensions.code).toBe('DOCUMENT_NOT_TRUSTED')
  })

  it('is refused when a hash is not that of its document', () => {
    const text = JSON.stringify({ [`${'0'.repeat(64)}`]: '{ hello }' })
    expect(() => readTrustedDocuments(text, 'documents.json')).toThrow(/expected [0-9a-f]{64} as the hash/)
  })

  it.each([
    ['is no JSON', 'nonsense'],
    ['is no object', '[]'],
    ['has no texts', '{"a":1}'],
    ['is empty', ''],
  ])('is refused when it %s', (_what, text) => {
    expect(() => readTrustedDocuments(text, 'documents.json')).toThrow(/^TRUSTED_DOCUMENTS: .*documents\.json/)
  })
})
