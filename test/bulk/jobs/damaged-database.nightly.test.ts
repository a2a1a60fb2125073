import { randomBytes, randomInt } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { spawnMain } from '../../server/http/support/spawn-main.ts'
import { inDatabase, KEYS, leftOver, newFolder, servers, startJobService } from './job-service.ts'
import { startMachine } from './machines.ts'

const PAGE = 4096

/** Overwrites bytes of a file. */
function overwrite(file: string, bytes: Uint8Array, at: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, at)
  closeSync(handle)
}

/** What a killed machine leaves beside a database belongs to it as it was. */
function removeLogs(folder: string): void {
  for (const name of readdirSync(folder)) if (/^jobs\.sqlite-(wal|shm)$/.test(name)) rmSync(join(folder, name))
}

const DAMAGES: readonly (readonly [string, (file: string) => void])[] = [
  ['nine bytes at its beginning', (file) => overwrite(file, Buffer.from('123456789'), 0)],
  [
    'a third of its pages',
    (file) => {
      const pages = statSync(file).size / PAGE
      for (let page = 1; page < pages; page += 3) overwrite(file, Buffer.alloc(PAGE, randomInt(1, 255)), page * PAGE)
    },
  ],
  ['its second half', (file) => truncateSync(file, statSync(file).size >> 1)],
  ['all its bytes', (file) => truncateSync(file, 0)],
  ['all of it', (file) => rmSync(file)],
]

it.each(DAMAGES)('a database that lost %s costs no result and no job; keys keep what is theirs', async (_, damage) => {
  const folder = newFolder()
  const first = await startJobService({}, { folder, closed: true })
  const mine = { 'x-api-key': KEYS.mine }
  const done = await first.finish(servers(300), { headers: mine })
  const failed = await first.finish('neither a table nor\nanything else', { headers: mine })
  const result = await (await first.get(`/v2/jobs/${done.id}/result`, mine)).text()
  await first.stop()
  const file = join(folder, 'jobs.sqlite')
  removeLogs(folder)
  damage(file)

  const { get, ended } = await startJobService({}, { folder, closed: true })
  expect(await (await get(`/v2/jobs/${done.id}/result`, mine)).text()).toBe(result)
  const found = (await (await get(`/v2/jobs/${done.id}`, mine)).json()) as JobStatus
  expect(found).toMatchObject({ state: 'done', rowsRead: 300, totals: done.totals, release: done.release })
  expect(found.warnings).toHaveLength(1)
  expect((await get(`/v2/jobs/${done.id}`, { 'x-api-key': KEYS.yours })).status).toBe(404)
  expect(await ended(failed.id, mine)).toMatchObject({ state: 'failed', fault: failed.fault })
  const listed = (await (await get('/v2/jobs', mine)).json()) as { readonly nodes: readonly JobStatus[] }
  expect(listed.nodes.map(({ id }) => id).toSorted()).toEqual([done.id, failed.id].toSorted())
})

it('of several processes that find a damaged database, one replaces it, and none sees it without its jobs', async () => {
  const folder = newFolder()
  const { base } = await startMachine({ JOBS_FOLDER: folder, WORKERS: '4' })
  const sent = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'neither a table nor\nanything else' }
  const { id: like } = (await (await fetch(`${base}/v2/jobs`, sent)).json()) as JobStatus
  const failed = async () => ((await (await fetch(`${base}/v2/jobs/${like}`)).json()) as JobStatus).state
  await expect.poll(failed, { timeout: 60_000 }).toBe('failed')
  await expect.poll(() => existsSync(join(folder, like, 'job.json'))).toBe(true)
  const record = JSON.parse(readFileSync(join(folder, like, 'job.json'), 'utf8'))
  // Enough that it takes a while to take them over.
  const ids = Array.from({ length: 1500 }, () => randomBytes(16).toString('hex'))
  for (const id of ids) {
    mkdirSync(join(folder, id))
    const row = { ...record.row, id, state: 'failed', finished_at: record.row.created_at, request_name: null }
    writeFileSync(join(folder, id, 'job.json'), JSON.stringify({ ...record, row }))
  }
  const aside = () => readdirSync(folder).filter((name) => /-damaged-\d+$/.test(name)).length
  for (let time = 1; time <= 5; time++) {
    const before = aside()
    // Otherwise the log can hold all of the database, and then nothing is lost.
    inDatabase(folder, 'PRAGMA wal_checkpoint(TRUNCATE)')
    writeFileSync(join(folder, 'damaged'), Buffer.alloc(3 * PAGE, 'x'))
    renameSync(join(folder, 'damaged'), join(folder, 'jobs.sqlite'))
    // All processes find it at once.
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => fetch(`${base}/v2/jobs/${ids[ids.length - 1 - at]}`)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(aside() - before).toBe(1)
  }
})

