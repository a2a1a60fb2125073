import { describe, expect, test } from 'vitest'
import { routes } from '../../../src/server/rest/handle-rest.ts'
import { ask, askNewest, type Data, errorsOf, world } from '../../world.ts'
import { rest } from './ask-rest.ts'

const faultOf = async (target: string) => {
  const { status, json } = await rest(target)
  return { status, ...json.detail[0] }
}

describe('/v2 refuses', () => {
  test.each(['first=-1', 'first=2001', 'first=ten', 'first=0x10', 'first=1e1', 'first=2.5', 'after=nowhere'])(
    '%s',
    async (query) => {
      expect(await faultOf(`/v2/cpu-models?${query}`)).toMatchObject({
        status: 422,
        loc: ['query', query.split('=')[0]],
      })
    },
  )

  test.each([
    ['/v2/instance-types?first=99999999999999999999', 'first', 'expected a whole number, 0 to 2000'],
    ['/v2/instance-types?minVcpu=1e400', 'minVcpu', expect.stringMatching(/^expected a/)],
  ])('%s once, as it was sent', async (target, name, msg) => {
    const { status, json } = await rest(target)
    expect([status, json.detail.length]).toEqual([422, 1])
    expect(json.detail[0]).toMatchObject({ loc: ['query', name], msg })
    if (name === 'minVcpu') expect(json.detail[0].input).toBe('1e400')
  })

  test.each([
    ['/v2/cpu-models/qqqqqqqq', '/v2/cpu-models'],
    ['/v2/locations/qqqqqqqq', '/v2/locations'],
    ['/v2/cloud-providers/qqqq', '/v2/cloud-providers'],
    ['/v2/instance-types/qqqq?provider=aws', '/v2/instance-types?provider=aws'],
    ['/v2/archetypes/qqqq?of=TERMINAL&kind=LAPTOP', '/v2/archetypes?of=TERMINAL&kind=LAPTOP'],
  ])('%s, which is like nothing, and says which path lists what there is', async (target, list) => {
    const given = target.split(/[/?]/)[3]
    const fault = await faultOf(target)
    expect(fault).toMatchObject({ status: 404, nearest: [] })
    expect(fault.msg.split(/;? /)).toEqual(expect.arrayContaining([given, list]))
    expect((await rest(list)).status).toBe(200)
  })

  test('a word that it does not know, with the closest ones', async () => {
    expect(await faultOf('/v2/archetypes?of=servr')).toMatchObject({
      status: 422,
      type: 'invalid_value',
      loc: ['query', 'of'],
      nearest: ['SERVER'],
    })
    expect(await faultOf('/v2/instance-types?orderBy=IMPCT')).toMatchObject({ status: 422, nearest: ['IMPACT'] })
    expect(await faultOf('/v2/instance-types?gpu=maybe')).toMatchObject({ status: 422, loc: ['query', 'gpu'] })
  })

  test('a request without what it needs', async () => {
    for (const [target, name] of [
      ['/v2/archetypes', 'of'],
      ['/v2/archetypes/rack', 'of'],
      ['/v2/instance-types/m5.xlarge', 'provider'],
      ['/v2/named-things', 'names'],
      ['/v2/match-cpu', 'name'],
      ['/v2/names', 'of'],
      ['/v2/archetypes/m5.large?of=CLOUD_INSTANCE', 'provider'],
      ['/v2/archetypes/laptop-perso?of=TERMINAL', 'kind'],
    ])
      expect(await faultOf(target as string)).toMatchObject({ status: 422, type: 'missing', loc: ['query', name] })
  })

  test('a parameter that takes one value, twice', async () => {
    expect(await faultOf('/v2/cpu-models?first=1&first=2')).toMatchObject({
      status: 400,
      type: 'repeated_parameter',
      loc: ['query', 'first'],
      msg: 'expected one value',
      input: ['1', '2'],
    })
    expect((await rest('/v2/instance-types?provider=aws&provider=gcp&first=1')).status).toBe(200)
  })

  test('but not the same value twice, or blanks around one, as forms send them', async () => {
    const whole = await rest('/v2/cpu-models?first=1')
    for (const query of ['first=1&first=1', 'first=%201', 'first=+1+'])
      expect(await rest(`/v2/cpu-models?${query}`)).toEqual(whole)
    expect((await rest('/v2/locations/FRA?release=%202026.12&release=%202026.12')).status).toBe(200)
  })

  test('a parameter that a path does not have, on every path, with the closest that it has', async () => {
    expect(await faultOf('/v2/instance-types?minVCPUs=4')).toMatchObject({
      status: 400,
      type: 'unknown_parameter',
      loc: ['query', 'minVCPUs'],
      nearest: ['minVcpu', 'maxVcpu'],
    })
    for (const { path, operations } of routes.filter((each) => each.path.startsWith('/v2/'))) {
      const body = operations[0]?.method === 'POST' ? {} : undefined
      const { status } = await rest(`${path.replace(/\{\w+\}/, 'x')}?verbos=true&strict=1`, body)
      expect([path, status]).toEqual([path, 400])
    }
  })
})

