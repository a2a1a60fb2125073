import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import type { ImportedRow } from '../../src/importers/imported.ts'

const rowsOf = (text: string, map?: Record<string, string>): readonly ImportedRow[] =>
  importFile(text, map && { map }).rows

/** What a row counts, or why it counts nothing. */
function outcomeOf(row: ImportedRow | undefined): unknown {
  if (row === undefined) return undefined
  if ('fault' in row) return row.fault.message
  return 'skipped' in row ? row.skipped : row.quantity
}

/** The processors, memory and drives of the servers in a table. */
function partsOf(text: string): readonly unknown[] {
  return rowsOf(text).map((row) => ('asset' in row ? row.asset.server?.configuration : outcomeOf(row)))
}

test.for([
  ['Status', 'In use', 'Retired', 'Disposed', 'retired (2023)', 'Decommissioned', 'Archived', 'Lost/Stolen'],
  ['Lifecycle State', 'Deployed', 'Scrapped', 'Written off'],
  ['Statut', 'En service', 'Réformé', 'reforme', 'Mis au rebut'],
  ['Zustand', 'in Betrieb', 'Ausgemustert', 'entsorgt', 'verschrottet'],
  ['Estado', 'En uso', 'De baja', 'Retirado'],
  ['Stato', 'In uso', 'Dismesso', 'rottamato'],
] as const)('below %s, what is %s counts, and what somebody has got rid of does not', ([name, used, ...gone]) => {
  const rows = rowsOf(`kind,quantity,${name}\nlaptop,2,${used}\n${gone.map((each) => `server,3,${each}\n`).join('')}`)
  expect(rows.map(outcomeOf)).toEqual([2, ...gone.map((each) => `no longer in use (${each})`)])
})

test('states have numbers before them, and archived storage is still stored', () => {
  const rows = rowsOf('kind,status\nlaptop,1 - In use\nlaptop,6 - Retired\n')
  expect(rows.map(outcomeOf)).toEqual([1, 'no longer in use (6 - Retired)'])
  expect(rowsOf('kind,Status,storage_kind,GB\nstorage,archived,HDD,500\n').map(outcomeOf)).toEqual([1])
  // A spot machine runs.
  expect(importFile('instance_type,Lifecycle\nm5.large,spot\nm5.large,on-demand\n').notRead).toEqual(['Lifecycle'])
})

test('a column of states that tells of nothing gone is not read, and a map leaves out one that does', () => {
  const file = 'kind,quantity,status\nlaptop,2,in stock\nlaptop,3,in use\n'
  expect(importFile(file).notRead).toEqual(['status'])
  expect(importFile('kind,status\nlaptop,1\nlaptop,7\n').notRead).toEqual(['status'])
  const retired = file.replace('in stock', 'retired')
  expect(importFile(retired).notRead).toEqual([])
  expect(rowsOf(retired, { status: 'none' }).map(outcomeOf)).toEqual([2, 3])
})

test('an item of a list that somebody has got rid of counts nothing, and numbers of states mean nothing', () => {
  const list = (...states: readonly unknown[]) => JSON.stringify(states.map((status) => ({ type: 'Laptop', status })))
  expect(rowsOf(list('in use', 'retired')).map(outcomeOf)).toEqual([1, 'no longer in use (retired)'])
  expect(importFile(list(1, 7))).toMatchObject({ notRead: ['status'], rows: [{ quantity: 1 }, { quantity: 1 }] })
})

test('a state beside a place counts by its words: the state of the USA is not read', () => {
  const { rows, notRead } = importFile('Type,State,Status,Country\nLaptop,TX,in use,US\nLaptop,CA,retired,US\n')
  expect([rows.map(outcomeOf), notRead]).toEqual([[1, 'no longer in use (retired)'], ['State']])
})

