import { describe, expect, test } from 'vitest'
import { createRestHandler } from '../../../src/server/rest/handle-rest.ts'
import type { Data } from '../../world.ts'
import { world } from '../../world.ts'
import { rest } from './ask-rest.ts'

/** The faults of an answer by their places. */
async function faults(target: string, body?: unknown, method?: string): Promise<Record<string, Data>> {
  const { status, json } = await rest(target, body, method)
  expect(status, JSON.stringify(json)).toBe(422)
  expect(Array.isArray(json.detail)).toBe(true)
  for (const fault of json.detail) expect(Object.keys(fault)).toEqual(['type', 'loc', 'msg', 'input'])
  return Object.fromEntries(json.detail.map((fault: Data) => [fault.loc.join('.'), fault]))
}

test.each([
  ['/v1/consumption_profile/cpu', 'workload', (list: object) => ({ workload: list })],
  ['/v1/server/', 'usage.time_workload', (list: object) => ({ usage: { time_workload: list } })],
  ['/v1/server/', 'configuration.ram', (list: object) => ({ configuration: { ram: list } })],
])('an object with a length is refused where a list is expected: %s %s', async (target, place, bodyOf) => {
  for (const length of [1, [{ toString: 1 }], { valueOf: 1, toString: 2 }]) {
    const found = await faults(target, bodyOf({ length }))
    expect(Object.keys(found).some((each) => each.startsWith(`body.${place}`))).toBe(true)
  }
})

describe('what is not known is 404, with the closest known names after it', () => {
  test.each([
    ['/v1/server?archetype=platform_compute_mediun', 'platform_compute_mediun', 'platform_compute_medium'],
    ['/v1/server/archetype_config?archetype=nope', 'nope', '/v1/server/archetypes'],
    ['/v1/cloud/instance?provider=aws&instance_type=p5.4xlarge', 'p5.4xlarge', 'p5.48xlarge'],
    ['/v1/cloud/instance?provider=azur&instance_type=x', 'azur', 'azure'],
    ['/v1/cloud/instance/all_instances?provider=nobody', 'nobody', '/v1/cloud/instance/all_providers'],
    [
      '/v1/cloud/instance?provider=aws&instance_type=qqqqqqqq',
      'qqqqqqqq',
      '/v1/cloud/instance/all_instances?provider=aws',
    ],
    ['/v1/cloud/instance/instance_config?provider=aws&instance_type=m5.xlargo', 'm5.xlargo', 'm5.xlarge'],
    ['/v1/component/cpu?archetype=DEFALT', 'DEFALT', 'DEFAULT'],
    ['/v1/component/ram/archetype_config?archetype=x', 'x', '/v1/component/ram/archetypes'],
    ['/v1/component/power_supply?archetype=x', 'x', '/v1/component/power_supply/archetypes'],
    ['/v1/component/motherboard/archetype_config?archetype=x', 'x', 'motherboard'],
    ['/v1/terminal/tablet?archetype=x', 'x', '/v1/terminal/tablet/archetypes'],
    ['/v1/peripheral/monitor?archetype=x', 'x', '/v1/peripheral/monitor/archetypes'],
    ['/v1/terminal/laptop?archetype=laptop-por', 'laptop-por', 'laptop-pro'],
    ['/v1/terminal/laptop/archetype_config?archetype=desktop-pro', 'desktop-pro'],
    ['/v1/iot/iot_device?archetype=dronemini', 'dronemini', 'drone_mini'],
    ['/v1/component/cpus', 'cpus', 'cpu'],
    ['/v1/terminal/lap_top', 'lap_top', 'laptop'],
    ['/v1/peripheral/keyboard', 'keyboard', '/v1/peripheral/all'],
    ['/v1/utils/qqqqqq', 'qqqqqq', '/openapi.json'],
    ['/v1/iot/iot_device?archetype=x', 'x', '/v1/iot/iot_device/archetypes'],
    ['/v2/server'],
    ['/v1'],
  ])('%s', async (target, ...names) => {
    const { status, json, cacheable } = await rest(target)
    expect(status).toBe(404)
    expect(Object.keys(json)).toEqual(['detail'])
    expect(json.detail.split(/[;,]? |\?$/)).toEqual(expect.arrayContaining(names))
    expect(cacheable).toBe(false)
  })

  test('in the words that clients know', async () => {
    expect((await rest('/v1')).json.detail).toBe('Not Found')
    expect((await rest('/v1/component/cpus')).json.detail).toBe('cpus not found. Did you mean cpu?')
    expect((await rest('/v1/utils/qqqqqq')).json.detail).toBe('qqqqqq not found; /openapi.json lists the known names')
    expect((await rest('/v1/component/motherboard/archetype_config?archetype=x')).json.detail).toBe(
      'x not found; there are no archetypes of kind motherboard',
    )
  })

  test('over POST too', async () => {
    expect((await rest('/v1/cloud/instance', { provider: 'aws', instance_type: 'p5.4xlarge' })).status).toBe(404)
    expect((await rest('/v1/server?archetype=nope', {})).status).toBe(404)
  })
})

