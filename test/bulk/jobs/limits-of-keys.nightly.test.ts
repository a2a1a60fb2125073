import { describe, expect, it } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { KEYS, leftOver, newFolder, servers, startJobService } from './job-service.ts'
import { startMachine } from './machines.ts'

describe('two services on one folder', () => {
  it('take no more jobs of a key together than it may have, of many that come at once', async () => {
    const folder = newFolder()
    const env = { JOBS_FOLDER: folder, JOBS_PER_KEY: '3' }
    const bases = (await Promise.all([startMachine(env), startMachine({ ...env, WORKERS: '2' })])).map(
      ({ base }) => base,
    )
    const file = servers(30_000)
    const sent = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        fetch(`${bases[index % 2]}/v2/jobs`, { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file }),
      ),
    )
    const statuses = sent.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(3).fill(202), ...Array(13).fill(429)])
    expect(leftOver(folder).length).toBe(3)
    const [first] = sent.filter(({ status }) => status === 202)
    const { id } = (await (first as Response).json()) as JobStatus
    expect((await fetch(`${bases[1]}/v2/jobs/${id}`, { method: 'DELETE' })).status).toBe(200)
    const next = await fetch(`${bases[0]}/v2/jobs`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: servers(1),
    })
    expect(next.status).toBe(202)
  })

  it('take no more bytes of a key together than it may have, and count each key for itself', async () => {
    const folder = newFolder()
    const env = { JOB_BYTES_PER_KEY: '3500000', JOBS_PER_KEY: '100' }
    const services = await Promise.all([0, 1].map(() => startJobService(env, { folder, closed: true })))
    const file = servers(25_000)
    expect(file.length).toBeGreaterThan(1_000_000)
    const send = (index: number, key: string) =>
      services[index % 2]?.send(file, { headers: { 'x-api-key': key } }) as Promise<Response>
    const sent = await Promise.all(Array.from({ length: 10 }, (_, index) => send(index, KEYS.mine)))
    const taken = sent.filter(({ status }) => status === 202).length
    expect(sent.filter(({ status }) => status === 429).length).toBe(10 - taken)
    expect(taken * file.length).toBeLessThanOrEqual(3_500_000)
    expect(leftOver(folder).length).toBe(taken)
    expect((await send(0, KEYS.yours)).status).toBe(202)
  })
})
