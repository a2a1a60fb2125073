import { mean } from '../values/range.ts'
import type { PowerCurve, WorkloadPower } from './power-curve.ts'

/** Limit of each parameter's change, as a multiple of its size in the base profile. */
const REACH = 2

/**
 * Fits the curve a * ln(b * (x + c)) + d to measured points by least squares. Each parameter stays within twice its
 * size of the base profile's; a, b and c stay at 0 or above.
 *
 * For a given c the curve is linear in a and in e = a * ln(b) + d. The best (a, e) is therefore exact, and only c is
 * searched. General least-squares libraries failed on a third of the cases. Points do not determine b and d one by one,
 * so d stays as near as possible to the base profile's, except for two loads. Example: a TDP of 65 W gives (33.05, ...,
 * 20.45, ...), 48.63 W at half load.
 *
 * Points at one or two loads leave several curves equally near. For one load, the fit takes the curve whose shape is
 * nearest to the base profile's: see `distanceOfShape`. Example: 250 W at half load, from the CPU archetype's profile
 * with 182 W there. The result is that profile raised by 68 W: 103 W at 0 and 328 W at 100 percent. For two loads, the
 * fit takes the curve whose parameters differ least from the base profile's: see `leastChange`. Example: 96 W at 30
 * percent and 167 W at 90, from the same profile. The result has 32 W at 0 and 176 W at 100 percent.
 */
export function fitPowerCurve(base: PowerCurve, points: readonly WorkloadPower[]): PowerCurve {
  const bounds = {
    a: reach(base.a, 0),
    b: reach(base.b, 0),
    c: reach(base.c, 0),
    d: reach(base.d, Number.NEGATIVE_INFINITY),
  }
  const lnMaxB = Math.log(bounds.b.max)
  const loads = new Set(points.map(({ loadPercentage }) => loadPercentage)).size
  const bestAt = (c: number) =>
    (loads === 1 && throughOneLoad(base, points, c, bounds.a, lnMaxB, bounds.d.max)) ||
    solveForOffset(points, c, bounds.a, lnMaxB, bounds.d.max)
  const farness = (c: number) => {
    const best = bestAt(c)
    if (loads >= DETERMINED_LOADS) return best.error
    const rest = loads === 1 ? distanceOfShape(base, best, c) : leastChange(base, { ...best, c }, bounds).change
    return best.error * FIT_FIRST + rest
  }
  const c = minimise(farness, Math.max(bounds.c.min, SMALLEST_C), bounds.c.max)
  const { a, e } = bestAt(c)
  if (loads === 2) return leastChange(base, { a, c, e }, bounds).curve
  const d = clamp(a === 0 ? e : base.d, boundsOfD(a, e, bounds))
  return { a, b: a === 0 ? base.b : Math.exp((e - d) / a), c, d }
}

interface Bounds {
  readonly min: number
  readonly max: number
}

interface Candidate {
  readonly a: number
  readonly e: number
  readonly error: number
}

/** Number of distinct loads that determine three parameters: a, c and e. */
const DETERMINED_LOADS = 3

/** Weight of the distance to the points, in W2, over the distance to the base profile. */
const FIT_FIRST = 1e9

/** Loads in percent at which a curve is compared with the base profile. */
const COMPARED_LOADS = Array.from({ length: 101 }, (_, load) => load)

/** ln(b * (x + c)) is undefined at x = 0 for c = 0. */
const SMALLEST_C = 1e-6

/** ln(b * (x + c)) is undefined for b = 0. */
const SMALLEST_B = 1e-300

function reach(parameter: number, lower: number): Bounds {
  const distance = REACH * Math.abs(parameter)
  return { min: Math.max(lower, parameter - distance), max: parameter + distance }
}

function clamp(value: number, { min, max }: Bounds): number {
  return Math.min(Math.max(value, min), max)
}

/**
 * How much the shape of the curve a * ln(x + c) + e differs from the base profile, in W2. It sums the squared
 * deviations of their difference from its mean, over all loads. A base profile shifted up or down has distance 0.
 */
function distanceOfShape(base: PowerCurve, { a }: Candidate, c: number): number {
  const differences = COMPARED_LOADS.map((x) => a * Math.log(x + c) - rawPower(base, x))
  return squaresAround(mean(differences), differences)
}

/**
 * The curve a * ln(x + c) + e with the b and d, of a * ln(b) + d = e, that change least from the base profile. `change`
 * is the sum of ((p - p0) / p0)2 over the four parameters.
 */
function leastChange(
  base: PowerCurve,
  { a, c, e }: { readonly a: number; readonly c: number; readonly e: number },
  bounds: Readonly<Record<keyof PowerCurve, Bounds>>,
): { readonly curve: PowerCurve; readonly change: number } {
  const { min, max } = boundsOfD(a, e, bounds)
  const bOf = (d: number) => (a === 0 ? base.b : Math.exp((e - d) / a))
  const changeOf = (d: number) => squaredChange(bOf(d), base.b) + squaredChange(d, base.d)
  const d = a === 0 ? clamp(e, { min, max }) : minimise(changeOf, min, max)
  return {
    curve: { a, b: bOf(d), c, d },
    change: squaredChange(a, base.a) + squaredChange(c, base.c) + changeOf(d),
  }
}

