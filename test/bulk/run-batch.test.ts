import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { copyRows } from '../../src/bulk/copy-rows.ts'
import { openDatabase, sqlName, sqlText } from '../../src/bulk/database.ts'
import { runBatch } from '../../src/bulk/run-batch.ts'
import { assessor, batchRows, csvRows, FILES, scratch, scratchFile } from './scratch.ts'

test('of unreadable files, each says why, and nothing is written', async () => {
  const file = scratch('never.csv')
  const broken = scratchFile('broken.csv', 'colour,taste\nred,sweet\n')
  const { rows, unread } = await runBatch(assessor, ['/nowhere.csv', broken, scratchFile('empty.json', '')], {
    output: { file, format: 'csv' },
  })
  expect(rows).toBe(0)
  expect(unread.map(({ message }) => message)).toEqual([
    'File not found (ENOENT)',
    expect.stringContaining('colour, taste'),
    'The file is empty',
  ])
  expect(existsSync(file)).toBe(false)
})

test('each row has the columns of the file, its status and its figures, the quantity counted', async () => {
  const { written, faults, totals } = await batchRows([`${FILES}/assets.csv`], { criteria: ['gwp'] })
  expect(Object.keys(written[0] ?? {}).slice(0, 3)).toEqual(['label', 'kind', 'quantity'])
  expect(Object.keys(written[0] ?? {}).slice(22)).toEqual([
    'status',
    'fault',
    'assessed_as',
    'assessed_in',
    'assessed_hours',
    'assessed_load',
    ...['embedded', 'use', 'total'].flatMap((phase) =>
      ['', '_min', '_max', '_coverage'].map((column) => `gwp_${phase}${column}`),
    ),
    'energy_kwh',
    'release',
    'warnings',
  ])
  expect(written.map(({ status }) => status)).toEqual([
    'assessed',
    'assessed',
    'assessed',
    'faulty',
    'faulty',
    'faulty',
  ])
  expect(faults.map(({ place }) => place)).toEqual(['line 5', 'line 6', 'line 7'])
  const usage = { usageLocation: 'SWE', timeWorkload: 25 }
  const asset = { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage } }
  const { impacts } = await assessor.assess(asset, { criteria: ['gwp'], duration: 720 })
  expect(Number(written[1]?.gwp_embedded)).toBeCloseTo(10 * (impacts.gwp?.embedded?.value ?? 0), 10)
  expect(Number(written[1]?.gwp_use_max)).toBeCloseTo(10 * (impacts.gwp?.use?.max ?? 0), 10)
  expect(written[1]?.release).toBe(assessor.release)
  const added = written.reduce((sum, row) => sum + Number(row.gwp_total), 0)
  expect(totals.impacts.gwp?.total?.value).toBeCloseTo(added, 6)
  expect(totals).toMatchObject({ units: 135, assessed: 132, faulty: 3 })
})

test('a bill comes to its hours times an hour of each instance', async () => {
  const { rows, totals, written } = await batchRows([`${FILES}/bill.csv`], { criteria: ['gwp'] })
  expect([rows, totals.skipped, totals.faulty]).toEqual([14, 7, 1])
  const hours = [
    [2, 'aws', 'c6i.xlarge', 'eu-west-3'],
    [1, 'aws', 'm6g.large', 'eu-west-1'],
    [24, 'azure', 'D2s_v3', 'westeurope'],
    [1, 'gcp', 'n2-standard-4', 'europe-north1'],
    [1, 'aws', 'db.r5.large', 'eu-west-3'],
    [1, 'aws', 'r6g.large', 'eu-west-3'],
  ] as const
  let byHand = 0
  for (const [many, provider, instanceType, region] of hours) {
    const asset = { cloudInstance: { provider, instanceType, usage: { region } } }
    const { impacts } = await assessor.assess(asset, { criteria: ['gwp'], duration: 1 })
    byHand += many * (impacts.gwp?.total?.value ?? Number.NaN)
  }
  expect(totals.impacts.gwp?.total?.value).toBeCloseTo(byHand, 12)
  expect(totals.units).toBe(30)
  expect(written[12]).toMatchObject({
    status: 'skipped',
    fault: 'a fee for usage that another line already counts: Amazon Elastic Compute Cloud, EBSOptimized:m4.large',
    gwp_total: '',
  })
})

