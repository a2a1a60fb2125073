import { describe, expect, test } from 'vitest'
import { Terminal } from '../../src/engine/devices/terminal.ts'
import { electricityFactors } from '../../src/engine/use/electricity-factors.ts'
import type { UsageGiven } from '../../src/engine/use/usage-bill.ts'
import { leaf, text } from '../../src/engine/values/attribute.ts'
import { Cell } from '../../src/engine/values/cell.ts'
import { factorQuantities } from '../../src/engine/values/factors.ts'
import { exact } from '../../src/engine/values/range.ts'

const typical = { table: 'terminal-archetypes', row: 'x' } as const

/** 100 kgCO2eq to make, 2 of them, 50 W each for a life of 1000 h (500 to 2000), 0.4 kgCO2eq per kWh. */
function thing(given: UsageGiven = {}, lifeCap = 1) {
  return new Terminal({
    kind: 'BOX',
    archetype: 'x',
    units: 2,
    factors: factorQuantities({ table: 'device-factors', row: 'box' }, { gwp: exact(100), lu: exact(-7) }),
    at: 'input',
    usage: {
      given,
      archetype: {
        avgPower: new Cell({ ...typical, column: 'avg_power' }, { value: 50, min: 40, max: 80 }),
        hoursLifeTime: new Cell({ ...typical, column: 'hours_life_time' }, { value: 1000, min: 500, max: 2000 }),
      },
      electricity: {
        location: text('INPUT', 'XXX'),
        factors: electricityFactors({ location: 'XXX', factors: { gwp: { value: 0.4 } } }, exact(3.6)),
      },
      hoursPerYear: leaf({ table: 'constants', row: 'hours_per_year' }, 'COMPLETED', exact(8760), 'h'),
      lifeCap: leaf({ table: 'constants', row: 'life_cap' }, 'COMPLETED', exact(lifeCap), '1'),
      at: 'input.usage',
    },
  })
}

const over = (duration: number | undefined, allocation: 'LINEAR' | 'TOTAL' = 'LINEAR') => ({ duration, allocation })
const embedded = (given: UsageGiven, ...span: Parameters<typeof over>) =>
  thing(given).impact('gwp', over(...span)).embedded
const use = (given: UsageGiven, ...span: Parameters<typeof over>) => thing(given).impact('gwp', over(...span)).use

describe('what has no factor', () => {
  test('is missing, never 0; the total is what is known', () => {
    const none = thing().impact('pm', over(undefined))
    expect([none.embedded, none.use, none.total]).toEqual([undefined, undefined, undefined])
    expect(none.missing).toEqual(['EMBEDDED', 'USE'])
    const embeddedOnly = thing().impact('lu', over(undefined))
    expect(embeddedOnly.missing).toEqual(['USE'])
    expect(embeddedOnly.total?.value).toBe(-14)
    expect(thing().impact('gwp', over(undefined)).missing).toEqual([])
    expect(thing().impact('lu', over(undefined)).embedded).toMatchObject({ value: -14 })
    expect(thing().impact('lu', over(undefined)).use).toBeUndefined()
  })
})

