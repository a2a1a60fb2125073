import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hoursPerUnit } from '../../src/importers/billing/focus-table.ts'
import { importFile } from '../../src/importers/import-file.ts'
import { importOf, inShort } from './import.ts'

test('of a bill, the hours of virtual machines count, and each other line says why it does not', () => {
  const { format, rows } = importOf('bill.csv')
  expect(format).toBe('focus')
  expect(rows.map(inShort)).toEqual([
    '2 x aws/c6i.xlarge in eu-west-3',
    '1 x aws/m6g.large in eu-west-1',
    '24 x azure/D2s_v3 in westeurope',
    '1 x gcp/n2-standard-4 in europe-north1',
    'skipped: db.r5.large is a type of a managed service',
    'skipped: r6g.large.search is a type of a managed service',
    'skipped: a credit, not usage',
    'skipped: a tax, not usage',
    'skipped: a purchase, not usage',
    'skipped: a correction of an earlier bill',
    'skipped: billed in GB, not hours',
    'skipped: an unused commitment',
    'skipped: charged on top of a machine: EBSOptimized',
    'faulty: quantity: expected a number, 0 to 1000000000000 but found "-3"',
  ])
})

test('a bill whose columns a database has written in lower case is the same bill', () => {
  const text = readFileSync('test/importers/files/bill.csv', 'utf8')
  const end = text.indexOf('\n')
  const { format, rows } = importFile(text.slice(0, end).toLowerCase() + text.slice(end))
  expect(format).toBe('focus')
  expect(rows.map(inShort)).toEqual(importOf('bill.csv').rows.map(inShort))
})

test('an hour of a bill is an hour of the instance, however many there are', () => {
  const assets = importOf('bill.csv').rows.filter((row) => 'asset' in row)
  expect(assets.map(({ duration }) => duration)).toEqual([1, 1, 1, 1])
  expect(assets.map(({ label }) => label)).toEqual(['i-01', 'i-02', 'vm-3', 'g-4'])
})

test.for([
  ['Hours', 1],
  ['1 Hour', 1],
  ['100 Hours', 100],
  ['Hrs', 1],
  ['Seconds', 1 / 3600],
  ['Months', 730],
  ['1 Month', 730],
  ['GB-Hours', undefined],
  ['vCPU-Hours', undefined],
  ['LCU-Hours', undefined],
  ['GB', undefined],
  ['constructor', undefined],
  ['', undefined],
] as const)('the unit %j is %s hours', ([unit, hours]) => {
  expect(hoursPerUnit(unit)).toBe(hours)
})
