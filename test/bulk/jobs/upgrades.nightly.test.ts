import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inDatabase, newFolder, servers, startJobService } from './job-service.ts'

/** A job that another version of the software has taken: its file is there, and is not read yet. */
function earlierJob(folder: string, like: string, id: string, figures: string, release: string): string {
  const input = servers(7)
  mkdirSync(join(folder, id))
  writeFileSync(join(folder, id, 'input'), input)
  inDatabase(
    folder,
    `INSERT INTO jobs (id, payer, state, options, release, figures, input_bytes, created_at)
      SELECT ?, 'address of ' || ?, 'queued', options, ?, ?, ${input.length}, created_at FROM jobs WHERE id = ?`,
    id,
    id,
    release,
    figures,
    like,
  )
  return id
}

it('A job of an earlier version is begun anew by the figures of its release, and fails where that is gone', async () => {
  const folder = newFolder()
  const first = await startJobService({}, { folder })
  const { id: like, totals, release } = await first.finish(servers(7))
  await first.stop()
  const known = earlierJob(folder, like, 'a'.repeat(32), `${release}_0.0.1`, release)
  const unknown = earlierJob(folder, like, 'b'.repeat(32), '1999.01_0.0.1', '1999.01')
  const { ended } = await startJobService({}, { folder })
  expect(await ended(known)).toMatchObject({ state: 'done', done: 7, totals })
  const { state, fault } = await ended(unknown)
  expect([state, fault]).toEqual(['failed', 'Data release 1999.01_0.0.1 is no longer available'])
})

it('a job whose file an earlier version read, with a plan that this version cannot use, is read again', async () => {
  const folder = newFolder()
  const first = await startJobService({}, { folder })
  const { id, totals } = await first.finish(servers(7))
  await first.stop()
  const plan = { source: {}, counts: {}, parts: [], files: { assets: 1, rows: 1 } }
  inDatabase(folder, `UPDATE jobs SET state = 'running', step = 'evaluating', plan = ?`, JSON.stringify(plan))
  inDatabase(folder, 'PRAGMA user_version = 2')
  const { ended } = await startJobService({}, { folder })
  expect(await ended(id)).toMatchObject({ state: 'done', done: 7, totals })
})
