import { expect, test } from 'vitest'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import { importFile } from '../../src/importers/import-file.ts'
import type { ImportedRow } from '../../src/importers/imported.ts'
import { EQUIPMENT } from '../../src/kinds.ts'
import { importOf } from './import.ts'

const rowsOf = (text: string, map?: Record<string, string>) => importFile(text, map && { map }).rows

/** The kind of a row and what its words say, where its fault lies, or that it is left out. */
function inShort(row: ImportedRow | undefined): string {
  if (row === undefined) return 'no row'
  if ('fault' in row) return `faulty: ${row.fault.path}`
  if ('skipped' in row) return 'left out'
  const { equipment, terminal, cloudInstance, storage } = row.asset
  const {
    kind = 'SERVER',
    type,
    ports,
    provider,
    instanceType,
    gigabytes,
  } = {
    ...equipment,
    ...terminal,
    ...storage,
    ...(cloudInstance && { kind: 'INSTANCE', ...cloudInstance }),
  } as Record<string, unknown>
  return [kind, type, ports, provider, instanceType, gigabytes].filter((each) => each !== undefined).join(' ')
}

const kindOf = (word: string) => inShort(rowsOf(`kind,quantity\n"${word}",2\nserver,1\n`)[0])

/** The input of the equipment in the first row. */
function firstOf(text: string) {
  const [row] = rowsOf(text)
  if (row === undefined || !('asset' in row)) throw new Error(inShort(row))
  return row.asset.equipment
}

test.for([
  ['own_making_kg', 'UPS,-5'],
  ['own_making_kg', 'UPS,0'],
  ['own_making_kg', 'UPS,much'],
  ['own_making_kg', 'UPS,"1,024"'],
  ['own_making_kg', 'UPS,5 kWh'],
  ['own_kwh_year', 'UPS,-1'],
  ['own_kwh_year', 'UPS,5 kg'],
  ['own_covers', 'UPS,cradle to grave'],
  ['own_year', 'UPS,1800'],
  ['ports', 'switch,0'],
  ['ports', 'switch,1001'],
  ['ports', 'switch,RJ45'],
] as const)('%s of %s is a fault of this column', ([column, cells]) => {
  expect(rowsOf(`kind,${column}\n${cells}\n`)).toMatchObject([
    { fault: { code: 'BAD_USER_INPUT', path: expect.arrayContaining([column]) } },
  ])
})

test.for([
  ['own_low,own_high', '80,100', 'own_making_kg'],
  ['own_making_kg,own_low', '90,80', 'own_low'],
  ['own_making_kg,own_low,own_high', '90,100,200', 'own_low'],
  ['own_making_kg,own_low,own_high', '90,50,80', 'own_high'],
] as const)('of %s, %s is a fault of %s', ([columns, cells, path]) => {
  expect(rowsOf(`kind,${columns}\nUPS,${cells}\n`)).toMatchObject([{ fault: { path: expect.arrayContaining([path]) } }])
})

test.for([
  ['Accessoire', 'keyboard_and_mouse'],
  ['Periférico', 'keyboard_and_mouse'],
  ['NetworkEquipment', 'switch'],
  ['Netzwerkgerät', 'switch'],
  ['cmdb_ci_netgear', 'switch'],
  ['NAS', 'storage_array'],
] as const)('%s can mean several kinds, and its fault names them', ([word, kind]) => {
  expect(rowsOf(`kind,quantity\n${word},3\n`)).toMatchObject([
    { quantity: 3, fault: { path: ['kind'], nearest: expect.arrayContaining([kind]) } },
  ])
})

test('a description whose ends name different kinds tells none', () => {
  const rows = rowsOf('Type,Description\nPeripheral,Server room printer\nPeripheral,Printer server room\n')
  expect(rows.map(inShort)).toEqual(['faulty: Type', 'PRINTER'])
})

test.for(
  ['SaaS', 'Licence', 'Lizenzen', 'Licencias', 'Licenza software', 'Support contract', 'Abonnement'].map((each) => [
    each,
  ]),
)('%s has no hardware: the row is left out, and says so', ([word]) => {
  expect(rowsOf(`kind,quantity\n${word},85\nserver,1\n`)[0]).toMatchObject({
    skipped: expect.stringContaining(`(${word})`),
  })
})

test('every kind of equipment is a kind of rows', () => {
  for (const kind of Object.keys(EQUIPMENT)) expect(kindOf(kind.toLowerCase())).toBe(kind)
})

