import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import { inShort } from './import.ts'

/** A table as CSV and as a list of items. */
function asFiles(table: string): readonly string[] {
  const [header = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const items = rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])))
  return [table, JSON.stringify(items)]
}

/** The configuration of each server, or why it has none, and its warnings. */
function serversOf(file: string) {
  return importFile(file).rows.map((row) =>
    'asset' in row
      ? { ...row.asset.server?.configuration, warnings: (row.warnings ?? []).map(({ message }) => message) }
      : inShort(row),
  )
}

const NONE = { units: 0, capacity: 0 }

test('a number of drives beside a cell that says none is a fault', () => {
  for (const file of asFiles('kind,ssd,ssd_units\nserver,none,2\n'))
    expect(serversOf(file)).toEqual([expect.stringMatching(/^faulty: ssd_units: .*\b0\b.*ssd.*"2"$/)])
  for (const file of asFiles('kind,gpu,gpus\nserver,no,2\n'))
    expect(serversOf(file)).toEqual([expect.stringMatching(/^faulty: gpus: .*\b0\b.*gpu.*"2"$/)])
})

test.for(
  'none, None, no, No, nein, non, keine, aucun, ninguno, nessuno, geen, nenhum, empty, leer, vide, vacío, vuoto, (none), not installed, 0, 0 GB, false'.split(
    ', ',
  ),
)('a server has no drive, no memory and no card where a cell says %s', (none) => {
  const table = `kind,ssd,hdd,ram,gpu\nserver,${none},${none},64 GB,${none}\nserver,${none},2x4 TB,64 GB,A100\n`
  for (const file of asFiles(table.replaceAll('64 GB', '32 GB')))
    expect(serversOf(file)).toMatchObject([
      { disks: [{ ssd: NONE }, { hdd: NONE }], gpu: none === '0 GB' ? {} : { units: 0 }, warnings: [] },
      { disks: [{ ssd: NONE }, { hdd: { units: 2, capacity: 4000 } }], gpu: { name: 'A100' }, warnings: [] },
    ])
  for (const heading of ['Disk', 'Storage', 'Disk 1', 'capacity'])
    for (const file of asFiles(`kind,${heading}\nserver,960 GB SSD\nserver,${none}\n`))
      expect(serversOf(file)[1]).toEqual({ disks: [{ ssd: NONE }], warnings: [] })
})

test.for(['no SSD', 'without SSD', 'keine SSD', 'ohne SSD', 'sans SSD', 'pas de SSD', 'sin SSD', 'senza SSD'])(
  '%s is no drive',
  (none) => {
    expect(serversOf(`kind,ssd\nserver,${none}\n`)).toEqual([{ disks: [{ ssd: NONE }], warnings: [] }])
  },
)

test.for(['integrated', 'Onboard', 'iGPU', 'integrated graphics', 'no graphics card', 'keine Grafikkarte'])(
  'a server with graphics such as %s has no card',
  (graphics) => {
    expect(serversOf(`kind,gpu\nserver,${graphics}\n`)).toEqual([{ gpu: { units: 0 }, warnings: [] }])
  },
)

test('a column that counts parts may say none in a word, unless their size is known', () => {
  const table = 'kind,ssd,ssd_units\nserver,,none\nserver,n/a,no\nserver,960 GB,none\n'
  for (const file of asFiles(table))
    expect(serversOf(file)).toEqual([
      { disks: [{ ssd: { units: 0 } }], warnings: [] },
      { disks: [{ ssd: { units: 0 } }], warnings: [] },
      { disks: [{ ssd: { units: 1, capacity: 960 } }], warnings: [] },
    ])
})

test('where a server has no SSD, a drive without a medium is a hard disk', () => {
  const table = 'kind,Storage,SSD,# disks\nserver,2 TB,no,\nserver,2 TB SSD,no,\nserver,none,960 GB,\n'
  for (const file of asFiles(table))
    expect(serversOf(file)).toEqual([
      { disks: [{ ssd: NONE }, { hdd: { units: 1, capacity: 2000 } }], warnings: [] },
      { disks: [{ ssd: { units: 2, capacity: 1000 } }], warnings: [expect.stringContaining('2 drives of 1000 GB')] },
      { disks: [{ ssd: { units: 1, capacity: 960 } }], warnings: [] },
    ])
})

test('no memory is said, since every server has some', () => {
  const message = 'RAM "none" is read as no memory. Leave the cell empty if the memory is unknown'
  for (const file of asFiles('kind,RAM\nserver,none\n'))
    expect(serversOf(file)).toEqual([{ ram: [NONE], warnings: [message] }])
})

test('a dash may mean unknown or none, so it is said where the result has typical drives', () => {
  const message =
    'SSD "-" is read as unknown, so the result has the drives of a typical server. Write 0 if there are none'
  for (const file of asFiles('kind,SSD,HDD,GPU\nserver,-,,-\nserver,-,4 TB,-\nserver,n/a,n/a,not available\n'))
    expect(serversOf(file)).toEqual([
      { warnings: [message] },
      { disks: [{ hdd: { units: 1, capacity: 4000 } }], warnings: [] },
      { warnings: [] },
    ])
})

test('numbered slots that are all empty are none, but for memory, and one that is unknown says nothing', () => {
  const table = `kind,Disk 1,Disk 2,RAM slot 1,RAM slot 2
server,none,none,32 GB,empty
server,none,,32 GB,empty
server,n/a,none,32 GB,empty
server,960 GB SSD,none,empty,empty
`
  const ram = [{ units: 1, capacity: 32 }]
  for (const file of asFiles(table)) {
    const [none, oneNone, unknown, noMemory] = serversOf(file)
    expect([none, oneNone]).toMatchObject(Array(2).fill({ ram, disks: [{ ssd: { units: 0 } }] }))
    expect(unknown).toEqual({ ram, warnings: [] })
    expect(noMemory).toEqual({ disks: [{ ssd: { units: 1, capacity: 960 } }], warnings: [] })
  }
})
