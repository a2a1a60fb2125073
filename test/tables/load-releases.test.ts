import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { loadReleases } from '../../src/tables/load-releases.ts'
import { TableError } from '../../src/tables/table-error.ts'
import { readTableFolders, SHIPPED_FOLDER } from '../../src/tables/table-folder.ts'

const temporary: string[] = []

afterEach(() => {
  for (const folder of temporary.splice(0)) rmSync(folder, { recursive: true })
})

function temporaryFolder(name: string): string {
  const parent = mkdtempSync(join(tmpdir(), 'tables-'))
  temporary.push(parent)
  mkdirSync(join(parent, name))
  return join(parent, name)
}

/** An own folder that holds the given files: name of the file, then its lines. */
function ownFolder(files: Readonly<Record<string, readonly string[]>>): string {
  const folder = temporaryFolder('own')
  for (const [file, lines] of Object.entries(files)) writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
  return folder
}

/** The base alone, without the releases on top of it, and own folders. */
function loadFrom(base: string, ...own: readonly string[]) {
  return loadReleases({ ...readTableFolders(base, own), overlays: [] })[0]
}

function loadWith(files: Readonly<Record<string, readonly string[]>>) {
  return loadFrom(SHIPPED_FOLDER, ownFolder(files))
}

const loadBase = () => loadFrom(SHIPPED_FOLDER)

function faultsOf(load: () => unknown): readonly string[] {
  try {
    load()
  } catch (error) {
    if (error instanceof TableError) return error.faults
    throw error
  }
  return []
}

/** The faults of the given files in an own folder. */
function faultsWith(files: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return faultsOf(() => loadWith(files))
}

/** A copy of the shipped folder with one file changed. */
function changedCopy(file: string, change: (content: string) => string): string {
  const folder = temporaryFolder('data')
  cpSync(SHIPPED_FOLDER, folder, { recursive: true })
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
  return folder
}

const shippedLines = (file: string) => readFileSync(join(SHIPPED_FOLDER, file), 'utf8').split('\n')
const header = (file: string) => shippedLines(file)[0] ?? ''

/** The shipped row that begins with a text, with one cell changed. Only for rows without quotation marks. */
function row(file: string, start: string, cells: Readonly<Record<string, string>> = {}): string {
  const line = shippedLines(file).find((each) => each.startsWith(`${start},`))
  if (line === undefined || line.includes('"')) throw new Error(`no plain row ${start} in ${file}`)
  const columns = header(file).split(',')
  for (const column of Object.keys(cells)) if (!columns.includes(column)) throw new Error(`no column ${column}`)
  return line
    .split(',')
    .map((cell, index) => cells[columns[index] ?? ''] ?? cell)
    .join(',')
}

