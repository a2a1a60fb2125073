import { describe, expect, test } from 'vitest'
import { ask, type Data, errorsOf } from '../world.ts'

const FLEET = `fleet(items: [
  { label: "a", asset: { cloudInstance: { provider: "aws", instanceType: "m5.large" } } },
  { label: "b", quantity: 3, asset: { terminal: { kind: LAPTOP } } },
  { label: "c", asset: { server: {} } }, { label: "d", asset: { server: { archetype: "none" } } }])`

const page = (args: string, list = 'cpuModels') =>
  `{ ${list}(${args}) { totalCount nodes { name } edges { cursor } pageInfo { hasNextPage endCursor } } }`

describe('a page is refused', () => {
  test.each(['cpuModels', 'gpuModels'])('of %s that would be larger than 2,000', async (list) => {
    const [error] = await errorsOf(page('first: 2001', list))
    expect(error?.cause.faults[0].path).toEqual(['first'])
  })

  test.each<[string, string, string]>([
    ['publishedFigures(first: 1)', 'publishedFigures(kind: "laptop making", ', 'model'],
    ['locationsConnection(first: 1)', 'locationsConnection(search: "a", ', 'code'],
    ['archetypes(first: 1, of: SERVER)', 'archetypes(of: CPU, ', 'name'],
    ['archetypes(first: 1, of: SERVER)', 'archetypes(of: SERVER, search: "a", ', 'name'],
    [`${FLEET}{ itemsConnection(first: 1) `, `${FLEET}{ itemsConnection(orderBy: USE, `, 'label'],
    [
      `${FLEET}{ itemsConnection(first: 1, orderBy: USE)`,
      `${FLEET}{ itemsConnection(orderBy: USE, criterion: PE, `,
      'label',
    ],
  ])('by a cursor of %s, of %s', async (list, other, field) => {
    const end = list.startsWith('fleet') ? ' }' : ''
    const found = await ask(`{ ${list} { pageInfo { endCursor } }${end} }`)
    const [first] = Object.values(found) as Data[]
    const { pageInfo } = first.itemsConnection ?? first
    const [error] = await errorsOf(`{ ${other}after: "${pageInfo.endCursor}") { nodes { ${field} } }${end} }`)
    expect(error?.cause.faults[0]).toMatchObject({ path: ['after'], code: 'INVALID_VALUE' })
  })

  test('by a cursor of another search, list or release', async () => {
    const { cpuModels } = await ask(page('first: 2, search: "Xeon Gold 61"'))
    const after = cpuModels.pageInfo.endCursor
    for (const query of [
      page(`search: "Xeon Gold 62", after: "${after}"`),
      page(`after: "${after}"`),
      page(`search: "Xeon Gold 61", after: "${after}"`, 'gpuModels'),
      `{ release(id: "2026.11") ${page(`search: "Xeon Gold 61", after: "${after}"`)} }`,
      '{ cloudInstanceTypes(after: "YXQ6MQ") { totalCount } }',
    ]) {
      const [error] = await errorsOf(query)
      expect(error?.cause.faults[0]).toMatchObject({ path: ['after'], code: 'INVALID_VALUE' })
    }
  })

  test('of instance types by a cursor of another filter or order', async () => {
    const types = (args: string) => `{ cloudInstanceTypes(${args}) { pageInfo { endCursor } } }`
    const { cloudInstanceTypes } = await ask(types('first: 1, orderBy: VCPU, filter: { providers: ["aws"] }'))
    const after = `first: 1, after: "${cloudInstanceTypes.pageInfo.endCursor}"`
    await ask(types(`${after}, orderBy: VCPU, filter: { providers: ["aws"] }`))
    for (const args of ['orderBy: MEMORY, filter: { providers: ["aws"] }', 'orderBy: VCPU']) {
      expect(await errorsOf(types(`${after}, ${args}`))).toHaveLength(1)
    }
  })
})

