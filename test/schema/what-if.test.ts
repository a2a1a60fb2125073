import { describe, expect, test } from 'vitest'
import { EXACT } from '../selections.ts'
import { ask, type Data, errorsOf } from '../world.ts'

const QUERY = `query ($input: ServerInput, $overrides: [OverrideInput!]!) {
  server(input: $input) {
    impact(criterion: GWP, duration: 8760) { total { explanation { whatIf(overrides: $overrides) { value min max } } } }
  }
}`
const PLAIN = `query ($input: ServerInput) { server(input: $input) { impact(criterion: GWP, duration: 8760) { total ${EXACT} } } }`
const INPUT = { configuration: { cpu: { name: 'Xeon Gold 6138', units: 2 }, ram: [{ capacity: 32 }] } }

const whatIf = async (overrides: readonly object[]) =>
  (await ask(QUERY, { input: INPUT, overrides })).server.impact.total.explanation.whatIf
const plain = async (input: object) => boundsOf((await ask(PLAIN, { input })).server.impact.total)
const boundsOf = ({ value, min, max }: Data) => ({ value, min, max })

describe('an override is refused', () => {
  test.each([
    ['of no input', { value: 1 }, { path: ['overrides', 0], message: 'expected exactly one of leaf and path' }],
    [
      'of a leaf by a text',
      { leaf: 'electricity.EEE.gwp', text: 'x' },
      { path: ['overrides', 0, 'value'], message: 'expected a number for a leaf' },
    ],
    [
      'by nothing',
      { path: 'usage.hoursLifeTime' },
      { path: ['overrides', 0, 'value'], message: 'expected exactly one of value and text' },
    ],
    [
      'with bounds at a path',
      { path: 'usage.avgPower', value: 1, min: 0 },
      { path: ['overrides', 0, 'min'], message: 'expected no bounds, because only a leaf can have them' },
    ],
    [
      'by a factor below 0',
      { leaf: 'electricity.unknown.gwp', value: -1 },
      { path: ['overrides', 0, 'value'], message: 'expected 0 or more' },
    ],
    [
      'by bounds below 0',
      { leaf: 'electricity.unknown.gwp', value: 1, min: -1 },
      { path: ['overrides', 0, 'value'], message: expect.stringMatching(/ 0\b/) },
    ],
    [
      'by what the field cannot be',
      { path: 'usage.useTimeRatio', value: 2 },
      { path: ['input', 'usage', 'useTimeRatio'], code: 'TOO_BIG', value: 2 },
    ],
  ])('%s', async (_, override, fault) => {
    const [error] = await errorsOf(QUERY, { input: INPUT, overrides: [override] })
    expect(error?.cause.faults[0]).toMatchObject(fault)
  })

  test.each([
    ['of a field that the input has not', { path: 'usage.lifetime', value: 1 }, 'usage.lifetime'],
    [
      'of an item that is not there',
      { path: 'configuration.ram[3].capacity', value: 1 },
      'configuration.ram.3.capacity',
    ],
    ['of what all objects have', { path: '__proto__.x', value: 1 }, '__proto__.x'],
    ['of what all objects inherit', { path: 'constructor.name', text: 'x' }, 'constructor.name'],
    ['by an empty path', { path: '', value: 80 }, ''],
  ])('%s', async (_, override, value) => {
    const [error] = await errorsOf(QUERY, { input: INPUT, overrides: [override] })
    expect(error?.cause.faults[0]).toMatchObject({ path: ['overrides', 0, 'path'], code: 'NOT_FOUND', value })
  })

  test('of an unknown field in words', async () => {
    const [error] = await errorsOf(QUERY, { input: INPUT, overrides: [{ path: 'usage.lifetime', value: 1 }] })
    expect(error?.cause.faults[0].message).toBe(
      'Unknown field usage.lifetime of this input. Did you mean usage.hoursLifeTime?',
    )
  })

  test.each([
    ['input.usage.timeWorkload', 150, 'expected 0 to 100'],
    ['input.usage.useTimeRatio', 1.5, expect.stringMatching(/ 0\b.* 1$/)],
    ['input.usage.hoursLifeTime', 0, 'expected a number above 0'],
    ['input.usage.facility.pue', 0.9, expect.stringMatching(/ 1\b/)],
  ])('of %s by %d, which the field cannot be either', async (leaf, value, message) => {
    const usage = { timeWorkload: 30, useTimeRatio: 0.5, hoursLifeTime: 35_040, facility: { pue: 1.2 } }
    const query = `query ($input: ServerInput, $overrides: [OverrideInput!]!) {
      server(input: $input) { impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) {
        total { explanation { whatIf(overrides: $overrides) { value } } }
      } }
    }`
    const [error] = await errorsOf(query, { input: { usage }, overrides: [{ leaf, value }] })
    expect(error?.cause.faults[0]).toMatchObject({ path: ['overrides', 0, 'value'], message })
  })

  test('if another one replaces the same input', async () => {
    const overrides = [1, 2].map((value) => ({ leaf: 'electricity.EEE.gwp', value }))
    const [error] = await errorsOf(QUERY, { input: INPUT, overrides })
    expect(error?.cause.faults[0]).toMatchObject({
      path: ['overrides', 1, 'leaf'],
      message: 'expected each input once',
    })
  })

  test('by its place for a part, which no input describes as a whole', async () => {
    const query =
      '{ server { cpu { impact(criterion: GWP) { embedded { explanation { whatIf(overrides: [{ path: "tdp", value: 1 }]) { value } } } } } } }'
    const [error] = await errorsOf(query)
    expect(error?.message).toMatch(/whole asset or fleet/)
  })
})