test('more than 8 processors of a server are cores or threads, unless a map says otherwise', () => {
  const file = 'Host,CPU,CPUs\nh1,Xeon Gold 6230,80\nh2,Xeon Gold 6230,8\n'
  expect(rowsOf(file).map(outcomeOf)).toEqual([
    expect.stringMatching(
      /^CPUs: expected at most 8 processors \(if the column counts cores or threads, map CPUs=none; if it counts processors, map CPUs=cpu_units\) .*"80"$/,
    ),
    1,
  ])
  expect(rowsOf(file, { CPUs: 'none' }).map(outcomeOf)).toEqual([1, 1])
  expect(rowsOf(file, { CPUs: 'cpu_units' }).map(outcomeOf)).toEqual([1, 1])
  expect(rowsOf('kind,cpu_units\nserver,16\n').map(outcomeOf)).toEqual([1])
})

test('a time without a unit, and numbers that may be ids, ask in a sentence with each answer', () => {
  for (const [heading, number, question] of [
    [
      'Lifetime',
      '36',
      '36 without a unit: months or years? Map the column: Lifetime=lifetime_months or Lifetime=lifetime_years',
    ],
    [
      'Hours',
      '8',
      '8: hours of use per day, or hours to assess? Map the column: Hours=use_time_ratio_h/day or Hours=duration_h',
    ],
  ])
    expect(() => importFile(`kind,${heading}\nlaptop,${number}\n`)).toThrow(`Column "${heading}" holds ${question}`)
  expect(() => importFile('kind,Number\nlaptop,100231\nlaptop,100232\n')).toThrow(
    'Column "Number" is not used, but holds numbers that may be ids of its rows (100231, 100232). The table has no quantity.',
  )
})

test.for(['24', '36', '48', '60'])('a life of %s without a unit asks for months or years', (life) => {
  const file = `kind,Lifetime\nlaptop,${life}\n`
  expect(() => importFile(file)).toThrow(
    new RegExp(`"Lifetime" .* ${life} .* Lifetime=lifetime_months .*Lifetime=lifetime_years`),
  )
  expect(rowsOf(file, { Lifetime: 'lifetime_months' })).toMatchObject([
    { asset: { terminal: { usage: { hoursLifeTime: Number(life) * 730 } } } },
  ])
  expect(() => importFile(JSON.stringify([{ kind: 'laptop', lifetime: Number(life) }]))).toThrow(
    / lifetime=lifetime_months .*lifetime=lifetime_years/,
  )
})

test.for([
  ['Period', '2024'],
  ['Laufzeit', '36'],
  ['Durée', '5'],
  ['Durata', '12'],
] as const)('a time below %s of %s without a unit asks for it', ([name, time]) => {
  const file = `kind,${name}\nserver,${time}\n`
  expect(() => importFile(file)).toThrow(
    new RegExp(`"${name}" .* ${time} .*${name}=duration_hours.*${name}=duration_months.*${name}=duration_years`),
  )
  expect(rowsOf(file, { [name]: 'duration_months' })).toMatchObject([{ duration: Number(time) * 730 }])
  expect(rowsOf(`kind,${name}\nserver,8760\n`)).toMatchObject([{ duration: 8760 }])
})

test.for([
  ['laptop', '8', 'day'],
  ['laptop', '8 h', 'day'],
  ['screen', '7,5', 'day'],
  ['laptop', '40', 'week'],
  ['desktop', '160', 'week'],
  ['laptop', '176', 'month'],
  ['laptop', '1760', 'year'],
  ['server', '24', 'day'],
] as const)('hours of a %s, such as %s, may be those of a %s', ([kind, hours, time]) => {
  const number = hours.replace(' h', '').replace(',', '.')
  const question = new RegExp(`"Hours" .*\\b${number}: .* Hours=use_time_ratio_h/${time} .*Hours=duration_h`)
  const file = `label;kind;Hours\na;${kind};${hours}\n`
  expect(() => importFile(file)).toThrow(question)
  expect(() => importFile(JSON.stringify([{ Hours: '' }, { kind, Hours: hours }]))).toThrow(question)
  for (const answer of ['duration_h', 'duration'])
    for (const each of [file, JSON.stringify([{ kind, Hours: hours }])])
      expect(rowsOf(each, { Hours: answer })).toMatchObject([{ duration: Number(number) }])
  const [row] = rowsOf(file, { Hours: `use_time_ratio_h/${time}` })
  expect(row).not.toHaveProperty('duration')
  expect(JSON.stringify(row)).toContain('"useTimeRatio":')
})

