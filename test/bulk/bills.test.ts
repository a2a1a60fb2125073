import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { rowsOf, sqlText } from '../../src/bulk/database.ts'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import { runBatch } from '../../src/bulk/run-batch.ts'
import { coverageOfRows } from '../../src/importers/billing/bill-coverage.ts'
import { importFile } from '../../src/importers/import-file.ts'
import { MADE_KINDS, writeMadeBill } from './made-bill.ts'
import { assessor, batchRows, csvRows, FILES, scratch, scratchFile } from './scratch.ts'

const HEADER =
  'ChargeCategory,ChargePeriodStart,ProviderName,ServiceName,ChargeDescription,RegionId,ConsumedUnit,ConsumedQuantity'
const MACHINE = 'Usage,2026-10-01,AWS,Amazon Elastic Compute Cloud,$1 per m5.large Instance Hour,eu-west-1,Hours,1'
const UNKNOWN = 'Usage,2026-10-02,AWS,Fortune,Telling,eu-west-1,Futures,1'

test('a bill without costs is covered by lines, and its costs are not 0 but null', async () => {
  const { coverage } = await batchRows([scratchFile('a.csv', `${HEADER}\n${MACHINE}\n${UNKNOWN}\n`)])
  expect(coverage).toMatchObject({
    rows: 2,
    assessedRows: 1,
    unknownRows: 1,
    currencies: [],
    cost: null,
    assessedCost: null,
    rowsWithoutCost: 2,
  })
})

test('costs in two currencies are named, and not added up', async () => {
  const text = `${HEADER},BilledCost,BillingCurrency\n${MACHINE},1,EUR\n${UNKNOWN},2,USD\n`
  const { coverage } = await batchRows([scratchFile('a.csv', text)])
  expect(coverage).toMatchObject({ rows: 2, currencies: ['EUR', 'USD'], cost: null, unknownCost: null })
})

test('what the figures do not know of a bill is unknown in its coverage', async () => {
  const text = `${HEADER},EffectiveCost,BilledCost\n${MACHINE.replace('m5', 'm999')},,3\n${MACHINE.replace(/1$/, 'x')},2,9\n`
  const { coverage } = await batchRows([scratchFile('a.csv', text)])
  expect(coverage?.byReason).toEqual([
    { reason: 'NOT_FOUND', rows: 1, cost: 3 },
    { reason: 'INVALID_QUANTITY', rows: 1, cost: 2 },
  ])
  expect(coverage).toMatchObject({ assessedRows: 0, unknownRows: 2, unknownCost: 5, cost: 5 })
})

test('a column to group by that is not there is refused by name', async () => {
  const output = { file: scratch('groups.csv'), format: 'csv' as const }
  const grouped = runBatch(assessor, [`${FILES}/bill.csv`], { by: ['Team'], output })
  await expect(grouped).rejects.toThrow('has no column Team to group by. It has BilledCost, ChargeCategory')
})

test.for(['bill.csv', 'bill-cur2.csv', 'bill-cur-legacy.csv', 'bill-cur-plans.csv', 'bill-azure.csv', 'bill-gcp.csv'])(
  'the coverage of %s is that of its rows, as the library reads them',
  async (name) => {
    const { coverage, written } = await batchRows([`${FILES}/${name}`], { criteria: ['gwp'] })
    const { rows } = importFile(readFileSync(`${FILES}/${name}`))
    const ofRows = coverageOfRows(rows)
    expect(coverage?.assessedRows).toBe(written.filter(({ status }) => status === 'assessed').length)
    expect(coverage).toMatchObject({
      rows: ofRows.rows,
      assessedRows: ofRows.assessedRows,
      excludedRows: ofRows.excludedRows,
      unknownRows: ofRows.unknownRows,
      currencies: ofRows.currencies,
    })
    for (const cost of ['cost', 'assessedCost', 'excludedCost', 'unknownCost', 'credits'] as const)
      expect(coverage?.[cost]).toBeCloseTo(ofRows[cost] ?? Number.NaN, 9)
  },
)

