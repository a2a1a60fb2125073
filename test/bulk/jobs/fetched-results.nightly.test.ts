import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rawRequest } from '../../server/http/support/raw-request.ts'
import type { Data } from '../../world.ts'
import { type JobService, startJobService } from './job-service.ts'

/** A service with a job that is done, and what its result is. */
async function withResult() {
  const service = await startJobService()
  const { id } = await service.finish('label,kind\na,server\n', { query: '?criteria=gwp' })
  const path = `/v2/jobs/${id}/result`
  const whole = await service.get(path)
  const text = await whole.text()
  return { ...service, id, path, text, size: text.length, headers: whole.headers }
}

/** The bytes that are answered, and where the answer has them from. */
async function range(get: JobService['get'], path: string, headers: Record<string, string>) {
  const response = await get(path, headers)
  return [response.status, response.headers.get('content-range'), await response.text()]
}

test('bytes that a result does not have are refused with what it has, in the form of every fault', async () => {
  const { get, path, size } = await withResult()
  for (const asked of [`bytes=${size}-`, 'bytes=-0']) {
    const refused = await get(path, { range: asked })
    expect([refused.status, refused.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
    expect(refused.headers.get('content-disposition')).toBeNull()
    expect(await refused.json()).toEqual({ detail: `The range lies outside of the file, which has ${size} bytes` })
  }
})

test('some bytes of a result are sent by Range, and all of it where the range is none that is served', async () => {
  const { get, path, text, size } = await withResult()
  const last = size - 1
  for (const [asked, from, to] of [
    ['bytes=0-4', 0, 4],
    ['bytes=5-', 5, last],
    ['bytes=-5', size - 5, last],
    [`bytes=-${size + 7}`, 0, last],
    [`bytes=${last}-${size + 7}`, last, last],
  ] as const)
    expect(await range(get, path, { range: asked })).toEqual([
      206,
      `bytes ${from}-${to}/${size}`,
      text.slice(from, to + 1),
    ])
  for (const asked of ['bytes=0-4,8-9', 'bytes=5-2', 'lines=1-2', 'bytes=a-b', 'bytes=-', 'bytes'])
    expect(await range(get, path, { range: asked }), asked).toEqual([200, null, text])
})

test('a result is known by its tag, which is strong, and by its date', async () => {
  const { get, path, text, size, headers, port } = await withResult()
  const [tag, date] = [headers.get('etag') as string, headers.get('last-modified') as string]
  expect(tag).toMatch(/^"[^"]+"$/)
  for (const same of [tag, date])
    expect((await range(get, path, { range: 'bytes=0-4', 'if-range': same }))[0]).toBe(206)
  for (const other of ['"another"', `W/${tag}`, 'Thu, 01 Jan 1998 00:00:00 GMT'])
    expect(await range(get, path, { range: 'bytes=0-4', 'if-range': other })).toEqual([200, null, text])
  expect((await get(path, { 'if-match': '"another"' })).status).toBe(412)
  expect((await get(path, { 'if-match': `"another", ${tag}` })).status).toBe(200)
  // fetch keeps a cache of its own for these.
  const conditional = async (header: string) =>
    (await rawRequest(port, [`GET ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`])).status
  for (const header of [`If-None-Match: ${tag}`, `If-None-Match: W/${tag}`, 'If-None-Match: *'])
    expect(await conditional(header)).toBe(304)
  expect(await conditional(`If-Modified-Since: ${date}`)).toBe(304)
  expect(await conditional(`If-None-Match: "another"\r\nIf-Modified-Since: ${date}`)).toBe(200)
  const json = await get(path, { accept: 'application/json', range: 'bytes=0-4', 'if-range': tag })
  expect(json.status).toBe(200)
  const head = await rawRequest(port, [`HEAD ${path} HTTP/1.1\r\nHost: a\r\nRange: bytes=0-4\r\n\r\n`])
  expect([head.status, head.body]).toEqual([200, ''])
  expect(size).toBeGreaterThan(5)
})

test('a result in a further format that has gone or was cut is written again', async () => {
  const { get, path, id, folder, text } = await withResult()
  rmSync(join(folder, id, 'result.csv'))
  expect(await (await get(path)).text()).toBe(text)
  truncateSync(join(folder, id, 'result.csv'), 10)
  expect(await (await get(path)).text()).toBe(text)
})

test('a result that the disk has not kept is written again while the file is there', async () => {
  const { get, path, id, folder, text } = await withResult()
  truncateSync(join(folder, id, 'rows-00000.parquet'), 100)
  expect((await get(path)).status).toBe(503)
  await get(`/v2/jobs/${id}/events`).then((events) => events.text())
  expect(await (await get(path)).text()).toBe(text)
})

test('a result whose rows are damaged is told in the status of its job, and in one log line', async () => {
  const { get, path, id, folder, lines } = await withResult()
  rmSync(join(folder, id, 'input'))
  truncateSync(join(folder, id, 'rows-00000.parquet'), 100)
  for (let time = 0; time < 2; time++) expect((await get(path)).status).toBe(409)
  const fault = 'The result is damaged. Send the file again'
  expect(await (await get(`/v2/jobs/${id}`)).json()).toMatchObject({ state: 'failed', fault })
  expect(lines().filter(({ level }) => level === 'error')).toMatchObject([{ job: id, fault }])
})

test('the last event of a job has a name: a browser that comes again with it has nothing to wait for', async () => {
  const { get, id } = await withResult()
  const events = await (await get(`/v2/jobs/${id}/events`)).text()
  expect(events).toContain('event: progress\nid: done\ndata: ')
  expect((await get(`/v2/jobs/${id}/events`, { 'last-event-id': 'done' })).status).toBe(204)
  expect((await get(`/v2/jobs/${id}/events`, { 'last-event-id': 'running' })).status).toBe(200)
})

test('as CSV, cells that a spreadsheet would run have an apostrophe before them where that is asked for', async () => {
  const { get, finish } = await startJobService()
  const { id } = await finish('label,kind\n=1+1,server\n@a,server\nb,server\n', { query: '?criteria=gwp' })
  const labels = async (query: string) =>
    (await (await get(`/v2/jobs/${id}/result${query}`)).text())
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0])
  expect(await labels('')).toEqual(['=1+1', '@a', 'b'])
  expect(await labels('?csvSafe=true')).toEqual(["'=1+1", "'@a", 'b'])
  expect(await labels('?csvSafe=false')).toEqual(['=1+1', '@a', 'b'])
  expect((await get(`/v2/jobs/${id}/result?csvSafe=yes`)).status).toBe(422)
  // A misspelled name would otherwise be the unsafe CSV.
  const misspelled = await get(`/v2/jobs/${id}/result?csvsafe=true`)
  expect([misspelled.status, await misspelled.text()]).toEqual([400, expect.stringContaining('Did you mean csvSafe?')])
})

