import { describe, expect, test } from 'vitest'
import { createRestHandler } from '../../../src/server/rest/handle-rest.ts'
import { askNewest, type Data, releases, world } from '../../world.ts'

const handle = createRestHandler({ ...world, release: releases.newest })

async function post(path: string, body: unknown, method = 'POST'): Promise<Data> {
  const answer = await handle({
    method,
    path,
    query: new URLSearchParams(),
    body: JSON.stringify(body),
    accept: undefined,
  })
  return { ...answer, json: JSON.parse(answer.body) }
}

const asset = {
  cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { avgPower: 100, region: 'eu-west-3' } },
}

const POINT = { timeWorkload: 0, powerWatt: 100 }

describe('what is wrong with a body of /v2 is named where it stands', () => {
  test.each([
    ['/v2/assess', {}, ['body', 'asset']],
    ['/v2/assess', { asset: {} }, ['body', 'asset']],
    ['/v2/assess', { asset, duration: 0 }, ['body', 'duration']],
    ['/v2/assess', { asset, criteria: ['GWP', 'nothing'] }, ['body', 'criteria', 1]],
    [
      '/v2/assess',
      { asset: { server: { configuration: { cpu: { coreUnits: 'x' } } } } },
      ['body', 'asset', 'server', 'configuration', 'cpu', 'coreUnits'],
    ],
    [
      '/v2/assess',
      { asset: { server: { usage: { usageLocation: 'Nowhere' } } }, strict: true },
      ['body', 'asset', 'server', 'usage', 'usageLocation'],
    ],
    ['/v2/assess', { asset: { server: { configuration: { ram: Array(129).fill({}) } } } }, ['body', 'asset']],
    ['/v2/timeline', { asset, criterion: 'GWP', intervals: [{ hours: -1 }] }, ['body', 'intervals', 0, 'hours']],
    ['/v2/timeline', { asset, criterion: 'GWP', intervals: Array(10_001).fill({ hours: 1 }) }, ['body', 'intervals']],
    ['/v2/assess', { asset, criteria: Array(10_001).fill(1) }, ['body', 'criteria']],
    ['/v2/assess', { asset: { server: { x: [Array(10_001).fill(1)] } } }, ['body', 'asset', 'server', 'x', 0]],
    ['/v2/timeline', { asset, criterion: 'GWP', intervals: [{ hours: 1 }], window: 0 }, ['body', 'window']],
    ['/v2/timeline', { asset, criterion: 'GWP', intervals: [{ hours: 1 }], window: 2 }, ['body', 'window']],
    ['/v2/sci', { asset, units: 0 }, ['body', 'units']],
  ])('%s %j', async (path, body, loc) => {
    const { status, json } = await post(path, body)
    expect([status, json.detail[0].loc]).toEqual([422, loc])
  })

  test.each([
    [[], []],
    [[{ timeWorkload: 101, powerWatt: 5 }], [0, 'timeWorkload']],
    [[{ timeWorkload: 0, powerWatt: 0 }], [0, 'powerWatt']],
    [
      [POINT, { timeWorkload: 50, powerWatt: 94 }],
      [1, 'powerWatt'],
    ],
    [
      [POINT, POINT],
      [1, 'timeWorkload'],
    ],
  ])('a measured profile of a server such as %j', async (powerProfile, at) => {
    const { status, json } = await post('/v2/assess', { asset: { server: { usage: { powerProfile } } } })
    expect([status, json.detail[0].loc]).toEqual([422, ['body', 'asset', 'server', 'usage', 'powerProfile', ...at]])
  })

  test.each([
    [{ asset, boundary: 'MOON' }, /EQUIPMENT, DATA_CENTRE/],
    [{ asset, verbose: 'yes' }, /true.*false/],
    [{ asset: { storage: { kind: 'TAPE', gigabytes: 1 } } }, /SSD, HDD/],
    [{ asset: { network: { gigabytes: 1 } } }, /REGION, BETWEEN_REGIONS, INTERNET/],
    [{ asset: { terminal: { kind: 'ABACUS' } } }, /LAPTOP, /],
    [{ asset, criteria: ['beauty'] }, /gwp, adp, pe, /],
  ])('%j says which words there are', async (body, message) => {
    expect((await post('/v2/assess', body)).json.detail[0].msg).toMatch(message)
  })

  test('what has no score says what it lacks', async () => {
    const { json } = await post('/v2/sci', { asset: { network: { gigabytes: 1, reach: 'REGION' } }, units: 1 })
    expect(json.detail).toEqual([
      { type: 'no_figure', loc: ['body', 'asset'], msg: 'its embedded impact or its use has no figure', input: null },
    ])
  })

  test('half a million faults take no longer to be refused than to be read', async () => {
    const intervals = Array(300_000).fill({})
    const startedAt = process.threadCpuUsage()
    const { status, json } = await post('/v2/timeline', { asset, criterion: 'GWP', intervals })
    const { user } = process.threadCpuUsage(startedAt)
    expect([status, json.detail[0].msg]).toEqual([422, 'expected at most 10000 entries'])
    // Some 40 ms with the writing of the body; each fault for itself took half a second.
    expect(user / 1000).toBeLessThan(250)
  })

  test('a name that is not known is a 404 with its place', async () => {
    const { status, body } = await post('/v2/assess', {
      asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.xlrge' } },
    })
    expect(status).toBe(404)
    expect(body).toContain('m5.xlarge')
  })

  test('the method is POST', async () => {
    expect(await post('/v2/assess', {}, 'GET')).toMatchObject({ status: 405, allow: ['POST', 'OPTIONS'] })
  })
})

