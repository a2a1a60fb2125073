import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memoryMakerOf } from '../../src/importers/hardware/memory-maker-of.ts'
import { importFile } from '../../src/importers/import-file.ts'
import { importOf, inShort } from './import.ts'

test('a node of which nothing is known is faulty, not completed, and stops no other', () => {
  const { items } = JSON.parse(readFileSync('test/importers/files/nodes.json', 'utf8'))
  const rows = importFile(
    JSON.stringify({ kind: 'List', items: [items[0], null, 5, { kind: 'Node', metadata: {} }] }),
  ).rows
  expect(rows.map(inShort)).toEqual([
    '1 x aws/m5.large in eu-west-3',
    'faulty: expected a node, with its metadata',
    'faulty: expected a node, with its metadata',
    'faulty: the node names neither an instance type nor its capacity',
  ])
})

test('nodes of a cloud are its instances; others are servers with their threads and memory', () => {
  const { format, rows } = importOf('nodes.json')
  expect(format).toBe('kubernetes')
  expect(rows.map(inShort)).toEqual([
    '1 x aws/m5.large in eu-west-3',
    '1 x gcp/e2-standard-4 in europe-west1',
    '1 x azure/Standard_D4s_v5 in westeurope',
    {
      quantity: 1,
      // 263856792 KiB are 251.6 GiB.
      server: { configuration: { cpu: { units: 1, threads: 64, coreUnits: 32 }, ram: [{ units: 1, capacity: 252 }] } },
    },
    'skipped: no node but Pod',
  ])
})

test('of a server, empty sockets and banks, consoles, sticks and disc readers do not count, and an NVMe drive counts once', () => {
  const { format, rows } = importOf('server.lshw.json')
  expect(format).toBe('lshw')
  expect(rows.map(inShort)).toEqual([
    {
      quantity: 1,
      server: {
        configuration: {
          cpu: { name: 'AMD EPYC 7543 32-Core Processor', units: 2, coreUnits: 32, threads: 64 },
          gpu: { name: 'NVIDIA A100 PCIe 40GB', units: 2 },
          ram: [
            { units: 2, capacity: 32, manufacturer: 'Samsung' },
            { units: 1, capacity: 32, manufacturer: 'Micron' },
          ],
          disk: [
            { ssd: { units: 1, capacity: 960 } },
            { hdd: { units: 2, capacity: 8002 } },
            { ssd: { units: 1, capacity: 480 } },
          ],
        },
      },
    },
  ])
})

test('a notebook is a laptop, and its columns say what is in it', () => {
  const machine = {
    id: 'mine',
    class: 'system',
    configuration: { chassis: 'notebook' },
    children: [{ id: 'cpu', class: 'processor', product: 'Intel(R) Core(TM) i7-8565U CPU @ 1.80GHz' }],
  }
  expect(importFile(JSON.stringify(machine)).rows).toEqual([
    {
      path: '',
      label: 'mine',
      quantity: 1,
      asset: { terminal: { kind: 'LAPTOP' } },
      columns: expect.objectContaining({ cpu_name: 'Intel(R) Core(TM) i7-8565U CPU @ 1.80GHz', cpu_units: '1' }),
    },
  ])
})

test.for([
  ['80CE000080CE', 'Samsung'],
  ['00AD00000000', 'SK Hynix'],
  ['802C0000802C', 'Micron'],
  ['0198', 'Kingston'],
  ['Samsung', 'Samsung'],
  ['FFFF', undefined],
  ['Unknown', undefined],
  ['NO DIMM', undefined],
  ['', undefined],
] as const)('the maker of memory %j is %s', ([vendor, maker]) => {
  expect(memoryMakerOf(vendor)).toBe(maker)
})
