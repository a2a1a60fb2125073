import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SHIPPED_FOLDER } from '../../../src/catalogue/tables/table-folder.ts'
import {
  changedCopy,
  faultsOf,
  faultsWith,
  header,
  loadFrom,
  loadWith,
  placesOf,
  row,
  temporaryFolder,
} from './support/table-files.ts'

describe('A table that cannot be used is refused with one line per fault:', () => {
  test('a cell that is no number', () => {
    const files = { 'electricity.csv': [header('electricity.csv'), row('electricity.csv', 'FRA', { gwp: 'abc' })] }
    expect(faultsWith(files)).toEqual(['own/electricity.csv:2: gwp: expected a number of kg CO2 eq./kWh, got "abc"'])
  })

  test('spellings of numbers that are not decimal', () => {
    const lines = ['0x10', 'Infinity', 'NaN', '1,5', '1_000', '--1'].map((vcpu) =>
      row('cloud-instances.csv', 'aws,a1.medium', { vcpu: `"${vcpu}"`, instance_type: `own.${vcpu.length}${vcpu[0]}` }),
    )
    const faults = faultsWith({ 'cloud-instances.csv': [header('cloud-instances.csv'), ...lines] })
    expect(placesOf(faults)).toEqual([
      'own/cloud-instances.csv:2: vcpu: "0x10"',
      'own/cloud-instances.csv:3: vcpu: "Infinity"',
      'own/cloud-instances.csv:4: vcpu: "NaN"',
      'own/cloud-instances.csv:5: vcpu: "1,5"',
      'own/cloud-instances.csv:6: vcpu: "1_000"',
      'own/cloud-instances.csv:7: vcpu: "--1"',
    ])
  })

  test('an empty cell where something is needed', () => {
    const files = { 'ram-densities.csv': [header('ram-densities.csv'), 'own,Samsung,18,,', ',Samsung,18,2,'] }
    expect(faultsWith(files)).toEqual([
      expect.stringMatching(/^own\/ram-densities\.csv:2: density_gb_per_cm2: /),
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
      expect.stringMatching(/^own\/server-archetypes\.csv:3: ram_units: .* or value\|min\|max, got "8\|16"$/),
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
      'own/component-archetypes.csv:3: min: expected both min and max, or neither',
      expect.stringMatching(/^own\/component-archetypes\.csv:4: value: .*"x"$/),
      expect.stringMatching(/^own\/component-archetypes\.csv:5: value: .*"".*"\|1\|2"$/),
    ])
  })

  test('a word that is none of those a column takes', () => {
    const terminal = row('terminal-archetypes.csv', 'laptop-pro', { group: 'gadget' })
    expect(faultsWith({ 'terminal-archetypes.csv': [header('terminal-archetypes.csv'), terminal] })).toEqual([
      'own/terminal-archetypes.csv:2: group: expected terminal, peripheral or equipment, got "gadget"',
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
    expect(placesOf(faultsWith(files))).toEqual(['own/electricity.csv:1: fe:'])
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
      'own/cpus.csv:3: name: "AMD EPYC 7551" already exists, at own/cpus.csv:2',
      'own/cloud-regions.csv:5: provider, region: "aws/own-1" already exists, at own/cloud-regions.csv:2',
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
    expect(placesOf(faultsWith(files))).toEqual([
      'own/electricity.csv:2: location: "BBB" locations.csv',
      'own/locations.csv:2: code: "AAA" electricity.csv',
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
      expect.stringMatching(/^own\/doubts\.csv:2: table: .*\belectricity\b.*"cpus"$/),
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
    const faults = faultsWith(files)
    expect(placesOf(faults)).toEqual([
      'own/cloud-providers.csv:2: name:',
      'own/cloud-regions.csv:3: location: "XXX" locations.csv',
    ])
    expect(() => loadWith(files)).toThrow(faults.join('\n'))
  })

  test('a fault of the first folder by the name of the file alone', () => {
    const folder = changedCopy('electricity.csv', (content) => content.replace('\nZWE,0.288,', '\nZWE,abc,'))
    expect(placesOf(faultsOf(() => loadFrom(folder)))).toEqual(['electricity.csv:4: gwp: "abc"'])
  })
})
