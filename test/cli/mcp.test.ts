import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAssessor, openReleases } from '../../src/bulk/open-assessor.ts'
import { createMcpServer } from '../../src/cli/create-mcp-server.ts'

const assessor = openAssessor()
const client = new Client({ name: 'test', version: '1' })
beforeAll(async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await createMcpServer(assessor, openReleases(), '1.0.0').connect(theirs)
  await client.connect(ours)
})
afterAll(() => client.close())

async function call(name: string, input: Record<string, unknown>) {
  const { content, isError } = (await client.callTool({ name, arguments: input })) as unknown as {
    content: [{ text: string }]
    isError?: boolean
  }
  return { isError: isError === true, text: content[0].text }
}

const instance = (provider: string, instanceType: string) => ({ cloudInstance: { provider, instanceType } })

test('criteria are offered where the release has figures, and of the others it is said why there are none', async () => {
  const { tools } = await client.listTools()
  const schema = tools.find(({ name }) => name === 'assess')?.inputSchema
  const criteria = schema?.properties?.criteria as { items: { enum: string[] }; description: string } | undefined
  expect(criteria?.items.enum).toEqual(assessor.criteria)
  expect(criteria?.items.enum).not.toContain('wu')
  expect(criteria?.description).toMatch(/Without figures in 2026.12: lu \(Embodied: /)
})

test('what is not known or not understood is an error of the tool, with what is near', async () => {
  expect(await call('assess', { asset: instance('aws', 'm5.huge') })).toMatchObject({
    isError: true,
    text: expect.stringMatching(/"code":"NOT_FOUND".*m5\.huge .*m5\.large/),
  })
  expect(await call('assess', { asset: { server: { usage: { timeWorkload: 101 } } } })).toMatchObject({
    isError: true,
    text: expect.stringMatching(/"BAD_USER_INPUT".*server\.usage\.timeWorkload: /),
  })
  expect(await call('assess', { asset: {}, criteria: ['beauty'] })).toMatchObject({ isError: true })
  const onMars = { terminal: { kind: 'LAPTOP', usage: { usageLocation: 'Mars' } } }
  expect(await call('assess', { asset: onMars })).toMatchObject({ isError: false })
  for (const [tool, input] of [
    ['assess', { asset: onMars }],
    ['explain', { asset: onMars }],
    ['compare', { items: [1, 2].map((label) => ({ label: `${label}`, asset: onMars })) }],
    ['find_instance_types', { search: 'm5.large', usageLocation: 'Mars' }],
  ] as const) {
    expect(await call(tool, { ...input, strict: true })).toMatchObject({
      isError: true,
      text: expect.stringContaining('\\"Mars\\"'),
    })
  }
  expect(await call('explain', { asset: onMars, whatIf: { 'electricity.SWE.gwp': 1 } })).toMatchObject({
    isError: true,
    text: expect.stringMatching(
      /"electricity\.SWE\.gwp".* electricity\.unknown\.gwp\? To use electricity\.SWE\.gwp, set the location to SWE/,
    ),
  })
})

test('an assessment carries bounds, warnings and the release', async () => {
  const { text } = await call('assess', { asset: instance('aws', 'm5.xlarge'), criteria: ['gwp'] })
  const answer = JSON.parse(text) as Record<string, unknown>
  const options = { criteria: ['gwp' as const], duration: 8760, boundary: 'DATA_CENTRE' as const }
  const assessment = await assessor.assess(instance('aws', 'm5.xlarge'), options)
  expect(answer).toMatchObject(JSON.parse(JSON.stringify(assessment)))
  expect(answer.sources).toContainEqual(expect.stringContaining('https://'))
  expect(answer).toMatchObject({
    release: assessor.release,
    impacts: { gwp: { embedded: { min: expect.any(Number), max: expect.any(Number) } } },
  })
})

test('a comparison is in the order of the totals and says how likely which is lower', async () => {
  const items = ['m5.4xlarge', 'm5.large'].map((type) => ({ label: type, asset: instance('aws', type) }))
  const answer = JSON.parse((await call('compare', { items })).text) as {
    items: { label: string; probabilityLowest: number }[]
  }
  expect(answer.items[0]).toMatchObject({ label: 'm5.large', comparable: true, likely: { low: expect.any(Number) } })
  expect(answer.items.map(({ label }) => label)).toEqual(['m5.large', 'm5.4xlarge'])
  expect(answer).toMatchObject({
    criterion: 'gwp',
    computedFor: expect.stringContaining(' 8,760 hours'),
    release: assessor.release,
  })
  // A type four times as large in the same place is the larger one in every sample.
  expect(answer).toMatchObject({ pairs: [{ a: 'm5.4xlarge', b: 'm5.large', probabilityALower: 0 }] })
  expect(answer).toMatchObject({ sources: expect.arrayContaining([expect.stringContaining('https://')]) })
  expect(answer.items[0]).toMatchObject({
    probabilityLowest: 1,
    warnings: expect.any(Array),
    total: { min: expect.any(Number) },
  })
})

test('models of one typical device have no probability, and no rank among others', async () => {
  const laptop = (name: string) => ({ label: name, asset: { terminal: { kind: 'LAPTOP', model: { name } } } })
  const [latitude, macBook] = [laptop('Latitude 5450'), laptop('MacBook Air 13')]
  const answer = await call('compare', { items: [latitude, macBook] })
  expect(answer.text).not.toContain('probability')
  expect(JSON.parse(answer.text)).toMatchObject({
    pairs: [{ sameData: true, hasVerdict: false, reason: null }],
    warnings: [{ code: 'SAME_DATA' }],
  })
  const desktop = { label: 'desktop', asset: { terminal: { kind: 'DESKTOP' } } }
  const three = JSON.parse((await call('compare', { items: [latitude, desktop, macBook] })).text)
  expect(
    three.items.map(({ label, probabilityLowest }: (typeof three.items)[0]) => [label, typeof probabilityLowest]),
  ).toEqual([
    ['Latitude 5450', 'undefined'],
    ['MacBook Air 13', 'undefined'],
    ['desktop', 'number'],
  ])
})

test('a comparison of totals whose use is unknown for both has no probability', async () => {
  const items = ['m5.xlarge', 'm5.4xlarge'].map((type) => {
    const { cloudInstance } = instance('aws', type)
    return { label: type, asset: { cloudInstance: { ...cloudInstance, usage: { usageLocation: 'HKG' } } } }
  })
  const answer = await call('compare', { items, criterion: 'pe', boundary: 'EQUIPMENT' })
  expect(answer.text).not.toContain('probability')
  expect(JSON.parse(answer.text).pairs).toMatchObject([
    { hasVerdict: false, phases: ['EMBEDDED'], reason: expect.stringMatching(/^use .*m5\.xlarge and m5\.4xlarge/) },
  ])
  const gap = { isPartial: true, lacking: [{ phase: 'USE', units: 1 }], coverage: [{ share: 1 }, { share: 0 }] }
  expect(JSON.parse(answer.text).items).toMatchObject([gap, gap])
  const asked = { asset: items[0]?.asset, criteria: ['pe'], boundary: 'EQUIPMENT' }
  const reason = 'Use: no electricity factor is published'
  expect(JSON.parse((await call('assess', asked)).text).impacts.pe).toMatchObject({ ...gap, reason })
})

test('ten years of a laptop that lives four make 2.5 laptops, and the answer says so', async () => {
  const asset = { terminal: { kind: 'LAPTOP', usage: { hoursLifeTime: 35_040 } } }
  const over = async (duration: number) => {
    const { text } = await call('assess', { asset, criteria: ['gwp'], duration })
    return JSON.parse(text) as { impacts: { gwp: { embedded: { value: number } } }; warnings: object[] }
  }
  const [life, decade] = [await over(35_040), await over(87_600)]
  expect(decade.impacts.gwp.embedded.value / life.impacts.gwp.embedded.value).toBeCloseTo(2.5, 3)
  const renewed = { code: 'RENEWED', message: expect.stringContaining('Manufacturing counts 2.5 times') }
  expect(decade.warnings).toContainEqual(expect.objectContaining(renewed))
  expect(life.warnings).not.toContainEqual(expect.objectContaining({ code: 'RENEWED' }))
})

test('an explanation names status and source of what was completed', async () => {
  const asset = { component: { cpu: { name: 'Xeon Gold 6138' } } }
  const { parts } = JSON.parse((await call('explain', { asset })).text) as {
    parts: { label: string; attributes: object[] }[]
  }
  expect(parts[1]?.attributes).toContainEqual(
    expect.objectContaining({ name: 'die_size', value: 694, status: 'COMPLETED', source: expect.any(String) }),
  )
})

test('an explanation has formulas, quantiles, drivers, and what would be with other inputs', async () => {
  const asset = { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { usageLocation: 'FRA' } } }
  const { total } = JSON.parse(
    (await call('explain', { asset, duration: 8760, whatIf: { 'electricity.FRA.gwp': 0 } })).text,
  )
  expect(total.formulas.at(-1)).toMatch(/^sum\S* = embedded \+ use \+ building = /)
  expect(total.quantiles['0.05']).toBeLessThan(total.quantiles['0.95'])
  expect(total.drivers[0].share).toBeGreaterThan(0.1)
  const options = { criteria: ['gwp' as const], duration: 8760, boundary: 'DATA_CENTRE' as const }
  const { embedded, building } = (await assessor.assess(asset, options)).impacts.gwp ?? {}
  // Without impacts of electricity, making alone is left: of the instance and of the building.
  expect(total.whatIf.value).toBeCloseTo((embedded?.value ?? Number.NaN) + (building?.value ?? Number.NaN), 10)
})