test('/v2/assess gives what GraphQL gives, from the newest release or the one that is named', async () => {
  const body = { asset, criteria: ['GWP', 'pe'], duration: 1000, boundary: 'DATA_CENTRE', verbose: true }
  const { json } = await post('/v2/assess', body)
  const figure = '{ value min max unit warnings { code message path nearest } }'
  const { asset: same } =
    await askNewest(`{ asset(input: { cloudInstance: { provider: "aws", instanceType: "m5.xlarge", usage: { avgPower: 100, region: "eu-west-3" } } }) {
    impacts(criteria: [GWP, PE], duration: 1000, boundary: DATA_CENTRE) { criterion unit description embedded ${figure} use ${figure} building ${figure} total ${figure} missing reason computedFor coverage { phase units of share } isPartial lacking { phase units } }
    energy(duration: 1000, boundary: DATA_CENTRE) ${figure} water(duration: 1000) ${figure} warnings { code message path nearest } } }`)
  // Criteria are spelled as in the request.
  const impacts = same.impacts.map((impact: Data) => ({ ...impact, criterion: impact.criterion.replace('PE', 'pe') }))
  expect(json).toEqual({ ...same, impacts, release: '2026.12' })
  expect(json.energy.value).toBe(135)
  const older = await post('/v2/assess', { ...body, release: 'boavizta-2.4.1' })
  expect([older.json.release, older.release]).toEqual(['boavizta-2.4.1', 'boavizta-2.4.1'])
  // 98 g per kWh for 44, and a PUE of data centres in general: 156 kWh.
  expect(older.json.impacts[0].use.value / 15.29).toBeCloseTo(1, 1)
})

