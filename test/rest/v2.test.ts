import { describe, expect, test } from 'vitest'
import { createRestHandler } from '../../src/rest/handle-rest.ts'
import { askNewest, type Data, releases, world } from '../world.ts'

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

describe('what is wrong with a body of /v2 is named where it stands', () => {
  test.each([
    ['/v2/assess', {}, ['body', 'asset']],
    ['/v2/assess', { asset: {} }, ['body', 'asset']],
    ['/v2/assess', { asset, duration: 0 }, ['body', 'duration']],
    ['/v2/assess', { asset, criteria: ['GWP', 'nothing'] }, ['body', 'criteria', 1]],
    ['/v2/assess', { asset, release: '1999' }, ['body', 'release']],
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
    ['/v2/timeline', { asset, criterion: 'GWP', intervals: [{ hours: 1 }], window: 0 }, ['body', 'window']],
    ['/v2/timeline', { asset, criterion: 'GWP', intervals: [{ hours: 1 }], window: 2 }, ['body', 'window']],
    ['/v2/sci', { asset, units: 0 }, ['body', 'units']],
    ['/v2/sci', { asset: { network: { gigabytes: 1, reach: 'REGION' } }, units: 1 }, ['body', 'asset']],
  ])('%s %j', async (path, body, loc) => {
    const { status, json } = await post(path, body)
    expect([status, json.detail[0].loc]).toEqual([422, loc])
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
  const figure = '{ value min max unit warnings { code message path } }'
  const { asset: same } =
    await askNewest(`{ asset(input: { cloudInstance: { provider: "aws", instanceType: "m5.xlarge", usage: { avgPower: 100, region: "eu-west-3" } } }) {
    impacts(criteria: [GWP, PE], duration: 1000, boundary: DATA_CENTRE) { criterion unit description embedded ${figure} use ${figure} building ${figure} total ${figure} missing }
    energy(duration: 1000, boundary: DATA_CENTRE) ${figure} water(duration: 1000) ${figure} warnings { code message path } } }`)
  expect(json).toEqual({ ...same, release: '2026.11' })
  expect(json.energy.value).toBe(135)
  const older = await post('/v2/assess', { ...body, release: 'boavizta-2.4.1' })
  expect([older.json.release, older.release]).toEqual(['boavizta-2.4.1', 'boavizta-2.4.1'])
  // 98 g per kWh for 44, and a PUE of data centres in general: 156 kWh.
  expect(older.json.impacts[0].use.value / 15.29).toBeCloseTo(1, 1)
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
  expect(json.release).toBe('2026.11')
})

test('/v2/sci gives every term', async () => {
  const { json } = await post('/v2/sci', { asset, units: 500, duration: 1000 })
  expect(Object.keys(json)).toEqual([
    'score',
    'operational',
    'embodied',
    'energy',
    'intensity',
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
        },
        { code: 'UNKNOWN_FIELD', message: 'Unknown field extra was ignored', path: ['extra'] },
      ],
    ])
    expect(json.warnings.map(({ code }: Data) => code)).toContain('UNKNOWN_CPU')
    const messages = json.warnings.map(({ message }: Data) => message)
    expect(new Set(messages).size).toBe(messages.length)
  }
  const compared = (await post('/v2/compare', { items: twice, samples: 64, colour: 1 })).json
  expect(compared.warnings.map(({ path }: Data) => path)).toEqual([
    ['items', '0', 'asset', 'server', 'configuration', 'cpu', 'colour'],
    ['colour'],
  ])
  expect(compared.items[0].warnings.map(({ code }: Data) => code)).toContain('UNKNOWN_CPU')
})

test('no more than 20 unknown fields are named', async () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, index]))
  const { json } = await post('/v2/assess', { asset, ...many })
  expect(json.warnings.filter(({ code }: Data) => code === 'UNKNOWN_FIELD')).toHaveLength(20)
})
