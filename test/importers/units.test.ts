import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'

/** A TB of a drive is 1,000 GB, a TiB 1,024. A year has 8,760 hours, and a month a twelfth of them. */
test.for([
  ['ssd_capacity', '1 TB', { configuration: { disks: [{ ssd: { units: 1, capacity: 1000 } }] } }],
  ['ssd_capacity', '1 TiB', { configuration: { disks: [{ ssd: { units: 1, capacity: 1024 } }] } }],
  ['hdd_capacity', '7,68 To', { configuration: { disks: [{ hdd: { capacity: 7680 } }] } }],
  ['ram_capacity', '512 MiB', { configuration: { ram: [{ units: 1, capacity: 0.5 }] } }],
  ['ram_capacity', '16384 MB', { configuration: { ram: [{ units: 1, capacity: 16 }] } }],
  ['ram_capacity', '1048576 KiB', { configuration: { ram: [{ units: 1, capacity: 1 }] } }],
  ['avg_power', '1.5 kW', { usage: { avgPower: 1500 } }],
  ['avg_power', '8.76 MWh/an', { usage: { avgPower: 1000 } }],
  ['lifetime', '4 Jahre', { usage: { hoursLifeTime: 35_040 } }],
  ['lifetime', '30 months', { usage: { hoursLifeTime: 21_900 } }],
  ['elec_factor', '400 g/kWh', { usage: { elecFactors: [{ criterion: 'gwp', value: 0.4 }] } }],
  ['elec_factor', '0.4 t/MWh', { usage: { elecFactors: [{ criterion: 'gwp', value: 0.4 }] } }],
  ['use_time_ratio', '40 %', { usage: { useTimeRatio: 0.4 } }],
  ['use_time_ratio', '6 h/day', { usage: { useTimeRatio: 0.25 } }],
  ['load', '40 %', { usage: { timeWorkload: 40 } }],
] as const)('a cell below %s is read with its unit: %s', ([column, cell, server]) => {
  expect(importFile(`kind;${column}\nserver;${cell}\n`).rows).toMatchObject([{ asset: { server } }])
})

test('a duration is read with its unit', () => {
  expect(importFile('kind,duration\nlaptop,2 weeks\n').rows).toMatchObject([{ duration: 336 }])
})
