import { describe, expect, test } from 'vitest'
import { rest } from './ask-rest.ts'

/** W at a load in percent, by the parameters that /v1/consumption_profile/cpu gives. */
function powerAt({ a, b, c, d }: Readonly<Record<'a' | 'b' | 'c' | 'd', number>>, load: number): number {
  return Math.max(1, a * Math.log(b * (load + c)) + d)
}

describe('the cards of a host', () => {
  // GB of each card by its maker: H200, A100 of 40 and 80 GB, Inferentia, Gaudi.
  test.each([
    ['gcp', 'a3-ultragpu-8g', 141],
    ['gcp', 'a2-highgpu-1g', 40],
    ['gcp', 'a2-highgpu-16g', 40],
    ['gcp', 'a2-ultragpu-4g', 80],
    ['aws', 'inf1.xlarge', 8],
    ['aws', 'dl1.24xlarge', 32],
  ])('have their own memory, not that of all of them: %s %s, %d GB', async (provider, type, vram) => {
    const { json } = await rest(`/v1/cloud/instance?provider=${provider}&instance_type=${type}&criteria=gwp`)
    expect(json.verbose['GPU-1'].vram.value).toBe(vram)
  })

  test('have that of their archetype where 0 GB is given, which is said', async () => {
    const configuration = { gpu: { units: 1, vram: 0 } }
    const { json } = await rest('/v1/server?criteria=gwp', { configuration })
    // The archetype of a card has 80 GB.
    expect(json.verbose['GPU-1'].vram).toMatchObject({ value: 80, status: 'ARCHETYPE' })
    expect(json.warnings).toContainEqual(expect.stringContaining('0 GB counts as unknown'))
  })

  test('weigh what those of release 2026.11 do, within 3 %', async () => {
    for (const type of ['a3-ultragpu-8g', 'a2-highgpu-8g', 'a3-highgpu-8g']) {
      const target = `/v1/cloud/gcp?instance_type=${type}&criteria=gwp`
      const [base, later] = await Promise.all([rest(target), rest(`${target}&release=2026.11`)])
      const cards = ({ json }: typeof base) => json.verbose['GPU-1'].impacts.gwp.embedded.value
      expect(cards(base) / cards(later)).toBeGreaterThan(0.97)
      expect(cards(base) / cards(later)).toBeLessThan(1.03)
    }
  })
})

describe('the power of a CPU', () => {
  test('from one measured point is the base profile, raised: 103, 250 and 328 W at 0, 50 and 100 %', async () => {
    const { json } = await rest('/v1/consumption_profile/cpu', { workload: [{ load_percentage: 50, power_watt: 250 }] })
    const curve = json as unknown as Parameters<typeof powerAt>[0]
    expect(powerAt(curve, 0)).toBeCloseTo(103.3, 0)
    expect(powerAt(curve, 50)).toBeCloseTo(250, 3)
    expect(powerAt(curve, 100)).toBeCloseTo(327.8, 0)
  })

  test.each([
    ['Intel Xeon E7-2850 V2', 70.489],
    ['Intel Xeon D-1518', 182.23],
    ['Intel Xeon W-2223', 182.23],
    ['Intel Xeon Bronze 3104', 182.23],
  ])('whose range has no profile is that of an almost equal range, else the archetype: %s', async (name, watt) => {
    const { json } = await rest('/v1/component/cpu', { name })
    expect(json.verbose.avg_power.value).toBeCloseTo(watt, 2)
  })
})

describe('criteria', () => {
  test.each(['CTUh_c', 'CTUh_nc', 'ctuh_c', 'GWP', 'Gwp'])('are answered as they are spelled: %s', async (code) => {
    const { status, json } = await rest(`/v1/server?criteria=${code}`)
    expect(status).toBe(200)
    expect(Object.keys(json.impacts)).toEqual([code])
    expect(Object.keys(json.verbose['RAM-1'].impacts)).toEqual([code])
    if (json.impacts[code].use !== 'not implemented') expect(json.verbose).toHaveProperty(`${code}_factor`)
  })

  test('of one code in several spellings are the first', async () => {
    const { json } = await rest('/v1/server?criteria=CTUh_c,gwp&criteria=ctuh_c&criteria=GWP&verbose=false')
    expect(Object.keys(json.impacts)).toEqual(['CTUh_c', 'gwp'])
  })
})

