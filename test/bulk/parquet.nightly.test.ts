import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { runBatch } from '../../src/bulk/run-batch.ts'
import { addTotals } from '../../src/library/index.ts'
import { assessor, batchRows, FILES, scratch, scratchFile } from './scratch.ts'

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

test('columns of a Parquet file keep any name they have in the file', async () => {
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

test('JSON has no numbers that are none, and CSV has lists and objects as JSON', async () => {
  const [input, output] = [scratch('types.parquet'), scratch('types.json')]
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  await database.run(
    `COPY (SELECT 'laptop' AS kind, n AS "a note", [1, 2] AS list, MAP {'team': 'a"b'} AS tags, [1.5, n] AS measured,
        {'-Infinity': -n, 'text': ['NaN,-NaN', 'a\\":NaN'], 'inner': [{x: n::FLOAT}, NULL], 'none': [NULL::DOUBLE]} AS deep
      FROM (VALUES ('nan'::DOUBLE), ('inf'::DOUBLE), (1.5)) AS t(n)) TO '${input}' (FORMAT parquet)`,
  )
  await runBatch(assessor, [input], { criteria: ['gwp'], output: { file: output, format: 'json' } })
  const rows = JSON.parse(readFileSync(output, 'utf8')) as Record<string, unknown>[]
  expect(rows.map((row) => row['a note'])).toEqual([null, null, 1.5])
  expect(rows[0]).toMatchObject({ list: [1, 2], tags: { team: 'a"b' } })
  expect(rows.map((row) => row.measured)).toEqual([
    [1.5, null],
    [1.5, null],
    [1.5, 1.5],
  ])
  const text = ['NaN,-NaN', 'a\\":NaN']
  const unknown = { '-Infinity': null, text, inner: [{ x: null }, null], none: [null] }
  const known = { '-Infinity': -1.5, text, inner: [{ x: 1.5 }, null], none: [null] }
  expect(rows.map((row) => row.deep)).toEqual([unknown, unknown, known])
  const { written } = await batchRows([input], { criteria: ['gwp'] })
  expect(written[0]).toMatchObject({ list: '[1,2]', tags: '{"team":"a\\"b"}', 'a note': 'nan' })
  expect(written.map(({ measured }) => measured)).toEqual(['[1.5,null]', '[1.5,null]', '[1.5,1.5]'])
  expect(written.map(({ deep }) => JSON.parse(deep ?? ''))).toEqual([unknown, unknown, known])
})

test('a thousand columns are written as JSON with little memory for other work', async () => {
  const [input, output] = [scratch('wide.parquet'), scratch('wide.json')]
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  const columns = Array.from({ length: 1000 }, (_, at) => `range AS c${at}`)
  await database.run(
    `COPY (SELECT 'laptop' AS kind, 1 AS quantity, ${columns.join(', ')} FROM range(2048)) TO '${input}' (FORMAT parquet)`,
  )
  const { rows } = await runBatch(assessor, [input], {
    memory: 50,
    criteria: ['gwp'],
    output: { file: output, format: 'json' },
  })
  expect(rows).toBe(2048)
  expect((JSON.parse(readFileSync(output, 'utf8')) as { c999: number }[])[2047]?.c999).toBe(2047)
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

test('rows of totals in Parquet files are left out as in a table', async () => {
  const rows = [
    ['a', 'laptop', 4],
    ['b', 'laptop', 6],
    ['laptop subtotal', 'laptop', 10],
    ['TotalEnergies-01', 'server', 2],
    ['Zwischensumme', '', 2],
    ['Total Energies PC', 'laptop', 12],
    ['Total', '', 12],
  ] as const
  const text = `label,kind,quantity\n${rows.map((row) => row.join(',')).join('\n')}\n`
  const table = await batchRows([scratchFile('sums.csv', text)], { criteria: ['gwp'] })
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  // Of one file, and of two that a pattern names.
  for (const [name, condition] of [
    ['sums', 'true'],
    ['sums-of-1', 'row <= 3'],
    ['sums-of-2', 'row > 3'],
  ] as const) {
    const values = rows.map(
      ([label, kind, quantity], at) => `(${at + 1}, '${label}', nullif('${kind}', ''), ${quantity})`,
    )
    await database.run(
      `COPY (SELECT label, kind, quantity FROM (VALUES ${values.join(', ')}) t(row, label, kind, quantity) WHERE ${condition} ORDER BY row)
        TO '${scratch(`${name}.parquet`)}' (FORMAT parquet)`,
    )
  }
  for (const file of [scratch('sums.parquet'), scratch('sums-of-*.parquet')]) {
    const { written, totals } = await batchRows([file], { criteria: ['gwp'] })
    expect(written.map(({ status, fault }) => [status, fault])).toEqual(
      table.written.map(({ status, fault }) => [status, fault]),
    )
    expect(totals).toMatchObject({ units: 12, assessed: 12, faulty: 0, skipped: 4 })
    expect(totals.impacts).toEqual(table.totals.impacts)
  }
})

test('shares of a Parquet file read its rows as the whole does: totals by their sum, decimals, and questions', async () => {
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  const laptops = `SELECT 'pc' || range AS label, 'laptop' AS kind, 1 AS quantity, '9.5' AS avg_power FROM range(100)`
  const files = {
    // The sum of 100 rows is in the last share, and what tells the decimals of `12.125` in the first.
    sum: `${laptops} UNION ALL SELECT 'Total Energies PC', 'laptop', 100, '12.125'`,
    // A company of that name, whose laptops are not the sum of others.
    company: `${laptops} UNION ALL SELECT 'Total Energies PC', 'laptop', 7, '12.125'`,
  }
  for (const [name, query] of Object.entries(files)) {
    const input = scratch(`${name}.parquet`)
    await database.run(`COPY (${query}) TO '${input}' (FORMAT parquet)`)
    const whole = await batchRows([input], { criteria: ['gwp'] })
    const shares = await Promise.all(
      [1, 2, 3, 4].map((index) => batchRows([input], { criteria: ['gwp'], partition: { index, of: 4 } })),
    )
    const added = addTotals(shares.map(({ totals }) => totals))
    const [units, skipped] = name === 'sum' ? [100, 1] : [107, 0]
    expect(whole.totals).toMatchObject({ units, assessed: units, faulty: 0, skipped })
    expect(added).toMatchObject({ units, assessed: units, faulty: 0, skipped })
    expect(shares.flatMap(({ written }) => written)).toEqual(whole.written)
  }
  const asked = scratch('asked.parquet')
  await database.run(
    `COPY (SELECT 'laptop' AS kind, if(range < 10000, range % 5, NULL) AS "Wie viele" FROM range(20002)) TO '${asked}' (FORMAT parquet)`,
  )
  for (const index of [1, 2]) {
    const { unread } = await runBatch(assessor, [asked], { criteria: ['gwp'], partition: { index, of: 2 } })
    expect(unread.map(({ message }) => message)).toEqual([expect.stringContaining('Wie viele=quantity')])
  }
})
