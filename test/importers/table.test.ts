import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { encodingOf } from '../../src/importers/encoding-of.ts'
import { importFile } from '../../src/importers/import-file.ts'
import { COLUMNS } from '../../src/importers/table/columns.ts'
import { KIND_WORDS } from '../../src/importers/table/kind-words.ts'
import { KINDS, kindOf } from '../../src/importers/table/kinds.ts'
import { releases } from '../world.ts'
import { importOf, inShort } from './import.ts'

const rowsOf = (text: string, map?: Record<string, string>) => importFile(text, map && { map }).rows

test('a row without what its kind needs is faulty, with its line, and stops no other', () => {
  const { format, rows } = importOf('assets.csv')
  expect(format).toBe('csv')
  expect(rows.map((row) => ('fault' in row ? row.fault.message : 'asset'))).toEqual([
    'asset',
    'asset',
    'asset',
    'a cloudInstance needs instance_type',
    'Unknown kind "lapptop". Did you mean laptop, desktop, storage?',
    expect.stringMatching(
      /^cpu_units: expected a whole number of units, 0 or more .*"two"; ram_capacity: expected a number of 0 or more .*"-4"; load: expected a percentage, 0 to 100 .*"120"$/,
    ),
  ])
  expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7])
  expect(rows[5]).toMatchObject({ fault: { path: ['cpu_units', 'ram_capacity', 'load'] } })
})

test('a model that is no text, or a type that is too long, is a fault of its column', () => {
  const long = 'x'.repeat(501)
  const [row] = rowsOf(`kind,model,terminal_type\nlaptop,${long},${long}`)
  expect(row).toMatchObject({ fault: { path: ['model', 'terminal_type'] } })
})

test('terminals are read as people call them, with their models', () => {
  const rows = rowsOf(
    'kind,model,vendor,terminal_type\nAll in One,,,\nTV,,,\nlaptop,Latitude 5450,Dell,workstation\nserver,R740,Dell,',
  )
  expect(rows.map((row) => 'asset' in row && row.asset)).toEqual([
    { terminal: { kind: 'DESKTOP', form: 'ALL_IN_ONE' } },
    { terminal: { kind: 'TELEVISION' } },
    { terminal: { kind: 'LAPTOP', type: 'workstation', model: { name: 'Latitude 5450', manufacturer: 'Dell' } } },
    { server: { model: { name: 'R740', manufacturer: 'Dell' } } },
  ])
})

test('a word of the column kind means one kind, and one that there is', () => {
  for (const [word, kind] of KIND_WORDS) {
    expect(KINDS, word).toContain(kind)
    expect([word, kindOf(word)]).toEqual([word, kind])
  }
})

test('each type that a word of the column kind stands for is one that the newest release reads', () => {
  const { references } = releases.newest
  const { models } = references
  const deviceTypes = (kind: string): readonly string[] => references.deviceTypes(kind)
  const unread = KIND_WORDS.filter(
    ([, kind, { type } = {}]) =>
      type !== undefined && models.type(kind, type) === undefined && !deviceTypes(kind).includes(type),
  )
  expect(unread).toEqual([])
})

test('a virtual machine is a part of the server of its row', () => {
  const [machine, without, terminal] = rowsOf(
    `kind,cpu_name,share_vcpu,share_memory,share_ssd,share_hdd,share_gpus
server,Xeon Gold 6138,4,16384 MB,100,0,0
server,Xeon Gold 6138,,16,,,
laptop,,4,,,,`,
  )
  expect(machine).toMatchObject({
    asset: {
      server: {
        configuration: { cpu: { name: 'Xeon Gold 6138' } },
        share: { vcpu: 4, memory: 16.384, ssdStorage: 100, hddStorage: 0, gpuUnits: 0 },
      },
    },
  })
  expect(without).toMatchObject({ fault: { path: ['share_vcpu'] } })
  expect(terminal).toMatchObject({ warnings: [{ code: 'NOT_USED', path: ['share_vcpu'] }] })
})

test('every documented column lands in its field', () => {
  const [server, instance, laptops] = importOf('assets.csv').rows
  expect(server).toMatchObject({
    label: 'db-1',
    quantity: 2,
    duration: 8760,
    asset: {
      server: {
        configuration: {
          cpu: { name: 'Xeon Gold 6138', units: 2, coreUnits: 20, tdp: 125, dieSize: 694 },
          ram: [{ units: 12, capacity: 32 }],
          disks: [{ ssd: { units: 2, capacity: 960 } }, { hdd: { units: 4, capacity: 8000 } }],
          gpu: { name: 'NVIDIA A100', units: 1 },
        },
        usage: { usageLocation: 'FRA', timeWorkload: 40 },
      },
    },
  })
  expect(instance).toMatchObject({
    quantity: 10,
    duration: 720,
    asset: {
      cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { usageLocation: 'SWE', timeWorkload: 25 } },
    },
  })
  expect(laptops).toMatchObject({
    quantity: 120,
    asset: { terminal: { kind: 'LAPTOP', archetype: 'laptop-pro', usage: { usageLocation: 'DEU' } } },
  })
})

test.for([
  [
    'whole numbers only',
    'kind,quantity\nserver,2.5',
    /^faulty: quantity: expected a whole number, 0 to 2147483647.* "2\.5"$/,
  ],
  ['no quantity below 0', 'kind,quantity\nserver,-1', /^faulty: quantity: .* "-1"/],
  [
    'a duration above 0',
    'kind,duration\nserver,0',
    /^faulty: duration: expected a duration such as 1 year, a number of hours above 0, or "life".* "0"$/,
  ],
  ['no duration of 0 with a unit', 'kind,duration\nserver,0h', /^faulty: duration: .* "0h"/],
  ['a power above 0, as it stands there', 'kind,avg_power\nlaptop,-2 kW', /^faulty: avg_power: .* "-2 kW"/],
  ['no infinite number', 'kind,ssd_capacity\nserver,1e999', 'ssd_capacity: expected a number of at most 1000000000000'],
  ['a kind where the column is there', 'kind,cpu_name\n,Xeon Gold 6138', 'kind: expected one of cloudInstance, server'],
  [
    'which of two numbers it means',
    'kind;ram_capacity\nserver;1,024',
    /^faulty: ram_capacity: expected 1024 or 1\.0240, since a comma before three digits can separate thousands or decimals.* "1,024"$/,
  ],
  [
    'which of two numbers a point means',
    'kind,avg_power\nserver,1.234 W',
    /^faulty: avg_power: .*1234 or 1\.2340.* "1\.234 W"/,
  ],
  [
    'which of two numbers each of many modules means',
    'kind,ram_capacity\nserver,4x1.024 GB',
    /^faulty: ram_capacity: .*1024 or 1\.0240.* "4x1\.024 GB"/,
  ],
  [
    'a count without a point',
    'kind,cpu_cores\nserver,1.024',
    /^faulty: cpu_cores: expected a whole number without a point.* "1\.024"$/,
  ],
] as const)('a table has to say %s', ([, text, message]) => {
  expect(inShort(rowsOf(text)[0] as never)).toMatch(message)
})

