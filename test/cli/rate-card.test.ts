import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { Ajv } from 'ajv'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import { WARNING_CODES } from '../../src/engine/values/warning.ts'
import { csvRows } from '../bulk/scratch.ts'
import { askNewest, type Data } from '../world.ts'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'impactql-rates-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string) => join(folder, name)

test.for([
  [['--providers', 'scaleway'], "required option '-o, --output <file>' not specified", 2],
  [['--providers', 'scalewey', '-o', file('a.csv')], 'scalewey', 2],
  [['--criteria', 'beauty', '-o', file('a.csv')], '"beauty"', 2],
  [['--load', '200', '-o', file('a.csv')], "'200'", 2],
  [['-o', file('a.txt')], 'Choose .parquet, .csv or .json', 2],
] as const)('rate-card %j is refused', async ([args, message, status]) => {
  expect(await runHere(['rate-card', ...args])).toMatchObject({ status, stderr: expect.stringContaining(message) })
})

test('a rate is what an hour of the type comes to in the region, and where the region is not known', async () => {
  const args = ['rate-card', '--providers', 'scaleway', '--criteria', 'gwp', '--load', '30', '-o', file('rates.csv')]
  const { status, stderr } = await runHere(args)
  const rows = csvRows(file('rates.csv'))
  expect([status, stderr.trim()]).toEqual([
    0,
    expect.stringMatching(`^${rows.length.toLocaleString('en')} rates, each for one unit, .* 2026\\.12$`),
  ])
  expect(new Set(rows.map(({ region }) => region)).has('REGION_UNKNOWN')).toBe(true)
  for (const region of ['fr-par', 'REGION_UNKNOWN']) {
    const rate = rows.find((row) => row.region === region && row.name === 'dev1-s')
    const usage = { timeWorkload: 30, region }
    const asset = { cloudInstance: { provider: 'scaleway', instanceType: 'dev1-s', usage } }
    const { impacts, energyKwh } = await openAssessor().assess(asset, {
      criteria: ['gwp'],
      duration: 1,
      boundary: 'DATA_CENTRE',
    })
    expect(rate).toMatchObject({ provider: 'scaleway', class: 'instance', unit: 'hour', fault: '', release: '2026.12' })
    expect(Number(rate?.gwp_total) / (impacts.gwp?.total?.value ?? 0)).toBeCloseTo(1, 12)
    expect(Number(rate?.energy_kwh) / (energyKwh ?? 0)).toBeCloseTo(1, 12)
  }
})

test('a rate names what limits it by codes, and what it lacks', async () => {
  await runHere(['rate-card', '--providers', 'ovhcloud', '-o', file('codes.csv')])
  const rows = csvRows(file('codes.csv'))
  const known = [...Object.keys(WARNING_CODES), 'NO_ELECTRICITY_FACTOR']
  for (const { region, name, warnings = '', ...row } of rows) {
    for (const code of warnings.split(' ')) expect(known, `${region} ${name}`).toContain(code)
    const lacks = ['gwp_use', 'adp_use', 'pe_use'].some((column) => row[column] === '')
    expect(warnings.includes('NO_ELECTRICITY_FACTOR'), `${region} ${name}`).toBe(lacks)
  }
  // No factor of primary energy is published for Canada.
  const canada = rows.filter(({ region }) => region === 'ca-east-bhs')
  expect(canada.length).toBeGreaterThanOrEqual(50)
  expect(canada.filter((row) => row.pe_use !== '' || row.gwp_use === '')).toEqual([])
})

test('the quality of a rate is the data quality rating of its total', async () => {
  await runHere(['rate-card', '--providers', 'scaleway', '--criteria', 'gwp', '-o', file('quality.csv')])
  const rows = csvRows(file('quality.csv')).filter(({ name }) => name === 'dev1-s' || name === 'gp1-xl')
  expect(new Set(rows.map(({ quality }) => quality)).size).toBeGreaterThan(2)
  for (const { name, region, quality } of rows) {
    const { cloudInstance } =
      await askNewest(`{ cloudInstance(input: { provider: "scaleway", instanceType: "${name}", usage: { region: "${region}" } }) {
      impact(criterion: GWP, duration: 1, boundary: DATA_CENTRE) { total { quality { dataQualityRating } } } } }`)
    const { dataQualityRating } = cloudInstance.impact.total.quality
    expect(Math.abs(Number(quality) - dataQualityRating), `${name} in ${region}`).toBeLessThanOrEqual(0.000_501)
  }
})

test('cards of the same figures have the same fingerprint, and no others', async () => {
  await runHere(['rate-card', '--providers', 'scaleway', '-o', file('usual.csv')])
  const of = (name: string) => [...new Set(csvRows(file(name)).map(({ fingerprint }) => fingerprint))]
  const [usual, others, gwp, load] = ['usual.csv', 'codes.csv', 'quality.csv', 'rates.csv'].map(of)
  expect(usual).toEqual([expect.stringMatching(/^[0-9a-f]{12}$/)])
  expect(others).toEqual(usual)
  expect(new Set([usual, gwp, load].flat()).size).toBe(3)
})

test('the same release gives the same bytes', async () => {
  const bytes = []
  for (const name of ['one.parquet', 'two.parquet']) {
    await runHere(['rate-card', '--providers', 'scaleway', '--criteria', 'gwp', '-o', file(name)])
    bytes.push(readFileSync(file(name)).toString('hex'))
  }
  expect(bytes[0]).toBe(bytes[1])
})

