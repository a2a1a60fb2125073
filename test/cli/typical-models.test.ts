import { describe, expect, test } from 'vitest'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import { createRestHandler } from '../../src/server/rest/handle-rest.ts'
import { ask, askNewest, type Data, releases, world } from '../world.ts'
import { runHere } from './run-here.ts'

const assessor = openAssessor()
const laptop = (name: string, usageLocation = 'FRA', units = 1) =>
  ({ terminal: { kind: 'LAPTOP', model: { name }, units, usage: { usageLocation } } }) as const
const latitude = laptop('Latitude 5450')
const macBook = laptop('MacBook Air 13')
const codesOf = (warnings: Data) => warnings.map(({ code }: Data) => code)

const COMPARISON = `query ($items: [ComparisonItemInput!]!) {
  comparison(items: $items, duration: 8760, samples: 100) { warnings { code message } items { warnings { code } } }
}`
const handle = createRestHandler({ ...world, release: releases.newest })
async function restAnswer(path: string, asked: object): Promise<Data> {
  const body = JSON.stringify(asked)
  return JSON.parse(
    (await handle({ method: 'POST', path, query: new URLSearchParams(), body, accept: undefined })).body,
  )
}
const labelled = (...assets: readonly object[]) =>
  assets.map((asset, at) => ({ label: String.fromCharCode(97 + at), asset }))

describe('No warning about the same data has', () => {
  test.each([
    ['one model in two places', [latitude, laptop('Latitude 5450', 'POL')]],
    ['a laptop and a tablet', [latitude, { terminal: { kind: 'TABLET' } }]],
    [
      'two instance types',
      ['m5.xlarge', 'm6g.xlarge'].map((instanceType) => ({ cloudInstance: { provider: 'aws', instanceType } })),
    ],
    [
      'two things without a figure',
      [{ terminal: { kind: 'SMARTWATCH' } }, { terminal: { kind: 'SMARTWATCH', units: 2 } }],
    ],
  ])('%s', async (_, assets) => {
    const { comparison } = await askNewest(COMPARISON, { items: labelled(...assets) })
    expect(codesOf(comparison.warnings)).not.toContain('SAME_DATA')
  })
})

test('a release without models has no warning that a model is typical', async () => {
  const { terminal } = await ask(
    '{ terminal(input: { kind: LAPTOP, model: { name: "Latitude 5450" } }) { warnings { code } } }',
  )
  expect(codesOf(terminal.warnings)).not.toContain('TYPICAL_MODEL')
})

test('GraphQL, REST, the library and the command say that models are typical, and that they have the same data', async () => {
  const { comparison } = await askNewest(COMPARISON, { items: labelled(latitude, macBook) })
  const library = await assessor.compare(labelled(latitude, macBook), { duration: 8760 })
  for (const { warnings, items } of [comparison, library]) {
    expect(codesOf(warnings)).toEqual(['SAME_DATA'])
    expect(items.map((item: Data) => codesOf(item.warnings))).toEqual([['TYPICAL_MODEL'], ['TYPICAL_MODEL']])
  }
  const rest = await restAnswer('/v2/compare', { items: labelled(latitude, macBook), duration: 8760 })
  expect([codesOf(rest.warnings), codesOf(rest.items[1].warnings)]).toEqual([['SAME_DATA'], ['TYPICAL_MODEL']])
  expect(codesOf((await restAnswer('/v2/assess', { asset: latitude })).warnings)).toContain('TYPICAL_MODEL')
  expect(codesOf((await assessor.assess(latitude)).warnings)).toContain('TYPICAL_MODEL')
  const compared = JSON.parse((await runHere(['compare', 'Latitude 5450', 'MacBook Air 13', '--json'])).stdout)
  expect(codesOf(compared.warnings)).toContain('SAME_DATA')
  expect(codesOf(compared.items[0].warnings)).toEqual(['TYPICAL_MODEL'])
  expect(codesOf(JSON.parse((await runHere(['Latitude 5450', '--json'])).stdout).warnings)).toContain('TYPICAL_MODEL')
})

