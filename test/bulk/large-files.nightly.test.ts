import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { runBatch } from '../../src/bulk/run-batch.ts'
import { assessor, batchRows, FILES, scratch, scratchFile } from './scratch.ts'

/** More than is read in memory, of JSON and of a table. */
const LARGE = 17 * 2 ** 20
const LARGE_TABLE = 2.2 * 2 ** 20

/** A table with few different assets that is larger than what is read in memory. */
function largeTable(line: (at: number) => string): string {
  const lines = ['label,kind,quantity,provider,instance_type,location,cpu_name,ram_capacity,note']
  let size = 0
  for (let at = 0; size < LARGE_TABLE; at++) {
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

test('a large table says the same as a small one, row by row and in the order of its rows', async () => {
  const text = largeTable((at) => `h${at},${KINDS[at % KINDS.length]},${NOTE}`)
  const lines = text.split('\n').length - 2
  const large = await batchRows([scratchFile('large.csv', text)], { criteria: ['gwp'] })
  const small = await batchRows([scratchFile('small.csv', text.split('\n').slice(0, 11).join('\n'))], {
    criteria: ['gwp'],
  })
  expect(large.rows).toBe(lines)
  expect(large.written).toHaveLength(lines)
  expect(large.written.slice(0, 10)).toEqual(small.written)
  expect(large.written.every(({ label }, at) => label === `h${at}`)).toBe(true)
  expect(large.faults.slice(0, 2).map(({ place, message }) => `${place}: ${message}`)).toEqual([
    'line 5: a cloudInstance needs instance_type',
    'line 6: quantity: expected a whole number, 0 to 2147483647 but found "1.5"',
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

test('an instance without its provider is of the only one that has its type, and its row says so', async () => {
  const rows = 'instance_type,region\nm5.xlarge,eu-west-3\nm5.xlarg,\n'
  const { written } = await batchRows([scratchFile('alone.csv', rows)], { criteria: ['gwp'] })
  const [same] = (
    await batchRows([scratchFile('with.csv', 'provider,instance_type,region\naws,m5.xlarge,eu-west-3\n')], {
      criteria: ['gwp'],
    })
  ).written
  expect(written[0]).toMatchObject({
    assessed_as: 'cloudInstance',
    gwp_total: same?.gwp_total,
    warnings: expect.stringMatching(/"m5\.xlarge" .* aws m5\.xlarge/),
  })
  expect(written[1]?.fault).toMatch(/^m5\.xlarg .* aws m5\.xlarge/)
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
  // Assessed: one server, nine instances, three laptops. Faulty: one unit without a type, four of an unknown type, and
  // a row with an unknown quantity.
  expect(first?.totals).toMatchObject({ units: 18, assessed: 13, faulty: 3 })
  for (const other of others) expect(other.totals).toEqual(first?.totals)
})

test('a line of a large table with too many cells is a faulty row', async () => {
  const text = largeTable((at) => (at === 7 ? `h${at},server,1,,,,,,a,b,c` : `h${at},${KINDS[0]},${NOTE}`))
  const { rows, totals, written } = await batchRows([scratchFile('ragged.csv', text)], { criteria: ['gwp'] })
  expect(written).toHaveLength(rows)
  expect(totals.faulty).toBe(1)
  expect(written[7]).toMatchObject({ status: 'faulty', fault: 'expected 9 cells but found 11' })
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
  const item = { asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.large' } }, note: NOTE.repeat(25) }
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
    ...Array.from({ length: LARGE / 100_000 }, () => `{"kind":"laptop","note":"${NOTE.repeat(25)}"}`),
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
  expect(written[0]?.fault).toBe('JSON with more than 200 levels')
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
  const { unread, rows: others } = await runBatch(assessor, [
    ...short,
    scratchFile('few.csv', 'kind\nlaptop\nlaptop\n'),
  ])
  expect(others).toBe(2)
  expect(unread.map(({ message }) => message)).toEqual([
    expect.stringContaining('far fewer cells than the 300 columns'),
    expect.stringContaining('far fewer cells than the 300 columns'),
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

test('the sums of many different assets do not depend on how many threads evaluate them', {
  timeout: 120_000,
}, async () => {
  // Three partitions.
  const lines = Array.from({ length: 13_000 }, (_, at) => `ram,${at % 7},${1 + (at % 500)}.${at}`)
  const criteria = ['gwp'] as const
  const file = scratchFile('different.csv', `kind,quantity,ram_capacity\n${lines.join('\n')}\n`)
  const [one, two] = [
    await batchRows([file], { criteria, threads: 1 }),
    await batchRows([file], { criteria, threads: 2 }),
  ]
  expect(two.totals).toEqual(one.totals)
  expect(two.written).toEqual(one.written)
})

test.for(['csv', 'ndjson'] as const)(
  'rows of totals in a large file (%s) are left out as in a small one',
  async (form) => {
    const HEAD = 'label,kind,quantity,note'
    const rows = (note: string) => [
      ...Array.from({ length: 20 }, () => ['spare', 'laptop', '0', note]),
      ['a', 'laptop', '4', note],
      ['b', 'laptop', '6', note],
      ['laptop subtotal', 'laptop', '10', ''],
      ...(form === 'csv' ? [HEAD.split(',')] : []),
      ['TotalEnergies-01', 'server', '2', note],
      ['Zwischensumme', '', '2', ''],
      ['Total Energies PC', 'laptop', '12', ''],
      ['Total', '', '12', ''],
      ...(form === 'csv' ? [['Exported by Anna', '', '', '']] : []),
    ]
    const file = (name: string, note: string, filler = '') => {
      const lines =
        form === 'csv'
          ? [HEAD, ...rows(note).map((cells) => cells.join(','))]
          : rows(note).map(([label, kind, quantity, own]) => JSON.stringify({ name: label, kind, quantity, note: own }))
      return scratchFile(`${name}.${form}`, lines.join('\n') + filler)
    }
    const small = await batchRows([file('sums-small', 'x')], { criteria: ['gwp'] })
    // A table is scanned for its size, and lines of JSON for their number.
    const large = await batchRows(
      [form === 'csv' ? file('sums-large', 'x'.repeat(100_000)) : file('sums-large', 'x', '\n'.repeat(200_001))],
      { criteria: ['gwp'] },
    )
    const why = (written: readonly Record<string, unknown>[]) => written.map(({ status, fault }) => fault || status)
    const whole = [
      ...Array.from({ length: 20 }, () => 'assessed'),
      'assessed',
      'assessed',
      'a row of totals',
      'assessed',
      'a row of totals',
      'a row of totals',
      'a row of totals',
    ]
    expect(why(small.written)).toEqual(
      form === 'csv' ? [...whole.toSpliced(23, 0, 'the header again'), 'a note below the table'] : whole,
    )
    expect(why(large.written)).toEqual(why(small.written))
    expect(large.totals).toEqual(small.totals)
    expect(large.totals).toMatchObject({ units: 12, assessed: 12, faulty: 0 })
  },
)

test('a second table below a large one stops the file, as in a small one', async () => {
  const rows = `laptop,${NOTE},3,Poland\n`.repeat(800)
  const text = `Type,Name,Qty,Country\n${rows}Type,Label,Units,Nation\nserver,b,2,Germany\n`
  const { unread } = await runBatch(assessor, [scratchFile('two.csv', text.replace('Nation', 'Site'))], {
    criteria: ['gwp'],
  })
  expect(unread.map(({ message }) => message)).toEqual([
    'Line 802 is the header of another table (Type, Label, Units, Site). Put each table into a file of its own',
  ])
})
