import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { rawRequest } from '../../server/http/support/raw-request.ts'
import { KEYS, leftOver, servers, startJobService } from './job-service.ts'

async function detailOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { readonly detail: unknown }).detail
}

describe('A file that is not taken', () => {
  it('is refused by its type, its coding and its query, each with a reason', async () => {
    const { send, folder } = await startJobService()
    const plain = await send('a', { type: 'text/plain' })
    expect([plain.status, await detailOf(plain)]).toEqual([415, expect.stringContaining('text/csv')])
    const coded = await send('a', { headers: { 'content-encoding': 'br' } })
    expect([coded.status, await detailOf(coded)]).toEqual([415, expect.stringContaining('gzip')])
    const query =
      '?boundary=planet&timeWorkload=101&columns=Rechner&columns=Rechner%3Dnothing&duration=-1&criteria=luck&release=1999.01'
    const asked = await send('a', { query })
    const fault = (key: string, msg: string, input: string) => {
      return { type: 'invalid_value', loc: ['query', key], msg: expect.stringContaining(msg), input, nearest: [] }
    }
    expect([asked.status, await detailOf(asked)]).toEqual([
      422,
      [
        fault('duration', 'above 0', '-1'),
        fault('criteria', 'gwp', 'luck'),
        fault('boundary', 'DATA_CENTRE', 'planet'),
        fault('timeWorkload', '0 to 100', '101'),
        fault('columns', 'theirs=ours', 'Rechner'),
        fault('columns', 'cpu_name', 'Rechner=nothing'),
        {
          ...fault('release', '1999.01', '1999.01'),
          type: 'not_found',
          nearest: expect.arrayContaining(['2026.12']),
        },
      ],
    ])
    expect(leftOver(folder)).toEqual([])
  })

  it('is refused where it is empty or too large, and nothing of it stays', async () => {
    const { send, folder } = await startJobService({ MAX_JOB_BYTES: '100000' })
    const empty = await send('')
    expect([empty.status, await detailOf(empty)]).toEqual([422, 'The body is empty: send a file'])
    const large = await send('x'.repeat(100_001))
    expect([large.status, await detailOf(large)]).toEqual([413, expect.stringContaining(' 100000 bytes')])
    expect(leftOver(folder)).toEqual([])
  })

  it('becomes a failed job where it unpacks to more than it may take on disk, or than its key may have', async () => {
    const packed = gzipSync(servers(60_000))
    expect(packed.length).toBeLessThan(1_000_000)
    const onDisk = await startJobService({ MAX_JOB_DISK_BYTES: '2000000' })
    expect(await onDisk.finish(packed)).toMatchObject({ fault: 'The job needs more than 2000000 bytes on disk' })
    const ofKey = await startJobService({ JOB_BYTES_PER_KEY: '3000000' })
    expect(await ofKey.finish(packed)).toMatchObject({ fault: expect.stringContaining(' 3000000 bytes') })
    expect(await ofKey.finish(servers(3))).toMatchObject({ state: 'done' })
  })

  it('is judged by how far all of it unpacks, and not by how far its beginning does', async () => {
    const long = `server,${'x'.repeat(1000)}\n`.repeat(80_000)
    const random = Array.from({ length: 15_000 }, () => `server,${randomBytes(20).toString('hex')}\n`).join('')
    const packed = gzipSync(`kind,label\n${long}${random}`)
    const { finish } = await startJobService()
    expect(await finish(packed)).toMatchObject({ state: 'done', rowsRead: 95_000 })
  })

  it('becomes a failed job where it unpacks to too much, is compressed twice, or was cut off', async () => {
    const { finish, remove, folder } = await startJobService({ MAX_JOB_UNPACKED_BYTES: '1000000' })
    const half = gzipSync(servers(1000))
    const cases: readonly (readonly [file: Uint8Array, fault: RegExp])[] = [
      // A thousand bytes again and again: a hundredth.
      [gzipSync(Buffer.alloc(100_000_001, randomBytes(1000).toString('hex')), { level: 1 }), / 1000000 bytes$/],
      [gzipSync(gzipSync(servers(3))), /twice/],
      [half.subarray(0, half.length >> 1), /unpacked/],
    ]
    for (const [file, fault] of cases) {
      const job = await finish(file)
      expect(job).toMatchObject({ state: 'failed', fault: expect.stringMatching(fault) })
      expect((await remove(job.id)).status).toBe(200)
    }
    expect(leftOver(folder)).toEqual([])
  })

  it('leaves nothing where its sender stops in the middle', async () => {
    const { url, folder, get, lines } = await startJobService()
    const ending = new AbortController()
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(new TextEncoder().encode('label,kind\n'))
        await new Promise((resolve) => setTimeout(resolve, 50))
      },
    })
    const sent = fetch(url('/v2/jobs'), {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body,
      duplex: 'half',
      signal: ending.signal,
    } as RequestInit)
    await expect.poll(() => leftOver(folder).length, { timeout: 60_000 }).toBe(1)
    ending.abort()
    await expect(sent).rejects.toThrow()
    await expect.poll(() => leftOver(folder), { timeout: 60_000 }).toEqual([])
    expect((await get('/health')).status).toBe(200)
    // It is no error of the service.
    expect(lines().filter(({ level }) => level !== 'info')).toEqual([])
  })

  it('leaves nothing where it comes a byte at a time', async () => {
    const { port, folder } = await startJobService({ REQUEST_TIMEOUT_MS: '500' })
    const head = 'POST /v2/jobs HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\n'
    const bytes = Array.from({ length: 20 }, () => 'x')
    const { status } = await rawRequest(port, [head, ...bytes], { pauseMs: 100, quietMs: 3000 })
    expect(status).toBe(408)
    await expect.poll(() => leftOver(folder), { timeout: 60_000 }).toEqual([])
  })

  it('is one too many for its key, but not for another', async () => {
    const { send, remove } = await startJobService({ JOBS_PER_KEY: '1' }, { closed: true })
    const mine = { headers: { 'x-api-key': KEYS.mine } }
    const first = await send(servers(10), mine)
    expect(first.status).toBe(202)
    const second = await send(servers(10), mine)
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '10'])
    expect(await detailOf(second)).toBe(
      'Each API key or client address can have at most 1 jobs at a time. Wait for one to end, or remove one',
    )
    expect((await send(servers(10), { headers: { 'x-api-key': KEYS.yours } })).status).toBe(202)
    const { id } = (await first.json()) as JobStatus
    expect((await remove(id, mine.headers)).status).toBe(200)
    expect((await send(servers(10), mine)).status).toBe(202)
  })

  it('is one too many where more come at once than a key may have', async () => {
    const { send, folder } = await startJobService({ JOBS_PER_KEY: '3' })
    const sent = await Promise.all(Array.from({ length: 12 }, () => send(servers(20_000))))
    const statuses = sent.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(3).fill(202), ...Array(9).fill(429)])
    expect(leftOver(folder).length).toBe(3)
  })

  it('is one too many where what comes at once is more than the bytes of a key', async () => {
    const { send, folder } = await startJobService({ JOB_BYTES_PER_KEY: '1500000' })
    const file = servers(15_000)
    expect(file.length).toBeGreaterThan(600_000)
    expect(file.length).toBeLessThan(1_500_000)
    const sent = await Promise.all([send(file), send(file), send(file)])
    expect(sent.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    expect(leftOver(folder).length).toBeLessThan(3)
  })

  it('is one too many where files and results take more bytes than a key may have', async () => {
    const { send, finish } = await startJobService({ JOB_BYTES_PER_KEY: '2000000' })
    for (let job = 0; job < 2; job++) expect((await finish(servers(1))).state).toBe('done')
    const third = await send(servers(1))
    expect([third.status, await detailOf(third)]).toEqual([
      429,
      'Your jobs and results would take more than 2000000 bytes. Remove finished jobs',
    ])
  })
})
