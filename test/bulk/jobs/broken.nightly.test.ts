import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { inDatabase, newFolder, servers, startJobService } from './job-service.ts'

/** A folder with a job that is done, and others that wait, each of another address. */
async function folderOf(waiting: number) {
  const folder = newFolder()
  const first = await startJobService({}, { folder })
  const done = await first.finish(servers(3))
  await first.stop()
  const input = servers(5)
  const ids = Array.from({ length: waiting }, (_, job) => String(job).padStart(32, '0'))
  for (const id of ids) {
    mkdirSync(join(folder, id))
    writeFileSync(join(folder, id, 'input'), input)
    inDatabase(
      folder,
      `INSERT INTO jobs (id, payer, state, options, release, figures, input_bytes, created_at)
        SELECT ?, 'address of ' || ?, 'queued', options, release, figures, ${input.length}, created_at FROM jobs WHERE id = ?`,
      id,
      id,
      done.id,
    )
  }
  return { folder, done, ids }
}

describe('What is broken concerns one job:', () => {
  const damages: readonly (readonly [what: string, damage: (folder: string, id: string) => void, fault: RegExp])[] = [
    [
      'a record',
      (folder, id) => inDatabase(folder, `UPDATE jobs SET options = '{' WHERE id = ?`, id),
      /record of the job cannot/,
    ],
    ['an empty record', (folder, id) => inDatabase(folder, `UPDATE jobs SET options = '' WHERE id = ?`, id), /record/],
    [
      'a record of another kind',
      (folder, id) => inDatabase(folder, `UPDATE jobs SET options = '[]' WHERE id = ?`, id),
      /record/,
    ],
    ['a file that has gone', (folder, id) => rmSync(join(folder, id, 'input')), /cannot be read \(ENOENT\)/],
    [
      'a file that was cut',
      (folder, id) => truncateSync(join(folder, id, 'input'), 9),
      /damaged: only 9 of \d+ bytes are left/,
    ],
    [
      'a folder in the place of a file',
      (folder, id) => {
        rmSync(join(folder, id, 'input'))
        mkdirSync(join(folder, id, 'input'))
      },
      /damaged|cannot be read/,
    ],
    [
      'a folder that has gone',
      (folder, id) => rmSync(join(folder, id), { recursive: true }),
      /cannot be read \(ENOENT\)/,
    ],
    [
      'a file in the place of a folder',
      (folder, id) => {
        rmSync(join(folder, id), { recursive: true })
        writeFileSync(join(folder, id), '')
      },
      /cannot be read \(ENOTDIR\)/,
    ],
  ]
  it('a record, a file or a folder that cannot be read is told in its status and in one log line, and others are done', async () => {
    const { folder, ids } = await folderOf(damages.length + 1)
    for (const [index, [, damage]] of damages.entries()) damage(folder, ids[index] as string)
    const { ended, get, finish, lines } = await startJobService({}, { folder })
    for (const [index, [what, , fault]] of damages.entries()) {
      const status = await ended(ids[index] as string)
      expect([what, status.state, status.fault]).toEqual([what, 'failed', expect.stringMatching(fault)])
    }
    expect(await ended(ids.at(-1) as string)).toMatchObject({ state: 'done', rows: 5 })
    expect((await get('/v1/server')).status).toBe(200)
    expect(await finish(servers(2))).toMatchObject({ state: 'done' })
    const told = (id: string) => lines().filter(({ job, message }) => job === id && message !== 'job begun').length
    for (const id of ids) await expect.poll(() => told(id), { timeout: 60_000 }).toBe(1)
  })

  it('sums that cannot be read are told in the status of their job', async () => {
    const { folder, done } = await folderOf(0)
    inDatabase(folder, `UPDATE jobs SET totals = '{"units":' WHERE id = ?`, done.id)
    const { get } = await startJobService({}, { folder })
    const status = (await (await get(`/v2/jobs/${done.id}`)).json()) as JobStatus
    expect(status).toMatchObject({ state: 'failed', totals: null, fault: expect.stringContaining('cannot be read') })
  })

  it.each([
    ['is none', (file: string) => writeFileSync(file, 'no database at all '.repeat(500))],
    ['was cut', (file: string) => truncateSync(file, 5000)],
    [
      'is a folder',
      (file: string) => {
        rmSync(file)
        mkdirSync(file)
      },
    ],
  ])('a database that %s is set aside, told in one log line, and jobs are taken', async (_what, damage) => {
    const { folder } = await folderOf(0)
    for (const name of readdirSync(folder)) if (/^jobs\.sqlite-/.test(name)) rmSync(join(folder, name))
    damage(join(folder, 'jobs.sqlite'))
    const { get, finish, lines } = await startJobService({}, { folder })
    expect((await get('/v1/server')).status).toBe(200)
    expect(await finish(servers(2))).toMatchObject({ state: 'done' })
    expect(readdirSync(folder).filter((name) => /damaged-\d+$/.test(name))).toHaveLength(1)
    expect(lines().filter(({ level }) => level === 'error')).toHaveLength(1)
  })

  it('a database of no bytes is a new one, and jobs are taken', async () => {
    const { folder } = await folderOf(0)
    for (const name of readdirSync(folder)) if (/^jobs\.sqlite-/.test(name)) rmSync(join(folder, name))
    rmSync(join(folder, 'jobs.sqlite'))
    writeFileSync(join(folder, 'jobs.sqlite'), '')
    const { finish } = await startJobService({}, { folder })
    expect(await finish(servers(2))).toMatchObject({ state: 'done' })
  })
})

it('a step that fails again and again is tried five times, then the job fails with the reason', async () => {
  const { folder, ids } = await folderOf(1)
  const broken = ids[0] as string
  // No release has such a criterion.
  inDatabase(
    folder,
    `UPDATE jobs SET state = 'queued', options = json_set(options, '$.criteria[0]', 'nothing') WHERE id = ?`,
    broken,
  )
  const { ended, lines } = await startJobService({}, { folder })
  const { state, fault } = await ended(broken)
  expect([state, fault]).toEqual(['failed', expect.stringMatching(/ 5 times: /)])
  const failed = lines().filter(({ job, message }) => job === broken && message === 'a step of a job failed')
  expect(failed.map(({ error }) => String(error))).toHaveLength(5)
})
