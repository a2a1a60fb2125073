import { expect, test } from 'vitest'
import { ask, askNewest, type Data } from '../world.ts'

/*
 * What people ask, front-end developers, FinOps and life-cycle analysts: each in one request that could be guessed from
 * the schema. Payback is not among them yet.
 */

test('the five items of a fleet of 300 that count the most', async () => {
  const items = Array.from({ length: 300 }, (_, index) => ({
    label: `item ${index}`,
    quantity: 1 + ((index * 7) % 300),
    asset: index % 2 ? { terminal: { kind: 'LAPTOP' } } : { component: { ram: { units: 1 + (index % 5) } } },
  }))
  const query = `query ($items: [FleetItemInput!]!) {
    fleet(items: $items) {
      all: items { label impact(criterion: GWP) { total { value(exact: true) } } }
      top: items(orderBy: TOTAL, first: 5) { label quantity impact(criterion: GWP) { total { value(exact: true) } } }
    }
  }`
  const { fleet } = await ask(query, { items })
  const totals = fleet.all.map(({ impact }: Data) => impact.total.value).sort((a: number, b: number) => b - a)
  expect(fleet.top.map(({ impact }: Data) => impact.total.value)).toEqual(totals.slice(0, 5))
  expect(fleet.top[0].label).not.toBe('item 0')
})

test('every attribute of a server that is assumed of anything, usage included', async () => {
  const { server } = await ask(`{
    server {
      usage { ...Use }
      components { label attributes { name attribute { status number text } } usage { ...Use } }
    }
  }
  fragment Use on Usage {
    avgPower { ...Origin } timeWorkload { ...Origin } usageLocation { ...Origin } useTimeRatio { ...Origin }
    hoursLifeTime { ...Origin } otherConsumptionRatio { ...Origin }
  }
  fragment Origin on Attribute { status number text }`)
  const ofUse = Object.entries<Data>(server.usage).filter(([, attribute]) => attribute?.status === 'DEFAULT')
  expect(ofUse.map(([name, { number, text }]) => [name, number ?? text])).toContainEqual(['usageLocation', 'EEE'])
  const statuses = server.components.flatMap(({ attributes }: Data) =>
    attributes.map(({ attribute }: Data) => attribute),
  )
  expect(statuses.length).toBeGreaterThan(10)
  for (const { number, text } of statuses) expect((number === null) !== (text === null)).toBe(true)
})

test('the TDP of a processor as a machine prints it', async () => {
  const { cpuModel: cpu } = await ask('{ cpuModel(name: "AMD EPYC 7763 64-Core Processor") { name tdp } }')
  expect(cpu).toEqual({ name: 'AMD EPYC 7763', tdp: 280 })
})

test('the parts of a server and what making each of them counts for', async () => {
  const { server } = await ask(
    '{ server { impact(criterion: GWP) { embedded { value(exact: true) } } components { label impact(criterion: GWP) { embedded { value(exact: true) } } } } }',
  )
  const parts = server.components.map(({ impact }: Data) => impact.embedded.value)
  expect(parts.reduce((sum: number, part: number) => sum + part, 0)).toBeCloseTo(server.impact.embedded.value, 6)
})

test('the same instance in three regions', async () => {
  const { node } = await ask(`{
    node(id: "aws/m5.xlarge") {
      ... on CloudInstanceType {
        paris: instance(usage: { region: "eu-west-3" }) { ...Year }
        dublin: instance(usage: { region: "eu-west-1" }) { ...Year }
        mumbai: instance(usage: { region: "ap-south-1" }) { ...Year }
      }
    }
  }
  fragment Year on CloudInstance { usage { usageLocation { text } } impact(criterion: GWP, duration: 8760) { unit total { value } use { value } } }`)
  expect(Object.values<Data>(node).map(({ usage }) => usage.usageLocation.text)).toEqual(['FRA', 'IRL', 'IND'])
  expect(node.paris.impact.use.value).toBeLessThan(node.dublin.impact.use.value)
  expect(node.dublin.impact.use.value).toBeLessThan(node.mumbai.impact.use.value)
})

