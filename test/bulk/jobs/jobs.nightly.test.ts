import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { rawRequest } from '../../server/http/support/raw-request.ts'
import { batchRows, FILES } from '../scratch.ts'
import { eventsOf, inDatabase, KEYS, leftOver, newFolder, servers, startJobService } from './job-service.ts'

const NOWHERE = '0'.repeat(32)
const HOUR = 3_600_000

/** Files that this process has open, as Linux tells them. */
function openFiles(): readonly string[] {
  const links = readdirSync('/proc/self/fd').map((fd) => `/proc/self/fd/${fd}`)
  return links.filter((link) => existsSync(link)).map((link) => readlinkSync(link))
}

interface JobPage {
  readonly totalCount: number
  readonly nodes: readonly JobStatus[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  readonly jobs: readonly JobStatus[]
}

describe('A job', () => {
  it('fails with the reason where nothing can be read of its file, and stops no other', async () => {
    const { send, ended, get } = await startJobService()
    const files: readonly (readonly [Uint8Array | string, string, RegExp])[] = [
      [crypto.getRandomValues(new Uint8Array(4096)), 'text/csv', /./],
      ['colour,taste\nred,sweet\n', 'text/csv', /^Unknown columns: colour, taste/],
      ['{"format_version":', 'application/json', /./],
      ['PAR1 and no more of it', 'application/vnd.apache.parquet', /./],
    ]
    const sent = await Promise.all(files.map(([file, type]) => send(file, { type })))
    expect(sent.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    for (const [index, response] of sent.entries()) {
      const { id } = (await response.json()) as JobStatus
      const { state, fault, totals } = await ended(id)
      expect([state, totals]).toEqual(['failed', null])
      expect(fault).toMatch(files[index]?.[2] as RegExp)
      // Where files are kept is nobody's business.
      expect(fault).not.toContain('impactql-jobs')
      expect((await get(`/v2/jobs/${id}/result`)).status).toBe(409)
    }
  })

  it('fails where its file has more rows than it may', async () => {
    const { finish } = await startJobService({ MAX_JOB_ROWS: '100' })
    expect(await finish(servers(101))).toMatchObject({ state: 'failed', fault: 'The file has more than 100 rows' })
  })

  it('comes to what the command comes to, row by row, as CSV, as JSON and as Parquet', async () => {
    const { send, ended, get, port } = await startJobService()
    const text = `${readFileSync(`${FILES}/assets.csv`, 'utf8')}`
    const sent = await send(gzipSync(text), {
      query: '?criteria=gwp&duration=720',
      headers: { 'content-encoding': 'gzip' },
    })
    const { id, state } = (await sent.json()) as JobStatus
    expect([sent.status, state, sent.headers.get('location')]).toEqual([202, 'queued', `/v2/jobs/${id}`])
    const done = await ended(id)
    const { written, totals } = await batchRows([`${FILES}/assets.csv`], { criteria: ['gwp'], duration: 720 })
    expect(done).toMatchObject({ state: 'done', rows: 6, done: 6, faulty: 3, progress: 1, release: '2026.12' })
    expect(done.totals).toMatchObject(JSON.parse(JSON.stringify(totals)))
    expect(done.totals?.impacts.gwp).toMatchObject({ unit: 'kg CO2 eq.' })
    expect(await (await get(`/v2/jobs/${id}`)).json()).toEqual(done)

    const csv = await get(`/v2/jobs/${id}/result`)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(parse(await csv.text(), { columns: true })).toEqual(written)
    const json = await get(`/v2/jobs/${id}/result`, { accept: 'text/html, application/json;q=0.9, text/csv;q=0.1' })
    const rows = (await json.json()) as Record<string, unknown>[]
    expect(rows.map(({ status }) => status)).toEqual(written.map(({ status }) => status))
    expect(rows[0]?.gwp_total).toBe(Number(written[0]?.gwp_total))
    const parquet = await get(`/v2/jobs/${id}/result`, { accept: 'application/vnd.apache.parquet' })
    expect(
      Buffer.from(await parquet.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('PAR1')
    expect((await get(`/v2/jobs/${id}/result`, { accept: 'image/png' })).status).toBe(406)

    const etag = csv.headers.get('etag') as string
    const part = await get(`/v2/jobs/${id}/result`, { range: 'bytes=6-9', 'if-range': etag })
    expect([part.status, part.headers.get('content-range')?.split('/')[0]]).toEqual([206, 'bytes 6-9'])
    expect(await part.text()).toBe('kind')
    expect((await get(`/v2/jobs/${id}/result`, { range: 'bytes=9999999-' })).status).toBe(416)
    const again = `GET /v2/jobs/${id}/result HTTP/1.1\r\nHost: a\r\nIf-None-Match: ${etag}\r\n\r\n`
    expect((await rawRequest(port, [again])).status).toBe(304)
  })

  it('takes the columns by the names that the file has for them, lines of JSON, and hardware lists', async () => {
    const { finish } = await startJobService()
    const theirs = servers(5).replace('cpu_name', 'Prozessor').replace('label', 'Rechner')
    const query = '?columns=Prozessor%3Dcpu_name&columns=Rechner%3Dlabel&criteria=gwp'
    const lines = '{"terminal": {"kind": "LAPTOP"}, "quantity": 3}\n{"terminal": {"kind": "nothing"}}\n'
    const lshw = readFileSync(`${FILES}/server.lshw.json`)
    const [renamed, usual, laptops, hardware] = await Promise.all([
      finish(theirs, { query }),
      finish(servers(5), { query: '?criteria=gwp' }),
      finish(lines, { type: 'application/x-ndjson' }),
      finish(lshw, { type: 'application/json' }),
    ])
    expect(renamed.totals?.impacts.gwp?.total?.value).toBeGreaterThan(0)
    expect(renamed.totals).toEqual(usual.totals)
    expect(laptops).toMatchObject({ rows: 2, faulty: 1, totals: { units: 4, assessed: 3 } })
    expect(hardware).toMatchObject({ state: 'done', faulty: 0 })
  })

  it('takes the load of its query for the lines of a bill and the rows that state none', async () => {
    const { finish, get } = await startJobService()
    const query = '?criteria=gwp&boundary=DATA_CENTRE&timeWorkload=12'
    const bill = `${FILES}/bill.csv`
    const options = { criteria: ['gwp'], boundary: 'DATA_CENTRE', usage: { timeWorkload: 12 } } as const
    const { totals } = await batchRows([bill], options)
    const billed = await finish(readFileSync(bill), { query })
    expect(billed.totals?.impacts.gwp).toMatchObject(JSON.parse(JSON.stringify(totals.impacts.gwp)))
    const { id } = await finish('kind,load\nserver,80\nserver,\n', { query })
    const rows = parse(await (await get(`/v2/jobs/${id}/result`)).text(), { columns: true }) as {
      assessed_load: string
    }[]
    expect(rows.map(({ assessed_load }) => Number(assessed_load))).toEqual([80, 12])
  })

  it('counts the data centre around its assets where it is asked to, as one request does', async () => {
    const { finish, post } = await startJobService()
    const asset = { server: { usage: { usageLocation: 'FRA', facility: { pue: 1.5 } } } }
    const line = JSON.stringify({ ...asset, quantity: 2 })
    const query = '?criteria=gwp&duration=8760&boundary=DATA_CENTRE'
    const { totals } = await finish(`${line}\n`, { query, type: 'application/x-ndjson' })
    const asked = { asset, criteria: ['gwp'], duration: 8760, boundary: 'DATA_CENTRE' }
    const answer = await post('/v2/assess', JSON.stringify(asked), { 'content-type': 'application/json' })
    const { impacts } = (await answer.json()) as { impacts: { total: { value: number; min: number; max: number } }[] }
    const { embedded, use, building, total } = totals?.impacts.gwp ?? {}
    expect(building?.value).toBeGreaterThan(0)
    const phases = [embedded, use, building].map((phase) => phase?.value ?? 0)
    expect(total?.value).toBeCloseTo(
      phases.reduce((sum, phase) => sum + phase),
      9,
    )
    const { value = 0, min = 0, max = 0 } = impacts[0]?.total ?? {}
    expect(max).toBeGreaterThan(min)
    // What one request shows is rounded to a tenth of the width of its bounds.
    expect(Math.abs((total?.value ?? 0) / 2 - value)).toBeLessThan((max - min) / 10)
  })

  it('is counted in the metrics, with those that failed', async () => {
    const { finish, samples } = await startJobService()
    expect(await samples()).toMatchObject({
      impactql_job_rows_total: 0,
      'impactql_jobs{state="done"}': 0,
      impactql_job_failures_total: 0,
    })
    await finish(servers(7))
    await finish('colour,taste\nred,sweet\n')
    const counted = await samples()
    expect(counted).toMatchObject({
      impactql_job_rows_total: 7,
      impactql_job_failures_total: 1,
      impactql_job_oldest_seconds: 0,
      'impactql_jobs{state="done"}': 1,
      'impactql_jobs{state="failed"}': 1,
      'impactql_jobs{state="queued"}': 0,
    })
    for (const step of ['reading', 'evaluating', 'writing'])
      expect(counted[`impactql_job_step_seconds_total{step="${step}"}`]).toBeGreaterThan(0)
  })

  it('has a log line when it begins, ends and fails, with its id and the name of its key', async () => {
    const { finish, lines } = await startJobService({}, { closed: true })
    const headers = { 'x-api-key': KEYS.mine }
    const done = await finish(servers(2), { headers })
    const failed = await finish('colour,taste\nred,sweet\n', { headers })
    const key = hash('sha256', KEYS.mine).slice(0, 12)
    const logged = () => lines().filter(({ message }) => String(message).startsWith('job '))
    await expect.poll(() => logged().length, { timeout: 60_000 }).toBe(4)
    expect(logged()).toMatchObject([
      { level: 'info', message: 'job begun', job: done.id, key },
      { level: 'info', message: 'job done', job: done.id, key },
      { level: 'info', message: 'job begun', job: failed.id, key },
      { level: 'warn', message: 'job failed', job: failed.id, key, fault: failed.fault },
    ])
  })

  it('is listed for its key, the latest first, as many as are asked for', async () => {
    const { send, ended, get } = await startJobService({}, { closed: true })
    const [mine, yours] = [{ 'x-api-key': KEYS.mine }, { 'x-api-key': KEYS.yours }]
    const ids: string[] = []
    for (let job = 0; job < 3; job++) {
      const { id } = (await (await send(servers(2), { headers: mine })).json()) as JobStatus
      await ended(id, mine)
      ids.unshift(id)
    }
    const listed = async (query: string, headers: Record<string, string>) => {
      const page = (await (await get(`/v2/jobs${query}`, headers)).json()) as JobPage
      // `jobs` is the old name.
      expect(page.jobs).toEqual(page.nodes)
      const { totalCount, nodes, pageInfo } = page
      expect(pageInfo.endCursor).toBe(nodes.at(-1)?.id ?? null)
      return { totalCount, ids: nodes.map(({ id }) => id), hasNextPage: pageInfo.hasNextPage }
    }
    const last = { totalCount: 3, hasNextPage: false }
    for (const first of ['first', 'limit']) {
      expect(await listed(`?${first}=1`, mine)).toEqual({ totalCount: 3, ids: ids.slice(0, 1), hasNextPage: true })
      expect(await listed(`?${first}=2&after=${ids[0]}`, mine)).toEqual({ ...last, ids: ids.slice(1) })
      expect(await listed(`?${first}=0`, mine)).toEqual({ totalCount: 3, ids: [], hasNextPage: true })
      for (const wrong of ['-1', '1001', 'all', '0x10']) {
        const refused = await get(`/v2/jobs?${first}=${wrong}`, mine)
        expect([refused.status, (await refused.json()).detail[0].loc]).toEqual([422, ['query', first]])
      }
    }
    expect((await get('/v2/jobs?lmit=1', mine)).status).toBe(400)
    expect((await get('/v2/jobs?first=1&first=2', mine)).status).toBe(400)
    expect((await get('/v2/jobs?first=1&limit=1', mine)).status).toBe(422)
    expect((await get(`/v2/jobs?after=${ids[0]}`, yours)).status).toBe(404)
    expect((await send(servers(1), { query: '?release=2026.13', headers: mine })).status).toBe(404)
    expect(await listed('', mine)).toEqual({ ...last, ids })
    expect(await listed('', yours)).toEqual({ totalCount: 0, ids: [], hasNextPage: false })
  })

  it('is taken by no service that has jobs switched off', async () => {
    const { send, get, graphql, folder, samples } = await startJobService({ JOBS: 'off' })
    const refusal = { detail: 'This service takes no jobs: its setting JOBS is off' }
    for (const answer of [await send(servers(1)), await get('/v2/jobs'), await get(`/v2/jobs/${NOWHERE}/result`)])
      expect([answer.status, await answer.json()]).toEqual([404, refusal])
    expect((await graphql({ query: `{ job(id: "${NOWHERE}") { id } }` })).data).toEqual({ job: null })
    expect(Object.keys(await samples()).filter((name) => name.startsWith('impactql_job'))).toEqual([])
    expect(leftOver(folder)).toEqual([])
  })

  it('belongs to its key: others see, fetch, watch and remove nothing', async () => {
    const { send, ended, get, remove } = await startJobService({}, { closed: true })
    const [mine, yours] = [{ authorization: `Bearer ${KEYS.mine}` }, { authorization: `Bearer ${KEYS.yours}` }]
    expect((await send(servers(2))).status).toBe(401)
    const { id } = (await (await send(servers(2), { headers: mine })).json()) as JobStatus
    for (const path of ['', '/events', '/result']) {
      const [foreign, missing] = [
        await get(`/v2/jobs/${id}${path}`, yours),
        await get(`/v2/jobs/${NOWHERE}${path}`, mine),
      ]
      expect([foreign.status, missing.status]).toEqual([404, 404])
      expect((await foreign.text()).replace(id, NOWHERE)).toBe(await missing.text())
    }
    expect((await remove(id, yours)).status).toBe(404)
    expect((await ended(id, mine)).state).toBe('done')
    expect((await get(`/v2/jobs/${id}/result`, mine)).status).toBe(200)
  })

  it('is gone when it is removed, and its watchers see it cancelled', async () => {
    const { send, get, remove, ended, folder } = await startJobService()
    const { id } = (await (await send(servers(40_000))).json()) as JobStatus
    const watched = ended(id)
    await expect
      .poll(async () => ((await (await get(`/v2/jobs/${id}`)).json()) as JobStatus).state, { timeout: 60_000 })
      .toBe('running')
    expect((await get(`/v2/jobs/${id}/result`)).status).toBe(409)
    const removed = await remove(id)
    expect(((await removed.json()) as JobStatus).state).toBe('cancelled')
    expect((await watched).state).toBe('cancelled')
    expect((await get(`/v2/jobs/${id}`)).status).toBe(404)
    expect((await remove(id)).status).toBe(404)
    await expect.poll(() => leftOver(folder), { timeout: 60_000 }).toEqual([])
    expect((await get(`/v2/jobs/../${id}`)).status).toBe(404)
  })

  it('goes on where it was when the service is started again', async () => {
    const folder = newFolder()
    const first = await startJobService({}, { folder })
    const { id } = (await (await first.send(servers(21_000), { query: '?criteria=gwp' })).json()) as JobStatus
    const parts = () => inDatabase(folder, `SELECT number, outcome FROM pieces WHERE job = ? AND kind = 'figures'`, id)
    await expect.poll(() => parts().length, { timeout: 60_000 }).toBeGreaterThan(0)
    await first.stop()
    const before = parts().length
    const second = await startJobService({}, { folder })
    const resumed = (await (await second.get(`/v2/jobs/${id}`)).json()) as JobStatus
    // The first part is small, so that something is done soon.
    expect(resumed.rowsDone).toBeGreaterThanOrEqual(2048)
    const done = await second.ended(id)
    expect(before).toBeGreaterThan(0)
    expect(done).toMatchObject({ state: 'done', rows: 21_000, totals: { assessed: 42_000 } })
    expect(await second.samples()).toMatchObject({ impactql_job_rows_total: 21_000 })
  })

  it('leaves nothing open of its database when the service has stopped', async () => {
    const { finish, stop, folder } = await startJobService()
    await finish(servers(2))
    expect(openFiles()).toContain(join(folder, 'jobs.sqlite'))
    await stop()
    expect(openFiles().filter((file) => file.startsWith(folder))).toEqual([])
  })

  it('stays for its hours of service, even if the clock of the machine is wrong, and is then gone', async () => {
    const folder = newFolder()
    const first = await startJobService({ JOB_HOURS_KEPT: '2' }, { folder })
    const { id, endedAt, removedAt } = await first.finish(servers(2))
    expect(Date.parse(removedAt as string) - Date.parse(endedAt as string)).toBe(2 * HOUR)
    await first.stop()
    // The clock is thirty hours ahead of what it was, or the service did not run for so long.
    const earlier = new Date(Date.parse(endedAt as string) - 30 * HOUR).toISOString()
    inDatabase(folder, 'UPDATE jobs SET finished_at = ?', earlier)
    const second = await startJobService({ JOB_HOURS_KEPT: '2' }, { folder })
    const kept = (await (await second.get(`/v2/jobs/${id}`)).json()) as JobStatus
    expect(Date.parse(kept.removedAt as string)).toBeGreaterThan(Date.parse(endedAt as string) + HOUR)
    expect((await second.get(`/v2/jobs/${id}/result`)).status).toBe(200)
    await second.stop()
    inDatabase(folder, 'UPDATE clock SET minutes = minutes + 120')
    const third = await startJobService({ JOB_HOURS_KEPT: '2' }, { folder })
    expect((await third.get(`/v2/jobs/${id}`)).status).toBe(404)
    expect(leftOver(folder)).toEqual([])
  })

  it('is described as it is shown in the OpenAPI document', async () => {
    const { get, send, ended } = await startJobService()
    const document = (await (await get('/openapi.json')).json()) as Record<string, unknown>
    expect((await new Validator().validate(document)).valid).toBe(true)
    const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'openapi.json')
    const validate = ajv.getSchema('openapi.json#/components/schemas/Job')
    const { id } = (await (await send(servers(3))).json()) as JobStatus
    for (const job of await eventsOf(await get(`/v2/jobs/${id}/events`))) {
      expect(validate?.(job), JSON.stringify(validate?.errors)).toBe(true)
    }
    expect((await ended(id)).state).toBe('done')
  })

  it('is shown with the methods that its paths take', async () => {
    const { url } = await startJobService()
    const asked = await fetch(url(`/v2/jobs/${NOWHERE}`), { method: 'PATCH' })
    expect([asked.status, asked.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE, OPTIONS'])
    const posted = await fetch(url('/v2/jobs'))
    expect([posted.status, await posted.json()]).toEqual([403, { detail: expect.stringContaining('by its id') }])
  })
})
