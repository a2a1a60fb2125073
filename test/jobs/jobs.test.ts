import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'csv-parse/sync'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { JobStatus } from '../../src/jobs/job.ts'
import { batchRows, csvRows, scratch, scratchFile } from '../batch/scratch.ts'
import { rawRequest } from '../http/support/raw-request.ts'
import { eventsOf, KEYS, newFolder, servers, startJobService } from './job-service.ts'

const FILES = 'test/importers/files'
const NOWHERE = '0'.repeat(32)

/** Files in a folder of jobs that are not of jobs which are there. */
function leftOver(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name !== '.lock')
}

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
    const asked = await send('a', { query: '?boundary=planet&columns=Rechner' })
    expect(asked.status).toBe(422)
    expect(await detailOf(asked)).toEqual([
      { type: 'invalid_value', loc: ['query', 'boundary'], msg: expect.any(String), input: 'planet' },
      {
        type: 'invalid_value',
        loc: ['query', 'columns'],
        msg: expect.stringContaining('theirs=ours'),
        input: 'Rechner',
      },
    ])
    const release = await send('a', { query: '?release=1999.01' })
    expect([release.status, await detailOf(release)]).toEqual([
      422,
      [expect.objectContaining({ loc: ['query', 'release'] })],
    ])
    expect(leftOver(folder)).toEqual([])
  })

  it('is refused where it is empty, too large, or unpacks to too much, and nothing of it stays', async () => {
    const { send, folder } = await startJobService({ MAX_JOB_BYTES: '100000', MAX_JOB_UNPACKED_BYTES: '200000' })
    const empty = await send('')
    expect([empty.status, await detailOf(empty)]).toEqual([422, 'The body is empty: send a file'])
    const large = await send('x'.repeat(100_001))
    expect([large.status, await detailOf(large)]).toEqual([413, 'The body has more than 100000 bytes'])
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    expect(bomb.length).toBeLessThan(100_000)
    const unpacked = await send(bomb)
    expect([unpacked.status, await detailOf(unpacked)]).toEqual([413, 'The file unpacks to more than 200000 bytes'])
    const twice = await send(gzipSync(gzipSync(servers(3))))
    expect([twice.status, await detailOf(twice)]).toEqual([422, 'The file is compressed twice'])
    const half = gzipSync(servers(1000))
    const cut = await send(half.subarray(0, half.length >> 1))
    expect([cut.status, await detailOf(cut)]).toEqual([422, expect.stringContaining('cannot be unpacked')])
    expect(leftOver(folder)).toEqual([])
  })

  it('leaves nothing where its sender stops in the middle', async () => {
    const { url, folder, get } = await startJobService()
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
    await expect.poll(() => leftOver(folder).length, { timeout: 10_000 }).toBe(1)
    ending.abort()
    await expect(sent).rejects.toThrow()
    await expect.poll(() => leftOver(folder), { timeout: 10_000 }).toEqual([])
    expect((await get('/health')).status).toBe(200)
  })

  it('leaves nothing where it comes a byte at a time', async () => {
    const { port, folder } = await startJobService({ REQUEST_TIMEOUT_MS: '500' })
    const head = 'POST /v2/jobs HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\n'
    const bytes = Array.from({ length: 20 }, () => 'x')
    const { status } = await rawRequest(port, [head, ...bytes], { pauseMs: 100, quietMs: 3000 })
    expect(status).toBe(408)
    await expect.poll(() => leftOver(folder), { timeout: 10_000 }).toEqual([])
  })

  it('is one too many for its key, but not for another', async () => {
    const { send, remove } = await startJobService({ JOBS_PER_KEY: '1' }, { closed: true })
    const mine = { headers: { 'x-api-key': KEYS.mine } }
    const first = await send(servers(10), mine)
    expect(first.status).toBe(202)
    const second = await send(servers(10), mine)
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '10'])
    expect(await detailOf(second)).toBe('There may be 1 jobs at a time: wait for one of them, or remove it')
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
      'Jobs and results may take 2000000 bytes: remove some that are done',
    ])
  })
})

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
    const [renamed, usual] = [await finish(theirs, { query }), await finish(servers(5), { query: '?criteria=gwp' })]
    expect(renamed.totals?.impacts.gwp?.total?.value).toBeGreaterThan(0)
    expect(renamed.totals).toEqual(usual.totals)
    const lines = '{"terminal": {"kind": "LAPTOP"}, "quantity": 3}\n{"terminal": {"kind": "nothing"}}\n'
    const laptops = await finish(lines, { type: 'application/x-ndjson' })
    expect(laptops).toMatchObject({ rows: 2, faulty: 1, totals: { units: 4, assessed: 3 } })
    const lshw = readFileSync(`${FILES}/server.lshw.json`)
    expect(await finish(lshw, { type: 'application/json' })).toMatchObject({ state: 'done', faulty: 0 })
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
    const { id } = (await (await first.send(servers(30_000), { query: '?criteria=gwp' })).json()) as JobStatus
    const parts = () =>
      readdirSync(join(folder, id), { recursive: true }).filter((file) => /results-.*\.json$/.test(`${file}`))
    await expect.poll(() => parts().length, { timeout: 60_000 }).toBeGreaterThan(0)
    await first.service.stop()
    const before = new Map(parts().map((file) => [file, readFileSync(join(folder, id, String(file)), 'utf8')]))
    const second = await startJobService({}, { folder })
    const resumed = await second.get(`/v2/jobs/${id}`)
    expect(((await resumed.json()) as JobStatus).done).toBeGreaterThanOrEqual(10_240)
    const done = await second.ended(id)
    expect(before.size).toBeGreaterThan(0)
    expect(done).toMatchObject({ state: 'done', rows: 30_000, totals: { assessed: 60_000 } })

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

