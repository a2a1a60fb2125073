import { describe, expect, test } from 'vitest'
import { schema } from '../../schema/schema.ts'
import { InputError } from '../../src/input/check-input.ts'
import { NotFoundError } from '../../src/reference/not-found-error.ts'
import { NUMBER } from '../selections.ts'
import { ask, type Data, errorsOf } from '../world.ts'

describe('what is not there', () => {
  test.each(['cpus(first: -1)', 'cpus(first: 2001)', 'cpus(after: "nonsense")'])('%s is refused', async (field) => {
    const [error] = await errorsOf(`{ ${field} { totalCount } }`)
    expect(error?.path).toEqual(['cpus'])
    expect(error?.cause).toBeInstanceOf(InputError)
  })

  test('a provider that nobody knows is an error with the closest', async () => {
    const [error] = await errorsOf('{ cloudProvider(id: "awss") { id } }')
    expect(error?.cause).toBeInstanceOf(NotFoundError)
    expect(error?.cause.nearest).toEqual(['aws'])
  })

  test('an archetype that nobody knows is an error', async () => {
    const [error] = await errorsOf('{ archetype(of: SERVER, id: "nope") { name } }')
    expect(error?.cause).toBeInstanceOf(NotFoundError)
  })

  test('a search for nothing like it finds nothing', async () => {
    const { cpus, locations } = await ask(
      '{ cpus(search: "###") { totalCount } locations(search: "Atlantis") { code } }',
    )
    expect(cpus.totalCount).toBe(0)
    expect(locations).toEqual([])
  })
})

test('the criteria are all that the enum has, climate change first, with their codes and units', async () => {
  const { criteria } = await ask('{ criteria { criterion code unit description } }')
  expect(criteria).toHaveLength(24)
  expect(criteria[0]).toEqual({
    criterion: 'GWP',
    code: 'gwp',
    unit: 'kgCO2eq',
    description: 'Total climate change',
  })
  const values = (schema.getType('Criterion') as Data).getValues().map(({ name }: Data) => name)
  expect(new Set(criteria.map(({ criterion }: Data) => criterion))).toEqual(new Set(values))
})

describe('locations', () => {
  test('are 139, each with final energy of 3.6 MJ per kWh and with a factor of climate change', async () => {
    const { locations } = await ask(
      `{ locations { code name factors(criteria: [GWP, FE]) { criterion factor ${NUMBER} } } }`,
    )
    expect(locations).toHaveLength(139)
    for (const { factors } of locations) {
      const [gwp, fe] = factors
      expect(gwp.factor.value).toBeGreaterThan(0)
      expect(gwp.factor).toMatchObject({ status: 'COMPLETED', min: gwp.factor.value, max: gwp.factor.value })
      expect(fe.factor.value).toBe(3.6)
    }
  })

  test.each([
    ['FRA', 'FRA'],
    ['fr', 'FRA'],
    ['france', 'FRA'],
    ['Republic', 'CZE'],
    ['ivoire', 'CIV'],
  ])('are found by code, ISO code or part of a name: %s', async (search, code) => {
    const { locations } = await ask('query ($search: String) { locations(search: $search) { code } }', { search })
    expect(locations.map((each: Data) => each.code)).toContain(code)
  })

  test('leave out criteria without a published factor: EEE has none of water', async () => {
    const { locations } = await ask('{ locations(search: "EEE") { code factors { criterion } } }')
    expect(locations[0].code).toBe('EEE')
    expect(locations[0].factors.map(({ criterion }: Data) => criterion)).not.toContain('WU')
  })
})

describe('processors', () => {
  const PAGE =
    'totalCount nodes { name } edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'

  test('come page by page, all of them once', async () => {
    const names: string[] = []
    let after: string | null = null
    for (;;) {
      const { cpus }: Data = await ask(`query ($after: String) { cpus(first: 500, after: $after) { ${PAGE} } }`, {
        after,
      })
      expect(cpus.pageInfo.hasPreviousPage).toBe(names.length > 0)
      expect(cpus.pageInfo.startCursor).toBe(cpus.edges[0].cursor)
      names.push(...cpus.nodes.map(({ name }: Data) => name))
      if (!cpus.pageInfo.hasNextPage) {
        expect(names).toHaveLength(cpus.totalCount)
        break
      }
      after = cpus.pageInfo.endCursor
    }
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBe(1807)
  })

  test('may be asked for none, or from beyond the end', async () => {
    const { none, cpus } = await ask(
      `{ none: cpus(first: 0) { ${PAGE} } cpus(first: 2000) { pageInfo { endCursor } } }`,
    )
    expect(none).toMatchObject({ nodes: [], totalCount: 1807, pageInfo: { hasNextPage: true, endCursor: null } })
    const { beyond } = await ask(`query ($after: String) { beyond: cpus(after: $after) { ${PAGE} } }`, {
      after: cpus.pageInfo.endCursor,
    })
    expect(beyond).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false, hasPreviousPage: true } })
  })

  test.each([
    ['Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz', 'Intel Xeon Gold 6138'],
    ['epyc 7763', 'AMD EPYC 7763'],
    ['AMD EPYC 776', 'AMD EPYC 7763'],
  ])('are ranked by closeness to "%s"', async (search, first) => {
    const { cpus } = await ask(
      'query ($search: String) { cpus(search: $search, first: 5) { nodes { name tdp cores dieSize family } } }',
      {
        search,
      },
    )
    expect(cpus.nodes.map(({ name }: Data) => name)).toContain(first)
    expect(cpus.nodes.length).toBeLessThanOrEqual(5)
  })

  test('have their figures and where they come from', async () => {
    const { cpus } = await ask(
      '{ cpus(search: "AMD EPYC 7763", first: 1) { nodes { name manufacturer family modelRange cores threads tdp source } } }',
    )
    expect(cpus.nodes[0]).toMatchObject({
      name: 'AMD EPYC 7763',
      manufacturer: 'AMD',
      family: 'milan',
      cores: 64,
      threads: 128,
      tdp: 280,
    })
  })
})

