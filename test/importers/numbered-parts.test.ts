import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import { inShort } from './import.ts'

/** The parts of each server, or why there are none. */
function partsOf(file: string) {
  return importFile(file).rows.map((row) => ('asset' in row ? row.asset.server?.configuration : inShort(row)))
}

/** A table of one server, or its faults. */
const server = (header: string, cells: string) => `kind,${header}\nserver,${cells}\n`

test.for([
  ['CPU 1,CPU 2', 'Xeon Gold 6138,Xeon Gold 6230', /^faulty: CPU 2: .*Xeon Gold 6138.*CPU 1.* "Xeon Gold 6230"/],
  ['RAM slot 1,RAM slot 2', '16 GB,16384', 'RAM slot 2: expected an amount with a unit, such as 16384 MB or 16384 GB,'],
  ['Disk 1 size,Disk 1 count', '480 GB,many', /^faulty: Disk 1 count: expected a whole number.* "many"$/],
  ['RAM 1 size,RAM 1 count', ',8', /^faulty: RAM 1 size: .* ""/],
  ['RAM 1 size,RAM 1 count', '4x32 GB,2', /^faulty: RAM 1 count: .*4.*RAM 1 size.* "2"/],
  ['CPU 1,CPU 1 count', '2x Xeon Gold 6138,1', /^faulty: CPU 1 count: .*2.*CPU 1.* "1"/],
  ['Disk 1,Disk 1 type', '480 GB SSD,HDD', /^faulty: Disk 1 type: .*SSD.*Disk 1.* "HDD"/],
  ['Disk 1,Disk 1 size', '2,480 GB', /^faulty: Disk 1: expected a type or a name, since Disk 1 size is filled.* "2"$/],
  ['Disk 1 size,Disk 1 count', '1 TB SSD + 4 TB HDD,2', 'Disk 1 size: expected one amount beside Disk 1 count,'],
] as const)('%s with %s is a fault that quotes the cell', ([header, cells, fault]) => {
  expect(partsOf(server(header, cells))).toEqual([expect.stringMatching(fault)])
})

test('a fault names the column that has it, with what it holds, among rows that fit', () => {
  const others = 'server,960 GB,960 GB\n'.repeat(2)
  expect(partsOf(`kind,Disk 1,Disk 2\n${others}server,960 GB,RAID1\nserver,5,960 GB\n`).slice(2)).toEqual([
    expect.stringMatching(/^faulty: Disk 2: .*"RAID1"$/),
    expect.stringMatching(/^faulty: Disk 1: .*"5"$/),
  ])
  expect(partsOf('kind,CPU 1,CPU 2\nserver,EPYC 7763,EPYC 7763\nserver,EPYC 7763,2.4 GHz\n')[1]).toMatch(
    /^faulty: CPU 2: expected the name of a processor, such as Xeon Gold 6138, .*"2\.4 GHz"$/,
  )
})

test.for([
  ['Disk 1,Disk 2', 'C:,D:'],
  ['CPU 1,CPU 2', 'OK,OK'],
  ['CPU 1,CPU 2', '2.4 GHz,2.4 GHz'],
  ['CPU 1,CPU 2', '16 cores,16 cores'],
  ['CPU 1,CPU 2', '12 %,14 %'],
  ['CPU 1 (%),CPU 2 (%)', '12,14'],
  ['Disk 1 (%),Disk 2 (%)', '40,60'],
  ['RAM 16 GB,RAM 32 GB', '4,8'],
  ['SSD 1 TB,SSD 2 TB', '4,2'],
] as const)('%s with %s are not read, and say so', ([header, cells]) => {
  const item = Object.fromEntries(header.split(',').map((name, at) => [name, cells.split(',')[at]]))
  const table = `kind,quantity,${header}\nserver,1,${cells}\n`
  for (const text of [table, JSON.stringify([{ kind: 'server', quantity: 1, ...item }])]) {
    expect(importFile(text).notRead.join()).toEqual(header)
    expect(partsOf(text)).toEqual([undefined])
  }
})

test.for(['16,16', '12,14', '12,12'])('numbers below CPU 1 and CPU 2 are no processors: %s', (cells) => {
  expect(() => importFile(server('CPU 1,CPU 2', cells))).toThrow(/"CPU 1" .*"CPU 1=quantity"/)
})

