import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { TABLE_NAMES } from '../../../src/catalogue/tables/specs/table-specs.ts'
import { loadBase } from './support/table-files.ts'

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
      base: { per: 'unit', factors: { gwp: { value: 9.14 }, adp: { value: 0.0204 }, pe: { value: 156 } } },
      perDieArea: {
        per: 'mm2',
        factors: { gwp: { value: 0.0197, min: 0.0197, max: 0.0197 }, adp: { value: 5.87e-9 }, pe: { value: 0.265 } },
      },
    })
    expect(tables.componentFactors.get('case.blade_enclosure_16_slots')?.base?.factors.pe?.value).toBe(12700)
    expect([...tables.componentFactors.keys()]).toEqual(
      'cpu ram ssd hdd motherboard power_supply assembly case.rack case.blade_server case.blade_enclosure_16_slots'.split(
        ' ',
      ),
    )
    expect(tables.gpuFactors.get('casing')?.factors.gwp?.value).toBe(8.2542)
    expect(tables.deviceFactors[0]).toMatchObject({
      device: 'server',
      factors: { gwp: { value: 3660 }, lu: { value: -147 } },
    })
    expect(tables.functionalBlocks[0]?.manufacture.gwp?.value).toBe(0.0173)
    expect(tables.functionalBlocks[0]?.endOfLife.gwp?.value).toBe(0.00201)
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

test('data/README.md has a line for each table', () => {
  const rows = readFileSync(new URL('../../../data/README.md', import.meta.url), 'utf8').matchAll(/^\| ([^|]+) \|/gm)
  const described = new Set([...rows].flatMap(([, names = '']) => names.split(', ')))
  expect(TABLE_NAMES.filter((name) => !described.has(name))).toEqual([])
})