test('the faulty rows of a job come alone, with their numbers in the file', async () => {
  const { get, finish } = await startJobService()
  const file = 'label,kind,row\na,server,x\nb,abacus,y\nc,laptop,z\nTotal,,\n=d,quill,w\n'
  const { id } = await finish(file, { query: '?criteria=gwp' })
  const rowsOf = async (query: string) =>
    (await (await get(`/v2/jobs/${id}/result${query}`, { accept: 'application/json' })).json()) as Data[]
  const short = ({ row, label, row_1, status }: Data) => [row, label, row_1, status]
  expect((await rowsOf('?status=faulty')).map(short)).toEqual([
    [2, 'b', 'y', 'faulty'],
    [5, '=d', 'w', 'faulty'],
  ])
  expect((await rowsOf('?status=skipped')).map(short)).toEqual([[4, 'Total', null, 'skipped']])
  expect((await rowsOf('')).map(({ label }) => label)).toEqual(['a', 'b', 'c', 'Total', '=d'])
  const csv = await get(`/v2/jobs/${id}/result?status=FAULTY&csvSafe=true`, { accept: 'text/csv' })
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="faulty.csv"')
  expect((await csv.text()).split('\n').map((line) => line.split(',').slice(0, 2).join())).toEqual([
    'row,label',
    '2,b',
    "5,'=d",
    '',
  ])
  const refused = await get(`/v2/jobs/${id}/result?status=faultless`)
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('expected one of assessed, faulty, skipped'),
  ])
})
