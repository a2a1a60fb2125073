import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder, servers, startJobService } from './job-service.ts'

/** Jobs that another version of the software has taken, as it leaves them: the file is there, and is not read yet. */
function earlierJob(folder: string, like: string, id: string, changes: object): string {
  const { outcome, finishedAt, ...record } = JSON.parse(readFileSync(join(folder, like, 'job.json'), 'utf8'))
  mkdirSync(join(folder, id))
  writeFileSync(join(folder, id, 'input'), servers(7))
  writeFileSync(join(folder, id, 'job.json'), JSON.stringify({ ...record, state: 'queued', id, ...changes }))
  return id
}

it('A job of an earlier version is begun anew by the figures of its release, and fails where that is gone', async () => {
  const folder = newFolder()
  const first = await startJobService({}, { folder })
  const { id: like, totals } = await first.finish(servers(7))
  await first.service.stop()
  const known = earlierJob(folder, like, 'a'.repeat(32), { figures: '2026.11_0.0.1' })
  const unknown = earlierJob(folder, like, 'b'.repeat(32), { figures: '1999.01_0.0.1', release: '1999.01' })
  const { ended } = await startJobService({}, { folder })
  expect(await ended(known)).toMatchObject({ state: 'done', done: 7, totals })
  const { state, fault } = await ended(unknown)
  expect([state, fault]).toEqual(['failed', 'The data release 1999.01 is no longer there'])
})
