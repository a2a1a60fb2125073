import { describe, expect, test } from 'vitest'
import { dieSizeStatistics } from '../../src/engine/parts/die-size.ts'

const cpu = (name: string, coreUnits: number | undefined, dieSize: number | undefined) => ({
  name,
  ...(coreUnits !== undefined && { coreUnits }),
  ...(dieSize !== undefined && { dieSize }),
})

/** Sizes by number of cores: 4: 100 and 130; 8: 200; one of unknown cores: 333. */
const FAMILY = [cpu('a', 4, 100), cpu('b', 4, 130), cpu('c', 8, 200), cpu('d', undefined, 333), cpu('e', 16, undefined)]

describe('a die size', () => {
  test('is not estimated where no row has one', () => {
    expect(dieSizeStatistics([cpu('a', 4, undefined)], 'skylake')).toBeUndefined()
    expect(dieSizeStatistics([], undefined)).toBeUndefined()
  })

  test('far below the known cores is on the line all the same, below 0, with a warning', () => {
    // Through (8, 100) and (16, 300): die = -100 + 25 * cores; at 2 cores -50.
    const estimate = dieSizeStatistics([cpu('a', 8, 100), cpu('b', 16, 300)], 'x')?.estimate(2)
    expect(estimate?.dieSize).toEqual({ value: -50, min: -50, max: -50 })
    expect(estimate?.warnings).toHaveLength(1)
    expect(estimate?.warnings?.[0]).toMatch(/below 0/)
  })

  test('a: of an unknown number of cores is the mean of all, with the smallest and the largest', () => {
    // (100 + 130 + 200 + 333) / 4 = 190.75, to 3 significant figures 191.
    const estimate = dieSizeStatistics(FAMILY, 'skylake')?.estimate(undefined)
    expect(estimate).toEqual({
      dieSize: { value: 191, min: 100, max: 333 },
      rule: 'Average value for the family skylake',
    })
  })

  test('b: of a known number of cores is the mean of the rows with that number', () => {
    // (100 + 130) / 2 = 115
    expect(dieSizeStatistics(FAMILY, undefined)?.estimate(4)).toEqual({
      dieSize: { value: 115, min: 100, max: 130 },
      rule: 'Average value for all families with 4 cores',
    })
    expect(dieSizeStatistics(FAMILY, undefined)?.estimate(8).dieSize).toEqual({ value: 200, min: 200, max: 200 })
  })

  test('c: of a single row is in proportion to its cores', () => {
    // 122 * 12 / 8 = 183
    const estimate = dieSizeStatistics([cpu('only', 8, 122)], 'x')?.estimate(12)
    expect(estimate?.dieSize).toEqual({ value: 183, min: 183, max: 183 })
    expect(estimate?.rule).toContain('only')
  })

  test('c: of rows with one same number of cores is in proportion to the first, the bounds to the smallest and largest', () => {
    // value 120 * 2 = 240 (the mean would be 260), min 90 * 2 = 180, max 180.3 * 2 = 360.6 -> 361
    const rows = [cpu('first', 8, 120), cpu('small', 8, 90), cpu('large', 8, 180.3)]
    expect(dieSizeStatistics(rows, 'x')?.estimate(16).dieSize).toEqual({ value: 240, min: 180, max: 361 })
  })

  test('d: else lies on the least-squares line over the rows with a number of cores', () => {
    // Points (4, 100), (4, 130), (8, 200): means 16/3 and 430/3.
    // slope = sum((x - mx)(y - my)) / sum((x - mx)^2) = (57.78 + 17.78 + 151.11) / (1.78 + 1.78 + 7.11) = 226.67 / 10.67 = 21.25
    // intercept = 143.33 - 21.25 * 5.333 = 30; at 12 cores 30 + 255 = 285
    const estimate = dieSizeStatistics(FAMILY, 'skylake')?.estimate(12)
    expect(estimate).toEqual({
      dieSize: { value: 285, min: 285, max: 285 },
      rule: 'Linear regression on the family skylake',
    })
  })

  test('is rounded to 3 significant figures by every rule', () => {
    // 123.456 * 3 / 2 = 185.184; mean (123.456 + 1000.4) / 2 = 561.928
    expect(dieSizeStatistics([cpu('a', 2, 123.456)], 'x')?.estimate(3).dieSize.value).toBe(185)
    expect(dieSizeStatistics([cpu('a', 2, 123.456)], 'x')?.estimate(2).dieSize.value).toBe(123)
    const rows = [cpu('a', 2, 123.456), cpu('b', 4, 1000.4)]
    expect(dieSizeStatistics(rows, 'x')?.estimate(undefined).dieSize).toEqual({ value: 562, min: 123, max: 1000 })
  })

  test('of rows of which none has a number of cores is their mean, whatever the number asked for', () => {
    const rows = [cpu('a', undefined, 100), cpu('b', undefined, 200)]
    expect(dieSizeStatistics(rows, 'x')?.estimate(8).dieSize).toEqual({ value: 150, min: 100, max: 200 })
  })
})