describe('names of models', () => {
  test('that begin with what was typed come first', async () => {
    const { cpuModels } = await ask(page('first: 10, search: "Xeon Gold 61"'))
    expect(cpuModels.nodes).toHaveLength(10)
    for (const { name } of cpuModels.nodes) expect(name).toMatch(/Xeon Gold 61\d\d/)
    const { gpuModels } = await ask(page('first: 1, search: "a100"', 'gpuModels'))
    for (const { name } of gpuModels.nodes) expect(name).toMatch(/A100/)
  })

  test('come page by page, each once, and all in the end', async () => {
    const names: string[] = []
    let after = ''
    for (let more = true; more; ) {
      const { gpuModels } = await ask(page(`first: 7${after}`, 'gpuModels'))
      names.push(...gpuModels.nodes.map(({ name }: Data) => name))
      expect(gpuModels.totalCount).toBeGreaterThanOrEqual(names.length)
      after = `, after: "${gpuModels.pageInfo.endCursor}"`
      more = gpuModels.pageInfo.hasNextPage
    }
    const { gpus } = await ask('{ gpus { name } }')
    expect(names).toEqual(gpus.map(({ name }: Data) => name))
  })

  test('give the model that they mean, or an error with the nearest', async () => {
    const { cpuModel, gpuModel } = await ask(
      '{ cpuModel(name: "AMD EPYC 7763 64-Core Processor") { id coreUnits cores } gpuModel(name: "nvidia a100 pcie 40gb") { id name } }',
    )
    expect(cpuModel).toEqual({ id: 'cpu/AMD EPYC 7763', coreUnits: 64, cores: 64 })
    expect(gpuModel.id).toBe(`gpu/${gpuModel.name}`)
    const [cpu, gpu] = await errorsOf('{ cpuModel(name: "Xeon Platinum 9999") { id } gpuModel(name: "A 1") { id } }')
    expect(cpu?.cause).toMatchObject({ faults: [{ code: 'NOT_FOUND', path: ['name'] }] })
    expect(gpu?.cause.faults[0].code).toBe('NOT_FOUND')
  })

  test('have the same fields and values under their old names', async () => {
    const { cpu, cpuModel, cpus, cpuModels } = await ask(
      '{ cpu(name: "EPYC 7763") { id } cpuModel(name: "EPYC 7763") { id } cpus(first: 3) { nodes { id } } cpuModels(first: 3) { nodes { id } } }',
    )
    expect([cpu, cpus]).toEqual([cpuModel, cpuModels])
  })
})

describe('a data release', () => {
  test('is the one that answers come from where none is named, with its tables', async () => {
    const { release, dataRelease } = await ask(
      '{ release { id fingerprint tables { name rows } current } dataRelease { id fingerprint tables { name rows } } }',
    )
    expect(release).toEqual({ ...dataRelease, current: true })
    expect(release.tables.length).toBeGreaterThan(10)
  })

  test('is found by its id among all nodes', async () => {
    const { node, none } = await ask(
      '{ node(id: "2026.11") { id __typename ... on Release { current isDraft } } none: node(id: "2026.13") { id } }',
    )
    expect(node).toEqual({ id: '2026.11', __typename: 'Release', current: false, isDraft: false })
    expect(none).toBeNull()
  })
})

test('a kWh counts for the same under both names', async () => {
  const { location, server } = await ask(
    '{ location(code: "FRA") { elecFactors(criteria: [GWP]) { factor { value } } factors(criteria: [GWP]) { factor { value } } } server { usage { elecFactors { criterion } electricityFactors { criterion } } } }',
  )
  expect(location.elecFactors).toEqual(location.factors)
  expect(location.elecFactors[0].factor.value).toBe(0.098)
  expect(server.usage.elecFactors).toEqual(server.usage.electricityFactors)
})

