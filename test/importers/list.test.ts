import { readFileSync } from 'node:fs'
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
    expect.stringMatching(/^faulty: not JSON/),
    '4 x aws/m5.large in eu-west-3',
    'faulty: expected an object: an item of a fleet, an asset, or the columns of a table',
    expect.stringMatching(/^faulty: server\.usage\.timeWorkload: .*"101"$/),
    expect.stringMatching(/^faulty: quantity: .*"-1"$/),
  ])
})

test('a list of items says of each where it stands', () => {
  const { format, rows } = importFile(
    JSON.stringify([{ label: 'a', asset: INSTANCE, duration: 24 }, { asset: {} }, null]),
  )
  expect(format).toBe('list')
  expect(rows).toMatchObject([
    { path: '[0]', label: 'a', quantity: 1, duration: 24, asset: INSTANCE },
    { path: '[1]', fault: { message: expect.stringContaining('expected exactly one kind of asset: server, ') } },
    { path: '[2]', fault: { code: 'BAD_USER_INPUT' } },
  ])
})

test('each of many items has its own columns, also in another order or in two units', () => {
  const items = Array.from({ length: 300 }, (_, at) => ({
    [`field ${at % 150}`]: '',
    ...(at % 2 === 0 ? { kind: 'server', 'RAM (GB)': 64 } : { 'RAM (TB)': 0.0625, kind: 'server' }),
    hostname: `host ${at}`,
  }))
  const { rows } = importFile(JSON.stringify(items))
  const ram = [{ units: 2, capacity: 32 }]
  expect(rows).toMatchObject(
    items.map(({ hostname }) => ({ label: hostname, asset: { server: { configuration: { ram } } } })),
  )
})

test('what is no JSON is refused with the reason', () => {
  expect(() => importFile('[{"asset": ')).toThrow(/ not JSON: /)
})

test('a field mapped to the duration is read as a column of a table is, or is a fault', () => {
  const duration = (value: unknown, map: Readonly<Record<string, string>> = { Zeit: 'duration' }) => {
    const [name = 'duration'] = Object.keys(map)
    const rows = [{ server: {} }, { asset: { server: {} } }].flatMap(
      (item) => importFile(JSON.stringify([{ ...item, [name]: value }]), { map }).rows,
    )
    return rows.map((row) => ('asset' in row ? row.duration : inShort(row)))
  }
  const twice = (each: unknown) => [each, each]
  const fault = 'faulty: duration: expected a number of hours above 0, or life'
  expect(duration('3 years')).toEqual(twice(26_280))
  expect(duration('8760')).toEqual(twice(8760))
  expect(duration(8760)).toEqual(twice(8760))
  expect(duration(744.125)).toEqual(twice(744.125))
  expect(duration('Lebensdauer')).toEqual(twice('life'))
  expect(duration(3, { 'Zeit (Jahre)': 'duration' })).toEqual(twice(26_280))
  for (const none of ['', '-', null]) expect(duration(none)).toEqual(twice(undefined))
  for (const wrong of ['soon', '720.000', '-1 h', 0, true, [8760]]) expect(duration(wrong)).toEqual(twice(fault))
  // Of our own name, it is hours or `life`.
  expect(duration('3 years', {})).toEqual(twice(fault))
  expect(duration('life', {})).toEqual(twice('life'))
})

test('what stands beside the only list of an object is named as not read', () => {
  const { rows, notRead } = importFile(
    '{"defaults": {"location": "SWE"}, "next": null, "items": [{"kind": "laptop", "quantity": 2, "Owner of it": "A"}]}',
  )
  expect(rows.map(inShort)).toEqual([{ quantity: 2, terminal: { kind: 'LAPTOP' } }])
  expect(notRead).toEqual(['Owner of it', 'defaults'])
})

test('the list in an answer of an API is read, with a count or a total beside it', () => {
  const laptops = '[{"kind": "laptop", "quantity": 2}]'
  const read = (text: string) => importFile(text).rows.map(inShort)
  const outcome = (make: () => readonly unknown[]) => {
    try {
      return String(make()[0])
    } catch (error) {
      return String(error)
    }
  }
  for (const beside of ['"total": 1', '"count": 2, "next": null, "total": 2', '"id": 7'])
    expect(read(`{${beside}, "results": ${laptops}}`)).toEqual([{ quantity: 2, terminal: { kind: 'LAPTOP' } }])
  // What says more is an asset itself, or it is unclear which rows it is about.
  expect(read(`{"kind": "laptop", "results": ${laptops}}`)).toEqual([{ quantity: 1, terminal: { kind: 'LAPTOP' } }])
  for (const beside of [
    '"location": "FRA"',
    '"provider": "aws", "region": "eu-west-3"',
    '"name": "srv1"',
    '"quantity": 10',
  ])
    expect(outcome(() => read(`{${beside}, "results": ${laptops}}`))).toMatch(/kind|asset/)
})

test('a list of machines without power states says that all count as running', () => {
  const warningsOf = (name: string) =>
    importFile(readFileSync(`test/importers/people/${name}`)).rows.map((row) =>
      'asset' in row ? row.warnings?.map(({ message }) => message) : row,
    )
  const warning =
    'The list has no power states, so each machine is assumed to run. To list them with states, use az vm list -d'
  expect(warningsOf('en-az-vm-no-states.json')).toEqual([[warning], [warning]])
  expect(warningsOf('en-az-vm.json')[0]).toBeUndefined()
})
