import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { isJobId } from '../../../src/bulk/jobs/job.ts'
import { inDatabase, KEYS, leftOver, servers, startJobService } from './job-service.ts'

const NAME = { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' }

async function idOf(response: Response): Promise<string> {
  expect(response.status).toBe(202)
  const { id } = (await response.json()) as JobStatus
  expect(response.headers.get('location')).toBe(`/v2/jobs/${id}`)
  return id
}

test('a request by a name that cannot be one, or is that of another file or query, is refused', async () => {
  const { send, folder } = await startJobService()
  for (const name of ['', 'x'.repeat(256)]) {
    const refused = await send(servers(1), { headers: { 'idempotency-key': name } })
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { detail: 'Idempotency-Key: expected 1 to 255 characters' },
    ])
  }
  await idOf(await send(servers(2), { headers: NAME }))
  for (const other of [
    await send(servers(3), { headers: NAME }),
    await send(servers(2), { headers: NAME, query: '?criteria=gwp' }),
  ])
    expect([other.status, await other.json()]).toEqual([
      422,
      { detail: 'Idempotency-Key: a job with another file or query already has this key' },
    ])
  expect(readdirSync(folder).filter(isJobId)).toHaveLength(1)
})

test('a repeated request is answered with the same job while that exists, beyond any limit of its key', async () => {
  const { send, folder, ended, remove } = await startJobService({ JOBS_PER_KEY: '1' }, { closed: true })
  const [mine, yours] = [
    { ...NAME, 'x-api-key': KEYS.mine },
    { ...NAME, 'x-api-key': KEYS.yours },
  ]
  const packed = gzipSync(servers(20_000))
  // The time of compression: programs write the current one.
  const packedLater = Buffer.from(packed).fill(9, 4, 8)
  const id = await idOf(await send(packed, { headers: mine }))
  expect(await idOf(await send(packedLater, { headers: mine }))).toBe(id)
  expect((await send(servers(1), { headers: { 'x-api-key': KEYS.mine } })).status).toBe(429)
  expect(await idOf(await send(servers(20_000), { headers: yours }))).not.toBe(id)
  expect((await ended(id, mine)).state).toBe('done')
  const again = await send(packedLater, { headers: mine })
  expect(await again.json()).toMatchObject({ id, state: 'done', rows: 20_000 })
  expect(leftOver(folder)).toHaveLength(2)
  await remove(id, mine)
  expect(await idOf(await send(servers(20_000), { headers: mine }))).not.toBe(id)
})