describe('likely: true', () => {
  test('is refused where it is neither true nor false', async () => {
    const { status, json } = await post('/v2/assess', { asset, likely: 'very' })
    expect([status, json.detail[0]]).toMatchObject([422, { loc: ['body', 'likely'], input: 'very' }])
  })

  test('adds the likely range of each figure of /v2/assess, as GraphQL gives it; without it there is none', async () => {
    const body = { asset, criteria: ['GWP'], duration: 1000, boundary: 'DATA_CENTRE', verbose: true }
    const { json } = await post('/v2/assess', { ...body, likely: true })
    const drawn = '{ likely { low median high } }'
    const { asset: same } = await askNewest(
      `query ($asset: AssetInput!) { asset(input: $asset) {
        impact(criterion: GWP, duration: 1000, boundary: DATA_CENTRE) { embedded ${drawn} use ${drawn} building ${drawn} total ${drawn} }
        energy(duration: 1000, boundary: DATA_CENTRE) ${drawn} water(duration: 1000) ${drawn} } }`,
      { asset },
    )
    const [impact] = json.impacts
    for (const phase of ['embedded', 'use', 'building', 'total'])
      expect([phase, impact[phase].likely]).toEqual([phase, same.impact[phase].likely])
    expect(json.energy.likely).toEqual(same.energy.likely)
    expect(json.water.likely).toEqual(same.water.likely)
    expect(impact.total.likely.low).toBeLessThan(impact.total.likely.median)
    expect(impact.total.likely.median).toBeLessThan(impact.total.likely.high)
    expect(JSON.stringify((await post('/v2/assess', body)).json)).not.toContain('likely')
  })

  test.each([
    ['/v2/timeline', { asset, criterion: 'GWP', intervals: [{ hours: 1 }], window: 1 }, (json: Data) => json.total.use],
    ['/v2/sci', { asset, units: 10, duration: 1000 }, (json: Data) => json.score],
    ['/v2/explain', { asset, criterion: 'GWP' }, (json: Data) => json],
    ['/v2/distribution', { asset, criterion: 'GWP' }, (json: Data) => json],
    [
      '/v2/compare',
      {
        items: [
          { label: 'a', asset },
          { label: 'b', asset: { server: {} } },
        ],
      },
      (json: Data) => json.items[1].impact.total,
    ],
    ['/v2/drift', { asset, from: 'boavizta-2.4.1', to: '2026.11' }, (json: Data) => json.to],
  ])('adds that of %s, too', async (path, body, figureOf) => {
    const { low, median, high } = figureOf((await post(path, { ...body, likely: true })).json).likely
    expect(low).toBeLessThanOrEqual(median)
    expect(median).toBeLessThanOrEqual(high)
    expect(high).toBeGreaterThan(0)
    expect(figureOf((await post(path, body)).json).likely).toBeUndefined()
  })
})

test('/v2 names what was taken instead of a PUE that is not published', async () => {
  const instance = { cloudInstance: { ...asset.cloudInstance, usage: { avgPower: 100, region: 'eu-south-1' } } }
  const message = expect.stringMatching(/ eu-south-1\..* 1\.11, .* aws\.eu\.$/)
  const named = { code: 'FACILITY_OF_WIDER_AREA', message, path: null, nearest: [] }
  const body = { asset: instance, criteria: ['gwp'], duration: 1000, boundary: 'DATA_CENTRE', verbose: true }
  const { json } = await post('/v2/assess', body)
  for (const figure of [json.energy, json.impacts[0].use, json.impacts[0].total])
    expect(figure.warnings).toContainEqual(named)
  expect((await post('/v2/sci', { asset: instance, units: 1, duration: 1000 })).json.energy.warnings).toContainEqual(
    named,
  )
  const { nodes } = (await post('/v2/explain', { ...body, criterion: 'gwp' })).json.explanation
  expect(nodes.map(({ leaf }: Data) => leaf)).toContain('facility.aws.eu.pue')
})

test('/v2/timeline gives the points and their total', async () => {
  const { json } = await post('/v2/timeline', {
    asset: { server: {} },
    criterion: 'gwp',
    intervals: [
      { hours: 2, avgPower: 100, elecFactors: [{ criterion: 'GWP', value: 0.1 }] },
      { hours: 1, avgPower: 200, elecFactors: [{ criterion: 'gwp', value: 0.02 }] },
    ],
  })
  expect(json.points.map(({ hours, power, use }: Data) => [hours, power, use.value])).toEqual([
    [2, 100, 0.02],
    [1, 200, 0.004],
  ])
  expect(json.total.use.value).toBe(0.024)
  expect(json.release).toBe('2026.12')
})

