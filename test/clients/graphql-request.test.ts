import { afterAll, beforeAll, expect, test } from 'vitest'
import { assessServer } from './programs/graphql-request.ts'
import { startRealService } from './support/real-service.ts'

let service: Awaited<ReturnType<typeof startRealService>>

beforeAll(async () => {
  service = await startRealService()
})
afterAll(() => service.stop())

test('graphql-request gets the faults of what was refused: a location that is not known', async () => {
  const { faults } = await assessServer(service.url, { usage: { usageLocation: 'Narnia' } })
  expect(faults).toMatchObject([{ code: 'UNKNOWN_LOCATION', path: ['input', 'usage', 'usageLocation'] }])
})

test('graphql-request gets an impact', async () => {
  const { server } = await assessServer(service.url, { usage: { usageLocation: 'FRA' } })
  expect(server).toMatchObject({ impact: { total: { value: expect.any(Number) } } })
})