test('graphics cards are listed, and each is an archetype', async () => {
  const { gpus, componentArchetypes } = await ask(
    '{ gpus { name manufacturer vram } componentArchetypes(component: "gpu") }',
  )
  expect(gpus).toHaveLength(8)
  for (const { name } of gpus) expect(componentArchetypes).toContain(name)
  expect(componentArchetypes[0]).toBe('DEFAULT')
})

describe('archetypes', () => {
  test('of servers are 292; the default is one of them', async () => {
    const { serverArchetypes } = await ask('{ serverArchetypes }')
    expect(serverArchetypes).toHaveLength(292)
    expect(serverArchetypes).toContain('platform_compute_medium')
  })

  test('of terminals are listed by kind', async () => {
    const { all, laptops } = await ask('{ all: terminalArchetypes laptops: terminalArchetypes(kind: LAPTOP) }')
    expect(laptops).toEqual(['laptop-pro', 'laptop-perso'])
    expect(all).toHaveLength(17)
  })

  test('are shown as the tables have them, bounds where they are stated', async () => {
    const { archetype } = await ask(
      '{ archetype(of: SERVER, id: "platform_compute_medium") { name entries { name number min max text } } }',
    )
    const cpu = archetype.find(({ name }: Data) => name === 'CPU')
    expect(cpu.entries.find(({ name }: Data) => name === 'units')).toEqual({
      name: 'units',
      number: 2,
      min: null,
      max: null,
      text: null,
    })
    expect(cpu.entries.find(({ name }: Data) => name === 'core_units')).toMatchObject({ number: 24, min: 16, max: 48 })
    expect(archetype.find(({ name }: Data) => name === 'CASE').entries).toEqual([
      { name: 'case_type', number: null, min: null, max: null, text: 'rack' },
    ])
  })
})

describe('cloud providers', () => {
  test('are five, with regions whose places are known, and 1,947 instance types in all', async () => {
    const { cloudProviders } = await ask(
      '{ cloudProviders { id name regions { id location { code } } instanceTypes { id vcpu memory platform } } }',
    )
    expect(cloudProviders.map(({ id }: Data) => id)).toEqual(['aws', 'azure', 'gcp', 'ovhcloud', 'scaleway'].sort())
    const types = cloudProviders.flatMap(({ instanceTypes }: Data) => instanceTypes)
    expect(types).toHaveLength(1947)
    for (const { vcpu, memory } of types) {
      expect(vcpu).toBeGreaterThan(0)
      expect(memory).toBeGreaterThan(0)
    }
    expect(cloudProviders.find(({ id }: Data) => id === 'aws').regions).toContainEqual({
      id: 'eu-west-3',
      location: { code: 'FRA' },
    })
  })

  test('are found in any case, their types by part of a name', async () => {
    const { cloudProvider } = await ask('{ cloudProvider(id: "AWS") { id instanceTypes(search: "C5.4X") { id } } }')
    expect(cloudProvider.id).toBe('aws')
    expect(cloudProvider.instanceTypes.map(({ id }: Data) => id)).toContain('c5.4xlarge')
    const alike = await ask('{ cloudProvider(id: "aws") { instanceTypes(search: "p5.4xlarge") { id } } }')
    expect(alike.cloudProvider.instanceTypes.map(({ id }: Data) => id)).toContain('p5.48xlarge')
  })
})

describe('the data release', () => {
  test('is named by 12 hexadecimal digits and lists every table with its rows', async () => {
    const { dataRelease } = await ask('{ dataRelease { id tables { name rows } } }')
    expect(dataRelease.id).toMatch(/^[0-9a-f]{12}$/)
    const rows = Object.fromEntries(dataRelease.tables.map(({ name, rows }: Data) => [name, rows]))
    expect(rows).toMatchObject({ 'cloud-instances': 1947, 'server-archetypes': 292, electricity: 139, gpus: 8 })
  })
})
