import { describe, expect, test } from 'vitest'
import { rest } from './ask-rest.ts'

const SERVER = '/v1/server?verbose=false'

describe('the text of an answer', () => {
  test('is compact, with impacts as decimals', async () => {
    const { body } = await rest('/v1/server?verbose=false&criteria=gwp')
    expect(body).toBe(
      '{"impacts":{"gwp":{"unit":"kgCO2eq","description":"Total climate change",' +
        '"embedded":{"value":900.0,"min":459.9,"max":2087.0,"warnings":["End of life is not included in the calculation"]},' +
        '"use":{"value":8000.0,"min":121.5,"max":38760.0}}},"warnings":["Using generic compute platform"]}',
    )
  })

  test('has counts that are given or completed as whole numbers, and everything else as decimals', async () => {
    const { body } = await rest('/v1/component/cpu?criteria=gwp', {
      name: 'AMD EPYC 7763',
      units: 2,
      usage: { usage_location: 'FRA' },
    })
    const kinds: Record<string, string> = {
      units: '"units":{"value":2,"status":"INPUT"}',
      core_units: '"core_units":{"value":64,',
      threads: '"threads":{"value":128,',
      tdp: '"tdp":{"value":280,',
      duration: '"duration":{"value":26280.0,',
      use_time_ratio: '"use_time_ratio":{"value":1.0,',
      hours_life_time: '"hours_life_time":{"value":26280.0,',
    }
    for (const [name, text] of Object.entries(kinds)) expect(body, name).toContain(text)
    const { body: typical } = await rest('/v1/component/cpu?criteria=gwp')
    expect(typical).toMatch(/"units":\{"value":1\.0,"status":"ARCHETYPE","source":"[^"]+","min":1\.0,"max":1\.0\}/)
    expect(typical).toMatch(
      /"core_units":\{"value":24\.0,"status":"ARCHETYPE","source":"[^"]+","min":1\.0,"max":64\.0\}/,
    )
    const { body: memory } = await rest('/v1/component/ram', { capacity: 32, units: 2.0 })
    expect(memory).toContain('"capacity":{"value":32,"status":"INPUT"')
    expect(memory).toContain('"units":{"value":2,"status":"INPUT"}')
    const { body: half } = await rest('/v1/component/ram', { capacity: 0.5 })
    expect(half).toContain('"capacity":{"value":0.5,"status":"INPUT"')
  })

  test('has bounds of what is inferred or assumed, and none of what was given', async () => {
    const { json } = await rest('/v1/component/ram', { capacity: 32, usage: { usage_location: 'FRA' } })
    const { verbose } = json
    expect(verbose.capacity).toEqual({ value: 32, status: 'INPUT', unit: 'GB' })
    expect(Object.keys(verbose.units)).toEqual(['value', 'status', 'source', 'min', 'max'])
    expect(Object.keys(verbose.density)).toEqual(['value', 'status', 'unit', 'source', 'min', 'max'])
    expect(verbose.usage_location).toMatchObject({ value: 'FRA', status: 'INPUT' })
  })
})

describe('the criteria asked for', () => {
  const codes = async (query: string) => Object.keys((await rest(`/v1/server?verbose=false${query}`)).json.impacts)

  test.each([
    ['', ['gwp', 'adp', 'pe']],
    ['&criteria=pe&criteria=gwp', ['pe', 'gwp']],
    ['&criteria=pe,gwp', ['pe', 'gwp']],
    ['&criteria=PE,%20Gwp', ['PE', 'Gwp']],
    ['&criteria=gwp&criteria=gwp,pe&criteria=pe', ['gwp', 'pe']],
    ['&criteria=', ['gwp', 'adp', 'pe']],
    ['&criteria=ctuh_nc', ['ctuh_nc']],
  ])('%s are all that is answered, in that order', async (query, expected) => {
    expect(await codes(query)).toEqual(expected)
  })

  test('may be all 24', async () => {
    expect(await codes('&criteria=all')).toHaveLength(24)
    expect(await codes('&criteria=ALL&criteria=gwp')).toHaveLength(24)
  })

  test('without a factor are "not implemented", a bare string', async () => {
    const { body, json } = await rest('/v1/component/ram?verbose=false&criteria=mips&criteria=fe')
    expect(body).toContain('"embedded":"not implemented"')
    expect(json.impacts.mips.use).toBe('not implemented')
    expect(json.impacts.fe.use.value).toBeGreaterThan(0)
  })

  test('have their factors of electricity in a verbose answer, and no others', async () => {
    const { json } = await rest('/v1/server?criteria=pe&criteria=fe')
    const factors = (each: object) => Object.keys(each).filter((key) => key.endsWith('_factor'))
    expect(factors(json.verbose)).toEqual(['pe_factor', 'fe_factor'])
    expect(factors(json.verbose['CPU-1'])).toEqual(['pe_factor', 'fe_factor'])
  })
})

test('Of a parameter that takes one value, the last counts', async () => {
  const target = '/v1/component/cpu?criteria=gwp'
  const twice = await rest(`${target}&duration=24&verbose=true&duration=720&verbose=false&criteria=pe`)
  expect(twice.body).toBe((await rest(`${target}&criteria=pe&duration=720&verbose=false`)).body)
})

describe('the order of a verbose answer', () => {
  test('of a server: duration, components, usage, factors, units', async () => {
    const { json } = await rest('/v1/server', {
      configuration: {
        gpu: { units: 1 },
        ram: [{}, {}],
        disk: [{ type: 'hdd' }, { type: 'ssd' }, { type: 'nvme' }],
      },
    })
    expect(Object.keys(json)).toEqual(['impacts', 'verbose', 'warnings'])
    expect(Object.keys(json.verbose)).toEqual([
      'duration',
      'ASSEMBLY-1',
      'CPU-1',
      'GPU-1',
      'RAM-1',
      'RAM-2',
      'HDD-1',
      'SSD-1',
      'SSD-2',
      'POWER_SUPPLY-1',
      'CASE-1',
      'MOTHERBOARD-1',
      'avg_power',
      'usage_location',
      'use_time_ratio',
      'hours_life_time',
      'other_consumption_ratio',
      'gwp_factor',
      'adp_factor',
      'pe_factor',
      'units',
    ])
  })

  test('of an instance: its size and power first', async () => {
    const { json } = await rest('/v1/cloud/instance?provider=aws&instance_type=i3.xlarge&criteria=gwp')
    const keys = Object.keys(json.verbose)
    expect(keys.slice(0, 5)).toEqual(['vcpu', 'memory', 'ssd_storage', 'avg_power', 'duration'])
    expect(keys).toContain('SSD-1')
    expect(json.verbose.memory).toMatchObject({ value: 31, unit: 'GB' })
  })

  test('of a connected object: its blocks by name', async () => {
    const { json } = await rest('/v1/iot/iot_device?archetype=occupancy_sensor')
    expect(Object.keys(json.verbose).slice(0, 5)).toEqual([
      'duration',
      'CASING-1',
      'POWER_SUPPLY-1',
      'SENSING-1',
      'USER_INTERFACE-1',
    ])
  })

  test('is left out where it is not asked for', async () => {
    for (const no of ['false', 'False', '0', 'no', 'off']) {
      expect((await rest(`/v1/server?verbose=${no}`)).json).not.toHaveProperty('verbose')
    }
    for (const yes of ['', 'true', 'True', '1', 'yes', 'on']) {
      expect((await rest(`/v1/server?verbose=${yes}`)).json).toHaveProperty('verbose')
    }
  })
})

describe('a duration', () => {
  test('in the query wins over that of the usage', async () => {
    const usage = { usage: { hours_use_time: 24, days_use_time: 2, years_use_time: 1 } }
    const { json } = await rest('/v1/server?criteria=gwp', usage)
    expect(json.verbose.duration).toEqual({ value: 24 + 48 + 8760, unit: 'hours' })
    expect((await rest('/v1/server?criteria=gwp&duration=5', usage)).json.verbose.duration.value).toBe(5)
  })

  test('allocates what is embedded, or not: 8760 h of 35040 h are a quarter of 947.7', async () => {
    const embedded = async (query: string) =>
      (await rest(`/v1/server?verbose=false&criteria=gwp${query}`)).json.impacts.gwp.embedded
    // 947.7 / 4 = 236.9, shown to the ten by (521.8 - 115.0) * 0.1 = 40.7.
    expect(await embedded('&duration=8760')).toMatchObject({ value: 240, min: 115, max: 521.8 })
    expect(await embedded('&duration=8760&allocation=TOTAL')).toMatchObject({ value: 900 })
    expect(await embedded('&duration=8760&allocation=total')).toMatchObject({ value: 900 })
    expect(await embedded('&duration=8760&allocation=')).toMatchObject({ value: 240 })
  })
})

describe('warnings at the top', () => {
  test('name unknown fields by their path, and nothing else changes', async () => {
    const { status, json } = await rest(SERVER, {
      colour: 'blue',
      configuration: { cpu: { unit: 2 }, ram: [{ speed: 3200 }] },
    })
    expect(status).toBe(200)
    const named = ['colour', 'configuration.cpu.unit', 'configuration.ram.0.speed'].map((field) =>
      expect.stringContaining(` ${field} `),
    )
    const { warnings } = (await rest(SERVER, { configuration: { cpu: {}, ram: [{}] } })).json
    expect(json.warnings).toHaveLength(warnings.length + named.length)
    expect(json.warnings).toEqual(expect.arrayContaining(named))
  })

  test('say which instance was used where it is spelled in another way', async () => {
    const { json } = await rest('/v1/cloud/instance?provider=AWS&instance_type=M5-XLarge&verbose=false&criteria=gwp')
    expect(json.warnings).toEqual([
      'Provider "AWS" was read as aws',
      'Instance "M5-XLarge" was read as m5.xlarge',
      'Host m5.metal: RAM configuration was not verified',
    ])
  })

  test('name the closest CPUs where one is not known, and the computation goes on', async () => {
    const { status, json } = await rest(SERVER, { configuration: { cpu: { name: 'Xeon Platinum 9999' } } })
    expect(status).toBe(200)
    expect(json.impacts.gwp.embedded.value).toBe(900)
    expect(json.warnings.join()).toMatch(/"Xeon Platinum 9999".* Intel Xeon Platinum \d{4}/)
  })

  test('warn of a place that is not known, which is CHANGED to the default', async () => {
    const { status, json } = await rest('/v1/server', { usage: { usage_location: 'Atlantis' } })
    expect(status).toBe(200)
    expect(json.verbose.usage_location).toMatchObject({ value: 'EEE', status: 'CHANGED' })
    expect(json.verbose.usage_location.warnings).toHaveLength(1)
    expect(json.warnings.join()).toContain('Atlantis')
    for (const place of ['fr', 'FR', 'France', 'fra']) {
      expect(
        (await rest('/v1/server', { usage: { usage_location: place } })).json.verbose.usage_location,
      ).toMatchObject({
        value: 'FRA',
        status: 'CHANGED',
      })
    }
  })

  test.each([
    ['Viet Nam', 'VNM'],
    ['United States of America', 'USA'],
    ['U.S.', 'USA'],
    ['Great Britain', 'GBR'],
    ['Korea, Republic of', 'KOR'],
    ['Republic of Korea', 'KOR'],
    ['Bosnia and Herzegovina', 'BIH'],
    ['Venezuela, Bolivarian Republic of', 'VEN'],
    ['Taiwan, Province of China', 'TWN'],
    ['Congo, Democratic Republic of the', 'COD'],
    ['Netherlands, Kingdom of the', 'NLD'],
  ])('know a country by its name in ISO 3166 or in use, from release 2026.12 on: %s', async (given, code) => {
    const { json } = await rest('/v1/component/cpu?release=2026.12', { usage: { usage_location: given } })
    expect(json.verbose.usage_location).toMatchObject({ value: code, status: 'CHANGED' })
  })
})
