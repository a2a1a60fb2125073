import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ImportError } from '../../src/importers/import-error.ts'
import { importDocument, importFile } from '../../src/importers/import-file.ts'
import { runs } from '../runs.ts'
import { importOf } from './import.ts'

const MEGABYTE = 1e6
const FILES = readdirSync('test/importers/files').map((file) => readFileSync(`test/importers/files/${file}`, 'utf8'))

/** Reads a file as far as it can be read: rows, or the one error that an importer may throw. */
function read(text: string): number {
  try {
    return importFile(text).rows.length
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError)
    return -1
  }
}

const RESOURCE = '{"mode":"managed","type":"a","change":{"actions":["create"],"after":{}}},'

const HUGE: readonly (readonly [string, () => string])[] = [
  ['a line of 10 MB', () => 'x'.repeat(10 * MEGABYTE)],
  ['a header of 10 MB', () => `kind,${'a,'.repeat(5 * MEGABYTE)}\nserver\n`],
  ['a cell of 10 MB', () => `kind,cpu_name\nserver,"${'x'.repeat(10 * MEGABYTE)}"\n`],
  ['an open quote', () => `kind,cpu_name\nserver,"${'x\n'.repeat(MEGABYTE / 5)}`],
  ['JSON that is nested 5 million times', () => '['.repeat(5 * MEGABYTE)],
  ['objects that are nested a million times', () => '{"children":['.repeat(MEGABYTE)],
  ['a text of 10 MB in JSON', () => JSON.stringify([{ asset: { server: { archetype: 'x'.repeat(10 * MEGABYTE) } } }])],
  ['200,000 keys', () => `{${Array.from({ length: MEGABYTE / 5 }, (_, at) => `"k${at}":1`).join(',')}}`],
  [
    'names of columns with 300,000 spaces',
    () => {
      const spaces = ' '.repeat((MEGABYTE * 3) / 10)
      const names = [
        spaces,
        `a${spaces}b`,
        `a (${spaces}b`,
        `power (k${spaces}Wh)`,
        `cpu${spaces}1 x`,
        `cpu${spaces}2 x`,
      ]
      return JSON.stringify([{ kind: 'laptop', ...Object.fromEntries(names.map((name) => [name, 1])) }])
    },
  ],
  ['quotes and backslashes', () => `{"a":"${'\\"'.repeat(MEGABYTE)}`],
  [
    'a bill with a description of 1 MB',
    () =>
      `ChargeCategory,ConsumedUnit,ConsumedQuantity,ProviderName,ChargeDescription\nUsage,Hours,1,AWS,${'a-'.repeat(MEGABYTE / 2 - 100)}\n`,
  ],
]

test.for(HUGE)('%s is read or refused within seconds', ([, text]) => {
  // Of this process alone: others may keep the machine busy.
  const begin = process.cpuUsage()
  read(text())
  const { user, system } = process.cpuUsage(begin)
  expect((user + system) / 1000).toBeLessThan(10_000)
})

test.for([
  [
    'objects that are empty',
    () => `[${'{},'.repeat(5 * MEGABYTE)}{}]`,
    'JSON with more than 1000000 objects and lists',
  ],
  ['numbers', () => `[${'1,'.repeat(MEGABYTE)}1]`, 'The document has 1000001 rows, and at most 200000 are allowed'],
  ['nodes', () => `{"kind":"List","items":[${'{"kind":"Node"},'.repeat(300_000)}{}]}`, /\b300001 .* 200000\b/],
  [
    'resources',
    () => `{"format_version":"1","resource_changes":[${RESOURCE.repeat(210_000)}{}]}`,
    /\b210000 .* 200000\b/,
  ],
  [
    'columns',
    () => `kind,${Array.from({ length: 99_999 }, (_, at) => `c${at}`).join(',')}\n${'laptop\n'.repeat(70_000)}`,
    'The table has 100000 columns, and at most 2000 are allowed',
  ],
  [
    'rows that are shorter than the header',
    () => `kind${',c'.repeat(299)}\n${'laptop\n'.repeat(290_000)}`,
    'Most of the first 290000 rows have far fewer cells than the 300 columns',
  ],
] as const)('too many %s are refused before they fill the memory', ([, text, message]) => {
  const begin = process.cpuUsage()
  expect(() => importFile(text())).toThrow(message)
  const { user, system } = process.cpuUsage(begin)
  expect((user + system) / 1000).toBeLessThan(10_000)
})

