import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { JobStatus } from '../../src/jobs/job.ts'
import type { JobPlan } from '../../src/jobs/places/job-plan.ts'
import { batchRows, FILES } from '../batch/scratch.ts'
import { rawRequest } from '../http/support/raw-request.ts'
import { eventsOf, KEYS, leftOver, newFolder, servers, startJobService } from './job-service.ts'

const NOWHERE = '0'.repeat(32)

describe('A job', () => {
  it('fails with the reason where nothing can be read of its file, and stops no other', async () => {
    const { send, ended, get } = await startJobService()
    const files: readonly (readonly [Uint8Array | string, string, RegExp])[] = [
      [crypto.getRandomValues(new Uint8Array(4096)), 'text/csv', /./],
      ['colour,taste\nred,sweet\n', 'text/csv', /^No column is known: colour, taste/],
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
    expect(done).toMatchObject({ state: 'done', rows: 6, done: 6, faulty: 3, progress: 1, release: '2026.11' })
    expect(done.totals).toEqual(JSON.parse(JSON.stringify(totals)))
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

  it('counts the data centre around its assets where it is asked to, as one request does', async () => {
    const { finish, post } = await startJobService()
    const asset = { server: { usage: { usageLocation: 'FRA', facility: { pue: 1.5 } } } }
    const line = JSON.stringify({ ...asset, quantity: 2 })
    const query = '?criteria=gwp&duration=8760&boundary=DATA_CENTRE'
    const { totals } = await finish(`${line}\n`, { query, type: 'application/x-ndjson' })
    const asked = { asset, criteria: ['gwp'], duration: 8760, boundary: 'DATA_CENTRE' }
    const answer = await post('/v2/assess', JSON.stringify(asked), { 'content-type': 'application/json' })
    const { impacts } = (await answer.json()) as { impacts: { total: { value: number } }[] }
    const { embedded, use, building, total } = totals?.impacts.gwp ?? {}
    expect(building?.value).toBeGreaterThan(0)
    const phases = [embedded, use, building].map((phase) => phase?.value ?? 0)
    expect(total?.value).toBeCloseTo(
      phases.reduce((sum, phase) => sum + phase),
      9,
    )
    // What one request shows is rounded to a tenth of the width of its bounds.
    expect((total?.value ?? 0) / 2 / (impacts[0]?.total.value ?? 0)).toBeCloseTo(1, 1)
  })

  it('is counted in the metrics', async () => {
    const { finish, samples } = await startJobService()
    expect(await samples()).toMatchObject({
      impactql_job_rows_total: 0,
      'impactql_job_parts{state="waiting"}': 0,
      'impactql_job_parts{state="running"}': 0,
      impactql_job_parts_failed_total: 0,
    })
    await finish(servers(7))
    await expect.poll(async () => (await samples()).impactql_job_rows_total, { timeout: 10_000 }).toBe(7)
    expect((await samples()).impactql_job_rows_per_second).toBeGreaterThan(0)
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
      expect([foreign.status, await foreign.text()]).toEqual([404, await missing.text()])
    }
    expect((await remove(id, yours)).status).toBe(404)
    expect((await ended(id, mine)).state).toBe('done')
    expect((await get(`/v2/jobs/${id}/result`, mine)).status).toBe(200)
  })

  it('is gone when it is removed, and whoever watches it sees it cancelled', async () => {
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
    await expect.poll(() => leftOver(folder), { timeout: 30_000 }).toEqual([])
    expect((await get(`/v2/jobs/../${id}`)).status).toBe(404)
  })

  it('goes on where it was when the service is started again, and its result goes when its time is over', async () => {
    const folder = newFolder()
    const first = await startJobService({}, { folder })
    const { id } = (await (await first.send(servers(21_000), { query: '?criteria=gwp' })).json()) as JobStatus
    const parts = () =>
      readdirSync(join(folder, id), { recursive: true }).filter((file) => /results-.*\.json$/.test(`${file}`))
    await expect.poll(() => parts().length, { timeout: 60_000 }).toBeGreaterThan(0)
    await first.service.stop()
    const before = new Map(parts().map((file) => [file, readFileSync(join(folder, id, String(file)), 'utf8')]))
    const second = await startJobService({}, { folder })
    const resumed = await second.get(`/v2/jobs/${id}`)
    expect(((await resumed.json()) as JobStatus).done).toBeGreaterThanOrEqual(2048)
    // The first part is small, so that something is done soon.
    const plan = JSON.parse(readFileSync(join(folder, id, 'plan.json'), 'utf8')) as JobPlan
    expect(plan.parts.map(({ ids }) => ids)).toEqual([
      [0, 2048],
      [2048, 10_240],
      [10_240, 20_480],
      [20_480, 30_720],
    ])
    const done = await second.ended(id)
    expect(before.size).toBeGreaterThan(0)
    expect(done).toMatchObject({ state: 'done', rows: 21_000, totals: { assessed: 42_000 } })

    const file = join(folder, id, 'job.json')
    const record = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...record, finishedAt: '2020-01-01T00:00:00.000Z' }))
    expect((await second.get(`/v2/jobs/${id}`)).status).toBe(404)
    await startJobService({}, { folder })
    await expect.poll(() => leftOver(folder), { timeout: 10_000 }).toEqual([])
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
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })
})
