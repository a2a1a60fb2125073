import { expect, test } from 'vitest'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import { importFile } from '../../src/importers/import-file.ts'

const read = (text: string, map?: Record<string, string>) => importFile(text, map && { map })

/** The terminal or component of each row, or the columns of its fault; with the columns that it ignores. */
function inShort(text: string, map?: Record<string, string>) {
  return read(text, map).rows.map((row) => {
    if ('fault' in row) return { faulty: row.fault.path }
    if ('skipped' in row) return row
    const ignored = (row.warnings ?? []).flatMap(({ code, path }) => (code === 'NOT_USED' ? path : []))
    const { kind: _, ...described } = { kind: '', ...(row.asset.terminal ?? row.asset.component) }
    return { ...described, ...(ignored.length > 0 && { ignored }) }
  })
}

test.for([
  ['monitor', 'inches', 'FHD'],
  ['monitor', 'inches', '0'],
  ['monitor', 'inches', '-27'],
  ['monitor', 'inches', '68'],
  ['monitor', 'inches', '201 inches'],
  ['monitor', 'inches', '27 kg'],
  ['smartphone', 'terminal_storage', '1'],
  ['smartphone', 'terminal_storage', '5 TB'],
  ['smartphone', 'terminal_storage', 'much'],
  ['desktop', 'form', 'boat'],
  ['desktop', 'year_of_manufacture', 'old'],
  ['desktop', 'year_of_manufacture', '2019.5'],
  ['ssd', 'ssd_method', 'banana'],
  ['laptop', 'figures', 'banana'],
] as const)('a %s with %s of %s is a fault of this column', ([kind, column, cell]) => {
  expect(inShort(`kind,${column}\n${kind},${cell}\n`)).toEqual([{ faulty: [column] }])
})

test('below a guessed heading, what is no size is told, and the row counts', () => {
  expect(
    inShort(
      'Type,Screen size\nMonitor,27\nMonitor,24\nMonitor,FHD\nMonitor,68\nMonitor,0\nMonitor,300 cm\nMonitor,-\n',
    ),
  ).toEqual([
    { inches: 27 },
    { inches: 24 },
    { ignored: ['Screen size'] },
    { ignored: ['Screen size'] },
    { ignored: ['Screen size'] },
    { inches: 118.11023622 },
    {},
  ])
  expect(inShort('Type,Storage\nPhone,256 GB\nPhone,64 GB + 64 GB card\nPhone,128\n')).toEqual([
    { storage: 256 },
    { ignored: ['Storage'] },
    { storage: 128 },
  ])
  expect(inShort('Typ,Baujahr\nDesktop,2019\nDesktop,2020\nDesktop,ca. 2015\n')).toEqual([
    { year: 2019 },
    { year: 2020 },
    { ignored: ['Baujahr'] },
  ])
})

test('the size, form and year of others are told to have no effect', () => {
  const columns = 'kind,form,inches,terminal_storage,year_of_manufacture,ssd_method'
  const cells = 'mini,14,256,2019,maker'
  const others = ['form', 'inches', 'terminal_storage', 'year_of_manufacture', 'ssd_method']
  const without = (...own: readonly string[]) => others.filter((column) => !own.includes(column))
  expect(
    inShort(
      `${columns}\n${['laptop', 'tablet', 'monitor', 'smartphone', 'desktop'].map((kind) => `${kind},${cells}\n`).join('')}`,
    ),
  ).toEqual([
    { storage: 256, ignored: without('terminal_storage') },
    { storage: 256, ignored: without('terminal_storage') },
    { inches: 14, ignored: without('inches') },
    { storage: 256, ignored: without('terminal_storage') },
    { form: 'MINI', storage: 256, year: 2019, ignored: ['inches', 'ssd_method'] },
  ])
})

