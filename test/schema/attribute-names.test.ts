import { expect, test } from 'vitest'
import { ask, askNewest, type Data } from '../world.ts'

test('an attribute has the name of its field, not of an alias', async () => {
  const { server } =
    await askNewest(`{ server(input: { configuration: { cpu: { tdp: 165 } }, usage: { useTimeRatio: 1 } }) {
    units { name }
    cpu { watts: tdp { name number } coreUnits { name } }
    usage { avgPower { name } meanPower { name } hoursLifeTime { name } timeWorkload { name } usageLocation { name }
      elecFactors(criteria: [GWP]) { factor { name } } } } }`)
  expect(server).toEqual({
    units: { name: 'units' },
    cpu: { watts: { name: 'tdp', number: 165 }, coreUnits: { name: 'core_units' } },
    usage: {
      avgPower: { name: 'avg_power' },
      meanPower: { name: 'mean_power' },
      hoursLifeTime: { name: 'hours_life_time' },
      timeWorkload: { name: 'time_workload' },
      usageLocation: { name: 'usage_location' },
      elecFactors: [{ factor: { name: 'factor' } }],
    },
  })
})

test('an attribute of a list has the name beside it', async () => {
  const { server } = await ask('{ server { components { attributes { name attribute { name } } } } }')
  const attributes = server.components.flatMap((each: Data) => each.attributes)
  expect(attributes.length).toBeGreaterThan(10)
  for (const { name, attribute } of attributes) expect(attribute.name).toBe(name)
})

test('the release of a processor is a day, or not known', async () => {
  const { known, unknown } = await ask(
    '{ known: cpuModel(name: "AMD A10-9700") { released } unknown: cpuModel(name: "Xeon Gold 6240R") { released } }',
  )
  expect(known.released).toBe('2017-07-27')
  expect([null, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]).toContainEqual(unknown.released)
})