test('the path that is named in place of a close name lists what is known', async () => {
  for (const target of [
    '/v1/server?archetype=qqqq',
    '/v1/iot/iot_device?archetype=qqqq',
    '/v1/cloud/instance?provider=qqqq&instance_type=x',
    '/v1/cloud/instance?provider=aws&instance_type=qqqq',
    '/v1/component/ssd?archetype=qqqq',
    '/v1/terminal/laptop?archetype=qqqq',
    '/v1/peripheral/usb_stick?archetype=qqqq',
    '/v1/component/qqqq',
  ]) {
    const [, path = ''] = / (\/v1\/\S+) /.exec((await rest(target)).json.detail) ?? []
    const { status, json } = await rest(path)
    expect([target, status]).toEqual([target, 200])
    expect(Object.keys(json).length).toBeGreaterThan(0)
  }
})

describe('a cloud POST without provider or instance_type is 422', () => {
  test.each([
    [{}, ['body.provider', 'body.instance_type']],
    [{ provider: 'aws' }, ['body.instance_type']],
    [{ provider: null, instance_type: 'm5.xlarge' }, ['body.provider']],
    ['', ['body.provider', 'body.instance_type']],
  ])('%j', async (body, places) => {
    expect(Object.keys(await faults('/v1/cloud/instance', body))).toEqual(places)
  })
})

