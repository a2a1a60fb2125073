import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import { inShort } from './import.ts'

/** The configuration of the server with this cell below a heading, as a table and as a list, or why it has none. */
function serverOf(heading: string, cell: string) {
  const item = { kind: 'server', [heading]: cell }
  const [table, list] = [`kind;${heading}\nserver;"${cell}"\n`, JSON.stringify([item])].map((file) => {
    const [row] = importFile(file).rows
    return row !== undefined && 'asset' in row ? row.asset.server?.configuration : row && inShort(row)
  })
  expect(list).toEqual(table)
  return table
}

const ssd = (units: number, capacity: number) => ({ ssd: { units, capacity } })
const hdd = (units: number, capacity: number) => ({ hdd: { units, capacity } })

test.for([
  '8 GB / 16 GB',
  '960GB, 8TB',
  '2x 1 TB / 2 TB',
  '3.84 TB SSD (2 x 960 GB)',
  '2 x 960 GB (3.84 TB)',
  '480GB SSD = 2x960GB',
])('%s may be one drive, several, or a part of another, so it is a fault', (cell) => {
  expect(serverOf('capacity', cell)).toMatch(/^faulty: capacity: /)
})

test('a total beside parts that come to another says so', () => {
  expect(serverOf('capacity', '3.84 TB SSD (2 x 960 GB)')).toContain('expected parts that add up to the total')
})

test.for([
  '2x960GB SSD + 4x8TB HDD',
  '2x960GB SSD, 4x8TB HDD',
  '2x960GB SSD,4x8TB HDD',
  '2x960GB SSD / 4x8TB HDD',
  '960GB SSD x2, 8TB HDD x4',
  '960GB SSD (x2); 8TB HDD (x4)',
  'SSD 960GB x2, HDD 8TB x4',
  'SSD: 2x960GB, HDD: 4x8TB',
  '2x SSD 960 GB + 4x HDD 8 TB',
  '2 SSD 960GB + 4 HDD 8 TB',
  '2 SSDs of 960 GB and 4 HDDs of 8 TB',
])('%s are two solid-state drives and four hard disks', (cell) => {
  expect(serverOf('storage', cell)).toEqual({ disks: [ssd(2, 960), hdd(4, 8000)] })
})

test.for([
  '2x960GB, 4x480GB',
  '960GB x2, 480GB x4',
  '960GB x2 + 480GB x4',
  '960GB x2 and 480GB x4',
  '2x960GB / 4x480GB',
])('%s are six drives of one medium, by the heading', (cell) => {
  expect(serverOf('SSD', cell)).toEqual({ disks: [ssd(6, 640)] })
  expect(serverOf('HDD', cell)).toEqual({ disks: [hdd(6, 640)] })
})

test('a drive without a medium beside one with it is a solid-state drive, and a warning names it', () => {
  const [row] = importFile('kind;storage\nserver;960GB SSD x2, 8TB x4\n').rows
  expect(row).toMatchObject({
    asset: { server: { configuration: { disks: [{ ssd: { units: 6, capacity: (2 * 960 + 4 * 8000) / 6 } }] } } },
    warnings: [
      { code: 'MEDIUM_ASSUMED', message: expect.stringContaining('storage "8TB x4" does not say SSD or HDD') },
    ],
  })
})

test.for([
  '512GB (16 x 32GB RDIMM)',
  '512 GB (16x32GB)',
  '512 GB DDR4 (16x32GB)',
  '512 GB = 16x32 GB',
  '512GB: 16 x 32GB',
  '512 GB - 16 x 32 GB',
  '16 x 32GB (512GB)',
  '16x32GB RDIMM = 512GB',
  '16x32 GB (512 GB total)',
])('%s are 16 modules of 32 GB', (cell) => {
  expect(serverOf('RAM', cell)).toMatchObject({ ram: [{ units: 16, capacity: 32 }] })
})

test.for([
  ['128 GB, 4x32 GB', '128 GB', '4x32 GB'],
  ['128 GB / 4x32 GB', '128 GB', '4x32 GB'],
  ['4x32 GB, 128 GB x1', '4x32 GB', '128 GB x1'],
  ['2TB,2x1TB', '2TB', '2x1TB'],
] as const)('%s may be one amount or two, so the row asks which', ([cell, one, other]) => {
  const expected = `expected "${one} = ${other}" if both are the same, or "${one} + ${other}" if they add up,`
  for (const heading of ['RAM', 'SSD']) expect(serverOf(heading, cell)).toContain(`${heading}: ${expected}`)
  expect(serverOf('RAM', '128 GB + 4x32 GB')).toEqual({ ram: [{ units: 5, capacity: 256 / 5 }] })
})

test('what is left of drives after their redundancy changes nothing', () => {
  for (const cell of ['2x480 GB SSD (480 GB usable)', '2x480 GB SSD [0.48 TB net]', '2x480 GB SSD (480 GB nutzbar)'])
    expect(serverOf('storage', cell)).toEqual({ disks: [ssd(2, 480)] })
})

test('the form factor of one of several sizes is not that of all', () => {
  const ofOne = serverOf('storage', '2x 240GB M.2 SSD, 8x 7.68TB NVMe')
  expect(ofOne).toEqual({ disks: [ssd(10, (2 * 240 + 8 * 7680) / 10)] })
  expect(serverOf('storage', '2x 240GB M.2 SSD + 1x 480GB M.2 SSD')).toMatchObject({
    disks: [{ ssd: { units: 3, formFactor: 'M.2' } }],
  })
})

test.for(['1 PB HDD', '1PB HDD', '1 Po HDD'])('%s is a million gigabytes of hard disks', (cell) => {
  expect(serverOf('Storage', cell)).toEqual({ disks: [hdd(63, 1_000_000 / 63)] })
  expect(serverOf('HDD (PB)', '0.5')).toEqual({ disks: [hdd(32, 500_000 / 32)] })
})

test.for([
  '2P EPYC 7742',
  '2S EPYC 7742',
  '2x EPYC 7742',
  '2-socket EPYC 7742',
  '2 sockets EPYC 7742',
  'Dual socket EPYC 7742',
  'EPYC 7742 2P',
  'EPYC 7742 (2P)',
  'EPYC 7742, 2 sockets',
  '2 CPUs EPYC 7742',
])('%s are two processors', (cell) => {
  expect(serverOf('CPU', cell)).toEqual({ cpu: { name: 'EPYC 7742', units: 2 } })
})

test('a letter behind the number of a processor is its own', () => {
  for (const name of ['EPYC 7702P', 'Xeon Gold 6138P', 'Xeon 6787P', 'Xeon E-2288G'])
    expect(serverOf('CPU', name)).toMatchObject({ cpu: { name } })
  expect(serverOf('CPU', '1P EPYC 7702P')).toEqual({ cpu: { name: 'EPYC 7702P', units: 1 } })
})
