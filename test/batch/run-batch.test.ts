import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { runBatch } from '../../src/batch/run-batch.ts'
import { addTotals } from '../../src/index.ts'
import { assessor, batchRows, scratch, scratchFile } from './scratch.ts'

const FILES = 'test/importers/files'
/** More than is read in memory. */
const LARGE = 17 * 2 ** 20

/** A table with few different assets that is larger than what is read in memory. */
function largeTable(line: (at: number) => string): string {
  const lines = ['label,kind,quantity,provider,instance_type,location,cpu_name,ram_capacity,note']
  let size = 0
  for (let at = 0; size < LARGE; at++) {
    const next = line(at)
    lines.push(next)
    size += next.length + 1
  }
  return `${lines.join('\n')}\n`
}

const NOTE = 'x'.repeat(4000)
const KINDS = [
  'server,1,,,FRA,Xeon Gold 6138,32',
  'cloudInstance,2,aws,m5.xlarge,SWE,,',
  'laptop,3,,,DEU,,',
  'cloudInstance,1,aws,,FRA,,',
  'server,1.5,,,FRA,,16',
]

test('of files of which nothing can be read, each says why, and nothing is written', async () => {
  const file = scratch('never.csv')
  const broken = scratchFile('broken.csv', 'colour,taste\nred,sweet\n')
  const { rows, unread } = await runBatch(assessor, ['/nowhere.csv', broken, scratchFile('empty.json', '')], {
    output: { file, format: 'csv' },
  })
  expect(rows).toBe(0)
  expect(unread.map(({ message }) => message)).toEqual([
    'There is no such file (ENOENT)',
    expect.stringContaining('No column is known: colour, taste'),
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
    ...['embedded', 'use', 'total'].flatMap((phase) => ['', '_min', '_max'].map((bound) => `gwp_${phase}${bound}`)),
    'energy_kwh',
    'release',
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
  const { rows, skipped, totals, written } = await batchRows([`${FILES}/bill.csv`], { criteria: ['gwp'] })
  expect([rows, skipped, totals.faulty]).toEqual([14, 9, 1])
  const hours = [
    [2, 'aws', 'c6i.xlarge', 'eu-west-3'],
    [1, 'aws', 'm6g.large', 'eu-west-1'],
    [24, 'azure', 'D2s_v3', 'westeurope'],
    [1, 'gcp', 'n2-standard-4', 'europe-north1'],
  ] as const
  let byHand = 0
  for (const [many, provider, instanceType, region] of hours) {
    const asset = { cloudInstance: { provider, instanceType, usage: { region } } }
    const { impacts } = await assessor.assess(asset, { criteria: ['gwp'], duration: 1 })
    byHand += many * (impacts.gwp?.total?.value ?? Number.NaN)
  }
  expect(totals.impacts.gwp?.total?.value).toBeCloseTo(byHand, 12)
  expect(totals.units).toBe(28)
  expect(written[4]).toMatchObject({
    status: 'skipped',
    fault: 'db.r5.large is a type of a managed service',
    gwp_total: '',
  })
})

test('a large table says the same as a small one, row by row and in the order of its rows', async () => {
  const text = largeTable((at) => `h${at},${KINDS[at % KINDS.length]},${NOTE}`)
  const lines = text.split('\n').length - 2
  const large = await batchRows([scratchFile('large.csv', text)], { criteria: ['gwp'] })
  const small = await batchRows([scratchFile('small.csv', text.split('\n').slice(0, 11).join('\n'))], {
    criteria: ['gwp'],
  })
  expect(large.rows).toBe(lines)
  expect(large.written).toHaveLength(lines)
  expect(large.written.slice(0, 10)).toEqual(small.written.map((row) => ({ ...row, fault: expect.any(String) })))
  expect(large.written.every(({ label }, at) => label === `h${at}`)).toBe(true)
  expect(large.faults.slice(0, 2).map(({ place, message }) => `${place}: ${message}`)).toEqual([
    'line 5: a cloudInstance needs instance_type',
    'line 6: quantity: expected a whole number, 0 to 2147483647',
  ])
  const fifth = Math.floor(lines / KINDS.length)
  const { gwp: one } = small.totals.impacts
  expect(large.totals.faulty).toBeGreaterThanOrEqual(fifth * 2)
  // The ten rows of the small one are two rounds of the five kinds.
  expect(large.totals.impacts.gwp?.total?.value ?? 0).toBeCloseTo(
    ((one?.total?.value ?? 0) / 2) * (lines / KINDS.length),
    -4,
  )
})

test('totals are the same however the rows are written, in memory or scanned', async () => {
  const header = 'label,kind,quantity,provider,instance_type,location,cpu_name,ram_capacity'.split(',')
  const rows = [...KINDS, 'cloudInstance,4,aws,m5.huge,,,', 'cloudInstance,7,aws,m5.xlarge,SWE,,'].map((line, at) => [
    `h${at}`,
    ...line.split(','),
  ])
  const files = ['', 'x'.repeat(700_000)].flatMap((note, at) => {
    const items = rows.map((cells) => ({
      ...Object.fromEntries(cells.map((cell, column) => [header[column], cell])),
      note,
    }))
    return [
      scratchFile(`forms-${at}.csv`, [[...header, 'note'], ...rows.map((cells) => [...cells, note])].join('\n')),
      scratchFile(`forms-${at}.ndjson`, items.map((item) => JSON.stringify(item)).join('\n')),
      scratchFile(`forms-${at}.json`, JSON.stringify(items)),
    ]
  })
  const [first, ...others] = await Promise.all(files.map((file) => batchRows([file], { criteria: ['gwp'] })))
  // One server, nine instances, three laptops; one row without a type and four of no type; of the last nobody knows how many.
  expect(first?.totals).toMatchObject({ units: 18, assessed: 13, faulty: 3 })
  for (const other of others) expect(other.totals).toEqual(first?.totals)
})

test('a line of a large table with too many cells is a faulty row', async () => {
  const text = largeTable((at) => (at === 7 ? `h${at},server,1,,,,,,a,b,c` : `h${at},${KINDS[0]},${NOTE}`))
  const { rows, totals, written } = await batchRows([scratchFile('ragged.csv', text)], { criteria: ['gwp'] })
  expect(written).toHaveLength(rows)
  expect(totals.faulty).toBe(1)
  expect(written[7]).toMatchObject({ status: 'faulty', fault: expect.stringContaining('Columns') })
  const shares = await Promise.all(
    [1, 2].map((index) => batchRows([scratch('ragged.csv')], { criteria: ['gwp'], partition: { index, of: 2 } })),
  )
  expect(shares.map(({ totals: { faulty } }) => faulty)).toEqual([1, 0])
  expect(shares.flatMap((share) => share.written)).toEqual(written)
})

test('what is compressed is read as it is without', async () => {
  const text = readFileSync(`${FILES}/assets.csv`)
  const [plain, compressed] = await Promise.all([
    batchRows([`${FILES}/assets.csv`]),
    batchRows([scratchFile('assets.csv.gz', gzipSync(text))]),
  ])
  expect(compressed.totals).toEqual(plain.totals)
  const large = largeTable((at) => `h${at},${KINDS[at % 3]},${NOTE}`)
  const [one, two] = await Promise.all([
    batchRows([scratchFile('large-plain.csv', large)]),
    batchRows([scratchFile('large.csv.gz', gzipSync(large, { level: 1 }))]),
  ])
  expect(two.totals).toEqual(one.totals)
})

test('a large file with a value a line is read line by line', async () => {
  const item = { asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.large' } }, note: NOTE }
  const lines: string[] = []
  for (let size = 0; size < LARGE; size += lines.at(-1)?.length ?? 0) {
    lines.push(lines.length === 3 ? '{"asset": ' : JSON.stringify({ label: `n${lines.length}`, quantity: 2, ...item }))
  }
  const { rows, totals, written } = await batchRows([scratchFile('large.ndjson', lines.join('\n'))], {
    criteria: ['gwp'],
  })
  expect(rows).toBe(lines.length)
  expect(totals).toMatchObject({ units: 2 * (rows - 1), assessed: 2 * (rows - 1), faulty: 1 })
  expect(written[3]).toMatchObject({ status: 'faulty' })
  expect(written[4]).toMatchObject({ label: 'n4', quantity: '2', status: 'assessed' })
})

test('a line of JSON that is nested too deep is a faulty row, and stops no other', async () => {
  const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`
  const disk = Array.from({ length: 300 }, () => ({ ssd: { capacity: 960 }, note: '[{"\\' }))
  const lines = [
    `{"kind":"laptop","b":${deep}}`,
    `{"kind":"laptop","b":${'['.repeat(900_000)}`,
    `{"kind":"laptop","b":"${'['.repeat(900_000)}"}`,
    `{"kind":"laptop","quantity":3,"b":${'['.repeat(199)}${']'.repeat(199)}}`,
    `{"kind":"laptop","b":${'['.repeat(200)}${']'.repeat(200)}}`,
    JSON.stringify({ quantity: 2, server: { configuration: { disk: disk.map(({ ssd }) => ({ ssd })) } }, note: disk }),
    ...Array.from({ length: LARGE / 4000 }, () => `{"kind":"laptop","note":"${NOTE}"}`),
  ]
  const { rows, totals, written } = await batchRows([scratchFile('deep.ndjson', lines.join('\n'))], {
    criteria: ['gwp'],
  })
  expect(rows).toBe(lines.length)
  expect(written.slice(0, 7).map(({ status, quantity }) => `${status} ${quantity}`)).toEqual([
    'faulty ',
    'faulty ',
    'assessed ',
    'assessed 3',
    'faulty ',
    'assessed 2',
    'assessed ',
  ])
  expect(written[0]?.fault).toBe('more than 200 levels of JSON')
  expect(totals.faulty).toBe(3)
})

test('a small file with very many rows is scanned; short rows of many columns are refused', async () => {
  const many = 210_000
  const files = [
    scratchFile('many.csv', `kind\n${'laptop\n'.repeat(many)}`),
    scratchFile('many.ndjson', '{"kind":"laptop"}\n'.repeat(many)),
  ]
  const { rows, totals } = await runBatch(assessor, files, { criteria: ['gwp'] })
  expect([rows, totals.assessed]).toEqual([2 * many, 2 * many])
  const header = `kind${',c'.repeat(299)}`
  const short = [many, 400_000].map((count) =>
    scratchFile(`short-${count}.csv`, `${header}\n${'laptop\n'.repeat(count)}`),
  )
  const { unread, rows: others } = await runBatch(assessor, [...short, files[0] as string])
  expect(others).toBe(many)
  expect(unread.map(({ message }) => message)).toEqual([
    expect.stringContaining('Most rows have far fewer cells than there are columns'),
    expect.stringContaining('(400000 rows, 300 columns)'),
  ])
})

test('JSON in a Parquet file is a text, however deep it is', async () => {
  const [input, output] = [scratch('deep.parquet'), scratch('deep.json')]
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  const deep = `repeat('[', 500000) || repeat(']', 500000)`
  await database.run(
    `COPY (SELECT 'laptop' AS kind, (${deep})::JSON AS note, {'a': (${deep})::JSON} AS tags) TO '${input}' (FORMAT parquet)`,
  )
  const { totals } = await runBatch(assessor, [input], { criteria: ['gwp'], output: { file: output, format: 'json' } })
  expect(totals.assessed).toBe(1)
  const [row] = JSON.parse(readFileSync(output, 'utf8')) as { note: string; tags: string }[]
  expect(row?.note).toHaveLength(1_000_000)
  expect(row?.tags.length).toBeGreaterThan(1_000_000)
})

test('columns of a Parquet file are those of the file, whatever they are called', async () => {
  const input = scratch('names.parquet')
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  await database.run(
    `COPY (SELECT 'x' AS iq_row, 'y' AS iq_key, 9.0 AS iq_many, 7 AS file_row_number, 8 AS file_index, 'z' AS "iq_place",
        5 AS iq_file, 6 AS iq_place_in_file, 'v' AS c8, if(range < 2, 'laptop', 'smartphone') AS kind, range + 1 AS quantity
      FROM range(4)) TO '${input}' (FORMAT parquet)`,
  )
  const { totals, written } = await batchRows([input], { criteria: ['gwp'] })
  expect(written.map(({ kind, quantity }) => `${quantity} ${kind}`)).toEqual([
    '1 laptop',
    '2 laptop',
    '3 smartphone',
    '4 smartphone',
  ])
  expect(Object.entries(written[3] ?? {}).slice(0, 9)).toEqual([
    ['iq_row', 'x'],
    ['iq_key', 'y'],
    ['iq_many', '9.0'],
    ['file_row_number', '7'],
    ['file_index', '8'],
    ['iq_place', 'z'],
    ['iq_file', '5'],
    ['iq_place_in_file', '6'],
    ['c8', 'v'],
  ])
  expect(totals).toMatchObject({ units: 10, assessed: 10, faulty: 0 })
  const second = await batchRows([input], { criteria: ['gwp'], partition: { index: 2, of: 2 } })
  expect(second.written).toEqual(written.slice(2))
})

test('Parquet goes in and out; shares of the rows together are all of them', async () => {
  const [input, output] = [scratch('bill.parquet'), scratch('out.parquet')]
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  await database.run(
    `COPY (SELECT * FROM read_csv('${FILES}/bill.csv', nullstr='NULL')) TO '${input}' (FORMAT parquet)`,
  )
  const whole = await batchRows([input], { criteria: ['gwp'] })
  expect(whole.totals).toEqual((await batchRows([`${FILES}/bill.csv`], { criteria: ['gwp'] })).totals)
  const shares = await Promise.all(
    [1, 2, 3].map((index) => batchRows([input], { criteria: ['gwp'], partition: { index, of: 3 } })),
  )
  expect(shares.flatMap(({ written }) => written)).toEqual(whole.written)
  expect(shares.map(({ rows }) => rows)).toEqual([4, 5, 5])
  await runBatch(assessor, [input], { criteria: ['gwp'], output: { file: output, format: 'parquet' } })
  const read = await database.runAndReadAll(`SELECT sum(gwp_total) AS total, count(*) AS rows FROM '${output}'`)
  expect(read.getRowObjects()[0]?.total).toBeCloseTo(whole.totals.impacts.gwp?.total?.value ?? 0, 10)
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
    'This is an AWS Cost and Usage Report: export the bill as FOCUS 1.0 or later',
    expect.stringContaining('ChargeCategory, ConsumedUnit and ConsumedQuantity; of them there is ChargeCategory'),
    expect.stringContaining('No files found'),
  ])
})

test.for([
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['that of Western Europe', (text: string) => Buffer.from(text, 'latin1')],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
] as const)('a table is read whatever its encoding: %s', async ([name, encode]) => {
  const text = 'kind;label;location\r\nlaptop;"Gehäuse\r\nNr. ""2"""";FRA\r\nlaptop;Büro;DEU\r\n'.replace('""""', '"""')
  const small = await batchRows([scratchFile(`${name}.csv`, encode(text))], { criteria: ['gwp'] })
  expect(small.written.map(({ label, location, status }) => [label, location, status])).toEqual([
    ['Gehäuse\r\nNr. "2"', 'FRA', 'assessed'],
    ['Büro', 'DEU', 'assessed'],
  ])
  const large = text + `laptop;${NOTE};SWE\r\n`.repeat(800)
  const scanned = await batchRows([scratchFile(`${name}-large.csv`, encode(large))], { criteria: ['gwp'] })
  expect(scanned.written.slice(0, 2)).toEqual(small.written)
  expect(scanned.totals).toMatchObject({ assessed: 802, faulty: 0 })
})

test('Parquet files of one name are one table, whose shares are equally large', async () => {
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  const rows = [3, 50, 7]
  for (const [at, count] of rows.entries()) {
    const laptops = `SELECT 'laptop' AS kind, '${at}-' || range AS label, range + 1 AS quantity FROM range(${count})`
    await database.run(`COPY (${laptops}) TO '${scratch(`many-${at}.parquet`)}' (FORMAT parquet)`)
  }
  const all = scratch('many-*.parquet')
  const whole = await batchRows([all], { criteria: ['gwp'] })
  expect(whole.written.map(({ label }) => label)).toEqual(
    rows.flatMap((count, at) => Array.from({ length: count }, (_, row) => `${at}-${row}`)),
  )
  const shares = await Promise.all(
    [1, 2, 3, 4].map((index) => batchRows([all], { criteria: ['gwp'], partition: { index, of: 4 } })),
  )
  expect(shares.map((share) => share.rows)).toEqual([15, 15, 15, 15])
  expect(shares.flatMap((share) => share.written)).toEqual(whole.written)
  expect(addTotals(shares.map(({ totals }) => totals)).units).toBe(whole.totals.units)
})

test('several files are one answer, and each row says which file it is from', async () => {
  const { rows, written } = await batchRows([`${FILES}/assets.csv`, `${FILES}/plan.json`, `${FILES}/nodes.json`])
  expect(written).toHaveLength(rows)
  expect(new Set(written.map(({ file }) => file?.split('/').at(-1)))).toEqual(
    new Set(['assets.csv', 'plan.json', 'nodes.json']),
  )
})

test('columns of a file that are named as ours keep their values', async () => {
  const text = 'kind,status,fault,gwp_total,release,id,first,rows,place,row\nlaptop,a,b,c,d,e,f,g,h,i\n'
  const { written } = await batchRows([scratchFile('clash.csv', text)], { criteria: ['gwp'] })
  expect(written[0]).toMatchObject({
    status_1: 'a',
    fault_1: 'b',
    gwp_total_1: 'c',
    release_1: 'd',
    id: 'e',
    place_1: 'h',
    row_1: 'i',
  })
  expect(written[0]?.status).toBe('assessed')
})

test('the sums of many different assets do not depend on how many threads evaluate them', {
  timeout: 120_000,
}, async () => {
  const lines = Array.from({ length: 21_000 }, (_, at) => `server,${at % 7},${1 + (at % 500)}.${at}`)
  const file = scratchFile('different.csv', `kind,quantity,ram_capacity\n${lines.join('\n')}\n`)
  const [one, two] = [await batchRows([file], { threads: 1 }), await batchRows([file], { threads: 2 })]
  expect(two.totals).toEqual(one.totals)
  expect(two.written).toEqual(one.written)
})

test('nothing is left beside the output', () => {
  expect(readdirSync(dirname(scratch('x'))).filter((name) => name.startsWith('.'))).toEqual([])
})
