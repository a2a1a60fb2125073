import { describe, expect, it } from 'vitest'
import type { JobRecord } from '../../src/jobs/job.ts'
import { JobStore } from '../../src/jobs/job-store.ts'
import { JobWatcher } from '../../src/jobs/job-watcher.ts'
import { FolderPlace } from '../../src/jobs/places/folder-place.ts'
import { newFolder } from './job-service.ts'

const NOWHERE = '0'.repeat(32)

/** A watcher, and a job of each owner that nobody works on. */
async function watching(...owners: readonly (string | null)[]) {
  const store = new JobStore(new FolderPlace(newFolder()), 60_000)
  const ids = owners.map(async (owner) => {
    const { id, folder } = await store.begin(owner)
    const record: JobRecord = {
      id,
      owner,
      options: { criteria: ['gwp'] },
      release: 'base',
      figures: 'base',
      state: 'queued',
      bytes: 1,
      createdAt: new Date().toISOString(),
    }
    await store.add(record, folder)
    return id
  })
  return { watcher: new JobWatcher(store), ids: await Promise.all(ids) }
}

describe('those who watch jobs', () => {
  it('are at most twenty with one key, counted as they come, and others have room', async () => {
    const { watcher, ids } = await watching('mine', 'yours')
    const leaving = new AbortController()
    const begun: Promise<unknown>[] = []
    for (; watcher.hasRoom('mine') && begun.length < 1000; )
      begun.push(watcher.watch('mine', ids[0] as string, leaving.signal))
    expect(begun).toHaveLength(20)
    await Promise.all(begun)
    expect([watcher.hasRoom('mine'), watcher.hasRoom('yours')]).toEqual([false, true])
    const changes = await watcher.watch('yours', ids[1] as string, leaving.signal)
    expect((await changes?.next())?.value).toMatchObject({ state: 'queued' })
    leaving.abort()
    // Nothing that was begun was ever read.
    expect(watcher.hasRoom('mine')).toBe(true)
  })

  it('are at most five hundred, where there are no keys too', async () => {
    const { watcher, ids } = await watching(null)
    const leaving = new AbortController()
    const begun: Promise<unknown>[] = []
    for (; watcher.hasRoom(null) && begun.length < 1000; )
      begun.push(watcher.watch(null, ids[0] as string, leaving.signal))
    expect(begun).toHaveLength(500)
    expect(watcher.hasRoom('mine')).toBe(false)
    await Promise.all(begun)
    leaving.abort()
    expect(watcher.hasRoom('mine')).toBe(true)
  })

  it('of a job that is not there, or that were gone before, do not count', async () => {
    const { watcher, ids } = await watching('mine')
    const gone = AbortSignal.abort()
    for (let n = 0; n < 30; n++) {
      expect(await watcher.watch('mine', NOWHERE, new AbortController().signal)).toBeUndefined()
      const changes = await watcher.watch('mine', ids[0] as string, gone)
      expect(await changes?.next()).toEqual({ done: true, value: undefined })
    }
    expect(watcher.hasRoom('mine')).toBe(true)
  })

  it('have left when their job has ended or they read no further', async () => {
    const { watcher, ids } = await watching('mine')
    for (let n = 0; n < 30; n++) {
      const changes = await watcher.watch('mine', ids[0] as string, new AbortController().signal)
      await changes?.next()
      await changes?.return(undefined)
    }
    expect(watcher.hasRoom('mine')).toBe(true)
  })
})