it('an unfinished job of a lost database is done; a folder that says nothing stays until it is old', async () => {
  const folder = newFolder()
  const first = await startMachine({ JOBS_FOLDER: folder })
  const id = await first.send(servers(30_000))
  await first.reached(id, 1)
  first.main.child.kill('SIGKILL')
  await first.main.ended
  removeLogs(folder)
  overwrite(join(folder, 'jobs.sqlite'), Buffer.from('123456789'), 0)
  const [young, old] = ['d'.repeat(32), 'e'.repeat(32)].map((name) => join(folder, name)) as [string, string]
  for (const each of [young, old]) {
    mkdirSync(each)
    writeFileSync(join(each, 'input'), servers(2))
  }
  const long = Date.now() / 1000 - 49 * 3600
  utimesSync(old, long, long)
  const second = await startMachine({ JOBS_FOLDER: folder, JOB_HOURS_KEPT: '48' })
  expect(await second.ended(id)).toMatchObject({ state: 'done', rowsRead: 30_000, rowsFaulty: 0 })
  await expect.poll(() => existsSync(old), { timeout: 60_000 }).toBe(false)
  expect(existsSync(young)).toBe(true)
})

it.each([
  ['has an owner that is no text', { owner: { name: 'me' } }],
  ['has no payer', { payer: null }],
  ['ended at a time that is none', { finished_at: 'yesterday' }],
  ['has a state that there is not', { state: 'lost' }],
  ['has fractions of rows', { done: 0.5 }],
  ['is done and never ended', { finished_at: null }],
  ['is done and does not say how many rows there are', { rows: null }],
])('of the folders of a lost database, one whose record %s is left alone, and the others are found', async (_, odd) => {
  const folder = newFolder()
  const first = await startJobService({}, { folder })
  const [good, bad] = [await first.finish(servers(3)), await first.finish(servers(4))]
  await first.stop()
  removeLogs(folder)
  rmSync(join(folder, 'jobs.sqlite'))
  const file = join(folder, bad.id, 'job.json')
  const record = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...record, row: { ...record.row, ...odd } }))
  const { get } = await startJobService({}, { folder })
  expect((await get(`/v2/jobs/${good.id}/result`)).status).toBe(200)
  expect((await get(`/v2/jobs/${bad.id}`)).status).toBe(404)
  expect((await get('/ready')).status).toBe(200)
  expect(existsSync(file)).toBe(true)
})

it('a job that was removed stays removed', async () => {
  const folder = newFolder()
  const first = await startJobService({}, { folder })
  const { id } = await first.finish(servers(3))
  const kept = await first.finish(servers(4))
  expect((await first.remove(id)).status).toBe(200)
  await first.stop()
  // As a process leaves it that ends in the middle of the removal of another.
  renameSync(join(folder, kept.id), join(folder, `.removed-${kept.id}-00000000`))
  const { get, folder: same } = await startJobService({}, { folder })
  expect((await get(`/v2/jobs/${id}`)).status).toBe(404)
  await expect.poll(async () => (await get(`/v2/jobs/${kept.id}`)).status, { timeout: 60_000 }).toBe(404)
  await expect.poll(() => readdirSync(same).filter((name) => name.includes(kept.id)), { timeout: 60_000 }).toEqual([])
})

