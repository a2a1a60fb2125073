import { expect, test } from 'vitest'
import { ImportError } from '../../src/importers/import-error.ts'
import { importFile } from '../../src/importers/import-file.ts'
import { COLUMN_NAMES, LANGUAGES, UNUSED_NAMES } from '../../src/importers/table/column-names.ts'
import { COLUMNS } from '../../src/importers/table/columns.ts'
import { findColumns } from '../../src/importers/table/find-columns.ts'
import { inShort } from './import.ts'

/** As a shell needs it. */
const quoted = (mapping: string) => (mapping.includes(' ') ? `"${mapping}"` : mapping)

/** What stops a file, and what is proposed. */
function questionOf(file: string | Uint8Array, map?: Record<string, string>) {
  try {
    importFile(file, map && { map })
  } catch (error) {
    if (error instanceof ImportError) return [error.code, error.proposal, error.message]
  }
  return undefined
}

test.for([
  ['whole numbers and no quantity', 'kind,Wieviel\nlaptop,200\nlaptop,30\n', 'Wieviel', 'quantity'],
  ['names of countries and no place', 'kind,Wo\nserver,Polen\nserver,Deutschland\n', 'Wo', 'location'],
  ['names of towns and no place', 'kind,Where it is\nserver,Warsaw\nserver,Berlin HQ\n', 'Where it is', 'location'],
  ['codes of countries and no place', 'kind,Ctry\nserver,PL\nserver,DE\n', 'Ctry', 'location'],
  ['regions and no place', 'provider,instance_type,AZ\naws,m5.large,eu-west-3a\n', 'AZ', 'region'],
  ['numbers that group their thousands', 'kind,how_many\nlaptop,"1,200"\nlaptop,1 500\n', 'how_many', 'quantity'],
  ['numbers with a word for pieces', 'kind,Stk am Ort\nlaptop,12 Stk\nlaptop,30 Stk\n', 'Stk am Ort', 'quantity'],
  ['numbers under a sign for them', 'kind,#\nlaptop,12\nserver,30\n', '#', 'quantity'],
  ['numbers under No.', 'kind,No.\nlaptop,12\nserver,3\nmonitor,40\n', 'No.', 'quantity'],
  [
    'numbers in sequence',
    'kind,Units of stock\nserver,1\nlaptop,2\nserver,3\nlaptop,4\nserver,5\n',
    'Units of stock',
    'quantity',
  ],
  ['kinds beside processors', 'CPU,Chassis\nXeon W-2295,Desktop\nXeon Gold 6138,Server\n', 'Chassis', 'kind'],
  ['whole numbers, and one unknown', 'kind,how_many\nlaptop,12\nlaptop,n/a\nlaptop,30\n', 'how_many', 'quantity'],
  ['numbers beside an empty quantity', 'kind,quantity,how_many\nlaptop,,12\nlaptop,,30\n', 'how_many', 'quantity'],
  ['countries beside an empty place', 'kind,location,where\nlaptop,,Poland\nlaptop,n/a,Germany\n', 'where', 'location'],
  ['countries and racks', 'kind,spot\nlaptop,Poland\na,rack 3\nb,rack 4\nc,Germany\n', 'spot', 'location'],
  ['towns under their own names', 'kind,spot\nlaptop,Warszawa\nlaptop,Gdańsk\nlaptop,Praha\n', 'spot', 'location'],
  [
    'numbers beside an empty quantity, in JSON',
    '[{"kind":"laptop","quantity":null,"wieviel":3},{"kind":"laptop","quantity":"","wieviel":4}]',
    'wieviel',
    'quantity',
  ],
  [
    'numbers and no quantity, in JSON',
    '[{"kind":"laptop","wieviel":3},{"kind":"laptop","wieviel":4}]',
    'wieviel',
    'quantity',
  ],
  [
    'numbers beside assets in JSON, and no quantity',
    '[{"asset":{"server":{}},"Nb":3},{"server":{},"Nb":40}]',
    'Nb',
    'quantity',
  ],
  [
    'numbers beside assets in lines of JSON, and no quantity',
    '{"server":{},"how many":3}\n{"terminal":{"kind":"LAPTOP"},"how many":40}\n',
    'how many',
    'quantity',
  ],
  [
    'countries beside assets in JSON, and no place',
    '[{"server":{},"Standort":"Polen"},{"component":{"ssd":{}},"Standort":"Deutschland"}]',
    'Standort',
    'location',
  ],
] as const)('a column that is not read stops the file where it holds %s', ([, text, column, readAs]) => {
  const [code, proposal, message] = questionOf(text) ?? []
  expect([code, proposal]).toEqual(['COLUMN_NOT_READ', { column, readAs }])
  expect(message).toContain(quoted(`${column}=${readAs}`))
  expect(message).toContain(quoted(`${column}=none`))
  expect(questionOf(text, { [column]: 'none' })).toBeUndefined()
  const { notRead } = importFile(text, { map: { [column]: readAs } })
  expect(notRead.filter((each) => each !== readAs)).toEqual([])
})

