import { expect, test } from 'vitest'
import { ImportError } from '../../src/importers/import-error.ts'
import { importFile } from '../../src/importers/import-file.ts'
import { inShort } from './import.ts'
import { TOTAL_POWERS } from './total-powers.ts'

/** The mean power of one asset, in W, by row, or why there is none. */
function wattsOf(file: string, map?: Record<string, string>) {
  return importFile(file, map && { map }).rows.map((row) => {
    if (!('asset' in row)) return inShort(row)
    const { server, terminal } = row.asset
    return (server ?? terminal)?.usage?.avgPower
  })
}

/** A row of 20 servers as a table, a list and lines of JSON. */
function of20Servers(heading: string, cell: string): readonly string[] {
  const item = JSON.stringify({ kind: 'server', quantity: 20, [heading]: cell })
  return [`kind;quantity;${heading}\nserver;20;${cell}\n`, `[${item}]`, `${item}\n${item}\n`]
}

test.for([
  ['Power (kW)', '6.5', 6500],
  ['Leistung', '6,5 kW', 6500],
  ['Puissance (W)', '2001', 2001],
  ['kWh/month', '4745', 6500],
  ['Annual energy (kWh)', '56940', 6500],
] as const)('%s of %s beside 20 servers asks for how many of them it is', ([heading, cell, watts]) => {
  const quoted = (column: string) => (heading.includes(' ') ? `"${heading}=${column}"` : `${heading}=${column}`)
  for (const file of of20Servers(heading, cell)) {
    let asked: unknown
    try {
      importFile(file)
    } catch (error) {
      asked = error
    }
    expect(asked).toBeInstanceOf(ImportError)
    expect(asked).toMatchObject({
      code: 'COLUMN_NOT_READ',
      message: expect.stringContaining(` ${cell} `),
      proposal: { column: heading, readAs: 'total_power', others: ['avg_power'] },
    })
    for (const answer of ['total_power', 'avg_power']) expect(String(asked)).toContain(quoted(answer))
    expect(wattsOf(file, { [heading]: 'avg_power' })[0]).toBeCloseTo(watts, 9)
    expect(wattsOf(file, { [heading]: 'total_power' })[0]).toBeCloseTo(watts / 20, 9)
    expect(importFile(file, { map: { [heading]: 'avg_power' } }).notes).toBeUndefined()
  }
})

test.for([
  ['laptop', 150],
  ['screen', 200],
  ['desktop', 500],
  ['smartphone', 100],
] as const)('no %s draws more than %d W on average', ([kind, most]) => {
  const file = (watts: number) => `kind,quantity,Power (W)\n${kind},3,${watts}\n`
  expect(wattsOf(file(most))).toEqual([most])
  expect(() => importFile(file(most + 1))).toThrow(/\b3 .*total_power.*avg_power/)
})

test.for([
  ['server', 'Power', '0.45', 0.45],
  ['server', 'Leistung', '6,5', 6.5],
  ['server', 'Watts', '3', 3],
  ['desktop', 'Puissance', '0.08', 0.08],
  ['laptop', 'Average power', '0.02', 0.02],
] as const)('a %s with %s of %s asks for the unit, since such numbers are in kW', ([kind, heading, cell, number]) => {
  const quoted = (unit: string) =>
    heading.includes(' ') ? `"${heading}=avg_power_${unit}"` : `${heading}=avg_power_${unit}`
  const item = JSON.stringify({ kind, [heading]: cell })
  for (const file of [`kind;${heading}\n${kind};450\n${kind};${cell}\n`, `[${item}]`, `${item}\n${item}\n`]) {
    for (const part of [`"${heading}"`, ` ${cell} `, quoted('kW'), quoted('W')])
      expect(() => importFile(file)).toThrow(part)
    expect(wattsOf(file, { [heading]: 'avg_power_kW' }).at(-1)).toBe(number * 1000)
    expect(wattsOf(file, { [heading]: 'avg_power_W' }).at(-1)).toBe(number)
  }
})