const gwpOf = async (body: unknown, path = '/v1/server') =>
  (await rest(`${path}?verbose=false&criteria=gwp`, body)).json.impacts.gwp

describe('what a server is made of', () => {
  test('has the drives of its archetype where the list is empty, and no memory where that list is', async () => {
    expect(await gwpOf({ configuration: { disk: [] } })).toEqual(await gwpOf({}))
    const { json } = await rest('/v1/server', { configuration: { ram: [] } })
    expect(Object.keys(json.verbose).filter((key) => key.startsWith('RAM-'))).toEqual([])
  })

  test.each([{ gpu: {} }, { gpu: { vram: 24 } }])('has as many cards as its archetype: %j', async (configuration) => {
    const none = await rest('/v1/server?criteria=gwp', { configuration })
    expect(none.json.impacts).toEqual((await rest('/v1/server?criteria=gwp&verbose=false', {})).json.impacts)
    expect(none.json.verbose['GPU-1'].units).toMatchObject({ value: 0, status: 'ARCHETYPE' })
    expect(none.json.warnings.join()).toContain('`units`')
    const eight = await rest('/v1/server?archetype=p5.48xlarge&criteria=gwp', { configuration })
    expect(eight.json.verbose['GPU-1'].units).toMatchObject({ value: 8, status: 'ARCHETYPE' })
  })

  test.each(['tower', ''])('has the usual case where that is not known, with a warning: "%s"', async (type) => {
    const { status, json } = await rest('/v1/server?criteria=gwp', { model: { type } })
    expect(status).toBe(200)
    expect(json.verbose['CASE-1'].case_type).toMatchObject({ value: 'rack', status: 'ARCHETYPE' })
    expect(json.warnings).toContainEqual(expect.stringMatching(`^model.type "${type}" .* rack, blade$`))
    const alone = await rest('/v1/component/case?criteria=gwp&verbose=false', { case_type: type })
    expect(alone.json.impacts).toEqual((await rest('/v1/component/case?criteria=gwp&verbose=false', {})).json.impacts)
  })

  test.each([
    [{ units: 8, capacity: 4000 }, 2200],
    [{ units: 5 }, 1100],
    [{ type: null, units: 5 }, 1100],
  ])('has solid-state drives where no type is given, with a warning: %j', async (disk, embedded) => {
    const { json } = await rest('/v1/server?criteria=gwp', { configuration: { disk: [disk] } })
    expect(json.impacts.gwp.embedded.value).toBe(embedded)
    expect(json.verbose['SSD-1'].units).toMatchObject({ value: disk.units, status: 'INPUT' })
    expect(json.warnings).toContainEqual(expect.stringMatching(/^configuration\.disk\.0\.type: /))
    const strict = await rest('/v1/server?criteria=gwp&strict=true', { configuration: { disk: [disk] } })
    expect(strict.json.impacts).toEqual(json.impacts)
    const typed = (await rest('/v1/server?criteria=gwp', { configuration: { disk: [{ ...disk, type: 'ssd' }] } })).json
    expect(json).toEqual({ ...typed, warnings: [json.warnings[0], ...typed.warnings] })
  })

  test('leaves out drives whose type is blank, with a warning', async () => {
    const hdd = { type: 'hdd', units: 2 }
    const { status, json } = await rest('/v1/server?criteria=gwp', {
      configuration: { disk: [{ type: '', capacity: 500 }, hdd, { capacity: 500 }, { type: ' ' }] },
    })
    expect(status).toBe(200)
    const kept = { configuration: { disk: [hdd, { type: 'ssd', capacity: 500 }] } }
    const { impacts } = (await rest('/v1/server?criteria=gwp&verbose=false', kept)).json
    expect(json.impacts).toEqual(impacts)
    expect(json.warnings.slice(0, 3)).toEqual([
      'configuration.disk.0 was left out: expected a type: ssd or hdd',
      'configuration.disk.3 was left out: expected a type: ssd or hdd',
      expect.stringMatching(/^configuration\.disk\.2\.type: /),
    ])
  })

  test('is refused with all that would be left out where strict is asked for', async () => {
    const body = { model: { type: 'tower' }, configuration: { disk: [{ type: '' }] } }
    const { status, json } = await rest('/v1/server?strict=true', body)
    expect(status).toBe(422)
    expect(json.detail.map(({ loc }: { loc: unknown }) => loc)).toEqual([
      ['body', 'model', 'type'],
      ['body', 'configuration', 'disk', 0],
    ])
  })
})