test('fields beside assets are read as a map says', () => {
  const text = '[{"server":{},"Nb":3,"Standort":"Polen"},{"component":{"ssd":{}},"Nb":40,"Standort":"Deutschland"}]'
  const { rows } = importFile(text, { map: { Nb: 'quantity', Standort: 'location' } })
  expect(rows).toMatchObject([
    { quantity: 3, asset: { server: { usage: { usageLocation: 'PL' } } } },
    { quantity: 40, asset: { component: { ssd: { usage: { usageLocation: 'DE' } } } } },
  ])
  const known = '[{"server":{"usage":{"usageLocation":"FRA"}},"quantity":2,"Nb":30,"Standort":"Polen","serial":17}]'
  expect(importFile(known).notRead).toEqual(['Nb', 'Standort', 'serial'])
})

test.for([
  ['amounts of something, by its unit', 'kind,Provisioned MiB\nlaptop,204800\nlaptop,512\n'],
  ['years', 'kind,Built\nlaptop,2019\nlaptop,2021\n'],
  ['ones, which change nothing', 'kind,Pieces here\nlaptop,1\nlaptop,1\n'],
  ['numbers that are known to change no figure', 'kind,Inventory No.,Preis,Étage\nlaptop,17,900,3\n'],
  ['numbers beside a quantity', 'kind,qty,Wieviel\nlaptop,2,200\n'],
  ['texts', 'kind,Owner of it\nlaptop,Anna\n'],
  ['forms of memory', 'kind,RAM form factor\nserver,DIMM\nserver,SODIMM\n'],
  ['forms of a chassis', 'kind,Chassis\nserver,2U\nserver,tower\n'],
  ['numbers beside a quantity that one row has', 'kind,qty,Wieviel\nlaptop,,200\nlaptop,3,10\n'],
] as const)('a column that is not read and holds %s is named', ([, text]) => {
  const { notRead, rows } = importFile(text)
  expect(notRead.length).toBeGreaterThan(0)
  expect(rows.map(inShort).some((row) => String(row).startsWith('faulty'))).toBe(false)
})

test.for([
  ['a table', 'kind,load\nserver,0.3\nserver,1\nserver,0\n'],
  ['a table with decimal commas', 'kind;load\nserver;0,3\nserver;0,45\n'],
  ['JSON', '[{"kind":"server","load":0.3},{"kind":"server","load":0.9}]'],
] as const)('loads that are all shares stop %s', ([, text]) => {
  expect(questionOf(text)?.[2]).toBe(
    'Column "load" holds fractions instead of percentages: expected 30, not 0.3. If you mean 0.3 percent, write 0.3 %',
  )
})

test('loads that are all below 1 stop a table whose heading says percent', () => {
  expect(questionOf('kind,load (%)\nserver,0.3\nserver,0.45\n')?.[2]).toBe(
    'Column "load (%)" holds fractions instead of percentages: expected 30, not 0.3. If you mean 0.3 percent, write 0.3 %',
  )
})

