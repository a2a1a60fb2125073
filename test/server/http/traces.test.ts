import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../../src/server/log.ts'
import { readConfig } from '../../../src/server/settings/config.ts'
import { createTracing } from '../../../src/server/tracing.ts'
import { startService } from './support/test-service.ts'

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
