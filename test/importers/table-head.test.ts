import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import { tableHead } from '../../src/importers/table/table-head.ts'
import { inShort } from './import.ts'

test('a head of two columns with one meaning has both, for people to choose between', () => {
  const { columns, readAs } = tableHead('kind,quantity,qty\nlaptop,1,2\n')
  expect(columns).toEqual(['kind', 'quantity', 'qty'])
  expect(readAs).toEqual(['kind', 'quantity', 'quantity'])
})

test('a head that nobody knows has its columns, none of them read, but for those of a map', () => {
  expect(tableHead('a,b,a\n1,2,3\n').readAs).toEqual([null, null, null])
  expect(tableHead('a,b,a\n1,2,3\n', { b: 'kind', c: 'label' }).readAs).toEqual([null, 'kind', null])
})

test('a head has the first rows that hold something, below the titles of the file', () => {
  const { columns, rows } = tableHead('Inventory 2026;;\n;;\nName;Typ;Anzahl\n;;\nx;Laptop;3\ny;Server\n')
  expect(columns).toEqual(['Name', 'Typ', 'Anzahl'])
  expect(rows).toEqual([
    ['x', 'Laptop', '3'],
    ['y', 'Server', ''],
  ])
})

test('cells are read corrected where there are corrections, and stand so in the columns of their row', () => {
  const text = 'kind,qty\nlapptop,2\nlaptop,x\n'
  const corrections = new Map([
    [2, { kind: 'laptop' }],
    [3, { qty: '4', Elsewhere: '1' }],
  ])
  const { rows } = importFile(text, { corrections })
  expect(rows.map(inShort)).toEqual([
    { quantity: 2, terminal: { kind: 'LAPTOP' } },
    { quantity: 4, terminal: { kind: 'LAPTOP' } },
  ])
  expect(rows[0]?.columns).toEqual({ kind: 'laptop', qty: '2' })
})

test('an item of a list has an allocation and a boundary of its own, or a fault that names them', () => {
  const item = (own: string) => importFile(`[{"asset":{"server":{}},${own}}]`).rows[0]
  expect(item('"allocation":"TOTAL","boundary":"DATA_CENTRE"')).toMatchObject({
    allocation: 'TOTAL',
    boundary: 'DATA_CENTRE',
  })
  expect(item('"boundary":"ROOM"')).toMatchObject({
    fault: { message: expect.stringContaining('EQUIPMENT or DATA_CENTRE'), path: ['boundary'] },
  })
})

test('a list of components is no transposed table, though their kinds are names of columns, too', () => {
  const kinds = (text: string, map = {}) =>
    importFile(text, { map }).rows.map((row) => ('asset' in row ? [row.quantity, row.asset.component] : inShort(row)))
  const once = [{ cpu: {} }, { ram: {} }, { ssd: {} }, { hdd: {} }].map((component) => [1, component])
  expect(kinds('kind\ncpu\nram\nssd\nhdd\n')).toEqual(once)
  expect(kinds('kind,note\ncpu,a\nram,b\nssd,c\nhdd,d\n')).toEqual(once)
  expect(kinds('kind,wieviele Dinger\ncpu,2\nram,3\nssd,4\n', { 'wieviele Dinger': 'quantity' })).toEqual([
    [2, { cpu: {} }],
    [3, { ram: {} }],
    [4, { ssd: {} }],
  ])
  expect(() => importFile('kind,server,laptop\ncpu,a,b\nram,64,16\nssd,480,\n')).toThrow('The table looks transposed')
  expect(() => importFile('Asset,a,b\nLocation,x,y\nQuantity,1,2\nKind,server,laptop\n')).toThrow('looks transposed')
})

test('a row with the heading of a group renames no column that has a meaning', () => {
  const read = (text: string) => importFile(text).rows.map(inShort)
  const location = { server: { usage: { usageLocation: 'France' } } }
  const missing = expect.stringMatching(/^faulty: kind: /)
  expect(read('kind,name,qty,location\n,RAM,,\nserver,a,3,France\n')).toEqual([missing, { quantity: 3, ...location }])
  expect(read('kind,name,qty,location\n,Country,,\nserver,a,3,France\n')).toEqual([
    missing,
    { quantity: 3, ...location },
  ])
  // A name above two columns is that of a group.
  expect(read('kind,name,location,\n,,Country,Quantity\nserver,a,France,3\n')).toEqual([{ quantity: 3, ...location }])
})

/** The labels of the rows, and the columns that are not read. */
function labelsOf(file: string, map?: Record<string, string>) {
  const { rows, notRead } = importFile(file, map && { map })
  return [rows.map((row) => ('label' in row ? row.label : undefined)), notRead]
}

