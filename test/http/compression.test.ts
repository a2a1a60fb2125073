import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chooseCoding } from '../../src/http/choose-coding.ts'
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
  it('gets brotli or gzip, whichever it asks for', async () => {
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

  it('gets another ETag in another coding, as a strong ETag stands for the very bytes', async () => {
    const { url } = await startService()
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map(async (coding) => (await receive(url('/v1/long'), coding)).headers.etag),
    )
    expect(new Set(tags).size).toBe(3)
  })

  it('gets a short answer as it is', async () => {
    const { url } = await startService()
    expect((await receive(url('/v1/short'), 'gzip, br')).headers['content-encoding']).toBeUndefined()
  })

  it('is told by Vary, whatever it asked for', async () => {
    const { url } = await startService()
    for (const coding of ['identity', 'gzip'])
      expect((await receive(url('/v1/long'), coding)).headers.vary).toContain('Accept-Encoding')
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

describe('the coding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['identity, gzip;q=0.5', 'identity'],
    ['GZIP', 'gzip'],
    ['deflate', 'identity'],
    ['gzip;q=nonsense', 'identity'],
  ])('for Accept-Encoding %j is %s', (header, coding) => {
    expect(chooseCoding(header)).toBe(coding)
  })
})
