import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOf, loadText } from '../../src/batch/load-text.ts'
import { runBatch } from '../../src/batch/run-batch.ts'
import { importFile } from '../../src/index.ts'
import { assessor, batchRows, scratch, scratchFile } from './scratch.ts'

/** More than is read in memory. */
const FILLER = `laptop,1,${'x'.repeat(4000)}\n`.repeat(700)
const HEADER = 'kind,quantity,note\n'

test('a fault in a large table is named with the line in which its row begins, whatever stands before it', async () => {
  const text = `\n${HEADER}laptop,1,"two\r\nlines"\r\n\nlaptop,x,\nlaptop,1,a,b,c\n\n\nlaptop,1,"1\n2\n3"\nphone,1,5" disk\n"lap"top,1,\n`
  const { faults } = await batchRows([scratchFile('lines.csv', text + FILLER)], { criteria: ['gwp'] })
  expect(faults.map(({ place, message }) => `${place}: ${message.slice(0, 40)}`)).toEqual([
    'line 6: quantity: expected a whole number, 0 to ',
    'line 7: expected 3 cells but found 5',
    'line 13: kind: "phone" is no kind; did you mean s',
    'line 14: kind: ""lap"top" is no kind; did you mea',
  ])
  // In memory they stand in the same lines.
  expect(importFile(text).rows.flatMap((row) => ('fault' in row ? [row.line] : []))).toEqual([6, 7, 13, 14])
})

test('a quote that does not end makes one row faulty, and every other is assessed', async () => {
  const rows = ['laptop,2,"open', 'laptop,3,', 'laptop,4,"closed, at once"', 'laptop,5,']
  const small = importFile(HEADER + rows.join('\n'))
  expect(
    small.rows.map((row) => [row.line, 'fault' in row ? row.fault.message : 'quantity' in row && row.quantity]),
  ).toEqual([
    [2, 'a quote that begins in this line does not end'],
    [3, 3],
    [4, 4],
    [5, 5],
  ])
  const {
    rows: count,
    totals,
    faults,
  } = await batchRows([scratchFile('open.csv', `${HEADER}${rows.join('\n')}\n${FILLER}`)])
  expect([count, totals.units, totals.assessed, totals.faulty]).toEqual([704, 712, 712, 1])
  expect(faults).toMatchObject([{ place: 'line 2', message: 'a quote that begins in this line does not end' }])
  const last = await batchRows([scratchFile('open-last.csv', `${HEADER}${FILLER}laptop,1,"open`)])
  expect(last.faults.map(({ place }) => place)).toEqual(['line 702'])
})

test('a text full of quotes that do not end is refused in short time', async () => {
  const text = HEADER + 'laptop,1,"a\n'.repeat(300_000)
  const begin = performance.now()
  expect(() => importFile(text)).toThrow('a quote that begins in this line does not end')
  const { unread } = await runBatch(assessor, [scratchFile('quotes.csv', text)])
  expect(unread[0]?.message).toContain('The file is no table: in line')
  expect(performance.now() - begin).toBeLessThan(5000)
})

test('rows that are too long are faulty and are not kept', async () => {
  const rows = [
    'laptop,1,a',
    `laptop,1,${'x'.repeat(3 * 2 ** 20)}`,
    'laptop,1,b',
    `laptop,1,"${'y'.repeat(2 ** 21)}"`,
    'laptop,1,c',
  ]
  const { faults, totals } = await batchRows([scratchFile('long.csv', `${HEADER}${rows.join('\n')}\n`)])
  expect(totals).toMatchObject({ assessed: 3, faulty: 2 })
  expect(faults.map(({ place }) => place)).toEqual(['line 3', 'line 5'])
})

