import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOf, loadText } from '../../src/bulk/load-text.ts'
import { runBatch } from '../../src/bulk/run-batch.ts'
import { importFile } from '../../src/library/index.ts'
import { TOTAL_POWERS } from '../importers/total-powers.ts'
import { runs } from '../runs.ts'
import { assessor, batchRows, scratch, scratchFile } from './scratch.ts'

/** More than is read in memory. */
const FILLER_ROWS = 530
const FILLER = `laptop,1,${'x'.repeat(4000)}\n`.repeat(FILLER_ROWS)
const HEADER = 'kind,quantity,note\n'
/** The same for lines of JSON: more of them than are read in memory. Empty ones do not count as rows. */
const JSON_FILLER = '\n'.repeat(200_001)

test('a fault in a large table names the first line of its row, after any other rows', async () => {
  const text = `\n${HEADER}laptop,1,"two\r\nlines"\r\n\nlaptop,x,\nlaptop,1,a,b,c\n\n\nlaptop,1,"1\n2\n3"\nfone,1,5" disk\n"lap"top,1,\n`
  const { faults } = await batchRows([scratchFile('lines.csv', text + FILLER)], { criteria: ['gwp'] })
  expect(faults.map(({ place, message }) => `${place}: ${message.slice(0, 40)}`)).toEqual([
    'line 6: quantity: expected a whole number, 0 to ',
    'line 7: expected 3 cells but found 5',
    'line 13: Unknown kind "fone". Did you mean smartp',
    'line 14: Unknown kind ""lap"top". Did you mean la',
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
    [2, 'a quote opened in this line is never closed'],
    [3, 3],
    [4, 4],
    [5, 5],
  ])
  const {
    rows: count,
    totals,
    faults,
  } = await batchRows([scratchFile('open.csv', `${HEADER}${rows.join('\n')}\n${FILLER}`)])
  expect([count, totals.units, totals.assessed, totals.faulty]).toEqual([
    FILLER_ROWS + 4,
    FILLER_ROWS + 12,
    FILLER_ROWS + 12,
    1,
  ])
  expect(faults).toMatchObject([{ place: 'line 2', message: 'a quote opened in this line is never closed' }])
  const last = await batchRows([scratchFile('open-last.csv', `${HEADER}${FILLER}laptop,1,"open`)])
  expect(last.faults.map(({ place }) => place)).toEqual([`line ${FILLER_ROWS + 2}`])
})

test('a text full of quotes that do not end is refused in short time', async () => {
  const text = HEADER + 'laptop,1,"a\n'.repeat(300_000)
  // Of this process alone: others may keep the machine busy.
  const begin = process.cpuUsage()
  expect(() => importFile(text)).toThrow(/ line \d+ /)
  const { unread } = await runBatch(assessor, [scratchFile('quotes.csv', text)])
  expect(unread[0]?.message).toMatch(/ line \d+ /)
  const { user, system } = process.cpuUsage(begin)
  expect((user + system) / 1000).toBeLessThan(5000)
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
  const rows = Array.from({ length: 600 }, (_, at) => row(at))
  const file = scratchFile('thousand.csv', [[...own, ...tags].join(','), ...rows].join('\n'))
  const { written, totals } = await batchRows([file], { criteria: ['gwp'] })
  expect(totals).toMatchObject({ units: 179_700, assessed: 179_700, faulty: 0 })
  expect(written[7]).toMatchObject({ ConsumedQuantity: '7', 'resourceTags/user:994': 'v994', status: 'assessed' })
  expect(Object.keys(written[0] ?? {})).toHaveLength(1000 + 23)
})

test('lines of JSON have the line that they stand in, empty lines counted', async () => {
  const lines = ['', '{"kind":"laptop"}', '', '  ', '{"kind":', '{"kind":"laptop", "note":"\x01"}', '{"kind":"fone"}']
  const { faults, rows } = await batchRows([scratchFile('lines.ndjson', `${lines.join('\n')}\n${JSON_FILLER}`)])
  expect(faults.map(({ place }) => place)).toEqual(['line 5', 'line 6', 'line 7'])
  expect(rows).toBe(4)
})