test.for([
  ['one load is above 1', 'kind,load\nserver,0.5\nserver,30\nserver,45\n'],
  ['all are 0 or 1', 'kind,load\nserver,0\nserver,1\n'],
  ['the heading says percent and one load is 1 or 0', 'kind,load (%)\nserver,0.3\nserver,1\nserver,0\n'],
  ['the cells say percent under a heading in percent', 'kind,load (%)\nserver,0.3 %\n'],
  ['the cells say percent', 'kind,load\nserver,0.3 %\n'],
] as const)('loads are percent if %s', ([, text]) => {
  expect(importFile(text).rows.every((row) => 'asset' in row)).toBe(true)
})

test('a field of an asset that nothing reads is named, too', () => {
  expect(importFile('[{"asset":{"server":{"colour":"red"}},"note":1}]').notRead).toEqual(['note', 'server.colour'])
})

test.for(LANGUAGES)('each usual name in %s is read as its column, alone in a table', (language) => {
  for (const [column, names] of COLUMN_NAMES) {
    for (const name of (names[language] ?? '').split(', ').filter((each) => each !== '')) {
      const { at } = findColumns([name.replace(/^~/, '')])
      // A name may mean two things: nothing else of the table says which.
      if (at.size > 0) expect([name, [...at.keys()]]).toEqual([name, [column]])
      else expect(['Nombre', 'nombre', '~nombre']).toContain(name)
    }
  }
  for (const name of UNUSED_NAMES[language].split(', ')) expect([name, findColumns([name]).at.size]).toEqual([name, 0])
})

test('our own names mean themselves', () => {
  for (const column of COLUMNS) expect([...findColumns([column]).at.keys()]).toEqual([column])
})

test('what Nombre is, the other headings decide', () => {
  expect(findColumns(['Nombre', 'Pays', 'Processeur']).at.get('quantity')).toBe(0)
  expect(findColumns(['Nombre', 'País', 'Procesador']).at.get('label')).toBe(0)
})

test('a column of the place goes before one of the site, and of two places one is left out', () => {
  expect(findColumns(['Site', 'Country']).at.get('location')).toBe(1)
  expect(findColumns(['Site', 'Type']).at.get('location')).toBe(0)
  expect(() => findColumns(['Country', 'Land'])).toThrow(/\blocation: "Country" and "Land"/)
})

test('columns of the use of a thing are read with their units', () => {
  const header = 'kind;avg_power;lifetime;use_time_ratio;pue;elec_factor;allocation;boundary;duration;tag:team'
  const [row] = importFile(`${header}\nserver;0,35 kW;5 ans;80 %;1,4;475 g/kWh;total;data centre;1 year;web\n`).rows
  expect(row).toMatchObject({
    duration: 8760,
    allocation: 'TOTAL',
    boundary: 'DATA_CENTRE',
    tags: { team: 'web' },
    asset: {
      server: {
        usage: {
          avgPower: 350,
          hoursLifeTime: 43_800,
          useTimeRatio: 0.8,
          facility: { pue: 1.4 },
          elecFactors: [{ criterion: 'gwp', value: 0.475 }],
        },
      },
    },
  })
})

