/**
 * The squared geometric standard deviation of a lognormal of which `figures` values were seen, the lowest `low` and the
 * highest `high`, both above 0: exp(2 sigma), sigma = ln(high / low) / d2(figures).
 *
 * Example: five figures from 13.7 to 38 have a sigma of 0.439, and so a GSD2 of 2.4.
 */
export function gsd2OfRange(low: number, high: number, figures: number): number {
  return Math.exp((2 * Math.log(high / low)) / meanRange(figures))
}

/** The normal distribution beyond it, on either side, is 1e-15. */
const FAR = 8
const STEP = 0.01

const known = new Map<number, number>()

/**
 * D2: the mean distance between the lowest and the highest of `count` values, 2 or more, that are drawn from a standard
 * normal distribution F. The integral over x of 1 - F^n - (1 - F)^n, by the trapezoidal rule, to 4 digits.
 *
 * Source: L. H. C. Tippett, "On the extreme individuals and the range of samples taken from a normal population",
 * Biometrika 17 (1925), 364-387, https://doi.org/10.2307/2332087. Example: `meanRange(5)` is 2.326.
 */
export function meanRange(count: number): number {
  const earlier = known.get(count)
  if (earlier !== undefined) return earlier
  let [below, total, before] = [0, 0, densityAt(-FAR)]
  for (let at = 1; at <= (2 * FAR) / STEP; at++) {
    const density = densityAt(at * STEP - FAR)
    below += ((before + density) / 2) * STEP
    total += (1 - below ** count - (1 - below) ** count) * STEP
    before = density
  }
  known.set(count, total)
  return total
}

/** Density of the standard normal distribution. */
function densityAt(x: number): number {
  return Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI)
}
