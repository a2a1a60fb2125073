import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { inDatabase, newFolder, servers, startJobService } from './job-service.ts'

test('a backup of the folder, taken in the midst of a job, has the results, and the job goes on from it', async () => {
  const [folder, backup] = [newFolder(), newFolder()]
  const first = await startJobService({}, { folder })
  const done = await first.finish(servers(3))
  const rows = await (await first.get(`/v2/jobs/${done.id}/result`)).text()
  const { id } = (await (await first.send(servers(21_000), { query: '?criteria=gwp' })).json()) as JobStatus
  const parts = () => inDatabase(folder, `SELECT number FROM pieces WHERE job = ? AND kind = 'figures'`, id)
  await expect.poll(() => parts().length, { timeout: 60_000 }).toBeGreaterThan(0)
  // As docs/operating.md says: the database first, then the folders beside it.
  inDatabase(folder, `VACUUM INTO '${join(backup, 'jobs.sqlite')}'`)
  for (const name of readdirSync(folder).filter((each) => /^[0-9a-f]/.test(each)))
    cpSync(join(folder, name), join(backup, name), { recursive: true })
  const original = await first.ended(id)
  await first.stop()

  const second = await startJobService({}, { folder: backup })
  expect(await (await second.get(`/v2/jobs/${done.id}/result`)).text()).toBe(rows)
  expect(await second.ended(id)).toMatchObject({ state: 'done', rows: 21_000, totals: original.totals })
})