test.for([
  [
    'a power beside a load',
    'kind,avg_power,load\nserver,80,40',
    /^faulty: avg_power: expected a power or a load, not both \(to use the power, map load=none; to use the load, map avg_power=none\).* "80"$/,
  ],
  ['a share above 1', 'kind,use_time_ratio\nlaptop,1.5', /^faulty: use_time_ratio: expected a ratio, 0 to 1.* "1\.5"$/],
  ['a life of 0', 'kind,lifetime\nlaptop,0', /^faulty: lifetime: expected a number above 0.* "0"$/],
  [
    'a life in years or hours',
    'kind,lifetime\nlaptop,100',
    /^faulty: lifetime: expected years or hours, such as 5 years or 43800 h.* "100"$/,
  ],
  ['a PUE below 1', 'kind,pue\nserver,0.9', /^faulty: pue: expected a PUE, 1 to 100.* "0\.9"$/],
  [
    'grams as kilograms',
    'kind,elec_factor\nserver,475',
    /^faulty: elec_factor: expected kg CO2 eq\. per kWh, at most 5, or a unit such as g\/kWh.* "475"$/,
  ],
  [
    'a factor below 0',
    'kind,elec_factor\nserver,-5',
    /^faulty: elec_factor: expected kg CO2 eq\. per kWh, 0 or more.* "-5"$/,
  ],
  ['a factor below 0 with a unit', 'kind,elec_factor\nserver,-475 g/kWh', /^faulty: elec_factor: .* "-475 g\/kWh"/],
  [
    'another boundary',
    'kind,boundary\nserver,planet',
    /^faulty: boundary: expected EQUIPMENT or DATA_CENTRE.* "planet"$/,
  ],
  [
    'a unit of something else',
    'kind,ram_capacity\nserver,32 W',
    /^faulty: ram_capacity: expected an amount such as 64 GB, 2 TB or 4x32 GB.* "32 W"$/,
  ],
  [
    'two numbers of modules',
    'kind,ram_units,ram_capacity\nserver,2,4x32 GB',
    /^faulty: ram_units: expected 4, as in ram_capacity.* "2"$/,
  ],
] as const)('%s is a fault of its row', ([, text, message]) => {
  expect(importFile(text).rows.map(inShort)).toEqual([expect.stringMatching(message)])
})

test('a cell that changes nothing of its thing has a warning', () => {
  const [row] = importFile('kind,RAM (GB),load\nlaptop,16,40\n').rows
  expect(row).toMatchObject({
    warnings: [
      { code: 'NOT_USED', message: 'RAM (GB) is ignored: it has no effect on a laptop' },
      { code: 'NOT_USED', message: expect.stringMatching(/^load .* laptop$/) },
    ],
  })
})

test('the load of a laptop has one warning, and leaves its power as it is', () => {
  const { rows } = importFile('kind,power,load\nlaptop,,40\nlaptop,20,40\n')
  const warnings = [{ code: 'NOT_USED', message: expect.any(String), path: ['load'] }]
  expect(rows.map((row) => 'asset' in row && [row.asset.terminal?.usage, row.warnings])).toEqual([
    [undefined, warnings],
    [{ avgPower: 20 }, warnings],
  ])
})

test('a line of a bill without a region has a warning', () => {
  const header = 'ChargeCategory,ProviderName,SkuMeter,ConsumedUnit,ConsumedQuantity,RegionId'
  const { rows } = importFile(
    `${header}\nUsage,AWS,BoxUsage:m5.large,Hours,1,\nUsage,AWS,BoxUsage:m5.large,Hours,1,eu-west-3\n`,
  )
  expect(rows.map((row) => 'asset' in row && row.warnings?.map(({ code }) => code))).toEqual([
    ['UNKNOWN_REGION'],
    undefined,
  ])
})

