import { expect, onTestFinished, test, vi } from 'vitest'
import { JobStore } from '../../src/jobs/job-store.ts'
import { KeyLimits } from '../../src/jobs/key-limits.ts'
import { openPlace } from '../../src/jobs/places/open-place.ts'
import { UploadFault } from '../../src/jobs/receive-file.ts'
import { StoreFault } from '../../src/store/store-fault.ts'
import { newFolder } from './job-service.ts'

test('of files of a key that come at once while the store is away, one waits for it, and the others come again', async () => {
  const store = new JobStore(openPlace({ folder: newFolder() }), 3_600_000)
  const limits = new KeyLimits(store, { maxPerKey: 10, maxBytesPerKey: 1e9 })
  const away = Promise.withResolvers<never>()
  const list = vi.spyOn(store, 'list').mockReturnValueOnce(away.promise)
  const sent = [1, 2, 3].map(() => limits.admit(null).catch((error: Error) => error))
  await expect.poll(() => list.mock.calls.length).toBe(1)
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001)
  onTestFinished(() => now.mockRestore())
  away.reject(new StoreFault('The object store does not answer', true))
  const [first, ...others] = await Promise.all(sent)
  expect(first).toBeInstanceOf(StoreFault)
  for (const other of others) {
    expect(other).toBeInstanceOf(UploadFault)
    expect(other).toMatchObject({ status: 503 })
  }
  expect(list).toHaveBeenCalledTimes(1)
  const next = await limits.admit(null)
  next.leave()
})
