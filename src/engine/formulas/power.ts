import { formula } from '../values/formula.ts'
import { roundSignificant } from '../values/round-figure.ts'
import { WATTS_PER_KILOWATT } from './use.ts'

/** Significant figures of a modelled power. */
const POWER_DIGITS = 5

const PERCENT = 100

const CURVE = ['a', 'b', 'c', 'd', 'load', 'least'] as const

/** The power falls with a if the logarithm is below 0, and with the load if a is. */
function fallingOnCurve(a: number, b: number, c: number, _: number, load: number): number {
  return (b * (load + c) >= 1 ? 0 : 0b00001) | (a >= 0 ? 0 : 0b10110)
}

/**
 * Power of one processor at a load of 0 to 100 percent, in W. It is never below `least`, the 1 W of a processor that is
 * on. Example: the CPU archetype (171.2, 0.0354, 36.89, -10.13) draws 182.229 W at 50 percent.
 */
export const powerOnCurve = formula(
  {
    name: 'power_on_curve',
    text: 'max(least, a * ln(b * (load + c)) + d)',
    operands: CURVE,
    unit: 'W',
    fallingAt: fallingOnCurve,
  },
  (a, b, c, d, load, least) => Math.max(least, a * Math.log(b * (load + c)) + d),
)

/** The power on the curve, rounded to 5 significant figures for display. Example: 182.229 W are 182.23 W. */
export const powerAtLoad = formula(
  {
    name: 'power_at_load',
    text: 'figures(max(least, a * ln(b * (load + c)) + d), 5)',
    operands: CURVE,
    unit: 'W',
    fallingAt: fallingOnCurve,
  },
  (a, b, c, d, load, least) => roundSignificant(powerOnCurve.compute(a, b, c, d, load, least), POWER_DIGITS),
)

/**
 * What one level of a workload adds to the mean power: its power times its percentage of the time. Example: 182.229 W
 * for 50 percent of the time add 91.1145 W.
 */
export const powerOfLevel = formula(
  { name: 'power_of_level', text: 'time / 100 * power', operands: ['time', 'power'], unit: 'W' },
  (time, power) => (time / 100) * power,
)

/** A mean power to 5 significant figures. Example: 91.1145 W and 30.25 W are 121.36 W. */
export const meanPower = formula(
  { name: 'mean_power', text: 'figures(power, 5)', operands: ['power'], unit: 'W' },
  (power) => roundSignificant(power, POWER_DIGITS),
)

/**
 * Mean power over a year, in W, of equipment in use for a share of the time, 0 to 1. Example: a laptop that draws 20.09
 * W for 0.125 of the time draws 2.511 W on average, 22 kWh a year.
 */
export const powerOverYear = formula(
  {
    name: 'power_over_year',
    text: 'avg_power * use_time_ratio',
    operands: ['avg_power', 'use_time_ratio'],
    unit: 'W',
  },
  (avgPower, ratio) => avgPower * ratio,
)

/** Mean power over a year, in W, of equipment that uses this energy in it, in kWh. Example: 22 kWh are 2.511 W. */
export const powerOfYear = formula(
  {
    name: 'power_of_year',
    text: 'energy * 1000 / hours_per_year',
    operands: ['energy', 'hours_per_year'],
    unit: 'W',
    falling: ['hours_per_year'],
  },
  (energy, hours) => (energy * WATTS_PER_KILOWATT) / hours,
)

/**
 * Power of all processors, times the error of the model, `power_model` (1 if it is right). Example: 2 that draw 182.23
 * W each draw 364.46 W.
 */
export const powerOfProcessors = formula(
  {
    name: 'cpu_power',
    text: 'power * units * power_model',
    operands: ['power', 'units', 'power_model'],
    unit: 'W',
  },
  (power, units, powerModel) => power * units * powerModel,
)

/**
 * Error of the power model: one term that all processors share, and one for this processor. Each is 1 if right.
 * Example: 1 and 1 are 1.
 */
export const modelOfPower = formula(
  { name: 'power_model', text: 'own * common', operands: ['own', 'common'], unit: '1' },
  (own, common) => own * common,
)

/**
 * Idle power of a card without a measurement, in W: a share of its thermal design power. Vantage measured 4 % (A10G) to
 * 19 % (L4). Example: 0.1 of 300 W is 30 W.
 */
export const idlePowerOfCard = formula(
  { name: 'idle_power', text: 'idle_share * tdp', operands: ['idle_share', 'tdp'], unit: 'W' },
  (share, tdp) => share * tdp,
)

/**
 * Power of one card at a load of 0 to 100 percent, in W: from its idle power to a share of its thermal design power.
 * That share is never below the idle power. Latif et al. 2025 measured 8.4 kW for a node with eight H100 of 700 W.
 * Example: with 300 W, a share of 0.9 at full load and 30 W idle, the card draws 150 W at 50 percent.
 */
export const powerOfCard = formula(
  {
    name: 'gpu_power',
    text: 'min(idle, full * tdp) * (1 - load / 100) + load / 100 * full * tdp',
    operands: ['idle', 'load', 'full', 'tdp'],
    unit: 'W',
    fallingAt: (_, load) => (load > PERCENT ? 0b0001 : 0),
  },
  (idle, load, full, tdp) => Math.min(idle, full * tdp) * (1 - load / PERCENT) + (load / PERCENT) * full * tdp,
)

/** Power of memory, independent of the load. Example: 0.156 W per GB, 32 GB, 12 modules: 59.904 W. */
export const powerOfMemory = formula(
  {
    name: 'ram_power',
    text: 'watt_per_gb * capacity * units',
    operands: ['watt_per_gb', 'capacity', 'units'],
    unit: 'W',
  },
  (wattPerGb, capacity, units) => wattPerGb * capacity * units,
)

/**
 * Power times the error of the model, `model` (1 if it is right). All parts of a server share that error. Example:
 * 59.904 W by a model that is right are 59.904 W.
 */
export const powerByModel = formula(
  { name: 'power_by_model', text: 'power * model', operands: ['power', 'model'], unit: 'W' },
  (power, model) => power * model,
)

/** Power of units that draw the same. Example: 4 units of 50 W draw 200 W. */
export const powerOfUnits = formula(
  { name: 'power', text: 'power * units', operands: ['power', 'units'], unit: 'W' },
  (power, units) => power * units,
)

/** An instance's part of a component's power. Example: a share of 4 / 96 of 364.46 W is 15.186 W. */
export const shareOfPower = formula(
  { name: 'share_of_power', text: 'power * share', operands: ['power', 'share'], unit: 'W' },
  (power, share) => power * share,
)

/** What a server draws besides CPU, RAM and GPU. Example: 0.33 of 300 W is 99 W. */
export const otherPower = formula(
  {
    name: 'other_power',
    text: 'counted * other_consumption_ratio',
    operands: ['counted', 'other_consumption_ratio'],
    unit: 'W',
  },
  (counted, ratio) => counted * ratio,
)
