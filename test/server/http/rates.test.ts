import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runHere } from '../../cli/run-here.ts'
import { startRealService } from '../../clients/support/real-service.ts'

/** The rate card of a region, as the service makes it. */

const folder = mkdtempSync(join(tmpdir(), 'impactql-served-rates-'))
let service: Awaited<ReturnType<typeof startRealService>>
const PARIS = 'provider=scaleway&region=fr-par'

beforeAll(async () => {
  service = await startRealService()
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})
const get = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/v2/rates?${query}`, { headers })
const rowsOf = async (response: Response): Promise<Record<string, string>[]> =>
  parse(await response.text(), { columns: true })

describe('GET /v2/rates refuses', () => {
  test.each([
    ['provider=scalewey&region=fr-par', 404, 'provider', 'scaleway'],
    ['provider=scaleway&region=fr-pra', 404, 'region', 'fr-par'],
    ['provider=scaleway&region=eu-west-3', 404, 'region', undefined],
    [PARIS.replace('fr-par', ''), 422, 'region', undefined],
    ['region=fr-par', 422, 'provider', undefined],
    [`${PARIS}&criteria=beauty`, 422, 'criteria', undefined],
    [`${PARIS}&boundary=planet`, 422, 'boundary', undefined],
    [`${PARIS}&load=101`, 422, 'load', undefined],
    [`${PARIS}&load=12.5`, 422, 'load', undefined],
    [`${PARIS}&timeWorkload=1e400`, 422, 'timeWorkload', undefined],
    [`${PARIS}&format=xlsx`, 422, 'format', undefined],
    [`${PARIS}&release=2026.13`, 404, 'release', '2026.12'],
    [`${PARIS}&laod=50`, 400, 'laod', 'load'],
    [`${PARIS}&fingerprint=000000000000`, 404, 'fingerprint', expect.stringMatching(/^[0-9a-f]{12}$/)],
  ])('%s with the place and the closest names', async (query, status, place, nearest) => {
    const response = await get(query)
    const { detail } = await response.json()
    expect([response.status, detail[0].loc]).toEqual([status, ['query', place]])
    expect(response.headers.get('cache-control')).toBe('no-store')
    if (nearest !== undefined) expect(detail[0].nearest).toContainEqual(nearest)
  })

  test('a region that is like none, and says where all of them are', async () => {
    const { detail } = await (await get('provider=aws&region=mars')).json()
    expect(detail[0]).toMatchObject({
      nearest: [],
      msg: 'mars not found; /v2/cloud-providers/aws lists the known names',
    })
    const { nodes, regions } = await (await fetch(`${service.url}/v2/cloud-providers/aws`)).json()
    expect(nodes ?? regions).toContainEqual(expect.objectContaining({ name: 'eu-west-3' }))
  })

  test('a type that it does not write, and another method', async () => {
    expect((await get(PARIS, { accept: 'image/png' })).status).toBe(406)
    const posted = await fetch(`${service.url}/v2/rates?${PARIS}`, { method: 'POST', body: '{}' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

test('a card is that of the command, in each format', async () => {
  const file = join(folder, 'rates.csv')
  const args = ['rate-card', '--providers', 'scaleway', '--regions', 'fr-par', '--load', '30', '-o', file]
  expect((await runHere(args)).status).toBe(0)
  const response = await get(`${PARIS}&load=30`)
  expect(response.headers.get('content-type')).toMatch(/^text\/csv/)
  expect(response.headers.get('content-disposition')).toContain('rates-scaleway-fr-par.csv')
  const csv = await response.text()
  expect(csv).toBe(readFileSync(file, 'utf8'))

  const rows = parse<Record<string, string>>(csv, { columns: true })
  const json = await (await get(`${PARIS}&load=30`, { accept: 'application/json' })).json()
  const shown = json.map((row: object) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell ?? ''])),
  )
  const numbers = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [
        name,
        /^(gwp|adp|pe)_|^energy|^quality/.test(name) && cell !== '' ? Number(cell) : cell,
      ]),
    ),
  )
  expect(shown).toEqual(numbers)

  const parquet = await get(`${PARIS}&load=30&format=parquet`)
  const bytes = Buffer.from(await parquet.arrayBuffer())
  expect([bytes.subarray(0, 4).toString(), parquet.headers.get('content-type')]).toEqual([
    'PAR1',
    'application/vnd.apache.parquet',
  ])
  writeFileSync(join(folder, 'rates.parquet'), bytes)
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  const sums = await database.runAndReadAll(
    `SELECT count(*)::INT AS n, sum(gwp_total) AS total FROM read_parquet('${join(folder, 'rates.parquet')}')`,
  )
  const [found] = sums.getRowObjects()
  database.closeSync()
  expect(found?.n).toBe(rows.length)
  expect(Number(found?.total) / rows.reduce((sum, row) => sum + Number(row.gwp_total), 0)).toBeCloseTo(1, 12)
})

test('a region without a factor has rows with a code and empty cells, never 0', async () => {
  const rows = await rowsOf(await get('provider=ovhcloud&region=ca-east-bhs&criteria=gwp,pe'))
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    expect(row.pe_use).toBe('')
    expect(row.warnings).toContain('NO_ELECTRICITY_FACTOR')
    expect(Number(row.gwp_use)).toBeGreaterThan(0)
  }
})

describe('caches', () => {
  test('hold a card by its fingerprint for a year, and others for ten minutes', async () => {
    const usual = await get(PARIS)
    const [row] = await rowsOf(usual)
    expect(usual.headers.get('cache-control')).toBe('public, max-age=600, must-revalidate')
    expect(usual.headers.get('vary')).toMatch(/accept,/i)
    const pinned = await get(`${PARIS}&format=csv&fingerprint=${row?.fingerprint}`)
    expect(pinned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(pinned.headers.get('vary')).not.toMatch(/accept,/i)
    expect(pinned.headers.get('etag')).toBe(usual.headers.get('etag'))
    const other = await get(`${PARIS}&format=csv&release=2026.11&fingerprint=${row?.fingerprint}`)
    expect(other.status).toBe(404)
  })

  test('are told that they have it without its making', async () => {
    const { headers } = await get(PARIS)
    const etag = headers.get('etag') as string
    const fresh = await startRealService({ RATE_LIMIT: '10/60s' })
    try {
      // A card that has to be made counts as twenty requests.
      const known = await fetch(`${fresh.url}/v2/rates?${PARIS}`, { headers: { 'if-none-match': etag } })
      expect([known.status, await known.text()]).toEqual([304, ''])
      const head = await fetch(`${fresh.url}/v2/rates?${PARIS}`, { method: 'HEAD' })
      expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
      const refused = await fetch(`${fresh.url}/v2/rates?${PARIS}`)
      expect(refused.status).toBe(429)
    } finally {
      await fresh.stop()
    }
  })
})

test('a request for its headers alone makes no card, and the bytes of Parquet can be asked for by range', async () => {
  const parquet = `${service.url}/v2/rates?${PARIS}&load=8&format=parquet`
  const fresh = await fetch(parquet, { method: 'HEAD' })
  expect([fresh.status, fresh.headers.get('content-length')]).toEqual([200, null])
  const outside = await fetch(parquet, { headers: { range: 'bytes=99999999-' } })
  expect([outside.status, outside.headers.get('cache-control')]).toEqual([416, 'no-store'])

  const whole = Buffer.from(await (await fetch(parquet)).arrayBuffer())
  const made = await fetch(parquet, { method: 'HEAD' })
  expect([made.headers.get('content-length'), made.headers.get('accept-ranges')]).toEqual([`${whole.length}`, 'bytes'])
  expect(made.headers.get('etag')).toBe(fresh.headers.get('etag'))
  // A range belongs to GET alone (RFC 9110, 14.2).
  const part = await fetch(parquet, { method: 'HEAD', headers: { range: 'bytes=0-9' } })
  expect([part.status, part.headers.get('content-length')]).toEqual([200, `${whole.length}`])
  const end = await fetch(parquet, { headers: { range: 'bytes=-8', 'if-range': made.headers.get('etag') as string } })
  expect([end.status, end.headers.get('content-range')]).toEqual([
    206,
    `bytes ${whole.length - 8}-${whole.length - 1}/${whole.length}`,
  ])
  expect(Buffer.from(await end.arrayBuffer())).toEqual(whole.subarray(-8))
  const known = await fetch(parquet, { headers: { 'if-none-match': made.headers.get('etag') as string } })
  expect([known.status, await known.text()]).toEqual([304, ''])
})

test('many who want one card wait for one making, and get the same', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => get(`${PARIS}&load=7`).then((each) => each.text())))
  expect(new Set(all).size).toBe(1)
  expect(all[0]).toMatch(/^provider,region,/)
})