test.for([
  ['SWITCH', 'Switches, Netzwerk-Switch, commutateurs, Conmutador, switch di rete, IP Switch, cmdb_ci_ip_switch'],
  ['SWITCH data_centre', 'core switch, Core-Switches, switch cœur, data centre switch, SAN switch, switch de núcleo'],
  ['SWITCH 48', '48-port switch, Switch 48 ports, switch 48p, Switch PoE 48 ports'],
  ['SWITCH data_centre 48', 'Core switch 48 ports'],
  ['ROUTER', 'Routeurs, Rúter, IP Router, cmdb_ci_ip_router, Roteador'],
  ['FIREWALL', 'Pare-feu, Firewalls, Cortafuegos, cmdb_ci_ip_firewall'],
  [
    'ACCESS_POINT',
    "Wireless Access point, Borne WiFi, Points d'accès, WLAN-Access-Point, Punto de acceso, Punti di accesso",
  ],
  ['STORAGE_ARRAY', 'SAN, Baie de stockage, Speichersystem, Cabina de almacenamiento, Storage arrays, array di dischi'],
  ['PRINTER', 'Printer, Imprimantes, Drucker, Impresoras, stampanti, Impressora, cmdb_ci_printer'],
  ['PRINTER laser', 'laser printer, Imprimante laser, Laserdrucker, Impresora láser, stampante laser'],
  ['PRINTER ink', "inkjet printer, Imprimante jet d'encre, Tintenstrahldrucker, Impresora de tinta"],
  ['MULTIFUNCTION_PRINTER', 'MFP, Copieurs, Multifunktionsgerät, Fotocopiadora, Fotocopiatrici, Photocopier'],
  ['PROJECTOR', 'Beamer, Vidéoprojecteur, Projektoren, Proyector, Proiettori'],
  ['IP_PHONE', 'VOIP phone, Téléphone IP, Tischtelefon, Teléfono IP, telefono fisso'],
  ['THIN_CLIENT', 'Thin client, Client léger, Clients légers, Thin-Clients, Cliente ligero, zero client'],
  ['KEYBOARD_AND_MOUSE', 'Keyboard & mouse, Clavier + souris, Souris/clavier, Tastatur und Maus, Teclado y ratón'],
  ['MOUSE', 'Mice, Souris, Maus, Ratón'],
  ['CONSOLE portable', 'portable console, Nintendo Switch, console portable'],
  ['CHARGER laptop', 'Laptop charger, chargeur PC, Notebook-Ladegerät'],
  ['CHARGER phone', 'phone chargers, chargeur de téléphone, Handyladegerät, cargador de móvil'],
  ['DOCKING_STATION', "Docking stations, Dock, Station d'accueil, Dockingstation, Estación de acoplamiento"],
  ['HEADSET', 'Headsets, Casque, Micro-casques, Kopfhörer, Auriculares, Cuffie'],
  ['UPS', 'UPS, Onduleurs, USV, SAI, Gruppo di continuità, cmdb_ci_ups'],
  ['EXTERNAL_HDD', 'HDD externe, Disque externe, externe Festplatte, Disco externo, HDD esterno'],
  ['BOX', 'Internet box, Box'],
  ['faulty: instance_type', 'Cloud AWS, VM Azure, Google Cloud, EC2, OVH instance, Cloud server'],
] as const)('%s by its words in several languages', ([kind, words]) => {
  for (const word of words.split(', ')) expect([word, kindOf(word)]).toEqual([word, kind])
})

test('an inventory in German is read without an edit: each row counts, is left out, or asks one thing', () => {
  const { rows, notRead } = importOf('equipment-de.csv')
  expect(rows.map(inShort)).toEqual([
    ...['SWITCH data_centre', 'SWITCH 24', 'PRINTER laser', 'PRINTER ink', 'faulty: Geräteart'],
    ...['MULTIFUNCTION_PRINTER', 'ACCESS_POINT', 'KEYBOARD_AND_MOUSE', 'HEADSET', 'faulty: Geräteart', 'SERVER'],
    ...['left out', 'INSTANCE aws m5.large', 'INSTANCE azure E8ds v5', 'HDD 5000', 'left out', 'UPS'],
    ...['DOCKING_STATION', 'faulty: Geräteart', 'IP_PHONE', 'THIN_CLIENT', 'CHARGER phone', 'EXTERNAL_HDD'],
  ])
  // The drives in a remark are not read.
  expect(notRead).toEqual(['Inventar-Nr', 'Anschaffung', 'Bemerkung'])
  expect(rows[0]).toMatchObject({
    quantity: 2,
    asset: { equipment: { model: 'Cisco Nexus 9300', usage: { avgPower: 350, usageLocation: 'DE' } } },
    warnings: [{ code: 'READ_AS', path: ['Standort'] }],
  })
  expect(rows[13]).toMatchObject({ asset: { cloudInstance: { usage: { region: 'westeurope' } } } })
})