test('A host of g3 has cards of 8 GB each, not the memory of all four', async () => {
  const { json } = await rest('/v1/cloud/instance?provider=aws&instance_type=g3s.xlarge&criteria=gwp')
  // One card of four.
  const card = (await rest('/v1/component/gpu?criteria=gwp&verbose=false', { vram: 8 })).json
  expect(json.verbose['GPU-1'].vram).toMatchObject({ value: 8, status: 'ARCHETYPE' })
  expect(json.verbose['GPU-1'].impacts.gwp.embedded).toEqual(card.impacts.gwp.embedded)
  expect(json.impacts.gwp.embedded.value).toBe(254)
})

test('A connected object has the blocks of its archetype where the list is empty', async () => {
  const path = '/v1/iot/iot_device?archetype=smart_watch&verbose=false&criteria=gwp'
  expect((await rest(path, { functional_blocks: [] })).json).toEqual((await rest(path)).json)
})

test('The row of an instance type is a1.4xlarge where none is named, as on the route of impacts', async () => {
  const named = await rest('/v1/cloud/instance/instance_config?provider=aws&instance_type=a1.4xlarge')
  expect((await rest('/v1/cloud/instance/instance_config')).body).toBe(named.body)
  expect((await rest('/v1/cloud/instance/instance_config?provider=aws')).body).toBe(named.body)
})

test('Regions come by provider: aws, azure, gcp, scaleway, ovhcloud', async () => {
  const { json } = await rest('/v1/utils/cloud_regions')
  const providers = new Set((json as unknown as { provider: string }[]).map(({ provider }) => provider))
  expect([...providers]).toEqual(['aws', 'azure', 'gcp', 'scaleway', 'ovhcloud'])
})

describe('numbers are written as clients know them', () => {
  test('whole: the one unit of what no archetype counts, loads of measured points, layers that are given', async () => {
    const { body } = await rest('/v1/server?criteria=gwp', {
      configuration: { cpu: { name: 'AMD EPYC 7763' }, disk: [{ type: 'ssd', layers: 52, capacity: 100 }] },
    })
    for (const part of ['ASSEMBLY', 'CASE', 'MOTHERBOARD'])
      expect(body).toMatch(
        new RegExp(`"${part}-1":\\{"impacts":.*?"units":\\{"value":1,"status":"ARCHETYPE"[^}]*"min":1,"max":1\\}`),
      )
    expect(body).toContain('"workloads":{"value":[{"load_percentage":0,')
    expect(body).toMatch(/"capacity":\{"value":100[^}]*\},"layers":\{"value":52,/)
    expect(body).toMatch(/"units":\{"value":1,"status":"ARCHETYPE"[^}]*\}\}/)
    expect((await rest('/v1/terminal/laptop?criteria=gwp')).body).toMatch(/"units":\{"value":1,/)
  })

  test('whole: the number of instances on a host, which may not be a fraction', async () => {
    const asked = (instance_per_server: number) => ({ instance_type: 'a1.large', usage: { instance_per_server } })
    const { body } = await rest('/v1/cloud/instance?provider=aws&criteria=gwp', { provider: 'aws', ...asked(19) })
    expect(body).toContain('"instance_per_server":{"value":19,"status":"INPUT"}')
    const { status, json } = await rest('/v1/cloud/instance', { provider: 'aws', ...asked(2.5) })
    expect(status).toBe(422)
    expect(json.detail.map(({ loc }: { loc: unknown }) => loc)).toEqual([['body', 'usage', 'instance_per_server']])
  })

  test('decimal: the units that an archetype has', async () => {
    const { body } = await rest('/v1/server?criteria=gwp')
    expect(body).toMatch(/"CPU-1":.*?"units":\{"value":2\.0,"status":"ARCHETYPE"/)
    expect((await rest('/v1/component/cpu?criteria=gwp')).body).toContain('"units":{"value":1.0,')
  })
})

