import { describe, expect, test } from 'vitest'
import { electricityFactors, type FactorBounds } from '../../src/engine/use/electricity-factors.ts'
import { Usage } from '../../src/engine/use/usage.ts'
import { type NumberAttribute, text } from '../../src/engine/values/attribute.ts'
import { CRITERIA, CRITERION_CODES, type Criterion } from '../../src/engine/values/criteria.ts'
import type { FactorQuantities, Factors } from '../../src/engine/values/factors.ts'
import { leafId } from '../../src/engine/values/leaf.ts'
import { exact } from '../../src/engine/values/range.ts'
import type { ElectricityMix } from '../../src/engine/values/table-rows.ts'
import { world } from '../world.ts'

const MIX: ElectricityMix = {
  location: 'XXX',
  factors: {
    gwp: { value: 0.4, source: 'a study' },
    adpe: { value: 7e-8 },
    lu: { value: 0 },
    ap: { value: 8, doubt: 'odd' },
  },
}
const BOUNDS: Partial<Record<Criterion, FactorBounds>> = {
  gwp: { min: 0.02, max: 0.9, doubts: [], rows: [0.02, 0.9] },
  ap: { min: 1, max: 9, doubts: ['odd', 'odder'] },
}
const known = electricityFactors(MIX, exact(3.6))
const assumed = electricityFactors(MIX, exact(3.6), { bounds: BOUNDS })

/** The factor of a thing that is used with factors of its caller's. */
function electricityFactor(criterion: Criterion, elecFactors: Factors | undefined, factors: FactorQuantities) {
  const given = elecFactors === undefined ? {} : { elecFactors }
  const electricity = { location: text('INPUT', 'XXX'), factors }
  const { constants } = world.references
  const always = { hoursPerYear: constants.fixed('hours_per_year'), lifeCap: constants.fixed('life_cap') }
  const bill = { given, archetype: {}, electricity, ...always, at: 'input.usage' }
  const model = { modelledPower: () => undefined, consumptionProfile: () => undefined }
  return new Usage(bill, model, undefined).electricityFactor(criterion)
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
      unit: 'kg CO2 eq./kWh',
      source: 'a study',
    })
    expect(electricityFactor('lu', undefined, known)).toMatchObject({ status: 'COMPLETED', value: 0 })
  })

  test("is the default location's with the bounds of all, where no location is given", () => {
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
      expect(world.references.electricityAt(code).fe?.value).toBe(3.6)
    }
  })

  test('names every doubt once, also those of the bounds', () => {
    const doubtsOf = (factors: FactorQuantities) =>
      electricityFactor('ap', undefined, factors)?.warnings.map(({ message }) => message)
    expect(doubtsOf(known)).toEqual(['odd'])
    expect(doubtsOf(assumed)).toEqual(['odd', 'odder'])
    expect(electricityFactor('ap', undefined, known)?.warnings[0]?.code).toBe('DOUBTFUL_FIGURE')
  })

  test('has an id: of its row, of an unknown location, or of what the caller gave', () => {
    const idOf = (factor: NumberAttribute | undefined) => factor?.leaf && leafId(factor.leaf)
    expect(idOf(electricityFactor('gwp', undefined, known))).toBe('electricity.XXX.gwp')
    expect(idOf(electricityFactor('adp', undefined, known))).toBe('electricity.XXX.adpe')
    expect(idOf(electricityFactor('gwp', { gwp: 1 }, known))).toBe('input.usage.elecFactors.gwp')
    const unknown = electricityFactor('gwp', undefined, assumed)
    expect(idOf(unknown)).toBe('electricity.unknown.gwp')
    expect(unknown?.leaf?.rows).toEqual({ id: 'electricity.unknown', values: [0.02, 0.9] })
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
