import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../runs.ts'
import { rawRequest } from './support/raw-request.ts'
import { realWorld } from './support/real-world.ts'
import { startService, type TestService } from './support/test-service.ts'

const HOST = 'Host: localhost\r\n'
const GET = `GET /v1/utils/version HTTP/1.1\r\n${HOST}`
const POST = `POST /v1/component/cpu HTTP/1.1\r\n${HOST}`
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`

const world = realWorld()

function startReal(env: Record<string, string> = {}): Promise<TestService> {
  return startService({ env, world })
}

async function expectWell({ get, post, lines }: TestService): Promise<void> {
  expect((await get('/health')).status).toBe(200)
  expect((await post('/v1/component/cpu', '{}')).status).toBe(200)
  expect(lines().filter(({ level }) => level === 'error')).toEqual([])
}

describe('bytes that are no request', () => {
  it.each([
    ['a size of a chunk that is no number', `${CHUNKED}xyz\r\n{}\r\n0\r\n\r\n`],
    ['a negative size of a chunk', `${CHUNKED}-2\r\n{}\r\n0\r\n\r\n`],
    ['a size of a chunk beyond all bounds', `${CHUNKED}ffffffffffffffffff\r\n{}\r\n`],
    ['a chunk that is longer than it says', `${CHUNKED}1\r\n{}\r\n0\r\n\r\n`],
    ['endless extensions of a chunk', `${CHUNKED}2;${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`],
    ['a coding that is not known', `${POST}Transfer-Encoding: gzip, nonsense\r\n\r\n{}`],
    ['a negative length', `${POST}Content-Length: -1\r\n\r\n`],
    ['a length with a sign', `${POST}Content-Length: +2\r\n\r\n{}`],
    ['a length beyond all bounds', `${POST}Content-Length: 99999999999999999999999\r\n\r\n{}`],
    ['two different lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['a nul byte in the path', `GET /v1/\0 HTTP/1.1\r\n${HOST}\r\n`],
    ['a nul byte in a header', `${GET}X-Nul: a\0b\r\n\r\n`],
    ['a nul byte in the name of a header', `${GET}X-\0: a\r\n\r\n`],
    ['a header without a colon', `${GET}nonsense\r\n\r\n`],
    ['a space before the colon', `${GET}X-Space : a\r\n\r\n`],
    ['a header that goes on in the next line', `${GET} folded: a\r\n\r\n`],
    ['one header of 100 kB', `${GET}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['10,000 headers', `${GET}${'X-Many: 1\r\n'.repeat(10_000)}\r\n`],
    ['a path of 100 kB', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`],
    ['a version that there is not', `GET / HTTP/9.9\r\n${HOST}\r\n`],
    ['a method that there is not', `BREW /coffee HTTP/1.1\r\n${HOST}\r\n`],
    ['a method in lower case', `get / HTTP/1.1\r\n${HOST}\r\n`],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a greeting of TLS', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'],
    ['a tunnel', `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`],
  ])('%s: are answered 4xx, or the connection is closed', async (_what, text) => {
    const service = await startReal()
    const answer = await rawRequest(service.port, [text], { longestMs: 2000 })
    expect(answer.text).toMatch(/^(HTTP\/1\.1 4\d\d |$)/)
    await expectWell(service)
  })

  it('after a request end its connection', async () => {
    const service = await startReal()
    const { text } = await rawRequest(service.port, [`${POST}Content-Length: 2\r\n\r\n{}and more\r\n\r\n`])
    expect(statusesOf(text).at(-1)).toBe(400)
    await expectWell(service)
  })

  it('made from requests by chance leave the service well', async () => {
    const service = await startReal({ REQUEST_TIMEOUT_MS: '500' })
    const seeds = [
      `${GET}\r\n`,
      `${POST}Content-Length: 14\r\n\r\n{"units": "1"}`,
      `${CHUNKED}2\r\n{}\r\n0\r\n\r\n`,
      `POST /graphql HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 22\r\n\r\n{"query":"{__typename}"}`,
      `GET /graphql?query=%7B__typename%7D HTTP/1.1\r\n${HOST}Accept: */*\r\n\r\n`,
    ]
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.nat(6),
      put: fc.oneof(
        fc.constantFrom('\0', '\r\n', '\r\n\r\n', '\n', ' ', ':', '%', '\xff', 'ffff', 'HTTP/1.1', '"', '{'),
        fc.string({ maxLength: 8 }),
      ),
    })
    const mutated = fc
      .tuple(fc.constantFrom(...seeds), fc.array(change, { minLength: 1, maxLength: 4 }))
      .map(([seed, changes]) =>
        changes.reduce((text, { at, removed, put }) => {
          const index = Math.floor(at * text.length)
          return text.slice(0, index) + put + text.slice(index + removed)
        }, seed),
      )
    const texts = fc.sample(mutated, runs(400))
    const answers = await Promise.all(
      texts.map((text) => rawRequest(service.port, [text], { longestMs: 5000, quietMs: 100 })),
    )
    // A byte here or there may leave a request as good as before; nothing is ever a fault of the service.
    for (const { text } of answers) expect(text).toMatch(/^(HTTP\/1\.1 [234]\d\d |$)/)
    expect(answers.filter(({ status }) => status >= 400).length).toBeGreaterThan(50)
    await expectWell(service)
  })
})

describe('a body', () => {
  it.each([
    ['that is no UTF-8', '\xff\xfe{}'],
    ['with nul bytes', '{"name":"\0"}'],
    ['of nul bytes alone', '\0'.repeat(100)],
    ['nested 100,000 deep', '['.repeat(100_000)],
    ['nested 100,000 deep, with an end', `{"usage":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('%s is refused', async (_what, body) => {
    const service = await startReal()
    const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const rest = await rawRequest(service.port, [Buffer.from(`${POST}${head}${body}`, 'latin1')])
    expect(rest.status).toBe(422)
    const graphql = await rawRequest(service.port, [
      Buffer.from(`POST /graphql HTTP/1.1\r\n${HOST}${head}${body}`, 'latin1'),
    ])
    expect(graphql.status).toBe(400)
    await expectWell(service)
  })
})

describe('a client of an old or a hasty kind', () => {
  it('may send several requests at once, and gets the answers in their order', async () => {
    const { port } = await startReal()
    const cpu = `${POST}Content-Length: 2\r\n\r\n{}`
    const missing = `GET /nowhere HTTP/1.1\r\n${HOST}\r\n`
    const { text } = await rawRequest(port, [`${cpu}${GET}\r\n${missing}${cpu}${GET}\r\n`])
    expect(statusesOf(text)).toEqual([200, 200, 404, 200, 200])
  })

  it('may speak HTTP/1.0, and is answered with the end of its connection', async () => {
    const { port } = await startReal()
    const answer = await rawRequest(port, ['GET /v1/utils/version HTTP/1.0\r\n\r\n'])
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close'])
  })

  it('that asks for a web socket is answered as one of HTTP/1.1', async () => {
    const { port } = await startReal()
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n'
    expect((await rawRequest(port, [`${GET}${upgrade}\r\n`])).status).toBe(200)
  })
})

function statusesOf(text: string): readonly number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