test('a map to duration answers in hours, and a unit in it in another', () => {
  const file = 'kind,Laufzeit\nserver,36\n'
  expect(() => importFile(file)).toThrow('holds 36 without a unit: hours, months or years?')
  expect(rowsOf(file, { Laufzeit: 'duration' })).toMatchObject([{ duration: 36 }])
  expect(rowsOf(file, { Laufzeit: 'duration_months' })).toMatchObject([{ duration: 36 * 730 }])
})

test('a share of the time below Hours asks for its own column', () => {
  const file = 'kind,Hours\nlaptop,8 h/day\n'
  expect(() => importFile(file)).toThrow(
    'Column "Hours" holds 8 h/day, a share of the time. Map the column: Hours=use_time_ratio',
  )
  expect(rowsOf(file, { Hours: 'use_time_ratio' })).toMatchObject([
    { asset: { terminal: { usage: { useTimeRatio: 8 / 24 } } } },
  ])
})

test('hours below duration, of instances, and of more than a day of a server are the time to assess', () => {
  expect(rowsOf('kind,duration\nlaptop,8\n')).toMatchObject([{ duration: 8 }])
  expect(rowsOf('instance_type,Hours\nm5.large,8\n')).toMatchObject([{ duration: 8 }])
  for (const name of ['Hours', 'Stunden', 'heures'])
    expect(rowsOf(`kind,${name}\nserver,720\nlaptop,8760\n`)).toMatchObject([{ duration: 720 }, { duration: 8760 }])
})

test.for([
  ['100231', '100232'],
  ['00012', '00013'],
])('the numbers %s and %s below Number may name the rows', ([one, other]) => {
  const file = `kind,Number\nlaptop,${one}\nlaptop,${other}\n`
  expect(() => importFile(file)).toThrow(
    new RegExp(`"Number" .*\\(${one}, ${other}\\).* Number=quantity.* Number=none`),
  )
  expect(rowsOf(file, { Number: 'none' }).map(outcomeOf)).toEqual([1, 1])
  expect(rowsOf('kind,Number\nlaptop,1200\ndesktop,1100\n').map(outcomeOf)).toEqual([1200, 1100])
})

test.for([
  ['t/MWh', '0.38'],
  ['t CO2e/MWh', '0.38'],
  ['g/kWh', '380'],
] as const)('a factor in %s is one in kg/kWh', ([unit, cell]) => {
  expect(rowsOf(`kind,Emission factor (${unit})\nserver,${cell}\n`)).toMatchObject([
    { asset: { server: { usage: { elecFactors: [{ value: 0.38 }] } } } },
  ])
})

test.for([
  ['kWh/month', '219'],
  ['kWh per month', '219'],
  ['Monthly consumption (kWh)', '219'],
  ['Stromverbrauch (kWh/Monat)', '219'],
  ['Consommation mensuelle (kWh)', '219'],
  ['Consumo mensual (kWh)', '219'],
  ['Consumo mensile (kWh)', '219'],
  ['kWh/day', '7.2'],
  ['Energy (kWh/a)', '2628'],
  ['Annual energy (MWh)', '2.628'],
  ['Power (W)', '219 kWh/month'],
  ['kWh/month', '219 kWh'],
] as const)('an energy below %s is a mean power over all hours', ([name, cell]) => {
  const [row] = rowsOf(`kind,${name}\nserver,${cell}\n`)
  const { avgPower, useTimeRatio } = (row !== undefined && 'asset' in row && row.asset.server?.usage) || {}
  expect([Number(avgPower).toFixed(6), useTimeRatio]).toEqual(['300.000000', 1])
})