describe('/v2/timeline of a year of 8,760 intervals', () => {
  const server = (usage: object) => ({ server: { usage: { usageLocation: 'FRA', ...usage } } })
  const year = (of: (hour: number) => object) => Array.from({ length: 8760 }, (_, hour) => ({ hours: 1, ...of(hour) }))
  const timeline = async (usage: object, intervals: readonly object[], more: object = {}) => {
    const body = { asset: server(usage), criterion: 'gwp', intervals, ...more }
    const { status, json } = await post('/v2/timeline', body)
    expect([status, json.points?.length]).toEqual([200, 8760])
    return json
  }

  test('adds up to its total, to the last digit: a kW by day at 0.1 kg, half of it by night at 0.02 kg', async () => {
    const isDay = (hour: number) => hour % 24 >= 8 && hour % 24 < 20
    const intervals = year((hour) => ({
      avgPower: isDay(hour) ? 1000 : 500,
      elecFactors: [{ criterion: 'gwp', value: isDay(hour) ? 0.1 : 0.02 }],
    }))
    const { points, total, bestWindow } = await timeline({}, intervals, { window: 12 })
    for (const bound of ['value', 'min', 'max']) {
      const sum = points.reduce((all: number, { use }: Data) => all + use[bound], 0)
      // 4,380 hours of 0.1 kg and as many of 0.01.
      expect([sum.toPrecision(12), total.use[bound]]).toEqual(['481.800000000', 481.8])
    }
    // From 20 o'clock to 8; the mean is 0.055 kg an hour.
    expect([bestWindow.first, bestWindow.use.value]).toEqual([20, 0.12])
    expect(bestWindow.shareOfMean).toBeCloseTo(0.01 / 0.055, 12)
  })

  test('of equal loads is the plain use at that load, with its bounds, and the same share of making', async () => {
    const { total } = await timeline(
      {},
      year(() => ({ load: 30 })),
    )
    const { json } = await post('/v2/assess', {
      asset: server({ timeWorkload: 30, useTimeRatio: 1 }),
      criteria: ['gwp'],
      duration: 8760,
    })
    const [{ embedded, use, total: both }] = json.impacts
    expect(total).toMatchObject({ embedded, use, total: both })
  })
})

test('/v2/sci gives every term', async () => {
  const { json } = await post('/v2/sci', { asset, units: 500, duration: 1000 })
  expect(Object.keys(json)).toEqual([
    'computedFor',
    'score',
    'operational',
    'embodied',
    'energy',
    'intensity',
    'boundary',
    'functionalUnits',
    'units',
    'warnings',
    'release',
  ])
  expect(json.energy).toMatchObject({ value: 135, unit: 'kWh' })
  expect(json.intensity.value).toBeCloseTo(44, 0)
})

test('/v2/timeline gives the best window where one is asked for: the second hour, at a third of the mean', async () => {
  const at = (value: number) => ({ hours: 1, avgPower: 100, elecFactors: [{ criterion: 'gwp', value }] })
  const body = { asset: { server: {} }, criterion: 'gwp', intervals: [at(0.5), at(0.1), at(0.3)] }
  const { json } = await post('/v2/timeline', { ...body, window: 1 })
  expect(json.bestWindow).toMatchObject({ first: 1, use: { value: 0.01, unit: 'kg CO2 eq.' } })
  expect(json.bestWindow.shareOfMean).toBeCloseTo(1 / 3, 12)
  expect((await post('/v2/timeline', body)).json).not.toHaveProperty('bestWindow')
})

test('a warning about a name has the closest known names, as in GraphQL', async () => {
  const server = {
    configuration: { cpu: { name: 'Xeon Gold 61388', coreUnit: 2 } },
    usage: { usageLocation: 'Frence' },
  }
  const { json } = await post('/v2/assess', { asset: { server } })
  const nearest = Object.fromEntries(json.warnings.map((each: Data) => [each.code, each.nearest]))
  const { asset: same } = await askNewest(
    'query ($asset: AssetInput!) { asset(input: $asset) { warnings { code message nearest } } }',
    { asset: { server: { configuration: { cpu: { name: 'Xeon Gold 61388' } }, usage: server.usage } } },
  )
  expect(nearest).toEqual({
    ...Object.fromEntries(same.warnings.map((each: Data) => [each.code, each.nearest])),
    UNKNOWN_FIELD: ['coreUnits', 'units'],
  })
  expect(nearest.UNKNOWN_CPU).toContain('Intel Xeon Gold 6138')
  expect(nearest.UNKNOWN_LOCATION).toContain('FRA (France)')
})

