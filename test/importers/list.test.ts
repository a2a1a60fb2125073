import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import { inShort } from './import.ts'

const INSTANCE = { cloudInstance: { provider: 'aws', instanceType: 'm5.large', usage: { region: 'eu-west-3' } } }

test('one value a line: items, assets and columns side by side, and a broken line is faulty alone', () => {
  const lines = [
    JSON.stringify({ label: 'a', quantity: 2, asset: INSTANCE }),
    JSON.stringify(INSTANCE),
    '',
    '{"server": {',
    JSON.stringify({
      kind: 'cloud instance',
      provider: 'aws',
      instance_type: 'm5.large',
      region: 'eu-west-3',
      quantity: 4,
    }),
    '7',
    JSON.stringify({ asset: { server: { usage: { timeWorkload: 101 } } } }),
    JSON.stringify({ label: 'x', quantity: -1, asset: INSTANCE }),
  ]
  const { format, rows } = importFile(lines.join('\n'))
  expect(format).toBe('ndjson')
  expect(rows.map(({ line }) => line)).toEqual([1, 2, 4, 5, 6, 7, 8])
  expect(rows.map(inShort)).toEqual([
    '2 x aws/m5.large in eu-west-3',
    '1 x aws/m5.large in eu-west-3',
    expect.stringMatching(/^faulty: no JSON/),
    '4 x aws/m5.large in eu-west-3',
    'faulty: expected an object: an item of a fleet, an asset, or the columns of a table',
    'faulty: server.usage.timeWorkload: expected a percentage, 0 to 100 but found "101"',
    'faulty: quantity: expected a whole number, 0 to 2147483647 but found "-1"',
  ])
})

test('a list of items says of each where it stands', () => {
  const { format, rows } = importFile(
    JSON.stringify([{ label: 'a', asset: INSTANCE, duration: 24 }, { asset: {} }, null]),
  )
  expect(format).toBe('list')
  expect(rows).toMatchObject([
    { path: '[0]', label: 'a', quantity: 1, duration: 24, asset: INSTANCE },
    { path: '[1]', fault: { message: 'expected exactly one kind of asset' } },
    { path: '[2]', fault: { code: 'BAD_USER_INPUT' } },
  ])
})

test('what is no JSON is refused with the reason', () => {
  expect(() => importFile('[{"asset": ')).toThrow(/^The file is no JSON: /)
})
