import { expect, test } from 'vitest'
import { Assessor, type AssetInput } from '../../src/library/index.ts'
import { releases } from '../world.ts'

const CPUS = ['EPYC 7763', 'Xeon Gold 6130', 'no such processor', 'EPYC 9654']
const ARCHETYPES = ['platform_compute_low', 'dellR740']

/** Servers whose parts repeat in all combinations, some of them unknown or impossible. */
const SERVERS = CPUS.flatMap((name) =>
  ARCHETYPES.flatMap((archetype) =>
    [
      { units: 4, capacity: 32 },
      { units: 4, capacity: 32, generation: 'DDR3' },
      { capacity: 512, generation: 'DDR3' },
    ].map((ram) => ({ server: { archetype, configuration: { cpu: { name, units: 2 }, ram: [ram, ram] } } })),
  ),
) as readonly AssetInput[]

test('a list of servers that share parts has the figures, warnings and order of each server alone', async () => {
  const options = { criteria: ['gwp', 'adp', 'pe'] as const, duration: 8760 }
  const { items } = await new Assessor(releases.newest).assessMany(
    [...SERVERS, ...SERVERS].map((asset) => ({ asset })),
    options,
  )
  expect(items).toHaveLength(2 * SERVERS.length)
  for (const [at, asset] of [...SERVERS, ...SERVERS].entries()) {
    const [alone] = (await new Assessor(releases.newest).assessMany([{ asset }], options)).items
    expect(items[at]).toEqual(alone)
  }
})

test('memory takes the generation of the processor in its own server, not of one before it in the list', async () => {
  const ram = [{ units: 8, capacity: 32 }]
  const embedded = async (names: readonly string[]) => {
    const list = names.map((name) => ({ asset: { server: { configuration: { cpu: { name }, ram } } } }))
    const { items } = await new Assessor(releases.newest).assessMany(list, { criteria: ['gwp'] })
    return items.map((item) => ('figures' in item ? item.figures[0] : undefined))
  }
  const [ddr5] = await embedded(['EPYC 9654'])
  expect(await embedded(['EPYC 7763', 'EPYC 9654'])).toEqual([...(await embedded(['EPYC 7763'])), ddr5])
})

test('an instance type has in each region, at each load and size, the figures of that instance alone', async () => {
  const options = {
    criteria: ['gwp', 'adp', 'pe'] as const,
    duration: 1,
    boundary: 'DATA_CENTRE',
    quality: true,
  } as const
  const usages = [{ region: 'eu-west-3' }, { region: 'us-east-1', timeWorkload: 90 }, { usageLocation: 'SWE' }]
  const things = [{}, { vcpu: 1, memory: 2 }, { anyHost: true }]
  const assets = usages.flatMap((usage) =>
    things.map((own) => ({ cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage, ...own } })),
  ) as readonly AssetInput[]
  const { items } = await new Assessor(releases.newest).assessMany(
    [...assets, ...assets].map((asset) => ({ asset })),
    options,
  )
  for (const [at, asset] of [...assets, ...assets].entries()) {
    const [alone] = (await new Assessor(releases.newest).assessMany([{ asset }], options)).items
    expect(items[at]).toEqual(alone)
  }
})

test('a faulty part stays faulty in each row', async () => {
  const asset = { server: { configuration: { cpu: { units: -1 } } } }
  const { items } = await new Assessor(releases.newest).assessMany([{ asset }, { asset }])
  for (const item of items) expect(item).toMatchObject({ fault: { code: 'BAD_USER_INPUT' } })
})

test('an explanation after a list has the same inputs and formulas as one before it', async () => {
  const assessor = new Assessor(releases.newest)
  const asset = SERVERS[0] as AssetInput
  const before = (await assessor.figure(asset))?.explanation()
  await assessor.assessMany(SERVERS.map((each) => ({ asset: each })))
  expect((await assessor.figure(asset))?.explanation()).toEqual(before)
})