test.for([
  'Type,Screen size\nLaptop,14\nLaptop,15\n',
  'Typ,Bildschirmgröße,Baujahr\nLaptop,14,2020\nServer,,2021\n',
  "Type,Taille d'écran\nPortable,15.6\nTablette,11\n",
  '[{"type":"Laptop","Screen size":14},{"type":"Laptop","Screen size":15}]',
])('where no row has a use for them, screens and years are not read and nothing is asked: %s', (text) => {
  const { rows, notRead, notes } = read(text)
  expect(notRead).toEqual(expect.arrayContaining([expect.stringMatching(/size|Bildschirm|Taille/)]))
  expect(notes).toBeUndefined()
  expect(rows.map((row) => 'asset' in row && row.warnings)).toEqual([undefined, undefined])
})

test.for(['Purchase year', 'Kaufjahr', "Année d'achat", 'Purchase date'])(
  '%s is not the year of manufacture, unless a map says so',
  (heading) => {
    const text = `kind,${heading}\nmini PC,2019\n`
    expect(read(text).notRead).toEqual([heading])
    expect(inShort(text)).toEqual([{ form: 'MINI' }])
    expect(inShort(text, { [heading]: 'year_of_manufacture' })).toEqual([{ form: 'MINI', year: 2019 }])
  },
)

test.for([
  ['Baujahr', '01.05.2019', 2019],
  ['Baujahr', '05.2019', 2019],
  ['Year of manufacture', '12/03/2019', 2019],
  ['year_of_manufacture', '2019-05-01', 2019],
  ['year_of_manufacture', '2019-05-01T00:00:00Z', 2019],
  ['Model year', '2019-05', 2019],
  ['Année de fabrication', '1/5/2019 00:00', 2019],
  ['year', '2019', 2019],
] as const)('below %s, %s is the year %d', ([heading, cell, year]) => {
  expect(inShort(`kind,${heading}\nmini PC,${cell}\n`)).toEqual([{ form: 'MINI', year }])
})

test.for(['01.05.19', '13.2019.1', '2019-', '32/2019/5', '1.2019.2019'])('%s is no date with a year', (cell) => {
  expect(inShort(`kind,year_of_manufacture\nmini PC,${cell}\n`)).toEqual([{ faulty: ['year_of_manufacture'] }])
  expect(inShort(`kind,year\nmini PC,2020\nmini PC,2020\nmini PC,${cell}\n`)[2]).toEqual({
    form: 'MINI',
    ignored: ['year'],
  })
})

test('year is that of a desktop, of memory or of a drive, and counts for nothing else', () => {
  const text = 'kind,year,capacity\ndesktop,2019,\nram,2019,32\nssd,2020-01-01,960\nhdd,2018,4 TB\n'
  expect(inShort(text)).toEqual([
    { year: 2019 },
    { ram: { capacity: 32, year: 2019 } },
    { ssd: { capacity: 960, year: 2020 } },
    { hdd: { capacity: 4000, year: 2018 } },
  ])
  const own = 'kind,Year,year_of_manufacture\nmini PC,2022,2019\nmini PC,2022,\nlaptop,2021,\n'
  expect(inShort(own)).toEqual([
    { form: 'MINI', year: 2019, ignored: ['Year'] },
    { form: 'MINI', year: 2022 },
    { ignored: ['Year'] },
  ])
  for (const others of ['kind,Year\nserver,2021\nlaptop,2022\n', 'kind,Method\nserver,measured\nssd,weighed\n']) {
    const { notRead, rows } = read(others)
    expect(notRead).toEqual([expect.stringMatching(/Year|Method/)])
    expect(rows.map((row) => 'asset' in row && row.warnings)).toEqual([undefined, undefined])
  }
})

test('method is whose figures of the drives count, alone and in a server', () => {
  const text =
    'kind,ssd_capacity,method\nssd,960,Independent study\nserver,2x960 GB,maker\nlaptop,,maker\nssd,960,weighed\n'
  const [drive, server, ...others] = read(text).rows
  expect(drive).toMatchObject({ asset: { component: { ssd: { capacity: 960, method: 'STUDY' } } } })
  expect(server).toMatchObject({ asset: { server: { configuration: { disks: [{ ssd: { method: 'MAKER' } }] } } } })
  expect(others.map((row) => 'asset' in row && row.warnings?.map(({ path }) => path))).toEqual([
    [['method']],
    [['method']],
  ])
})