test('headers are found in any case, with any separators and in the language of any tool', () => {
  const [row] = rowsOf(
    '\uFEFFHost Name;Device-Type;CPU Model;Sockets;"RAM Capacity (GB)"\r\nx;SERVER;"Xeon; Gold 6138";2;64\r\n',
  )
  expect(row).toMatchObject({
    label: 'x',
    asset: {
      server: { configuration: { cpu: { name: 'Xeon; Gold 6138', units: 2 }, ram: [{ units: 2, capacity: 32 }] } },
    },
  })
})

test.for([',', ';', '\t', '|'])('columns may be separated by %j', (separator) => {
  const [row] = rowsOf([['kind', 'cpu_name'].join(separator), ['server', 'EPYC 7543'].join(separator)].join('\n'))
  expect(row).toMatchObject({ asset: { server: { configuration: { cpu: { name: 'EPYC 7543' } } } } })
})

test.for([
  ['16,5', 16.5],
  ['0,125', 0.125],
  ['1024,000', 1024],
  ['2,0625', 2.0625],
] as const)('%s is a number with a decimal comma', ([cell, capacity]) => {
  expect(rowsOf(`kind;quantity;ram_units;ram_capacity;load\nserver;1,0;1;${cell};12,5`)[0]).toMatchObject({
    quantity: 1,
    asset: { server: { configuration: { ram: [{ capacity }] }, usage: { timeWorkload: 12.5 } } },
  })
})

test.for([
  ['load', '12.500', 'timeWorkload', 12.5],
  ['load', '12,500 %', 'timeWorkload', 12.5],
  ['avg_power', '1.250 kW', 'avgPower', 1250],
  ['avg_power', '1.234,5', 'avgPower', 1234.5],
  ['avg_power', '1,234.5', 'avgPower', 1234.5],
  ['avg_power', '0.375 kW', 'avgPower', 375],
  ['lifetime', '1.500 years', 'hoursLifeTime', 13140],
] as const)('%s %s has one meaning, since a thousand times as much cannot be', ([column, cell, field, value]) => {
  expect(rowsOf(`kind;${column}\nserver;${cell}\n`)[0]).toMatchObject({
    asset: { server: { usage: { [field]: value } } },
  })
})

test('three decimals of a measure are read as other numbers of the table write theirs', () => {
  const powers = (text: string) =>
    rowsOf(text).map((row) =>
      'asset' in row ? row.asset.server?.usage?.avgPower : (inShort(row) as string).slice(0, 40),
    )
  const fault = expect.stringMatching(/^faulty: avg_power: .*\b150250 or 15/)
  const column = (...cells: string[]) => `kind;avg_power\n${cells.map((cell) => `server;${cell}\n`).join('')}`
  expect(powers(column('150.250', '245.113', '212.5'))).toEqual([150.25, 245.113, 212.5])
  expect(powers(column('150.250', '98.500', '245.113'))).toEqual([150.25, 98.5, 245.113])
  expect(powers(column('150,250', '0,375', '1,125 kW'))).toEqual([150.25, 0.375, 1125])
  expect(powers(column('150,250', '1.234,5'))).toEqual([150.25, 1234.5])
  expect(powers(column('150.250', '1,234.5'))).toEqual([150.25, 1234.5])
  // Nothing tells, or both do, or only the other mark does.
  expect(powers(column('150.250', '98'))).toEqual([fault, 98])
  expect(powers(column('150.250', '2.5', '2,5'))).toEqual([fault, 2.5, 2.5])
  expect(powers(column('150,250', '2.5'))).toEqual([fault, 2.5])
  // Numbers of other columns tell, too, but a count has no decimals.
  expect(rowsOf('kind,ram_units,ram_capacity,pue\nserver,2,31.250,1.5\n')[0]).toMatchObject({
    asset: { server: { configuration: { ram: [{ units: 2, capacity: 31.25 }] } } },
  })
  const counts = rowsOf('kind,quantity,cpu_cores,pue\nserver,1.000,2,1.5\nserver,1,1.024,1.5\n').map(inShort)
  expect(counts).toEqual([
    expect.stringMatching(/^faulty: quantity: .*"1\.000"$/),
    expect.stringMatching(/^faulty: cpu_cores: .*"1\.024"$/),
  ])
})

test('threads and graphics cards of a share, and copies, take fractions of three digits', () => {
  const text =
    'kind,storage_kind,gigabytes,copies,share_vcpu\nstorage,ssd,5,1.333,\nstorage,ssd,5,1.5,\nserver,,,,1.500\nserver,,,,1.000\n'
  const shares = rowsOf(text).map((row) =>
    'asset' in row ? (row.asset.storage?.copies ?? row.asset.server?.share?.vcpu) : inShort(row),
  )
  expect(shares).toEqual([1.333, 1.5, 1.5, 1])
  expect(inShort(rowsOf('kind,share_vcpu\nserver,1.000\n')[0] as never)).toMatch(
    /^faulty: share_vcpu: .*\b1000 or 1\.0000\b/,
  )
})

test('a capacity is read with the words around it, and a drive of the other kind as that', () => {
  const rows = rowsOf(
    `kind;ram_capacity;ssd_capacity;hdd_capacity
server;64 GB ECC;960GB SSD;
server;2 x 16GB DDR4;;480 GB SSD
server;512 GB (16x32 GB) DDR5 ECC REG;4x 1.92 TB NVMe;2 x 4TB 7200 rpm SATA
server;DDR4 32 Go 3200 MHz;M.2 512 Go;1 To HDD
server;64 GB of it;2TB HDD;1 To SSD
ssd;;1 TB HDD;
`,
  )
  expect(rows.map((row) => ('asset' in row ? (row.asset.server?.configuration as object) : inShort(row)))).toEqual([
    { ram: [{ units: 2, capacity: 32 }], disks: [{ ssd: { units: 1, capacity: 960 } }] },
    { ram: [{ units: 2, capacity: 16, generation: 'DDR4' }], disks: [{ ssd: { units: 1, capacity: 480 } }] },
    {
      ram: [{ units: 16, capacity: 32, generation: 'DDR5' }],
      disks: [{ ssd: { units: 4, capacity: 1920 } }, { hdd: { units: 2, capacity: 4000 } }],
    },
    {
      ram: [{ units: 1, capacity: 32, generation: 'DDR4' }],
      disks: [{ ssd: { units: 1, capacity: 512, formFactor: 'M.2' } }, { hdd: { units: 1, capacity: 1000 } }],
    },
    expect.stringMatching(
      /^faulty: ram_capacity: .*"64 GB of it"; ssd_capacity: expected a solid-state drive .*"2TB HDD"; hdd_capacity: expected a hard disk .*"1 To SSD"$/,
    ),
    expect.stringMatching(/^faulty: ssd_capacity: .*"1 TB HDD"$/),
  ])
  expect(inShort(rowsOf('kind,RAM,RAM type\nserver,64GB DDR4,DDR3\n')[0] as never)).toMatch(
    /^faulty: RAM type: .*DDR4.*RAM.*"DDR3"$/,
  )
})