test('instance types are found by name, processors and memory', async () => {
  const { text } = await call('find_instance_types', { provider: 'AWS', search: 'm5.', minVcpu: 90, minMemory: 300 })
  const { types } = JSON.parse(text) as { types: { instanceType: string; vcpu: number; memory: number }[] }
  expect(types.map(({ instanceType }) => instanceType)).toContain('m5.24xlarge')
  expect(types.every(({ vcpu, memory }) => vcpu >= 90 && memory >= 300)).toBe(true)
  const [first] = types
  expect(first).toMatchObject({
    source: expect.any(String),
    gwpOfAYear: { unit: 'kg CO2 eq.', min: expect.any(Number) },
  })
})

test('an explanation names what changed since an earlier release, where it is asked for', async () => {
  const asked = { asset: instance('aws', 'm5.xlarge'), duration: 8760 }
  expect(JSON.parse((await call('explain', asked)).text)).not.toHaveProperty('drift')
  const { drift, total } = JSON.parse((await call('explain', { ...asked, since: 'boavizta-2.4.1' })).text)
  expect(drift.to.value).toBeCloseTo(total.value, 9)
  const effects = drift.causes.reduce((sum: number, { effect }: { effect: number }) => sum + effect, 0)
  expect(effects).toBeCloseTo(drift.to.value - drift.from.value, 6)
  expect(await call('explain', { ...asked, since: '2020.01' })).toMatchObject({
    isError: true,
    text: expect.stringMatching(/"code":"NOT_FOUND".*2020\.01/),
  })
})

