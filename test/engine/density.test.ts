import { expect, test } from 'vitest'
import { type DensityEstimate, densityOf } from '../../src/engine/components/density-estimates.ts'
import { areaOfMemory } from '../../src/engine/formulas/manufacturing.ts'
import { Cell } from '../../src/engine/values/cell.ts'
import { exact, range } from '../../src/engine/values/range.ts'
import { world } from '../world.ts'

const all: DensityEstimate = {
  density: { value: 1.25, min: 0.625, max: 2.375 },
  source: 'Average of 11 rows',
  narrowed: false,
  leaf: { table: 'ram-densities', row: 'average', property: 'ram_density', average: 'ALL' },
  rows: [0.625, 1.25, 2.375],
}
const typical = new Cell({ table: 'component-archetypes', within: 'ram', row: 'x', column: 'density' }, exact(2))

test('a density that was given is not touched by the tables', () => {
  expect(densityOf(0.9, 'input.ram', { ...all, narrowed: true }, typical)).toMatchObject({
    status: 'INPUT',
    value: 0.9,
    max: 0.9,
    leaf: { table: 'input', row: 'input.ram', column: 'density' },
  })
})

test("an archetype's density counts where the caller's words narrowed nothing, and only there", () => {
  expect(densityOf(undefined, '', all, typical)).toMatchObject({ status: 'ARCHETYPE', value: 2 })
  expect(densityOf(undefined, '', { ...all, narrowed: true }, typical)).toMatchObject({
    status: 'COMPLETED',
    value: 1.25,
  })
  expect(densityOf(undefined, '', all, undefined)).toMatchObject({
    status: 'COMPLETED',
    min: 0.625,
    max: 2.375,
    leaf: { average: 'ALL', rows: { id: 'ram-densities.average', values: [0.625, 1.25, 2.375] } },
  })
})

test('an area is capacity / density, small where the density is high: (32, 1..128) / (1.25, 0.625..2) is (25.6, 0.5..204.8)', () => {
  expect(areaOfMemory.of(range(32, 1, 128), range(1.25, 0.625, 2))).toEqual({ value: 25.6, min: 0.5, max: 204.8 })
})

/**
 * The rows of the table, GB per cm2: Samsung 0.625 (30 nm), 1.25 (25), 1.75 (20), 2.375 (18); and seven of two others.
 */
test('memory of no known process is that of all rows: nothing is narrowed', () => {
  const estimate = world.references.ramDensity('Samsung', 17)
  // (0.625+1.25+1.75+2.375 + 0.75+1+1.313+1.875 + 0.75+0.875+1.125) / 11 = 13.688 / 11
  expect(estimate.narrowed).toBe(false)
  expect(estimate.density.value).toBeCloseTo(13.688 / 11, 10)
  expect(estimate.density).toMatchObject({ min: 0.625, max: 2.375 })
})

test('memory by maker is the mean of its rows, by maker and process a single row', () => {
  // Samsung: (0.625 + 1.25 + 1.75 + 2.375) / 4 = 1.5
  expect(world.references.ramDensity('Samsung', undefined)).toMatchObject({
    density: { value: 1.5, min: 0.625, max: 2.375 },
    source: 'Average of 4 rows',
    narrowed: true,
  })
  expect(world.references.ramDensity('Samsung', 25).density).toEqual(exact(1.25))
  // SK hynix at 21 nm has two rows, 1.313 and 1.875: their mean is 1.594.
  const hynix = world.references.ramDensity('SK hynix', 21).density
  expect(hynix.value).toBeCloseTo(1.594, 12)
  expect(hynix).toMatchObject({ min: 1.313, max: 1.875 })
  // 30 nm of all makers: 0.625, 0.75, 0.75, 0.875; mean 0.75.
  expect(world.references.ramDensity(undefined, 30).density).toEqual({ value: 0.75, min: 0.625, max: 0.875 })
})

test('drives by layers: 32 layers are 16.4 (Intel) and 19 (Samsung), mean 17.7', () => {
  expect(world.references.ssdDensity(undefined, 32).density).toEqual({ value: 17.7, min: 16.4, max: 19 })
  expect(world.references.ssdDensity('Samsung', 32).density).toEqual(exact(19))
})