test('a capacity of the other kind of drive takes its number, form factor and year along, or is a fault', () => {
  const disks = (header: string, cells: string) =>
    rowsOf(`kind;${header}\nserver;${cells}\n`).map((row) =>
      'asset' in row ? row.asset.server?.configuration?.disks : inShort(row),
    )[0]
  expect(disks('ssd_units;ssd_capacity', '4;2 TB HDD')).toEqual([{ hdd: { units: 4, capacity: 2000 } }])
  expect(disks('hdd_capacity;hdd_units;hdd_year', '480 GB SSD;2;2021')).toEqual([
    { ssd: { units: 2, capacity: 480, year: 2021 } },
  ])
  expect(disks('ssd_form_factor;ssd_capacity;ssd_units', '2.5;2 TB HDD;4')).toEqual([
    { hdd: { units: 4, capacity: 2000, formFactorName: '2.5' } },
  ])
  expect(disks('ssd_units;ssd_capacity;hdd_units', '4;2 TB HDD;2')).toMatch(
    /^faulty: ssd_units: expected an empty cell, since ssd_capacity holds a hard disk, .*"4"$/,
  )
  expect(disks('ssd_units;ssd_capacity', '4;2x 2 TB HDD')).toMatch(/^faulty: ssd_units: .*\b2\b.*ssd_capacity.*"4"$/)
})

test('the kind of a row decides what its capacity and its form factor are', () => {
  const rows = rowsOf(
    'kind;Kapazität;Formfaktor\nssd;960 GB;2.5"\nhdd;4 TB;3.5\nram;32GB DDR4;\nserver;;2 HE\nserver;;Blade\nserver;;tower\nDesktop;;SFF\nlaptop;512;14 inch\nhdd;1.024;\nlaptop;half of it;\n',
  )
  expect(
    rows.map((row) =>
      'asset' in row ? [row.asset, ...(row.warnings ?? []).map(({ message }) => message)] : inShort(row),
    ),
  ).toEqual([
    [{ component: { ssd: { capacity: 960, formFactor: '2.5"' } } }],
    [{ component: { hdd: { capacity: 4000, formFactorName: '3.5' } } }],
    [{ component: { ram: { capacity: 32, generation: 'DDR4' } } }],
    [{ server: { model: { type: 'rack' } } }],
    [{ server: { model: { type: 'blade' } } }],
    [{ server: {} }, 'Formfaktor is ignored: expected rack, blade, or a height such as 2U'],
    [{ terminal: { kind: 'DESKTOP', type: 'SFF' } }],
    [
      { terminal: { kind: 'LAPTOP' } },
      expect.stringMatching(/^Kapazität .* laptop without a model$/),
      expect.stringMatching(/^Formfaktor .* laptop$/),
    ],
    expect.stringMatching(/^faulty: Kapazität: .*\b1024 or 1\.0240\b.*"1\.024"$/),
    [{ terminal: { kind: 'LAPTOP' } }, expect.stringMatching(/^Kapazität .* laptop without a model$/)],
  ])
})

test('of two columns with the same meaning one has to be left out, and both are kept', () => {
  const text = 'kind,Kind,,\nlaptop,bus,1,a\n'
  expect(() => importFile(text)).toThrow(
    'Two columns mean kind: "kind" and "Kind_1". Map one of them to none: Kind_1=none',
  )
  expect(importFile(text, { map: { Kind_1: 'none' } })).toMatchObject({
    columns: ['kind', 'Kind_1', 'column', 'column_1'],
    notRead: ['Kind_1', 'column', 'column_1'],
    rows: [{ asset: { terminal: { kind: 'LAPTOP' } }, columns: { kind: 'laptop', Kind_1: 'bus', column_1: 'a' } }],
  })
})

test('a column of another name is mapped; one that is not there is refused', () => {
  const text = 'Art,Rechner,Anzahl\nlaptop,alpha,3\n'
  expect(rowsOf(text, { Art: 'kind', Rechner: 'label', Anzahl: 'quantity' })).toMatchObject([
    { label: 'alpha', quantity: 3, asset: { terminal: { kind: 'LAPTOP' } } },
  ])
  expect(() => rowsOf(text, { Art: 'sort' })).toThrow('Unknown column sort. Choose one of label, kind')
  expect(() => rowsOf(text, { Modell: 'kind' })).toThrow(
    'The file has no column Modell. Its columns are Art, Rechner, Anzahl',
  )
})

test('a line with more cells than there are columns is faulty; empty ones do not count', () => {
  const rows = rowsOf('kind,cpu_name\nserver,Xeon, Gold 6138\nserver,Xeon Gold 6138,,\n')
  expect(rows.map((row) => ('fault' in row ? row.fault.message : 'asset'))).toEqual([
    'expected 2 cells but found 3',
    'asset',
  ])
})

test('a table of instances needs no column that says so', () => {
  expect(rowsOf('provider,instance_type\naws,m5.large\n').map(inShort)).toEqual(['1 x aws/m5.large in undefined'])
})

test('every column is documented', () => {
  const page = readFileSync('docs/importing.md', 'utf8')
  expect(COLUMNS.filter((column) => !page.includes(`\`${column}\``))).toEqual([])
  expect(KINDS.filter((kind) => !page.includes(kind))).toEqual([])
})

test('what is no table of assets is refused with what it has', () => {
  expect(() => rowsOf('colour,taste\nred,sweet\n')).toThrow(/ colour, taste\. .*"kind"/)
  expect(() => rowsOf(`kind,cpu_name\n${'server,"a\n'.repeat(101)}`)).toThrow(
    'The file is not a table: a quote opened in line 102 is never closed',
  )
  expect(() => rowsOf('  \n ')).toThrow('The file is empty')
})

test.for([
  ['laptop subtotal', 24],
  ['Sous-total portables', 24],
  ['Zwischensumme', 24],
  ['Total laptops', 7],
  ['Portátiles total', 7],
  ['Insgesamt', 7],
  ['Total Energies PC', 10],
] as const)('a row of a kind with the label %s and the quantity %i is a sum of others', ([label, quantity]) => {
  const rows = rowsOf(`label,kind,quantity\na,laptop,4\nb,laptop,6\n${label},laptop,${quantity}\n`)
  expect(inShort(rows[2] as never)).toMatch(/^skipped: .*totals$/)
})

test.for([
  ['Total Energies PC', 7],
  ['TotalEnergies-01', 10],
  ['Total-01', 10],
  ['Summer school', 10],
  ['Consum', 10],
] as const)('a row of a kind with the label %s and the quantity %i counts', ([label, quantity]) => {
  const rows = rowsOf(`label,kind,quantity\na,laptop,4\nb,laptop,6\n${label},laptop,${quantity}\n`)
  expect(rows[2]).toMatchObject({ label, quantity })
})

test('each sum is that of the rows since the one before, and the last may be that of all', () => {
  const rows = rowsOf(
    'label,kind,quantity\na,laptop,1\nb,laptop,2\nParis total,laptop,3\nc,laptop,4\nd,laptop,5\nLyon total,laptop,9\nTotal France,laptop,12\n',
  )
  expect(rows.filter((row) => 'skipped' in row)).toHaveLength(3)
})

test('units in a row of their own below the header belong to it', () => {
  const text = 'Name;Type;Quantity;Power;Location\n;;;(kW);\na;server;2;0,2;FRA\n'
  expect(rowsOf(text)).toMatchObject([{ quantity: 2, asset: { server: { usage: { avgPower: 200 } } } }])
  expect(rowsOf('kind;avg_power\n(none);\nlaptop;8\n')).toHaveLength(1)
  expect(rowsOf('kind;avg_power\nserver;(kW)\n')).toHaveLength(1)
})

