import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { addressOf, spawnMain } from './support/spawn-main.ts'

/** Requests on their way over one connection at once. */
const BATCH = 50

/** Sends as many requests as asked for over some connections, and gives how many were answered 200. */
async function send(port: number, count: number, connections: number, request: (n: number) => string): Promise<number> {
  let sent = 0
  const answered = await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<number>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1')
          let fine = 0
          let due = 0
          const next = () => {
            const size = Math.min(BATCH, count - sent)
            if (size === 0) {
              socket.destroy()
              resolve(fine)
              return
            }
            due = size
            let text = ''
            for (let i = 0; i < size; i++) text += request(sent++)
            socket.write(text)
          }
          socket.on('error', reject)
          socket.on('close', () => resolve(fine))
          socket.on('connect', next)
          socket.on('data', (chunk) => {
            const text = chunk.toString('latin1')
            due -= text.split('x-request-id: ').length - 1
            fine += text.split('HTTP/1.1 200').length - 1
            if (due <= 0) next()
          })
        }),
    ),
  )
  return answered.reduce((total, each) => total + each, 0)
}

function post(path: string, body: string): string {
  const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  return `POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${body}`
}

describe('100,000 different requests', () => {
  it('fit into a small heap: what is remembered of each has an end', async () => {
    const env = { LOG_LEVEL: 'warn', ANSWER_CACHE_BYTES: '4000000' }
    // A few hundred bytes that stay of each request would fill it.
    const main = spawnMain(env, [], ['--max-old-space-size=80', '--max-semi-space-size=2'])
    const port = Number(new URL(await addressOf(main)).port)
    const kinds = [
      (n: number) =>
        post('/graphql', `{"query":"query Q($n:ID!){cloudProvider(id:$n){id}}","variables":{"n":"none ${n}"}}`),
      (n: number) => post('/graphql', `{"query":"{alias${n}:__typename}"}`),
      (n: number) => `GET /v1/utils/version?n=${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      (n: number) => post('/v1/component/ram?verbose=false&criteria=gwp', `{"capacity":${8 + n / 1000}}`),
    ]
    const shares = [20_000, 20_000, 50_000, 10_000]
    for (const [index, kind] of kinds.entries()) {
      expect(await send(port, shares[index] as number, 8, kind)).toBe(shares[index])
    }
    expect(main.child.exitCode).toBeNull()
  })
})
