import { request } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { standInWorld } from './support/stand-in-world.ts'
import { startService } from './support/test-service.ts'

interface Received {
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
}

/** `fetch` decompresses, so the bytes are fetched by hand. */
function receive(url: string, acceptEncoding: string, method = 'GET', body?: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: { 'accept-encoding': acceptEncoding, 'content-type': 'application/json' } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('a client that reads compressed answers', () => {
  it('gets brotli or gzip, as it requests', async () => {
    const { url } = await startService()
    const plain = await receive(url('/v1/long'), 'identity')
    const gzip = await receive(url('/v1/long'), 'gzip')
    const brotli = await receive(url('/v1/long'), 'br')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(gunzipSync(gzip.body)).toEqual(plain.body)
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body)
    for (const { headers, body } of [plain, gzip, brotli]) expect(headers['content-length']).toBe(String(body.length))
  })

  it('gets the same bytes again from memory, by any header', async () => {
    const { url, samples } = await startService()
    const bodies = []
    for (const coding of ['br', 'br', 'gzip', 'br;q=0.5, gzip', 'br', 'gzip;q=0.9'])
      bodies.push((await receive(url('/v1/long'), coding)).body)
    expect((await samples())['impactql_cache_hits_total{cache="answers"}']).toBe(4)
    const [first, second, third, fourth, fifth, sixth] = bodies
    expect([second, fifth]).toEqual([first, first])
    expect([fourth, sixth]).toEqual([third, third])
  })

  it('gets a short answer as it is', async () => {
    const { url } = await startService()
    expect((await receive(url('/v1/short'), 'gzip, br')).headers['content-encoding']).toBeUndefined()
  })

  it('is named in Vary, with any header', async () => {
    const { url } = await startService()
    for (const coding of ['identity', 'gzip'])
      expect((await receive(url('/v1/long'), coding)).headers.vary).toMatch(/accept-encoding/i)
  })

  it('gets GraphQL results compressed, too', async () => {
    const { url } = await startService()
    const { body, headers } = await receive(url('/graphql'), 'gzip', 'POST', '{"query":"{long}"}')
    expect(headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(body).toString())).toEqual({ data: { long: 'impact '.repeat(1000) } })
  })

  it('gets the size of what it asks HEAD for', async () => {
    const { url } = await startService()
    const got = await receive(url('/v1/long'), 'gzip')
    const asked = await receive(url('/v1/long'), 'gzip', 'HEAD')
    expect(asked.body.length).toBe(0)
    expect(asked.headers['content-length']).toBe(got.headers['content-length'])
    expect(asked.headers.etag).toBe(got.headers.etag)
  })
})

describe('a page of 8 MB', () => {
  const BYTES = 8_000_000
  const body = 'impact '.repeat(BYTES / 7)
  const world = standInWorld({ pages: new Map([['/large', () => ({ contentType: 'text/plain', body })]]) })

  /** A client that asks for the page, and stops reading where it begins. */
  const askAndHang = (port: number, header: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET /large HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`),
      )
      socket.once('data', (chunk) => {
        socket.pause()
        resolve(chunk.toString('latin1', 0, 12))
      })
      socket.on('error', reject)
      onTestFinished(() => void socket.destroy())
    })

  it.each([
    ['none', ''],
    ['identity', 'Accept-Encoding: identity\r\n'],
    ['a coding that we do not have', 'Accept-Encoding: deflate\r\n'],
    ['the old name of gzip', 'Accept-Encoding: x-gzip\r\n'],
  ])('is in memory once for clients that read it slowly, with Accept-Encoding %s', async (_, header) => {
    const { port } = await startService({ world, env: { MAX_UNREAD_BYTES: '1000000000' } })
    await askAndHang(port, header)
    const before = process.memoryUsage().arrayBuffers
    const statuses = await Promise.all(Array.from({ length: 40 }, () => askAndHang(port, header)))
    expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 200']))
    // Each copy would take 8 MB. What the clients have read takes 64 kB each.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * BYTES)
  })

  it.each(['', 'gzip', 'br', 'x-gzip', 'identity'])('is whole for Accept-Encoding %j, also again', async (coding) => {
    const { url } = await startService({ world })
    for (let time = 0; time < 2; time++) {
      const { headers, body: sent } = await receive(url('/large'), coding)
      const read = { gzip: gunzipSync, br: brotliDecompressSync }[String(headers['content-encoding'])] ?? String
      expect(headers['content-length']).toBe(String(sent.length))
      expect(read(sent).toString() === body).toBe(true)
    }
  })
})

describe('the coding', () => {
  it.each([
    ['', undefined],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'gzip'],
    ['*;q=0', undefined],
    ['GZIP', 'gzip'],
    ['deflate', undefined],
  ])('for Accept-Encoding %j is %s', async (header, coding) => {
    const { url } = await startService()
    expect((await receive(url('/v1/long'), header)).headers['content-encoding']).toBe(coding)
  })
})
