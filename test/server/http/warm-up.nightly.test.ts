import { expect, test } from 'vitest'
import type { RestRequest } from '../../../src/server/rest/handle-rest.ts'
import { realWorld } from './support/real-world.ts'
import { standInWorld } from './support/stand-in-world.ts'
import { startService } from './support/test-service.ts'

test('a service that nobody has asked anything yet makes ready for large operations, also when its tables are read again', async () => {
  const asked: string[] = []
  const handleRest = ({ path }: RestRequest) => {
    asked.push(path)
    return { status: 200, body: '{}', release: 'base', cacheable: true }
  }
  const { service } = await startService({ world: () => standInWorld({ handleRest }) })
  expect(asked).toEqual([])
  await service.warmUp()
  expect(new Set(asked)).toEqual(new Set(['/v2/timeline']))
  const { length } = asked
  service.reload()
  await expect.poll(() => asked.length).toBe(2 * length)
  await service.stop()
  await service.warmUp()
  expect(asked).toHaveLength(2 * length)
})

test('what fails while a service makes ready harms nobody', async () => {
  const { service, get } = await startService({
    world: standInWorld({ handleRest: () => Promise.reject(new Error('no such table')) }),
  })
  await service.warmUp()
  expect((await get('/health')).status).toBe(200)
})

test('what is asked for is answered, by a thread', { timeout: 60_000 }, async () => {
  const world = realWorld()
  const statuses = new Set<number>()
  let ran = 0
  const { service } = await startService({
    world: {
      ...world,
      handleRest: async (request, runLarge) => {
        const answer = await world.handleRest(request, (text, variables, bytes) => {
          const outcome = runLarge?.(text, variables, bytes)
          if (outcome instanceof Promise) ran++
          return outcome
        })
        statuses.add(answer.status)
        return answer
      },
    },
    env: { MAX_WAIT_MS: '60000' },
  })
  await service.warmUp()
  expect([...statuses]).toEqual([200])
  expect(ran).toBeGreaterThan(0)
})
