import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../../src/server/log.ts'
import { ConfigError } from '../../../src/server/settings/config.ts'
import { rawRequest } from './support/raw-request.ts'
import { standInWorld } from './support/stand-in-world.ts'
import { startService } from './support/test-service.ts'

describe('the log', () => {
  it('has one line a request, with its id and without its query', async () => {
    const { get, lines } = await startService()
    await get('/v1/short?name=private', { 'x-request-id': 'job-1' })
    expect(lines()).toMatchObject([
      { level: 'info', message: 'request', id: 'job-1', method: 'GET', path: '/v1/short', status: 200 },
    ])
    expect(JSON.stringify(lines())).not.toContain('private')
  })

  it('keeps a line a line, with any path', async () => {
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
    const { get, service } = await startService({ env: { DRAIN_MS: '2000' } })
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
    const hanging = connect(port, '127.0.0.1')
    hanging.write('POST /v1/echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n{')
    await once(hanging, 'data')
    const closed = once(hanging, 'close')
    const startedAt = performance.now()
    await service.stop()
    expect(performance.now() - startedAt).toBeLessThan(30_000)
    await closed
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
