import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { inDatabase, newFolder, servers, startJobService } from './job-service.ts'
import { hangAt, hangingJob } from './machines.ts'

const LIMIT = { MAX_JOB_STEP_MS: '20000' }
const TOO_LONG = 'The job failed: a step of it took longer than 20 seconds'

async function idOf(sent: Promise<Response>): Promise<string> {
  return ((await (await sent).json()) as JobStatus).id
}

describe('a step that takes longer than it may', () => {
  it('fails its job with the reason where its file cannot be read; others go on', async () => {
    const folder = newFolder()
    const first = await startJobService({}, { folder })
    await first.finish(servers(3))
    await first.stop()
    const hanging = hangingJob(folder)
    const { ended, finish, get } = await startJobService(LIMIT, { folder })
    expect(await finish(servers(5))).toMatchObject({ state: 'done' })
    expect(await ended(hanging)).toMatchObject({ state: 'failed', fault: TOO_LONG })
    expect((await get(`/v2/jobs/${hanging}/result`)).status).toBe(409)
    expect(await finish(servers(7))).toMatchObject({ state: 'done' })
  })

  it('ends the thread of a part, which is then free for others', async () => {
    const folder = newFolder()
    const first = await startJobService({}, { folder })
    const id = await idOf(first.send(servers(20_000)))
    await expect
      .poll(() => inDatabase(folder, 'SELECT 1 FROM jobs WHERE plan IS NOT NULL').length, {
        timeout: 240_000,
        interval: 5,
      })
      .toBe(1)
    await first.stop()
    // The file has its former size, and its reader waits.
    hangAt(join(folder, id, 'assets.parquet'))
    inDatabase(folder, `UPDATE jobs SET plan = json_set(plan, '$.files.assets', 0)`)
    const second = await startJobService(LIMIT, { folder })
    const { ended, finish, samples } = second
    expect(await ended(id)).toMatchObject({ state: 'failed', fault: TOO_LONG })
    expect(await finish(servers(5))).toMatchObject({ state: 'done' })
    expect(await samples()).toMatchObject({ impactql_job_failures_total: 1 })
  })
})