describe('A table that cannot be used is refused with one line per fault:', () => {
  test('a cell that is no number', () => {
    const files = { 'electricity.csv': [header('electricity.csv'), row('electricity.csv', 'FRA', { gwp: 'abc' })] }
    expect(faultsWith(files)).toEqual(['own/electricity.csv:2: gwp: expected a number of kg CO2 eq./kWh, got "abc"'])
  })

  test('spellings of numbers that are not decimal', () => {
    const lines = ['0x10', 'Infinity', 'NaN', '1,5', '1_000', '--1'].map((vcpu) =>
      row('cloud-instances.csv', 'aws,a1.medium', { vcpu: `"${vcpu}"`, instance_type: `own.${vcpu.length}${vcpu[0]}` }),
    )
    expect(faultsWith({ 'cloud-instances.csv': [header('cloud-instances.csv'), ...lines] })).toEqual([
      'own/cloud-instances.csv:2: vcpu: expected a number of vCPU, got "0x10"',
      'own/cloud-instances.csv:3: vcpu: expected a number of vCPU, got "Infinity"',
      'own/cloud-instances.csv:4: vcpu: expected a number of vCPU, got "NaN"',
      'own/cloud-instances.csv:5: vcpu: expected a number of vCPU, got "1,5"',
      'own/cloud-instances.csv:6: vcpu: expected a number of vCPU, got "1_000"',
      'own/cloud-instances.csv:7: vcpu: expected a number of vCPU, got "--1"',
    ])
  })

  test('an empty cell where something is needed', () => {
    const files = { 'ram-densities.csv': [header('ram-densities.csv'), 'own,Samsung,18,,', ',Samsung,18,2,'] }
    expect(faultsWith(files)).toEqual([
      'own/ram-densities.csv:2: density_gb_per_cm2: expected a number of GB/cm2, got nothing',
      'own/ram-densities.csv:3: id: expected an id, got nothing',
    ])
  })

  test('a number beyond its limits', () => {
    const server = (cells: Readonly<Record<string, string>>) => row('server-archetypes.csv', 'm5.metal', cells)
    const files = {
      'electricity.csv': [header('electricity.csv'), row('electricity.csv', 'FRA', { gwp: '-0.1' })],
      'ram-densities.csv': [header('ram-densities.csv'), 'own,Samsung,18,0,'],
      'server-archetypes.csv': [header('server-archetypes.csv'), server({ time_workload_percent: '50|0|111' })],
    }
    expect(faultsWith(files)).toEqual([
      'own/electricity.csv:2: gwp: expected 0 or more, got "-0.1"',
      'own/ram-densities.csv:2: density_gb_per_cm2: expected more than 0, got "0"',
      'own/server-archetypes.csv:2: time_workload_percent: expected at most 100, got "111" in "50|0|111"',
    ])
  })

  test('a value that its bounds do not hold', () => {
    const server = (cells: Readonly<Record<string, string>>) => row('server-archetypes.csv', 'm5.metal', cells)
    const files = {
      'component-archetypes.csv': [header('component-archetypes.csv'), 'ram,DEFAULT,capacity,32,64,128,'],
      'server-archetypes.csv': [
        header('server-archetypes.csv'),
        server({ ram_units: '8|16|24' }),
        server({ id: 'other', ram_units: '8|16' }),
      ],
    }
    expect(faultsWith(files)).toEqual([
      'own/component-archetypes.csv:2: value: expected min <= value <= max, got "32|64|128" (value|min|max)',
      'own/server-archetypes.csv:2: ram_units: expected min <= value <= max, got "8|16|24" (value|min|max)',
      'own/server-archetypes.csv:3: ram_units: expected a number of units or value|min|max, got "8|16"',
    ])
  })

  test('an attribute that no component has, and bounds without their other half', () => {
    const lines = [
      'ram,DEFAULT,colour,32,,,',
      'ram,DEFAULT,capacity,32,1,,',
      'ram,DEFAULT,units,x,,,',
      'ram,own,units,,1,2,',
    ]
    expect(faultsWith({ 'component-archetypes.csv': [header('component-archetypes.csv'), ...lines] })).toEqual([
      'own/component-archetypes.csv:2: attribute: no component has an attribute "colour"',
      'own/component-archetypes.csv:3: min: expected both min and max, or none',
      'own/component-archetypes.csv:4: value: expected a number of units, got "x"',
      'own/component-archetypes.csv:5: value: expected a number of units, got "" in "|1|2"',
    ])
  })

  test('a word that is none of those a column takes', () => {
    const terminal = row('terminal-archetypes.csv', 'laptop-pro', { group: 'gadget' })
    expect(faultsWith({ 'terminal-archetypes.csv': [header('terminal-archetypes.csv'), terminal] })).toEqual([
      'own/terminal-archetypes.csv:2: group: expected terminal or peripheral, got "gadget"',
    ])
  })

  test('a column that is unknown, missing or there twice', () => {
    expect(faultsWith({ 'cloud-regions.csv': ['provider,region,region,country', 'aws,x,x,FRA'] })).toEqual([
      'own/cloud-regions.csv:1: region: column given twice',
      'own/cloud-regions.csv:1: country: unknown column',
      'own/cloud-regions.csv:1: location: missing column',
    ])
  })

  test('final energy among the electricity factors, because it is 3.6 MJ by definition', () => {
    const files = { 'electricity.csv': [`${header('electricity.csv')},fe`, `${row('electricity.csv', 'FRA')},3.6`] }
    expect(faultsWith(files)).toEqual(['own/electricity.csv:1: fe: unknown column'])
  })

  test('a row with too few or too many cells', () => {
    const files = { 'cloud-providers.csv': [header('cloud-providers.csv'), 'own', 'own2,Own,,more'] }
    expect(faultsWith(files)).toEqual([
      'own/cloud-providers.csv:2: expected 3 cells, got 1',
      'own/cloud-providers.csv:3: expected 3 cells, got 4',
    ])
  })

  test('a key that one file gives twice', () => {
    const files = {
      'cloud-regions.csv': [header('cloud-regions.csv'), 'aws,FRA,own-1', '# a comment', '', 'aws,DEU,own-1'],
      'cpus.csv': [header('cpus.csv'), row('cpus.csv', 'AMD EPYC 7551'), row('cpus.csv', 'AMD EPYC 7551')],
    }
    expect(faultsWith(files)).toEqual([
      'own/cpus.csv:3: name: "AMD EPYC 7551" is there already, at own/cpus.csv:2',
      'own/cloud-regions.csv:5: provider, region: "aws/own-1" is there already, at own/cloud-regions.csv:2',
    ])
  })

  test('a platform, provider, location, CPU, IoT device or block that is not there', () => {
    const files = {
      'cloud-instances.csv': [
        header('cloud-instances.csv'),
        row('cloud-instances.csv', 'aws,m5.xlarge', { platform: 'm5.wood' }),
        row('cloud-instances.csv', 'aws,m5.xlarge', { provider: 'azur' }),
      ],
      'cloud-regions.csv': [header('cloud-regions.csv'), 'aws,FRX,own-1', 'gpc,FRA,own-1'],
      'server-archetypes.csv': [
        header('server-archetypes.csv'),
        row('server-archetypes.csv', 'm5.metal', { cpu_name: 'Intel Xeon Platinum 9999' }),
      ],
      'iot-blocks.csv': [header('iot-blocks.csv'), 'smart_watc,casing,HSL-1,', 'smart_watch,casing,HSL-9,'],
    }
    expect(faultsWith(files)).toEqual([
      'own/cloud-regions.csv:3: provider: no "gpc" in cloud-providers.csv',
      'own/cloud-regions.csv:2: location: no "FRX" in locations.csv',
      'own/cloud-instances.csv:3: provider: no "azur" in cloud-providers.csv',
      'own/cloud-instances.csv:2: platform: no "m5.wood" in server-archetypes.csv',
      'own/iot-blocks.csv:2: device: no "smart_watc" in iot-archetypes.csv',
      'own/iot-blocks.csv:3: hsl_level: no "casing/HSL-9/manufacture" in functional-block-factors.csv',
      'own/server-archetypes.csv:2: cpu_name: no "Intel Xeon Platinum 9999" in cpus.csv',
    ])
  })

  test('a location without electricity, and electricity without a location', () => {
    const files = {
      'locations.csv': [header('locations.csv'), 'AAA,,Atlantis'],
      'electricity.csv': [header('electricity.csv'), row('electricity.csv', 'FRA', { location: 'BBB' })],
    }
    expect(faultsWith(files)).toEqual([
      'own/electricity.csv:2: location: no "BBB" in locations.csv',
      'own/locations.csv:2: code: no "AAA" in electricity.csv',
    ])
  })

  test('a source that is neither a key nor an address', () => {
    const cpu = (source: string) => row('cpus.csv', 'AMD EPYC 7551', { name: source, source })
    const lines = [cpu('hearsay'), cpu('hearsay:page'), cpu('techpowerup:page'), cpu('https://example.org')]
    const reason = 'expected a key of sources.csv or a text with an address'
    expect(faultsWith({ 'cpus.csv': [header('cpus.csv'), ...lines] })).toEqual([
      `own/cpus.csv:2: source: ${reason}, got "hearsay"`,
      `own/cpus.csv:3: source: ${reason}, got "hearsay:page"`,
    ])
  })

  test('a doubt about a table, a row or a figure that is not there', () => {
    const lines = [
      'cpus,AMD EPYC 7551,,Why',
      'electricity,XXX,ap,Why',
      'electricity,FRA,app,Why',
      'electricity,WOR,wu,Why',
    ]
    expect(faultsWith({ 'doubts.csv': [header('doubts.csv'), ...lines] })).toEqual([
      'own/doubts.csv:2: table: expected electricity or power-profiles or server-archetypes or cloud-instances, got "cpus"',
      'own/doubts.csv:3: row: no "XXX" in electricity.csv',
      'own/doubts.csv:4: column: "FRA" has no figure "app" in electricity.csv',
      'own/doubts.csv:5: column: "WOR" has no figure "wu" in electricity.csv',
    ])
  })

  test('a quotation mark that is never closed', () => {
    const [fault, ...others] = faultsWith({ 'cloud-providers.csv': [header('cloud-providers.csv'), 'own,"Own,'] })
    expect(fault).toMatch(/^own\/cloud-providers\.csv: Quote Not Closed/)
    expect(others).toEqual([])
  })

  test('an empty file', () => {
    expect(faultsWith({ 'cloud-providers.csv': [''] })).toEqual([
      'own/cloud-providers.csv:1: expected a line of column names',
    ])
  })

  test('a file that the first folder lacks', () => {
    const folder = temporaryFolder('data')
    cpSync(SHIPPED_FOLDER, folder, { recursive: true })
    rmSync(join(folder, 'cpus.csv'))
    expect(faultsOf(() => loadFrom(folder))).toEqual([`cpus.csv: not found in ${folder}`])
  })

  test('a table of an unknown name in a further folder', () => {
    expect(faultsWith({ 'electrcity.csv': [header('electricity.csv')] })).toEqual([
      'own/electrcity.csv: there is no table of this name',
    ])
  })

  test('all faults of all files at once, in the message too, and none twice for a row that is named elsewhere', () => {
    const files = {
      'cloud-providers.csv': [header('cloud-providers.csv'), 'own,,'],
      'cloud-regions.csv': [header('cloud-regions.csv'), 'own,FRA,own-1', 'own,XXX,own-2'],
    }
    const faults = [
      'own/cloud-providers.csv:2: name: expected a name, got nothing',
      'own/cloud-regions.csv:3: location: no "XXX" in locations.csv',
    ]
    expect(faultsWith(files)).toEqual(faults)
    expect(() => loadWith(files)).toThrow(faults.join('\n'))
  })

  test('a fault of the first folder by the name of the file alone', () => {
    const folder = changedCopy('electricity.csv', (content) => content.replace('\nZWE,0.288,', '\nZWE,abc,'))
    expect(faultsOf(() => loadFrom(folder))).toEqual([
      'electricity.csv:4: gwp: expected a number of kg CO2 eq./kWh, got "abc"',
    ])
  })
})

