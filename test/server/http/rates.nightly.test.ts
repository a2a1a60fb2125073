import { expect, test } from 'vitest'
import { startRealService } from '../../clients/support/real-service.ts'
import { realWorld } from './support/real-world.ts'
import { startService } from './support/test-service.ts'

const PARIS = 'provider=scaleway&region=fr-par'

test('a card that takes longer than an operation may is refused, and is there a little later', async () => {
  const slow = await startRealService({ TIME_LIMIT_MS: '100', MAX_WAIT_MS: '60000', RATE_LIMIT: '100/60s' })
  try {
    const ask = () => fetch(`${slow.url}/v2/rates?provider=gcp&region=europe-west1`)
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await refused.json()).detail).toMatch(/^The rate card takes longer than 100 ms\./)
    // Its making counts as twenty requests, and asking again as one.
    for (let again = 0; again < 6; again++) expect((await ask()).status).not.toBe(429)
    await expect.poll(async () => (await ask()).status, { timeout: 70_000, interval: 1000 }).toBe(200)
  } finally {
    await slow.stop()
  }
})

test('a stop does not wait for a card whose caller has his answer', async () => {
  const module = new URL('../graphql/support/thread-world.ts', import.meta.url).href
  const world = { ...realWorld(), threadWorld: { module, data: { greeting: '' } } }
  const { get: ask, service: stopping } = await startService({ world, env: { TIME_LIMIT_MS: '1' } })
  expect((await ask(`/v2/rates?${PARIS}`)).status).toBe(503)
  // The card never ends: a stop that waits for it would not, either.
  await stopping.stop()
})

test('a card is the same where large operations have no threads', async () => {
  const service = await startRealService()
  const threadless = await startRealService({ OPERATION_THREADS: '0' })
  try {
    const cards = [service, threadless].map(async ({ url }) => (await fetch(`${url}/v2/rates?${PARIS}`)).text())
    const [one, other] = await Promise.all(cards)
    expect(other).toBe(one)
    expect(one).toMatch(/^provider,region,/)
  } finally {
    await threadless.stop()
    await service.stop()
  }
})
