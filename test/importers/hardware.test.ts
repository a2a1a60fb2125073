import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memoryMakerOf } from '../../src/importers/hardware/memory-maker-of.ts'
import { formFactorIn, generationIn, modelNameOf } from '../../src/importers/hardware/words-of-hardware.ts'
import { importFile } from '../../src/importers/import-file.ts'
import { importOf, inShort } from './import.ts'

test('an unknown node is faulty, not completed, and stops no other', () => {
  const { items } = JSON.parse(readFileSync('test/importers/files/nodes.json', 'utf8'))
  const rows = importFile(
    JSON.stringify({ kind: 'List', items: [items[0], null, 5, { kind: 'Node', metadata: {} }] }),
  ).rows
  expect(rows.map(inShort)).toEqual([
    '1 x aws/m5.large in eu-west-3',
    'faulty: expected a node, with its metadata',
    'faulty: expected a node, with its metadata',
    'faulty: the node has neither an instance type nor a capacity',
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
      server: { configuration: { cpu: { units: 1, threads: 64, coreUnits: 32 }, ram: [{ units: 8, capacity: 31.5 }] } },
    },
    'skipped: a Pod, not a node',
  ])
})

test('of a server, empty sockets and banks, consoles, sticks and disc readers do not count, and an NVMe drive counts once', () => {
  const { format, rows } = importOf('server.lshw.json')
  expect(format).toBe('lshw')
  expect(rows.map(inShort)).toEqual([
    {
      quantity: 1,
      server: {
        model: { name: 'Machine 7000' },
        configuration: {
          cpu: { name: 'AMD EPYC 7543 32-Core Processor', units: 2, coreUnits: 32, threads: 64 },
          gpu: { name: 'NVIDIA A100 PCIe 40GB', units: 2 },
          ram: [
            { units: 2, capacity: 32, manufacturer: 'Samsung', generation: 'DDR4' },
            { units: 1, capacity: 32, manufacturer: 'Micron', generation: 'DDR4' },
          ],
          disks: [
            { ssd: { units: 1, capacity: 960 } },
            { hdd: { units: 2, capacity: 8002 } },
            { ssd: { units: 1, capacity: 480 } },
          ],
        },
      },
    },
  ])
})

test('a notebook is a laptop of its model, and its columns say what is in it', () => {
  const machine = {
    id: 'mine',
    class: 'system',
    vendor: 'LENOVO',
    product: '20NX000JFR (LENOVO_MT_20NX)',
    version: 'ThinkPad T490s',
    configuration: { chassis: 'notebook' },
    children: [
      { id: 'cpu', class: 'processor', product: 'Intel(R) Core(TM) i7-8565U CPU @ 1.80GHz' },
      { id: 'bank:0', class: 'memory', description: 'SODIMM DDR4 Synchronous 2667 MHz', size: 2 ** 32 },
      { id: 'disk', class: 'disk', product: 'Samsung SSD 860 EVO M.2 500GB', size: 5e11 },
    ],
  }
  expect(importFile(JSON.stringify(machine)).rows).toEqual([
    {
      path: '',
      label: 'mine',
      quantity: 1,
      asset: { terminal: { kind: 'LAPTOP', model: { name: 'ThinkPad T490s' } } },
      columns: expect.objectContaining({
        cpu_name: 'Intel(R) Core(TM) i7-8565U CPU @ 1.80GHz',
        cpu_units: '1',
        ram: '1 x 4 GB DDR4',
        ssd: '1 x 500 GB M.2',
      }),
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

test.for([
  ['', 'To Be Filled By O.E.M.', '', undefined],
  ['ASUS', 'System Product Name', 'System Version', undefined],
  ['QEMU', 'Standard PC (i440FX + PIIX, 1996)', '', undefined],
  ['LENOVO', '20NX000JFR', 'Not Specified', '20NX000JFR'],
  ['LENOVO', '20NX000JFR', 'ThinkPad T490s', 'ThinkPad T490s'],
  ['Dell Inc.', 'PowerEdge R740 (SKU=NotProvided;ModelName=PowerEdge R740)', '', 'PowerEdge R740'],
  ['HP', 'HP EliteBook 840 G5 (3JX04EA#ABF)', '', 'HP EliteBook 840 G5'],
] as const)('of %j, %j and %j the model is %s', ([vendor, product, version, model]) => {
  expect(modelNameOf({ vendor, product, version })).toBe(model)
})

test.for([
  ['RAM memory', undefined],
  ['GDDR6', undefined],
  ['DIMM DDR5 Synchronous 4800 MHz', 'DDR5'],
  ['Row of chips LPDDR4 Synchronous', 'DDR4'],
] as const)('the generation of memory in %j is %s', ([text, generation]) => {
  expect(generationIn(text)).toBe(generation)
})

test.for([
  ['ST2000LM015 2.5 GT/s', undefined],
  ['Samsung SSD 860 EVO M.2 500GB', 'M.2'],
  ['Kingston 2.5" SATA SSD', '2.5'],
  ['SSD 3.5-inch', '3.5'],
] as const)('the form factor in %j is %s', ([text, formFactor]) => {
  expect(formFactorIn(text)).toBe(formFactor)
})
