import { graphql } from 'graphql'
import { describe, expect, test } from 'vitest'
import { createContext } from '../../schema/context.ts'
import { schema } from '../../schema/schema.ts'
import { resolveAsset } from '../../src/catalogue/kinds.ts'
import { createLoaders } from '../../src/catalogue/loaders.ts'
import { WHOLE_LIFE } from '../../src/engine/assessment/impact.ts'
import type { CloudInstance } from '../../src/engine/devices/cloud-instance.ts'
import { graphOf } from '../../src/engine/readings/graph.ts'
import { CRITERION_CODES } from '../../src/engine/values/criteria.ts'
import { createRestHandler } from '../../src/server/rest/handle-rest.ts'
import { type Data, releases, world } from '../world.ts'

const release = releases.find('2026.11')
const loaders = createLoaders(release.references)
const { cloudInstances, serverArchetypes, electricity } = release.tables

/** What a question is answered from this release. */
async function ask(question: string): Promise<Data> {
  const { data, errors } = await graphql({
    schema,
    source: `{ ${question} }`,
    contextValue: createContext({ ...world, release }),
  })
  expect(errors).toBeUndefined()
  return data
}

const assess = (provider: string, instanceType: string, usageLocation?: string) =>
  resolveAsset(loaders, {
    cloudInstance: { provider, instanceType, ...(usageLocation !== undefined && { usage: { usageLocation } }) },
  }) as Promise<CloudInstance>

const instance = (provider: string, type: string, fields: string, usage = '{}') =>
  ask(`cloudInstance(input: { provider: "${provider}", instanceType: "${type}", usage: ${usage} }) { ${fields} }`).then(
    ({ cloudInstance }) => cloudInstance,
  )

/** Every object of an answer that is an attribute. */
function attributesIn(answer: Data): readonly Data[] {
  if (answer === null || typeof answer !== 'object') return []
  const inside = Object.values(answer).flatMap(attributesIn)
  return 'status' in answer ? [answer, ...inside] : inside
}

describe('nothing is without a source', () => {
  test('no attribute of an m5.xlarge, its parts, their use and its electricity', async () => {
    const attribute = '{ status source }'
    const usage = `usage { avgPower ${attribute} timeWorkload ${attribute} usageLocation ${attribute}
      useTimeRatio ${attribute} hoursLifeTime ${attribute} otherConsumptionRatio ${attribute}
      consumptionProfile ${attribute} electricityFactors { criterion factor ${attribute} } }`
    const parts = `components { label attributes { name attribute ${attribute} } ${usage} }`
    const found = attributesIn(
      await instance('aws', 'm5.xlarge', `vcpu ${attribute} memory ${attribute} ${usage} ${parts}`),
    )
    expect(found.filter(({ status }) => status === 'ARCHETYPE').length).toBeGreaterThan(14)
    expect(found.filter(({ source }) => !source)).toEqual([])
  })

  test.each([
    { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } },
    { cloudInstance: { provider: 'aws', instanceType: 'p5.48xlarge' } },
    { server: {} },
    { terminal: { kind: 'LAPTOP' as const } },
    { iotDevice: {} },
    { component: { gpu: {} } },
    { component: { cpu: { family: 'skylake', coreUnits: 24 } } },
  ])('nothing that enters a figure of %j', async (input) => {
    const asset = await resolveAsset(loaders, input)
    const lost = new Set<string>()
    let leaves = 0
    for (const criterion of CRITERION_CODES) {
      for (const phase of ['embedded', 'use'] as const) {
        const graph = graphOf(() => asset.again().impact(criterion, WHOLE_LIFE)[phase]?.result)
        for (const node of graph?.nodes ?? []) {
          if (!('id' in node)) continue
          leaves += 1
          if (node.quantity.source === undefined) lost.add(node.id)
        }
      }
    }
    expect(leaves).toBeGreaterThan(5)
    expect([...lost]).toEqual([])
  })

  test('no host names a page for its usual use: that is by who compiled it', async () => {
    const { usage } = await instance('aws', 'd3.xlarge', 'usage { hoursLifeTime { source } }')
    expect(usage.hoursLifeTime.source).toBe('https://doc.api.boavizta.org/Explanations/services/cloud/')
  })
})