test('a bill joined with the card in a database comes to what the importer makes of it', async () => {
  const [rates, totals] = [file('gcp.parquet'), file('totals.json')]
  const regions = 'europe-north1,REGION_UNKNOWN'
  await runHere(['rate-card', '--providers', 'gcp', '--regions', regions, '--criteria', 'gwp', '-o', rates])
  // What each line is, by hand, and how many of the unit of its rate a unit of the bill is.
  const lines = [
    ['N2 Instance Core running in Finland', 'seconds', 14_400, 'gcp.n2.core', 1 / 3600],
    ['N2 Instance Ram running in Finland', 'byte-seconds', 61_847_529_062_400, 'gcp.n2.memory', 1 / 3600 / 2 ** 30],
    ['SSD backed PD Capacity in Finland', 'byte-seconds', 3e15, 'gcp.disk.ssd', 1.073741824 / 2 ** 30 / 3600 / 730],
    ['Network Internet Egress from Finland to Americas', 'bytes', 2e9, 'gcp.network.internet', 1.073741824 / 2 ** 30],
    ['Network Inter Zone Egress', 'gibibyte', 7, 'gcp.network.zones', 1.073741824],
  ] as const
  const header = 'service.description,sku.description,usage.unit,usage.amount,location.region'
  const cells = lines.map(([sku, unit, amount]) => `Compute Engine,${sku},${unit},${amount},europe-north1`)
  await runHere(['assess', '-', '--criteria', 'gwp', '--totals', totals], `${[header, ...cells].join('\n')}\n`)
  const { impacts, energyKwh, faulty, skipped } = JSON.parse(readFileSync(totals, 'utf8'))
  expect([faulty, skipped]).toEqual([0, 0])
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  const values = lines.map(([, , amount, name, many]) => `('${name}', ${amount}::DOUBLE * ${many}::DOUBLE)`).join(', ')
  const joined = await database.runAndReadAll(
    `SELECT sum(gwp_total * many), sum(energy_kwh * many), count(*)::INTEGER FROM (VALUES ${values}) bill(name, many)
      JOIN read_parquet('${rates}') rates ON rates.name = bill.name AND region = 'europe-north1'`,
  )
  const [[gwp, kwh, count] = []] = joined.getRows()
  expect(count).toBe(lines.length)
  expect(Number(gwp) / impacts.gwp.total.value).toBeCloseTo(1, 9)
  expect(Number(kwh) / energyKwh).toBeCloseTo(1, 9)
  database.closeSync()
})

test.for([
  ['opencost', 'carbonlookupdata.json', 'Choose .csv'],
  ['schedulers', 'types.csv', 'Choose .json'],
] as const)('a card for %s is no %s', async ([reader, name, message]) => {
  const args = ['rate-card', '--providers', 'aws', '--for', reader, '-o', file(name)]
  expect(await runHere(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) })
})

test('other programs need the climate change of a card', async () => {
  const args = ['rate-card', '--for', 'opencost', '--criteria', 'adp', '-o', file('adp.csv')]
  expect(await runHere(args)).toMatchObject({ status: 2, stderr: expect.stringContaining('needs gwp') })
})

test('a card for OpenCost has the columns of its published file: t4g.nano in us-east-1 is a node', async () => {
  const args = ['rate-card', '--providers', 'aws', '--regions', 'us-east-1,REGION_UNKNOWN', '--criteria', 'gwp']
  await runHere([...args, '--for', 'opencost', '-o', file('carbonlookupdata.csv')])
  const [, ...rows] = parse(readFileSync(file('carbonlookupdata.csv'))) as string[][]
  const isRow = new Ajv().compile(schemaOf('opencost/carbonlookupdata'))
  expect(rows.filter((row) => !isRow(row))).toEqual([])
  // As its repository has it: https://github.com/opencost/opencost/blob/develop/pkg/carbon/carbonlookupdata.csv
  const published = 'AWS,us-east-1,t4g.nano,Node,0.012788433076234564,4.84769853777516e-06'.split(',')
  expect(isRow(published)).toBe(true)
  const own = rows.find((row) => row[2] === 't4g.nano') ?? []
  expect(own.slice(0, 4)).toEqual(published.slice(0, 4))
  const asset = { cloudInstance: { provider: 'aws', instanceType: 't4g.nano', usage: { region: 'us-east-1' } } }
  const { impacts, energyKwh } = await openAssessor().assess(asset, {
    criteria: ['gwp'],
    duration: 1,
    boundary: 'DATA_CENTRE',
  })
  expect(Number(own[4]) / (energyKwh ?? 0)).toBeCloseTo(1, 9)
  expect((Number(own[5]) * 1000) / (impacts.gwp?.total?.value ?? 0)).toBeCloseTo(1, 9)
  expect(rows.at(-1)?.slice(0, 4)).toEqual(['AWS', 'average-region', '', 'Node'])
})

test('a card for schedulers is a list by type and region', async () => {
  const args = ['rate-card', '--providers', 'scaleway', '--criteria', 'gwp', '--for', 'schedulers']
  await runHere([...args, '-o', file('types.json')])
  const list = JSON.parse(readFileSync(file('types.json'), 'utf8'))
  const isList = new Ajv().compile(schemaOf('schedulers/types'))
  expect([isList(list), isList.errors]).toEqual([true, null])
  expect(new Set(list.map(({ region }: Data) => region))).toEqual(new Set(['fr-par', 'nl-ams', 'pl-waw']))
})

function schemaOf(name: string): object {
  return JSON.parse(readFileSync(`integrations/${name}.schema.json`, 'utf8'))
}
