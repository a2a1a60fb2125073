import { existsSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { rawRequest } from '../../server/http/support/raw-request.ts'
import { type JobService, leftOver, servers, startJobService } from './job-service.ts'

async function idOf(sent: Promise<Response>): Promise<string> {
  return ((await (await sent).json()) as JobStatus).id
}

/** Opens a connection, asks, and reads nothing. */
function neverRead(port: number, request: string) {
  const socket = connect(port, '127.0.0.1', () => socket.write(request))
  socket.on('error', () => {})
  socket.pause()
  return socket
}

describe('a request for a result', () => {
  const asked = async ({ get, finish }: JobService) => {
    const { id } = await finish(servers(3), { query: '?criteria=gwp' })
    const path = `/v2/jobs/${id}/result`
    return { path, whole: await (await get(path)).text() }
  }

  it('gives the bytes of a range, all where ranges are odd, and none beyond the end', async () => {
    const service = await startJobService()
    const { get } = service
    const { path, whole } = await asked(service)
    const bytes = async (range: string) => {
      const answer = await get(path, { range })
      return [answer.status, answer.status === 416 ? '' : await answer.text()]
    }
    expect(await bytes('bytes=0-4')).toEqual([206, whole.slice(0, 5)])
    expect(await bytes('bytes=-5')).toEqual([206, whole.slice(-5)])
    expect(await bytes(`bytes=5-${whole.length + 1000}`)).toEqual([206, whole.slice(5)])
    expect(await bytes(`bytes=${whole.length}-`)).toEqual([416, ''])
    expect(await bytes('bytes=-0')).toEqual([416, ''])
    for (const odd of ['bytes=0-1,3-4', 'lines=0-1', ''])
      expect([odd, ...(await bytes(odd))]).toEqual([odd, 200, whole])
    for (const wrong of ['bytes=', 'bytes=a-b', 'bytes=9-3']) expect([200, 416]).toContain((await bytes(wrong))[0])
    const many = `bytes=${Array.from({ length: 300 }, (_, at) => `${3 * at}-${3 * at}`).join(',')}`
    expect((await get(path, { range: many })).status).toBe(200)
  })

  it('is answered without a body where HEAD asks, and with 304 where it is known', async () => {
    const service = await startJobService()
    const { get, url } = service
    const { path, whole } = await asked(service)
    const head = await fetch(url(path), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, `${whole.length}`, ''])
    const etag = head.headers.get('etag') as string
    const plain = (headers: string) =>
      rawRequest(service.port, [`GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`])
    expect((await plain(`If-None-Match: W/"x", ${etag}`)).status).toBe(304)
    expect((await plain('If-None-Match: *')).status).toBe(304)
    expect((await plain('If-None-Match: "other"')).status).toBe(200)
    expect((await plain(`If-Match: "other"`)).status).toBe(412)
    const changed = await get(path, { range: 'bytes=0-1', 'if-range': '"other"' })
    expect([changed.status, await changed.text()]).toEqual([200, whole])
  })

  it('is answered in the format that an odd Accept comes to, or with 406', async () => {
    const service = await startJobService()
    const { path } = await asked(service)
    const answers: readonly (readonly [accept: string, status: number])[] = [
      ['*/*;q=0', 406],
      ['text/*;q=0.1, application/*', 200],
      [';;;,,,', 406],
      ['text/csv;q=2', 200],
      ['TEXT/CSV', 200],
      ['text/csv;header=present', 200],
    ]
    for (const [accept, status] of answers) {
      const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\n\r\n`
      expect([accept, (await rawRequest(service.port, [request])).status]).toEqual([accept, status])
    }
  })
})

describe('a file', () => {
  it('is taken with a charset, in pieces of unknown number, and where it says of itself to be gzip and is not', async () => {
    const { send, ended, url } = await startJobService()
    const charset = send(servers(2), { type: 'Text/CSV ; charset="utf-8"' })
    expect(await ended(await idOf(charset))).toMatchObject({ state: 'done', rows: 2, faulty: 0 })
    const body = new Blob([servers(2)]).stream()
    const pieces = fetch(url('/v2/jobs'), {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(await ended(await idOf(pieces))).toMatchObject({ state: 'done', rows: 2, faulty: 0 })
    const unpacked = send(servers(2), { headers: { 'content-encoding': 'gzip' } })
    expect(await ended(await idOf(unpacked))).toMatchObject({ state: 'done', rows: 2, faulty: 0 })
  })

  it('of a million small objects is read line by line, and refused as one list', async () => {
    const { finish } = await startJobService()
    const object = '{"kind":"laptop"}'
    const lines = await finish(`${object}\n`.repeat(1_000_000), {
      type: 'application/x-ndjson',
      query: '?criteria=gwp',
    })
    expect(lines).toMatchObject({ state: 'done', rows: 1_000_000, faulty: 0 })
    const list = await finish(`[${`${object},`.repeat(999_999)}${object}]`, { type: 'application/json' })
    expect(list).toMatchObject({
      state: 'failed',
      fault: expect.stringContaining('Use JSON lines instead: one asset per line'),
    })
  })

  it('is taken where the folder has gone meanwhile', async () => {
    const { send, folder, ended } = await startJobService()
    const lost = await idOf(send(servers(2)))
    rmSync(folder, { recursive: true })
    expect(await ended(await idOf(send(servers(3))))).toMatchObject({ state: 'done', rows: 3 })
    expect(readdirSync(folder)).not.toContain(lost)
  })

  it('is not taken where nothing can be written, with a plain answer, and is when it can again', async () => {
    const { send, get, ended, folder } = await startJobService()
    // A file has no files in it.
    rmSync(folder, { recursive: true })
    writeFileSync(folder, '')
    const refused = await send(servers(2))
    expect([refused.status, await refused.json()]).toEqual([507, { detail: 'The disk has no room for more jobs' }])
    expect((await get('/health')).status).toBe(200)
    rmSync(folder)
    expect(await ended(await idOf(send(servers(2))))).toMatchObject({ state: 'done', rows: 2 })
  })
})

describe('clients that do not read', () => {
  it('of the events of a job leave room for others, and are cut when they go', async () => {
    const { send, port, get, url, remove } = await startJobService({ JOBS_PER_KEY: '2' })
    const id = await idOf(send(servers(40_000)))
    const request = `GET /v2/jobs/${id}/events HTTP/1.1\r\nHost: a\r\n\r\n`
    const sockets = Array.from({ length: 1000 }, () => neverRead(port, request))
    await expect.poll(async () => (await get(`/v2/jobs/${id}/events`)).status, { timeout: 60_000 }).toBe(503)
    await expect.poll(async () => (await get(`/v2/jobs/${id}`)).status, { timeout: 60_000 }).toBe(200)
    for (const socket of sockets) socket.destroy()
    await wait(1000)
    const watched = await fetch(url(`/v2/jobs/${id}/events`))
    expect(watched.status).toBe(200)
    expect((await remove(id)).status).toBe(200)
    expect(await watched.text()).toContain('"state":"cancelled"')
  })

  it('of a large result are cut, and keep no file open', async () => {
    const { finish, port, folder, remove, get } = await startJobService({ REQUEST_TIMEOUT_MS: '2000' })
    const { id } = await finish(`${'{"kind":"laptop"}\n'.repeat(300_000)}`, {
      type: 'application/x-ndjson',
      query: '?criteria=gwp',
    })
    expect((await get(`/v2/jobs/${id}/result`)).status).toBe(200)
    const open = () =>
      readdirSync('/proc/self/fd').some((fd) => {
        const [link] = [`/proc/self/fd/${fd}`].filter((path) => existsSync(path)).map((path) => readlinkSync(path))
        return link?.includes(id)
      })
    const socket = neverRead(port, `GET /v2/jobs/${id}/result HTTP/1.1\r\nHost: a\r\n\r\n`)
    await expect.poll(open, { timeout: 60_000 }).toBe(true)
    await expect.poll(open, { timeout: 60_000 }).toBe(false)
    socket.destroy()
    expect((await remove(id)).status).toBe(200)
    expect(existsSync(join(folder, id))).toBe(false)
    expect(leftOver(folder)).toEqual([])
  })
})