test('beside a column kind, a column type is the type of a terminal', () => {
  const rows = rowsOf('Kind,Type,quantity\nlaptop,perso,3\nlaptop,,2\nserver,rack,1\nlaptop,rugged,1\n')
  expect(rows[0]).toMatchObject({ quantity: 3, asset: { terminal: { kind: 'LAPTOP', type: 'perso' } } })
  expect((rows[1] as { asset: object }).asset).toEqual({ terminal: { kind: 'LAPTOP' } })
  expect(rows[2]).toMatchObject({ warnings: [{ code: 'NOT_USED', path: ['Type'] }] })
  // The data release knows the types, so this is a fault when it is assessed.
  expect(rows[3]).toMatchObject({ asset: { terminal: { type: 'rugged' } } })
  expect(rowsOf('Typ,quantity\nLaptop,3\n')).toMatchObject([{ asset: { terminal: { kind: 'LAPTOP' } } }])
})

test.for(['life', ' Life ', 'lifetime', 'durée de vie', 'Lebensdauer', 'vida útil', 'vita utile'])(
  'the duration %s is the whole life of the row',
  (cell) => {
    expect(rowsOf(`kind,duration\nlaptop,${cell}\n`)).toMatchObject([{ duration: 'life' }])
  },
)

test('a row without a place says so where the table has a column for it', () => {
  const rows = rowsOf(
    'kind,provider,instance_type,Region,Pays\ncloudInstance,aws,m5.xlarge,,\ncloudInstance,aws,m5.xlarge,eu-west-1,\nlaptop,,,,FRA\n',
  )
  const message = 'Pays and Region are empty, so the result uses the default place'
  expect(rows[0]).toMatchObject({ warnings: [{ code: 'PLACE_EMPTY', message, path: ['Pays', 'Region'] }] })
  expect(rows.slice(1).flatMap((row) => ('asset' in row ? (row.warnings ?? []) : []))).toEqual([])
  expect(rowsOf('kind\nlaptop\n')[0]).not.toHaveProperty('warnings')
})

test('of two tables in one sheet, the rows of the first are read and those of the second are faulty', () => {
  const rows = rowsOf(
    'Laptops\nname,type,qty\na,laptop,3\nb,laptop,4\n\nServers\nname,type,qty,cpu\nweb,server,2,Xeon Gold 6138\n',
  )
  expect(rows.map((row) => ('fault' in row ? 'fault' : 'asset' in row ? row.quantity : row.skipped))).toEqual([
    3,
    4,
    'a heading between rows',
    'fault',
    'fault',
  ])
  // Of two header rows, the lower one names the columns.
  expect(rowsOf('Hardware,,,Use\nName,Type,Qty,Load\na,Server,3,40\n')).toMatchObject([{ label: 'a', quantity: 3 }])
})

test.for([
  ['a kind only in the first cell of merged ones', 'Sede,Tipo,Quantità\nFrancia,Portatile,12\n,,8\n', /^Tipo: /m],
  ['a negative number in brackets', 'type,qty\nlaptop,(3)\n', /"\(3\)"/],
  ['a minus behind its number', 'type,qty\nlaptop,3-\n', /"3-"/],
  ['a date as a duration', 'type,duration\nlaptop,01/02/2026\n', /^duration: .*"01\/02\/2026"/m],
  ['a load above 100 percent', 'type,CPU load\nserver,45 %\nserver,120%\n', /CPU load: .*120/],
  ['points for thousands beside decimal commas', 'Typ;Stück;Leistung\nLaptop;1.200 Stk;8,5\n', /"1\.200 Stk"/],
  ['a kind without published figures', 'Tipo,Quantità\nEscáner,1\n', /scanners.*Tipo "Escáner"/],
] as const)('%s is a fault of its row', ([, text, message]) => {
  const rows = rowsOf(text)
  expect(rows.map((row) => ('fault' in row ? row.fault.message : '')).join('\n')).toMatch(message)
})

test('numbers as the Swiss write them, and Italian kinds in UTF-16, are read', () => {
  expect(rowsOf("Typ;Anzahl;Leistung (W)\nLaptop;1'250;8,5\nMonitor;2’400;22,0\n")).toMatchObject([
    { quantity: 1250, asset: { terminal: { usage: { avgPower: 8.5 } } } },
    { quantity: 2400, asset: { terminal: { usage: { avgPower: 22 } } } },
  ])
  const bytes = new Uint8Array(
    Buffer.from('\ufeffTipo;Quantità;Paese\nComputer portatile;12;Italia\nTelefono cellulare;9;Francia\n', 'utf16le'),
  )
  expect(rowsOf(new TextDecoder(encodingOf(bytes)).decode(bytes))).toMatchObject([
    { quantity: 12, asset: { terminal: { kind: 'LAPTOP', usage: { usageLocation: 'IT' } } } },
    { quantity: 9, asset: { terminal: { kind: 'SMARTPHONE', usage: { usageLocation: 'FR' } } } },
  ])
})

test.for([
  ['RAM', '768 GB', 'ram', 24, 32],
  ['installed memory', '100 GB', 'ram', 4, 25],
  ['Arbeitsspeicher', '1 TB', 'ram', 32, 32],
  ['ram_capacity', '64', 'ram', 2, 32],
  ['SSD', '7,68 TB', 'ssd', 4, 1920],
  ['Festplatte', '48 TB', 'hdd', 3, 16_000],
] as const)('%s of %s is the total of a server, and its row says so', ([heading, cell, part, units, capacity]) => {
  const [row] = rowsOf(`kind;${heading}\nserver;${cell}`)
  const parts = { units, capacity }
  expect(row).toMatchObject({
    asset: { server: { configuration: part === 'ram' ? { ram: [parts] } : { disks: [{ [part]: parts }] } } },
    warnings: [{ code: 'TOTAL_SPLIT', path: [heading] }],
  })
})

test('a total that is one part, or none, has no warning, and a split one says how to name such parts', () => {
  const rows = rowsOf('kind;RAM;SSD;HDD\nserver;16 GB;0;4 TB\nserver;0 GB;3840 GB;0\nserver;64;;48 TB\n')
  expect(rows.map((row) => ('asset' in row ? row.asset.server?.configuration : inShort(row)))).toEqual([
    {
      ram: [{ units: 1, capacity: 16 }],
      disks: [{ ssd: { units: 0, capacity: 0 } }, { hdd: { units: 1, capacity: 4000 } }],
    },
    {
      ram: [{ units: 0, capacity: 0 }],
      disks: [{ ssd: { units: 2, capacity: 1920 } }, { hdd: { units: 0, capacity: 0 } }],
    },
    { ram: [{ units: 2, capacity: 32 }], disks: [{ hdd: { units: 3, capacity: 16_000 } }] },
  ])
  expect(rows.map((row) => ('warnings' in row ? row.warnings?.map(({ message }) => message) : undefined))).toEqual([
    undefined,
    [
      'SSD is read as the total of the server: 2 drives of 1920 GB. If this is wrong, write the number and size, such as 2x960 GB',
    ],
    [
      'RAM is read as the total of the server: 2 modules of 32 GB. If this is wrong, write the number and size, such as 4x32 GB',
      'HDD is read as the total of the server: 3 drives of 16000 GB. If this is wrong, write the number and size, such as 2x4 TB',
    ],
  ])
})