test.for([
  ['Hours per day', '25', /Hours per day: expected at most 24 hours per day.* "25"$/],
  ['Hours per month', '800', /Hours per month: .* "800"/],
  ['Hours per year', '9000', /Hours per year: .* "9000"/],
] as const)('%s of %s are too many', ([name, cell, message]) => {
  expect(rowsOf(`kind,${name}\nlaptop,${cell}\n`).map(outcomeOf)).toEqual([expect.stringMatching(message)])
})

test('all hours of a long month and of a leap year are the whole time', () => {
  for (const [name, cell] of [
    ['Hours per month', '744'],
    ['Hours per year', '8784'],
  ])
    expect(rowsOf(`kind,${name}\nlaptop,${cell}\n`)).toMatchObject([
      { asset: { terminal: { usage: { useTimeRatio: 1 } } } },
    ])
})

test.for(['137438953472 bytes', '128G', '128Gi', '128 G', '131072M', '4x32G', '32GB x4', '32GBx4', '32 GB (x4)'])(
  'the memory %s is 4 modules of 32 GB',
  (cell) => {
    expect(partsOf(`kind,RAM\nserver,${cell}\n`)).toEqual([{ ram: [{ units: 4, capacity: 32 }] }])
  },
)

test.for(['2x480GB SSD', '480GB SSD (x2)', '480GBx2 SSD', '2x SSD 480GB', '2 x NVMe 480 GB'])(
  'the drives %s are 2 of 480 GB',
  (cell) => {
    expect(partsOf(`kind,Storage\nserver,${cell}\n`)).toEqual([{ disks: [{ ssd: { units: 2, capacity: 480 } }] }])
  },
)

test('memory in bytes asks for bytes, and reads them below their heading', () => {
  expect(() => importFile('kind,TotalPhysicalMemory\nserver,137438953472\n')).toThrow(
    / 137438953472 .* TotalPhysicalMemory=ram_capacity_bytes/,
  )
  expect(partsOf('kind,Memory (bytes)\nserver,137438953472\n')).toEqual([{ ram: [{ units: 4, capacity: 32 }] }])
})

test.for(['2x Xeon Gold 6230', '2 x Xeon Gold 6230', '2 Xeon Gold 6230', '2xXeon Gold 6230', 'Dual Xeon Gold 6230'])(
  'the processors %s are 2 by the name of Xeon Gold 6230',
  (cell) => {
    expect(partsOf(`kind,CPU\nserver,${cell}\n`)).toEqual([{ cpu: { units: 2, name: 'Xeon Gold 6230' } }])
  },
)

test('headings say what one asset has', () => {
  const header = 'kind,Processors per node,CPU,GPUs per server,GPU,RAM per server (GB),Power per unit (W)'
  expect(rowsOf(`${header}\nserver,2,EPYC 7763,4,A100,64,800\n`)).toMatchObject([
    {
      asset: {
        server: {
          configuration: {
            cpu: { units: 2, name: 'EPYC 7763' },
            gpu: { units: 4, name: 'A100' },
            ram: [{ units: 2, capacity: 32 }],
          },
          usage: { avgPower: 800 },
        },
      },
    },
  ])
  expect(() => importFile('kind,Units per rack\nserver,20\n')).toThrow('Units per rack=quantity')
})

test('zones within a company are no regions', () => {
  for (const zone of ['it-prod', 'de-dmz', 'web-test'])
    expect(importFile(`name,kind,Zone\na,server,${zone}\n`)).toMatchObject({ notRead: ['Zone'] })
  expect(importFile('name,kind,Zone\na,server,fr-par-1\n').notRead).toEqual([])
})

