import type { PowerCurve } from '../figures/figures.ts'
import { roundSignificant } from '../figures/round-figure.ts'

/** No processor that is switched on is taken to draw less than this, in W. */
const MINIMUM_POWER_W = 1

/** A share of the time, in percent, at a load, in percent. */
export interface WorkloadLevel {
  readonly timePercentage: number
  readonly loadPercentage: number
}

/** A measured power, in W, at a load, in percent. */
export interface WorkloadPower {
  readonly loadPercentage: number
  readonly powerWatt: number
}

/**
 * Power drawn at a load of 0 to 100 percent, in W: a * ln(b * (x + c)) + d, never below 1 W.
 * Example: the CPU archetype (171.2, 0.0354, 36.89, -10.13) draws 182.23 W at 50 percent.
 */
export function powerAt({ a, b, c, d }: PowerCurve, loadPercentage: number): number {
  return Math.max(MINIMUM_POWER_W, a * Math.log(b * (loadPercentage + c)) + d)
}

/** Mean power over the levels of a workload, in W, to 5 significant figures. */
export function averagePower(curve: PowerCurve, levels: readonly WorkloadLevel[]): number {
  let power = 0
  for (const { timePercentage, loadPercentage } of levels) {
    power += (timePercentage / 100) * powerAt(curve, loadPercentage)
  }
  return roundSignificant(power, POWER_DIGITS)
}

/** Significant figures that a modelled power is given with. */
export const POWER_DIGITS = 5
