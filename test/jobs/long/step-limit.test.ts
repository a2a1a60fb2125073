import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JobStatus } from '../../../src/jobs/job.ts'
import { newFolder, servers, startJobService } from '../job-service.ts'
import { hangAt, hangingJob } from './machines.ts'

const LIMIT = { MAX_JOB_STEP_MS: '20000' }
const TOO_LONG = 'The job was given up: a step of it took longer than 20 seconds'

async function idOf(sent: Promise<Response>): Promise<string> {
  return ((await (await sent).json()) as JobStatus).id
}

describe('a step that takes longer than it may', () => {
  it('fails its job with the reason where its file cannot be read; others go on', async () => {
    const folder = newFolder()
    const first = await startJobService({}, { folder })
    const { id } = await first.finish(servers(3))
    await first.service.stop()
    const hanging = hangingJob(folder, id)
    const { ended, finish, get } = await startJobService(LIMIT, { folder })
    expect(await finish(servers(5))).toMatchObject({ state: 'done' })
    expect(await ended(hanging)).toMatchObject({ state: 'failed', fault: TOO_LONG })
    expect((await get(`/v2/jobs/${hanging}/result`)).status).toBe(409)
    expect(await finish(servers(7))).toMatchObject({ state: 'done' })
  })

  it('ends the thread of a part, which is then free for others', async () => {
    const folder = newFolder()
    const first = await startJobService({}, { folder })
    const id = await idOf(first.send(servers(40_000)))
    await expect.poll(() => existsSync(join(folder, id, 'plan.json')), { timeout: 60_000, interval: 5 }).toBe(true)
    await first.service.stop()
    const assets = readdirSync(join(folder, id)).filter((name) => name.startsWith('assets-'))
    expect(assets).toHaveLength(1)
    hangAt(join(folder, id, assets[0] as string))
    const second = await startJobService(LIMIT, { folder })
    const { ended, finish, samples } = second
    expect(await ended(id)).toMatchObject({ state: 'failed', fault: TOO_LONG })
    expect(await finish(servers(5))).toMatchObject({ state: 'done' })
    await expect
      .poll(async () => (await samples()).impactql_job_parts_failed_total, { timeout: 5000 })
      .toBeGreaterThan(0)
    await expect.poll(async () => (await samples())['impactql_job_parts{state="running"}'], { timeout: 5000 }).toBe(0)
  })
})
