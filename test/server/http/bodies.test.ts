import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rawRequest } from './support/raw-request.ts'
import { startService } from './support/test-service.ts'
import { until } from './support/until.ts'

const HEAD = 'Host: localhost\r\n'

describe('a body that is too large', () => {
  const env = { MAX_BODY_BYTES: '1000', MAX_GRAPHQL_BODY_BYTES: '2000' }

  it('is refused by its announced length before any of it is sent', async () => {
    const { port } = await startService({ env })
    const answer = await rawRequest(port, [`POST /v1/echo HTTP/1.1\r\n${HEAD}Content-Length: 1001\r\n\r\n`])
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.body)).toEqual({ detail: 'The body has more than 1000 bytes' })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  it('is refused while it comes in pieces of unknown number', async () => {
    const { port } = await startService({ env })
    const piece = `1f4\r\n${'x'.repeat(500)}\r\n`
    const head = `POST /v1/echo HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n`
    expect((await rawRequest(port, [head, piece, piece, piece])).status).toBe(413)
  })

  it('of GraphQL has a limit of its own', async () => {
    const { post } = await startService({ env })
    const headers = { 'content-type': 'application/json' }
    expect(
      (await post('/graphql', JSON.stringify({ query: '{hello}', variables: { a: 'x'.repeat(1500) } }), headers))
        .status,
    ).toBe(200)
    const response = await post(
      '/graphql',
      JSON.stringify({ query: '{hello}', variables: { a: 'x'.repeat(2500) } }),
      headers,
    )
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'REQUEST_TOO_LARGE' } }] })
  })

  it('leaves the connection usable, as the rest of the body is read and dropped', async () => {
    const { port } = await startService({ env })
    const request = `POST /v1/echo HTTP/1.1\r\n${HEAD}Content-Length: 5000\r\n\r\n${'x'.repeat(5000)}`
    const next = `GET /v1/short HTTP/1.1\r\n${HEAD}\r\n`
    const { text } = await rawRequest(port, [request, next], { pauseMs: 60 })
    expect(text).toMatch(/^HTTP\/1\.1 413/)
    expect(text).toContain('"short"')
  })

  it('is not asked for when it is announced with Expect: 100-continue', async () => {
    const { port } = await startService({ env })
    const head = (length: number) =>
      `POST /v1/echo HTTP/1.1\r\n${HEAD}Expect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`
    const refused = await rawRequest(port, [head(5000)])
    expect(refused.text).toMatch(/^HTTP\/1\.1 413/)
    const taken = await rawRequest(port, [head(2), '{}'])
    expect(taken.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
  })
})

describe('a body', () => {
  it('needs no Content-Type', async () => {
    const { port } = await startService()
    const answer = await rawRequest(port, [`POST /v1/echo HTTP/1.1\r\n${HEAD}Content-Length: 7\r\n\r\n{"a":1}`])
    expect(JSON.parse(answer.body)).toMatchObject({ body: '{"a":1}' })
  })

  it.each(['text/plain', 'foo', ';', ''])(
    'may have any Content-Type, also one that is no media type: "%s"',
    async (type) => {
      const { port } = await startService()
      const head = `POST /v1/echo HTTP/1.1\r\n${HEAD}Content-Type: ${type}\r\nContent-Length: 7\r\n\r\n`
      expect(JSON.parse((await rawRequest(port, [`${head}{"a":1}`])).body)).toMatchObject({ body: '{"a":1}' })
    },
  )

  it('may come in chunks', async () => {
    const { port } = await startService()
    const head = `POST /v1/echo HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n`
    const answer = await rawRequest(port, [head, '4\r\n{"a"\r\n', '3\r\n:1}\r\n', '0\r\n\r\n'])
    expect(JSON.parse(answer.body)).toMatchObject({ body: '{"a":1}' })
  })

  it('may split a letter between two chunks', async () => {
    const { url } = await startService()
    const bytes = new TextEncoder().encode('{"a":"é€😀"}')
    const stream = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
        controller.close()
      },
    })
    const response = await fetch(url('/v1/echo'), { method: 'POST', body: stream, duplex: 'half' } as RequestInit)
    expect(await response.json()).toMatchObject({ body: '{"a":"é€😀"}' })
  })

  it('may be missing', async () => {
    const { port } = await startService()
    const answer = await rawRequest(port, [`POST /v1/echo HTTP/1.1\r\n${HEAD}\r\n`])
    expect(JSON.parse(answer.body)).toMatchObject({ method: 'POST', body: '' })
  })

  it('that is compressed is refused by name', async () => {
    const { post } = await startService()
    expect((await post('/v1/echo', 'x', { 'content-encoding': 'gzip' })).status).toBe(415)
  })
})

