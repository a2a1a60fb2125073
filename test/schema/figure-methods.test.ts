import { describe, expect, test } from 'vitest'
import { runHere } from '../cli/run-here.ts'
import { ask, askNewest, type Data } from '../world.ts'

const NODES = `{ explanation { nodes {
  leaf name status min max method spreadReason sources { title licence year } distribution { gsd2 }
} } }`

const ASSETS: Readonly<Record<string, object>> = {
  'PowerEdge R740': { server: { model: { name: 'PowerEdge R740' } } },
  'server with EPYC and two cards': {
    server: {
      configuration: {
        cpu: { name: 'EPYC 7763', units: 2 },
        ram: [{ units: 16, capacity: 32 }],
        disk: [{ ssd: { units: 2, capacity: 3840 } }],
        gpu: { name: 'NVIDIA A100 PCIe 40GB', units: 2 },
      },
    },
  },
  'm5.xlarge': { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } },
  'p4d.24xlarge': { cloudInstance: { provider: 'aws', instanceType: 'p4d.24xlarge' } },
  laptop: { terminal: { kind: 'LAPTOP' } },
  monitor: { terminal: { kind: 'MONITOR' } },
  smartphone: { terminal: { kind: 'SMARTPHONE' } },
  box: { terminal: { kind: 'BOX' } },
  'Xeon Gold 6130': { component: { cpu: { name: 'Xeon Gold 6130' } } },
  'processor by TDP': { component: { cpu: { tdp: 150 } } },
  'H100 SXM': { component: { gpu: { name: 'NVIDIA H100 SXM 80GB' } } },
  memory: { component: { ram: { capacity: 32 } } },
  'DDR5 memory': { component: { ram: { capacity: 32, generation: 'DDR5' } } },
  SSD: { component: { ssd: { capacity: 1000 } } },
  'hard disk': { component: { hdd: { formFactor: 'INCH_2_5' } } },
  'power supply': { component: { powerSupply: {} } },
  case: { component: { case: { caseType: 'BLADE' } } },
  motherboard: { component: { motherboard: {} } },
  storage: { storage: { kind: 'HDD', gigabytes: 1000 } },
  network: { network: { reach: 'INTERNET', gigabytes: 1000 } },
}

/** The inputs behind an asset's figures in three criteria, each once. */
async function inputsOf(input: object, boundary = 'DATA_CENTRE'): Promise<Data[]> {
  const { asset } = await askNewest(
    `query ($input: AssetInput!, $boundary: Boundary!) {
      asset(input: $input) { impacts(criteria: [GWP, ADP, PE], boundary: $boundary) { total ${NODES} } }
    }`,
    { input, boundary },
  )
  const nodes: Data[] = asset.impacts.flatMap(({ total }: Data) => total?.explanation.nodes ?? [])
  return [...new Map(nodes.filter(({ name }) => name === null).map((node) => [node.leaf, node])).values()]
}

test('inputs of yours have no method, document or reason', async () => {
  const inputs = await inputsOf({ component: { ssd: { capacity: 1000 } } })
  expect(inputs.find(({ leaf }) => leaf === 'input.component.ssd.capacity')).toMatchObject({
    method: null,
    sources: [],
    spreadReason: null,
  })
})

test('a release that states no methods names the characterisation of factors alone', async () => {
  const { asset } = await ask(
    `{ asset(input: { component: { ssd: { capacity: 1000 } } }) { impact(criterion: ADP) { total ${NODES} } } }`,
  )
  const methods = asset.impact.total.explanation.nodes.map(({ leaf, method }: Data) => [leaf, method])
  expect(methods).toContainEqual(['component-factors.ssd.per_die_area.adp', 'CML, 2002'])
  expect(methods).toContainEqual(['ssd-densities.average.all.all', null])
})