describe('a body that makes no sense is 422', () => {
  test('malformed JSON', async () => {
    const found = await faults('/v1/server', '{"configuration": {')
    expect(found.body).toMatchObject({ type: 'json_invalid' })
    await faults('/v1/server', '{"usage": {"time_workload": NaN}}')
    await faults('/v1/server', '{"usage": {"avg_power": Infinity}}')
  })

  test.each(['[]', '5', '"x"', 'true'])('another type than an object: %s', async (body) => {
    expect(Object.keys(await faults('/v1/server', body))).toEqual(['body'])
  })

  test('with every fault at once, each at its place, with what was sent and what was expected', async () => {
    const found = await faults('/v1/server', {
      configuration: {
        cpu: { units: -1, tdp: 0, core_units: 2.5, name: 7 },
        ram: [{ capacity: 32 }, { capacity: -1, density: 0 }],
        disk: [{ type: 'floppy' }, { type: 'ssd', capacity: -5 }],
        power_supply: { unit_weight: 'heavy' },
      },
      usage: { time_workload: 101, hours_life_time: 0, use_time_ratio: -0.1, elec_factors: { gwp: 'x' } },
    })
    expect(Object.keys(found).sort()).toEqual([
      'body.configuration.cpu.core_units',
      'body.configuration.cpu.name',
      'body.configuration.cpu.tdp',
      'body.configuration.cpu.units',
      'body.configuration.disk.0.type',
      'body.configuration.disk.1.capacity',
      'body.configuration.power_supply.unit_weight',
      'body.configuration.ram.1.capacity',
      'body.configuration.ram.1.density',
      'body.usage.elec_factors.gwp',
      'body.usage.hours_life_time',
      'body.usage.time_workload',
      'body.usage.use_time_ratio',
    ])
    expect(found['body.configuration.cpu.units']).toMatchObject({ input: -1, msg: expect.stringMatching(/^expected /) })
    expect(found['body.configuration.ram.1.capacity'].loc).toEqual(['body', 'configuration', 'ram', 1, 'capacity'])
  })

  test.each([
    ['negative units', 'cpu', { units: -1 }, 'body.units'],
    ['negative capacity', 'ram', { capacity: -8 }, 'body.capacity'],
    ['a density of 0', 'ssd', { density: 0 }, 'body.density'],
    ['a lifetime of 0', 'cpu', { usage: { hours_life_time: 0 } }, 'body.usage.hours_life_time'],
    ['negative power', 'gpu', { usage: { avg_power: -1 } }, 'body.usage.avg_power'],
    ['a load above 100', 'cpu', { usage: { time_workload: 100.5 } }, 'body.usage.time_workload'],
    ['a load below 0', 'cpu', { usage: { time_workload: -1 } }, 'body.usage.time_workload'],
    [
      'a load above 100 among levels',
      'cpu',
      { usage: { time_workload: [{ time_percentage: 100, load_percentage: 101 }] } },
      'body.usage.time_workload.0.load_percentage',
    ],
    [
      'shares of time that do not add up',
      'cpu',
      { usage: { time_workload: [{ time_percentage: 99, load_percentage: 5 }] } },
      'body.usage.time_workload',
    ],
    [
      'a level without a share',
      'cpu',
      { usage: { time_workload: [{ load_percentage: 5 }] } },
      'body.usage.time_workload.0.time_percentage',
    ],
    ['a number too large', 'ram', { capacity: 1e300 }, 'body.capacity'],
    ['infinite as text', 'ram', { capacity: 'Infinity' }, 'body.capacity'],
    ['not a number as text', 'ram', { capacity: 'NaN' }, 'body.capacity'],
    ['an empty text for a number', 'ram', { capacity: '' }, 'body.capacity'],
    ['a text for an object', 'cpu', { usage: 'much' }, 'body.usage'],
    ['a list for an object', 'cpu', { usage: [] }, 'body.usage'],
    ['true for a number', 'ram', { units: true }, 'body.units'],
    ['a number for a case type', 'case', { case_type: 7 }, 'body.case_type'],
    ['a very long text', 'cpu', { name: 'x'.repeat(10_000) }, 'body.name'],
  ])('%s', async (_, component, body, place) => {
    expect(Object.keys(await faults(`/v1/component/${component}`, body))).toEqual([place])
  })

  test('an unknown type of terminal or block, found by the tables, has its place in the body too', async () => {
    expect(Object.keys(await faults('/v1/terminal/laptop', { type: 'gaming' }))).toEqual(['body.type'])
    const blocks = [
      { type: 'casing', hsl_level: 'HSL-1' },
      { type: 'antigravity', hsl_level: 'HSL-9' },
    ]
    expect(Object.keys(await faults('/v1/iot/iot_device', { functional_blocks: blocks }))).toEqual([
      'body.functional_blocks.1.type',
      'body.functional_blocks.1.hsl_level',
    ])
  })

  test('measured points that are none', async () => {
    expect(
      Object.keys(
        await faults('/v1/consumption_profile/cpu', { workload: [{ load_percentage: 200, power_watt: -1 }] }),
      ),
    ).toEqual(['body.workload.0.load_percentage', 'body.workload.0.power_watt'])
    expect(Object.keys(await faults('/v1/consumption_profile/cpu', { workload: [] }))).toEqual(['body.workload'])
    expect(Object.keys(await faults('/v1/consumption_profile/cpu?tdp=-5'))).toEqual(['query.tdp'])
  })
})