describe('electricity', () => {
  test('of France is 44 g of 2024 here, and 98 g over /v1', async () => {
    const { location } = await ask(
      'location(code: "FRA") { factors(criteria: [GWP, PE, FE]) { criterion factor { value } year basis } }',
    )
    expect(location.factors).toEqual([
      {
        criterion: 'GWP',
        factor: { value: expect.closeTo(0.044, 3) },
        year: 2024,
        basis: expect.stringContaining('life-cycle'),
      },
      { criterion: 'PE', factor: { value: expect.closeTo(11.289, 3) }, year: 2011, basis: null },
      { criterion: 'FE', factor: { value: 3.6 }, year: null, basis: null },
    ])
    const { body } = await createRestHandler(world)({
      method: 'POST',
      path: '/v1/component/cpu',
      query: new URLSearchParams('criteria=gwp'),
      body: '{"usage":{"usage_location":"FRA"}}',
      accept: undefined,
    })
    expect(JSON.parse(body).verbose.gwp_factor.value).toBe(0.098)
  })

  const mixed = async (criterion: string, usage = '{ usageLocation: "FRA" }', of = '2026.11') => {
    const { release: answer } = await ask(
      `release(id: "${of}") { server(input: { usage: ${usage} }) { impacts(criteria: [${criterion}]) { use { warnings { code message } } } } }`,
    )
    return answer.server.impacts[0].use.warnings.filter(({ code }: Data) => code === 'MIXED_YEARS')
  }

  test.each([
    ['PE', /\bpe .*2011 & 2016, .*2024/],
    ['ADP', /\badp .*2011, .*2024/],
    ['WU', /\bwu .*2020, .*2024/],
    ['GWPPF', /\bgwppf .*2011, .*2024.* gwppf, gwppb, gwpplu /],
    ['GWPPB', /\bgwppb .*2024.* gwppf, gwppb, gwpplu /],
    ['GWPPLU', /\bgwpplu .*2024.* gwppf, gwppb, gwpplu /],
  ])('of %s is of another year than that of climate change, and its use says so', async (criterion, text) => {
    expect(await mixed(criterion)).toMatchObject([{ message: expect.stringMatching(text) }])
  })

  test('of mixed years advises against what the years do not allow', async () => {
    expect(await Promise.all(['PE', 'GWPPF'].map((criterion) => mixed(criterion)))).toMatchObject([
      [
        {
          message:
            'Electricity: pe is from 2011 & 2016, gwp from 2024. Do not weigh a saving in pe against a rise in gwp: their factors are from different years.',
        },
      ],
      [
        {
          message:
            'Electricity: gwppf is from 2011, gwp from 2024. Do not compare gwppf with gwp. Their factors are from different years, so gwppf, gwppb, gwpplu do not add up to gwp.',
        },
      ],
    ])
  })

  test('says nothing of years for gwp and fe, for a factor of your own, and in the base', async () => {
    expect(await mixed('GWP')).toEqual([])
    expect(await mixed('FE')).toEqual([])
    expect(await mixed('PE', '{ elecFactors: [{ criterion: PE, value: 11 }] }')).toEqual([])
    expect(await mixed('PE', '{ usageLocation: "FRA" }', 'boavizta-2.4.1')).toEqual([])
  })

  test('of an unknown location, and of a state, is of mixed years too', async () => {
    expect(await mixed('PE', '{}')).toHaveLength(1)
    const virginia = await mixed('PE', '{ usageLocation: "USA-VA" }')
    expect(virginia).toMatchObject([{ message: expect.stringMatching(/\b2025\b/) }])
    expect(electricity.some(({ location }) => location === 'USA-VA')).toBe(true)
  })
})

