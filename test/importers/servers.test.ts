import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import type { ImportedRow } from '../../src/importers/imported.ts'
import { KIND_WORDS } from '../../src/importers/table/kind-words.ts'

const rowsOf = (text: string, map?: Record<string, string>): readonly ImportedRow[] =>
  importFile(text, map && { map }).rows

/** How many servers a file has. */
function serversIn(rows: readonly ImportedRow[]): number {
  const servers = rows.flatMap((row) => ('asset' in row && row.asset.server !== undefined ? row.quantity : []))
  return servers.reduce((sum, each) => sum + each, 0)
}

const isAssessed = (row: ImportedRow | undefined) => row !== undefined && 'asset' in row

/** Things that have server in their names, but are something else, or may be. */
const NO_SERVERS =
  `Virtual private server, VPS, Cloud server, Cloud-Server, Linux virtual server, Virtual Web Server, VM server, Server (virtual),
  Server cabinet, Server racks, Server room, Server farm, Server UPS, Server switch, Server monitor, Server license,
  Server licence, Server software, Server backup, Server application, SQL Server, KVM server, Print server, Serveur NAS,
  Serveur d'impression, Not a server, Ex server, Observer, Observers, Conserver, Semi-server, Server name, Servername,
  All servers, Number of servers, Serverless`
    .split(',')
    .map((each) => each.trim())

test.for(NO_SERVERS)('rows of the kind %s count as no server, and say so', (name) => {
  const rows = rowsOf(`Type,Anzahl\n${name},100\nServer,2\n`)
  expect(rows[0]).toMatchObject({ fault: { code: 'BAD_USER_INPUT' }, quantity: 100 })
  expect(serversIn(rows)).toBe(2)
})

test.for(
  'Virtual server, Serveur virtuel, virtueller Server, Servidor virtual, Server virtuale, Serveurs virtuels'.split(
    ', ',
  ),
)('rows of the kind %s are parts of servers, and left out by name', (name) => {
  const rows = rowsOf(`Type,Anzahl\n${name},100\nServer,2\n`)
  expect(rows[0]).toMatchObject({ skipped: expect.stringMatching(/virtual machine.*share_vcpu/) })
  expect(serversIn(rows)).toBe(2)
})

test.for([
  'Linux Server, Windows Server, Web server, Webserver, web-servers, WEB SERVERS, File server, Database server, DB server',
  'Mail server, App server, Application servers, Backup server, GPU server, GPU node, AI server, HPC nodes, DGX, DGX A100, Rack server, Rackmount server, Blade servers',
  'Tower server, Physical server, Bare metal server, Dedicated server, Production web server, Linux/Web Server, ESXi server',
  'serveur de fichiers, Serveurs web, serveur d’applications, serveur de base de données, serveur physique, serveurs rack',
  'serveur de messagerie, serveurs lames, serveur dédié, serveur applicatif, serveur de calcul',
  'Dateiserver, Datenbank-Server, Webserver, Mailserver, Anwendungsserver, Rackserver, physischer Server, physische Server',
  'servidor web, servidor de archivos, servidores de aplicaciones, servidor de base de datos, servidores físicos, servidor rack',
  'server web, server fisico, server fisici, server di posta, server applicativo, server rack, server blade, Server (Linux)',
])('servers are servers by what they run, do or look like: %s', (names) => {
  for (const name of names.split(', '))
    expect([name, serversIn(rowsOf(`kind,quantity\n${name},7\nlaptop,1\n`))]).toEqual([name, 7])
})

const TOTALS =
  'total, Totals, totale, totales, totaux, totali, grand total, subtotal, sub-total, sous-total, sum, Summe, Gesamtsumme, Zwischensumme, gesamt, insgesamt, somme, suma, somma'.split(
    ', ',
  )

test.for(TOTALS)('no kind has the word %s before or behind it', (total) => {
  const names = [...new Set([...KIND_WORDS.map(([word]) => word), 'web server', 'serveurs de fichiers'])]
  for (const place of ['before', 'behind']) {
    const sums = names.map((name) => (place === 'before' ? `${total} ${name}` : `${name} ${total}`))
    const rows = rowsOf(`kind,quantity\nserver,2\nserver,3\n${sums.map((each) => `${each},5\n`).join('')}laptop,1\n`)
    expect(rows.length).toBe(sums.length + 3)
    expect(rows.slice(2, -1).flatMap((row, at) => (isAssessed(row) ? sums[at] : []))).toEqual([])
  }
})