describe('An own folder', () => {
  test('replaces a row in its place and appends the others', () => {
    const shipped = loadBase()
    const tables = loadWith({
      'cpus.csv': [
        header('cpus.csv'),
        row('cpus.csv', 'AMD EPYC 7551', { name: 'Own CPU', tdp_w: '7' }),
        row('cpus.csv', 'AMD EPYC 7551', { tdp_w: '181.5' }),
      ],
    })
    const place = shipped.cpus.findIndex(({ name }) => name === 'AMD EPYC 7551')
    expect(tables.cpus[place]).toEqual({ ...shipped.cpus[place], tdp: 181.5 })
    expect(tables.cpus.at(-1)).toEqual({ ...shipped.cpus[place], name: 'Own CPU', tdp: 7 })
    expect(tables.cpus.length).toBe(shipped.cpus.length + 1)
    expect(tables.cpus[place + 1]).toEqual(shipped.cpus[place + 1])
  })

  test('adds a location with its electricity, from its own source', () => {
    const cells = { location: 'AAA', gwp: '0.012', gwp_source: 'own-meter' }
    const { electricity, locations } = loadWith({
      'sources.csv': [header('sources.csv'), 'own-meter,Own meter,,,,,,'],
      'locations.csv': [header('locations.csv'), 'AAA,,Atlantis'],
      'electricity.csv': [header('electricity.csv'), row('electricity.csv', 'FRA', cells)],
    })
    expect(locations.at(-1)).toEqual({ code: 'AAA', name: 'Atlantis' })
    expect(electricity.at(-1)?.factors.gwp).toEqual({ value: 0.012, source: 'Own meter' })
  })

  test('frees a figure of its doubt by giving another one, and keeps the doubt beside the same one', () => {
    const ap = (cells: Readonly<Record<string, string>>) =>
      loadWith({
        'electricity.csv': [header('electricity.csv'), row('electricity.csv', 'CZE', cells)],
      }).electricity.find(({ location }) => location === 'CZE')?.factors.ap
    expect(ap({ ap: '0.0046' })).toMatchObject({ value: 0.0046, source: 'ADEME Base IMPACTS ®', year: 2011 })
    expect(ap({ ap: '0.0046' })).not.toHaveProperty('doubt')
    expect(ap({ gwp: '0.4' })?.doubt).toMatch(/^Acidification of electricity in CZE/)
  })

  test('may doubt a figure', () => {
    const { electricity } = loadWith({ 'doubts.csv': [header('doubts.csv'), 'electricity,FRA,gwp,Too good'] })
    expect(electricity.find(({ location }) => location === 'FRA')?.factors.gwp?.doubt).toBe('Too good')
  })

  test('is read alike with a byte-order mark, Windows line ends, comments, spaces and quotation marks', () => {
    const plain = ['provider,location,region', 'aws,FRA,own-1', 'aws,DEU,own-2']
    const dressed = ['\uFEFFprovider, location ,region\r', '# a comment, with "marks"\r', '\r', 'aws, FRA ,own-1\r']
    const { cloudRegions } = loadWith({ 'cloud-regions.csv': plain })
    expect(cloudRegions.slice(-2).map(({ location }) => location)).toEqual(['FRA', 'DEU'])
    for (const last of ['aws,DEU,own-2\r', '"aws","DEU",own-2\r']) {
      expect(loadWith({ 'cloud-regions.csv': [...dressed, last] }).cloudRegions).toEqual(cloudRegions)
    }
  })
})

