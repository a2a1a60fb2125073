import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { inDatabase, leftOver, servers, startJobService } from './job-service.ts'

describe('a result that is asked for in a further format', () => {
  /** Rows that are all the same: small as they are sent, one asset, and many rows to write. */
  const repeated = (rows: number) =>
    gzipSync(`label,kind,quantity,location,load,cpu_name\n${'host,server,1,FRA,10,EPYC 7502\n'.repeat(rows)}`)

  it('is gone when its job is removed meanwhile, and leaves nothing behind', async () => {
    const { finish, get, remove, folder } = await startJobService()
    const { id } = await finish(repeated(500_000), { query: '?criteria=gwp' })
    const asked = get(`/v2/jobs/${id}/result`, { accept: 'application/json' })
    await expect
      .poll(() => inDatabase(folder, `SELECT * FROM tries WHERE step = 'converting to json'`).length, {
        timeout: 60_000,
        interval: 5,
      })
      .toBe(1)
    expect((await remove(id)).status).toBe(200)
    const answer = await asked
    expect([answer.status, await answer.json()]).toEqual([
      404,
      {
        detail: [
          { type: 'not_found', loc: ['path', 'id'], msg: 'No such job, or it was removed', input: id, nearest: [] },
        ],
      },
    ])
    await expect.poll(() => leftOver(folder), { timeout: 60_000 }).toEqual([])
  })
})

it('an ended job whose folder is gone stops no other from being removed after its hours', async () => {
  const { finish, get, folder } = await startJobService({ JOB_HOURS_KEPT: '2' })
  const old = await finish(servers(2))
  const { id, state } = await finish('neither a table nor\nanything else')
  expect(state).toBe('failed')
  rmSync(join(folder, id), { recursive: true })
  inDatabase(folder, 'UPDATE jobs SET finished_minute = finished_minute - 120 WHERE id = ?', old.id)
  // The service looks each minute.
  await expect.poll(async () => (await get(`/v2/jobs/${old.id}`)).status, { timeout: 100_000 }).toBe(404)
  expect((await get(`/v2/jobs/${id}`)).status).toBe(200)
})
