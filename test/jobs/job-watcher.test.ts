import { describe, expect, it } from 'vitest'
import { JobStore } from '../../src/jobs/job-store.ts'
import { JobWatcher } from '../../src/jobs/job-watcher.ts'
import { FolderPlace } from '../../src/jobs/places/folder-place.ts'
import { newFolder } from './job-service.ts'
import { addQueuedJob } from './queued-job.ts'

const MINE = { owner: 'mine', address: '192.0.2.1' }
const YOURS = { owner: 'yours', address: '192.0.2.1' }

const NOWHERE = '0'.repeat(32)

/** A watcher, and a job of each owner that nobody works on. */
async function watching(...owners: readonly (string | null)[]) {
  const store = new JobStore(new FolderPlace(newFolder()), 60_000)
  const jobs = await Promise.all(owners.map((owner) => addQueuedJob(store, owner)))
  return { watcher: new JobWatcher(store), ids: jobs.map(({ id }) => id) }
}

describe('those who watch jobs', () => {
  it('are at most twenty with one key, counted as they come, and others have room', async () => {
    const { watcher, ids } = await watching('mine', 'yours')
    const leaving = new AbortController()
    const begun: Promise<unknown>[] = []
    for (; watcher.hasRoom(MINE) && begun.length < 1000; )
      begun.push(watcher.watch(MINE, ids[0] as string, leaving.signal))
    expect(begun).toHaveLength(20)
    await Promise.all(begun)
    expect([watcher.hasRoom(MINE), watcher.hasRoom(YOURS)]).toEqual([false, true])
    const changes = await watcher.watch(YOURS, ids[1] as string, leaving.signal)
    expect((await changes?.next())?.value).toMatchObject({ state: 'queued' })
    leaving.abort()
    // Nothing that was begun was ever read.
    expect(watcher.hasRoom(MINE)).toBe(true)
  })

  it('are at most a hundred from one address without a key, and five hundred in all', async () => {
    const { watcher, ids } = await watching(null)
    const leaving = new AbortController()
    const begun: Promise<unknown>[] = []
    for (let from = 1; from <= 6; from++) {
      const viewer = { owner: null, address: `192.0.2.${from}` }
      for (let n = 0; n < 200 && watcher.hasRoom(viewer); n++)
        begun.push(watcher.watch(viewer, ids[0] as string, leaving.signal))
      expect(begun).toHaveLength(Math.min(100 * from, 500))
    }
    expect(watcher.hasRoom(MINE)).toBe(false)
    await Promise.all(begun)
    leaving.abort()
    expect(watcher.hasRoom(MINE)).toBe(true)
  })

  it('are shown how far their job is and no more when the service stops', async () => {
    const { watcher, ids } = await watching('mine')
    const changes = await watcher.watch(MINE, ids[0] as string, new AbortController().signal)
    expect((await changes?.next())?.value).toMatchObject({ state: 'queued' })
    const next = changes?.next()
    watcher.close()
    expect(await next).toEqual({ done: true, value: undefined })
    const late = await watcher.watch(MINE, ids[0] as string, new AbortController().signal)
    const seen: unknown[] = []
    for await (const { state } of late ?? []) seen.push(state)
    expect(seen).toEqual(['queued'])
    expect(watcher.hasRoom(MINE)).toBe(true)
  })

  it('of a job that is not there, or that were gone before, do not count', async () => {
    const { watcher, ids } = await watching('mine')
    const gone = AbortSignal.abort()
    for (let n = 0; n < 30; n++) {
      expect(await watcher.watch(MINE, NOWHERE, new AbortController().signal)).toBeUndefined()
      const changes = await watcher.watch(MINE, ids[0] as string, gone)
      expect(await changes?.next()).toEqual({ done: true, value: undefined })
    }
    expect(watcher.hasRoom(MINE)).toBe(true)
  })

  it('have left when their job has ended or they read no further', async () => {
    const { watcher, ids } = await watching('mine')
    for (let n = 0; n < 30; n++) {
      const changes = await watcher.watch(MINE, ids[0] as string, new AbortController().signal)
      await changes?.next()
      await changes?.return(undefined)
    }
    expect(watcher.hasRoom(MINE)).toBe(true)
  })
})