test('words for a form factor or a generation refuse no row, and a warning names those that count for nothing', () => {
  const read = (header: string, cells: string) =>
    rowsOf(`kind;${header}\nserver;${cells}\n`).map((row) =>
      'asset' in row
        ? [row.asset.server?.configuration, ...(row.warnings ?? []).map(({ message }) => message)]
        : inShort(row),
    )[0]
  const ssd = (formFactor: string, capacity: number) => ({ disks: [{ ssd: { units: 1, formFactor, capacity } }] })
  const ram = (generation: string) => ({ ram: [{ units: 2, capacity: 32, generation }] })
  const drive = 'ssd_form_factor;ssd_capacity'
  expect(read(drive, '2.5-inch;480 GB 2,5"')).toEqual([ssd('2.5-inch', 480)])
  expect(read(drive, 'SFF;480 GB 2.5"')).toEqual([ssd('SFF', 480)])
  expect(read(drive, 'NVMe M.2;M.2 512 GB')).toEqual([ssd('NVMe M.2', 512)])
  expect(read(drive, 'U.2;512 GB M.2')).toEqual([
    ssd('U.2', 512),
    '"M.2" in ssd_capacity is ignored, because ssd_form_factor has another value',
  ])
  expect(read(drive, 'internal;512 GB M.2')).toEqual([
    ssd('M.2', 512),
    '"internal" in ssd_form_factor is ignored, because ssd_capacity has another value',
  ])
  const memory = 'ram_generation;ram_capacity'
  expect(read(memory, '4;2x32 GB DDR4')).toEqual([ram('DDR4')])
  expect(read(memory, 'PC4;2x32 GB DDR4')).toEqual([ram('DDR4')])
  expect(read(memory, 'PC4-25600;2x32 GB')).toEqual([ram('DDR4')])
  expect(read(memory, 'LPDDR4X;2x32 GB LPDDR4X')).toEqual([
    { ram: [{ units: 2, capacity: 32, generationName: 'LPDDR4X' }] },
  ])
  expect(read(memory, 'SODIMM;2x32 GB DDR4')).toEqual([
    ram('DDR4'),
    '"SODIMM" in ram_generation is ignored, because ram_capacity has another value',
  ])
  expect(read(memory, 'DDR5;2x32 GB DDR4')).toMatch(/^faulty: ram_generation: .*DDR4.*ram_capacity.*"DDR5"$/)
})

test('a disk that no heading names SSD or HDD is the medium in its cell, else an SSD with a warning', () => {
  const read = (heading: string, cell: string, more = '', others = '') =>
    rowsOf(`kind;${heading}${more}\nserver;${cell}${others}\n`).map((row) =>
      'asset' in row
        ? [row.asset.server?.configuration?.disks, ...(row.warnings ?? []).map(({ message }) => message)]
        : inShort(row),
    )[0]
  for (const heading of ['Disk', 'Storage', 'HD', 'Disque', 'Datenträger', 'Disco', 'Archiviazione']) {
    expect(read(heading, '2x 960GB SSD')).toEqual([[{ ssd: { units: 2, capacity: 960 } }]])
    expect(read(heading, '4 TB 7200 rpm')).toEqual([[{ hdd: { units: 1, capacity: 4000 } }]])
    expect(read(heading, '512 GB')).toEqual([
      [{ ssd: { units: 1, capacity: 512 } }],
      `${heading} does not say SSD or HDD, so the result uses solid-state drives. Write, for example, 512 GB SSD or 2 TB HDD`,
    ])
  }
  expect(read('Disk (TB)', '2')).toMatchObject([[{ ssd: { units: 2, capacity: 1000 } }], {}, {}])
  for (const cell of ['1 TB SSD + 4 TB', '2x 960GB NVMe RAID1, 8x 4TB SATA'])
    expect(read('Storage', cell)).toMatchObject([
      [{ ssd: {} }],
      expect.stringMatching(/^Storage "(8x )?4 ?TB.*" does not say SSD or HDD/),
    ])
  expect(read('Festplatte', '4 TB')).toEqual([[{ hdd: { units: 1, capacity: 4000 } }]])
  expect(read('Disk', '512 GB', ';SSD', ';256 GB')).toEqual([
    [{ ssd: { units: 1, capacity: 256 } }],
    expect.stringMatching(/^Disk .*\bdrives$/),
  ])
  expect(read('Disk', '2 TB HDD', ';SSD', ';256 GB')).toEqual([
    [{ ssd: { units: 1, capacity: 256 } }, { hdd: { units: 1, capacity: 2000 } }],
  ])
})

test('memory of more than 4,096 without a unit is asked for one, wherever it has none', () => {
  const memory = (heading: string, ...cells: string[]) =>
    rowsOf(`kind,${heading}\n${cells.map((cell) => `server,"${cell}"\n`).join('')}`).map((row) =>
      'asset' in row ? row.asset.server?.configuration?.ram : inShort(row),
    )
  const ram = (units: number, capacity = 32) => [{ units, capacity }]
  for (const heading of ['Memory (MB)', 'Memory MiB', 'RAM_MB', 'Memory [MB]', 'RAM in MB', 'Arbeitsspeicher (MB)'])
    expect(memory(heading, '16384', '65536')).toEqual([ram(1, 16), ram(2)])
  expect(memory('Memory', '4096', '512')).toEqual([ram(128), ram(16)])
  expect(memory('Memory', '16384 MB', '6 TB')).toEqual([ram(1, 16), ram(192)])
  for (const cell of ['16384', '16,384', "16'384", '8192'])
    expect(() => memory('Memory', '2048', cell)).toThrow(
      `Column "Memory" holds ${cell} without a unit: MB or GB? Map the column: Memory=ram_capacity_MB or Memory=ram_capacity_GB`,
    )
  // Nobody asks about laptops, whose memory changes nothing.
  expect(rowsOf('kind,Memory\nlaptop,16384\n')[0]).toMatchObject({ asset: { terminal: { kind: 'LAPTOP' } } })
  expect(() => importFile('[{"kind": "server", "Memory": 16384}]')).toThrow(/"Memory" .* 16384 /)
})

test('a map names the unit of a column, in a table and in a list', () => {
  const read = (file: string, map: Record<string, string>) =>
    importFile(file, { map }).rows.map((row) => ('asset' in row ? row.asset : inShort(row)))
  const ram = (units: number, capacity = 32) => ({ server: { configuration: { ram: [{ units, capacity }] } } })
  expect(read('kind,Memory\nserver,16384\nserver,65536\n', { Memory: 'ram_capacity_MB' })).toEqual([ram(1, 16), ram(2)])
  expect(read('kind,Memory (MB)\nserver,6144\n', { 'Memory (MB)': 'ram_capacity (GB)' })).toEqual([ram(192)])
  expect(read('[{"kind": "server", "Memory": 16384}]', { Memory: 'ram_capacity_MB' })).toEqual([ram(1, 16)])
  expect(read('kind,Disk\nserver,2\n', { Disk: 'ssd_capacity_TB' })).toMatchObject([
    { server: { configuration: { disks: [{ ssd: { units: 2, capacity: 1000 } }] } } },
  ])
  expect(importFile('[{"server": {}, "span": 36}]', { map: { span: 'duration_days' } }).rows).toMatchObject([
    { duration: 864 },
  ])
  // A unit in a cell is nearer than that of the map.
  expect(read('kind,Memory\nserver,64 GB\n', { Memory: 'ram_capacity_MB' })).toEqual([ram(2)])
  for (const wrong of ['ram_capacity_kg', 'cpu_name_GB', 'none_GB', 'memory_MB', 'ram_capacity_'])
    expect(() => read('kind,Memory\nserver,1\n', { Memory: wrong })).toThrow(wrong)
  expect(() => read('kind,A,B\nserver,1,2\n', { A: 'ram_capacity_MB', B: 'ram_capacity_GB' })).toThrow(
    'Two columns are mapped to ram_capacity',
  )
})