test.for([
  'Total server',
  'Subtotal servers',
  'Server total',
  'Server gesamt',
  'Sum of servers',
  'Total web servers',
  'Total serveurs',
])('a row of the kind %s is a row of totals', (total) => {
  for (const [header, start] of [
    ['kind,quantity', ''],
    ['name,kind,quantity', 'a,'],
  ] as const) {
    const sum = start === '' ? '' : ','
    const rows = rowsOf(`${header}\n${start}server,2\n${start}server,3\n${sum}${total},5\n`)
    expect(rows[2]).toMatchObject({ skipped: expect.stringContaining('totals') })
    expect(serversIn(rows)).toBe(5)
  }
})

test('names of instances that sound like servers or devices ask nothing', () => {
  const names = ['Web server', 'Database server', 'firewall', 'Monitor', 'Server']
  const file = (heading: string) =>
    `${heading},instance_type,quantity\n${names.map((name) => `${name},m5.large,2\n`).join('')}`
  for (const row of rowsOf(file('name')))
    expect(row).toMatchObject({ quantity: 2, asset: { cloudInstance: { instanceType: 'm5.large' } } })
  expect(rowsOf(file('name')).map((row) => 'label' in row && row.label)).toEqual(names)
  expect(rowsOf('Role,instance_type\nWeb server,m5.large\nDatabase server,m5.large\n').every(isAssessed)).toBe(true)
  expect(() => rowsOf(file('Purpose of it'))).toThrow('"Purpose of it=kind"')
})

test('roles of servers ask nothing in a table of servers, and virtual machines and laptops among them do', () => {
  const file = (role: string) =>
    `name,cpu,ram,Role,quantity\na,Xeon Gold 6138,64,Web server,1\nb,Xeon Gold 6138,64,Database server,2\nc,Xeon Gold 6138,64,${role},3\n`
  expect(serversIn(rowsOf(file('Hypervisor')))).toBe(6)
  expect(serversIn(rowsOf(file('')))).toBe(6)
  for (const role of ['Laptop', 'Switch', 'Virtual server']) expect(() => rowsOf(file(role))).toThrow(' Role=kind')
})

test('hosts say how many virtual machines they have', () => {
  const hosts = 'Xeon Gold 6138,512,34,1\n'
  for (const heading of ['VMs', 'Virtual machines', '# VMs']) {
    const rows = rowsOf(`Host,CPU Model,RAM (GB),${heading},quantity\nesx1,${hosts}esx2,${hosts}`)
    expect(serversIn(rows)).toBe(2)
    expect(serversIn(rowsOf(`CPU Model,RAM (GB),${heading},quantity\n${hosts}`))).toBe(1)
  }
})

