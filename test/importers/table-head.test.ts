import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import { tableHead } from '../../src/importers/table/table-head.ts'
import { inShort } from './import.ts'

test('a head of two columns with one meaning has both, for people to choose between', () => {
  const { columns, readAs } = tableHead('kind,quantity,qty\nlaptop,1,2\n')
  expect(columns).toEqual(['kind', 'quantity', 'qty'])
  expect(readAs).toEqual(['kind', 'quantity', 'quantity'])
})

test('a head that nobody knows has its columns, none of them read, but for those of a map', () => {
  expect(tableHead('a,b,a\n1,2,3\n').readAs).toEqual([null, null, null])
  expect(tableHead('a,b,a\n1,2,3\n', { b: 'kind', c: 'label' }).readAs).toEqual([null, 'kind', null])
})

test('a head has the first rows that hold something, below the titles of the file', () => {
  const { columns, rows } = tableHead('Inventory 2026;;\n;;\nName;Typ;Anzahl\n;;\nx;Laptop;3\ny;Server\n')
  expect(columns).toEqual(['Name', 'Typ', 'Anzahl'])
  expect(rows).toEqual([
    ['x', 'Laptop', '3'],
    ['y', 'Server', ''],
  ])
})

test('cells are read corrected where there are corrections, and stand so in the columns of their row', () => {
  const text = 'kind,qty\nlapptop,2\nlaptop,x\n'
  const corrections = new Map([
    [2, { kind: 'laptop' }],
    [3, { qty: '4', Elsewhere: '1' }],
  ])
  const { rows } = importFile(text, { corrections })
  expect(rows.map(inShort)).toEqual([
    { quantity: 2, terminal: { kind: 'LAPTOP' } },
    { quantity: 4, terminal: { kind: 'LAPTOP' } },
  ])
  expect(rows[0]?.columns).toEqual({ kind: 'laptop', qty: '2' })
})

test('an item of a list has an allocation and a boundary of its own, or a fault that names them', () => {
  const item = (own: string) => importFile(`[{"asset":{"server":{}},${own}}]`).rows[0]
  expect(item('"allocation":"TOTAL","boundary":"DATA_CENTRE"')).toMatchObject({
    allocation: 'TOTAL',
    boundary: 'DATA_CENTRE',
  })
  expect(item('"boundary":"ROOM"')).toMatchObject({
    fault: { message: 'boundary: expected EQUIPMENT or DATA_CENTRE', path: ['boundary'] },
  })
})

test('a list of components is no transposed table, though their kinds are names of columns, too', () => {
  const kinds = (text: string, map = {}) =>
    importFile(text, { map }).rows.map((row) => ('asset' in row ? [row.quantity, row.asset.component] : inShort(row)))
  const once = [{ cpu: {} }, { ram: {} }, { ssd: {} }, { hdd: {} }].map((component) => [1, component])
  expect(kinds('kind\ncpu\nram\nssd\nhdd\n')).toEqual(once)
  expect(kinds('kind,note\ncpu,a\nram,b\nssd,c\nhdd,d\n')).toEqual(once)
  expect(kinds('kind,wieviele Dinger\ncpu,2\nram,3\nssd,4\n', { 'wieviele Dinger': 'quantity' })).toEqual([
    [2, { cpu: {} }],
    [3, { ram: {} }],
    [4, { ssd: {} }],
  ])
  expect(() => importFile('kind,server,laptop\ncpu,a,b\nram,64,16\nssd,480,\n')).toThrow('The table looks transposed')
  expect(() => importFile('Asset,a,b\nLocation,x,y\nQuantity,1,2\nKind,server,laptop\n')).toThrow('looks transposed')
})

test('a row with the heading of a group renames no column that has a meaning', () => {
  const read = (text: string) => importFile(text).rows.map(inShort)
  const location = { server: { usage: { usageLocation: 'France' } } }
  const missing = expect.stringMatching(/^faulty: kind: expected one of/)
  expect(read('kind,name,qty,location\n,RAM,,\nserver,a,3,France\n')).toEqual([missing, { quantity: 3, ...location }])
  expect(read('kind,name,qty,location\n,Country,,\nserver,a,3,France\n')).toEqual([
    missing,
    { quantity: 3, ...location },
  ])
  // A name above two columns is that of a group.
  expect(read('kind,name,location,\n,,Country,Quantity\nserver,a,France,3\n')).toEqual([{ quantity: 3, ...location }])
})
