import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import { inShort } from './import.ts'

const rowOf = (cell: string, heading = 'power_profile') => {
  const [row] = importFile(`kind;${heading};load\nserver;${cell};50\n`).rows
  if (row === undefined) throw new Error('Expected a row')
  return row
}
const profileOf = (cell: string, heading?: string) => {
  const row = rowOf(cell, heading)
  return 'asset' in row ? row.asset.server?.usage?.powerProfile : inShort(row)
}

test.each([
  ['52 W', 'no load'],
  ['0:52 50', 'a load without a power'],
  ['0:52 50:1,5', 'a comma for decimals'],
  ['0:52 50:40', 'a power that falls'],
  ['0:52 0:60', 'two points at one load'],
  ['0:0', 'a power of 0'],
  ['0:52 101:400', 'a load above 100 %'],
  ['-1:52', 'a load below 0'],
])('a profile such as "%s" is faulty, with %s', (cell) => {
  expect(rowOf(cell)).toMatchObject({ fault: { code: 'BAD_USER_INPUT', path: ['power_profile'] } })
})

const POINTS = [
  { timeWorkload: 0, powerWatt: 52 },
  { timeWorkload: 50, powerWatt: 224.5 },
  { timeWorkload: 100, powerWatt: 457 },
]

test.each(['0:52 50:224.5 100:457', '0=52,50=224.5,100=457', '0%: 52W', '0 %:52 W'])('"%s" is a profile', (cell) => {
  const expected = /W/.test(cell) ? POINTS.slice(0, 1) : POINTS
  expect(profileOf(cell)).toEqual(expected)
})

test('is read from a column in any language, and an empty cell gives none', () => {
  expect(profileOf('0:52 50:224.5 100:457', 'Leistungsprofil')).toEqual(POINTS)
  expect(profileOf('-')).toBeUndefined()
})