test('the names of people are no places, and versions count nothing', () => {
  for (const [name, cell] of [
    ['First name', 'Victoria'],
    ['Vorname', 'Florence'],
    ['Assigned to', 'Paris'],
    ['OS version', '10.0'],
  ])
    expect(importFile(`kind,${name}\nlaptop,${cell}\nlaptop,${cell}\n`).notRead).toEqual([name])
})

test('the sums that Excel writes in German are left out', () => {
  const file = 'Bezeichnung;Typ;Anzahl\na;Laptop;5\nb;Laptop;4\nLaptop Ergebnis;;9\nGesamtergebnis;;9\n'
  expect(rowsOf(file).map(outcomeOf)).toEqual([5, 4, 'a row of totals', 'a row of totals'])
})

test('the output of another program is named, with what to do instead', () => {
  expect(() => importFile('# dmidecode 3.3\nSystem Information\n')).toThrow(
    'This is the output of dmidecode. Save that of lshw -json instead, or write a table with one row per machine',
  )
})

test.for([
  ['lscpu', 'Architecture:        x86_64\nCPU(s):              80\nModel name:          Xeon Gold 6230\n'],
  ['dmidecode', '# dmidecode 3.3\nSystem Information\n\tManufacturer: Dell Inc.\n'],
  ['inxi', 'System:    Host: web1 Kernel: 5.4 x86_64\nMachine:   Type: Server\n'],
  ['nvidia-smi -q', '==============NVSMI LOG==============\n\nAttached GPUs : 8\n'],
  ['systeminfo', 'Host Name:                 PC1\nOS Name:                   Windows\n'],
  ['lshw', 'web1\n    description: Rack Mount Chassis\n  *-core\n       description: Motherboard\n'],
] as const)('the output of %s is called so', ([program, text]) => {
  expect(() => importFile(text)).toThrow(new RegExp(` ${program}\\. .* lshw -json `))
})

test('a list of pods asks for the nodes', () => {
  expect(() => importFile('{"apiVersion":"v1","kind":"List","items":[{"kind":"Pod"}]}')).toThrow(
    ' a Kubernetes List. It does not say which machines it runs on. Run kubectl get nodes -o json',
  )
})

test('a vCore of a flexible server has the memory of its tier, which the subcategory of its meter names', () => {
  const header = 'MeterCategory,MeterSubCategory,MeterName,UnitOfMeasure,Quantity,ResourceLocation'
  const line = (tier: string) =>
    `Azure Database for MySQL,Flexible Server ${tier} Ddsv5 Series Compute,vCore,1 Hour,1,westeurope`
  const rows = rowsOf([header, line('General Purpose'), line('Memory Optimized')].join('\n'))
  expect(rows.map((row) => ('asset' in row ? row.asset.cloudInstance?.memory : row))).toEqual([4, 8])
})

test.for([
  ['QEMU', 'Standard PC (Q35 + ICH9, 2009)'],
  ['VMware, Inc.', 'VMware7,1'],
  ['Microsoft Corporation', 'Virtual Machine'],
  ['Amazon EC2', 'm5.large'],
])('a virtual machine of %s is a whole server, and its row says so', ([vendor, product]) => {
  const lshw = (machine: object) => JSON.stringify({ class: 'system', children: [{}], configuration: {}, ...machine })
  expect(rowsOf(lshw({ vendor, product }))).toMatchObject([{ asset: { server: {} }, warnings: [{ code: 'READ_AS' }] }])
  expect(rowsOf(lshw({ vendor: 'Dell Inc.', product: 'PowerEdge R740' }))[0]).not.toHaveProperty('warnings')
  expect(rowsOf(lshw({ vendor: 'Amazon EC2', product: 'm5.metal' }))[0]).not.toHaveProperty('warnings')
})

test('a virtual machine in a table of servers says what to count instead', () => {
  expect(() => importFile('kind,Virtual\nserver,Yes\nserver,No\n')).toThrow(
    'Column "Virtual" says that some rows are virtual machines, which would each count as a whole server.',
  )
  expect(rowsOf('Type;Model\nServer;KVM\nServer;Dell\n').map(outcomeOf)).toEqual([
    'Model "KVM" is that of a virtual machine, which is a part of a server. Count its host, or give its threads in a column share_vcpu',
    1,
  ])
})