describe('what /v2 does not know has its place and the closest names', () => {
  test.each([
    ['/v2/releases/2026.13', ['path', 'id'], '2026.12'],
    ['/v2/criteria?release=2026.13', ['query', 'release'], '2026.12'],
    ['/v2/cpu-models/Xeon%20Gold%20613x', ['path', 'name'], 'Intel Xeon Gold 6130'],
    ['/v2/gpu-models/NVIDIA%20P10', ['path', 'name'], 'NVIDIA P100'],
    ['/v2/instance-types/m5.xlrge?provider=aws', ['path', 'name'], 'm5.xlarge'],
    ['/v2/instance-types/m5.xlarge?provider=awz', ['query', 'provider'], 'aws'],
    ['/v2/instance-types?provider=aws&provider=gpc', ['query', 'provider', 1], 'gcp'],
    ['/v2/locations/Frnce', ['path', 'code'], 'France'],
    ['/v2/instance-types?usageLocation=Frnce&orderBy=IMPACT&first=1', ['query', 'usageLocation'], 'France'],
    ['/v2/instance-types?provider=aws&region=eu-west-33', ['query', 'region'], 'eu-west-3'],
    ['/v2/instance-types?provider=AWS&region=eu-west-33&verbose=true&first=1', ['query', 'region'], 'eu-west-3'],
    ['/v2/instance-types?provider=aws&provider=gpc&region=eu-west-3', ['query', 'provider', 1], 'gcp'],
    ['/v2/instance-types?release=2026.12&provider=aws&region=Europe%20(Frankfrt)', ['query', 'region'], 'eu-central-1'],
    ['/v2/cloud-providers/awz', ['path', 'id'], 'aws'],
    ['/v2/archetypes/dellR74?of=SERVER', ['path', 'id'], 'dellR740'],
    ['/v2/archetypes/laptop-pero?of=TERMINAL&kind=laptop', ['path', 'id'], 'laptop-perso'],
    ['/v2/archetypes/m5.xlarge?of=CLOUD_INSTANCE&provider=awz', ['query', 'provider'], 'aws'],
    ['/v2/archetypes/rack?of=CASE&provider=awz', ['query', 'provider'], 'aws'],
    ['/v2/published-figures?kind=laptop', ['query', 'kind'], 'laptop making'],
  ])('%s', async (target, loc, near) => {
    const fault = await faultOf(target)
    expect(fault).toMatchObject({ status: 404, type: 'not_found', loc })
    expect(fault.nearest.join()).toContain(near)
  })

  test('in a body, too', async () => {
    const { status, json } = await rest('/v2/assess', { asset: { server: {} }, release: '2026.13' })
    expect([status, json.detail[0]]).toEqual([
      404,
      expect.objectContaining({ type: 'not_found', loc: ['body', 'release'], nearest: ['2026.12', '2026.11'] }),
    ])
  })

  test('in the graph, too', async () => {
    const [unknown] = await errorsOf('{ cloudInstanceTypes(filter: { providers: ["awz"] }) { totalCount } }')
    expect(unknown?.cause).toMatchObject({ code: 'NOT_FOUND', nearest: ['aws'] })
    const [place] = await errorsOf(
      '{ cloudInstanceTypes(orderBy: IMPACT, usage: { usageLocation: "Frnce" }) { totalCount } }',
    )
    expect(place?.cause).toMatchObject({ code: 'NOT_FOUND', faults: [{ path: ['usage', 'usageLocation'] }] })
  })
})

