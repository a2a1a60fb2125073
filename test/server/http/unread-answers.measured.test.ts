import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startService } from './support/test-service.ts'
import { until } from './support/until.ts'

const BYTES = 12_000_000
const ASK = `GET /v1/large?bytes=${BYTES} HTTP/1.1\r\nHost: localhost\r\n\r\n`

const CUT = 'impactql_requests_total{route="/v1/echo",method="GET",status="499"}'

/** A client that asks for a large answer and reads nothing of it. */
function askAndHang(port: number, address = '192.0.2.1'): void {
  const ask = ASK.replace('Host', `X-Forwarded-For: ${address}\r\nHost`)
  const socket = connect(port, '127.0.0.1', () => socket.write(ask))
  socket.on('error', () => {})
  socket.pause()
  onTestFinished(() => void socket.destroy())
}

it('Answers that nobody reads are bounded in all: beyond, clients that had their time are cut, and others are refused', async () => {
  const env = { MAX_UNREAD_BYTES: String(5 * BYTES), REQUEST_TIMEOUT_MS: '60000' }
  const { port, get, samples } = await startService({ env })
  for (let i = 0; i < 10; i++) askAndHang(port)
  // Two of a caller may wait; how many of the others are cut and how many refused depends on how long making ten
  // answers takes.
  await until(async () => {
    const counted = await samples()
    const refused = counted['impactql_requests_shed_total{reason="unread"}'] ?? 0
    const cut = counted[CUT] ?? 0
    return refused + cut >= 8
  })
  expect((await get('/v1/short')).status).toBe(200)

  await new Promise((resolve) => setTimeout(resolve, 1100))
  const answered = await get(`/v1/large?bytes=${BYTES}`)
  expect(answered.status).toBe(200)
  expect((await answered.text()).length).toBe(BYTES + 2)
  expect((await samples())[CUT]).toBeGreaterThan(0)
})

it('One caller has half of them at most, so that answers to others are not refused', async () => {
  const env = { MAX_UNREAD_BYTES: String(4 * BYTES), REQUEST_TIMEOUT_MS: '60000', TRUSTED_PROXIES: '1' }
  const { port, get, samples } = await startService({ env })
  for (let i = 0; i < 10; i++) askAndHang(port)
  await until(async () => {
    const counted = await samples()
    return (counted['impactql_requests_shed_total{reason="unread"}'] ?? 0) + (counted[CUT] ?? 0) >= 8
  })
  const answered = await get(`/v1/large?bytes=${BYTES}`, { 'x-forwarded-for': '192.0.2.2' })
  expect(answered.status).toBe(200)
  await answered.text()
})