test('an inventory in Spanish is read without an edit', () => {
  const { rows, notRead } = importOf('equipment-es.csv')
  expect(rows.map(inShort)).toEqual([
    ...['SWITCH', 'STORAGE_ARRAY', 'MULTIFUNCTION_PRINTER', 'PRINTER laser', 'ACCESS_POINT', 'PROJECTOR', 'MOUSE'],
    ...['KEYBOARD_AND_MOUSE', 'UPS', 'left out', 'EXTERNAL_HDD', 'FIREWALL', 'faulty: Tipo de equipo'],
  ])
  expect(notRead).toEqual([])
  expect(rows[1]).toMatchObject({ asset: { equipment: { usage: { avgPower: 700, usageLocation: 'ES' } } } })
})

test('all rows of both inventories that count are known to the newest release', async () => {
  const assessor = openAssessor()
  const rows = ['equipment-de.csv', 'equipment-es.csv'].flatMap((file) => importOf(file).rows)
  const assets = rows.flatMap((row) => ('asset' in row ? row : []))
  expect(assets.length).toBe(29)
  for (const { asset } of assets) {
    const { impacts } = await assessor.assess(asset, { criteria: ['gwp'] })
    const has = impacts.gwp?.embedded !== null
    const isOpen = ['UPS', 'HEADSET', 'DOCKING_STATION', 'IP_PHONE'].includes(asset.equipment?.kind ?? '')
    expect([asset, has]).toEqual([asset, !isOpen])
  }
})

test('the type in an own column counts before that of a word', () => {
  expect(firstOf('kind,type\nlaser printer,ink\n')).toEqual({ kind: 'PRINTER', type: 'ink' })
})

test.for([
  ['Embodied carbon (kgCO2e)', '250'],
  ['Embodied carbon (t CO2e)', '0.25'],
  ['Empreinte fabrication (kg CO2 eq)', '250'],
  ['Graue Emissionen (kg)', '250'],
  ['Huella de fabricación (kgCO2eq)', '250 kg'],
  ['Emissioni di produzione', '0.25 t'],
] as const)('%s is a figure of the making, in kg', ([heading, cell]) => {
  expect(firstOf(`kind,${heading}\nUPS,${cell}\n`)).toMatchObject({ own: { making: 250, covers: 'EMBEDDED' } })
})

test.for(['Carbon footprint (kgCO2e)', 'PCF', 'CO2', 'Empreinte carbone'])(
  '%s may hold the use, and is not read',
  (heading) => {
    const { notRead, rows } = importFile(`kind,model,quantity,country,${heading}\nswitch,C9300,1,FR,250\n`)
    expect(notRead).toEqual([heading])
    expect(inShort(rows[0])).toBe('SWITCH')
  },
)

test('a figure of its own has its source, its year, its electricity, and what it covers', () => {
  const header = 'kind,own_making_kg,own_low,own_high,own_covers,own_kwh_year,own_year,own_source'
  expect(firstOf(`${header}\nUPS,250,200,400,Cradle-to-gate,0.5 MWh,2023,https://example.org/pcf\n`)).toEqual({
    kind: 'UPS',
    own: {
      making: 250,
      low: 200,
      high: 400,
      covers: 'MAKING',
      kwhYear: 500,
      year: 2023,
      source: 'https://example.org/pcf',
    },
  })
})

test('a yearly consumption of any heading stays a power', () => {
  const { readAs } = importFile('kind,Annual consumption (kWh)\nswitch,500\n')
  expect(readAs).toEqual(['kind', 'avg_power'])
  // 500 kWh over 8,760 hours.
  expect(firstOf('kind,Annual consumption (kWh)\nswitch,500\n')?.usage?.avgPower).toBeCloseTo(500_000 / 8760, 9)
})

test('things that are no kind count as other with a figure of their own, and ask for one without', () => {
  expect(rowsOf('kind,own_making_kg\nScanner,40\nScanner,\n')).toMatchObject([
    { asset: { equipment: { kind: 'OTHER', own: { making: 40 } } } },
    { fault: { message: expect.stringContaining('own_making_kg'), path: ['kind'] } },
  ])
})

test('ports are those of a switch; elsewhere the row says that they do nothing', () => {
  expect(rowsOf('kind,Number of ports\nswitch,24\nfirewall,8\n')).toMatchObject([
    { asset: { equipment: { kind: 'SWITCH', ports: 24 } } },
    { asset: { equipment: { kind: 'FIREWALL' } }, warnings: [{ code: 'NOT_USED', path: ['Number of ports'] }] },
  ])
})