test('quantities mean the same in memory and scanned, however they are written', async () => {
  const cells =
    '2,"2,5","0,125","1,024","12,0",1e3,1_000,0x10,inf,nan,-1, 3 ,.5,,"1.024,5",2147483648,1e-7,+4,+-4,+-0,1.000,0.125,x4,3 pcs,12 Stück,5X,1 200,1\'200,12\u00a0000'
  const spaces = ['\t', '\v', '\f', '\u00a0', '\u2003', '\u2028', '\u202f', '\u3000', '\ufeff']
  const rows = (parse(cells)[0] as unknown as string[])
    .concat(spaces.flatMap((space) => [`${space}5 ${space}`, space, `6${space}6`]))
    .map((cell) => `"${cell}"`)
  const bill = 'ChargeCategory,ProviderName,SkuMeter,ConsumedUnit,ConsumedQuantity,Note\n'
  const texts = [
    `kind,quantity,note\n${rows.map((cell) => `laptop,${cell},\n`).join('')}`,
    bill + rows.map((cell) => `Usage,AWS,BoxUsage:m5.large,Hours,${cell},\n`).join(''),
  ]
  for (const [at, text] of texts.entries()) {
    const [small, large] = await Promise.all(
      [text, text + FILLER].map((content, size) =>
        batchRows([scratchFile(`many-${at}-${size}.csv`, content)], { criteria: ['gwp'] }),
      ),
    )
    expect(large?.written.slice(0, rows.length)).toEqual(small?.written)
    // Of a bill, -1 nets with the others.
    expect(small?.written.filter(({ status }) => status === 'assessed')).toHaveLength([31, 25][at] as number)
  }
})

test('a number with two meanings is a fault of its row, in every format, in memory and scanned', async () => {
  const cells = [
    ['1.000', '', ''],
    ['-1.000', '', ''],
    ['1,024', '', ''],
    ['1', '1.234', ''],
    ['1', '1,234', ''],
    ['1', '100.000', ''],
    ['2', '0.125', ''],
    ['1.200,00', '1.024,5', '12.500'],
    ['1,200.00', '1.234567', '99.125'],
  ] as const
  const whole = 'quantity: expected a whole number, 0 to 2147483647 but found'
  const either = (mark: string) =>
    `ram_capacity: expected 1234 or 1.2340, since a ${mark} before three digits can separate thousands or decimals, but found`
  const faults = [
    `${whole} "1.000"`,
    `${whole} "-1.000"`,
    `${whole} "1,024"`,
    `${either('point')} "1.234"`,
    `${either('comma')} "1,234"`,
    ...['', '', '', ''],
  ]
  const note = 'x'.repeat(4000)
  const table = cells.map((row) => `server;${row.join(';')};\n`).join('')
  const lines = cells.map(([quantity, ram_capacity, load]) =>
    JSON.stringify({ kind: 'server', quantity, ram_capacity, load }),
  )
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  const parquet = scratch('points.parquet')
  const values = cells.map((row) => `('server', ${row.map((cell) => `'${cell}'`).join(', ')})`)
  await database.run(
    `COPY (SELECT * FROM (VALUES ${values.join(', ')}) t(kind, quantity, ram_capacity, load)) TO '${parquet}' (FORMAT parquet)`,
  )
  const files = [
    scratchFile('points.csv', `kind;quantity;ram_capacity;load;note\n${table}`),
    scratchFile(
      'points-many.csv',
      `kind;quantity;ram_capacity;load;note\n${table}${`laptop;1;;;${note}\n`.repeat(FILLER_ROWS)}`,
    ),
    scratchFile('points.json', `[${lines.join(',')}]`),
    scratchFile('points.ndjson', lines.join('\n')),
    scratchFile('points-many.ndjson', `${lines.join('\n')}\n${JSON_FILLER}`),
    parquet,
  ]
  const figures = new Set<string>()
  for (const file of files) {
    const { written } = await batchRows([file], { criteria: ['gwp'] })
    const rows = written.slice(0, cells.length)
    expect(
      rows.map(({ fault }) => fault),
      file,
    ).toEqual(faults)
    figures.add(JSON.stringify(rows.map(({ gwp_total }) => gwp_total)))
  }
  expect(figures.size).toBe(1)
})

test('other numbers tell what separates decimals, in every format, in memory and scanned', async () => {
  const tables = [
    ['150.250', '98.500', '245.113'],
    ['150,250', '1,125 kW', '2.048,5'],
    ['150.250', '2,5', '212.5'],
  ] as const
  const note = 'x'.repeat(4000)
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  for (const [at, cells] of tables.entries()) {
    const table = `kind;avg_power;note\n${cells.map((cell) => `server;${cell};\n`).join('')}`
    const lines = cells.map((avg_power) => JSON.stringify({ kind: 'server', avg_power })).join('\n')
    const parquet = scratch(`marks-${at}.parquet`)
    const values = cells.map((cell) => `('server', '${cell}')`)
    await database.run(
      `COPY (SELECT * FROM (VALUES ${values.join(', ')}) t(kind, avg_power)) TO '${parquet}' (FORMAT parquet)`,
    )
    const files = [
      scratchFile(`marks-${at}.csv`, table),
      scratchFile(`marks-${at}-many.csv`, table + `laptop;;${note}\n`.repeat(FILLER_ROWS)),
      scratchFile(`marks-${at}.json`, `[${lines.replaceAll('\n', ',')}]`),
      scratchFile(`marks-${at}.ndjson`, lines),
      scratchFile(`marks-${at}-many.ndjson`, `${lines}\n${JSON_FILLER}`),
      parquet,
    ]
    const results = new Set<string>()
    for (const file of files) {
      const { written } = await batchRows([file], { criteria: ['gwp'] })
      const rows = written.slice(0, cells.length)
      expect(
        rows.filter(({ fault }) => fault),
        file,
      ).toHaveLength(at < 2 ? 0 : 1)
      results.add(JSON.stringify(rows.map(({ fault, gwp_total }) => [fault, gwp_total])))
    }
    expect(results.size).toBe(1)
  }
})