test.for([
  ...[
    'Asset Tag',
    'Asset ID',
    'asset_number',
    'Inventarnummer',
    'Server',
    'Servers',
    'Serveur',
    'Servidor',
    'FQDN',
    'Node',
  ],
  ...[
    'Server name',
    'Hostname',
    'Host name',
    'Equipo',
    'Nom',
    'Name',
    'Nombre del equipo',
    'Machine',
    'Asset',
    'Device name',
  ],
])('%s tells the rows apart where no other column has their names', (heading) => {
  const items = JSON.stringify([
    { [heading]: 'web-01', kind: 'server' },
    { [heading]: 'web-02', kind: 'server' },
  ])
  for (const file of [`${heading},kind\nweb-01,server\nweb-02,server\n`, items])
    expect(labelsOf(file)).toEqual([['web-01', 'web-02'], []])
  expect(labelsOf(`${heading},label,kind\nweb-01,a,server\n`)).toEqual([['a'], [heading]])
})

test('ids that are numbers name the rows, and counts below a heading such as Servers ask', () => {
  expect(labelsOf('Asset ID,kind\n12,server\n57,server\n')).toEqual([['12', '57'], []])
  expect(labelsOf('Asset tag,Hostname,kind\nT1,web,server\n')).toEqual([['web'], ['Asset tag']])
  expect(labelsOf('Asset tag,kind\nT1,server\n', { 'Asset tag': 'none' })).toEqual([[''], ['Asset tag']])
  expect(() => importFile('Site,Servers,CPU\nFR,12,Xeon Gold 6138\nDE,3,Xeon Gold 6138\n')).toThrow(
    'Map the column: Servers=quantity, or keep it as the names of the rows: Servers=label',
  )
})

test.for([
  'General,General,Hardware,Hardware,Hardware\nName,Kind,CPU,RAM,Qty\n',
  'Inventory 2026,,,,\nName,Kind,CPU,RAM,Qty\n',
  'General,,Hardware,,\nName,Kind,CPU,RAM,Qty\n',
  'Equipment,Equipment,Usage,Usage,Usage\nName,Type,CPU,RAM,Qty\n',
])('a row of groups or a title stands above the header: %j', (head) => {
  expect(importFile(`${head}a,server,2x EPYC 7763,4x32 GB,3\n`).rows).toMatchObject([
    {
      label: 'a',
      quantity: 3,
      asset: { server: { configuration: { cpu: { name: 'EPYC 7763', units: 2 }, ram: [{ units: 4, capacity: 32 }] } } },
    },
  ])
})

test('the names below a heading that spans columns are about its thing', () => {
  const { rows, notRead } = importFile(
    'Name,Kind,CPU,,RAM,,Qty\n,,Model,Count,Size (GB),Modules,\na,server,EPYC 7763,2,32,4,3\n',
  )
  expect(notRead).toEqual([])
  expect(rows).toMatchObject([
    {
      label: 'a',
      quantity: 3,
      asset: { server: { configuration: { cpu: { name: 'EPYC 7763', units: 2 }, ram: [{ units: 4, capacity: 32 }] } } },
    },
  ])
})

test.for([
  'Asset,Asset,CPU,CPU,Memory,Memory\nName,Type,Model,Count,Size (GB),Modules\ns1,Server,Xeon Gold 6138,2,32,4\n',
  'Serveur;Serveur;Processeur;Processeur;Mémoire\nNom;Type;Modèle;Nombre;Totale (Go)\ns1;Serveur;Xeon Gold 6138;2;4x32\n',
  'Name,Kind,CPU,,RAM\n,,Model,Quantity,\ns1,server,Xeon Gold 6138,2,4x32 GB\n',
  'Name,Kind,CPU,,RAM\n,,Name,#,\ns1,server,Xeon Gold 6138,2,4x32 GB\n',
  'Name;Kind;Prozessor;;RAM\n;;Modell;Anzahl;\ns1;server;Xeon Gold 6138;2;4x32 GB\n',
  'Name,Kind,Processor,,Memory,\n,,Type,Number,Size (GB),Qty\ns1,server,Xeon Gold 6138,2,32,4\n',
])('a number below a heading of a part counts its parts, and no servers: %j', (file) => {
  const cpu = { name: 'Xeon Gold 6138', units: 2 }
  expect(importFile(file).rows).toMatchObject([
    { label: 's1', quantity: 1, asset: { server: { configuration: { cpu, ram: [{ units: 4, capacity: 32 }] } } } },
  ])
})