test('bounds of few figures say how many there are, and samples exceed them', async () => {
  const { component } = await askNewest(
    `{ component(input: { hdd: {} }) { impact(criterion: GWP) { total {
      distribution { quantiles(at: [0.005, 0.995]) { value } }
      explanation { nodes { leaf distribution { kind min mode max figures gsd2 } } }
    } } } }`,
  )
  const { distribution, explanation } = component.impact.total
  const ofDrive = explanation.nodes.find(({ leaf }: Data) => leaf === 'component-factors.hdd.base.3_5_inch.gwp')
  // sigma = ln(38 / 13.7) / 2.326 = 0.4386, and exp(2 sigma) = 2.404.
  expect(ofDrive.distribution).toMatchObject({ kind: 'LOGNORMAL', min: 13.7, mode: 22.8, max: 38, figures: 5 })
  expect(ofDrive.distribution.gsd2).toBeCloseTo(2.404, 3)
  const [low, high] = distribution.quantiles.map(({ value }: Data) => value)
  expect(low).toBeLessThan(13.7)
  expect(high).toBeGreaterThan(38)
})

test.each(Object.entries(ASSETS))(
  'behind %s, each published or assumed input names method, document, year, licence, and why it spreads or not',
  async (_, input) => {
    const inputs = (await inputsOf(input)).filter(({ status }) => status !== 'INPUT')
    expect(inputs.length).toBeGreaterThan(2)
    for (const { leaf, method, spreadReason, sources } of inputs) {
      expect({ leaf, method, spreadReason }).toEqual({
        leaf,
        method: expect.any(String),
        spreadReason: expect.any(String),
      })
      expect({ leaf, documents: sources.length }).not.toEqual({ leaf, documents: 0 })
      for (const source of sources)
        expect({ leaf, ...source }).toMatchObject({
          licence: expect.any(String),
          year: expect.stringMatching(/^\d{4}/),
        })
    }
  },
)

describe('what an input says about itself', () => {
  const found = async (asset: string, leaf: string): Promise<Data> =>
    (await inputsOf(ASSETS[asset] as object)).find((each) => each.leaf === leaf)

  test('a factor names how it was found and its characterisation, and its bounds name what they hold', async () => {
    expect(await found('Xeon Gold 6130', 'component-factors.cpu.per_die_area.14.gwp')).toMatchObject({
      method: expect.stringMatching(/^Carbon of a wafer of this node.*; IPCC GWP100, AR5$/),
      spreadReason: expect.stringMatching(/^from the lowest to the highest published carbon of a wafer/),
    })
  })

  test('a die on a page with a bracket in its address names its document', async () => {
    const { sources } = await found('Xeon Gold 6130', 'cpus.Intel Xeon Gold 6130.die_size')
    expect(sources).toMatchObject([{ title: 'Skylake (server), extreme core count' }])
  })

  test('a model term names the measurements that it comes from', async () => {
    expect(await found('Xeon Gold 6130', 'model.power.Intel Xeon Gold 6130')).toMatchObject({
      distribution: { gsd2: 1.45 },
      sources: [{ title: expect.stringMatching(/SPECpower/) }],
    })
  })

  test('a lifetime says that it is a scenario, and which field replaces it', async () => {
    expect(await found('laptop', 'terminal-archetypes.laptop-pro.hours_life_time')).toMatchObject({
      min: 43_800,
      max: 43_800,
      spreadReason: expect.stringMatching(/scenario.*`hoursLifeTime`/),
    })
  })

  test('bounds and a spread each have their reason', async () => {
    const { spreadReason } = await found('laptop', 'device-factors.laptop.pro.gwp')
    expect(spreadReason).toMatch(
      /^5th and 95th percentile of what makers published.*; one generic device \(reliability/,
    )
  })
})

test('the command and the library state the same as GraphQL for each input', async () => {
  const shown = (nodes: readonly Data[]) =>
    nodes.map(({ leaf, method, spreadReason, sources }) => [
      leaf,
      method,
      spreadReason ?? null,
      sources.map(({ title, licence, year }: Data) => ({ title, licence, year })),
    ])
  const { asset } = await askNewest(
    `{ asset(input: { server: { model: { name: "PowerEdge R740" } } }) {
      impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total ${NODES} } } }`,
  )
  const inputs = asset.impact.total.explanation.nodes.filter(({ method }: Data) => method !== null)
  const { stdout } = await runHere(['explain', 'PowerEdge R740', '--criteria', 'gwp', '--formulas', '--format', 'json'])
  expect(inputs.length).toBeGreaterThan(30)
  expect(shown(JSON.parse(stdout).inputs)).toEqual(shown(inputs))
})
