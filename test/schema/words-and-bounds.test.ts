import { describe, expect, it } from 'vitest'
import { ask } from '../world.ts'

describe('a fleet larger than any number of assets', () => {
  it('is refused at the item that makes it so, and the others are assessed', async () => {
    const items = [
      { quantity: 2_147_483_647, asset: { component: { hdd: {} } } },
      { quantity: 2, asset: { component: { hdd: {} } } },
    ]
    const query =
      'query ($items: [FleetItemInput!]!) { fleet(items: $items) { size items { fault { code path message } } } }'
    const { fleet } = await ask(query, { items })
    expect(fleet.size).toBe(2_147_483_647)
    expect(fleet.items).toMatchObject([{ fault: null }, { fault: { code: 'TOO_BIG', path: ['quantity'] } }])
    expect(fleet.items[1].fault.message).toContain('2147483647 assets or fewer')
  })
})

describe('a word that is not known', () => {
  const cpu = (input: string) =>
    ask(
      `{ component(input: { cpu: { ${input} } }) { warnings { message } ... on Cpu { dieSize { value } usage { avgPower { value } } } } }`,
    )

  it('changes no figure: a family beside a name', async () => {
    const plain = await cpu('name: "Intel Xeon Platinum 8481C"')
    const other = await cpu('name: "Intel Xeon Platinum 8481C", family: "FooBar"')
    expect(other.component.dieSize).toEqual(plain.component.dieSize)
    expect(other.component.warnings[0]).toContain('Unknown name "FooBar"')
  })

  it('changes no figure: a maker beside a range', async () => {
    const plain = await cpu('modelRange: "Xeon Gold"')
    const other = await cpu('modelRange: "Xeon Gold", manufacturer: "Qwertz"')
    expect(other.component.usage).toEqual(plain.component.usage)
  })
})

describe('a word that is mistyped', () => {
  it.each([
    ['manufacturer', 'Intle', 'Intel'],
    ['modelRange', 'Xeon Platinium', 'Xeon Platinum'],
    ['modelRange', 'Xeon Glod', 'Xeon Gold'],
    ['family', 'Cofee Lake', 'coffee lake'],
  ])('as %s, %s is %s', async (field, given, known) => {
    const { component } = await ask(
      `{ component(input: { cpu: { ${field}: "${given}" } }) { ... on Cpu { ${field} { value status } } } }`,
    )
    expect(component[field]).toEqual({ value: known, status: 'CHANGED' })
  })

  it('is no other range that only shares a word: Core Ultra 7 is not Core M', async () => {
    const { component } = await ask(
      '{ component(input: { cpu: { modelRange: "Core Ultra 7" } }) { ... on Cpu { modelRange { value status } } } }',
    )
    expect(component.modelRange).toEqual({ value: 'Core Ultra 7', status: 'INPUT' })
  })

  it.each([
    ['Intel(R) Xeon(R) CPU E3-1505M v5 @ 2.80GHz', 'Intel Xeon E3-1505M'],
    ['AMD Ryzen 7 PRO 4750U with Radeon Graphics', 'AMD Ryzen 7 4750U'],
  ])('%s is what the table calls %s', async (given, known) => {
    const { matchCpu } = await ask(`{ matchCpu(name: "${given}") { name } }`)
    expect(matchCpu.name).toBe(known)
  })
})

describe('what a component in a server says of its own use', () => {
  const server = (usage: string) =>
    ask(
      `{ server(input: { configuration: { cpu: { usage: { ${usage} } } } }) { warnings { code message } cpu { impacts(criteria: GWP) { embedded { value } use { value } } } } }`,
    )

  it.each([
    ['a time of use', 'hoursUseTime: 5', '(5 hours)'],
    ['factors', 'elecFactors: [{ criterion: GWP, value: 9 }]', 'elec_factors (gwp)'],
    ['a region', 'region: "eu-west-3"', 'region (eu-west-3)'],
    ['a ratio', 'otherConsumptionRatio: 2', 'other_consumption_ratio (2)'],
  ])('is not used but warned of: %s', async (_, usage, own) => {
    const plain = await server('')
    const given = await server(usage)
    expect(given.server.cpu).toEqual(plain.server.cpu)
    expect(given.server.warnings).toContainEqual({ code: 'NOT_USED', message: expect.stringContaining(own) })
  })

  it('is warned of in words', async () => {
    const given = await server('hoursUseTime: 5')
    expect(given.server.warnings).toContainEqual({
      code: 'NOT_USED',
      message:
        "The component's own time of use (5 hours) has no effect: components share the time of use of their device",
    })
  })
})

describe('a time of use of 0', () => {
  it('is taken as none given, with a warning', async () => {
    const { server } = await ask(
      '{ server(input: { usage: { hoursUseTime: 0 } }) { warnings { message } impacts(criteria: GWP) { use { value } } } }',
    )
    expect(server.impacts[0].use.value).toBe(8000)
    expect(server.warnings.join()).toContain('A time of use of 0 counts as missing')
  })
})