test.for([
  ['Screen size', '"27"""', 27],
  ['Display size', '27 inch', 27],
  ['Screen size (inches)', '23.8', 23.8],
  ['Diagonal (cm)', '68.58', 27],
  ['Monitor size', '27-inch QHD', 27],
  ['Screen diagonal', "24''", 24],
  ['Bildschirmgröße', '27 Zoll', 27],
  ['Bildschirmdiagonale', '"68,6 cm (27"")"', 27],
  ['Diagonale', '60.96 cm', 24],
  ["Taille d'écran", '"23,8 pouces"', 23.8],
  ['Tamaño de pantalla', '27 pulgadas', 27],
  ['Dimensione schermo', '27 pollici', 27],
  ['inches', '34', 34],
] as const)('below %s, %s is a diagonal of %d inches', ([heading, cell, inches]) => {
  expect(inShort(`kind,${heading}\nmonitor,${cell}\n`)).toEqual([{ inches }])
})

test.for([
  ['Storage', '256 GB', 256],
  ['Capacity', '1 TB', 1000],
  ['Capacité', '128 Go', 128],
  ['Internal storage (GB)', '64', 64],
  ['Almacenamiento', '512', 512],
  ['SSD', '512 GB SSD', 512],
  ['SSD', '512', 512],
  ['Disk size', '1 TB', 1000],
  ['Festplatte', '512 GB NVMe PCIe Gen4', 512],
  ['Festplatte', '1 TB HDD', 1000],
  ['Disque dur', '1 000 Go', 1000],
  ['SSD (TB)', '0.5', 500],
  ['Storage', '8/256 GB', 256],
] as const)(
  'below %s, %s is a storage of %d GB of the models of phones, laptops, tablets and desktops',
  ([heading, cell, storage]) => {
    const kinds = ['smartphone', 'laptop', 'tablet', 'desktop']
    const rows = kinds.map((kind) => `${kind},L5,${cell}\n`).join('')
    expect(inShort(`kind,model,${heading}\n${rows}`)).toEqual(kinds.map(() => ({ model: { name: 'L5' }, storage })))
  },
)

test.for(['2x512 GB', '256 GB SSD + 1 TB HDD', 'SAN', '1', 'no SSD', '5 TB'])(
  'a laptop with %s in its column of drives counts, without a storage',
  (cell) => {
    expect(inShort(`kind,model,SSD\nlaptop,L5,${cell}\n`)).toEqual([{ model: { name: 'L5' }, ignored: ['SSD'] }])
  },
)

test('a laptop without a model has no use for a storage', () => {
  expect(inShort('kind,model,SSD\nlaptop,,512 GB\nlaptop,-,fast\n')).toEqual([
    { ignored: ['SSD'] },
    { ignored: ['SSD'] },
  ])
})

test('of several columns, the storage of a laptop is that of its SSD, and servers keep their drives', () => {
  const text = 'kind,model,SSD,HDD\nlaptop,L5,256 GB,1 TB\nlaptop,L5,,1 TB\nlaptop,L5,no,1 TB\nserver,,960,4 TB\n'
  const model = { name: 'L5' }
  expect(inShort(text).slice(0, 3)).toEqual([
    { model, storage: 256, ignored: ['HDD'] },
    { model, storage: 1000 },
    { model, storage: 1000, ignored: ['SSD'] },
  ])
  const server = read(text).rows[3]
  expect(server).toMatchObject({
    asset: { server: { configuration: { disks: [{ ssd: { capacity: 960 } }, { hdd: { capacity: 4000 } }] } } },
  })
})

test('the storage of a row selects the figures of its configuration, by the maker', async () => {
  const { rows } = read('kind,model,SSD\nlaptop,MacBook Air M2,256 GB SSD\nlaptop,MacBook Air M2,512 GB SSD\n')
  const kilograms = await Promise.all(
    rows.map(async (row) => {
      if (!('asset' in row)) throw new Error('expected an asset')
      const { impacts } = await openAssessor().assess(row.asset, { criteria: ['gwp'] })
      return impacts.gwp?.embedded?.value
    }),
  )
  expect(kilograms).toEqual([114.7, 133.4])
})