/** The d for which b, of a * ln(b) + d = e, is within its bounds and above 0. */
function boundsOfD(a: number, e: number, { b, d }: Readonly<Record<keyof PowerCurve, Bounds>>): Bounds {
  if (a === 0) return d
  const max = Math.min(d.max, e - a * Math.log(SMALLEST_B))
  return { min: Math.min(Math.max(d.min, e - a * Math.log(b.max)), max), max }
}

/** Bounds keep a parameter of 0 at 0. */
function squaredChange(parameter: number, base: number): number {
  return base === 0 ? 0 : ((parameter - base) / base) ** 2
}

function squaresAround(center: number, numbers: readonly number[]): number {
  let sum = 0
  for (const each of numbers) sum += (each - center) ** 2
  return sum
}

function rawPower({ a, b, c, d }: PowerCurve, x: number): number {
  return a * Math.log(b * (x + c)) + d
}

/**
 * The curve a * ln(x + c) + e through the mean power at one load that follows the base profile most closely; undefined
 * if the bounds exclude all.
 */
function throughOneLoad(
  base: PowerCurve,
  points: readonly WorkloadPower[],
  c: number,
  aBounds: Bounds,
  lnMaxB: number,
  maxD: number,
): Candidate | undefined {
  const powers = points.map(({ powerWatt }) => powerWatt)
  const power = mean(powers)
  const logAtLoad = Math.log((points[0]?.loadPercentage ?? 0) + c)
  // e = power - a * logAtLoad must not be above a * lnMaxB + maxD: see `solveForOffset`.
  const slope = logAtLoad + lnMaxB
  const turn = (power - maxD) / slope
  const min = slope > 0 ? Math.max(aBounds.min, turn) : aBounds.min
  const max = slope < 0 ? Math.min(aBounds.max, turn) : aBounds.max
  if (min > max || (slope === 0 && power > maxD)) return undefined
  const logs = COMPARED_LOADS.map((x) => Math.log(x + c))
  const meanLog = mean(logs)
  const covariance = mean(COMPARED_LOADS.map((x, n) => ((logs[n] as number) - meanLog) * rawPower(base, x)))
  const a = clamp((covariance * logs.length) / squaresAround(meanLog, logs), { min, max })
  return { a, e: power - a * logAtLoad, error: squaresAround(power, powers) }
}

/**
 * The least-squares a and e for P(x) = a * ln(x + c) + e. The bounds on b and d leave e free downwards and limit it to
 * e <= a * lnMaxB + maxD. With the bounds on a, that region is convex, so the optimum is the free one or lies on an
 * edge.
 */
function solveForOffset(
  points: readonly WorkloadPower[],
  c: number,
  aBounds: Bounds,
  lnMaxB: number,
  maxD: number,
): Candidate {
  const n = points.length
  const logs = points.map((point) => Math.log(point.loadPercentage + c))
  const powers = points.map((point) => point.powerWatt)
  const meanLog = mean(logs)
  const meanPower = mean(powers)
  let covariance = 0
  let variance = 0
  for (let i = 0; i < n; i++) {
    const log = (logs[i] as number) - meanLog
    covariance += log * ((powers[i] as number) - meanPower)
    variance += log * log
  }
  const candidate = (a: number, e: number): Candidate => {
    let error = 0
    for (let i = 0; i < n; i++) error += (a * (logs[i] as number) + e - (powers[i] as number)) ** 2
    return { a, e, error }
  }
  const highestE = (a: number) => a * lnMaxB + maxD
  const freeA = variance > 0 ? covariance / variance : 0
  const a = clamp(freeA, aBounds)
  const e = meanPower - a * meanLog
  if (e <= highestE(a)) return candidate(a, e)

  let shiftedProduct = 0
  let shiftedSquare = 0
  for (let i = 0; i < n; i++) {
    const log = (logs[i] as number) + lnMaxB
    shiftedProduct += log * ((powers[i] as number) - maxD)
    shiftedSquare += log * log
  }
  const edgeA = clamp(shiftedSquare > 0 ? shiftedProduct / shiftedSquare : 0, aBounds)
  return [edgeA, aBounds.min, aBounds.max]
    .map((a) => candidate(a, Math.min(meanPower - a * meanLog, highestE(a))))
    .reduce((best, each) => (each.error < best.error ? each : best))
}

const GRID_STEPS = 64
const GOLDEN = (Math.sqrt(5) - 1) / 2
const PRECISION = 1e-9

/** The argument that minimises `error` between two bounds: a grid finds the valley, golden sections its bottom. */
function minimise(error: (x: number) => number, min: number, max: number): number {
  const step = (max - min) / GRID_STEPS
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i <= GRID_STEPS; i++) {
    const found = error(min + i * step)
    if (found < least) {
      least = found
      best = i
    }
  }
  let low = Math.max(min, min + (best - 1) * step)
  let high = Math.min(max, min + (best + 1) * step)
  let x1 = high - GOLDEN * (high - low)
  let x2 = low + GOLDEN * (high - low)
  let f1 = error(x1)
  let f2 = error(x2)
  while (high - low > PRECISION * Math.max(1, high)) {
    if (f1 <= f2) {
      high = x2
      x2 = x1
      f2 = f1
      x1 = high - GOLDEN * (high - low)
      f1 = error(x1)
    } else {
      low = x1
      x1 = x2
      f1 = f2
      x2 = low + GOLDEN * (high - low)
      f2 = error(x2)
    }
  }
  const bottom = (low + high) / 2
  const ends = [min, max, bottom].map((x) => ({ x, error: error(x) }))
  return ends.reduce((best, each) => (each.error < best.error ? each : best)).x
}