test('what a sum by total leaves out: parts whose use is not known', async () => {
  const { server } = await ask(
    '{ server { components { kind impact(criterion: GWP) { embedded { value } use { value } total { value } missing } } } }',
  )
  const ssd = server.components.find(({ kind }: Data) => kind === 'SSD')
  expect(ssd.impact).toMatchObject({ use: null, missing: ['USE'] })
  expect(ssd.impact.total).toEqual(ssd.impact.embedded)
})

const YEAR = 'impact(criterion: GWP, duration: 8760)'

test('three small instances or one large one', async () => {
  const { comparison } = await ask(`{
    comparison(items: [
      { label: "3 x large", quantity: 3, asset: { cloudInstance: { provider: "aws", instanceType: "m5.large" } } }
      { label: "2xlarge", asset: { cloudInstance: { provider: "aws", instanceType: "m5.2xlarge" } } }
    ]) { items { label probabilityLowest impact { total { value(exact: true) } } } pairs { comparable ratio { quantiles(at: [0.5]) { value } } } }
  }`)
  const [three, one] = comparison.items
  // 3 x 2 threads beside 8, on the same host.
  expect(three.impact.total.value / one.impact.total.value).toBeCloseTo(6 / 8, 6)
  expect(three.probabilityLowest).toBe(1)
  expect(comparison.pairs[0]).toMatchObject({ comparable: true })
})

const TEAMS = [
  {
    label: 'api-1',
    quantity: 4,
    asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.large' } },
    tags: [{ key: 'team', value: 'shop' }],
  },
  {
    label: 'api-2',
    quantity: 2,
    asset: { cloudInstance: { provider: 'azure', instanceType: 'd2s_v3' } },
    tags: [{ key: 'team', value: 'shop' }],
  },
  { label: 'desk', quantity: 30, asset: { terminal: { kind: 'LAPTOP' } }, tags: [{ key: 'team', value: 'sales' }] },
]
const ofTeams = async (selection: string) =>
  (await ask(`query ($items: [FleetItemInput!]!) { fleet(items: $items) { ${selection} } }`, { items: TEAMS })).fleet

test('what each team emits in a year', async () => {
  const { groupBy, impact } = await ofTeams(
    `${YEAR} { total { value(exact: true) } } groupBy(by: [TAG], tag: "team") { key ${YEAR} { total { value(exact: true) } } }`,
  )
  expect(groupBy.map(({ key }: Data) => key[0])).toEqual(['shop', 'sales'])
  const sum = groupBy.reduce((all: number, group: Data) => all + group.impact.total.value, 0)
  expect(sum).toBeCloseTo(impact.total.value, 6)
})

test('what each provider emits, and how much of it is making', async () => {
  const { groupBy } = await ofTeams(
    `groupBy(by: [PROVIDER]) { key size ${YEAR} { embedded { value(exact: true) } total { value(exact: true) } } }`,
  )
  expect(groupBy.map(({ key, size }: Data) => [key[0], size])).toEqual([
    ['aws', 4],
    ['azure', 2],
    ['', 30],
  ])
  for (const { impact } of groupBy) expect(impact.embedded.value).toBeLessThan(impact.total.value)
})

test('why a fleet changed between two data releases', async () => {
  const { drift } = await ask(
    'query ($fleet: [FleetItemInput!]!) { drift(fleet: $fleet, from: "boavizta-2.4.1", to: "2026.11") { from { value(exact: true) } to { value(exact: true) } causes { label effect } } }',
    { fleet: TEAMS },
  )
  const moved = drift.causes.reduce((sum: number, { effect }: Data) => sum + effect, drift.from.value)
  expect(moved).toBeCloseTo(drift.to.value, 6)
})