test('drives of a storage array fill its disks, and its memory has no effect', () => {
  const text = `kind,model,HDD units,HDD,SSD,RAM
storage array,FAS2750,12,8 TB,2x 960 GB,64 GB
SAN,x,,12x 8 TB,,
SAN,x,,96 TB,,
switch,x,,12x 8 TB,,
`
  const drives = [{ ssd: { units: 2, capacity: 960 } }, { hdd: { units: 12, capacity: 8000 } }]
  expect(rowsOf(text)).toMatchObject([
    { asset: { equipment: { disks: drives } }, warnings: [{ code: 'NOT_USED', path: ['RAM'] }] },
    { asset: { equipment: { disks: [drives[1]] } } },
    // 96 TB are six drives of at most 16 TB.
    {
      asset: { equipment: { disks: [{ hdd: { units: 6, capacity: 16_000 } }] } },
      warnings: [{ code: 'TOTAL_SPLIT', path: ['HDD'] }],
    },
    { asset: { equipment: { kind: 'SWITCH' } }, warnings: [{ code: 'NOT_USED', path: ['HDD'] }] },
  ])
  expect(firstOf('kind,Disk 1,Disk 2,RAM slot 1\nstorage array,4 TB HDD,4 TB HDD,16 GB\n')).toEqual({
    kind: 'STORAGE_ARRAY',
    disks: [{ hdd: { units: 2, capacity: 4000 } }],
  })
})

test.for([
  ['Marque / Modèle', 'model'],
  ['Brand/Model', 'model'],
  ['Model & Manufacturer', 'model'],
  ['Hersteller und Modell', 'model'],
  ['Hersteller/Typ', 'model'],
  ['Marca y modelo', 'model'],
  ['Marca/Modello', 'model'],
  ['Conso (W)', 'avg_power'],
  ['Conso. élec. (W)', 'avg_power'],
  ['Verbrauch (W)', 'avg_power'],
  ['Consumo medio (W)', 'avg_power'],
  ['Power draw (W)', 'avg_power'],
  ['Conso max (W)', null],
  ['Price / Model', null],
] as const)('the heading %s is read as %s', ([heading, column]) => {
  const { readAs } = importFile(`kind,quantity,${heading}\nswitch,1,60\n`)
  expect(readAs).toEqual(['kind', 'quantity', column])
})

test('a column of models alone goes before one of makers and models', () => {
  const { readAs } = importFile('kind,Make / Model,Model\nswitch,Cisco C9300,C9300\n')
  expect(readAs).toEqual(['kind', null, 'model'])
})

test('an instance without a readable type asks for it, and a size in the model is that of storage alone', () => {
  const rows = rowsOf(`kind,model
Cloud AWS,web server
AWS,EC2 m5.large
VM Azure,D4s v5
Stockage cloud,10 To
Stockage cloud,archive
Stockage,10 To
laptop,10 TB
`)
  expect(rows.map(inShort)).toEqual([
    ...['faulty: instance_type', 'INSTANCE aws m5.large', 'INSTANCE azure D4s v5', 'HDD 10000'],
    ...['faulty: gigabytes', 'faulty: storage_kind', 'LAPTOP'],
  ])
  expect(rows[3]).toMatchObject({
    warnings: expect.arrayContaining([expect.objectContaining({ code: 'READ_AS' })]),
  })
})

test.for([
  ['DC Equinix PA3', 'FR'],
  ['Equinix FR5', 'DE'],
  ['Interxion PAR7', 'FR'],
  ['Digital Realty AMS9', 'NL'],
  ['Equinix XX3', 'Equinix XX3'],
  ['Equinix DC11', 'Equinix DC11'],
  ['PA3', 'PA3'],
] as const)('the site %s is in %s', ([site, location]) => {
  const [row] = rowsOf(`kind,location\nserver,${site}\n`)
  expect(row).toMatchObject({ asset: { server: { usage: { usageLocation: location } } } })
})

test('a virtual machine counts with its host, as a share of a server, or not at all: never twice', () => {
  const { rows, notes } = importFile(`Name,Type,Host,Model,CPU,VM vCPU
esx-1,Server,,PowerEdge R740,Xeon Gold 6138,
web,VM,esx-1,,,4
db,Machine virtuelle,,,,8
old,VM,,,,
guest,Server,esx-1,VMware Virtual Platform,,
cloud,VM,,m5.large,,
`)
  expect(rows).toMatchObject([
    { asset: { server: { model: { name: 'PowerEdge R740' } } } },
    { skipped: expect.stringContaining('esx-1') },
    { asset: { server: { share: { vcpu: 8 } } } },
    { skipped: expect.stringContaining('share_vcpu') },
    { skipped: expect.stringContaining('esx-1') },
    { asset: { cloudInstance: { instanceType: 'm5.large' } } },
  ])
  expect(notes).toEqual([expect.stringContaining('vm_host')])
})

test('a power beside a quantity that one device does not draw asks whose it is', () => {
  const of = (watts: number) => () => importFile(`kind,quantity,Conso (W)\nswitch,8,${watts}\n`)
  expect(of(250)).not.toThrow()
  expect(of(25_000)).toThrow(/total_power/)
})
