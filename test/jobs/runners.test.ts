import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { JobStore } from '../../src/jobs/job-store.ts'
import type { Jobs } from '../../src/jobs/jobs.ts'
import { FolderLock } from '../../src/jobs/places/folder-lock.ts'
import { openPlace } from '../../src/jobs/places/open-place.ts'
import { EmbeddedRunner } from '../../src/jobs/runners/embedded-runner.ts'
import { RunnerChild } from '../../src/jobs/runners/runner-child.ts'
import { createJobs, runnerSettings } from '../../src/world/create-jobs.ts'
import { newFolder, startJobService } from './job-service.ts'
import { addQueuedJob } from './queued-job.ts'

const HOUR = 3_600_000

/** A folder in which another service of this machine has the work, and a job that it took. */
async function folderOfAnother() {
  const folder = newFolder()
  const config = readConfig({ JOBS_FOLDER: folder, JOB_WORKERS: '1' })
  const store = new JobStore(openPlace({ folder }), HOUR)
  const lock = new FolderLock(folder, '.lock')
  await lock.take()
  onTestFinished(() => lock.leave())
  const add = async () => {
    const given = { release: '2026.11', figures: '2026.11_0.0.1', file: 'nothing,known\n1,2\n' }
    return (await addQueuedJob(store, null, given)).id
  }
  return { folder, config, store, lock, add }
}

test('who works on jobs stays while another has jobs in work, and takes them over when that one has gone', async () => {
  const { config, store, lock, add } = await folderOfAnother()
  const runner = new EmbeddedRunner(runnerSettings(config), () => {})
  onTestFinished(() => runner.close())
  await runner.look()
  expect(runner.isNeeded()).toBe(false)
  const id = await add()
  await runner.look()
  expect(runner.isNeeded()).toBe(true)
  expect((await store.find(null, id))?.state).toBe('queued')
  await lock.leave()
  await runner.look()
  await expect.poll(async () => (await store.find(null, id))?.state, { timeout: 30_000 }).toBe('failed')
  await runner.look()
  await expect.poll(() => runner.isNeeded()).toBe(false)
})

test('who cannot see which jobs there are stays, and looks again', async () => {
  const { config, store, lock, add } = await folderOfAnother()
  await lock.leave()
  const runner = new EmbeddedRunner(runnerSettings(config), () => {})
  onTestFinished(() => runner.close())
  const id = await add()
  // The first list shows that there is something to do; the next, of what was begun before, fails.
  const list = vi.spyOn(JobStore.prototype, 'list')
  onTestFinished(() => list.mockRestore())
  const records = await store.list()
  list.mockResolvedValueOnce(records).mockRejectedValueOnce(new Error('The folder is away'))
  await expect(runner.look()).rejects.toThrow('The folder is away')
  expect(runner.isNeeded()).toBe(true)
  await runner.look()
  await expect.poll(async () => (await store.find(null, id))?.state, { timeout: 30_000 }).toBe('failed')
})

test('a service to which nothing was sent takes over the jobs of another that has died', async () => {
  const { config, store, lock, add } = await folderOfAnother()
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const jobs: Jobs = createJobs(config, () => {})
  onTestFinished(() => jobs.stop())
  await jobs.start()
  const id = await add()
  await lock.leave()
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()
  await expect.poll(async () => (await store.find(null, id))?.state, { timeout: 60_000 }).toBe('failed')
})

test('a result that is asked for while the process that writes it goes is asked for again, not given up', async () => {
  const config = readConfig({ JOBS_FOLDER: newFolder(), JOB_WORKERS: '1' })
  const child = new RunnerChild(runnerSettings(config), () => {})
  const asked = child.convert('a'.repeat(32), 'json')
  child.stop()
  expect(await asked).toEqual({ isPassing: true })
  expect(await child.convert('a'.repeat(32), 'json')).toEqual({ isPassing: true })
})

test('over HTTP, such a result is answered by 503 with Retry-After', async () => {
  const { finish, get } = await startJobService()
  const { id } = await finish('kind\nserver\n')
  const convert = vi.spyOn(RunnerChild.prototype, 'convert').mockResolvedValueOnce({ isPassing: true })
  onTestFinished(() => convert.mockRestore())
  const busy = await get(`/v2/jobs/${id}/result`, { accept: 'application/json' })
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await get(`/v2/jobs/${id}/result`, { accept: 'application/json' })).status).toBe(200)
})

test.for(['src/main.ts', 'bin/impactql.js worker'])(
  'a folder that cannot be one ends the start with a sentence: %s',
  (command) => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    const env = {
      ...process.env,
      JOBS_FOLDER: join(folder, 'file', 'jobs'),
      JOBS_URL: 'redis://127.0.0.1:9',
      PORT: '0',
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, command.split(' '), { env, encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toBe(`JOBS_FOLDER: expected a folder that can be written to, got "${env.JOBS_FOLDER}" (ENOTDIR)\n`)
  },
)