test('answers are data beside their text, and the tools say that they only read', async () => {
  const input = { asset: { terminal: { kind: 'LAPTOP' } } }
  const { content, structuredContent } = (await client.callTool({ name: 'assess', arguments: input })) as unknown as {
    content: [{ text: string }]
    structuredContent: object
  }
  expect(structuredContent).toEqual(JSON.parse(content[0].text))
  const { tools } = await client.listTools()
  for (const { annotations, outputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true, openWorldHint: false })
    expect(outputSchema?.type).toBe('object')
  }
})

test('each tool says what it answers, and answers that', async () => {
  const { tools } = await client.listTools()
  const fieldsOf = (tool: string) => {
    const schema = tools.find(({ name }) => name === tool)?.outputSchema as
      | { readonly properties?: object; readonly required?: readonly string[] }
      | undefined
    return { properties: Object.keys(schema?.properties ?? {}), required: schema?.required ?? [] }
  }
  expect(fieldsOf('assess').required).toEqual(expect.arrayContaining(['release', 'impacts', 'warnings', 'sources']))
  expect(fieldsOf('compare').required).toEqual(expect.arrayContaining(['release', 'items', 'pairs']))
  expect(fieldsOf('explain').properties).toContain('drift')
  expect(fieldsOf('find_instance_types').required).toEqual(['release', 'found', 'types'])
  const types = ['m5.large', 'm6g.large']
  for (const [name, input] of [
    ['assess', { asset: { server: {} }, criteria: ['gwp', 'adp', 'ir'] }],
    ['assess', { asset: { network: { gigabytes: 1, reach: 'INTERNET' } }, boundary: 'EQUIPMENT' }],
    ['compare', { items: types.map((type) => ({ label: type, asset: instance('aws', type) })) }],
    [
      'compare',
      {
        items: [
          { label: 'a', asset: { terminal: { kind: 'LAPTOP' } } },
          { label: 'b', asset: { storage: { kind: 'SSD', gigabytes: 5 } } },
        ],
      },
    ],
    ['explain', { asset: { server: {} }, since: 'boavizta-2.4.1', whatIf: {} }],
    ['explain', { asset: { component: { case: {} } } }],
    ['find_instance_types', { search: 'm5', provider: 'aws' }],
  ] as const) {
    // The client checks structured content against the schema of the tool.
    const { isError, structuredContent } = await client.callTool({ name, arguments: input })
    expect(isError, `${name} ${JSON.stringify(input)}`).not.toBe(true)
    for (const field of fieldsOf(name).required) expect(structuredContent).toHaveProperty(field)
  }
})