describe('Things that stand on the same data', () => {
  const desktop = { terminal: { kind: 'DESKTOP', usage: { usageLocation: 'FRA' } } }
  const PAIRS = `query ($items: [ComparisonItemInput!]!, $criterion: Criterion) { comparison(items: $items, criterion: $criterion, duration: 8760, samples: 100) {
    items { label probabilityLowest } warnings { code message }
    pairs { a b comparable hasVerdict sameData reason probabilityALower difference { mean } ratio { mean } }
  } }`
  const compared = async (...assets: readonly object[]) =>
    (await askNewest(PAIRS, { items: labelled(...assets) })).comparison
  const sameOf = ({ pairs }: Data) =>
    pairs.filter(({ sameData }: Data) => sameData).map(({ a, b }: Data) => [a, b].join(''))

  test.each([
    ['used in another place', [latitude, laptop('MacBook Air 13', 'POL')]],
    ['of another quantity', [latitude, laptop('MacBook Air 13', 'FRA', 2)]],
    ['with another lifetime', [latitude, { terminal: { ...macBook.terminal, usage: { hoursLifeTime: 9000 } } }]],
    ['of another kind', [latitude, desktop]],
    ['without any figure', ['HKG', 'MAC'].map(() => ({ terminal: { kind: 'SMARTWATCH' } }))],
  ])('do not include those %s', async (_, assets) => {
    expect(sameOf(await compared(...assets))).toEqual([])
  })

  test('whose use is unknown are not compared at all, and say why', async () => {
    const instance = { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { usageLocation: 'HKG' } } }
    const items = labelled(instance, instance)
    const { comparison } = await ask(PAIRS, { items, criterion: 'PE' })
    expect(comparison.pairs).toMatchObject([{ hasVerdict: false, reason: expect.stringContaining('use is unknown') }])
    const asked = ['compare', 'm5.xlarge', 'm5.xlarge', '--location', 'HKG', '--criteria', 'pe', '--release', '2026.11']
    const { stdout } = await runHere([...asked, '--boundary', 'EQUIPMENT', '--format', 'table'])
    expect(stdout).toMatch(/^Not comparable: use is unknown/)
  })

  test('have no verdict, even chances and one figure', async () => {
    const { items, pairs } = await compared(latitude, macBook)
    expect(pairs).toEqual([
      {
        ...{ a: 'a', b: 'b', comparable: true, hasVerdict: false, sameData: true, reason: null },
        ...{ probabilityALower: 0.5, difference: { mean: 0 }, ratio: { mean: 1 } },
      },
    ])
    expect(items.map(({ probabilityLowest }: Data) => probabilityLowest)).toEqual([0.5, 0.5])
    const rest = await restAnswer('/v2/compare', { items: labelled(latitude, macBook), duration: 8760 })
    expect(rest.pairs).toMatchObject([{ sameData: true, hasVerdict: false, probabilityALower: 0.5 }])
    const library = await assessor.compare(labelled(latitude, macBook), { duration: 8760 })
    expect(library.pairs).toMatchObject([{ sameData: true, hasVerdict: false, probabilityALower: 0.5 }])
    const [one, other] = library.items
    expect(one?.total).toEqual(other?.total)
    expect(one?.likely).toEqual(other?.likely)
  })

  test('include things described by the same words, by a kind alone, or in other words for a place', async () => {
    for (const other of [
      latitude,
      laptop('Latitude 5450', 'France'),
      { terminal: { kind: 'LAPTOP', usage: { usageLocation: 'FRA' } } },
    ])
      expect(sameOf(await compared(latitude, other)), JSON.stringify(other)).toEqual(['ab'])
  })

  test('are a group beside others, of which each is ranked against the group', async () => {
    const { items, pairs, warnings } = await compared(latitude, desktop, macBook, laptop('XPS 13', 'POL'))
    expect(sameOf({ pairs })).toEqual(['ac'])
    const chances = items.map(({ probabilityLowest }: Data) => probabilityLowest)
    expect(chances[0]).toBe(chances[2])
    expect(chances[0] + chances[1] + chances[2] + chances[3]).toBeCloseTo(1, 9)
    // One thing is drawn for both: they are lower than a third in the same samples.
    const lower = (of: string, than: string) => {
      const { a, probabilityALower } = pairs.find(
        ({ a, b }: Data) => (a === of && b === than) || (a === than && b === of),
      )
      return a === of ? probabilityALower : 1 - probabilityALower
    }
    for (const than of ['b', 'd']) expect(lower('a', than)).toBeCloseTo(lower('c', than), 9)
    expect(lower('a', 'd')).toBe(1)
    // One warning about the two, and one about all that only their place ranks.
    expect(codesOf(warnings)).toEqual(['SAME_DATA', 'SAME_DATA'])
    expect(warnings.map(({ message }: Data) => message.match(/\b[abcd]\b/g).join(''))).toEqual(['ac', 'acd'])
  })

  test('are asked for their models only where a model has figures of its own', async () => {
    const server = (model?: object) => ({ server: { ...(model && { model }) } })
    const advises = async (...assets: readonly object[]) =>
      (await compared(...assets)).warnings.some(({ message }: Data) => message.includes('Add their models'))
    const typical = { server: { archetype: 'platform_compute_medium' } }
    expect(await advises(server(), typical)).toBe(true)
    expect(await advises(server({ name: 'PowerEdge' }), server({ name: 'PowerEdge R' }))).toBe(true)
    expect(await advises(server({ name: 'PowerEdge R999' }), server({ name: 'Foobar' }))).toBe(false)
    expect(await advises(latitude, { terminal: { kind: 'LAPTOP', usage: { usageLocation: 'FRA' } } })).toBe(true)
    const phone = (name: string) => ({ terminal: { kind: 'SMARTPHONE', model: { name } } })
    expect(await advises(phone('iPhone 15'), phone('Galaxy S24'))).toBe(false)
  })

  test('have one line and no rank in the command, and each keeps the words that were typed', async () => {
    const text = (await runHere(['iPhone 15 vs Galaxy S24', '--format', 'table'])).stdout
    expect(text).toMatch(
      /^Apple iPhone 15 or Samsung Galaxy S24: .* We cannot tell Apple iPhone 15 from Samsung Galaxy S24/,
    )
    expect(text).not.toMatch(/of 100 runs|lowest in|below|as much as|\d %/)
    expect(text.match(/24\.9/g)).toHaveLength(2)
    const { pairs, items } = JSON.parse((await runHere(['iPhone 15 vs Galaxy S24', '--format', 'json'])).stdout)
    expect(pairs).toMatchObject([{ sameData: true, hasVerdict: false, probabilityALower: 0.5 }])
    expect(items.map(({ label }: Data) => label)).toEqual(['Apple iPhone 15', 'Samsung Galaxy S24'])
    const three = (await runHere(['Latitude 5450 vs MacBook Air 13 vs desktop', '--format', 'table'])).stdout
    expect(three).toMatch(/^Dell Latitude 5450 or Apple MacBook Air 13: .* below desktop\. One of them is the lowest/)
    const other = (await runHere(['Latitude 5450 vs MacBook Air 13 vs tablet', '--format', 'table'])).stdout
    expect(other).toMatch(/^tablet: .* below Dell Latitude 5450 or Apple MacBook Air 13\. It is the lowest/)
  })
})

