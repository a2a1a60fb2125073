import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { createContext } from '../../schema/context.ts'
import { schema } from '../../schema/schema.ts'
import { runTrusted } from '../../src/server/graphql/run-trusted.ts'
import { world } from '../world.ts'

const intervals = Array.from({ length: 8760 }, (_, hour) => ({ hours: 1, load: (hour * 7.31) % 100 }))

const powerProfile = Array.from({ length: 128 }, (_, n) => ({ timeWorkload: n / 1.27, powerWatt: 100 + n }))

test.each([
  ['takes some 60 ms of a processor, and not 150', {}, 150],
  ['of a server with 128 measured points takes some 250 ms, and not 500', { usage: { powerProfile } }, 500],
])('a timeline of a year of hours %s', async (_, input, most) => {
  const document =
    parse(`query ($input: ServerInput, $intervals: [IntervalInput!]!) { server(input: $input) { timeline(intervals: $intervals, criterion: GWP) {
    total { use { value } } points { hours power use { value min max } } bestWindow(intervals: 24) { first shareOfMean } } } }`)
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < 12; time++) {
    const before = process.cpuUsage()
    const { data } = await runTrusted(
      schema,
      document,
      { input, intervals },
      createContext(world, { release: world.releases.newest }),
    )
    expect(JSON.stringify(data).length).toBeGreaterThan(100_000)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  expect(least).toBeLessThan(most)
})