describe('A job over GraphQL', () => {
  const JOB = `{ state step rows done faulty progress release fault finishedAt
    totals { units assessed energyKwh impacts { criterion unit total { value min max } use { value } } } }`

  it('is shown as over REST, once or each time that it has changed, to its key alone', async () => {
    const { send, graphql, get, url } = await startJobService({}, { closed: true })
    const [mine, yours] = [{ 'x-api-key': KEYS.mine }, { 'x-api-key': KEYS.yours }]
    const { id } = (await (await send(servers(20), { query: '?criteria=gwp', headers: mine })).json()) as JobStatus
    const request = { query: `subscription ($id: ID!) { job(id: $id) ${JOB} }`, variables: { id } }
    const watch = (headers: Record<string, string>) =>
      fetch(url('/graphql'), {
        method: 'POST',
        body: JSON.stringify(request),
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
      })
    const events = [...(await (await watch(mine)).text()).matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) =>
      JSON.parse(data),
    )
    const last = events.at(-1).data.job
    const shown = (await (await get(`/v2/jobs/${id}`, mine)).json()) as JobStatus
    expect(events.length).toBeGreaterThan(1)
    expect(last).toMatchObject({
      state: 'DONE',
      step: null,
      rows: 20,
      done: 20,
      progress: 1,
      finishedAt: shown.finishedAt,
    })
    const { gwp } = shown.totals?.impacts ?? {}
    expect(last.totals).toEqual({
      units: shown.totals?.units,
      assessed: shown.totals?.assessed,
      energyKwh: shown.totals?.energyKwh,
      impacts: [{ criterion: 'GWP', unit: 'kg CO2 eq.', total: gwp?.total, use: { value: gwp?.use?.value } }],
    })
    const query = { query: `query ($id: ID!) { job(id: $id) ${JOB} }`, variables: { id } }
    expect((await graphql(query, mine)).data).toEqual({ job: last })
    expect((await graphql(query, yours)).data).toEqual({ job: null })
    expect(await (await watch(yours)).text()).toContain('"code":"NOT_FOUND"')
    const plain = await graphql(request, mine)
    expect([plain.status, plain.errors?.[0]?.extensions.code]).toEqual([406, 'NOT_ACCEPTABLE'])
  })
})

describe('The command, sent to a service', () => {
  const run = async (args: readonly string[], key: string) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, IMPACTQL_KEY: key }
    const child = spawn(process.execPath, ['bin/impactql.js', 'assess', ...args], { env })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
    })
    const [status] = await once(child, 'close')
    return { status, stderr }
  }

  it('writes what it writes without, says what was wrong, and leaves no job', async () => {
    const { url, folder } = await startJobService({}, { closed: true })
    const output = scratch('by-service.csv')
    const options = ['--service', url(''), '--criteria', 'gwp', '-o', output]
    const file = `${FILES}/assets.csv`
    expect(await run([file, 'more.csv', ...options], KEYS.mine)).toMatchObject({ status: 2 })
    expect(await run([file, ...options], 'another')).toEqual({
      status: 1,
      stderr: expect.stringContaining('401: An API key'),
    })
    expect(await run(['none.csv', ...options], KEYS.mine)).toEqual({
      status: 1,
      stderr: expect.stringContaining('ENOENT'),
    })
    const unread = scratchFile('colours.csv', 'colour,taste\nred,sweet\n')
    const failed = await run([unread, ...options], KEYS.mine)
    expect(failed).toEqual({ status: 1, stderr: expect.stringContaining('No column is known') })
    const { status, stderr } = await run([file, ...options], KEYS.mine)
    expect([status, stderr]).toEqual([0, expect.stringContaining('6 rows: 132 units assessed, 3 rows faulty')])
    const { written } = await batchRows([file], { criteria: ['gwp'] })
    expect(csvRows(output)).toEqual(written)
    expect(leftOver(folder)).toEqual([])
  })

  it('waits for a service that is busy for a moment, and leaves no job', async () => {
    const { url, folder } = await startJobService()
    const asked: string[] = []
    const busy = createServer(async (request, response) => {
      const path = `${request.url}`.replace(/[0-9a-f]{32}/, 'ID').split('?')[0] as string
      asked.push(`${request.method} ${path}`)
      if (request.method === 'GET' && asked.filter((each) => each === `GET ${path}`).length === 1) {
        response.writeHead(503, { 'retry-after': '1' }).end('{"detail": "busy"}')
        return
      }
      const { method = 'GET', headers } = request
      const answer = await fetch(url(`${request.url}`), {
        method,
        headers: { accept: headers.accept ?? '*/*' },
        ...(method === 'POST' && { body: await buffer(request), headers: { 'content-type': 'text/csv' } }),
      } as RequestInit)
      response.writeHead(answer.status).end(await answer.text())
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void busy.close())
    await once(busy, 'listening')
    const { port } = busy.address() as AddressInfo
    const output = scratch('by-busy-service.csv')
    const file = `${FILES}/assets.csv`
    const { status } = await run([file, '--service', `http://127.0.0.1:${port}`, '-o', output], KEYS.mine)
    expect(status).toBe(0)
    expect(csvRows(output).length).toBe(6)
    const [events, result] = ['GET /v2/jobs/ID/events', 'GET /v2/jobs/ID/result']
    expect(asked).toEqual(['POST /v2/jobs', events, events, result, result, 'DELETE /v2/jobs/ID'])
    expect(leftOver(folder)).toEqual([])
  })
})
