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
    ['one model and two of another', [latitude, laptop('ThinkPad X1', 'FRA', 2)]],
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
  const same = {
    code: 'SAME_DATA',
    message: 'impactql has the same data for a and b. Their figures differ only if their place or use differs.',
  }
  const { comparison } = await askNewest(COMPARISON, { items: labelled(latitude, macBook) })
  const library = await assessor.compare(labelled(latitude, macBook), { duration: 8760 })
  for (const { warnings, items } of [comparison, library]) {
    expect(warnings).toEqual([same])
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

test('fleets of one model each, in any quantity, have the same data', async () => {
  const fleets = [latitude, macBook].map((asset, at) => ({ label: `${at}`, fleet: [{ asset, quantity: 3 + at }] }))
  const { comparison } = await askNewest(COMPARISON, { items: fleets })
  expect(codesOf(comparison.warnings)).toEqual(['SAME_DATA'])
})

test('strict takes a model of which the product line is known', async () => {
  const asked = '{ terminal(input: { kind: LAPTOP, model: { name: "Latitude 5450" } }, strict: true) { archetype } }'
  expect((await askNewest(asked)).terminal.archetype).toBe('laptop-pro')
})