test.for([
  ['Disk 1 size,Disk 1 array,Disk 2 size,Disk 2 array', '480 GB,a,4 TB,b', 'Disk 1 array'],
  ['RAM 1 (GB),RAM 1 total,RAM 2 (GB)', '32,8,16', 'RAM 1 total'],
  ['SSD 1 size,SSD 1 capacity', '480 GB,480 GB', 'SSD 1 capacity'],
  ['CPU 1,CPU 1 GPUs', 'EPYC 7763,2', 'CPU 1 GPUs'],
  ['SSD 1,SSD 1 copies', '480 GB,2', 'SSD 1 copies'],
  ['CPU 1 name,CPU 1 model', 'EPYC 7763,EPYC', 'CPU 1 model'],
] as const)('%s is not read for the unknown %s, and a map is the way out', ([header, cells, name]) => {
  const item = Object.fromEntries(header.split(',').map((each, at) => [each, cells.split(',')[at]]))
  const items = [
    { kind: 'server', quantity: 1, ...item },
    { kind: 'server', quantity: 1 },
  ]
  for (const text of [`kind,quantity,${header}\nserver,1,${cells}\n`, JSON.stringify(items)]) {
    const { notRead, notes = [] } = importFile(text)
    expect(partsOf(text)[0]).toBeUndefined()
    expect(notRead.join()).toBe(header)
    expect(notes[0]).toContain(`Column "${name}" may say how many parts or which parts a server has`)
    expect(notes[0]).toContain(`map "${name}=none"`)
    const map = Object.fromEntries(
      header
        .split(',')
        .flatMap((each) => (/array|total|capacity|model|GPUs|copies/.test(each) ? [[each, 'none']] : [])),
    )
    const [row] = importFile(text, { map }).rows
    expect(row).toHaveProperty('asset.server.configuration')
    expect(importFile(text, { map }).notes).toBeUndefined()
  }
})

test.for([
  'Empty',
  '-',
  'n/a',
  'none',
  'leer',
  'vide',
  'vacío',
  'not installed',
  'No module installed',
  'no module',
  'Not populated',
  '[empty]',
  '0',
  '',
])('a slot with "%s" is empty, even in most rows', (empty) => {
  const file = `kind,CPU 1,CPU 2,RAM slot 1,RAM slot 2,RAM slot 3,SSD 1,SSD 2
server,EPYC 7763,${empty},256 GB,${empty},${empty},960 GB,${empty}
server,EPYC 7763,${empty},256 GB,${empty},${empty},960 GB,${empty}
server,EPYC 7763,EPYC 7763,32 GB,32 GB,32 GB,960 GB,960 GB
`
  const one = {
    cpu: { name: 'EPYC 7763', units: 1 },
    ram: [{ units: 1, capacity: 256 }],
    disks: [{ ssd: { units: 1, capacity: 960 } }],
  }
  const all = {
    cpu: { name: 'EPYC 7763', units: 2 },
    ram: [{ units: 3, capacity: 32 }],
    disks: [{ ssd: { units: 2, capacity: 960 } }],
  }
  expect(partsOf(file)).toEqual([one, one, all])
  const lines = file
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const items = lines.slice(1).map((cells) => Object.fromEntries(cells.map((cell, at) => [lines[0]?.[at], cell])))
  expect(partsOf(JSON.stringify(items))).toEqual([one, one, all])
  expect(partsOf(items.map((item) => JSON.stringify(item)).join('\n'))).toEqual([one, one, all])
})

test('an item of JSON that leaves out its empty slots has the parts of the others', () => {
  const full = { 'CPU 1': 'EPYC 7763', 'CPU 2': 'EPYC 7763', 'RAM slot 1': '32 GB', 'RAM slot 2': '32 GB' }
  const items = [full, { 'CPU 1': 'EPYC 7763', 'RAM slot 1': '32 GB' }, { 'RAM slot 2': '32 GB' }]
  const wanted = [
    { cpu: { name: 'EPYC 7763', units: 2 }, ram: [{ units: 2, capacity: 32 }] },
    { cpu: { name: 'EPYC 7763', units: 1 }, ram: [{ units: 1, capacity: 32 }] },
    { ram: [{ units: 1, capacity: 32 }] },
  ]
  const lines = items.map((item) => JSON.stringify({ kind: 'server', ...item }))
  for (const text of [lines.join('\n'), `[${lines}]`]) expect(partsOf(text)).toEqual(wanted)
})