test('a power consumption without a unit is asked for one, and kWh a year are the power of all hours', () => {
  const useOf = (text: string, map?: Record<string, string>) =>
    rowsOf(text, map).map((row) => ('asset' in row ? (row.asset.server ?? row.asset.terminal)?.usage : inShort(row)))
  const text = 'kind,Power consumption\nserver,1200\nlaptop,60\n'
  expect(() => rowsOf(text)).toThrow(
    'Column "Power consumption" holds 1200 without a unit: W or kWh/year? Map the column: "Power consumption=avg_power_W" or "Power consumption=avg_power_kWh/year"',
  )
  expect(() => importFile('[{"kind": "server", "power_consumption": 1200}]')).toThrow('avg_power_kWh/year')
  expect(useOf(text, { 'Power consumption': 'avg_power_W' })).toEqual([{ avgPower: 1200 }, { avgPower: 60 }])
  // 1,200 kWh over 8,760 hours are 137 W.
  const mean = [1200, 60].map((kwh) => ({ avgPower: expect.closeTo((kwh * 1000) / 8760, 9), useTimeRatio: 1 }))
  expect(useOf(text, { 'Power consumption': 'avg_power_kWh/year' })).toEqual(mean)
  for (const unit of ['kWh/year', 'kWh per year', 'kWh/Jahr', 'kWh pro Jahr', 'kWh/an', 'kWh/año', 'kWh p.a.', 'kWh/a'])
    expect(useOf(`kind,Power consumption\nserver,1200 ${unit}\nlaptop,60 ${unit}\n`)).toEqual(mean)
  expect(useOf('kind,Power consumption (kWh/year)\nserver,1200\nlaptop,60\n')).toEqual(mean)
  // Hours beside it change nothing.
  const beside = 'kind,Annual consumption (kWh),Hours per day\nserver,1200,8\nlaptop,60,24\n'
  expect(useOf(beside)).toEqual(mean)
  expect(rowsOf(beside).map((row) => 'asset' in row && row.warnings)).toEqual([
    [
      {
        code: 'NOT_USED',
        message: 'Hours per day is ignored: the energy of a year already includes all hours',
        path: ['Hours per day'],
      },
    ],
    undefined,
  ])
  const loads = 'kind,name,Load,Annual consumption (kWh)\nserver,x,30,1200\nlaptop,y,50,60\n'
  expect(useOf(loads)).toEqual(mean)
  for (const row of rowsOf(loads))
    expect(row).toMatchObject({
      warnings: [{ message: 'Load is ignored: the energy of a year already includes the load' }],
    })
})

test('hours per day, week, month or year are a share of the time', () => {
  const ratioOf = (heading: string, cell: number | string) =>
    rowsOf(`kind,quantity,${heading}\nlaptop,1,${cell}\n`).map((row) =>
      'asset' in row ? row.asset.terminal?.usage?.useTimeRatio : inShort(row),
    )
  for (const day of [
    'hours per day',
    'Usage hours per day',
    'hours/day',
    'h/day',
    'Betriebsstunden pro Tag',
    'Stunden/Tag',
  ])
    expect(ratioOf(day, 6)).toEqual([0.25])
  for (const day of [
    "heures d'utilisation par jour",
    'heures/jour',
    'horas por día',
    'horas de uso al día',
    'ore al giorno',
  ])
    expect(ratioOf(day, '6')).toEqual([0.25])
  expect(ratioOf('hours_per_week', 42)).toEqual([0.25])
  expect(ratioOf('Usage hours per year', 2190)).toEqual([0.25])
  expect(ratioOf('use_time_ratio', '6 h/day')).toEqual([0.25])
  expect(ratioOf('hours per day', '8\nlaptop,1,25')).toEqual([
    1 / 3,
    expect.stringMatching(/^faulty: hours per day: .*\b24\b.*"25"$/),
  ])
})

test('a number of drives beside the size of one counts them, and beside the size of all it does not', () => {
  const disksOf = (header: string, ...rows: string[]) =>
    rowsOf(`kind,quantity,${header}\n${rows.map((row) => `server,1,${row}\n`).join('')}`).map((row) =>
      'asset' in row ? row.asset.server?.configuration?.disks : inShort(row),
    )
  const ssd = (units: number, capacity = 960) => [{ ssd: { units, capacity } }]
  for (const name of ['# disks', 'Number of drives', 'Disks', 'Nb disques', 'Anzahl Laufwerke', 'Número de discos'])
    expect(disksOf(`${name},SSD`, '4,960', '8,960 GB')).toEqual([ssd(4), ssd(8)])
  expect(disksOf('# disks,Disk', '4,960 GB SSD', '8,4 TB HDD')).toEqual([
    ssd(4),
    [{ hdd: { units: 8, capacity: 4000 } }],
  ])
  expect(disksOf('# disks,Total storage', '4,8 TB')).toEqual([ssd(5, 1600)])
  for (const size of ['SSD capacity (GB)', 'Capacité SSD (Go)'])
    expect(disksOf(`Disks,${size}`, '4,7680')).toEqual([ssd(4, 1920)])
  expect(importFile('kind,# disks,Total storage\nserver,1,8 TB\n').notRead).toEqual(['# disks'])
  // Words below such a heading count nothing.
  expect(disksOf('Disks,SSD', 'local,960')).toEqual([ssd(1)])
})

test('amounts that a cell adds up are counted, each with their mean capacity', () => {
  const read = (header: string, cells: string) =>
    rowsOf(`kind,${header}\nserver,${cells}\n`).map((row) =>
      'asset' in row ? Object.values(row.asset.server?.configuration ?? {})[0] : inShort(row),
    )[0]
  const contrary = (name: string, given: string) =>
    expect.stringMatching(new RegExp(`^faulty: ${name}: .*\\b4\\b.*\\bRAM\\b.*"${given}"$`))
  // 2 x 32 + 2 x 16 = 96 GB in 4 modules. 2 x 480 + 4 x 960 = 4,800 GB in 6 drives.
  expect(read('RAM,RAM units', '2 x 32 GB + 2 x 16 GB,4')).toEqual([{ units: 4, capacity: 24 }])
  expect(read('RAM,RAM units', '2 x 32 GB + 2 x 16 GB,2')).toEqual(contrary('RAM units', '2'))
  expect(read('SSD,# disks', '2 x 480 GB + 4 x 960 GB,6')).toEqual([{ ssd: { units: 6, capacity: 800 } }])
  expect(read('HDD', '4 x 2 TB + 2 x 4 TB')).toEqual([{ hdd: { units: 6, capacity: expect.closeTo(16_000 / 6, 9) } }])
  expect(read('HDD', '2 TB + 4 TB')).toEqual([{ hdd: { units: 2, capacity: 3000 } }])
})

