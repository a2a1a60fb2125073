import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newFolder, servers, startJobService } from '../../bulk/jobs/job-service.ts'
import { spawnMain } from './support/spawn-main.ts'

const disk = vi.hoisted(() => ({ isFull: false }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const statfs = async (folder: string) => {
    const found = await real.statfs(folder)
    if (disk.isFull) found.bavail = 1
    return found
  }
  return { ...real, statfs }
})

const FULL = ['The disk of the jobs is full']

it('/ready names a full disk of jobs and stays 200, and /health does not', async () => {
  const { get, send } = await startJobService()
  const ready = async () => {
    const response = await get('/ready')
    return [response.status, await response.json()]
  }
  expect(await ready()).toEqual([200, { status: 'ready' }])
  disk.isFull = true
  expect((await send(servers(1))).status).toBe(507)
  expect(await ready()).toEqual([200, { status: 'ready', jobs: FULL }])
  expect(await (await get('/health')).json()).toEqual({ status: 'ok' })
  disk.isFull = false
  expect(await ready()).toEqual([200, { status: 'ready' }])
})

it('/ready names a process of jobs that ends as soon as it is started, until it does its work', async () => {
  vi.stubEnv('NODE_OPTIONS', '--require=/nothing/is/here.cjs')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { get, send, ended } = await startJobService()
  const { id } = (await (await send(servers(1))).json()) as { id: string }
  const ready = async () => (await get('/ready')).json()
  const down = { status: 'ready', jobs: ['The process of the jobs ends as soon as it starts'] }
  await expect.poll(ready, { timeout: 20_000 }).toEqual(down)
  vi.unstubAllEnvs()
  expect(await ended(id)).toMatchObject({ state: 'done' })
  expect(await ready()).toEqual({ status: 'ready' })
})

it.each([
  ['that cannot be made', () => '/proc/impactql/jobs'],
  [
    'below a file',
    () => {
      const file = join(newFolder(), 'file')
      writeFileSync(file, '')
      return join(file, 'jobs')
    },
  ],
])('A folder of jobs %s ends the start with a sentence', async (_what, folder) => {
  const main = spawnMain({ JOBS_FOLDER: folder() })
  const code = await main.ended
  expect([code, main.output()]).toEqual([
    1,
    expect.stringMatching(/^JOBS_FOLDER: expected a folder that can be written to/),
  ])
})
