import { describe, expect, it } from 'vitest'
import { rawRequest } from './support/raw-request.ts'
import { standInWorld } from './support/stand-in-world.ts'
import { shareService, startService } from './support/test-service.ts'

describe('Beside a caller whose requests take long, another', () => {
  const shared = shareService({ world: standInWorld({ keys: ['hers', 'his'] }) })
  const by = (key: string) => ({ 'x-api-key': key })

  it('is answered first where she has had less time', async () => {
    const { get } = shared()
    await get('/v1/short', by('hers'))
    const answered: string[] = []
    const ask = async (key: string, path: string) => {
      expect((await get(path, by(key))).status).toBe(200)
      answered.push(key)
    }
    const his = Array.from({ length: 20 }, () => ask('his', '/v1/busy?ms=20'))
    const hers = Array.from({ length: 10 }, (_, n) => ask('hers', `/v1/echo?n=${n}`))
    await Promise.all([...his, ...hers])
    // Those of his that came before any of hers had been read.
    const before = answered.slice(0, answered.lastIndexOf('hers')).filter((key) => key === 'his')
    expect(before.length).toBeLessThan(10)
  })

  it('waits for one of his at most each time that she asks for the next', async () => {
    const { get } = shared()
    const requests = 5
    let isOver = false
    let his = 0
    const repeat = async () => {
      while (!isOver) {
        await get('/v1/busy?ms=300', by('his'))
        his++
      }
    }
    const repeating = [repeat(), repeat()]
    await get('/v1/short', by('hers'))
    const before = his
    for (let n = 0; n < requests; n++) await get(`/v1/echo?m=${n}`, by('hers'))
    const meanwhile = his - before
    isOver = true
    await Promise.all(repeating)
    // In the order of arrival it would be two of his for each of hers; one may end between her last answer and the
    // count.
    expect(meanwhile).toBeLessThanOrEqual(requests + 1)
  })

  it('has half of the time for requests that are short, however long his take', async () => {
    const { get } = shared()
    let isOver = false
    let his = 0
    const repeat = async () => {
      while (!isOver) {
        await get('/v1/busy?ms=100', by('his'))
        his++
      }
    }
    const repeating = [repeat(), repeat()]
    await get('/v1/short', by('hers'))
    const before = his
    const requests = 40
    for (let n = 0; n < requests; n++) await get(`/v1/busy?ms=10&m=${n}`, by('hers'))
    const meanwhile = his - before
    isOver = true
    await Promise.all(repeating)
    // Ten of hers take as long as one of his. Where each of hers waited for one of his, it would be as many.
    expect(meanwhile).toBeLessThan(requests / 2)
  })

  it('who asks for as much as he does is answered as often', async () => {
    const { get } = shared()
    let isOver = false
    const answered = { hers: 0, his: 0 }
    const repeat = async (key: keyof typeof answered) => {
      while (!isOver) {
        await get('/v1/busy?ms=20', by(key))
        answered[key]++
        isOver ||= answered.hers + answered.his === 40
      }
    }
    await Promise.all([repeat('hers'), ...Array.from({ length: 6 }, () => repeat('his'))])
    // Of connections she has one in seven.
    expect(answered.hers).toBeGreaterThan(12)
  })
})

describe('Where one caller asks for more than the service has places for, another', () => {
  const world = standInWorld({ keys: ['hers', 'his'] })
  const shared = shareService({ world, env: { MAX_CONCURRENT: '6', MAX_WAIT_MS: '60000' } })

  it('is answered, in the place of his last', async () => {
    const { get } = shared()
    const statusOf = async (key: string, path: string) => (await get(path, { 'x-api-key': key })).status
    const his = Array.from({ length: 30 }, (_, n) => statusOf('his', `/v1/busy?ms=100&n=${n}`))
    const hers = []
    for (let n = 0; n < 10; n++) hers.push(await statusOf('hers', `/v1/echo?n=${n}`))
    expect(hers).toEqual(Array(10).fill(200))
    const statuses = await Promise.all(his)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
  })
})

it('A service refuses what has waited too long for its turn, and answers the rest in time', async () => {
  const { get, port, samples } = await startService({ env: { MAX_WAIT_MS: '600' } })
  await get('/v1/short')
  const statuses = await Promise.all(
    Array.from({ length: 40 }, () =>
      rawRequest(port, ['GET /v1/busy?ms=40 HTTP/1.1\r\nHost: localhost\r\n\r\n'], { quietMs: 50 }),
    ),
  )
  const accepted = statuses.filter(({ status }) => status === 200).length
  const refused = statuses.filter(({ status }) => status === 503).length
  expect(accepted + refused).toBe(40)
  expect(accepted).toBeGreaterThan(3)
  expect(refused).toBeGreaterThan(10)
  expect((await samples())['impactql_requests_shed_total{reason="wait"}']).toBe(refused)
  expect((await get('/v1/short')).status).toBe(200)
})
