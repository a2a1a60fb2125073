import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { assessor, batchRows, scratch, scratchFile } from './scratch.ts'

/** One year. */
const HOURS = 8760
const gwp = { criteria: ['gwp'], duration: HOURS } as const

test('230 machines in Poland and Germany are 230 there, not two somewhere', async () => {
  const table =
    'Asset name,Asset type,Nb,Site,Processor\nweb,Server,30,Poland,Xeon Gold 6138\ndesks,Laptop,200,Germany,\n'
  const { written, totals } = await batchRows([scratchFile('machines.csv', table)], gwp)
  const one = await Promise.all(
    [
      { server: { configuration: { cpu: { name: 'Xeon Gold 6138' } }, usage: { usageLocation: 'POL' } } },
      { terminal: { kind: 'LAPTOP' as const, usage: { usageLocation: 'DEU' } } },
    ].map(async (asset) => (await assessor.figure(asset, { criterion: 'gwp', duration: HOURS }))?.value ?? Number.NaN),
  )
  const facts = written.map((row) => [row.assessed_in, Number(row.assessed_hours), row.assessed_load])
  expect(facts).toEqual([
    ['POL', HOURS, '50.0'],
    ['DEU', HOURS, ''],
  ])
  expect(totals).toMatchObject({ units: 230, assessed: 230, faulty: 0 })
  for (const [at, quantity] of [30, 200].entries())
    expect(Number(written[at]?.gwp_total)).toBeCloseTo(quantity * (one[at] as number), 6)
  // Thirty servers alone are more than the 404 kg that the two rows were once.
  expect(totals.impacts.gwp?.total?.value).toBeGreaterThan(20_000)
})

test('five laptops declared at 8 W consume 8 W each: 5 x 0.008 kW x 3 h x 365 days = 43.8 kWh', async () => {
  const table = 'label,kind,quantity,avg_power,location\nfive,laptop,5,8,FRA\nusual,laptop,5,,FRA\n'
  const { written } = await batchRows([scratchFile('laptops.csv', table)], gwp)
  expect(Number(written[0]?.energy_kwh)).toBeCloseTo(5 * 0.008 * 3 * 365, 9)
  // The mix of France in 2026.12 is 44.18 g per kWh.
  expect(Number(written[0]?.gwp_use)).toBeCloseTo(43.8 * 0.04418, 6)
  expect(Number(written[1]?.energy_kwh)).not.toBeCloseTo(43.8, 0)
})

test('each of lifetime, pue, use_time_ratio and elec_factor changes a figure as by hand', async () => {
  const header = 'kind,avg_power,location,lifetime,pue,use_time_ratio,elec_factor\n'
  const rows =
    'server,200,FRA,,,,\nserver,200,FRA,,,0.5,\nserver,200,FRA,,,,0.1\nserver,200,FRA,,1.5,,\nserver,200,FRA,8 years,,,\nserver,200,FRA,4 years,,,\n'
  const { written } = await batchRows([scratchFile('use.csv', header + rows)], { ...gwp, boundary: 'DATA_CENTRE' })
  const [whole, half, factor, pue, long, short] = written.map((row) => ({
    energy: Number(row.energy_kwh),
    use: Number(row.gwp_use),
    embedded: Number(row.gwp_embedded),
  })) as { energy: number; use: number; embedded: number }[]
  if (!whole || !half || !factor || !pue || !long || !short) throw new Error('six rows')
  expect(half.energy / whole.energy).toBeCloseTo(0.5, 9)
  expect(factor.use).toBeCloseTo(factor.energy * 0.1, 6)
  expect(pue.energy).toBeCloseTo(0.2 * HOURS * 1.5, 6)
  expect(short.embedded / long.embedded).toBeCloseTo(2, 6)
})

test('an empty region of a bill is the mean of the regions, and its row, its totals and its warning say so', async () => {
  const line = (region: string) => `Usage,Amazon Web Services,BoxUsage:m5.large,Hours,1,${region}\n`
  const header = 'ChargeCategory,ProviderName,SkuMeter,ConsumedUnit,ConsumedQuantity,RegionId\n'
  const regions = assessor.references.tables.cloudRegions.filter(({ provider }) => provider === 'aws')
  const text = header + line('') + line('eu-west-3') + regions.map(({ region }) => line(region)).join('')
  const { written, totals, coverage } = await batchRows([scratchFile('regions.csv', text)], { criteria: ['gwp'] })
  const [empty, paris, ...all] = written
  expect(empty).toMatchObject({ status: 'assessed', assessed_in: 'REGION_UNKNOWN (assumed)' })
  expect(paris).toMatchObject({ assessed_in: 'FRA' })
  expect(coverage).toMatchObject({ unknownRegionRows: 1 })
  expect(totals.assumptions).toContainEqual(expect.objectContaining({ units: 1 }))
  const use = all.map(({ gwp_use }) => Number(gwp_use)).filter(Number.isFinite)
  const mean = use.reduce((sum, each) => sum + each, 0) / use.length
  // PUE and mix are averaged apart, so the mean of the products differs a little.
  expect(Number(empty?.gwp_use) / mean).toBeGreaterThan(0.9)
  expect(Number(empty?.gwp_use) / mean).toBeLessThan(1.1)
})

test.for(['csv', 'ndjson', 'parquet'] as const)(
  'a column Storage with other things refuses no row of a %s file',
  async (format) => {
    const rows = ['SAN', 'local', '480 GB'].map((Storage, at) => ({
      label: `${at}`,
      kind: 'server',
      Disk: '960 GB',
      Storage,
    }))
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    const cells = rows.map((row) => `${Object.values(row).join()}\n`).join('')
    const text = format === 'csv' ? `label,kind,Disk,Storage\n${cells}` : lines
    const given = scratchFile(format === 'csv' ? 'hosts.csv' : 'hosts.ndjson', text)
    const file = format === 'parquet' ? scratch('hosts.parquet') : given
    if (format === 'parquet') {
      const database = await (await DuckDBInstance.create(':memory:')).connect()
      await database.run(`COPY (SELECT * FROM read_json('${given}')) TO '${file}' (FORMAT parquet)`)
    }
    const { written, totals } = await batchRows([file], gwp)
    expect(written.map(({ status }) => status)).toEqual(['assessed', 'assessed', 'assessed'])
    const disks = [{ ssd: { units: 1, capacity: 960 } }]
    const one = await assessor.figure({ server: { configuration: { disks } } }, { criterion: 'gwp', duration: HOURS })
    expect(totals.impacts.gwp?.total?.value).toBeCloseTo(3 * (one?.value ?? Number.NaN), 6)
  },
)