/** Makes a database of format 2 of one, as an earlier version wrote it. */
function makeEarlier(folder: string): void {
  const database = new DatabaseSync(join(folder, 'jobs.sqlite'))
  for (const [table, column] of [
    ['jobs', 'is_packed'],
    ['jobs', 'is_found'],
    ['jobs', 'is_waiting'],
    ['tries', 'starved'],
    ['tries', 'acquitted'],
  ])
    database.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`)
  database.exec('PRAGMA user_version = 2')
  database.close()
}

/** Waits until another program changes the database. */
async function changed(folder: string): Promise<void> {
  const database = new DatabaseSync(join(folder, 'jobs.sqlite'), { timeout: 0 })
  try {
    while (true) {
      database.exec('BEGIN IMMEDIATE; ROLLBACK')
      await wait(1)
    }
  } catch (error) {
    expect((error as Error).message).toMatch(/locked/)
  } finally {
    database.close()
  }
}

it('a conversion to a later format that is killed while it runs, or half done, loses nothing', async () => {
  const folder = newFolder()
  const first = await startJobService({}, { folder })
  const { id } = await first.finish(servers(50))
  const result = await (await first.get(`/v2/jobs/${id}/result`)).text()
  await first.stop()
  for (let kill = 0; kill < 6; kill++) {
    makeEarlier(folder)
    // A version that did not convert all at once.
    if (kill % 3 === 0) inDatabase(folder, 'ALTER TABLE jobs ADD COLUMN is_found INTEGER NOT NULL DEFAULT 0')
    // Enough to convert that the kill comes before its end.
    inDatabase(
      folder,
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 200000)
        INSERT INTO jobs (id, payer, state, plan, created_at) SELECT 'job ' || n, 'another', 'failed', '{}', '' FROM numbers`,
    )
    const main = spawnMain({ JOBS_FOLDER: folder, LOG_LEVEL: 'error' })
    await changed(folder)
    await wait(randomInt(0, 50))
    main.child.kill('SIGKILL')
    await main.ended
    expect(inDatabase(folder, 'PRAGMA user_version')).toEqual([{ user_version: 2 }])
    inDatabase(folder, `DELETE FROM jobs WHERE payer = 'another'`)
    const { base, stop } = await startMachine({ JOBS_FOLDER: folder })
    expect(await (await fetch(`${base}/v2/jobs/${id}/result`)).text()).toBe(result)
    expect(inDatabase(folder, 'PRAGMA user_version')).toEqual([{ user_version: 4 }])
    await stop()
  }
})

it('a database that an operator has analysed is not damaged, and is not written when it is opened', async () => {
  const folder = newFolder()
  const first = await startJobService({}, { folder })
  const { id } = await first.finish(servers(2))
  await first.stop()
  inDatabase(folder, 'ANALYZE')
  const written = () => [
    statSync(join(folder, 'jobs.sqlite')).mtimeMs,
    statSync(join(folder, 'jobs.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0,
  ]
  const before = written()
  const { get } = await startJobService({}, { folder })
  expect(((await (await get(`/v2/jobs/${id}`)).json()) as JobStatus).warnings).toEqual([])
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([])
  expect(written()).toEqual(before)
})

it('a database that cannot be used is told by /ready, and jobs are refused with 503', async () => {
  const folder = newFolder()
  const first = await startJobService({}, { folder })
  const { id } = await first.finish(servers(2))
  await first.stop()
  inDatabase(folder, 'PRAGMA user_version = 99')
  const { get, send } = await startJobService({}, { folder })
  const ready = await get('/ready')
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ready', jobs: [expect.stringContaining('format 99')] },
  ])
  expect((await send(servers(2))).status).toBe(503)
  expect((await get(`/v2/jobs/${id}`)).status).toBe(503)
  expect((await get('/v1/server')).status).toBe(200)
})

it('jobs are refused with 503 while another program keeps the database locked, and taken afterwards', async () => {
  const folder = newFolder()
  const { finish, send, get, remove } = await startJobService({}, { folder })
  const { id } = await finish(servers(2))
  const database = new DatabaseSync(join(folder, 'jobs.sqlite'))
  database.exec('BEGIN IMMEDIATE')
  const refused = await send(servers(2))
  expect([refused.status, await refused.json()]).toEqual([503, { detail: expect.stringContaining('locked') }])
  expect((await remove(id)).status).toBe(503)
  database.exec('ROLLBACK')
  expect((await get(`/v2/jobs/${id}/result`)).status).toBe(200)
  expect((await remove(id)).status).toBe(200)
  expect(leftOver(folder)).toEqual([])
  expect((await send(servers(2))).status).toBe(202)
})

it('a table that is gone while a service runs is told by /ready, and jobs are refused with 503', async () => {
  const folder = newFolder()
  const { finish, send, get } = await startJobService({}, { folder })
  await finish(servers(2))
  inDatabase(folder, 'DROP TABLE clock')
  expect(await (await get('/ready')).json()).toEqual({ status: 'ready', jobs: [expect.stringContaining('clock')] })
  expect((await get(`/v2/jobs/${'a'.repeat(32)}`)).status).toBe(404)
  expect((await send(servers(2))).status).toBe(503)
})
