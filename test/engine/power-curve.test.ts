import { describe, expect, test } from 'vitest'
import { curveParameters, type PowerCurve, powerAt } from '../../src/engine/use/power-curve.ts'
import { type WorkloadAttribute, workloadPower } from '../../src/engine/use/workload.ts'
import { leaf } from '../../src/engine/values/attribute.ts'
import { exact, type Range } from '../../src/engine/values/range.ts'

/** That of the CPU archetype. */
const CURVE = { a: 171.2, b: 0.0354, c: 36.89, d: -10.13 }

const LEAST = leaf({ table: 'constants', row: 'cpu_power_least' }, 'COMPLETED', exact(1), 'W')

const PARAMETERS = curveParameters(CURVE, LEAST, { table: 'power-profiles', row: 'x' }, 'measured')

function watt(curve: PowerCurve, load: number): number {
  return powerAt(curve, LEAST, load)
}

function workload(load: Range | undefined, levels?: WorkloadAttribute['levels']): WorkloadAttribute {
  const attribute = load && leaf({ table: 'input', row: 'input.usage', column: 'timeWorkload' }, 'INPUT', load, '%')
  return { load: attribute, levels, status: 'INPUT', unit: '%', source: undefined, warnings: [], at: 'input.usage' }
}

describe('power at a load', () => {
  test('is never below 1 W, and a number where the logarithm is none', () => {
    expect(watt({ a: 10, b: 0.001, c: 1, d: 0 }, 0)).toBe(1)
    expect(watt({ a: 10, b: 0.5, c: 0, d: 0 }, 0)).toBe(1)
    expect(watt({ a: 0, b: 1, c: 1, d: 0 }, 100)).toBe(1)
  })

  test('is a ln(b (x + c)) + d', () => {
    // 171.2 * ln(0.0354 * 86.89) - 10.13 = 171.2 * ln(3.075906) - 10.13 = 171.2 * 1.123600 - 10.13 = 182.23
    expect(watt(CURVE, 50)).toBeCloseTo(182.23, 2)
    // 171.2 * ln(0.0354 * 136.89) - 10.13 = 171.2 * ln(4.845906) - 10.13 = 171.2 * 1.578134 - 10.13 = 260.05
    expect(watt(CURVE, 100)).toBeCloseTo(260.05, 1)
    // 171.2 * ln(0.0354 * 36.89) - 10.13 = 171.2 * ln(1.305906) - 10.13 = 171.2 * 0.266897 - 10.13 = 35.56
    expect(watt(CURVE, 0)).toBeCloseTo(35.56, 2)
  })
})

describe('mean power over levels', () => {
  test('weighs each load by its share of the time, to 5 significant figures', () => {
    // 0.3 * 35.563 + 0.7 * 182.229 = 10.669 + 127.560 = 138.229
    const levels = [
      { timePercentage: 30, loadPercentage: 0 },
      { timePercentage: 70, loadPercentage: 50 },
    ]
    const unrounded = 0.3 * watt(CURVE, 0) + 0.7 * watt(CURVE, 50)
    const { value } = workloadPower(PARAMETERS, workload(undefined, levels))
    expect(value).toBe(Number(unrounded.toPrecision(5)))
    expect(value).toBeCloseTo(138.23, 2)
  })

  test('has no bounds, where a load has those of its own', () => {
    const levels = [{ timePercentage: 100, loadPercentage: 50 }]
    expect(workloadPower(PARAMETERS, workload(undefined, levels))).toEqual(exact(182.23))
    const bounded = workloadPower(PARAMETERS, workload({ value: 50, min: 0, max: 100 }))
    expect(bounded.value).toBe(182.23)
    expect(bounded.min).toBeCloseTo(35.563, 2)
    expect(bounded.max).toBeCloseTo(260.05, 1)
  })
})