test('a server that draws less than 10 W has a warning, unless its cell or a map names the unit', () => {
  const warningsOf = (file: string, map?: Record<string, string>) =>
    importFile(file, map && { map }).rows.flatMap((row) => ('warnings' in row ? row.warnings : []))
  for (const heading of ['avg_power', 'Power (W)', 'total_power', 'Total power (W)'])
    expect(warningsOf(`kind,${heading}\nserver,0.45\nserver,450\n`)).toEqual([
      {
        code: 'READ_AS',
        message: `${heading} "0.45" is read as watts, which is less than a server draws. If it is in kW, write 0.45 kW`,
        path: [heading],
      },
    ])
  expect(warningsOf('kind,avg_power\nserver,5 W\nserver,0\nserver,10\nsmartphone,0.5\nlaptop,1\n')).toEqual([])
  expect(warningsOf('kind,Power (W)\nserver,5\n', { 'Power (W)': 'avg_power_W' })).toEqual([])
  expect(wattsOf('kind,Power\nsmartphone,0.5\niotDevice,0.01\nserver,0\n')[0]).toBe(0.5)
})

test('a total power is divided by the quantity, and one asset has all of it', () => {
  for (const [heading, cell] of TOTAL_POWERS)
    for (const file of of20Servers(heading, cell)) expect([heading, wattsOf(file)[0]]).toEqual([heading, 325])
  const table = 'kind,quantity,total_power\nserver,20,6500\nserver,1,300\nserver,,300\nserver,0,300\nlaptop,2 pcs,40\n'
  expect(wattsOf(table)).toEqual([325, 300, 300, 300, 20])
  expect(wattsOf('kind,total_power\nserver,300\n')).toEqual([300])
  expect(wattsOf('kind,quantity,total_power\nserver,two,300\n')).toEqual([
    expect.stringMatching(/^faulty: quantity: .*"two"$/),
  ])
})

test('a total energy counts in all hours, and leaves the load aside', () => {
  for (const heading of ['Total energy per year (kWh)', 'Gesamtverbrauch (kWh/Jahr)', 'Total annual consumption (kWh)'])
    for (const file of of20Servers(heading, '56940')) expect([heading, wattsOf(file)[0]]).toEqual([heading, 325])
  const [row] = importFile('kind,quantity,Load,Total kWh/month\nserver,20,30,4745\n').rows
  expect(row).toMatchObject({
    asset: { server: { usage: { avgPower: 325, useTimeRatio: 1 } } },
    warnings: [{ code: 'NOT_USED', message: expect.stringMatching(/^Load .*\bthe energy of a year\b/) }],
  })
  expect(() => importFile('kind,quantity,Total power consumption\nserver,20,6500\n')).toThrow(
    /"Total power consumption=total_power_W".*"Total power consumption=total_power_kWh\/year"/,
  )
})

test.for([
  'Rack power (kW)',
  'Cluster power (kW)',
  'Total rack power (kW)',
  'Power per rack (kW)',
  'Puissance de la baie (kW)',
] as const)('%s may be that of several rows, so it is not read, and a map reads it', (heading) => {
  const table = `kind,quantity,${heading},Rack\nserver,20,6.5,A1\nserver,10,6.5,A1\n`
  const items = [20, 10].map((quantity) => JSON.stringify({ kind: 'server', quantity, [heading]: 6.5, Rack: 'A1' }))
  for (const file of [table, `[${items}]`, items.join('\n'), `kind,${heading},Rack\nserver,6.5,A1\nserver,6.5,A1\n`]) {
    expect(importFile(file).notRead).toEqual([heading, 'Rack'])
    expect(wattsOf(file)).toEqual([undefined, undefined])
  }
  expect(wattsOf(table, { [heading]: 'total_power' })).toEqual([325, 650])
})

test('the power of a power unit is not read', () => {
  for (const heading of ['Power unit (W)', 'Power supply unit (W)', 'Rack unit power (W)'])
    for (const file of of20Servers(heading, '6500')) {
      expect(wattsOf(file)[0]).toBeUndefined()
      expect(importFile(file).notRead).toEqual([heading])
    }
})