/** Sends a part of a file by that name, and gives what comes back; `rest` sends the rest of it. */
function sendPart(port: number, file: string, part: number) {
  const socket = connect(port, '127.0.0.1')
  const headers = { host: 'a', connection: 'close', 'content-type': 'text/csv', 'content-length': file.length, ...NAME }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /v2/jobs HTTP/1.1\r\n${lines.join('')}\r\n${file.slice(0, part)}`)
  onTestFinished(() => void socket.destroy())
  return { answer: text(socket), rest: () => socket.write(file.slice(part)) }
}

test('a request that comes again is read no further than the first one was long', async () => {
  const { send, port } = await startJobService()
  await idOf(await send(servers(2), { headers: NAME }))
  expect(await sendPart(port, servers(20_000), 10_000).answer).toMatch(/^HTTP\/1\.1 422 [\s\S]*another file or query/)
})

test('as many requests come again at a time as there may be jobs, and their places are free again', async () => {
  const { send, port } = await startJobService({ JOBS_PER_KEY: '2' })
  const file = servers(2)
  const id = await idOf(await send(file, { headers: NAME }))
  const held = [sendPart(port, file, 1), sendPart(port, file, 1)]
  await expect.poll(async () => (await send(file, { headers: NAME })).status).toBe(429)
  for (const { rest, answer } of held) {
    rest()
    expect(await answer).toContain(id)
  }
  expect(await idOf(await send(file, { headers: NAME }))).toBe(id)
})

test('a request that comes again while its job is removed makes another the next time', async () => {
  const { send, remove, port } = await startJobService({ JOBS_PER_KEY: '1' })
  const file = servers(1)
  const id = await idOf(await send(file, { headers: NAME }))
  const { rest, answer } = sendPart(port, file, 1)
  await expect.poll(async () => (await send(file, { headers: NAME })).status).toBe(429)
  expect((await remove(id)).status).toBe(200)
  rest()
  expect(await answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*Idempotency-Key was removed/)
  expect(await idOf(await send(file, { headers: NAME }))).not.toBe(id)
})

test('a client that leaves before its answer leaves no job behind, unless its request has a name', async () => {
  const { port, folder } = await startJobService()
  const file = servers(5000)
  /** The upload has arrived, and the client is gone before the service answers. */
  const sendAndLeave = async (headers: Readonly<Record<string, string>>) => {
    const earlier = leftOver(folder)
    const socket = connect(port, '127.0.0.1')
    const all = { host: 'a', 'content-type': 'text/csv', 'content-length': file.length, ...headers }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST /v2/jobs HTTP/1.1\r\n${lines.join('')}\r\n${file}`)
    const isThere = () =>
      leftOver(folder)
        .filter((job) => !earlier.includes(job))
        .some((job) => readdirSync(join(folder, job)).some((name) => isWhole(join(folder, job, name))))
    const isWhole = (name: string) => statSync(name, { throwIfNoEntry: false })?.size === file.length
    while (!isThere()) await setImmediate()
    socket.destroy()
  }
  const jobs = () => inDatabase(folder, 'SELECT id FROM jobs')
  await sendAndLeave(NAME)
  await expect.poll(jobs).toHaveLength(1)
  await sendAndLeave({})
  await expect.poll(() => leftOver(folder)).toHaveLength(1)
  expect(jobs()).toHaveLength(1)
})

test('requests of one name that come at once make one job', async () => {
  const { send, folder } = await startJobService({ JOBS_PER_KEY: '10' })
  const sent = await Promise.all(Array.from({ length: 6 }, () => send(servers(5000), { headers: NAME })))
  const ids = await Promise.all(sent.map(idOf))
  expect(new Set(ids).size).toBe(1)
  expect(leftOver(folder)).toEqual([ids[0]])
})

test('an upload that its service did not finish is no job, whatever is sent afterwards', async () => {
  const { finish, folder } = await startJobService()
  const { id: like } = await finish(servers(2))
  // As a service leaves it that ends when all bytes are there and the job is not.
  const id = 'c'.repeat(32)
  cpSync(join(folder, like), join(folder, id), { recursive: true })
  const record = JSON.parse(readFileSync(join(folder, id, 'job.json'), 'utf8'))
  writeFileSync(
    join(folder, id, 'job.json'),
    JSON.stringify({ ...record, row: { ...record.row, id, state: 'queued' } }),
  )
  inDatabase(
    folder,
    `INSERT INTO jobs (id, payer, state, beat, created_at) SELECT ?, payer, 'receiving', -100, created_at FROM jobs`,
    id,
  )
  await finish(servers(3))
  const { get } = await startJobService({}, { folder })
  expect((await get(`/v2/jobs/${id}`)).status).toBe(404)
  await expect.poll(() => leftOver(folder)).not.toContain(id)
  expect((await get(`/v2/jobs/${id}`)).status).toBe(404)
})

test('an upload that is removed while it arrives is refused with 503', async () => {
  const { url, folder } = await startJobService()
  const body = async function* () {
    yield Buffer.from(servers(1))
    await expect.poll(() => leftOver(folder)).toHaveLength(1)
    for (const name of leftOver(folder)) rmSync(join(folder, name), { recursive: true })
    yield Buffer.from(servers(1))
  }
  const init = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: Readable.from(body()), duplex: 'half' }
  expect((await fetch(url('/v2/jobs'), init as unknown as RequestInit)).status).toBe(503)
})