test('virtual machines without kinds stop a table, until its map leaves out what says so', () => {
  expect(() => rowsOf('VMs,CPUs,Memory (GB)\nweb1,4,16\n')).toThrow(/\(VMs\b/)
  expect(() => rowsOf('Virtual machine,CPUs,Memory (GB)\nweb1,4,16\n')).toThrow(/\(Virtual machine\b/)
  const file = 'Host,RAM (GB),vCPUs,Powerstate\nesx1,512,80,on\nesx2,512,80,on\n'
  expect(() => rowsOf(file)).toThrow(/ vCPUs=none, Powerstate=none$/)
  expect(() => rowsOf(file, { vCPUs: 'none' })).toThrow(/\(Powerstate\b/)
  expect(serversIn(rowsOf(file, { vCPUs: 'none', Powerstate: 'none' }))).toBe(2)
})

test('X2 and X6 of a name are its cores, and x2 behind a name are two of it', () => {
  const cpuOf = (cells: string) => {
    const [row] = rowsOf(`kind,cpu_name,cpu_units\nserver,${cells}\n`)
    return row && 'asset' in row ? row.asset.server?.configuration?.cpu : row
  }
  for (const name of ['AMD Phenom II X6', 'AMD Athlon 64 X2', 'Athlon II x4', 'Turion X2', 'Opteron X3'])
    expect(cpuOf(`${name},1`)).toEqual({ name, units: 1 })
  expect(cpuOf('AMD Phenom II X6,')).toEqual({ name: 'AMD Phenom II X6' })
  for (const many of ['Xeon Gold 6138 x2', 'Xeon Gold 6138 × 2', 'Xeon Gold 6138 (2X)', 'Xeon Gold 6138 (x2)'])
    expect(cpuOf(`${many},`)).toEqual({ name: 'Xeon Gold 6138', units: 2 })
  expect(cpuOf('AMD Phenom II X6 (x2),')).toEqual({ name: 'AMD Phenom II X6', units: 2 })
})

const cpuOf = (name: string, rest = '') => {
  const [row] = rowsOf(`kind,cpu,sockets\nserver,${name},${rest}\n`)
  if (row === undefined || !('asset' in row)) return row
  return [row.asset.server?.configuration?.cpu?.units, (row.warnings ?? []).map(({ message }) => message)]
}

test.for([
  ...[
    'Xeon E-2288G',
    'Intel(R) Xeon(R) E-2134 CPU @ 3.50GHz',
    'Xeon E3-1270 v6',
    'Intel Xeon E3 1230 v3',
    'Xeon E5-1650 v4',
  ],
  ...['Xeon W-1290P', 'Xeon W-3275', 'Xeon w9-3495X', 'Xeon D-1541', 'Xeon Gold 6212U', 'EPYC 7402P', 'AMD EPYC 9354P'],
  ...[
    'EPYC 8324P',
    'EPYC 4564P',
    'Ryzen 9 5950X',
    'Ryzen Threadripper PRO 3995WX',
    'Core i7-9700',
    'Intel Core i5 8500',
    'Pentium G4560',
  ],
])('a server with %s has one processor if nothing says how many', (name) => {
  expect(cpuOf(name)).toEqual([1, [`cpu "${name}" is read as one processor, since servers with it have one socket`]])
  expect(cpuOf(name, '1')).toEqual([1, []])
  expect(cpuOf(`2x ${name}`)).toEqual([2, []])
})

test.for([
  ...[
    'Xeon Gold 6138',
    'Xeon Gold 6138P',
    'Xeon Gold 6254 18-Core 3.1GHz',
    'Intel Xeon Gold 6134 8 Core 3.2 GHz',
    'AMD EPYC 7402 24-Core 3.35GHz',
    'Xeon E2650',
    'Xeon E-2650 v2',
    'Intel Xeon E2680 v4',
    'Xeon E 2620',
    'Intel(R) Xeon(R) Gold 5218 CPU @ 2.30GHz (4 CPUs)',
    '16 CPU Intel Xeon Gold 6138',
    '20 Processors Intel Xeon E5-2630 v4',
    'Xeon E5-2680 v4',
    'Xeon E5-2407',
    'Xeon E5 2620',
    'Xeon E7-4870',
    'Xeon W5580',
    'Xeon X5650',
  ],
  ...['Xeon 6787P', 'EPYC 7402', 'EPYC 9354', 'EPYC 7F52', 'Ampere Altra Q80-30', 'Xeon Silver 4110', 'Opteron 6174'],
])('a server with %s may have several processors', (name) => {
  expect(cpuOf(name)).toEqual([undefined, []])
})

test('a server with graphics cards that names none has a warning', () => {
  const warningsOf = (file: string) =>
    rowsOf(file).map((row) =>
      'warnings' in row ? row.warnings?.map(({ code, message }) => `${code}: ${message}`) : [],
    )
  const none = (heading: string, cell: string) => [
    `NOT_USED: ${heading} "${cell}" suggests graphics cards, but the row names none, so the result counts none. Add the columns gpu_name and gpu_units`,
  ]
  for (const kind of [
    'GPU server',
    'GPU-Server',
    'gpu_nodes',
    'AI server',
    'KI-Server',
    'DGX',
    'DGX H100',
    'serveur GPU',
    'Servidor de IA',
  ])
    expect(warningsOf(`Type,Load\n${kind},30\n`)).toEqual([none('Type', kind)])
  expect(warningsOf('kind,model\nserver,DGX A100\nserver,PowerEdge R740\n')).toEqual([none('model', 'DGX A100'), []])
  expect(warningsOf('kind,gpu,gpus\nGPU server,A100,8\nGPU server,,4\nGPU server,none,\nserver,none,\n')).toEqual([
    [],
    [],
    none('kind', 'GPU server'),
    [],
  ])
  expect(warningsOf('kind,archetype\nGPU server,platfom_gpucompute_high\n')).toEqual([[]])
})