test('a bill of a thousand columns is read, and has all of them in the answer', { timeout: 120_000 }, async () => {
  const own = ['ChargeCategory', 'ProviderName', 'SkuMeter', 'ConsumedUnit', 'ConsumedQuantity']
  const tags = Array.from({ length: 1000 - own.length }, (_, at) => `resourceTags/user:${at}`)
  const cells = tags.map((_, at) => (at % 2 === 0 ? `v${at}` : ''))
  const row = (hours: number) => ['Usage', 'AWS', 'BoxUsage:m5.large', 'Hours', hours, ...cells].join(',')
  const rows = Array.from({ length: 900 }, (_, at) => row(at))
  const file = scratchFile('thousand.csv', [[...own, ...tags].join(','), ...rows].join('\n'))
  const { written, totals } = await batchRows([file], { criteria: ['gwp'] })
  expect(totals).toMatchObject({ units: 404_550, assessed: 404_550, faulty: 0 })
  expect(written[7]).toMatchObject({ ConsumedQuantity: '7', 'resourceTags/user:994': 'v994', status: 'assessed' })
  expect(Object.keys(written[0] ?? {})).toHaveLength(1000 + 13)
})

test('lines of JSON have the line that they stand in, empty lines counted', async () => {
  const lines = ['', '{"kind":"laptop"}', '', '  ', '{"kind":', '{"kind":"laptop", "note":"\x01"}', '{"kind":"phone"}']
  const filler = `{"kind":"laptop","note":"${'x'.repeat(4000)}"}\n`.repeat(4500)
  const { faults, rows } = await batchRows([scratchFile('lines.ndjson', `${lines.join('\n')}\n${filler}`)])
  expect(faults.map(({ place }) => place)).toEqual(['line 5', 'line 6', 'line 7'])
  expect(rows).toBe(4504)
})

test('what is compressed is checked as what is not', async () => {
  const text = `kind${',c'.repeat(299)}\n${'laptop\n'.repeat(400_000)}`
  const { unread } = await runBatch(assessor, [scratchFile('short.csv.gz', gzipSync(text))])
  expect(unread[0]?.message).toContain('far fewer cells than the 300 columns')
  const cut = gzipSync(HEADER + FILLER).subarray(0, -100)
  const { unread: broken } = await runBatch(assessor, [scratchFile('cut.csv.gz', cut)])
  expect(broken[0]?.message).toContain('The file cannot be decompressed: unexpected end of file')
})

test('any table has the same rows, cells and lines scanned as in memory', { timeout: 120_000 }, async () => {
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  const folder = dirname(scratch('any.csv'))
  const piece = fc.constantFrom(
    '"',
    '""',
    ',',
    '\n',
    '\r\n',
    '\r',
    'a',
    ' ',
    'é',
    '"b"',
    ',,,',
    '\n\n',
    '"\n"',
    '\0',
    "'",
  )
  const body = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
  let table = 0
  const property = fc.asyncProperty(body, async (text) => {
    const [file, relation] = [scratch('any.csv'), `any_${table++}`]
    writeFileSync(file, `kind,b,c\n${text}`)
    await loadText(database, relation, { file, encoding: 'utf-8', separator: ',', width: 3, folder })
    const names = cellsOf(3)
    const reader = await database.runAndReadAll(
      `SELECT iq_line::INTEGER, iq_fault IS NULL, ${names.map((name) => `coalesce(${name}, '')`).join(', ')} FROM ${relation} ORDER BY rowid`,
    )
    const { rows } = importFile(`kind,b,c\n${text}`)
    const isExcess = (row: (typeof rows)[number]) =>
      'fault' in row && /^(expected 3 cells|a quote|the row)/.test(row.fault.message)
    expect(reader.getRows()).toEqual(
      rows.map((row) => [
        row.line,
        !isExcess(row),
        row.columns?.kind ?? '',
        row.columns?.b ?? '',
        row.columns?.c ?? '',
      ]),
    )
    await database.run(`DROP TABLE ${relation}`)
  })
  await fc.assert(property, { numRuns: 150 })
})

test('what stands between quotes is read as a library for CSV reads it', () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r\n', 'a', ' '), maxLength: 8 })
  const property = fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
    const lines = cells.map((each) => `laptop,1,"${each.replaceAll('"', '""')}"`)
    const expected = parse(`${HEADER}${lines.join('\n')}`, { columns: true }) as { note: string }[]
    expect(importFile(`${HEADER}${lines.join('\n')}`).rows.map((row) => row.columns?.note)).toEqual(
      expected.map(({ note }) => note),
    )
  })
  fc.assert(property, { numRuns: 500 })
})
