import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { createContext } from '../../schema/context.ts'
import { schema } from '../../schema/schema.ts'
import { runTrusted } from '../../src/server/graphql/run-trusted.ts'
import { world } from '../world.ts'

const intervals = Array.from({ length: 8760 }, (_, hour) => ({ hours: 1, load: (hour * 7.31) % 100 }))

test('a timeline of a year of hours takes some 60 ms of a processor, and not 150', async () => {
  const document =
    parse(`query ($intervals: [IntervalInput!]!) { server { timeline(intervals: $intervals, criterion: GWP) {
    total { use { value } } points { hours power use { value min max } } bestWindow(intervals: 24) { first shareOfMean } } } }`)
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < 12; time++) {
    const before = process.cpuUsage()
    const { data } = await runTrusted(schema, document, { intervals }, createContext(world))
    expect(JSON.stringify(data).length).toBeGreaterThan(100_000)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  expect(least).toBeLessThan(150)
})