test('a number of JSON or Parquet has one meaning', async () => {
  const items =
    '{"kind":"server","quantity":1.000,"ram_capacity":1.024}\n{"kind":"server","quantity":"1","ram_capacity":1.0240}\n'
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  const parquet = scratch('numbers.parquet')
  await database.run(
    `COPY (SELECT 'server' AS kind, 1.000::DECIMAL(10, 3) AS quantity, 1.024::DECIMAL(10, 3) AS ram_capacity
      UNION ALL SELECT 'server', 1.000, 1.024) TO '${parquet}' (FORMAT parquet)`,
  )
  const files = [scratchFile('numbers.ndjson', items), scratchFile('numbers-many.ndjson', items + JSON_FILLER), parquet]
  const figures = new Set<string | undefined>()
  for (const file of files) {
    const { written } = await batchRows([file], { criteria: ['gwp'] })
    expect(
      written.slice(0, 2).map(({ fault }) => fault),
      file,
    ).toEqual(['', ''])
    for (const { gwp_embedded } of written.slice(0, 2)) figures.add(gwp_embedded)
  }
  expect(figures.size).toBe(1)
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
  const body = fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join(''))
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
  await fc.assert(property, runs(60))
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
  fc.assert(property, runs(500))
})

test('an item with a quantity and a field mapped to it is faulty, in memory and scanned', async () => {
  const items = [
    { server: {}, quantity: 2, Nb: 30 },
    { server: {}, Nb: 30 },
    { server: {}, quantity: 2, Nb: null },
  ]
  const kinds = [
    { kind: 'laptop', quantity: 2, Nb: 3 },
    { kind: 'laptop', Nb: 3 },
    { asset: { server: {} }, quantity: 2 },
  ]
  const lines = [...items, ...kinds].map((item) => JSON.stringify(item))
  const files = [
    scratchFile('two-quantities.json', `[${lines.join(',')}]`),
    scratchFile('two-quantities.ndjson', lines.join('\n')),
    scratchFile('two-quantities-many.ndjson', `${lines.join('\n')}\n${JSON_FILLER}`),
  ]
  for (const file of files) {
    const { written } = await batchRows([file], { criteria: ['gwp'], map: { Nb: 'quantity' } })
    const rows = written.slice(0, lines.length)
    const two = 'Two columns are mapped to quantity'
    expect(
      rows.map(({ fault }) => fault ?? ''),
      file,
    ).toEqual([two, '', '', two, '', ''])
    const [, thirty, two_, , three, wrapped] = rows.map(({ gwp_total: total }) => Number(total))
    expect((thirty as number) / (two_ as number)).toBeCloseTo(15, 6)
    expect(wrapped).toBe(two_)
    expect(three).toBeGreaterThan(0)
  }
})

test('a total power is divided by the quantity in every format, in memory and scanned, and a note stands once', async () => {
  const note = 'x'.repeat(4000)
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  for (const [heading, cells, notes] of [
    ['Total power (kW)', ['6.5', '1.3'], 0],
    ['Power (W)', ['325', '260'], 1],
  ] as const) {
    const rows = [`server;20;${cells[0]};`, `server;5;${cells[1]};`]
    const table = `kind;quantity;${heading};note\n${rows.join('\n')}\n`
    const lines = [20, 5]
      .map((quantity, at) => JSON.stringify({ kind: 'server', quantity, [heading]: cells[at] }))
      .join('\n')
    const parquet = scratch(`powers-${notes}.parquet`)
    const values = `('server', 20, '${cells[0]}'), ('server', 5, '${cells[1]}')`
    await database.run(
      `COPY (SELECT * FROM (VALUES ${values}) t(kind, quantity, "${heading}")) TO '${parquet}' (FORMAT parquet)`,
    )
    for (const file of [
      scratchFile(`powers-${notes}.csv`, table),
      scratchFile(`powers-${notes}-many.csv`, table + `laptop;1;;${note}\n`.repeat(FILLER_ROWS)),
      scratchFile(`powers-${notes}.json`, `[${lines.replaceAll('\n', ',')}]`),
      scratchFile(`powers-${notes}.ndjson`, lines),
      scratchFile(`powers-${notes}-many.ndjson`, `${lines}\n${JSON_FILLER}`),
      parquet,
    ]) {
      const { written, notes: said = [] } = await batchRows([file], { criteria: ['gwp'], duration: 1000 })
      const energies = written.slice(0, 2).map(({ energy_kwh }) => Number(energy_kwh))
      // 20 servers of 325 W, and 5 of 260 W, for 1,000 hours.
      expect(energies, file).toEqual([6500, 1300])
      expect(said.map((each) => each.file)).toEqual(Array(notes).fill(file))
    }
  }
})

