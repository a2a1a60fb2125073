import { describe, expect, test } from 'vitest'
import { header, loadBase, loadWith, row } from './support/table-files.ts'

describe('An own folder', () => {
  test('cannot take figures from a shipped row by leaving out their columns', () => {
    const lines = ['location,gwp,gwp_source', 'FRA,0.021,https://example.org/our-contract']
    expect(() => loadWith({ 'electricity.csv': lines })).toThrow(
      /electricity\.csv:2: the row replaces "FRA" of electricity\.csv, .* Add .*pe, .*ept: copy the figures/,
    )
    const empty = [header('electricity.csv'), row('electricity.csv', 'FRA', { pe: '' })]
    const { electricity } = loadWith({ 'electricity.csv': empty })
    expect(electricity.find(({ location }) => location === 'FRA')?.factors.pe).toBeUndefined()
  })

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

  test('adds a location with its electricity, from its own source, without columns that can be empty', () => {
    const { electricity, locations } = loadWith({
      'sources.csv': [header('sources.csv'), 'own-meter,Own meter,,,,,,'],
      'locations.csv': ['code,name', 'AAA,Atlantis'],
      'electricity.csv': ['location,gwp,gwp_source', 'AAA,0.012,own-meter'],
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