describe('manufacturing over a duration', () => {
  test('is never more than all of it where nothing is renewed: 200 kgCO2eq over the lifetime or longer', () => {
    // With the longest life of 2000 h, 1000 h are half of it.
    expect(embedded({}, 1000)).toMatchObject({ value: 200, min: 100, max: 200 })
    expect(embedded({}, 2000)).toMatchObject({ value: 200, min: 200, max: 200 })
    expect(embedded({}, 5000)).toMatchObject({ value: 200, min: 200, max: 200 })
    expect(embedded({}, undefined)).toMatchObject({ value: 200, min: 200, max: 200 })
  })

  test('is that of every life where things are renewed: 2,500 hours of 1,000 (500 to 2,000) are 2.5 lives (1.25 to 5)', () => {
    const renewed = (...span: Parameters<typeof over>) => thing({}, 1e9).impact('gwp', over(...span)).embedded
    expect(renewed(2500)).toMatchObject({ value: 500, min: 250, max: 1000 })
    expect(renewed(2500)?.warnings.map(({ code, message }) => [code, message])).toContainEqual([
      'RENEWED',
      'The duration is longer than a lifetime. Manufacturing counts 2.5 times',
    ])
    // TOTAL counts whole lives: ceil(2.5) = 3, of the longest ceil(1.25) = 2, of the shortest 5.
    expect(renewed(2500, 'TOTAL')).toMatchObject({ value: 600, min: 400, max: 1000 })
    expect(renewed(3000, 'TOTAL')?.value).toBe(600)
    for (const once of [renewed(undefined), renewed(1000), renewed(undefined, 'TOTAL'), renewed(1000, 'TOTAL')]) {
      expect([once?.value, once?.warnings.some(({ code }) => code === 'RENEWED')]).toEqual([200, false])
    }
  })

  test('is duration / lifetime of it, lo with the longest life and hi with the shortest, up to all of it', () => {
    // 250 h are 200 * 0.25 = 50. Bounds: 200 * 250/2000 = 25 and 200 * 250/500 = 100.
    expect(embedded({}, 250)).toMatchObject({ value: 50, min: 25, max: 100 })
    // 800 h: hi 800/500 > 1, so all of it.
    expect(embedded({}, 800)).toMatchObject({ value: 160, min: 80, max: 200 })
  })

  test('keeps its order where it is negative: -14 * (0.25, 0.125..0.5)', () => {
    expect(thing().impact('lu', over(250)).embedded).toMatchObject({ value: -3.5, min: -7, max: -1.75 })
  })

  test('counts as a whole where it is asked for in total', () => {
    expect(embedded({}, 250, 'TOTAL')).toMatchObject({ value: 200, min: 200, max: 200 })
  })

  test('takes the duration of the usage where none is asked for: 2 h + 2 days + 1 year = 8810 h', () => {
    const given = { hoursUseTime: 2, daysUseTime: 2, yearsUseTime: 1, hoursLifeTime: 88_100 }
    expect(embedded(given, undefined)?.value).toBeCloseTo(20, 10)
    expect(embedded(given, 44_050)?.value).toBeCloseTo(100, 10)
    expect(embedded({ hoursUseTime: 0 }, undefined)?.value).toBe(200)
  })
})

describe('use over a duration', () => {
  test('is factor * kW * share of time * hours * units: 0.4 * 0.05 * 1 * 250 * 2 = 10', () => {
    // lo 0.4 * 0.04 * 500 = 8; hi 0.4 * 0.08 * 500 = 16.
    const figure = use({}, 250)
    expect(figure?.value).toBeCloseTo(10, 10)
    expect(figure?.min).toBeCloseTo(8, 10)
    expect(figure?.max).toBeCloseTo(16, 10)
  })

  test('goes on beyond the lifetime, and by default takes its bounds too', () => {
    // 5000 h are 0.4 * 0.05 * 5000 * 2 = 200.
    // The whole life is 40, with bounds 0.4 * 0.04 * 500 * 2 = 16 and 0.4 * 0.08 * 2000 * 2 = 128.
    expect(use({}, 5000)?.value).toBeCloseTo(200, 10)
    const life = use({}, undefined)
    expect([life?.value, life?.min, life?.max].map((each) => Math.round((each ?? 0) * 1e9) / 1e9)).toEqual([
      40, 16, 128,
    ])
  })

  test('is halved by half of the time, and 0 by none of it', () => {
    expect(use({ useTimeRatio: 0.5 }, 250)?.value).toBeCloseTo(5, 10)
    expect(use({ useTimeRatio: 0 }, 250)).toMatchObject({ value: 0, min: 0, max: 0 })
  })

  test('takes the power that was given, without bounds: 0.4 * 0.03 * 250 * 2 = 6', () => {
    const figure = use({ avgPower: 30 }, 250)
    expect(figure?.value).toBeCloseTo(6, 10)
    expect(figure?.min).toBe(figure?.max)
  })
})