describe('a query that makes no sense is 422 at its place', () => {
  test.each([
    ['criteria=nonsense', 'query.criteria'],
    ['criteria=gwp,nonsense', 'query.criteria'],
    ['duration=0', 'query.duration'],
    ['duration=-1', 'query.duration'],
    ['duration=soon', 'query.duration'],
    ['duration=NaN', 'query.duration'],
    ['duration=Infinity', 'query.duration'],
    ['duration=1e400', 'query.duration'],
    ['verbose=maybe', 'query.verbose'],
    ['allocation=HALF', 'query.allocation'],
  ])('%s', async (query, place) => {
    expect(Object.keys(await faults(`/v1/server?${query}`))).toEqual([place])
  })

  test('all of them at once', async () => {
    expect(Object.keys(await faults('/v1/server?verbose=2&duration=0&criteria=x&allocation=y')).sort()).toEqual([
      'query.allocation',
      'query.criteria',
      'query.duration',
      'query.verbose',
    ])
  })

  test.each([
    ['/v1/server/archetype_config', 'query.archetype'],
    ['/v1/cloud/instance/all_instances', 'query.provider'],
    ['/v1/utils/name_to_cpu', 'query.cpu_name'],
    ['/v1/cloud/instance/instance_config?provider=gcp', 'query.instance_type'],
  ])('%s without what it needs', async (target, place) => {
    expect(Object.keys(await faults(target))).toEqual([place])
  })
})

test('a name in a query that is longer than a name may be', async () => {
  const name = 'x'.repeat(501)
  expect(Object.keys(await faults(`/v1/utils/name_to_cpu?cpu_name=${name}`))).toEqual(['query.cpu_name'])
  expect(Object.keys(await faults(`/v1/server?archetype=${name}`))).toEqual(['query.archetype'])
})

test('query and body are refused together, every fault at once', async () => {
  const found = await faults('/v1/server?duration=0', { configuration: { cpu: { units: -1 } } })
  expect(Object.keys(found).sort()).toEqual(['body.configuration.cpu.units', 'query.duration'])
})

describe('a wrong method is 405, with those that may be used', () => {
  test.each([
    ['/v1/server', 'DELETE', ['GET', 'POST', 'HEAD', 'OPTIONS']],
    ['/v1/server/archetypes', 'POST', ['GET', 'HEAD', 'OPTIONS']],
    ['/v1/cloud/aws', 'PUT', ['GET', 'HEAD', 'OPTIONS']],
  ])('%s %s', async (path, method, allow) => {
    const answer = await rest(path, undefined, method)
    expect(answer.status).toBe(405)
    expect([...(answer.allow ?? [])].sort()).toEqual([...allow].sort())
  })
})

describe('JSON that cannot be read', () => {
  test('does not hide what is wrong with the query', async () => {
    const handle = createRestHandler(world)
    const query = new URLSearchParams('criteria=zz&duration=0x10')
    const { status, body } = await handle({
      method: 'POST',
      path: '/v1/server',
      query,
      body: '{bad',
      accept: undefined,
    })
    const places = (JSON.parse(body) as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'))
    expect([status, ...places]).toEqual([422, 'query.duration', 'query.criteria', 'body'])
  })
})

describe('a query that cannot be understood', () => {
  test('names an unknown data release and a strictness that is neither true nor false, all at once', async () => {
    const found = await faults('/v1/server?release=1999.01&strict=perhaps&verbose=no')
    expect(found['query.release']).toMatchObject({ input: '1999.01', msg: expect.stringContaining('boavizta-2.4.1') })
    expect(found['query.strict']).toMatchObject({ input: 'perhaps', msg: 'expected true or false' })
    expect(Object.keys(found)).toEqual(['query.strict', 'query.release'])
  })
})

test('what is no list where one is expected is refused in the words that clients know', async () => {
  const found = await faults('/v1/server', { configuration: { ram: { units: 1 } } })
  expect(found['body.configuration.ram']).toEqual({
    type: 'list_type',
    loc: ['body', 'configuration', 'ram'],
    msg: 'Input should be a valid list',
    input: { units: 1 },
  })
})