type Same = readonly [target: string, query: string, shape?: (data: Data) => object]

/** What each route answers, and the same of the graph. */
const SAME: readonly Same[] = [
  [
    '/v2/criteria',
    '{ all: criteria { code available reason embeddedMethod useMethod unit ucum description } }',
    ({ all }: Data) => ({ totalCount: 24, nodes: all }),
  ],
  [
    '/v2/releases',
    '{ releases { id fingerprint isDraft current tables { name rows } } }',
    ({ releases }: Data) => ({ totalCount: 3, nodes: releases }),
  ],
  [
    '/v2/releases/2026.11',
    '{ one: release(id: "2026.11") { id fingerprint isDraft current tables { name rows } } }',
    ({ one }: Data) => one,
  ],
  [
    '/v2/calibration',
    '{ all: calibration { kind figures makers ratioMedian ratioLow ratioHigh inside passes reason fitted } }',
    ({ all }: Data) => ({ totalCount: all.length, nodes: all }),
  ],
  [
    '/v2/published-figures?kind=laptop%20making&first=2',
    `{ publishedFigures(kind: "laptop making", first: 2) { totalCount
      nodes { id kind maker model names year covers value low high unit method fitted source ours { low median high } } pageInfo { hasNextPage endCursor } } }`,
    ({ publishedFigures }: Data) => publishedFigures,
  ],
  ['/v2/cpu-models/epyc%207763', '{ cpuModel(name: "epyc 7763") { id name coreUnits released } }'],
  ['/v2/gpu-models/P100', '{ gpuModel(name: "P100") { id name vram tdp } }'],
  [
    '/v2/instance-types/M5.XLARGE?provider=AWS',
    '{ cloudInstanceType(provider: "AWS", name: "M5.XLARGE") { id name vcpu memory platform } }',
  ],
  [
    '/v2/instance-types?provider=aws&provider=gcp&minVcpu=4&maxVcpu=8&gpu=false&paretoOptimal=true&orderBy=impact_per_vcpu&criterion=pe&usageLocation=FRA&timeWorkload=20&first=3',
    `{ cloudInstanceTypes(filter: { providers: ["aws", "gcp"], minVcpu: 4, maxVcpu: 8, gpu: false, paretoOptimal: true },
      orderBy: IMPACT_PER_VCPU, criterion: PE, usage: { usageLocation: "FRA", timeWorkload: 20 }, duration: 8760, first: 3)
      { totalCount nodes { id name vcpu memory ssdStorage hddStorage gpus platform source } pageInfo { hasNextPage } } }`,
  ],
  [
    '/v2/locations/france',
    '{ location(code: "france") { id code name elecFactors { criterion factor { value min max unit source } scope year } } }',
  ],
  [
    '/v2/cloud-providers/AWS',
    '{ cloudProvider(id: "AWS") { id name regions { id name otherNames location { code name } } } }',
  ],
  [
    '/v2/archetypes?of=terminal&kind=laptop',
    `{ archetypes(of: TERMINAL, kind: LAPTOP) { totalCount nodes { name of provider kind
      groups { part name component entries { name number min max text } } } pageInfo { hasNextPage endCursor } } }`,
  ],
  [
    '/v2/archetypes/rack?of=case',
    '{ groups: archetype(of: CASE, id: "rack") { part name component entries { name number min max text } } }',
    ({ groups }: Data) => ({ name: 'rack', of: 'CASE', groups }),
  ],
  [
    '/v2/named-things?names=H100&names=m5.xlrge',
    '{ all: namedThings(names: ["H100", "m5.xlrge"]) { given things { name kind provider instanceType archetype variants } nearest } }',
    ({ all }: Data) => ({ totalCount: 2, nodes: all }),
  ],
  ['/v2/match-cpu?name=xeon%20gold%206138', '{ matchCpu(name: "xeon gold 6138") { given name score nearest } }'],
  ['/v2/match-cpu?name=zx81', '{ matchCpu(name: "zx81") { given name score nearest } }'],
  ['/v2/match-gpu?name=a100%2040gb', '{ matchGpu(name: "a100 40gb") { given name score nearest } }'],
  [
    '/v2/names?of=ssd_manufacturer&first=3',
    '{ namesConnection(of: SSD_MANUFACTURER, first: 3) { totalCount nodes pageInfo { hasNextPage endCursor } } }',
  ],
]

