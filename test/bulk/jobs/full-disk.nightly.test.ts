import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder, servers } from './job-service.ts'
import { startMachine } from './machines.ts'

const WHY = 'The disk of the jobs is full. The job continues when there is room'

test('While the disk is full, files and results in further formats are refused with 507; jobs wait, say why, and go on; it is logged once', async () => {
  const mark = join(newFolder(), 'full')
  const { main, base, send, status, ended, remove } = await startMachine({
    LOG_LEVEL: 'warn',
    JOBS_FOLDER: newFolder(),
    NODE_OPTIONS: `--import=${new URL('./little-room.ts', import.meta.url).href}`,
    FULL_DISK: mark,
  })
  const done = await send(servers(3))
  expect(await ended(done)).toMatchObject({ state: 'done', waiting: null })
  const asCsv = () => fetch(`${base}/v2/jobs/${done}/result`, { headers: { accept: 'text/csv' } })

  const jobs = [await send(servers(15_000)), await send(servers(15_000, 100_000))]
  writeFileSync(mark, '')
  const waiting = async () => (await Promise.all(jobs.map((id) => status(id)))).map((job) => job.waiting)
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([WHY, WHY])
  await main.written(/"jobs wait"/)
  const refused = await fetch(`${base}/v2/jobs`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: servers(1),
  })
  expect(refused.status).toBe(507)
  expect((await asCsv()).status).toBe(507)
  expect((await fetch(`${base}/v1/server`)).status).toBe(200)
  expect((await remove(jobs.pop() as string)).status).toBe(200)

  rmSync(mark)
  expect(await ended(jobs[0] as string)).toMatchObject({ state: 'done', done: 15_000, faulty: 0, waiting: null })
  expect((await asCsv()).status).toBe(200)
  expect(await ended(await send(servers(1)))).toMatchObject({ state: 'done', rows: 1 })
  const told = [...main.output().matchAll(/"message":"([^"]*)"/g)].map(([, message]) => message)
  expect(told).toEqual(['jobs wait'])
})