test('a node of a hypervisor is a virtual machine, and its row says so', () => {
  const node = (providerID: string) =>
    JSON.stringify({ kind: 'Node', metadata: { name: 'a' }, spec: { providerID }, status: { capacity: { cpu: '4' } } })
  const message = 'This is a virtual machine: the figure is for a whole server of its size'
  for (const id of ['vsphere://421', 'hcloud://1', 'kubevirt://a'])
    expect(rowsOf(node(id))).toMatchObject([{ asset: { server: {} }, warnings: [{ code: 'READ_AS', message }] }])
  expect(rowsOf(node('metal3://a'))[0]).not.toHaveProperty('warnings')
})

test.for([
  ['Model', 'VMware Virtual Platform'],
  ['Model', 'VMware7,1'],
  ['Model', 'Virtual Machine'],
  ['Model', 'Standard PC (Q35 + ICH9, 2009)'],
  ['Model', 'HVM domU'],
  ['Model', 'KVM'],
  ['Manufacturer', 'VMware, Inc.'],
  ['Manufacturer', 'QEMU'],
] as const)('a server whose %s is %s is a virtual machine, and no whole server', ([name, cell]) => {
  const expected = expect.stringContaining(`${name} "${cell}" `)
  expect(rowsOf(`Type;${name}\nServer;${cell}\nServer;Dell\n`).map(outcomeOf)).toEqual([expected, 1])
  expect(rowsOf(`Host;CPU;${name}\na;Xeon Gold 6230;${cell}\n`).map(outcomeOf)).toEqual([expected])
  expect(rowsOf(`Type;share_vcpu;${name}\nServer;4;${cell}\n`).map(outcomeOf)).toEqual([1])
})

test.for([
  ['Is virtual', 'true', 'false'],
  ['Virtual', 'Yes', 'No'],
  ['virtuell', 'ja', 'nein'],
  ['Platform', 'Virtual', 'Physical'],
] as const)('a column %s with %s stops a table of servers', ([name, yes, no]) => {
  const file = `kind,${name}\nserver,${yes}\nserver,${no}\n`
  expect(() => importFile(file)).toThrow(new RegExp(`"${name}" .*\\bvirtual machines\\b`))
  expect(rowsOf(file, { [name]: 'none' }).map(outcomeOf)).toEqual([1, 1])
  expect(rowsOf(file.replaceAll(yes, no)).map(outcomeOf)).toEqual([1, 1])
  expect(rowsOf(file.replaceAll('server', 'laptop')).map(outcomeOf)).toEqual([1, 1])
})

test('a number of machines beside their model is a fault, and belongs in the quantity', () => {
  const rows = rowsOf('Type,Model\nLaptop,10x Latitude 5520\nServer,PowerEdge R740 (x2)\nTablet,HP Elite x2\n')
  expect(rows.map(outcomeOf)).toEqual([
    expect.stringMatching(
      /^Model: expected one model, with the number of units in a column "quantity", .*"10x Latitude 5520"$/,
    ),
    expect.stringMatching(/^Model: .*"PowerEdge R740 \(x2\)"$/),
    1,
  ])
})

test('custom machine types of Google Cloud are instance types in a list of machines, too', () => {
  const { readAs, rows } = importFile(
    'Name,Machine type\na,n2-custom-4-16384\nb,e2-custom-medium-4096\nc,custom-6-23040\n',
  )
  expect(readAs).toEqual(['label', 'instance_type'])
  expect(rows).toMatchObject([
    { asset: { cloudInstance: { instanceType: 'n2-custom-4-16384' } } },
    { asset: { cloudInstance: { instanceType: 'e2-custom-medium-4096' } } },
    { asset: { cloudInstance: { instanceType: 'custom-6-23040' } } },
  ])
})