test('what is damaged, or another thing than a file of assets, is refused in plain words', async () => {
  const parquet = scratch('whole.parquet')
  const laptop = scratchFile('laptop.csv', 'kind\nlaptop\n')
  await runBatch(assessor, [laptop], { criteria: ['gwp'], output: { file: parquet, format: 'parquet' } })
  const files = [
    scratchFile('cut.parquet', readFileSync(parquet).subarray(0, 500)),
    dirname(laptop),
    scratchFile('cur.csv', 'identity/LineItemId,lineItem/UsageType\n1,BoxUsage:m5.large\n'),
    scratchFile('half.csv', 'ChargeCategory,BilledCost\nUsage,1\n'),
    scratch('none-*.parquet'),
  ]
  const { unread, rows } = await runBatch(assessor, files)
  expect(rows).toBe(0)
  expect(unread.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The Parquet file is cut off or damaged: [^\n]*$/),
    'This is a folder, not a file (EISDIR)',
    expect.stringContaining('a bill (AWS CUR), but lineItem/UsageAmount, lineItem/LineItemType are missing'),
    expect.stringContaining('a bill (FOCUS), but ConsumedUnit, ConsumedQuantity are missing'),
    expect.stringContaining('No files found'),
  ])
})

test('several files are one answer, and each row says which file it is from', async () => {
  const { rows, written } = await batchRows([`${FILES}/assets.csv`, `${FILES}/plan.json`, `${FILES}/nodes.json`])
  expect(written).toHaveLength(rows)
  expect(new Set(written.map(({ file }) => file?.split('/').at(-1)))).toEqual(
    new Set(['assets.csv', 'plan.json', 'nodes.json']),
  )
})

test('a row names the warnings of its asset and of its figures', async () => {
  const text = 'kind,location,quantity\nlaptop,Mars,2\nlaptop,FRA,1\nserver,Mars,x\nbus,Mars,1\n'
  const { written } = await batchRows([scratchFile('warned.csv', text)], { criteria: ['gwp'] })
  const warningsIn = async (usageLocation: string) => {
    const asset = { terminal: { kind: 'LAPTOP' as const, usage: { usageLocation } } }
    const { warnings, impacts } = await assessor.assess(asset, { criteria: ['gwp'] })
    return [...warnings, ...(impacts.gwp?.embedded?.warnings ?? [])]
  }
  const [onMars, inFrance] = [await warningsIn('Mars'), await warningsIn('FRA')]
  const words = (warnings: typeof onMars) => warnings.map(({ message }) => message).join('; ')
  expect(written.map(({ status, warnings }) => [status, warnings])).toEqual([
    ['assessed', words(onMars)],
    ['assessed', words(inFrance)],
    ['faulty', ''],
    ['faulty', ''],
  ])
  expect(written[0]?.warnings).toMatch(/ "Mars"\..* Europe \(EEE\)\.; ./)
  expect(inFrance).toMatchObject([{ code: 'GENERIC_DATA' }])
})

test('columns of a file that are named as ours keep their values', async () => {
  const text = 'kind,status,fault,gwp_total,release,id,first,rows,place,row,kind,,\nlaptop,a,b,c,d,e,f,g,h,i,bus,j,k\n'
  const { written } = await batchRows([scratchFile('clash.csv', text)], {
    criteria: ['gwp'],
    map: { kind_1: 'none' },
  })
  expect(written[0]).toMatchObject({
    status_1: 'a',
    fault_1: 'b',
    gwp_total_1: 'c',
    release_1: 'd',
    id: 'e',
    place_1: 'h',
    row_1: 'i',
    kind: 'laptop',
    kind_1: 'bus',
    column: 'j',
    column_1: 'k',
  })
  expect(written[0]?.status).toBe('assessed')
})