test('a number alone in a file is one part, unless it is the 0 of SCCM', () => {
  expect(partsOf(server('Disk 1,Owner', '960 GB,Anna'))).toEqual([{ disks: [{ ssd: { units: 1, capacity: 960 } }] }])
  expect(partsOf(server('SSD 1,SSD 2,HDD 1', '480 GB,480 GB,4 TB'))).toEqual([
    { disks: [{ ssd: { units: 2, capacity: 480 } }, { hdd: { units: 1, capacity: 4000 } }] },
  ])
  expect(partsOf(server('CPU 1,CPU 2,RAM slot 1', 'EPYC 7763,,64 GB'))).toEqual([
    { cpu: { name: 'EPYC 7763', units: 1 }, ram: [{ units: 1, capacity: 64 }] },
  ])
  expect(partsOf(server('TotalPhysicalMemory0', '64 GB'))).toEqual([{ ram: [{ units: 2, capacity: 32 }] }])
})

test.for([
  ['RAM 1 size,RAM 1 count,RAM 2 size,RAM 2 count', '32 GB,8,16 GB,4', { ram: [{ units: 12, capacity: 320 / 12 }] }],
  ['RAM Size 1 (MB),RAM Count 1', '32768,8', { ram: [{ units: 8, capacity: 32 }] }],
  ['Qty DIMM,RAM slot 1,RAM slot 1 type', '8,32 GB,DDR4', { ram: [{ units: 1, capacity: 32, generation: 'DDR4' }] }],
  ['Anzahl SSD 1,SSD 1', '4,960 GB', { disks: [{ ssd: { units: 4, capacity: 960 } }] }],
  ['ssd_1_size_gb,ssd_1_qty', '960,4', { disks: [{ ssd: { units: 4, capacity: 960 } }] }],
  ['Disk1Size (GB),Disk1Count', '960,', { disks: [{ ssd: { units: 1, capacity: 960 } }] }],
  ['CPU 1,CPU 1 quantity,CPU 1 cores', 'EPYC 7763,2,64', { cpu: { name: 'EPYC 7763', units: 2 } }],
  ['CPU 1', '2x Xeon Gold 6138', { cpu: { name: 'Xeon Gold 6138', units: 2 } }],
  ['CPU 1,CPU 2', 'Dual Xeon Gold 6138,', { cpu: { name: 'Xeon Gold 6138', units: 2 } }],
  [
    'Disk 1 size,Disk 1 number,Disk 2 size,Disk 2 number',
    '480 GB SSD,2,4 TB HDD,4',
    { disks: [{ ssd: { units: 2, capacity: 480 } }, { hdd: { units: 4, capacity: 4000 } }] },
  ],
  [
    'Disk 1 size (GB),Disk 1 type,Disk 2 size (GB),Disk 2 type,Disk 3 size (GB),Disk 3 type',
    '480,SSD,4000,HDD,100,Solid State',
    { disks: [{ ssd: { units: 2, capacity: 290 } }, { hdd: { units: 1, capacity: 4000 } }] },
  ],
  [
    'Disk 1,Disk 1 size,Disk 1 serial,HDD 2 size,HDD 2 interface',
    'Samsung PM883 SSD,480 GB,S4,960 GB,NVMe',
    { disks: [{ ssd: { units: 2, capacity: 720 } }] },
  ],
  ['Disk 1 size,Disk 1 count,Disk 2 size', '480 GB,0,960 GB SSD', { disks: [{ ssd: { units: 1, capacity: 960 } }] }],
  ['SSD 1,HDD 1', '480 GB,960 GB SSD', { disks: [{ ssd: { units: 2, capacity: 720 } }] }],
] as const)('%s with %s are read together', ([header, cells, parts]) => {
  const item = Object.fromEntries(header.split(',').map((each, at) => [each, cells.split(',')[at]]))
  for (const text of [
    server(`${header},quantity`, `${cells},1`),
    JSON.stringify([{ kind: 'server', quantity: 1, ...item }]),
  ])
    expect(partsOf(text)).toEqual([parts])
})

test('a drive of unknown medium is a solid-state drive, and a warning names it', () => {
  const [row] = importFile(server('Disk 1,Disk 1 type,Disk 2 size,Disk 2 type', '480 GB,SSD,960 GB,SATA')).rows
  expect(row).toMatchObject({ warnings: [{ code: 'MEDIUM_ASSUMED', path: ['Disk 2 size'] }] })
})

