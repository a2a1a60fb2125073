import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { inDatabase, newFolder, servers, startJobService } from './job-service.ts'

const [script = ''] = /^#!\/bin\/sh\n.*?(?=```)/ms.exec(readFileSync('docs/operating.md', 'utf8')) ?? []

/** Runs the script of docs/operating.md, with a folder instead of /backup. Returns its status and complaints. */
function backUp(to: string, env: Record<string, string>): readonly [status: number | null, stderr: string] {
  // As few machines have it, and as the program does it: a missing file becomes an empty database.
  const programs = newFolder()
  const program = `#!${process.execPath}\nnew (require('node:sqlite').DatabaseSync)(process.argv[2]).exec(process.argv[3])\n`
  writeFileSync(join(programs, 'sqlite3'), program, { mode: 0o755 })
  const { status, stderr } = spawnSync('sh', ['-c', script.replace('/backup/', `${to}/`)], {
    env: { PATH: `${programs}:${process.env.PATH}`, NODE_NO_WARNINGS: '1', ...env },
    encoding: 'utf8',
  })
  return [status, stderr]
}

test('a backup without jobs is one of the database, and one of another folder or of none is refused', async () => {
  const [folder, empty, backup] = [newFolder(), newFolder(), newFolder()]
  for (const env of [{}, { JOBS_FOLDER: '' }, { JOBS_FOLDER: empty }]) {
    expect(backUp(backup, env)).toEqual([expect.not.toBeOneOf([0]), expect.stringMatching(/JOBS_FOLDER|jobs\.sqlite/)])
    expect(readdirSync(backup)).toEqual([])
  }
  const service = await startJobService({}, { folder })
  const { id } = await service.finish(servers(3))
  await service.remove(id)
  expect(backUp(backup, { JOBS_FOLDER: folder })).toEqual([0, ''])
  const [copied = ''] = readdirSync(backup)
  expect(readdirSync(join(backup, copied))).toEqual(['jobs.sqlite'])
})

test('a backup of the folder, taken in the midst of a job, has the results, and the job goes on from it', async () => {
  const [folder, backup] = [newFolder(), newFolder()]
  const first = await startJobService({}, { folder })
  const done = await first.finish(servers(3))
  const rows = await (await first.get(`/v2/jobs/${done.id}/result`)).text()
  const { id } = (await (await first.send(servers(21_000), { query: '?criteria=gwp' })).json()) as JobStatus
  const parts = () => inDatabase(folder, `SELECT number FROM pieces WHERE job = ? AND kind = 'figures'`, id)
  await expect.poll(() => parts().length, { timeout: 60_000 }).toBeGreaterThan(0)
  expect(backUp(backup, { JOBS_FOLDER: folder })).toEqual([0, ''])
  const original = await first.ended(id)
  await first.stop()

  const [copied = ''] = readdirSync(backup)
  const second = await startJobService({}, { folder: join(backup, copied) })
  expect(await (await second.get(`/v2/jobs/${done.id}/result`)).text()).toBe(rows)
  expect(await second.ended(id)).toMatchObject({ state: 'done', rows: 21_000, totals: original.totals })
})
