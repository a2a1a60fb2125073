import { describe, expect, test } from 'vitest'
import { text } from '../../src/engine/figures/attribute.ts'
import { CRITERIA, CRITERION_CODES } from '../../src/engine/figures/criteria.ts'
import { type Electricity, electricityFactor } from '../../src/engine/use/electricity.ts'
import { world } from '../world.ts'

const known: Electricity = {
  location: text('INPUT', 'XXX'),
  mix: {
    location: 'XXX',
    factors: {
      gwp: { value: 0.4, source: 'a study' },
      adpe: { value: 7e-8 },
      lu: { value: 0 },
      ap: { value: 8, doubt: 'odd' },
    },
  },
}
const assumed: Electricity = {
  ...known,
  bounds: { gwp: { min: 0.02, max: 0.9, doubts: [] }, ap: { min: 1, max: 9, doubts: ['odd', 'odder'] } },
}

describe('the factor of a kWh', () => {
  test('is none where none is published: never 0', () => {
    expect(electricityFactor('pm', undefined, known)).toBeUndefined()
  })

  test("is the caller's before all else, 0 and negative ones too", () => {
    expect(electricityFactor('gwp', { gwp: 0.123 }, assumed)).toMatchObject({
      status: 'INPUT',
      value: 0.123,
      min: 0.123,
    })
    expect(electricityFactor('gwp', { gwp: 0 }, assumed)).toMatchObject({ status: 'INPUT', value: 0, max: 0 })
    expect(electricityFactor('lu', { lu: -1 }, assumed)).toMatchObject({ status: 'INPUT', value: -1 })
    expect(electricityFactor('fe', { fe: 9 }, assumed)).toMatchObject({ status: 'INPUT', value: 9 })
    // One criterion given leaves the others as they are.
    expect(electricityFactor('gwp', { lu: -1 }, known)).toMatchObject({ status: 'COMPLETED', value: 0.4 })
  })

  test("is the location's, bounds equal, where a location is known", () => {
    expect(electricityFactor('gwp', undefined, known)).toMatchObject({
      status: 'COMPLETED',
      value: 0.4,
      min: 0.4,
      max: 0.4,
      unit: 'kg CO2eq/kWh',
      source: 'a study',
    })
    expect(electricityFactor('lu', undefined, known)).toMatchObject({ status: 'COMPLETED', value: 0 })
  })

  test("is the default location's with the bounds of all, where nothing is said of the location", () => {
    expect(electricityFactor('gwp', undefined, assumed)).toMatchObject({
      status: 'DEFAULT',
      value: 0.4,
      min: 0.02,
      max: 0.9,
    })
  })

  test('of adp is the figure of adpe', () => {
    expect(electricityFactor('adp', undefined, known)).toMatchObject({
      value: 7e-8,
      unit: CRITERIA.adp.electricityUnit,
    })
    expect(electricityFactor('adp', { adpe: 1 }, known)).toMatchObject({ value: 7e-8 })
  })

  test('of final energy is 3.6 MJ everywhere, by definition', () => {
    expect(electricityFactor('fe', undefined, assumed)).toMatchObject({ value: 3.6, min: 3.6, max: 3.6 })
    for (const { code } of world.references.tables.locations) {
      const electricity = { location: text('INPUT', code), mix: world.references.mix(code) }
      expect(electricityFactor('fe', undefined, electricity)?.value).toBe(3.6)
    }
  })

  test('tells every doubt once, also those of the bounds', () => {
    expect(electricityFactor('ap', undefined, known)?.warnings).toEqual(['odd'])
    expect(new Set(electricityFactor('ap', undefined, assumed)?.warnings)).toEqual(new Set(['odd', 'odder']))
    expect(electricityFactor('ap', undefined, assumed)?.warnings).toHaveLength(2)
  })
})

test('the bounds of the shipped tables hold every location in every criterion', () => {
  const { references } = world
  for (const code of CRITERION_CODES) {
    const bounds = references.electricityBounds[code]
    for (const { factors } of references.tables.electricity) {
      const figure = factors[code]
      if (figure === undefined) continue
      expect(bounds).toBeDefined()
      expect(figure.value).toBeGreaterThanOrEqual(bounds?.min ?? Number.NaN)
      expect(figure.value).toBeLessThanOrEqual(bounds?.max ?? Number.NaN)
    }
  }
})