describe('a client that asks for HTTP/2 over plain text', () => {
  const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n'

  it('is answered as one of HTTP/1.1', async () => {
    const { port } = await startService()
    const answer = await rawRequest(port, [`GET /v1/short HTTP/1.1\r\n${HEAD}${upgrade}\r\n`])
    expect([answer.status, answer.body]).toEqual([200, '"short"'])
  })

  it('may send a body', async () => {
    const { port } = await startService()
    const answer = await rawRequest(port, [`POST /v1/echo HTTP/1.1\r\n${HEAD}${upgrade}Content-Length: 2\r\n\r\n{}`])
    expect(JSON.parse(answer.body)).toMatchObject({ body: '{}' })
  })
})

describe('a client that is slow or gone', () => {
  const env = { REQUEST_TIMEOUT_MS: '300' }

  it('gets an answer when it does not finish its headers', async () => {
    const { port } = await startService({ env })
    const answer = await rawRequest(port, [`GET /v1/short HTTP/1.1\r\n${HEAD}X-Slow: `])
    expect(answer.status).toBe(408)
    expect(answer.headers.connection).toBe('close')
  })

  it('gets an answer when it does not finish its body', async () => {
    const { port } = await startService({ env })
    const answer = await rawRequest(port, [`POST /v1/echo HTTP/1.1\r\n${HEAD}Content-Length: 100\r\n\r\n{`])
    expect(answer.status).toBe(408)
  })

  it('does not stay in the books when it leaves half-way', async () => {
    const { port, samples, lines } = await startService()
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST /v1/echo HTTP/1.1\r\n${HEAD}Expect: 100-continue\r\nContent-Length: 100\r\n\r\n{`)
    await once(socket, 'data')
    socket.destroy()
    await until(() => lines().some(({ status }) => status === 499))
    expect((await samples()).impactql_requests_in_flight).toBe(0)
  })
})

describe('what is no HTTP', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n', 400],
    ['too many headers', `GET / HTTP/1.1\r\n${HEAD}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a length that is no number', `POST /v1/echo HTTP/1.1\r\n${HEAD}Content-Length: abc\r\n\r\n`, 400],
    ['two hosts', `GET /v1/short HTTP/1.1\r\n${HEAD}hoST: other\r\n\r\n`, 400],
    ['two lengths', `POST /v1/echo HTTP/1.1\r\n${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
  ])('%s is refused', async (_what, text, status) => {
    const { port } = await startService()
    const answer = await rawRequest(port, [text])
    expect(answer.status).toBe(status)
    expect(answer.headers.connection).toBe('close')
  })
})

describe('bodies that are still coming', () => {
  const BYTES = 16_000_000
  const env = { TRUSTED_PROXIES: '1', MAX_BODY_BYTES: String(BYTES), REQUEST_TIMEOUT_MS: '60000' }
  const head = (address: string) =>
    `POST /v1/short HTTP/1.1\r\n${HEAD}X-Forwarded-For: ${address}\r\nContent-Length: ${BYTES}\r\n\r\n`
  const allButLast = Buffer.alloc(BYTES - 1, 'x')

  /** Sends all of a body but its last byte. Gives what was answered so far, and what sends the rest. */
  function begin(port: number, address: string) {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.write(head(address))
    socket.write(allButLast)
    onTestFinished(() => void socket.destroy())
    return { status: () => text.slice(9, 12), end: () => void socket.write('x') }
  }

  const isAnswered = ({ status }: { status: () => string }) => status() !== ''

  it('of one caller take half of the memory for bodies at most, and leave the rest to others', async () => {
    const { port, samples } = await startService({ env })
    const his = Array.from({ length: 7 }, () => begin(port, '192.0.2.1'))
    // Half of 128 MiB has room for four of them.
    await until(() => his.filter(isAnswered).length >= 3)
    expect((await samples())['impactql_requests_shed_total{reason="bodies"}']).toBeGreaterThanOrEqual(3)

    const hers = begin(port, '192.0.2.2')
    hers.end()
    await until(() => isAnswered(hers))
    expect(hers.status()).toBe('200')

    for (const each of his) each.end()
    await until(() => his.every(isAnswered))
    expect(his.filter(({ status }) => status() === '503').length).toBeGreaterThanOrEqual(3)
  })

  it('take memory no longer than they are there, whether they were read or refused', async () => {
    const { port } = await startService({ env })
    const tooMany = Array.from({ length: 7 }, () => begin(port, '192.0.2.1'))
    await until(() => tooMany.some(isAnswered))
    for (const each of tooMany) each.end()
    await until(() => tooMany.every(isAnswered))
    // Neither the four that were read nor the three that were refused hold any of the room for four.
    const four = Array.from({ length: 4 }, () => begin(port, '192.0.2.1'))
    for (const each of four) each.end()
    await until(() => four.every(isAnswered))
    expect(four.map(({ status }) => status())).toEqual(Array(4).fill('200'))
  })
})