describe('a figure with another input', () => {
  test('is that of the input with it, completed anew', async () => {
    const sweden = await plain({ ...INPUT, usage: { usageLocation: 'SWE' } })
    expect(await whatIf([{ path: 'usage.usageLocation', text: 'SWE' }])).toEqual(sweden)
    const epyc = await plain({ configuration: { ...INPUT.configuration, cpu: { name: 'EPYC 7763', units: 1 } } })
    expect(
      await whatIf([
        { path: 'configuration.cpu.name', text: 'EPYC 7763' },
        { path: 'configuration.cpu.units', value: 1 },
      ]),
    ).toEqual(epyc)
    const more = await plain({ configuration: { ...INPUT.configuration, ram: [{ capacity: 64 }] } })
    expect(await whatIf([{ path: 'configuration.ram[0].capacity', value: 64 }])).toEqual(more)
  })

  test('of any asset may leave out its kind, and names no other one', async () => {
    const query = `query ($overrides: [OverrideInput!]!) { asset(input: { cloudInstance: { provider: "aws", instanceType: "m5.xlarge" } }) {
      impact(criterion: GWP, duration: 8760) { total { explanation { whatIf(overrides: $overrides) { value } } } } } }`
    const at = async (path: string) => ask(query, { overrides: [{ path, value: 3 }] })
    expect(await at('usage.avgPower')).toEqual(await at('cloudInstance.usage.avgPower'))
    const [error] = await errorsOf(query, { overrides: [{ path: 'server.usage.avgPower', value: 3 }] })
    expect(error?.message).toContain('expected exactly one kind of asset')
  })

  test('and with a leaf besides: the leaf replaces what the changed input has', async () => {
    const changed = await plain({
      ...INPUT,
      usage: { usageLocation: 'SWE', elecFactors: [{ criterion: 'GWP', value: 1 }] },
    })
    const { value } = await whatIf([
      { path: 'usage.usageLocation', text: 'SWE' },
      { leaf: 'electricity.SWE.gwp', value: 1 },
    ])
    expect(value).toBeCloseTo(changed.value, 6)
  })

  test('is as strict as its own field, whatever another field of the request is, remembered or not', async () => {
    const total = `{ impact(criterion: GWP, duration: 8760) { total {
      explanation { whatIf(overrides: [{ path: "usage.usageLocation", text: "Atlantis" }]) { value } } } } }`
    const query = `query ($input: ServerInput) {
      strict: server(input: $input, strict: true) ${total} lenient: server(input: $input) ${total}
    }`
    const input = { configuration: { ram: [{ capacity: 48 }] } }
    for (let time = 1; time <= 4; time++) {
      const errors = await errorsOf(query, { input })
      expect(errors.map(({ path }) => path?.[0])).toEqual(['strict'])
    }
  })

  test('has the warnings of that input, which the figure itself does not have', async () => {
    const { server } = await ask(`{ server { impact(criterion: GWP) { total { explanation {
      there: whatIf(overrides: [{ path: "usage.usageLocation", text: "Frnce" }]) { value warnings { code path nearest } }
      same: whatIf(overrides: [{ leaf: "electricity.unknown.gwp", value: 1 }]) { warnings { code } }
    } } } } }`)
    const { there, same } = server.impact.total.explanation
    const unknown = there.warnings.find(({ code }: Data) => code === 'UNKNOWN_LOCATION')
    expect(unknown).toMatchObject({ path: ['input', 'usage', 'usageLocation'], nearest: ['FRA (France)'] })
    expect(same.warnings).toEqual([])
  })

  test('of a fleet changes one of its items', async () => {
    const items = [{ asset: { terminal: { kind: 'LAPTOP' } }, quantity: 3 }, { asset: { server: {} } }]
    const total = `impact(criterion: GWP, duration: 8760) { total { value(exact: true) explanation { whatIf(overrides: $overrides) { value } } } }`
    const query = `query ($items: [FleetItemInput!]!, $overrides: [OverrideInput!]!) { fleet(items: $items) { ${total} } }`
    const overrides = [{ path: 'items[2].asset.server.usage.usageLocation', text: 'FRA' }]
    const [error] = await errorsOf(query, { items, overrides })
    expect(error?.cause.faults[0]).toMatchObject({ path: ['overrides', 0, 'path'] })
    const within = [{ path: 'items[1].asset.server.usage.usageLocation', text: 'FRA' }]
    const { fleet } = await ask(query, { items, overrides: within })
    const inFrance = [items[0], { asset: { server: { usage: { usageLocation: 'FRA' } } } }]
    const { fleet: other } = await ask(query, { items: inFrance, overrides: [] })
    expect(fleet.impact.total.explanation.whatIf.value).toBeCloseTo(other.impact.total.value, 9)
    const faulty = await errorsOf(query, { items, overrides: [{ path: 'items[0].quantity', value: -1 }] })
    expect(faulty[0]?.cause.faults[0].code).toBe('TOO_SMALL')
  })
})