test('the likely range of a fleet of 3,500 different servers', async () => {
  const items = Array.from({ length: 3500 }, (_, index) => ({
    label: `server ${index}`,
    quantity: 1 + (index % 3),
    asset: { server: { configuration: { ram: [{ units: 4, capacity: 8 + index }] } } },
  }))
  const { fleet } = await ask(
    `query ($items: [FleetItemInput!]!) { fleet(items: $items) { size assessed ${YEAR} { total { value likely { low median high } min max } } } }`,
    { items },
  )
  // 1 + 2 + 3 of each three, and 1 + 2 of the last two.
  expect([fleet.size, fleet.assessed]).toEqual([6999, 6999])
  const { total } = fleet.impact
  const { low, median, high } = total.likely
  expect(total.min < low && low < median && median < high && high < total.max).toBe(true)
})

test('the same instance in every region of its provider', async () => {
  const { cloudProvider } = await ask(
    `{ cloudProvider(id: "aws") { regions { name cloudInstance(type: "m5.xlarge") { ${YEAR} { use { value(exact: true) } } } } } }`,
  )
  const uses = cloudProvider.regions.map(({ cloudInstance }: Data) => cloudInstance.impact.use.value)
  expect(Math.max(...uses) / Math.min(...uses)).toBeGreaterThan(5)
})

test('what a server would emit in Sweden, at twice its life', async () => {
  const { server, there } = await ask(`{
    server { ${YEAR} { total { value(exact: true) explanation { whatIf(overrides: [
      { path: "usage.usageLocation", text: "SWE" }
      { path: "usage.hoursLifeTime", value: 70080 }
    ]) { value } } } } }
    there: server(input: { usage: { usageLocation: "SWE", hoursLifeTime: 70080 } }) { ${YEAR} { total { value(exact: true) } } }
  }`)
  expect(server.impact.total.explanation.whatIf.value).toBeCloseTo(there.impact.total.value, 9)
  expect(there.impact.total.value).toBeLessThan(server.impact.total.value)
})

test('the figure if electricity were at 10 g', async () => {
  const { server } = await ask(
    `{ server(input: { usage: { usageLocation: "FRA" } }) { ${YEAR} { use { value(exact: true) explanation { whatIf(overrides: [{ leaf: "electricity.FRA.gwp", value: 0.01 }]) { value } } } } } }`,
  )
  const { value, explanation } = server.impact.use
  expect(explanation.whatIf.value / value).toBeCloseTo(0.01 / 0.098, 9)
})

test('processors whose names begin with what was typed', async () => {
  const { cpuModels } = await ask(
    '{ cpuModels(search: "Xeon Gold 61", first: 5) { totalCount nodes { name coreUnits tdp } } }',
  )
  for (const { name } of cpuModels.nodes) expect(name).toMatch(/Xeon Gold 61\d\d/)
})

test('the smallest instance type with 8 threads and 30 GB, by impact', async () => {
  const { cloudInstanceTypes } = await ask(
    '{ cloudInstanceTypes(filter: { providers: ["aws"], minVcpu: 8, minMemory: 30, gpu: false }, orderBy: IMPACT, first: 2) { nodes { name vcpu memory } } }',
  )
  for (const { vcpu, memory } of cloudInstanceTypes.nodes) expect(vcpu >= 8 && memory >= 30).toBe(true)
})

test('the carbon of a request to a service', async () => {
  const { cloudInstance } = await ask(
    '{ cloudInstance(input: { provider: "aws", instanceType: "m5.large", usage: { region: "eu-west-3" } }) { sci(functionalUnits: 1000000, duration: 730) { score { value(exact: true) } operational { value(exact: true) } embodied { value(exact: true) } functionalUnits } } }',
  )
  const { score, operational, embodied, functionalUnits } = cloudInstance.sci
  expect(score.value).toBeCloseTo((operational.value + embodied.value) / functionalUnits, 12)
})