test('a laptop has no numbered parts, and a warning says so', () => {
  const [, row] = importFile('kind,Disk 1,Disk 2\nserver,1 TB SSD,\nlaptop,,512 GB\n').rows
  expect(row).toMatchObject({ warnings: [{ message: expect.stringMatching(/^Disk 2 .* laptop$/) }] })
})

test('a column for the whole takes precedence in the rows that fill it', () => {
  const file = `kind,RAM,RAM slot 1,RAM slot 2,SSD,Disk 1
server,64 GB,32 GB,32 GB,480 GB,480 GB SSD
server,,128 GB,128 GB,,960 GB
server,n/a,128 GB,Empty,,
`
  expect(partsOf(file)).toEqual([
    { ram: [{ units: 2, capacity: 32 }], disks: [{ ssd: { units: 1, capacity: 480 } }] },
    { ram: [{ units: 2, capacity: 128 }], disks: [{ ssd: { units: 1, capacity: 960 } }] },
    { ram: [{ units: 1, capacity: 128 }] },
  ])
  const { rows, notRead } = importFile(file)
  expect(notRead).toEqual([])
  expect(rows[0]).toMatchObject({
    warnings: [
      { message: 'Disk 1 is ignored: another column already describes these drives' },
      { code: 'TOTAL_SPLIT', path: ['RAM'] },
    ],
  })
})

test('numbered columns hold one part each, and empty ones none', () => {
  const file = `kind,CPU 1,CPU 2,RAM slot 1,RAM slot 2,Disk 1,Disk 2
server,Xeon Gold 6138,Xeon Gold 6138,32 GB,32 GB,480 GB SSD,4 TB HDD
server,Xeon Gold 6138,,64 GB,Empty,3840 GB SSD,n/a
server,,,,,,
`
  expect(partsOf(file)).toEqual([
    {
      cpu: { name: 'Xeon Gold 6138', units: 2 },
      ram: [{ units: 2, capacity: 32 }],
      disks: [{ ssd: { units: 1, capacity: 480 } }, { hdd: { units: 1, capacity: 4000 } }],
    },
    {
      cpu: { name: 'Xeon Gold 6138', units: 1 },
      ram: [{ units: 1, capacity: 64 }],
      disks: [{ ssd: { units: 1, capacity: 3840 } }],
    },
    undefined,
  ])
  const { notRead, readAs } = importFile(file)
  expect([notRead, readAs?.slice(5)]).toEqual([[], ['capacity', 'capacity']])
})

test.for([
  ['SSD1,SSD 2', '480,480', { ssd: { units: 2, capacity: 480 } }],
  ['Disk 1 (GB),Disk 2 (TB)', '1000,1', { ssd: { units: 2, capacity: 1000 } }],
  ['HDD 1 size,HDD 2 size', '4 TB,4 TB', { hdd: { units: 2, capacity: 4000 } }],
  ['Disk0,Disk1', '960 GB SSD,960 GB SSD', { ssd: { units: 2, capacity: 960 } }],
  ['SSD #1,SSD #2', '2x960 GB,', { ssd: { units: 2, capacity: 960 } }],
  ['Festplatte 1,Festplatte 2', '4 TB,4 TB', { hdd: { units: 2, capacity: 4000 } }],
  ['Disque 1,Disque 2', '1 To SSD,1 To SSD', { ssd: { units: 2, capacity: 1000 } }],
] as const)('%s with %s are drives, in a table and in JSON', ([header, cells, drive]) => {
  const [names, values] = [header.split(','), cells.split(',')]
  const item = Object.fromEntries(names.map((name, at) => [name, values[at]]))
  for (const text of [`kind,${header}\nserver,${cells}\n`, JSON.stringify([{ kind: 'server', ...item }])])
    expect(partsOf(text)).toEqual([{ disks: [drive] }])
})

test('memory modules with a unit in their headings', () => {
  for (const names of ['Memory Module 1 Size (MB),Memory Module 2 Size (MB)', 'RAM slot 1 (MB),RAM slot 2 (MB)'])
    expect(partsOf(`kind,${names}\nserver,16384,16384\n`)).toEqual([{ ram: [{ units: 2, capacity: 16 }] }])
})