describe('The fingerprint', () => {
  const shippedId = loadBase().release.fingerprint
  const idWith = (file: string, change: (content: string) => string) => {
    const changed = (content: string) => {
      const result = change(content)
      if (result === content) throw new Error(`nothing changed in ${file}`)
      return result
    }
    return loadFrom(changedCopy(file, changed)).release.fingerprint
  }
  const reversed = (content: string) => {
    const [columns, ...rows] = content.trimEnd().split('\n')
    return [columns, ...rows.reverse()].join('\n')
  }

  test('has 12 hexadecimal digits and is the same each time', () => {
    expect(shippedId).toMatch(/^[0-9a-f]{12}$/)
    expect(loadBase().release.fingerprint).toBe(shippedId)
  })

  test.each([
    ['a figure', 'electricity.csv', (content: string) => content.replace('\nZWE,0.288,', '\nZWE,0.289,')],
    [
      'a figure that becomes unknown',
      'electricity.csv',
      (content: string) => content.replace('\nZWE,0.288,', '\nZWE,,'),
    ],
    ['a bound', 'server-archetypes.csv', (content: string) => content.replace('8|6|10', '8|6|11')],
    [
      'a platform',
      'cloud-instances.csv',
      (content: string) => content.replace('a1.medium,a1.metal', 'a1.medium,m5.metal'),
    ],
    ['a family', 'cpus.csv', (content: string) => content.replace('AMD,Bristol Ridge', 'AMD,Naples')],
    ['a row that is gone', 'cloud-regions.csv', (content: string) => content.replace('\naws,USA,us-east-1', '')],
    ['a text of a component', 'component-archetypes.csv', (content: string) => content.replace(',rack,,', ',blade,,')],
  ])('changes with %s', (_, file, change) => {
    expect(idWith(file, change)).not.toBe(shippedId)
  })

  test.each([
    [
      'a source',
      'electricity.csv',
      (content: string) => content.replace('\nZWE,0.288,ember', '\nZWE,0.288,scarlat-2022'),
    ],
    ['the text of a source', 'sources.csv', (content: string) => content.replace('Ember data explorer', 'Ember')],
    ['the basis of a die size', 'cpus.csv', (content: string) => content.replace(',sum_of_dies,', ',other,')],
    ['a warning', 'server-archetypes.csv', (content: string) => content.replace('Using generic', 'From generic')],
    ['a doubt', 'doubts.csv', (content: string) => content.replace('is doubtful', 'is strange')],
    ['the name of a place', 'locations.csv', (content: string) => content.replace('World', 'All the world')],
    ['a comment', 'cpus.csv', (content: string) => content.replace('\n', '\n# a comment, with a comma\n')],
    ['the spelling of a number', 'electricity.csv', (content: string) => content.replace(',0.288,', ',+2.880e-1,')],
    [
      'bounds stated where they equal the value',
      'server-archetypes.csv',
      (content: string) => content.replace('2|2|2', '2'),
    ],
    ['the order of rows', 'cloud-instances.csv', reversed],
  ])('stays with %s', (_, file, change) => {
    expect(idWith(file, change)).toBe(shippedId)
  })

  test('stays with the order of columns', () => {
    const swapped = (content: string) => content.replace(/^([^,\n]+),([^,\n]+),([^,\n]+)$/gm, '$3,$1,$2')
    expect(idWith('cloud-regions.csv', swapped)).toBe(shippedId)
  })
})