test.for([
  ['a network', 'network,2,10,INTERNET,,,350'],
  ['a storage', 'storage,2,1000,,HDD,,350'],
  ['an instance with cards', 'cloudInstance,2,,,,p4d.24xlarge,3000'],
] as const)('the power of %s does not stop a file', ([, row]) => {
  const file = `kind,quantity,GB,reach,storage_kind,instance_type,Power (W)\n${row}\n`
  const { rows, notes = [] } = importFile(file)
  expect(rows[0]).toHaveProperty('asset')
  expect(notes.join()).toContain('Column "Power (W)" is read as the amount for each asset of a row.')
})

test('each power of a list is checked, and its cards belong to their items', () => {
  const servers = ({ count = 20, ...power }: Record<string, unknown>) => ({ kind: 'server', quantity: count, ...power })
  const list = (...items: Record<string, unknown>[]) => items.map((each) => JSON.stringify(servers(each)))
  const both = list({ 'Power (W)': 300 }, { 'Leistung (kW)': 6.5 })
  const onlyNoted = list({ 'Power (W)': 300 }, { 'Leistung (kW)': 0.3 })
  const cards = list({ 'Power (kW)': 6.5, GPUs: 8 })
  const noCards = list({ 'Power (kW)': 0.3, GPUs: 8 }, { 'Power (kW)': 6.5 })
  for (const join of [(lines: string[]) => `[${lines}]`, (lines: string[]) => `${lines.join('\n')}\n`]) {
    expect(() => importFile(join(both))).toThrow(/"Leistung \(kW\)" .* 6\.5 .* 20\b/)
    expect(importFile(join(onlyNoted)).notes).toHaveLength(2)
    expect(importFile(join([...cards, ...cards])).notes).toHaveLength(1)
    expect(() => importFile(join(noCards))).toThrow(
      'Column "Power (kW)" holds 6.5 beside a quantity of 20: for each asset, or for all 20 together?',
    )
  }
})

test('a heading for one asset asks nothing', () => {
  const headings = ['Power per server (W)', 'Power (W per server)', 'Power (W/server)', 'Power each (W)']
  const others = ['Unit power (W)', 'Puissance unitaire (W)', 'Leistung pro Gerät (W)', 'Einzelleistung (W)']
  for (const heading of [...headings, ...others, 'Total power per server (W)', 'avg_power'])
    for (const file of of20Servers(heading, '6500')) {
      expect([heading, wattsOf(file)[0]]).toEqual([heading, 6500])
      expect(importFile(file).notes).toBeUndefined()
    }
  expect(wattsOf('kind,quantity,Annual kWh per device\nlaptop,20,876\n')).toEqual([100])
})

test('a power that one asset may draw counts for each, and the file says so once', () => {
  const note = (heading: string) =>
    `Column "${heading}" is read as the amount for each asset of a row. If it is for all of them together, map "${heading}=total_power"`
  for (const file of of20Servers('Power (W)', '350')) {
    expect(wattsOf(file)[0]).toBe(350)
    expect(importFile(file).notes).toEqual([note('Power (W)')])
  }
  const energy = 'kind,quantity,Annual energy (kWh)\nlaptop,20,44\nlaptop,30,44\nserver,1,56940\n'
  expect(importFile(energy).notes).toEqual([note('Annual energy (kWh)')])
  // Graphics cards draw as much as ten servers.
  expect(importFile('kind,quantity,GPUs,Power (kW)\nserver,4,8,6.5\n').notes).toEqual([note('Power (kW)')])
  for (const file of ['kind,Power (kW)\nserver,6.5\n', 'kind,quantity,Power (kW)\nserver,1,6.5\nserver,5,\n'])
    expect(importFile(file).notes).toBeUndefined()
})

test('beside the power of one asset, a total changes nothing', () => {
  const [row] = importFile('kind,quantity,Power per server (W),Total power (kW)\nserver,20,300,6.5\n').rows
  expect(row).toMatchObject({
    asset: { server: { usage: { avgPower: 300 } } },
    warnings: [{ code: 'NOT_USED', message: 'Total power (kW) is ignored: another column has the power of one asset' }],
  })
})