describe('a named part', () => {
  test('whose die is an estimate has the bounds of its row', async () => {
    const estimated = release.tables.cpus.find(({ dieSizeMin }) => dieSizeMin !== undefined)
    const { component } = await ask(
      `component(input: { cpu: { name: "${estimated?.name}" } }) { ... on Cpu { dieSize { value min max status } } }`,
    )
    const { dieSize: value, dieSizeMin: min, dieSizeMax: max } = estimated ?? {}
    expect(component.dieSize).toEqual({ value, min, max, status: 'COMPLETED' })
    expect(max).toBeGreaterThan(value ?? Number.NaN)
  })

  const card = 'gpu { name { value } vram { value status } gpuSurface { value status } tdp { value } }'
  test.each([
    ['aws', 'p5.48xlarge', 'NVIDIA H100 SXM 80GB', 80, 2808.45, 700],
    ['aws', 'g5.xlarge', 'NVIDIA A10G', 24, 1863.52, 300],
    ['gcp', 'a2-highgpu-1g', 'NVIDIA A100 SXM4 40GB', 40, 2876.29, 400],
  ])('completes the cards of %s %s: %s', async (provider, type, name, vram, wafer, tdp) => {
    const { platform } = await instance(provider, type, `platform { ${card} }`)
    expect(platform.gpu).toEqual({
      name: { value: name },
      vram: { value: vram, status: 'COMPLETED' },
      gpuSurface: { value: wafer, status: 'COMPLETED' },
      tdp: { value: tdp },
    })
  })

  test('completes a card of a server that the caller describes', async () => {
    const { server } = await ask(
      `server(input: { configuration: { gpu: { name: "NVIDIA H100 SXM 80GB", units: 4 } } }) { ${card} }`,
    )
    expect(server.gpu).toMatchObject({ vram: { value: 80 }, tdp: { value: 700 } })
  })
})

describe('instances', () => {
  test('on a doubtful host say so, each of them and no other', async () => {
    const doubtful = new Set(serverArchetypes.filter(({ doubt }) => doubt !== undefined).map(({ id }) => id))
    expect(doubtful.size).toBeGreaterThan(10)
    const wrong: string[] = []
    for (const { provider, instanceType, platform, doubt } of cloudInstances) {
      const { warnings } = await assess(provider, instanceType)
      const isStated = warnings.some(
        ({ code, path }) => code === 'DOUBTFUL_FIGURE' && path?.join('.') === 'input.cloudInstance.instanceType',
      )
      if (isStated !== (doubtful.has(platform) || doubt !== undefined)) wrong.push(instanceType)
    }
    expect(wrong).toEqual([])
  })

  test('on a host that was derived say from what, and so does what is typical of the host', async () => {
    const fields = 'warnings { code message path } platform { cpu { units { status source } } }'
    const { warnings, platform } = await instance('aws', 'd3.xlarge', fields)
    expect(warnings).toContainEqual({
      code: 'GENERIC_ARCHETYPE',
      message:
        'The host of d3.xlarge is not published. This result derives it from the largest size on this host, d3.8xlarge.',
      path: ['input', 'instanceType'],
    })
    expect(platform.cpu.units).toEqual({
      status: 'ARCHETYPE',
      source: expect.stringContaining('Host not published: derived from its largest size, d3.8xlarge'),
    })
  })

  test('evaluate, every one that has a vCPU, in every criterion that has factors', async () => {
    // No device has a factor of fw; fe is of the use phase alone. France has no factor of electricity for the others.
    const without = {
      embedded: new Set(['fw', 'fe']),
      use: new Set(['mips', 'ctue', 'ctuh_c', 'ctuh_nc', 'fw']),
    }
    const lost: string[] = []
    let assessed = 0
    for (const { provider, instanceType, vcpu } of cloudInstances) {
      if (!(vcpu > 0)) continue
      assessed += 1
      const asset = await assess(provider, instanceType, 'FRA')
      for (const criterion of CRITERION_CODES) {
        const impact = asset.impact(criterion, WHOLE_LIFE)
        for (const phase of ['embedded', 'use'] as const) {
          const { value = Number.NaN, min = Number.NaN, max = Number.NaN } = impact[phase] ?? {}
          const isSound = Number.isFinite(value) && min <= value && value <= max
          if (isSound === without[phase].has(criterion)) lost.push(`${provider}/${instanceType} ${criterion} ${phase}`)
        }
      }
    }
    expect(assessed).toBe(cloudInstances.length)
    expect(lost.slice(0, 10)).toEqual([])
  })

  test('take the factor of a server as such by their share of threads where their parts have none', async () => {
    const asset = await assess('aws', 'm5.xlarge', 'FRA')
    const { platform } = asset
    const cpu = release.references.matchCpu(release.references.server(platform.archetype).cpu.name ?? '').row
    const units = release.references.server(platform.archetype).cpu.units?.value ?? Number.NaN
    const factor = release.references.device('server')?.factors.ir?.value ?? Number.NaN
    const impact = asset.impact('ir', WHOLE_LIFE).embedded
    expect(impact?.value).toBeCloseTo((factor * 4) / ((cpu?.threads ?? Number.NaN) * units), 6)
    expect(impact?.warnings).toMatchObject([{ code: 'GENERIC_DATA' }])
  })
})