test('models with different hours of use, power or lifetimes have the same data', async () => {
  const usages = [
    {},
    { hoursUseTime: 500 },
    { yearsUseTime: 1, useTimeRatio: 0.5 },
    { avgPower: 12 },
    { hoursLifeTime: 9000 },
  ]
  for (const usage of usages) {
    const used = { terminal: { ...macBook.terminal, usage } }
    const { comparison } = await askNewest(COMPARISON, { items: labelled(latitude, used) })
    expect(codesOf(comparison.warnings), JSON.stringify(usage)).toContain('SAME_DATA')
  }
  // The words for a processor differ, its data do not.
  const cpu = (name: string, usage: object) => ({ component: { cpu: { name, usage } } })
  const { comparison } = await askNewest(COMPARISON, {
    items: labelled(cpu('Xeon Gold 6138', { avgPower: 5 }), cpu('Intel Xeon Gold 6138', {})),
  })
  expect(codesOf(comparison.warnings)).toContain('SAME_DATA')
})

test('fleets of one model each, in any quantity or number of units, have the same data', async () => {
  for (const items of [
    [latitude, macBook].map((asset, at) => ({ label: `${at}`, fleet: [{ asset, quantity: 3 + at }] })),
    labelled(latitude, laptop('ThinkPad X1', 'FRA', 2)),
  ]) {
    const { comparison } = await askNewest(COMPARISON, { items })
    expect(codesOf(comparison.warnings)).toEqual(['SAME_DATA'])
  }
})

