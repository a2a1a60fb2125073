import { describe, expect, test } from 'vitest'
import { dieSizeEstimates } from '../../src/engine/components/die-size-estimates.ts'
import { input } from '../../src/engine/values/attribute.ts'

const cpu = (name: string, coreUnits: number | undefined, dieSize: number | undefined) => ({
  name,
  ...(coreUnits !== undefined && { coreUnits }),
  ...(dieSize !== undefined && { dieSize }),
})

/** A number of cores that the caller gave. */
const cores = (count: number) => input('input.cpu', 'coreUnits', count)

/** Sizes by number of cores: 4: 100 and 130; 8: 200; one of unknown cores: 333. */
const FAMILY = [cpu('a', 4, 100), cpu('b', 4, 130), cpu('c', 8, 200), cpu('d', undefined, 333), cpu('e', 16, undefined)]

describe('a die size', () => {
  test('is not estimated where no row has one', () => {
    expect(dieSizeEstimates([cpu('a', 4, undefined)], 'skylake')).toBeUndefined()
    expect(dieSizeEstimates([], undefined)).toBeUndefined()
  })

  test('d: where the line is not above 0 is in proportion to the nearest number of cores, with a warning', () => {
    // Through (8, 100) and (16, 300): die = -100 + 25 * cores; at 4 cores 0, at 2 cores -50. 100 * 2 / 8 = 25.
    const rows = [cpu('a', 8, 100), cpu('b', 16, 300), cpu('c', 8, 100)]
    const estimate = dieSizeEstimates(rows, 'x')?.estimate(cores(2))
    expect(estimate).toMatchObject({ value: 25, min: 25, max: 25, source: 'Rule of three on a' })
    expect(estimate?.warnings.map(({ code }) => code)).toEqual(['NEAREST_CORE_COUNT'])
    expect(dieSizeEstimates(rows, 'x')?.estimate(cores(4))).toMatchObject({ value: 50 })
    expect(dieSizeEstimates(rows, 'x')?.estimate(cores(5))).toMatchObject({ value: 25, warnings: [] })
  })

  test('a: of an unknown number of cores is the mean of all, with the smallest and the largest', () => {
    // (100 + 130 + 200 + 333) / 4 = 190.75, to 3 significant figures 191.
    const estimate = dieSizeEstimates(FAMILY, 'skylake')?.estimate(undefined)
    expect(estimate).toMatchObject({
      ...{ value: 191, min: 100, max: 333, unit: 'mm2', source: expect.stringContaining('skylake') },
      leaf: { average: 'FAMILY', rows: { id: 'cpus.average.die_size.skylake', values: [100, 130, 200, 333] } },
    })
  })

  test('b: of a known number of cores is the mean of the rows with that number', () => {
    // (100 + 130) / 2 = 115
    expect(dieSizeEstimates(FAMILY, undefined)?.estimate(cores(4))).toMatchObject({
      ...{ value: 115, min: 100, max: 130, source: 'Average value for all families with 4 cores' },
      leaf: { table: 'cpus', row: 'average', column: 'die_size', criterion: 'all.4' },
    })
    expect(dieSizeEstimates(FAMILY, undefined)?.estimate(cores(8))).toMatchObject({ value: 200, min: 200, max: 200 })
  })

  test('c: of a single row is in proportion to its cores', () => {
    // 122 * 12 / 8 = 183
    const estimate = dieSizeEstimates([cpu('only', 8, 122)], 'x')?.estimate(cores(12))
    expect(estimate).toMatchObject({ value: 183, min: 183, max: 183 })
    expect(estimate?.source).toContain('only')
  })

  test('c: of rows with one same number of cores is in proportion to the first, the bounds to the smallest and largest', () => {
    // value 120 * 2 = 240 (the mean would be 260), min 90 * 2 = 180, max 180.3 * 2 = 360.6 -> 361
    const rows = [cpu('first', 8, 120), cpu('small', 8, 90), cpu('large', 8, 180.3)]
    expect(dieSizeEstimates(rows, 'x')?.estimate(cores(16))).toMatchObject({ value: 240, min: 180, max: 361 })
  })

  test('d: else lies on the least-squares line over the rows with a number of cores', () => {
    // The points (4, 100), (4, 130) and (8, 200) have the means 16/3 and 430/3.
    // - slope = `sum((x - mx)(y - my)) / sum((x - mx)^2)` = `(57.78 + 17.78 + 151.11) / (1.78 + 1.78 + 7.11)` = 21.25
    // - intercept = 143.33 - 21.25 * 5.333 = 30
    // - at 12 cores: 30 + 255 = 285
    const estimate = dieSizeEstimates(FAMILY, 'skylake')?.estimate(cores(12))
    expect(estimate).toMatchObject({
      value: 285,
      min: 285,
      max: 285,
      source: 'Linear regression on the family skylake',
    })
  })

  test('is rounded to 3 significant figures by every rule', () => {
    // 123.456 * 3 / 2 = 185.184; mean (123.456 + 1000.4) / 2 = 561.928
    expect(dieSizeEstimates([cpu('a', 2, 123.456)], 'x')?.estimate(cores(3)).value).toBe(185)
    expect(dieSizeEstimates([cpu('a', 2, 123.456)], 'x')?.estimate(cores(2)).value).toBe(123)
    const rows = [cpu('a', 2, 123.456), cpu('b', 4, 1000.4)]
    expect(dieSizeEstimates(rows, 'x')?.estimate(undefined)).toMatchObject({ value: 562, min: 123, max: 1000 })
  })

  test('of rows without a number of cores is their mean, for any number requested', () => {
    const rows = [cpu('a', undefined, 100), cpu('b', undefined, 200)]
    expect(dieSizeEstimates(rows, 'x')?.estimate(cores(8))).toMatchObject({ value: 150, min: 100, max: 200 })
  })
})
