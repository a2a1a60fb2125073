import { describe, expect, test } from 'vitest'
import { schema } from '../../schema/schema.ts'
import { NotFoundError } from '../../src/catalogue/not-found-error.ts'
import { FaultError } from '../../src/input/fault.ts'
import { EXACT_IMPACTS, NUMBER } from '../selections.ts'
import { ask, type Data, errorsOf } from '../world.ts'

describe('what is not there', () => {
  test.each(['cpus(first: -1)', 'cpus(first: 2001)', 'cpus(after: "nonsense")'])('%s is refused', async (field) => {
    const [error] = await errorsOf(`{ ${field} { totalCount } }`)
    expect(error?.path).toEqual(['cpus'])
    expect(error?.cause).toBeInstanceOf(FaultError)
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
  const { criteria } = await ask('{ criteria { criterion code unit ucum description } }')
  expect(criteria).toHaveLength(24)
  expect(criteria[0]).toEqual({
    criterion: 'GWP',
    code: 'gwp',
    unit: 'kg CO2 eq.',
    ucum: 'kg',
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
    '{ gpus { name manufacturer vram } componentArchetypes(component: GPU) }',
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
      '{ cloudProviders { id name regions { id name location { code } } instanceTypes { id vcpu memory platform } } }',
    )
    expect(cloudProviders.map(({ id }: Data) => id)).toEqual(['aws', 'azure', 'gcp', 'ovhcloud', 'scaleway'].sort())
    const types = cloudProviders.flatMap(({ instanceTypes }: Data) => instanceTypes)
    expect(types).toHaveLength(1947)
    for (const { vcpu, memory } of types) {
      expect(vcpu).toBeGreaterThan(0)
      expect(memory).toBeGreaterThan(0)
    }
    expect(cloudProviders.find(({ id }: Data) => id === 'aws').regions).toContainEqual({
      id: 'aws/eu-west-3',
      name: 'eu-west-3',
      location: { code: 'FRA' },
    })
  })

  test('are found in any case, their types by part of a name', async () => {
    const { cloudProvider } = await ask(
      '{ cloudProvider(id: "AWS") { id instanceTypes(search: "C5.4X") { id name } } }',
    )
    expect(cloudProvider.id).toBe('aws')
    expect(cloudProvider.instanceTypes).toContainEqual({ id: 'aws/c5.4xlarge', name: 'c5.4xlarge' })
    const alike = await ask('{ cloudProvider(id: "aws") { instanceTypes(search: "p5.4xlarge") { name } } }')
    expect(alike.cloudProvider.instanceTypes.map(({ name }: Data) => name)).toContain('p5.48xlarge')
  })
})

describe('what was a plain list has pages', () => {
  const all = async (query: (after: string) => string, of: (data: Data) => Data) => {
    const nodes: Data[] = []
    for (let after = 'null'; ; ) {
      const page = of(await ask(query(after)))
      nodes.push(...page.nodes)
      expect(page.totalCount).toBeGreaterThanOrEqual(nodes.length)
      if (!page.pageInfo.hasNextPage) return nodes
      after = JSON.stringify(page.pageInfo.endCursor)
    }
  }
  const PAGE = 'totalCount pageInfo { hasNextPage endCursor }'

  test('with the same entries in the same order: instance types, archetypes of parts, names', async () => {
    const plain = await ask(
      `{ cloudProvider(id: "gcp") { instanceTypes { name } } componentArchetypes(component: SSD)
        names(of: CPU_FAMILY) nothing: componentArchetypes(component: MOTHERBOARD) }`,
    )
    const types = await all(
      (after) =>
        `{ cloudProvider(id: "gcp") { instanceTypesConnection(first: 200, after: ${after}) { ${PAGE} nodes { name } } } }`,
      ({ cloudProvider }) => cloudProvider.instanceTypesConnection,
    )
    expect(types).toEqual(plain.cloudProvider.instanceTypes)
    const archetypes = await all(
      (after) => `{ archetypes(of: SSD, first: 1, after: ${after}) { ${PAGE} nodes { name } } }`,
      (data) => data.archetypes,
    )
    expect(archetypes.map(({ name }) => name)).toEqual(plain.componentArchetypes)
    const names = await all(
      (after) => `{ namesConnection(of: CPU_FAMILY, first: 50, after: ${after}) { ${PAGE} nodes edges { node } } }`,
      (data) => data.namesConnection,
    )
    expect(names).toEqual(plain.names)
    expect(plain.nothing).toEqual([])
  })

  test('whose cursors are of one list', async () => {
    const { cloudProvider } = await ask(
      '{ cloudProvider(id: "aws") { instanceTypesConnection(search: "m5", first: 1) { pageInfo { endCursor } } } }',
    )
    const after = JSON.stringify(cloudProvider.instanceTypesConnection.pageInfo.endCursor)
    for (const other of [
      `cloudProvider(id: "gcp") { instanceTypesConnection(search: "m5", after: ${after}) { totalCount } }`,
      `cloudProvider(id: "aws") { instanceTypesConnection(after: ${after}) { totalCount } }`,
      `namesConnection(of: CPU_NAME, after: ${after}) { totalCount }`,
    ])
      expect((await errorsOf(`{ ${other} }`))[0]?.cause.faults[0]).toMatchObject({ path: ['after'] })
  })

  test('whatever the order of the keys in a filter', async () => {
    const query = `query ($filter: CloudInstanceTypeFilter, $usage: UsageInput, $after: String) {
      cloudInstanceTypes(filter: $filter, usage: $usage, orderBy: IMPACT, first: 2, after: $after) { pageInfo { endCursor } nodes { name } } }`
    const first = await ask(query, {
      filter: { providers: ['aws'], minVcpu: 4 },
      usage: { usageLocation: 'FRA', timeWorkload: 20 },
    })
    const after = first.cloudInstanceTypes.pageInfo.endCursor
    const next = await ask(query, {
      filter: { minVcpu: 4, providers: ['aws'] },
      usage: { timeWorkload: 20, usageLocation: 'FRA' },
      after,
    })
    expect(next.cloudInstanceTypes.nodes).toHaveLength(2)
    expect(next.cloudInstanceTypes.nodes).not.toEqual(first.cloudInstanceTypes.nodes)
  })
})

describe('the data release', () => {
  test('has its name, a fingerprint of its figures, and every table with its rows', async () => {
    const { dataRelease } = await ask('{ dataRelease { id fingerprint tables { name rows } } }')
    expect(dataRelease.id).toBe('boavizta-2.4.1')
    expect(dataRelease.fingerprint).toMatch(/^[0-9a-f]{12}$/)
    const rows = Object.fromEntries(dataRelease.tables.map(({ name, rows }: Data) => [name, rows]))
    expect(rows).toMatchObject({ 'cloud-instances': 1947, 'server-archetypes': 292, electricity: 139, gpus: 8 })
  })
})

describe('entries of the catalogue', () => {
  const NODE = 'query ($id: ID!) { node(id: $id) { __typename id } }'

  test.each(['', 'FR', 'aws/', 'aws/nope', 'cpu/', 'cpu/nope', 'gpu/', '../FRA', 'x'.repeat(100_000)])(
    'are null under an id that none has: %.20s',
    async (id) => {
      expect(await ask(NODE, { id })).toEqual({ node: null })
    },
  )

  test('are found under the id that they show, each under one of its own', async () => {
    const { locations, cloudProviders, cpus, gpus } = await ask(
      `{ locations { id } cloudProviders { id regions { id } instanceTypes { id } } cpus(first: 2000) { nodes { id } } gpus { id } }`,
    )
    const regions = cloudProviders.flatMap(({ regions }: Data) => regions)
    const types = cloudProviders.flatMap(({ instanceTypes }: Data) => instanceTypes)
    const lists = {
      Location: locations,
      CloudProvider: cloudProviders,
      CloudRegion: regions,
      CloudInstanceType: types,
      CpuModel: cpus.nodes,
      GpuModel: gpus,
    }
    const ids = Object.values(lists).flatMap((list) => list.map(({ id }: Data) => id))
    expect(new Set(ids).size).toBe(ids.length)
    for (const [type, list] of Object.entries(lists)) {
      for (const { id } of [list[0], list[list.length >> 1], list.at(-1)]) {
        expect(await ask(NODE, { id })).toEqual({ node: { __typename: type, id } })
      }
    }
  })

  test('know each other: a type its provider, an instance its type, a region its location', async () => {
    const { cloudInstance, node } = await ask(`{
      cloudInstance(input: { provider: "AWS", instanceType: "M5.XLARGE" }) { type { id provider { id name } } }
      node(id: "aws/eu-west-3") { ... on CloudRegion { name location { id name } } }
    }`)
    expect(cloudInstance.type).toMatchObject({ id: 'aws/m5.xlarge', provider: { id: 'aws' } })
    expect(node).toEqual({ name: 'eu-west-3', location: { id: 'FRA', name: 'France' } })
  })

  test('of types give an instance that is the one by provider and name', async () => {
    const { node, cloudInstance } = await ask(`{
      node(id: "aws/m5.xlarge") { ... on CloudInstanceType { instance(usage: { timeWorkload: 20 }) { impacts ${EXACT_IMPACTS} } } }
      cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge", usage: { timeWorkload: 20 } }) { impacts ${EXACT_IMPACTS} }
    }`)
    expect(node.instance).toEqual(cloudInstance)
  })

  test.each([
    ['location(code: "Atlantis")', 'code'],
    ['cpu(name: "Abacus 3000")', 'name'],
  ])('that a text does not mean are an error at its argument: %s', async (field, argument) => {
    const [error] = await errorsOf(`{ ${field} { id } }`)
    expect(error?.cause.code).toBe('NOT_FOUND')
    expect(error?.cause.faults).toMatchObject([{ code: 'NOT_FOUND', path: [argument], nearest: expect.any(Array) }])
  })

  test.each([
    ['location(code: "fr") { code }', { code: 'FRA' }],
    ['location(code: "Germany") { id code }', { id: 'DEU', code: 'DEU' }],
    ['cpu(name: "AMD EPYC 7763 64-Core Processor") { id cores }', { id: 'cpu/AMD EPYC 7763', cores: 64 }],
  ])('are found by what people and machines write: %s', async (field, found) => {
    expect(Object.values(await ask(`{ ${field} }`))).toEqual([found])
  })
})