test('a region that nobody knows counts as unknown, as one that is not there does; a zone is its region', async () => {
  const inRegion = (region: string) => MACHINE.replace('eu-west-1', region)
  const text = `${HEADER},BilledCost\n${['mars-north-1', '', 'eu-west-1b', 'eu-west-1'].map((region, at) => `${inRegion(region)},${2 ** at}`).join('\n')}\n`
  const { coverage } = await batchRows([scratchFile('a.csv', text)])
  expect(coverage).toMatchObject({ assessedRows: 4, unknownRegionRows: 2, unknownRegionCost: 3 })
  const { rows } = importFile(text)
  expect(coverageOfRows(rows)).toMatchObject({ unknownRegionRows: 1, unknownRegionCost: 2 })
  const { items } = await assessor.assessMany(rows.filter((row) => 'asset' in row))
  const isPlaceAssumed = (index: number) => {
    const item = items[index]
    return item !== undefined && 'facts' in item && item.facts.assumptions.includes('UNKNOWN_PLACE')
  }
  expect(coverageOfRows(rows, undefined, isPlaceAssumed)).toMatchObject({ unknownRegionRows: 2, unknownRegionCost: 3 })
})

test('costs assessed, excluded and unknown are all costs; credits are apart', async () => {
  const { coverage, written } = await batchRows([`${FILES}/bill-cur2.csv`], { criteria: ['gwp'] })
  // By hand: of the savings plan and the reservation their effective costs.
  expect(coverage?.assessedCost).toBeCloseTo(2.568 + 1.5 + 9.6 + 0.176 + 2.3 + 0.09 + 0.04 + 0.06 + 0.45, 12)
  expect(coverage?.excludedCost).toBeCloseTo(0.025 + 1.5 + 6, 12)
  expect(coverage?.unknownCost).toBeCloseTo(1.152 + 0.5, 12)
  expect(coverage?.credits).toBe(-5)
  expect(coverage?.cost).toBeCloseTo(16.784 + 7.525 + 1.652, 12)
  expect(written.map(({ reason }) => reason).slice(9, 13)).toEqual(['', 'UNKNOWN_USAGE', 'PURCHASE', 'ADJUSTMENT'])
})

test('a line without a consumed quantity counts what is priced, by its unit; one with neither is faulty', async () => {
  const header = `${HEADER},PricingQuantity,PricingUnit`
  const ofUnit = (unit: string, many: string) => MACHINE.replace('Hours,1', `${unit},${many}`)
  const lines = [
    `${ofUnit('Hours', '3')},5,Hours`,
    `${ofUnit('', '')},120,Minutes`,
    `${ofUnit('NULL', 'NULL')},-30,Minutes`,
    `${ofUnit('Hours', '')},,`,
    `${ofUnit('Hours', '0')},9,Hours`,
  ]
  const file = scratchFile('a.csv', `${header}\n${lines.join('\n')}\n`)
  const { written, totals } = await batchRows([file], { criteria: ['gwp'] })
  expect(written.map(({ status }) => status)).toEqual(['assessed', 'assessed', 'assessed', 'faulty', 'assessed'])
  expect(totals.units).toBeCloseTo(3 + 1.5, 12)
  const counted = importFile(readFileSync(file)).rows.map((row) => ('asset' in row ? row.quantity : Number.NaN))
  expect(counted).toEqual([3, 1.5, 0, Number.NaN, 0])
  const [parquet, database] = [scratch('a.parquet'), await (await DuckDBInstance.create(':memory:')).connect()]
  await database.run(
    `COPY (SELECT * FROM read_csv(${sqlText(file)}, nullstr = ['NULL', ''])) TO ${sqlText(parquet)} (FORMAT parquet)`,
  )
  database.closeSync()
  expect((await batchRows([parquet], { criteria: ['gwp'] })).totals).toEqual(totals)
})

test('every line names the rule that says what it is; a charge that is no usage has none', async () => {
  const tax = 'Tax,2026-10-01,AWS,Tax,VAT,,,'
  const file = scratchFile('a.csv', `${HEADER}\n${MACHINE}\n${MACHINE.replace('m5', 'm999')}\n${UNKNOWN}\n${tax}\n`)
  const { written } = await batchRows([file], { criteria: ['gwp'] })
  expect(written.map(({ status, reason, rule }) => [status, reason, rule])).toEqual([
    ['assessed', '', 'aws.ec2'],
    ['faulty', 'NOT_FOUND', 'aws.ec2'],
    ['skipped', 'UNKNOWN_USAGE', 'any.unknown'],
    ['skipped', 'TAX', ''],
  ])
})