describe('an instance in a region', () => {
  const regions = (args: string) =>
    `{ cloudProvider(id: "aws") { regions { name cloudInstance(${args}) { usage { usageLocation { text } } impact(criterion: GWP, duration: 8760) { use { value(exact: true) } } } } } }`

  test('that is given another place as well is refused', async () => {
    const errors = await errorsOf(regions('type: "m5.xlarge", usage: { usageLocation: "FRA" }'))
    expect(errors[0]?.cause.faults[0].path).toEqual(['usage'])
  })

  test('of an unknown type names the nearest', async () => {
    const errors = await errorsOf(regions('type: "p5.4xlarge"'))
    expect(errors[0]?.cause.faults[0]).toMatchObject({
      code: 'NOT_FOUND',
      nearest: expect.arrayContaining(['p5.48xlarge']),
    })
  })

  test('uses the electricity of each, all in one request', async () => {
    const { cloudProvider } = await ask(regions('type: "m5.xlarge", usage: { timeWorkload: 50 }'))
    const uses = new Map(cloudProvider.regions.map(({ name, cloudInstance }: Data) => [name, cloudInstance]))
    const { one } = await ask(
      '{ one: cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge", usage: { region: "eu-west-3", timeWorkload: 50 } }) { usage { usageLocation { text } } impact(criterion: GWP, duration: 8760) { use { value(exact: true) } } } }',
    )
    expect(uses.get('eu-west-3')).toEqual(one)
    expect(uses.size).toBeGreaterThan(15)
  })
})

describe('lists in pages', () => {
  /** All entries of a connection, page by page; the other fields beside it are of the last page. */
  async function everyPage(field: string, args: string, node: string, size: number, path: readonly string[] = []) {
    const nodes: Data[] = []
    for (let after = ''; ; ) {
      const list = `${field}(${args}first: ${size}${after}) { totalCount nodes { ${node} } pageInfo { hasNextPage endCursor } }`
      const data = await ask(path.length === 0 ? `{ ${list} }` : `{ ${FLEET} { ${list} } }`)
      const page = [...path, field].reduce((at, key) => at[key], data)
      nodes.push(...page.nodes)
      if (!page.pageInfo.hasNextPage) return { nodes, total: page.totalCount }
      after = `, after: "${page.pageInfo.endCursor}"`
    }
  }

  test('have every location and every published figure once', async () => {
    const { locations, published } = await ask('{ locations { code } published(kind: "laptop making") { id } }')
    expect(await everyPage('locationsConnection', '', 'code', 97)).toEqual({
      nodes: locations,
      total: locations.length,
    })
    const figures = await everyPage('publishedFigures', 'kind: "laptop making", ', 'id', 9)
    expect(figures).toEqual({ nodes: published, total: published.length })
  })

  test('have every archetype with its attributes, by kind of equipment', async () => {
    const { serverArchetypes, terminalArchetypes } = await ask('{ serverArchetypes terminalArchetypes }')
    const servers = await everyPage('archetypes', 'of: SERVER, ', 'name', 50)
    expect(servers.nodes.map(({ name }) => name)).toEqual(serverArchetypes)
    const terminals = await everyPage('archetypes', 'of: TERMINAL, ', 'name of kind provider', 50)
    expect(terminals.nodes.map(({ name }) => name)).toEqual(terminalArchetypes)
    const laptops = terminals.nodes.filter(({ kind }) => kind === 'LAPTOP').map(({ name }) => name)
    expect(laptops).toEqual((await ask('{ terminalArchetypes(kind: LAPTOP) }')).terminalArchetypes)
    const [instance] = (
      await ask(
        '{ archetypes(of: CLOUD_INSTANCE, search: "M5.large", first: 1) { nodes { name provider groups { name } } } }',
      )
    ).archetypes.nodes
    expect(instance).toEqual({ name: 'm5.large', provider: 'aws', groups: [{ name: null }] })
    const { archetypes, archetype } = await ask(`{
      archetypes(of: CASE) { nodes { name groups { name entries { name number text } } } }
      archetype(of: CASE, id: "rack") { name entries { name number text } } }`)
    expect(archetypes.nodes.find(({ name }: Data) => name === 'rack').groups).toEqual(archetype)
  })

  test('have every item of a fleet once, in its order, with the faulty one last', async () => {
    const { nodes, total } = await everyPage('itemsConnection', 'orderBy: EMBEDDED, ', 'label', 3, ['fleet'])
    expect(total).toBe(4)
    const { fleet } = await ask(`{ ${FLEET} { items(orderBy: EMBEDDED) { label } } }`)
    expect(nodes).toEqual(fleet.items)
    expect(nodes.at(-1)).toEqual({ label: 'd' })
  })
})