test('amounts of which one lacks a unit are added up only if it changes nothing', () => {
  const read = (heading: string, cell: string) =>
    rowsOf(`kind,${heading}\nserver,${cell}\n`).map((row) =>
      'asset' in row ? row.asset.server?.configuration?.disks : inShort(row),
    )[0]
  const ssd = (units: number, capacity: number) => [{ ssd: { units, capacity } }]
  expect(read('SSD', '480 + 960 GB')).toEqual(ssd(2, 720))
  expect(read('SSD (TB)', '1 + 1')).toEqual(ssd(2, 1000))
  expect(read('SSD', '1 TB + 500 GB')).toEqual(ssd(2, 750))
  for (const cell of ['1+1 TB', '512 + 1 TB', '2 TB + 500', '2 x 1 + 1 TB'])
    expect([read('SSD', cell)]).toEqual([
      expect.stringMatching(new RegExp(`^faulty: SSD: .*"${cell.replaceAll('+', '\\+')}"$`)),
    ])
  expect(read('capacity', '1 SSD + 4 TB HDD')).toMatch(/^faulty: capacity: expected a unit in each amount/)
  expect(read('capacity (TB)', '1 SSD + 4 HDD')).toMatch(/^faulty: capacity/)
})

test('a row says if an unknown word stands beside the country of its place', () => {
  const saysOf = (place: string) =>
    rowsOf(`kind,location\nserver,"${place}"\n`).map((row) => ('asset' in row ? row.warnings : inShort(row)))
  for (const place of ['Rack 4, Schweden', 'VLAN 12, Schweden', 'Schweden (Werk Nord)'])
    expect(saysOf(place)).toMatchObject([
      [{ code: 'READ_AS', message: `location "${place}" was read as Sweden`, path: ['location'] }],
    ])
  for (const place of ['Schweden', 'Sweden', 'SE', 'Boston, UK', 'Stockholm (Schweden)', 'Berlin, Germany'])
    expect(saysOf(place)).toEqual([undefined])
  for (const place of ['10115 Berlin, Germany', 'Paris (FR)', 'FR - Paris']) expect(saysOf(place)).toEqual([undefined])
})

test('a column State tells which machines run only if it holds such states', () => {
  const rowsIn = (header: string, ...states: string[]) =>
    importFile(`${header}\n${states.map((state) => `a,m5.xlarge,${state}\n`).join('')}`)
  for (const [heading, ...places] of [
    ['Name,Instance type,State', 'Poland', 'Germany'],
    ['Nome,Tipo di istanza,Stato', 'Italia', 'Francia'],
    ['Name,Instance type,State', 'Virginia', 'Texas'],
  ] as const)
    expect(() => rowsIn(heading, ...places)).toThrow(/"(State|Stato)" .*(State|Stato)=location/)
  const others = rowsIn('Name,Instance type,State', 'ours', 'theirs')
  expect([others.notRead, others.rows.length]).toEqual([['State'], 2])
  // Of two such columns, the one with states counts.
  const both = rowsIn('Name,Instance type,State,Status', 'ours,running', 'theirs,stopped')
  expect(both.notRead).toEqual(['State'])
  expect(both.rows.map((row) => ('skipped' in row ? row.skipped : row.quantity))).toEqual([
    1,
    expect.stringContaining('(stopped)'),
  ])
  // So does one in which a program writes numbers.
  expect(rowsIn('Name,Instance type,Status', '16', '80').rows.map(({ line }) => line)).toEqual([2, 3])
  const list = [{ instance_type: 'm5.xlarge', State: 'Poland' }]
  expect(() => importFile(JSON.stringify([...list, { ...list[0], State: 'Germany' }]))).toThrow('State=location')
})

test('a machine that does not run any more ran the hours of its row', () => {
  const rows = rowsOf(`instance_type,quantity,duration,status
m5.xlarge,1,500h,terminated
m5.xlarge,1,,terminated
m5.xlarge,1,,Off-peak
m5.xlarge,1,,running`)
  expect(rows.map((row) => ('asset' in row ? [row.quantity, row.duration] : inShort(row)))).toEqual([
    [1, 500],
    expect.stringMatching(/^skipped: .*\(terminated\)$/),
    [1, undefined],
    [1, undefined],
  ])
})

test('a name or a kind alone in a row is faulty, and other words are a heading', () => {
  const inRows = (text: string) => rowsOf(text).map(inShort)
  const laptop = { quantity: 2, terminal: { kind: 'LAPTOP' } }
  expect(inRows('name,kind,quantity\nPC-0043,,\nOffice,,\na,laptop,2\n')).toEqual([
    expect.stringMatching(/^faulty: kind: /),
    'skipped: a heading between rows',
    laptop,
  ])
  expect(inRows('kind,name,quantity\ntoaster,,\nlaptop,a,2\n')).toEqual([
    expect.stringMatching(/^faulty: .*"toaster"/),
    laptop,
  ])
})

test('a place in the words of Azure is its region, and of others a part of the world', () => {
  const rows = rowsOf(`kind,provider,instance_type,location
cloudInstance,aws,m5.large,West Europe
cloudInstance,aws,m5.large,South India
cloudInstance,,m5.large,East Asia
cloudInstance,aws,m5.large,eu-west-3
cloudInstance,Azure,d2s_v5,West Europe
cloudInstance,,Standard_D2s_v5,South India`)
  expect(rows.map((row) => 'asset' in row && row.asset.cloudInstance?.usage)).toEqual([
    { usageLocation: 'West Europe' },
    { usageLocation: 'South India' },
    { usageLocation: 'East Asia' },
    { region: 'eu-west-3' },
    { region: 'westeurope' },
    { region: 'southindia' },
  ])
})

test('a cell of zones that names no region leaves the place to the other columns', () => {
  const rows = rowsOf(`provider,instance_type,Location,Availability zone
azure,D2s_v3,France,1
azure,D2s_v3,France,"1, 2"
aws,m5.large,France,No preference
aws,m5.large,,eu-west-1a`)
  expect(rows.map((row) => 'asset' in row && row.asset.cloudInstance?.usage)).toEqual([
    ...[1, 2, 3].map(() => ({ usageLocation: 'France' })),
    { region: 'eu-west-1' },
  ])
})

test('a column Zone is one of regions only if it holds one', () => {
  for (const [one, other] of [
    ['DMZ', 'LAN'],
    ['A', 'B'],
  ]) {
    const rows = `laptop,10,${one},Poland\nlaptop,20,${other},Germany\n`
    expect(() => importFile(`kind,quantity,Zone,Landmark\n${rows}`)).toThrow('Landmark=location')
    expect(importFile(`kind,quantity,Zone,Country\n${rows}`).notRead).toEqual(['Zone'])
    const list = [one, other].map((Zone) => ({ kind: 'laptop', Zone, Landmark: 'Poland' }))
    expect(() => importFile(JSON.stringify(list))).toThrow('Landmark=location')
  }
  for (const zone of ['europe-west1-b', 'fr-par-1', 'eu-west-gra', 'West Europe'])
    expect(importFile(`instance_type,Zone\nm5.large,${zone}\nm5.large,1\n`).notRead).toEqual([])
})

