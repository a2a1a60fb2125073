import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inDatabase, newFolder, servers, startJobService } from './job-service.ts'
import { hangAt } from './machines.ts'
import { parquet } from './parquet-file.ts'

/** Leaves a step of a job as a process does that ended so often for lack of memory in it, and was acquitted before. */
function starve(folder: string, id: string, step: string, times: number, acquitted = 0): void {
  inDatabase(
    folder,
    'INSERT INTO tries (job, step, times, is_open, starved, acquitted) VALUES (?, ?, ?, 0, ?, ?)',
    id,
    step,
    times,
    times,
    acquitted,
  )
}

it.each([
  ['twice', 2, 0],
  ['a third time after it worked alone for a minute', 3, 1],
])(
  'a result in another format that takes all memory %s is refused once, and holds no job',
  async (_, times, acquitted) => {
    const { folder, finish, get } = await startJobService()
    const { id } = await finish(servers(3))
    starve(folder, id, 'converting to csv', times, acquitted)
    const asked = () => get(`/v2/jobs/${id}/result`, { accept: 'text/csv' })
    expect((await asked()).status).toBe(507)
    expect(await finish(servers(4))).toMatchObject({ state: 'done', rowsRead: 4 })
    expect((await asked()).status).toBe(200)
  },
)

it('a job that is to be tried alone waits for the earlier jobs of its key, and nothing else waits for it', async () => {
  const folder = newFolder()
  const first = await startJobService({}, { folder })
  const earlier = await first.finish(servers(3))
  const later = await first.finish(servers(4))
  await first.stop()
  starve(folder, later.id, 'reading', 2, 1)
  inDatabase(folder, `UPDATE jobs SET state = 'queued'`)
  const { ended } = await startJobService({}, { folder })
  for (const { id } of [earlier, later]) expect(await ended(id)).toMatchObject({ state: 'done', rowsFaulty: 0 })
})

it('of two that are tried alone and hang, each holds other jobs for a minute at most', async () => {
  const { folder, finish } = await startJobService({ MEMORY: '2GB' })
  const ids = [(await finish(servers(2))).id, (await finish(servers(3))).id]
  // The minute's look for lost results would begin these jobs again.
  inDatabase(folder, 'UPDATE jobs SET is_cleared = 1')
  for (const id of ids) {
    hangAt(join(folder, id, 'rows-00000.parquet'))
    starve(folder, id, 'converting to csv', 1)
    inDatabase(folder, `INSERT INTO conversions VALUES (?, 'csv', NULL)`, id)
  }
  const begun = performance.now()
  expect(await finish(servers(4))).toMatchObject({ state: 'done', rowsRead: 4 })
  const seconds = (performance.now() - begun) / 1000
  expect(seconds).toBeGreaterThan(90)
  // Two minutes, and time for a busy machine.
  expect(seconds).toBeLessThan(200)
  // The second could never begin: the first hangs in its place.
  expect(inDatabase(folder, 'SELECT starved, acquitted, is_open FROM tries ORDER BY is_open')).toEqual([
    { starved: 1, acquitted: 1, is_open: 0 },
    { starved: 1, acquitted: 1, is_open: 1 },
  ])
})

it('long rows of files take as much as there are other rows between them', async () => {
  const { finish } = await startJobService()
  const label = (row: number) => 'x'.repeat(row % 16 === 0 ? 130_000 : 5)
  const csv = Array.from({ length: 5000 }, (_, row) => `laptop,${label(row)}\n`).join('')
  expect(await finish(`kind,label\n${csv}`)).toMatchObject({ state: 'done', rowsRead: 5000, rowsFaulty: 0 })
  const { body, type } = await parquet(`repeat('x', if(range % 16 = 0, 130000, 5)) AS label FROM range(5000)`)
  expect(await finish(body, { type })).toMatchObject({ state: 'done', rowsRead: 5000, rowsFaulty: 0 })
  const many = Array.from({ length: 600 }, () => `laptop,${label(0)}\n`).join('')
  expect(await finish(`kind,label\n${many}`)).toMatchObject({ state: 'done', rowsRead: 600, rowsFaulty: 342 })
})