test('a line of an unknown region counts the unweighted mean of the regions of its provider, and is counted', async () => {
  const costs = ',EffectiveCost,BillingCurrency'
  const storage = 'Usage,2026-10-01,AWS,AmazonS3,TimedStorage-ByteHrs,,GB-Mo,1'
  const lines = [
    `${MACHINE},1,EUR`,
    `${MACHINE.replace('eu-west-1', '')},2,EUR`,
    `${MACHINE.replace('eu-west-1', 'mars-north-1')},4,EUR`,
    `${storage},8,EUR`,
    `Usage,2026-10-01,AWS,AWSDataTransfer,DataTransfer-Out-Bytes,,GB,1,16,EUR`,
    `${UNKNOWN.replace('eu-west-1', '')},32,EUR`,
  ]
  const file = scratchFile('a.csv', `${HEADER}${costs}\n${lines.join('\n')}\n`)
  const { coverage, written } = await batchRows([file], { criteria: ['gwp'] })
  expect(coverage).toMatchObject({ assessedRows: 5, unknownRows: 1, unknownRegionRows: 4, unknownRegionCost: 30 })
  expect(written.map((row) => row.assessed_in)).toEqual([
    'IRL',
    ...Array.from({ length: 4 }, () => 'REGION_UNKNOWN (assumed)'),
    '',
  ])
  // By hand: the factor of each region of the provider, each region once.
  const { cloudRegions, electricity } = assessor.references.tables
  const factors = cloudRegions
    .filter(({ provider }) => provider === 'aws')
    .map(({ location }) => electricity.find((mix) => mix.location === location)?.factors.gwp?.value as number)
  const irish = electricity.find(({ location }) => location === 'IRL')?.factors.gwp?.value as number
  const [known, none, other] = written as [Record<string, string>, Record<string, string>, Record<string, string>]
  const perKwh = (row: Record<string, string>, bound = '') => Number(row[`gwp_use${bound}`]) / Number(row.energy_kwh)
  const ratio = (row: Record<string, string>) => perKwh(row) / perKwh(known)
  const mean = factors.reduce((sum, each) => sum + each, 0) / factors.length
  expect(ratio(none) / (mean / irish)).toBeCloseTo(1, 12)
  expect(ratio(other) / (mean / irish)).toBeCloseTo(1, 12)
  expect(Number(none.gwp_use_max) / Number(none.gwp_use)).toBeGreaterThanOrEqual(Math.max(...factors) / mean)
  expect(other.warnings).toContain('"mars-north-1"')
  expect(other.warnings).toMatch(new RegExp(` ${factors.length} .* aws\\.`))
  expect(none.warnings).toContain('The bill gives no region for this line')
})

test('a release of before the mean of regions answers as it did', async () => {
  const file = scratchFile('a.csv', `${HEADER}\n${MACHINE.replace('eu-west-1', '')}\n`)
  const output = { file: scratch('rows.csv'), format: 'csv' as const }
  await runBatch(openAssessor({ release: '2026.11' }), [file], { criteria: ['gwp'], output })
  expect(csvRows(output.file)[0]?.assessed_in).toBe('EEE (assumed)')
})

test('every line of a bill is assessed, excluded or unknown', async () => {
  const lines = readFileSync(`${FILES}/bill.csv`, 'utf8').trim().split('\n').length - 1
  const { coverage } = await batchRows([`${FILES}/bill.csv`], { criteria: ['gwp'] })
  expect(coverage?.rows).toBe(lines)
  const { assessedRows = 0, excludedRows = 0, unknownRows = 0 } = coverage ?? {}
  expect(assessedRows + excludedRows + unknownRows).toBe(lines)
})

test('groups add up to the totals, with the months and fields of tags', async () => {
  const tagged = [
    [MACHINE, '"{""team"":""web""}"', 1],
    [MACHINE.replace('10-01', '11-01'), '"{""team"":""web""}"', 2],
    [MACHINE, '', 4],
    [UNKNOWN, '"{""team"":""data""}"', 8],
  ].map((cells) => cells.join(','))
  const file = scratchFile('a.csv', `${HEADER},Tags,EffectiveCost\n${tagged.join('\n')}\n`)
  const output = { file: scratch('groups.csv'), format: 'csv' as const }
  const { totals } = await runBatch(assessor, [file], { criteria: ['gwp'], by: ['Tags.team', 'month'], output })
  const groups = csvRows(output.file)
  expect(
    groups
      .map((group) =>
        ['Tags.team', 'month', 'rows', 'assessed_rows', 'unknown_rows', 'cost'].map((name) => group[name]),
      )
      .toSorted((a, b) => Number(a[5]) - Number(b[5])),
  ).toEqual([
    ['web', '2026-10', '1', '1', '0', '1.0'],
    ['web', '2026-11', '1', '1', '0', '2.0'],
    ['', '2026-10', '1', '1', '0', '4.0'],
    ['data', '2026-10', '1', '0', '1', '8.0'],
  ])
  const sum = groups.reduce((total, group) => total + Number(group.gwp_total), 0)
  expect(sum / (totals.impacts.gwp?.total?.value ?? 0)).toBeCloseTo(1, 12)
})