describe('The shipped tables', () => {
  const tables = loadBase()
  const instance = (name: string) => tables.cloudInstances.find(({ instanceType }) => instanceType === name)
  const mix = (code: string) => tables.electricity.find(({ location }) => location === code)?.factors

  test('have as many rows as were published', () => {
    expect(Object.fromEntries(tables.release.tables.map(({ name, rows }) => [name, rows]))).toMatchObject({
      'cloud-instances': 1947,
      'server-archetypes': 292,
      cpus: 1807,
      locations: 139,
      electricity: 139,
      'cloud-regions': 144,
      'functional-block-factors': 70,
      'terminal-archetypes': 17,
    })
    expect(tables.cloudInstances.length).toBe(1947)
    expect(tables.functionalBlocks.length).toBe(35)
  })

  test('keep the order of the originals', () => {
    expect(tables.cpus[0]?.name).toBe('AMD A10-9700')
    expect(tables.locations.slice(0, 3).map(({ code }) => code)).toEqual(['WOR', 'EEE', 'ZWE'])
    expect(tables.serverArchetypes.slice(0, 2).map(({ id }) => id)).toEqual([
      'platform_compute_low',
      'platform_compute_medium',
    ])
    expect(tables.terminalArchetypes.at(-1)?.id).toBe('vr-controller-default')
    expect(tables.cloudProviders.map(({ id }) => id)).toEqual(['aws', 'azure', 'gcp', 'ovhcloud', 'scaleway'])
    expect(tables.ramDensities.slice(6, 8).map(({ density }) => density)).toEqual([1.313, 1.875])
  })

  test('give the figures that were published, with where they come from', () => {
    expect(mix('FRA')?.gwp?.value).toBe(0.098)
    expect(mix('EEE')?.gwp).toEqual({
      value: 0.38,
      year: 2019,
      years: '2019',
      source: 'https://www.sciencedirect.com/science/article/pii/S0306261921012149',
    })
    expect(mix('ZWE')?.gwp?.source).toBe('https://ember-climate.org/data/data-explorer')
    expect(mix('WOR')?.adpe).toMatchObject({ value: 7.37708e-8, source: 'ADEME Base IMPACTS ®' })
    expect(mix('EEE')?.pe).toEqual({
      value: 12.873,
      source: 'ADPf / (1-%renewable_energy)',
      year: 2011,
      years: '2011 & 2016',
    })
    expect(mix('WOR')?.wu).toBeUndefined()
    expect(mix('WOR')?.fe).toBeUndefined()
    expect(tables.componentFactors.get('cpu')).toMatchObject({
      base: { gwp: 9.14, adp: 0.0204, pe: 156 },
      perDieArea: { gwp: 0.0197, adp: 5.87e-9, pe: 0.265 },
    })
    expect(tables.componentFactors.get('case.blade_enclosure_16_slots')?.base.pe).toBe(12700)
    expect([...tables.componentFactors.keys()]).toEqual(
      'cpu ram ssd hdd motherboard power_supply assembly case.rack case.blade_server case.blade_enclosure_16_slots'.split(
        ' ',
      ),
    )
    expect(tables.gpuFactors.get('casing')?.factors.gwp).toBe(8.2542)
    expect(tables.deviceFactors[0]).toMatchObject({ device: 'server', factors: { gwp: 3660, lu: -147 } })
    expect(tables.functionalBlocks[0]?.manufacture.gwp).toBe(0.0173)
    expect(tables.functionalBlocks[0]?.endOfLife.gwp).toBe(0.00201)
    expect(tables.gpus.at(-1)).toMatchObject({
      name: 'NVIDIA H100 SXM 80GB',
      gpuSurface: 2810.4,
      heatsinkWeight: 0.90077,
    })
  })

  test('name the host and the size of an instance', () => {
    expect(instance('m5.xlarge')).toEqual({
      provider: 'aws',
      instanceType: 'm5.xlarge',
      vcpu: 4,
      memory: 16,
      ssdStorage: 0,
      hddStorage: 0,
      gpuUnits: 0,
      platform: 'm5.metal',
      source: 'https://doc.api.boavizta.org/Explanations/services/cloud/',
    })
    expect(instance('nv4as_v4')?.gpuUnits).toBe(0.125)
    expect(instance('nv4as_v4')?.source).toMatch(/^Vantage for instance specs \(https:/)
  })

  test('give archetypes with bounds, and say whether the bounds are stated', () => {
    const server = tables.serverArchetypes.find(({ id }) => id === 'platform_compute_medium')
    const source = 'https://doc.api.boavizta.org/Explanations/devices/server/ (Using generic compute platform)'
    expect(server?.cpu).toEqual({
      units: { value: 2, min: 2, max: 2, source },
      coreUnits: { value: 24, min: 16, max: 48, boundsGiven: true, source },
    })
    expect(server?.powerSupply.units).toEqual({ value: 2, min: 2, max: 2, boundsGiven: true, source })
    expect(server?.warning).toBe('Using generic compute platform')
    const cpu = tables.componentArchetypes.find(({ component }) => component === 'cpu')
    expect(cpu?.attributes.core_units).toMatchObject({ value: 24, min: 1, max: 64, boundsGiven: true })
    expect(cpu?.attributes.power_profile_d).toMatchObject({ value: -10.13, min: -10.13, max: -10.13 })
    expect(cpu?.attributes.power_profile_d).not.toHaveProperty('boundsGiven')
    expect(cpu?.attributes.tdp).toBeUndefined()
    expect(cpu?.attributeNames.slice(0, 4)).toEqual(['name', 'units', 'model_range', 'manufacturer'])
    expect(tables.iotArchetypes[0]?.blocks.at(-1)).toEqual({ type: 'user_interface', hslLevel: 'HSL-1' })
    expect(tables.terminalArchetypes[0]?.usage.avgPower).toMatchObject({
      value: 75,
      min: 50,
      max: 100,
      boundsGiven: true,
    })
  })

  test('say on what a die size stands', () => {
    const cpu = tables.cpus.find(({ dieSizeBasis }) => dieSizeBasis === 'largest_of_family_survey')
    expect(cpu?.dieSizeSource).toMatch(/^https:\/\/en\.wikichip\.org\//)
    expect(tables.cpus[0]).toMatchObject({ dieSize: 250, dieSizeBasis: 'sum_of_dies' })
    expect(tables.cpus[0]?.source).toBe('https://www.techpowerup.com/cpu-specs/a10-9700.c1955')
  })

  test('mark the figures that are doubtful, and no others', () => {
    const doubted = tables.electricity.flatMap(({ location, factors }) =>
      Object.entries(factors)
        .filter(([, figure]) => figure.doubt !== undefined)
        .map(([code]) => `${location} ${code}`),
    )
    expect(doubted.sort()).toEqual([
      'ALB pe',
      'COD pe',
      'CZE ap',
      'EEE ap',
      'ISL pe',
      'MOZ pe',
      'NAM pe',
      'NPL pe',
      'PRY pe',
      'WOR ap',
      'ZMB pe',
    ])
    expect(tables.powerProfiles.filter(({ doubt }) => doubt).map(({ modelRange }) => modelRange)).toEqual(['Xeon E3'])
    const tooLow = tables.electricity.filter(({ factors: { pe } }) => pe !== undefined && pe.value < 3.6)
    expect(tooLow.length).toBe(7)
    for (const { factors } of tooLow) expect(factors.pe?.doubt).toMatch(/elecFactors/)
  })

  test('name only platforms, CPUs, locations and providers that are there', () => {
    const plain = (name: string) => name.toLowerCase().replace(/[-_\s]+/g, '')
    const platforms = new Set(tables.serverArchetypes.map(({ id }) => id))
    const cpus = new Set(tables.cpus.map(({ name }) => plain(name)))
    const locations = new Set(tables.locations.map(({ code }) => code))
    const providers = new Set(tables.cloudProviders.map(({ id }) => id))
    expect(tables.cloudInstances.filter(({ platform }) => !platforms.has(platform))).toEqual([])
    expect(tables.cloudInstances.filter(({ provider }) => !providers.has(provider))).toEqual([])
    expect(tables.serverArchetypes.filter(({ cpu }) => cpu.name !== undefined && !cpus.has(plain(cpu.name)))).toEqual(
      [],
    )
    expect(tables.cloudRegions.filter(({ location }) => !locations.has(location))).toEqual([])
    expect(tables.cloudRegions.filter(({ provider }) => !providers.has(provider))).toEqual([])
    expect(tables.electricity.map(({ location }) => location).sort()).toEqual([...locations].sort())
  })

  test('have two-letter codes for places that exist, each once', () => {
    const codes = tables.locations.flatMap(({ iso2 }) => iso2 ?? [])
    expect(new Set(codes).size).toBe(codes.length)
    expect(tables.locations.filter(({ iso2 }) => iso2 === undefined).map(({ code }) => code)).toEqual([
      'WOR',
      'EEE',
      'SCG',
      'ANT',
    ])
  })
})
