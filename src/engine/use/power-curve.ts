import { meanPower, powerAtLoad, powerOfLevel, powerOnCurve } from '../formulas/power.ts'
import type { shareOfLevel } from '../formulas/server-power.ts'
import { leaf, type NumberAttribute } from '../values/attribute.ts'
import { sum } from '../values/formula.ts'
import type { Leaf } from '../values/leaf.ts'
import { type Estimate, exact, type Range } from '../values/range.ts'

/** power(x) = a ln(b (x + c)) + d, in W at a load of x percent. */
export interface PowerCurve {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
}

/** The curve's parameters as attributes. */
export interface CurveParameters {
  readonly a: NumberAttribute
  readonly b: NumberAttribute
  readonly c: NumberAttribute
  readonly d: NumberAttribute
  /** Lower limit of the power of any processor, in W. */
  readonly least: NumberAttribute
}

/** A share of the time, in percent, at a load, in percent. */
export interface WorkloadLevel {
  readonly timePercentage: number
  readonly loadPercentage: number
  /** The field of the input that holds the load. Default: `loadPercentage`. */
  readonly given?: 'timeWorkload'
}

/** A measured power, in W, at a load, in percent. */
export interface WorkloadPower {
  readonly loadPercentage: number
  readonly powerWatt: number
}

/** The parameters of a curve as leaves: `power-profiles.cpu-archetype.a`. */
export function curveParameters(
  { a, b, c, d }: PowerCurve,
  least: NumberAttribute,
  of: Leaf,
  source: string,
): CurveParameters {
  const parameter = (name: string, value: number, unit: string) =>
    leaf({ ...of, column: name }, 'COMPLETED', exact(value), unit, source)
  return {
    a: parameter('a', a, 'W'),
    b: parameter('b', b, '1/%'),
    c: parameter('c', c, '%'),
    d: parameter('d', d, 'W'),
    least,
  }
}

/**
 * Power at a load of 0 to 100 percent, in W: a * ln(b * (x + c)) + d, never below `least`. Example: the CPU archetype
 * (171.2, 0.0354, 36.89, -10.13) draws 182.23 W at 50 percent.
 */
export function powerAt({ a, b, c, d }: PowerCurve, least: Range, loadPercentage: number): number {
  return powerOnCurve.compute(a, b, c, d, loadPercentage, least.value)
}

/** Power at a load, in W to 5 significant figures. */
export function powerOf({ a, b, c, d, least }: CurveParameters, load: Estimate): Estimate {
  return powerAtLoad.of(a, b, c, d, load, least)
}

/** Mean power over the levels of a workload, in W to 5 significant figures. `at` is the path of the usage. */
export function meanPowerOf(parameters: CurveParameters, levels: readonly WorkloadLevel[], at: string): Estimate {
  const { a, b, c, d, least } = parameters
  return meanPower.of(meanOverLevels(levels, at, (load) => powerOnCurve.of(a, b, c, d, load, least)))
}

/**
 * Mean over the levels of a workload of what there is at each load, by default the power in W. `at` is the path of the
 * usage.
 */
export function meanOverLevels(
  levels: readonly WorkloadLevel[],
  at: string,
  atLoad: (load: NumberAttribute) => Estimate,
  ofLevel: typeof powerOfLevel | typeof shareOfLevel = powerOfLevel,
): Estimate {
  const parts = levels.map(({ timePercentage, loadPercentage, given: column = 'loadPercentage' }, index) => {
    const row = `${at}.workloadLevels`
    const load = leaf({ table: 'input', row, index, column }, 'INPUT', exact(loadPercentage), '%')
    const time = leaf({ table: 'input', row, index, column: 'timePercentage' }, 'INPUT', exact(timePercentage), '%')
    return ofLevel.of(time, atLoad(load))
  })
  return sum(parts, () => levels.map((_, index) => `level_${index + 1}`))
}