test('every answer warns of what the body has that nobody knows, and of what it describes', async () => {
  const odd = { server: { configuration: { cpu: { name: 'Abacus 9', colour: 'red' } } } }
  const twice = [
    { label: 'a', asset: odd },
    { label: 'b', asset },
  ]
  const bodies: readonly [string, object][] = [
    ['/v2/assess', { asset: odd }],
    ['/v2/timeline', { asset: odd, criterion: 'gwp', intervals: [{ hours: 1 }] }],
    ['/v2/sci', { asset: odd, units: 1 }],
    ['/v2/explain', { asset: odd, criterion: 'gwp' }],
    ['/v2/distribution', { asset: odd, criterion: 'gwp', samples: 64 }],
  ]
  for (const [path, body] of bodies) {
    const { json } = await post(path, { ...body, extra: { deep: 1 } })
    expect([path, json.warnings.slice(0, 2)]).toEqual([
      path,
      [
        {
          code: 'UNKNOWN_FIELD',
          message: 'Unknown field asset.server.configuration.cpu.colour was ignored',
          path: ['asset', 'server', 'configuration', 'cpu', 'colour'],
          nearest: [],
        },
        { code: 'UNKNOWN_FIELD', message: expect.stringContaining(' extra '), path: ['extra'], nearest: [] },
      ],
    ])
    expect(json.warnings.map(({ code }: Data) => code)).toContain('UNKNOWN_CPU')
    const messages = json.warnings.map(({ message }: Data) => message)
    expect(new Set(messages).size).toBe(messages.length)
  }
  const compared = (await post('/v2/compare', { items: twice, duration: 8760, samples: 64, colour: 1 })).json
  expect(compared.warnings.map(({ path }: Data) => path)).toEqual([
    ['items', '0', 'asset', 'server', 'configuration', 'cpu', 'colour'],
    ['colour'],
  ])
  expect(compared.items[0].warnings.map(({ code }: Data) => code)).toContain('UNKNOWN_CPU')
})

test('with strict, a field that nobody knows is a fault, in both versions', async () => {
  const body = { strict: true, asset: { server: { confguration: {} } } }
  const { status, json } = await post('/v2/assess', body)
  expect(status).toBe(422)
  expect(json.detail).toEqual([
    expect.objectContaining({
      loc: ['body', 'asset', 'server', 'confguration'],
      msg: expect.stringMatching(/^Unknown field "confguration"\. The fields here are .*\bconfiguration\b/),
      nearest: ['configuration'],
    }),
  ])
  const v1 = await handle({
    method: 'POST',
    path: '/v1/server',
    query: new URLSearchParams('strict=true'),
    body: '{"confguration": {}}',
    accept: undefined,
  })
  expect([v1.status, JSON.parse(v1.body as string).detail[0].loc]).toEqual([422, ['body', 'confguration']])
})

test('with strict, an unknown field has its place and its value as sent, in both versions', async () => {
  const placesOf = ({ detail }: Data) => detail.map(({ loc, input }: Data) => [loc, input])
  const fleet = await post('/v2/fleet', { strict: true, input: 1, items: [{ asset: { server: { zz: 5 } } }] })
  expect(placesOf(fleet.json)).toEqual([
    [['body', 'input'], 1],
    [['body', 'items', 0, 'asset', 'server', 'zz'], 5],
  ])
  const { body } = await handle({
    method: 'POST',
    path: '/v1/server',
    query: new URLSearchParams('strict=true'),
    body: '{"fooBar": 1, "a.b": {"c": 2}, "configuration": {"ram": [{"zz": "x"}]}}',
    accept: undefined,
  })
  expect(placesOf(JSON.parse(body as string))).toEqual([
    [['body', 'fooBar'], 1],
    [['body', 'a.b'], { c: 2 }],
    [['body', 'configuration', 'ram', 0, 'zz'], 'x'],
  ])
})

test('no more than 20 unknown fields are named', async () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, index]))
  const { json } = await post('/v2/assess', { asset, ...many })
  expect(json.warnings.filter(({ code }: Data) => code === 'UNKNOWN_FIELD')).toHaveLength(20)
})