test('the number or letter of a zone beside the region of a machine changes nothing', () => {
  for (const heading of ['Availability zone', 'Zone'])
    for (const zones of [
      ['1', '3'],
      ['a', 'b'],
    ]) {
      const rows = zones.map((zone, at) => `vm${at},Standard_D2s_v5,West Europe,${zone}\n`)
      const { notRead, rows: read } = importFile(`name,Size,Location,${heading}\n${rows.join('')}`)
      expect(notRead).toEqual([])
      expect(read.map(inShort)).toEqual(Array(2).fill('1 x undefined/Standard_D2s_v5 in westeurope'))
    }
})

test('two amounts with a slash or a comma between them are no sum, but for two media', () => {
  for (const cell of ['8 GB / 16 GB', '256 GB, 16 GB RAM'])
    expect(rowsOf(`kind,RAM\nserver,"${cell}"\n`).map(inShort)).toEqual([expect.stringMatching(/^faulty: RAM/)])
  const disks = [{ ssd: { units: 1, capacity: 480 } }, { hdd: { units: 1, capacity: 4000 } }]
  for (const cell of ['480 GB SSD / 4 TB HDD', '480 GB SSD, 4 TB HDD'])
    expect(rowsOf(`kind,Storage\nserver,"${cell}"\n`).map(inShort)).toMatchObject([
      { server: { configuration: { disks } } },
    ])
})

test('a cell or a heading of pages of text is not read in part', () => {
  const drives = (many: number) => `kind,SSD\nserver,${Array(many).fill('480 GB').join('+')}\n`
  const [few, many] = [100, 200].map((each) => rowsOf(drives(each)).map(inShort)[0])
  expect(few).toEqual({ quantity: 1, server: { configuration: { disks: [{ ssd: { units: 100, capacity: 480 } }] } } })
  expect(many).toMatch(/^faulty: SSD: /)
  expect(rowsOf(`kind,SSD\nserver,64${' '.repeat(1200)}TB\n`).map(inShort)).toEqual([
    expect.stringMatching(/^faulty: SSD/),
  ])
  const heading = `${'Power of the machine '.repeat(11)}(kW)`
  expect(importFile(`kind,"${heading}"\nserver,0.3\n`, { map: { [heading]: 'avg_power' } }).rows.map(inShort)).toEqual([
    { quantity: 1, server: { usage: { avgPower: 300 } } },
  ])
})

test('hours in a time scale the use of an instance, with a word on hours that were paid', () => {
  const asked = {
    code: 'READ_AS',
    path: ['Hours per month'],
    message: expect.stringContaining('Hours per month=duration'),
  }
  const [instance, laptop, share] = [
    'instance_type,Hours per month\nm5.large,73\n',
    'kind,Hours per month\nlaptop,73\n',
    'instance_type,use_time_ratio\nm5.large,10 %\n',
  ].map((text) => rowsOf(text)[0])
  expect(instance).toMatchObject({ asset: { cloudInstance: { usage: { useTimeRatio: 0.1 } } }, warnings: [asked] })
  for (const row of [laptop, share]) expect(row).not.toHaveProperty('warnings')
})

test('a power whose name says so is in watts without a unit', () => {
  for (const name of ['Puissance absorbée', 'Leistungsbedarf', 'Potencia consumida', 'Potenza assorbita'])
    expect(rowsOf(`kind,${name}\nlaptop,50\n`)).toMatchObject([{ asset: { terminal: { usage: { avgPower: 50 } } } }])
  for (const name of ['Power consumption', 'Stromverbrauch', 'Consumo eléctrico'])
    expect(() => importFile(`kind,${name}\nlaptop,50\n`)).toThrow('avg_power_kWh/year')
})

test('a capacity with a number of parts is that of one part, and so is that of a part alone', () => {
  const rows = rowsOf(`kind,ram_units,RAM,HDD
server,12,64 GB,
server,,12x64 GB,
server,,768 GB (12x64 GB),2 x 4 TB
ram,,64 GB,
hdd,,,48 TB`)
  const ram = [{ units: 12, capacity: 64 }]
  expect(rows.map((row) => ('asset' in row ? row.asset : row))).toEqual([
    { server: { configuration: { ram } } },
    { server: { configuration: { ram } } },
    { server: { configuration: { ram, disks: [{ hdd: { units: 2, capacity: 4000 } }] } } },
    { component: { ram: { capacity: 64 } } },
    { component: { hdd: { capacity: 48_000 } } },
  ])
  expect(rows.flatMap((row) => ('warnings' in row ? row.warnings : []))).toEqual([])
})

test.for([
  ['scanner', 'scanners'],
  ['Dokumentenscanner', 'scanners'],
  ['traceurs', 'label printers and plotters'],
  ['PDU', 'power distribution units'],
  ['Telefonanlage', 'telephone systems'],
  ['Bandbibliothek', 'tape libraries'],
  ['armoires', 'racks'],
  ['claviers', 'keyboards'],
] as const)('%s have no figures, and the fault says so instead of proposing another kind', ([word, things]) => {
  expect(rowsOf(`kind,quantity\n${word},3`)[0]).toMatchObject({
    quantity: 3,
    fault: { message: expect.stringMatching(new RegExp(`${things}.*kind "${word}"`)), path: ['kind'], nearest: [] },
  })
})

test('regions can have their names in AWS, also with the region behind them', () => {
  const regionOf = (name: string) => {
    const [row] = rowsOf(`instance_type,Region\nm5.large,"${name}"\n`)
    return row !== undefined && 'asset' in row ? row.asset.cloudInstance?.usage?.region : row
  }
  expect(regionOf('US East (N. Virginia) us-east-1')).toBe('us-east-1')
  expect(regionOf('South America (São Paulo)')).toBe('sa-east-1')
  expect(regionOf('AWS GovCloud (US-West)')).toBe('us-gov-west-1')
  expect(regionOf('Europe (Atlantis)')).toBe('Europe (Atlantis)')
})

test('classes of other inventories are kinds, and a comma divides amounts but not the words beside one', () => {
  expect(rowsOf('CI class,RAM\ncmdb_ci_win_server,"64GB DDR4, 3200 MHz"\ncmdb_ci_printer,\n')).toMatchObject([
    { asset: { server: { configuration: { ram: [{ units: 2, capacity: 32, generation: 'DDR4' }] } } } },
    { asset: { equipment: { kind: 'PRINTER' } } },
  ])
  const [row] = rowsOf('kind,Storage\nserver,"480 GB SSD; 4 TB HDD / 1 TB HDD"\n')
  // 4 TB and 1 TB are two hard disks of 2.5 TB on average.
  expect(row).toMatchObject({
    asset: {
      server: {
        configuration: {
          disks: [{ ssd: { units: 1, capacity: 480 } }, { hdd: { units: 2, capacity: 2500 } }],
        },
      },
    },
  })
})

test('an instance type in the column of the kind is a fault that names its column', () => {
  const [row] = rowsOf('name,type,count\nweb,m5.large,3')
  expect(row).toMatchObject({
    fault: {
      message: 'Unknown type "m5.large". It looks like an instance type. Rename the column to "instance_type"',
      path: ['type'],
    },
  })
})