describe('Fleets on the same data', () => {
  const PAIR = `query ($items: [ComparisonItemInput!]!) { comparison(items: $items, duration: 8760, samples: 100) {
    items { impact { total { value(exact: true) } } } warnings { code }
    pairs { sameData hasVerdict probabilityALower difference { mean } }
  } }`
  const usage = { usageLocation: 'FRA' }
  const phone = (name: string, quantity: number, units = 1, place = usage) => ({
    quantity,
    asset: { terminal: { kind: 'SMARTPHONE', model: { name }, units, usage: place } },
  })
  const card = (quantity: number, units = 1) => ({
    quantity,
    asset: { component: { gpu: { name: 'A100', units, usage } } },
  })
  type Member = ReturnType<typeof phone> | ReturnType<typeof card>
  const compare = async (a: readonly Member[], b: readonly Member[]): Promise<Data> => {
    const items = [
      { label: 'a', fleet: a },
      { label: 'b', fleet: b },
    ]
    return (await askNewest(PAIR, { items })).comparison
  }

  test.each([
    ['another number', [phone('iPhone 15', 3)], [phone('Galaxy S24', 1), phone('Galaxy S24', 3)]],
    ['another model for one of them', [phone('iPhone 15', 3)], [phone('Galaxy S24', 2), phone('iPhone 16', 1)]],
    ['other proportions', [phone('iPhone 15', 1), card(2)], [phone('iPhone 15', 2), card(1)]],
    [
      'another place for one',
      [phone('iPhone 15', 3)],
      [phone('Galaxy S24', 2), phone('Xperia 5', 1, 1, { usageLocation: 'POL' })],
    ],
  ])('are ranked if they have %s', async (_, a, b) => {
    const { pairs } = await compare(a, b)
    expect(pairs).toMatchObject([{ sameData: false, hasVerdict: true }])
  })

  test.each([
    ['split into two lines', [phone('iPhone 15', 3)], [phone('Galaxy S24', 1), phone('Galaxy S24', 2)]],
    ['split into two models', [phone('iPhone 15', 3)], [phone('Galaxy S24', 1), phone('Xperia 5', 2)]],
    [
      'split in other ways',
      [phone('iPhone 15', 1), phone('Xperia 5', 6)],
      [phone('Galaxy S24', 3), phone('Xperia 5', 4)],
    ],
    ['counted by units', [phone('iPhone 15', 1, 3)], [phone('Galaxy S24', 3)]],
    ['counted by both', [phone('iPhone 15', 2, 3)], [phone('Galaxy S24', 3, 2)]],
    [
      'mixed, in another order',
      [card(1, 4), phone('iPhone 15', 7)],
      [phone('Galaxy S24', 3), phone('Xperia 5', 4), card(4)],
    ],
    ['beside none of another thing', [phone('iPhone 15', 3), card(0)], [phone('Galaxy S24', 3), card(1, 0)]],
    ['of thirds', [phone('iPhone 15', 1, 7), phone('Xperia 5', 1, 3)], [phone('Galaxy S24', 10)]],
  ])('are not, if they are %s', async (_, a, b) => {
    const { items, pairs, warnings } = await compare(a, b)
    expect(pairs).toMatchObject([
      { sameData: true, hasVerdict: false, probabilityALower: 0.5, difference: { mean: 0 } },
    ])
    const [one, other] = items.map(({ impact }: Data) => impact.total.value)
    expect(Math.abs(one / other - 1)).toBeLessThan(1e-9)
    expect(codesOf(warnings)).toContain('SAME_DATA')
  })

  test('are the units of one device and as many devices', async () => {
    const two = laptop('Latitude 5450', 'FRA', 2)
    const items = [
      { label: 'units', asset: two },
      { label: 'quantity', asset: latitude, quantity: 2 },
      { label: 'fleet', fleet: [{ asset: latitude }, { asset: macBook }] },
    ]
    const { pairs } = (await askNewest(PAIR, { items })).comparison
    expect(pairs.map(({ sameData }: Data) => sameData)).toEqual([true, true, true])
    const library = await assessor.compare(items, { duration: 8760 })
    expect(library.pairs.map(({ sameData }) => sameData)).toEqual([true, true, true])
  })
})

test('strict takes a model of which the product line is known', async () => {
  const asked = '{ terminal(input: { kind: LAPTOP, model: { name: "Latitude 5450" } }, strict: true) { archetype } }'
  expect((await askNewest(asked)).terminal.archetype).toBe('laptop-pro')
})