test.for([
  ['form', 'Mini PC', { form: 'MINI' }],
  ['Form factor', 'Tiny', { form: 'MINI' }],
  ['Bauform', 'Tower', { form: 'TOWER' }],
  ['Facteur de forme', 'Tout-en-un', { form: 'ALL_IN_ONE' }],
  ['Factor de forma', 'torre', { form: 'TOWER' }],
  ['fattore di forma', 'Stazione di lavoro', { form: 'WORKSTATION' }],
  ['Form factor', 'ALL_IN_ONE', { form: 'ALL_IN_ONE' }],
  ['Form factor', 'SFF', { type: 'SFF' }],
  ['Form factor', 'convex', { ignored: ['Form factor'] }],
] as const)('below %s, %s of a desktop is %j', ([heading, cell, described]) => {
  expect(inShort(`kind,${heading}\ndesktop,${cell}\n`)).toEqual([described])
})

test('a kind may name a form, a workstation stays one in any case, and the type is kept beside', () => {
  expect(
    inShort(
      'kind,form_factor,terminal_type\nMini-PCs,,\nworkstation,Tower,\nworkstation,SFF,\nall-in-one,AIO,pro\nmini PC,tower,\n',
    ),
  ).toEqual([
    { form: 'MINI' },
    { form: 'WORKSTATION', ignored: ['form_factor'] },
    { form: 'WORKSTATION', ignored: ['form_factor'] },
    { form: 'ALL_IN_ONE', type: 'pro' },
    { form: 'TOWER' },
  ])
})

test.for([
  ['MAKER', 'maker', 'Manufacturer', 'Hersteller', 'fabricant', 'produttore'],
  ['MODEL', 'model', 'ours', 'Modell', 'modèle', 'modelo', 'modello'],
] as const)('figures of %s have words in five languages', ([figures, ...words]) => {
  for (const word of [figures, ...words]) expect(inShort(`kind,figures\nphone,${word}\n`)).toEqual([{ figures }])
})

test.for([
  ['MAKER', 'maker', 'Manufacturer', "manufacturer's study", 'Hersteller', 'fabricant', 'produttore'],
  ['STUDY', 'study', 'Independent study', 'étude indépendante', 'Unabhängige Studie', 'estudio'],
] as const)('%s has words in five languages, for drives alone and of servers', ([method, ...words]) => {
  for (const word of [method, ...words]) {
    const [drive, server] = read(`kind,ssd_capacity,ssd_method\nssd,960,${word}\nserver,2x960 GB,${word}\n`).rows
    expect(drive).toMatchObject({ asset: { component: { ssd: { capacity: 960, method } } } })
    expect(server).toMatchObject({ asset: { server: { configuration: { disks: [{ ssd: { units: 2, method } }] } } } })
  }
})

test.for([
  ['notebook', { kind: 'LAPTOP' }],
  ['desktop', { kind: 'DESKTOP' }],
  ['low-profile', { kind: 'DESKTOP' }],
  ['mini-tower', { kind: 'DESKTOP', form: 'TOWER' }],
  ['all-in-one', { kind: 'DESKTOP', form: 'ALL_IN_ONE' }],
  ['All in One', { kind: 'DESKTOP', form: 'ALL_IN_ONE' }],
  ['Mini PC', { kind: 'DESKTOP', form: 'MINI' }],
  // Servers have towers, too.
  ['tower', undefined],
] as const)('a chassis of type %s is %j', ([chassis, terminal]) => {
  const children = [{ id: 'cpu', class: 'processor', product: 'Core i7-8565U' }]
  const [row] = read(JSON.stringify({ class: 'system', configuration: { chassis }, children })).rows
  expect(row && 'asset' in row && row.asset.terminal).toEqual(terminal)
})