test('the best two hours of a day to run a job', async () => {
  const intervals = [50, 20, 10, 30].map((value) => ({
    hours: 1,
    timeWorkload: 80,
    elecFactors: [{ criterion: 'GWP', value }],
  }))
  const { server } = await ask(
    'query ($intervals: [IntervalInput!]!) { server { timeline(criterion: GWP, intervals: $intervals) { bestWindow(intervals: 2) { first shareOfMean } } } }',
    { intervals },
  )
  expect(server.timeline.bestWindow.first).toBe(1)
  expect(server.timeline.bestWindow.shareOfMean).toBeCloseTo(30 / 2 / (110 / 4), 9)
})

test('what makes a figure uncertain, and what to give to know it better', async () => {
  const { server } = await ask(`{ server { ${YEAR} { total { drivers(first: 3) { label share advice inputs } } } } }`)
  expect(server.impact.total.drivers[0].share).toBeGreaterThan(server.impact.total.drivers[1].share)
})

test('the stages of life of a laptop', async () => {
  const { terminal } = await ask(
    `{ terminal(input: { kind: LAPTOP }) { ${YEAR} { total { value(exact: true) stages { stage value } } } } }`,
  )
  const { value, stages } = terminal.impact.total
  expect(stages.reduce((sum: number, stage: Data) => sum + stage.value, 0)).toBeCloseTo(value, 9)
})

test('the energy, water and carbon of a server with its data centre', async () => {
  const { server } = await askNewest(
    '{ server(input: { usage: { usageLocation: "FRA", facility: { pue: 1.5 } } }) { equipment: energy(duration: 8760) { value(exact: true) } energy(duration: 8760, boundary: DATA_CENTRE) { value(exact: true) unit } water(duration: 8760) { unit } } }',
  )
  expect(server.energy.value / server.equipment.value).toBeCloseTo(1.5, 9)
  expect([server.energy.unit, server.water.unit]).toEqual(['kWh', 'l'])
})

test('what a kWh counts for in three places', async () => {
  const factors = 'elecFactors(criteria: [GWP]) { factor { value unit source } }'
  const places = await ask(
    `{ fr: location(code: "FR") { ${factors} } pl: location(code: "POL") { ${factors} } se: location(code: "Sweden") { ${factors} } }`,
  )
  const [fr, pl, se] = [places.fr, places.pl, places.se].map(({ elecFactors }) => elecFactors[0].factor.value)
  expect(se < fr && fr < pl).toBe(true)
})

test('which figures stand behind a total, and where they were published', async () => {
  const { server } = await ask(
    `{ server { ${YEAR} { total { explanation { nodes { leaf formula source sources { title url } } } } } } }`,
  )
  const inputs = server.impact.total.explanation.nodes.filter(({ formula }: Data) => formula === null)
  expect(inputs.some(({ source }: Data) => source !== null)).toBe(true)
})

test('which data release answers, and its fingerprint', async () => {
  const { release, releases } = await ask('{ release { id fingerprint current } releases { id } }')
  expect(release).toMatchObject({ id: 'boavizta-2.4.1', current: true })
  expect(releases.length).toBeGreaterThan(2)
})

test('how good the figures are beside published ones', async () => {
  const { calibration } = await ask('{ calibration { kind figures ratioMedian inside } }')
  expect(calibration.length).toBeGreaterThan(5)
})

test('what a virtual machine on a server of ours counts for, and how much of the server that is', async () => {
  const { server } = await askNewest(`{
    server(input: { model: { name: "PowerEdge R740" }, share: { vcpu: 8, memory: 32 }, usage: { usageLocation: "FRA" } }) {
      ${YEAR} { total { value likely { low high } } }
      share { host { ${YEAR} { total { value } } } }
    }
  }`)
  expect(server.impact.total.value).toBeGreaterThan(0)
  expect(server.impact.total.value).toBeLessThan(server.share.host.impact.total.value)
})