test('an export of Google in Parquet, whose records are nested, is the same bill as one that is flat', async () => {
  const [flat, nested] = [`${FILES}/bill-gcp.csv`, scratch('nested.parquet')]
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const database = await instance.connect()
  await database.run(`COPY (SELECT {'id': '1', 'description': "service.description"} AS service,
      {'id': '2', 'description': "sku.description"} AS sku, usage_start_time, {'id': "project.id"} AS project,
      {'region': "location.region", 'zone': "location.zone"} AS location, cost::DOUBLE AS cost, currency,
      {'amount': "usage.amount"::DOUBLE, 'unit': "usage.unit"} AS usage, cost_type,
      from_json(nullif(credits, ''), '[{"name":"VARCHAR","type":"VARCHAR","amount":"DOUBLE"}]') AS credits
    FROM read_csv(${sqlText(flat)}, all_varchar = true)) TO ${sqlText(nested)} (FORMAT parquet)`)
  database.closeSync()
  const [ofFlat, ofNested] = [
    await batchRows([flat], { criteria: ['gwp'] }),
    await batchRows([nested], { criteria: ['gwp'] }),
  ]
  expect(ofNested.coverage).toEqual(ofFlat.coverage)
  expect(ofNested.totals.impacts).toEqual(ofFlat.totals.impacts)
  expect(ofNested.notRead).toEqual([])
  expect(Object.keys(ofNested.written[0] ?? {}).slice(0, 3)).toEqual(['service', 'sku', 'usage_start_time'])
})

test('discounts in the credits of a line of Google lower its cost; what pays for it is apart', async () => {
  const { coverage, written } = await batchRows([`${FILES}/bill-gcp.csv`], { by: ['sku.description'] })
  // 0.3 less 0.06 for sustained use, and 0.1 less 0.05 for a commitment. A promotion pays 0.04.
  const costs = csvRows(`${FILES}/bill-gcp.csv`).reduce((sum, { cost }) => sum + Number(cost), 0)
  expect(coverage?.cost).toBeCloseTo(costs - 0.06 - 0.05, 9)
  expect(coverage?.credits).toBeCloseTo(-0.04, 9)
  const cores = written.find((group) => group['sku.description']?.startsWith('N2 Instance Core'))
  expect(cores).toMatchObject({ cost: '0.24', assessed_cost: '0.24', credits: '-0.04' })
})

test('a line whose credits cannot be read has no cost, and is counted', async () => {
  const [head, line] = readFileSync(`${FILES}/bill-gcp.csv`, 'utf8').split('\n')
  const [core, other] = [`${head}\n${line}`, `${head}\n${line?.replace(/"\[\{""name.*$/, '0.1 off')}`]
  expect((await batchRows([scratchFile('read.csv', core)])).coverage).toMatchObject({ rowsWithoutCost: 0 })
  const { coverage } = await batchRows([scratchFile('unread.csv', other)])
  expect(coverage).toMatchObject({ rows: 1, assessedRows: 1, rowsWithoutCost: 1, cost: null })
  expect(importFile(other).rows[0]?.billed).not.toHaveProperty('cost')
})