test('scanned lines divide a total power however they write its name and its number, and however late', async () => {
  const items = TOTAL_POWERS.map(([heading, cell]) => JSON.stringify({ kind: 'server', quantity: 20, [heading]: cell }))
  const mapped = JSON.stringify({ kind: 'server', quantity: 20, Σ: '6.5 kW' })
  const filler = '{"kind":"laptop"}\n'.repeat(10_001)
  const text = `${mapped}\n${items.slice(0, 2).join('\n')}\n${filler}${items.join('\n')}\n`
  for (const file of [scratchFile('totals.ndjson', text), scratchFile('totals-many.ndjson', `${text}${JSON_FILLER}`)]) {
    const { written } = await batchRows([file], { criteria: ['gwp'], duration: 1000, map: { Σ: 'total_power' } })
    const servers = written.filter(({ assessed_as: kind }) => kind === 'server')
    expect(servers.map(({ energy_kwh }) => Number(energy_kwh))).toEqual(Array(items.length + 3).fill(6500))
  }
})

test('numbered columns are the same parts in every format, in memory and scanned', async () => {
  const header = ['CPU 1', 'CPU 2', 'RAM slot 1', 'RAM slot 2', 'Disk 1 size', 'Disk 1 count', 'Disk 1 type', 'SSD 1']
  const rows = [
    ['EPYC 7763', 'EPYC 7763', '32 GB', '32 GB', '4 TB', '3', 'HDD', '960 GB'],
    ['EPYC 7763', 'Empty', '256 GB', 'Empty', '4 TB', '', 'HDD', ''],
    ['', '', '256 GB', '', '', '', '', '960 GB'],
  ]
  const wanted = `kind;cpu_name;cpu_units;RAM;HDD;SSD
server;EPYC 7763;2;2x32 GB;3x4 TB;1x960 GB
server;EPYC 7763;1;1x256 GB;1x4 TB;
server;;;1x256 GB;;1x960 GB
`
  const table = `kind;${header.join(';')};note\n${rows.map((row) => `server;${row.join(';')};\n`).join('')}`
  // As programs write JSON, without what is empty.
  const items = rows.map((row) => ({
    kind: 'server',
    ...Object.fromEntries(row.flatMap((cell, at) => (cell === '' ? [] : [[header[at], cell]]))),
  }))
  const lines = items.map((item) => JSON.stringify(item)).join('\n')
  const parquet = scratch('numbered.parquet')
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  const values = rows.map((row) => `('server', ${row.map((cell) => (cell === '' ? 'NULL' : `'${cell}'`)).join(', ')})`)
  const columns = header.map((name) => `"${name}"`).join(', ')
  await database.run(
    `COPY (SELECT * FROM (VALUES ${values.join(', ')}) t(kind, ${columns})) TO '${parquet}' (FORMAT parquet)`,
  )
  const files = [
    scratchFile('numbered-wanted.csv', wanted),
    scratchFile('numbered.csv', table),
    scratchFile(
      'numbered-many.csv',
      table + `laptop;${';'.repeat(header.length)}${'x'.repeat(4000)}\n`.repeat(FILLER_ROWS),
    ),
    scratchFile('numbered.json', JSON.stringify(items)),
    scratchFile('numbered.ndjson', lines),
    scratchFile('numbered-many.ndjson', `${lines}\n${JSON_FILLER}`),
    parquet,
  ]
  const results = await Promise.all(
    files.map(async (file) => {
      const { written } = await batchRows([file], { criteria: ['gwp'] })
      return written.slice(0, rows.length).map(({ fault, gwp_embedded: embedded }) => [fault || null, Number(embedded)])
    }),
  )
  for (const [at, result] of results.entries()) expect(result, files[at]).toEqual(results[0])
  expect(results[0]?.every(([fault, embedded]) => fault === null && Number(embedded) > 0)).toBe(true)
})