test.each(SAME.map(([target, ...others]) => [target, others] as const))(
  '%s gives what the graph gives',
  async (target, [query, shape]) => {
    const data = await ask(query)
    const { status, json } = await rest(target)
    expect(status, JSON.stringify(json)).toBe(200)
    expect(json).toMatchObject(shape?.(data) ?? (Object.values(data)[0] as object))
    expect(json.release).toBe(target === '/v2/releases/2026.11' ? '2026.11' : world.release.id)
  },
)

test('a list has pages, and is of the release that is asked for', async () => {
  const { json } = await rest('/v2/cpu-models?search=Xeon%20Gold%2061&first=3')
  expect(json.nodes.map(({ name }: Data) => name)).toEqual(Array(3).fill(expect.stringMatching(/Gold 61/)))
  const next = await rest(`/v2/cpu-models?search=Xeon%20Gold%2061&first=3&after=${json.pageInfo.endCursor}`)
  expect(next.json.nodes[0].id).not.toBe(json.nodes[0].id)
  const places = (await rest('/v2/locations?search=FRA&first=1')).json
  expect(places).toMatchObject({ totalCount: 1, nodes: [{ code: 'FRA', name: 'France' }] })
  const providers = (await rest('/v2/cloud-providers?release=2026.11')).json
  expect(providers).toMatchObject({ totalCount: providers.nodes.length, release: '2026.11' })
  expect(providers.nodes.find(({ id }: Data) => id === 'aws').regions).toContainEqual(
    expect.objectContaining({ name: 'eu-west-3', location: { code: 'FRA', name: 'France' } }),
  )
  expect((await rest('/v2/gpu-models?search=h100&first=1')).json.nodes[0].name).toMatch(/H100/)
})

test('instance types have their impacts in a region of their provider, by its id or its name', async () => {
  const typesIn = async (place: string) => {
    const query = `release=2026.12&provider=aws&search=m5.&orderBy=IMPACT&verbose=true&first=3&${place}`
    return (await rest(`/v2/instance-types?${query}`)).json.nodes
  }
  const nodes = await typesIn('region=eu-west-3')
  expect(nodes[0].instance.impact.computedFor).toContain('in FRA')
  expect(await typesIn('region=Europe%20(Paris)')).toMatchObject(
    nodes.map(({ name, instance }: Data) => ({
      name,
      instance: { impact: { total: { value: instance.impact.total.value } } },
    })),
  )
  const { cloudInstanceTypes } = await askNewest(`{
    cloudInstanceTypes(filter: { providers: ["aws"], search: "m5." }, orderBy: IMPACT, usage: { region: "eu-west-3" }, first: 3) {
      nodes { name }
    }
  }`)
  expect(nodes.map(({ name }: Data) => name)).toEqual(cloudInstanceTypes.nodes.map(({ name }: Data) => name))
})

test('instance types have their impacts on request, in their order', async () => {
  const query = 'provider=aws&search=m5.&orderBy=IMPACT&usageLocation=SWE&duration=730&verbose=true&first=5'
  const { nodes } = (await rest(`/v2/instance-types?${query}&release=2026.11`)).json
  const totals = nodes.map(({ instance }: Data) => instance.impact.total.value)
  expect(totals).toHaveLength(5)
  expect(totals).toEqual(totals.toSorted((a: number, b: number) => a - b))
  const asset = { cloudInstance: { provider: 'aws', instanceType: nodes[0].name, usage: { usageLocation: 'SWE' } } }
  const body = { asset, criteria: ['GWP'], duration: 730, release: '2026.11' }
  expect(nodes[0].instance.impact).toEqual((await rest('/v2/assess', body)).json.impacts[0])
})