test('the sum of credits in place of their list lowers the cost of a line', async () => {
  const [head, line] = readFileSync(`${FILES}/bill-gcp.csv`, 'utf8').split('\n')
  const credits = ['-0.2', '0', '-1e-1', '']
  const text = [head, ...credits.map((sum) => line?.replace(/"\[\{""name.*$/, sum))].join('\n')
  const { coverage } = await batchRows([scratchFile('sums.csv', text)])
  expect(coverage).toMatchObject({ rows: 4, rowsWithoutCost: 0, credits: 0 })
  expect(coverage?.cost).toBeCloseTo(4 * 0.3 - 0.2 - 0.1, 12)
  expect(importFile(text).rows.map(({ billed }) => billed?.cost)).toEqual([0.3 - 0.2, 0.3, 0.3 - 0.1, 0.3])
})

test('a cost that is too large to be added up is missing, in the command and the library', async () => {
  const text = readFileSync(`${FILES}/bill-gcp.csv`, 'utf8').replace(/,0\.3,/, ',1e24,')
  const { coverage } = await batchRows([scratchFile('costly.csv', text)])
  expect(coverage?.rowsWithoutCost).toBe(1)
  expect(coverageOfRows(importFile(text).rows)).toMatchObject({ rowsWithoutCost: 1, cost: coverage?.cost })
})

test('credits that are no amount of money stop nothing', async () => {
  const text = readFileSync(`${FILES}/bill-gcp.csv`, 'utf8').replace('""amount"": -0.04', '""amount"": -1e25')
  for (const by of [undefined, ['sku.description']])
    expect((await batchRows([scratchFile('huge.csv', text)], by && { by })).coverage).toMatchObject({ credits: 0 })
})

test('an export of Google as JSON is the same bill, in the library as well; a damaged line is faulty', async () => {
  const flat = `${FILES}/bill-gcp.csv`
  const lines = csvRows(flat).map((row) => {
    const { cost, currency, usage_start_time, cost_type } = row
    return JSON.stringify({
      service: { id: '1', description: row['service.description'] },
      sku: { id: '2', description: row['sku.description'] },
      usage_start_time,
      project: { id: row['project.id'] },
      labels: [{ key: 'team', value: 'web' }],
      location: { region: row['location.region'] || null, zone: row['location.zone'] || null },
      cost: Number(cost),
      currency,
      usage: { amount: Number(row['usage.amount']), unit: row['usage.unit'] },
      cost_type,
      credits: JSON.parse(row.credits || '[]'),
    })
  })
  const ofFlat = await batchRows([flat], { criteria: ['gwp'] })
  const ofLines = await batchRows([scratchFile('bill.json', `${lines.join('\n')}\n`)], { criteria: ['gwp'] })
  expect(ofLines.coverage).toEqual(ofFlat.coverage)
  expect(ofLines.totals.impacts).toEqual(ofFlat.totals.impacts)
  // A list of records is the same bill, in lines or not, and so is a single record.
  const list = `[${lines.join(',\n')}]`
  for (const text of [list, JSON.stringify(JSON.parse(list), undefined, 2)]) {
    const ofList = await batchRows([scratchFile('list.json', text)], { criteria: ['gwp'] })
    expect([ofList.coverage, ofList.totals.impacts]).toEqual([ofFlat.coverage, ofFlat.totals.impacts])
    expect(importFile(text).rows.map(({ billed }) => billed)).toEqual(
      importFile(lines.join('\n')).rows.map(({ billed }) => billed),
    )
  }
  for (const one of [lines[0] ?? '', JSON.stringify(JSON.parse(lines[0] ?? ''), undefined, 2)]) {
    const { coverage } = await batchRows([scratchFile('one.json', one)])
    expect(coverage).toMatchObject({ rows: 1, assessedRows: 1, cost: 0.24, credits: -0.04 })
    expect(importFile(one)).toMatchObject({
      format: 'gcp-billing',
      rows: [{ quantity: 4, billed: { cost: 0.24, credits: -0.04 } }],
    })
  }
  const damaged = await batchRows([scratchFile('b.json', [lines[0], '{"sku": ', lines[1], '7', ''].join('\n'))])
  expect(damaged.written.map(({ status, fault }) => [status, fault])).toEqual([
    ['assessed', ''],
    ['faulty', 'not JSON'],
    ['assessed', ''],
    ['faulty', 'not JSON'],
  ])
  const { format, rows } = importFile(`${lines.join('\n')}\n`)
  expect(format).toBe('gcp-billing')
  expect(rows).toEqual(
    importFile(readFileSync(flat)).rows.map((row, at) => ({ ...row, line: at + 1, columns: expect.any(Object) })),
  )
  expect(importFile([lines[0], '{"sku": ', '', '7'].join('\n')).rows).toMatchObject([
    { label: expect.any(String) },
    { line: 2, fault: { code: 'BAD_USER_INPUT', message: expect.stringContaining('not JSON') } },
    { line: 4, fault: { code: 'BAD_USER_INPUT', message: 'not JSON' } },
  ])
})

test('a made bill of 34 kinds of lines comes to what SQL makes of the same lines by a table of types', async () => {
  const [file, output] = [scratch('made.parquet'), scratch('groups.csv')]
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const database = await instance.connect()
  await writeMadeBill(database, file, 34 * 1500)
  const { totals, coverage } = await runBatch(assessor, [file], {
    criteria: ['gwp', 'pe'],
    boundary: 'DATA_CENTRE',
    by: ['line_item_usage_type'],
    output: { file: output, format: 'csv' },
  })
  // What a unit of each kind comes to, by the library; and the lines added up in SQL.
  const rates = await Promise.all(
    MADE_KINDS.map(async ({ text, asset, many = 0 }) => {
      if (asset === undefined) return `(${sqlText(text)}, NULL, NULL, NULL)`
      const { impacts, energy } = await assessor.assess(asset, {
        duration: 1,
        boundary: 'DATA_CENTRE',
        criteria: ['gwp', 'pe'],
      })
      const figures = [impacts.gwp?.total?.value, impacts.pe?.total?.value, energy]
      return `(${sqlText(text)}, ${figures.map((each) => `${(each ?? Number.NaN) * many}::DOUBLE`).join(', ')})`
    }),
  )
  await database.run(`CREATE TABLE rates AS SELECT * FROM (VALUES ${rates.join(', ')}) t(usage, gwp, pe, kwh)`)
  const lines = `read_parquet(${sqlText(file)}) JOIN rates ON usage = line_item_usage_type`
  const amount = 'line_item_usage_amount::DOUBLE'
  const [whole] = await rowsOf(
    database,
    `SELECT fsum(gwp * ${amount}) AS gwp, fsum(pe * ${amount}) AS pe, fsum(kwh * ${amount}) AS kwh,
      count(*) FILTER (gwp IS NOT NULL)::INTEGER AS rows, sum(line_item_unblended_cost) FILTER (gwp IS NOT NULL)::DOUBLE AS cost FROM ${lines}`,
  )
  expect((totals.impacts.gwp?.total?.value ?? 0) / Number(whole?.gwp)).toBeCloseTo(1, 9)
  expect((totals.impacts.pe?.total?.value ?? 0) / Number(whole?.pe)).toBeCloseTo(1, 9)
  expect((totals.energy ?? 0) / Number(whole?.kwh)).toBeCloseTo(1, 9)
  expect(coverage?.assessedRows).toBe(whole?.rows)
  expect(coverage?.assessedCost).toBeCloseTo(Number(whole?.cost), 6)
  expect(totals.faulty).toBe(0)
  const kinds = await rowsOf(
    database,
    `SELECT usage, fsum(gwp * ${amount}) AS gwp, count(*)::INTEGER AS rows FROM ${lines} GROUP BY usage`,
  )
  const groups = new Map(csvRows(output).map((group) => [group.line_item_usage_type, group]))
  expect(groups.size).toBe(MADE_KINDS.length)
  for (const { usage, gwp, rows } of kinds) {
    const group = groups.get(String(usage))
    expect(Number(group?.rows)).toBe(rows)
    if (gwp === null) expect(group?.gwp_total).toBe('')
    else expect(Number(group?.gwp_total) / Number(gwp), String(usage)).toBeCloseTo(1, 9)
  }
  database.closeSync()
})

test.for([
  { dates: ['03/10/2026', '13/10/2026'], months: ['2026-10', '2026-10'] },
  { dates: ['03/10/2026', '04/10/2026'], months: ['2026-03', '2026-04'] },
  { dates: ['03/10/2026', '10/13/2026'], months: ['2026-03', '2026-10'] },
  { dates: ['13/13/2026', '2026-10-03'], months: ['', '2026-10'] },
])('the months of $dates are $months: a number above 12 is a day', async ({ dates, months }) => {
  const lines = dates.map((date, at) => `Virtual Machines,D4s v5,1 Hour,${at + 1},westeurope,${date}`)
  const text = ['MeterCategory,MeterName,UnitOfMeasure,Quantity,ResourceLocation,Date', ...lines].join('\n')
  const output = { file: scratch('months.csv'), format: 'csv' as const }
  await runBatch(assessor, [scratchFile('a.csv', text)], { by: ['month', 'Date'], output })
  const groups = csvRows(output.file)
  expect(dates.map((date) => groups.find((group) => group.Date === date)?.month)).toEqual(months)
})