describe('a verbose answer', () => {
  const keysOf = (verbose: object) => Object.keys(verbose).filter((key) => !/-\d+$/.test(key))

  test.each([
    ['gpu', 'GPU-1', { gpu: { units: 1, usage: { avg_power: 100, time_workload: 30 } } }],
    ['disk', 'SSD-1', { disk: [{ type: 'ssd', units: 1, usage: { avg_power: 5, time_workload: 30 } }] }],
    ['power_supply', 'POWER_SUPPLY-1', { power_supply: { usage: { avg_power: 20, time_workload: 30 } } }],
  ])('tells the load of a part with a power of its own: %s', async (_, label, configuration) => {
    const { json } = await rest('/v1/server?criteria=gwp', { configuration })
    expect(json.verbose[label].time_workload).toMatchObject({ value: 30, status: 'INPUT' })
    const [kind] = Object.keys(configuration)
    const [part] = Object.values(configuration).flat()
    const alone = await rest(`/v1/component/${kind === 'disk' ? 'ssd' : kind}?criteria=gwp`, part)
    expect(alone.json.verbose.time_workload).toMatchObject({ value: 30, status: 'INPUT' })
    const { verbose: same } = (await rest('/v1/server?criteria=gwp', { configuration, usage: { time_workload: 30 } }))
      .json
    expect(same[label].time_workload).toMatchObject({ value: 30, status: 'INPUT' })
    const inherited = { configuration: JSON.parse(JSON.stringify(configuration).replace(',"time_workload":30', '')) }
    const { verbose } = (await rest('/v1/server?criteria=gwp', { ...inherited, usage: { time_workload: 30 } })).json
    expect(verbose[label]).not.toHaveProperty('time_workload')
  })

  test('has the unit of a list of loads in words where a part has its own', async () => {
    const list = [
      { time_percentage: 60, load_percentage: 0 },
      { time_percentage: 40, load_percentage: 80 },
    ]
    const part = { units: 1, usage: { avg_power: 10, time_workload: list } }
    const disk = [
      { ...part, type: 'hdd' },
      { type: 'ssd', usage: { time_workload: list } },
    ]
    const configuration = { cpu: { usage: { time_workload: list } }, gpu: part, disk }
    const usage = { time_workload: list }
    const { verbose } = (await rest('/v1/server?criteria=gwp', { configuration, usage })).json
    for (const label of ['CPU-1', 'GPU-1', 'HDD-1', 'SSD-1'])
      expect(verbose[label].time_workload.unit).toBe('(time_percentage:%, load_percentage: %)')
    const ofServer = await rest('/v1/server?criteria=gwp', { usage: { time_workload: list } })
    expect(ofServer.json.verbose['CPU-1'].time_workload.unit).toBe('%')
  })

  test('of an instance has the use that was given before the duration', async () => {
    const { json } = await rest('/v1/cloud/instance?criteria=gwp', {
      provider: 'aws',
      instance_type: 'm5.xlarge',
      usage: {
        elec_factors: { pe: 11, gwp: 0.1 },
        usage_location: 'FRA',
        time_workload: 30,
        instance_per_server: 4,
      },
    })
    expect(keysOf(json.verbose)).toEqual([
      'vcpu',
      'memory',
      'avg_power',
      'time_workload',
      'usage_location',
      'instance_per_server',
      'gwp_factor',
      'pe_factor',
      'duration',
      'use_time_ratio',
      'hours_life_time',
      'other_consumption_ratio',
    ])
    expect(json.verbose.instance_per_server).toEqual({ value: 4, status: 'INPUT' })
    expect(json.warnings?.join() ?? '').not.toContain('instance_per_server')
  })

  test.each([
    ['/v1/server', { usage: { elec_factors: { pe: 11 } } }],
    ['/v1/terminal/laptop', { usage: { elec_factors: { pe: 11 } } }],
    ['/v1/component/cpu', { usage: { elec_factors: { pe: 11 } } }],
    ['/v1/component/ssd', { usage: { elec_factors: { pe: 11 } } }],
    ['/v1/iot/iot_device', { usage: { elec_factors: { pe: 11 } } }],
  ])('tells the factors that were given, those of other criteria too: %s', async (path, body) => {
    const { json } = await rest(`${path}?criteria=gwp`, body)
    expect(json.verbose.pe_factor).toMatchObject({ value: 11, status: 'INPUT' })
  })

  test('tells the use of a part without power that was given, of a connected object too', async () => {
    const usage = { usage_location: 'FRA', use_time_ratio: 0.5, hours_life_time: 9000, time_workload: 20 }
    const shown = ['time_workload', 'usage_location', 'use_time_ratio', 'hours_life_time']
    const drive = await rest('/v1/component/ssd?criteria=gwp', { usage })
    expect(Object.keys(drive.json.verbose).slice(-4)).toEqual(shown)
    const bare = await rest('/v1/component/ssd?criteria=gwp', {})
    expect(Object.keys(bare.json.verbose)).not.toContain('usage_location')
    const watch = await rest('/v1/iot/iot_device?archetype=smart_watch&criteria=gwp', { usage })
    expect(keysOf(watch.json.verbose)).toEqual(['duration', ...shown, 'units'])
  })

  test('tells of a part of a server, beside its own place, that it is that of the server', async () => {
    const { json } = await rest('/v1/server?criteria=gwp', {
      usage: { usage_location: 'DEU' },
      configuration: { disk: [{ type: 'ssd', usage: { usage_location: 'FRA' } }, { type: 'hdd' }] },
    })
    expect(json.verbose['SSD-1'].usage_location).toMatchObject({
      value: 'DEU',
      warnings: [expect.stringContaining('FRA')],
    })
    expect(json.verbose['HDD-1']).not.toHaveProperty('usage_location')
  })

  test('has the units of levels of load in words for terminals, and % for servers', async () => {
    const usage = { time_workload: [{ time_percentage: 100, load_percentage: 10 }] }
    const unit = async (path: string) => (await rest(`${path}?criteria=gwp`, { usage })).json.verbose.time_workload.unit
    expect(await unit('/v1/terminal/laptop')).toBe('(time_percentage:%, load_percentage: %)')
    expect(await unit('/v1/component/cpu')).toBe('(time_percentage:%, load_percentage: %)')
    expect(await unit('/v1/server')).toBe('%')
  })

  // Their rows have threads and no cores.
  test.each([
    ['AMD EPYC 7251', 16],
    ['Intel Core i5-4258U', 4],
    ['Intel Pentium 2030M', 2],
  ])('has no core count of the archetype beside threads of a named CPU: %s', async (name, count) => {
    const { json } = await rest('/v1/component/cpu?criteria=gwp', { name })
    expect(json.verbose.threads).toMatchObject({ value: count, status: 'COMPLETED' })
    expect(json.verbose).not.toHaveProperty('core_units')
    const server = await rest('/v1/server?criteria=gwp', { configuration: { cpu: { name } } })
    expect(server.json.verbose['CPU-1'].threads.value).toBe(count)
    expect(server.json.verbose['CPU-1']).not.toHaveProperty('core_units')
    expect((await rest('/v1/component/cpu?criteria=gwp')).json.verbose.core_units.status).toBe('ARCHETYPE')
  })
})

describe('what is doubtful about a factor', () => {
  test('is told once in an answer, in less than 25 words, by the names of this API', async () => {
    for (const query of ['criteria=all', 'criteria=all&release=2026.11', 'criteria=ap&verbose=false']) {
      const { body, json } = await rest(`/v1/server?${query}`, {})
      const doubts = json.warnings.filter((each: string) => /doubtful|not renewed|traded off|trade them off/.test(each))
      expect(doubts.length).toBeGreaterThan(0)
      for (const doubt of doubts) {
        expect(body.split(JSON.stringify(doubt)).length - 1, doubt).toBe(1)
        expect(doubt.split(' ').length, doubt).toBeLessThan(25)
      }
      expect(body).not.toContain('elecFactors')
      expect(body).toContain('(elec_factors)')
    }
  })

  test('makes an answer no more than a tenth longer than one without doubts', async () => {
    const [doubted, certain] = await Promise.all(
      ['CZE', 'FRA'].map((place) => rest('/v1/server?criteria=ap', { usage: { usage_location: place } })),
    )
    expect((doubted?.body.length ?? 0) / (certain?.body.length ?? 1)).toBeLessThan(1.1)
  })
})