test.each([
  ['as they are', false, ['=HYPERLINK("http://x")', '+1', '@SUM(A1)', 'plain-one'], '=note'],
  [
    'as texts that no spreadsheet runs, where that is asked for',
    true,
    [`'=HYPERLINK("http://x")`, `'+1`, `'@SUM(A1)`, 'plain-one'],
    `'=note`,
  ],
])('cells that begin like formulas are written %s', async (_how, csvSafe, cells, heading) => {
  const given = ['"=HYPERLINK(""http://x"")"', '+1', '@SUM(A1)', 'plain-one']
  const text = ['label,kind,=note', ...given.map((label) => `${label},laptop,-3`)].join('\n')
  const file = scratch(`formulas-${csvSafe}.csv`)
  await runBatch(assessor, [scratchFile(`given-${csvSafe}.csv`, text)], {
    criteria: ['gwp'],
    output: { file, format: 'csv', csvSafe },
  })
  const [head = '', ...rows] = readFileSync(file, 'utf8').trim().split('\n')
  expect(head.split(',')[2]).toBe(heading)
  const shown = (cell: string) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  expect(rows.map((row, at) => row.startsWith(`${shown(cells[at] as string)},laptop,`))).toEqual(rows.map(() => true))
})

test('CSV shows control characters, but keeps tabs and line breaks; JSON and Parquet have the text as it is', async () => {
  const label = 'a\u001b[31m\u0000\u007f\u009b\u202e\u2029 \tb\r\nc\rd é😀 \\u001b'
  const assets = [{ label, kind: 'laptop' }, { label: '=b\u0007', kind: 'laptop' }, { kind: 'to\u001baster' }]
  const given = scratchFile('given.json', JSON.stringify(assets))
  const rowsAs = async (format: 'csv' | 'json' | 'parquet', csvSafe = false) => {
    const output = { file: scratch(`control.${format}`), format, fields: ['label', 'fault'], csvSafe }
    await runBatch(assessor, [given], { criteria: ['gwp'], output })
    return output.file
  }
  const shown = 'a\\u001b[31m\\u0000\\u007f\\u009b\\u202e\\u2029 \tb\r\nc\rd é😀 \\u001b'
  expect(csvRows(await rowsAs('csv'))).toEqual([
    { label: shown, fault: '' },
    { label: '=b\\u0007', fault: '' },
    { label: '', fault: expect.stringContaining('"to\\u001baster"') },
  ])
  expect(csvRows(await rowsAs('csv', true))).toMatchObject([{ label: shown }, { label: "'=b\\u0007" }, {}])
  expect(JSON.parse(readFileSync(await rowsAs('json'), 'utf8'))).toMatchObject([
    { label },
    { label: '=b\u0007' },
    { fault: expect.stringContaining('"to\u001baster"') },
  ])
  expect(readFileSync(await rowsAs('parquet')).includes(label)).toBe(true)
})

test('headings and lists in CSV show control characters as well', async () => {
  const [heading, cell] = ['no\u0085te\u202e', 'x\u0090y']
  const parquet = scratch('nested.parquet')
  const database = await openDatabase({ memory: 250, threads: 1 })
  const row = `'laptop' AS kind, [${sqlText(cell)}] AS list, 1 AS ${sqlName(heading)}`
  await copyRows(database, `SELECT ${row}`, { file: parquet, format: 'parquet' })
  database.closeSync()
  const { written } = await batchRows([parquet], { criteria: ['gwp'] })
  expect(written).toMatchObject([{ list: '["x\\u0090y"]', 'no\\u0085te\\u202e': '1' }])
})