test.for([
  ['an Excel workbook (xlsx)', 'PK\x03\x04....[Content_Types].xml....xl/workbook.xml'],
  ['a spreadsheet (ods)', 'PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.spreadsheet'],
  ['an Excel workbook (xls)', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['a PDF', '%PDF-1.7'],
] as const)('%s that is sent as CSV is called what it is', ([what, start]) => {
  expect(questionOf(Buffer.from(start, 'latin1'))?.[2]).toContain(` ${what}. `)
})

test.for(['utf8', 'utf8 with a mark', 'utf16le', 'utf16le with a mark', 'latin1'] as const)(
  'a file may be in %s',
  (name) => {
    const text = 'Gerät;Typ;Anzahl;Land\nBüro;Notebook;3;Österreich\n'
    const marked = name.endsWith('mark') ? `\uFEFF${text}` : text
    const bytes = Buffer.from(marked, name.split(' ')[0] as BufferEncoding)
    expect(importFile(bytes).rows).toMatchObject([
      { label: 'Büro', quantity: 3, asset: { terminal: { kind: 'LAPTOP', usage: { usageLocation: 'AT' } } } },
    ])
  },
)

test('kinds in another column than the one for kinds stop the file', () => {
  const text = 'device_type,role\nPowerEdge,Server\nCatalyst,Switch\n'
  expect(questionOf(text)?.slice(0, 2)).toEqual(['COLUMN_NOT_READ', { column: 'role', readAs: 'kind' }])
  expect(importFile(text, { map: { role: 'kind' } }).rows.map(inShort)).toEqual([
    { quantity: 1, server: {} },
    { quantity: 1, equipment: { kind: 'SWITCH' } },
  ])
})

test('a heading with a unit of another measure is not the name that it begins with', () => {
  const { rows, readAs, notRead } = importFile(
    'Host,Type,CPU,CPU (%),CPU (GHz),GPU (W),RAM (GB),RAM (%)\nweb,Server,Xeon Gold 6138,35,2.0,250,128,60\n',
  )
  expect(readAs?.slice(2)).toEqual(['cpu_name', 'load', null, null, 'ram_capacity', null])
  expect(notRead).toEqual(['CPU (GHz)', 'GPU (W)', 'RAM (%)'])
  expect(rows[0]).toMatchObject({ asset: { server: { usage: { timeWorkload: 35 } } } })
})

test('numbers of rows are no quantity', () => {
  for (const numbers of ['1,2,3', '1001,1002', '7,12,13,40,41'])
    expect(
      importFile(
        `Nr;Typ\n${numbers
          .split(',')
          .map((each) => `${each};laptop\n`)
          .join('')}`,
      ).notRead,
    ).toEqual(['Nr'])
  for (const heading of ['', 'index', 'Unnamed: 0'])
    expect(importFile(`${heading},kind\n0,laptop\n1,laptop\n2,server\n`).rows.every((row) => 'asset' in row)).toBe(true)
})

test('a row with its kind or its type alone is an asset, and a note below the table is none', () => {
  const rowsOf = (text: string) => importFile(text).rows.map((row) => ('asset' in row ? row.asset : inShort(row)))
  const laptop = { terminal: { kind: 'LAPTOP' } }
  expect(rowsOf('kind,name,country\nlaptop,,\nlaptop,,\n')).toEqual([laptop, laptop])
  expect(rowsOf('kind,name,country\nlaptop,a,\nAs of March,,\n')[1]).toBe('skipped: a note below the table')
  expect(rowsOf('instance_type,provider,region\nm5.large,aws,\nm5.xlarge,,\n')).toMatchObject([
    { cloudInstance: { instanceType: 'm5.large' } },
    { cloudInstance: { instanceType: 'm5.xlarge' } },
  ])
  expect(rowsOf('cpu_name,provider,country\nXeon Gold 6138,,FR\n* without spare parts,,\n')[1]).toBe(
    'skipped: a note below the table',
  )
})

test('a table without kinds that names models or processors of laptops stops, since each would be a server', () => {
  for (const text of [
    'Model,RAM\nLatitude 5450,16 GB\n',
    'CPU,Host\nIntel(R) Core(TM) i7-1165G7,a\n',
    'Processor\nApple M3\n',
  ])
    expect(questionOf(text)?.[2]).toContain('Add a column "kind"')
  expect(questionOf('CPU,RAM\nXeon Gold 6138,64 GB\nEPYC 7763,64 GB\n')).toBeUndefined()
})

test.for([
  ['Hosts', 'Type,Hosts,Country\nserver,12,France\nlaptop,30,Germany\n', '12, 30'],
  ['Equipment', 'Type,Equipment\nserver,12\n', '12'],
  ['Machine', 'Type,Machine,quantity\nserver,3,\nlaptop,3,\n', '3'],
  ['Hosts', '[{"type":"server","Hosts":12},{"type":"laptop","Hosts":30}]', '12, 30'],
] as const)('numbers below %s stop a table without a quantity: %s', ([name, text, shown]) => {
  expect(questionOf(text)).toEqual([
    'COLUMN_NOT_READ',
    { column: name, readAs: 'quantity' },
    expect.stringMatching(new RegExp(`"${name}" .*\\(${shown}\\).* ${name}=quantity.* ${name}=label`)),
  ])
  expect(questionOf(text, { [name]: 'quantity' })).toBeUndefined()
  expect(questionOf(text, { [name]: 'label' })).toBeUndefined()
})

test.for([
  ['inventory numbers', 'kind,Asset\nserver,10234\nlaptop,10111\n'],
  ['numbers in order', 'kind,Machine\nserver,1\nlaptop,2\nlaptop,3\n'],
  ['names, some of them numbers', 'kind,Host\nserver,12\nlaptop,web\nlaptop,30\n'],
  ['numbers beside a quantity', 'kind,Host,quantity\nserver,12,2\nlaptop,30,1\n'],
] as const)('%s below a heading of names are names', ([, text]) => {
  const { rows } = importFile(text)
  expect(rows.every((row) => 'asset' in row && row.label !== '')).toBe(true)
})

test.for([
  ['Storage', 'SAN'],
  ['Disk', 'C:'],
  ['Disk', 'RAID 5'],
  ['Disk', '5 disks'],
  ['Disk', '2'],
  ['Laufwerk', 'DVD-RW'],
  ['Strommix', 'Ökostrom'],
  ['CPU Usage', '1.2 GHz'],
  ['CPU Usage', '1200'],
  ['Power consumption', 'High'],
  ['Power consumption', '1200 kWh'],
  ['Number', 'A-12'],
] as const)('%s with %s is not read, and says so, in a table and in JSON', ([name, cell]) => {
  const item = { label: 'a', kind: 'server', quantity: 2, [name]: cell }
  for (const text of [
    `label,kind,quantity,${name}\na,server,2,${cell}\n`,
    JSON.stringify([item]),
    `${JSON.stringify(item)}\n${JSON.stringify(item)}\n`,
  ]) {
    const { rows, notRead } = importFile(text)
    expect(notRead).toEqual([name])
    expect(rows[0]).toMatchObject({ label: 'a', quantity: 2, asset: { server: {} } })
    expect('warnings' in (rows[0] ?? {})).toBe(false)
  }
})

test('of a guessed column that holds mostly numbers, a cell of another thing is a fault', () => {
  const { rows, notRead } = importFile('label,kind,Storage\na,server,480 GB\nb,server,960\nc,server,RAID 5\n')
  expect(notRead).toEqual([])
  expect(rows).toMatchObject([
    { asset: { server: { configuration: { disks: [{ ssd: { capacity: 480 } }] } } } },
    { asset: { server: { configuration: { disks: [{ ssd: { capacity: 960 } }] } } } },
    { fault: { message: expect.stringMatching(/^Storage: .*"RAID 5"$/) } },
  ])
})

test('a guessed column that holds something else leaves its meaning to the next one, and its numbers are asked about', () => {
  const { rows, notRead } = importFile('label,kind,Storage,Disk (TB)\na,server,SAN,1\n')
  expect(notRead).toEqual(['Storage'])
  expect(rows).toMatchObject([
    { asset: { server: { configuration: { disks: [{ ssd: { units: 1, capacity: 1000 } }] } } } },
  ])
  expect(questionOf('label,kind,Disk\na,server,2\nb,server,4\n')?.[1]).toEqual({ column: 'Disk', readAs: 'quantity' })
  expect(questionOf('label,kind,CPU Usage\na,server,1200\nb,server,1300\n')?.[1]).toEqual({
    column: 'CPU Usage',
    readAs: 'quantity',
  })
})

test('the level of an array is not an amount, below SSD either', () => {
  const { rows } = importFile('kind,SSD\nserver,RAID 5\nserver,480 GB RAID 1\n')
  expect(rows).toMatchObject([
    { fault: { message: expect.stringMatching(/^SSD: .*"RAID 5"$/) } },
    { asset: { server: { configuration: { disks: [{ ssd: { units: 1, capacity: 480 } }] } } } },
  ])
})