test('names of prototypes are names like others', () => {
  for (const key of ['__proto__', 'constructor', 'hasOwnProperty', 'toString']) {
    expect(importFile(`kind,${key}\nserver,1\n${key},1\n`).rows).toMatchObject([
      { asset: { server: {} } },
      { fault: {} },
    ])
    expect(
      importFile(`[{"${key}": {"server": {}}}, {"asset": {"${key}": {}}}]`).rows.every((row) => 'fault' in row),
    ).toBe(true)
    const plan = { format_version: '1', resource_changes: [{ type: key, change: { after: {}, actions: [] } }] }
    expect(importDocument(plan).rows).toMatchObject([{ skipped: `${key} is not a known type of machine` }])
  }
  expect(({} as Record<string, unknown>).server).toBeUndefined()
})

test('long runs of one text in cells and headings are read in linear time', () => {
  // A step for each pair of characters would take minutes.
  const begin = process.cpuUsage()
  const columns = 'name,RAM,SSD,CPU,Power consumption,Hours per day,location,Status,Notes'
  for (const unit of [' ', '\t', '1 ', 'a ', '1,', ' (', '1+', 'per ', 'GB ', 'SSD ', 'sum ', '_-']) {
    const long = `1${unit.repeat(30_000 / unit.length)}x`
    const row = `server,${columns.replace(/[^,]+/g, `"${long}"`)}`
    const { rows } = importFile(`kind,${columns},"${long}"\n${row},1\nserver,${columns.replace(/[^,]+/g, '1 W')}\n`)
    expect(rows).toHaveLength(2)
  }
  const { user, system } = process.cpuUsage(begin)
  expect((user + system) / 1000).toBeLessThan(10_000)
})

test('any text is read or refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void read(text)),
    runs(60),
  )
})

test('any document is read or refused', () => {
  const markers = fc.constantFrom({}, { format_version: '1' }, { kind: 'List' }, { class: 'system' })
  const keys = fc.constantFrom(
    'items',
    'children',
    'resource_changes',
    'values',
    'change',
    'after',
    'type',
    'id',
    'class',
    'asset',
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      fc.json(),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(keys, tie('tree'), { maxKeys: 5 }),
    ),
  }))
  const property = fc.property(
    markers,
    fc.dictionary(keys, tree),
    (marker, rest) => void read(JSON.stringify({ ...marker, ...rest })),
  )
  fc.assert(property, runs(60))
})

test('real files with a part cut out, doubled or replaced are read or refused', () => {
  const cut = fc.record({
    file: fc.constantFrom(...FILES),
    from: fc.nat(8000),
    length: fc.nat(400),
    by: fc.constantFrom('', '"', '{', ',', 'null', '\n', '-1'),
  })
  const property = fc.property(
    cut,
    ({ file, from, length, by }) => void read(file.slice(0, from) + by + file.slice(from + length)),
  )
  fc.assert(property, runs(60))
})

test('a row of a bill that is repeated is read once', () => {
  const [first, second] = importOf('bill.csv').rows
  expect(first).not.toEqual(second)
  const text = readFileSync('test/importers/files/bill.csv', 'utf8').split('\n')
  const rows = importFile([text[0], ...Array<string>(20_000).fill(text[1] ?? '')].join('\n')).rows
  expect(new Set(rows.map((row) => ('asset' in row ? row.asset : undefined))).size).toBe(1)
})
