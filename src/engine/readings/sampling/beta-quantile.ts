/** The sum of both parameters of a beta-PERT distribution. */
const PARAMETERS = 6
const CELLS = 512
/** Below this probability, and above 1 minus it, quantiles bend too much for the table. */
const TAIL = 1 / 64
const MOST_SHAPES = 256
const PRECISE = 1e-15
/** A Newton step below this share of the result is the last; the remaining error is its square. */
const LAST_STEP = 1e-8

/**
 * The quantile function of the beta distribution with parameters `alpha` and 6 - `alpha`, 1 <= alpha <= 5, which
 * beta-PERT distributions are made of. Within 1e-6 of the exact value. Each shape has a table of exact quantiles
 * (Hermite interpolation), and tails are computed one by one. Libraries take 0.2 ms for each number.
 *
 * @example
 * betaQuantile(3)(0.5) // 0.5
 */
export function betaQuantile(alpha: number): (probability: number) => number {
  const known = tables.get(alpha)
  if (known !== undefined) return known
  const made = quantileTable(alpha)
  if (tables.size >= MOST_SHAPES) tables.clear()
  tables.set(alpha, made)
  return made
}

const tables = new Map<number, (probability: number) => number>()

function quantileTable(alpha: number): (probability: number) => number {
  const exact = exactQuantile(alpha)
  const at = new Float64Array(CELLS + 1)
  const slopes = new Float64Array(CELLS + 1)
  for (let cell = 1; cell < CELLS; cell++) {
    const before = cell === 1 ? undefined : (at[cell - 1] as number) + (slopes[cell - 1] as number)
    const x = exact.quantile(cell / CELLS, before)
    at[cell] = x
    slopes[cell] = 1 / (exact.density(x) * CELLS)
  }
  return (probability) => {
    if (probability <= TAIL || probability >= 1 - TAIL) return exact.quantile(probability)
    const position = probability * CELLS
    const cell = Math.floor(position)
    const t = position - cell
    const [from = 0, to = 0] = [at[cell], at[cell + 1]]
    const [rising = 0, risingTo = 0] = [slopes[cell], slopes[cell + 1]]
    const step = to - from
    return from + t * (rising + t * (3 * step - 2 * rising - risingTo + t * (rising + risingTo - 2 * step)))
  }
}

function exactQuantile(alpha: number) {
  const beta = PARAMETERS - alpha
  const whole = lowerIntegral(0.5, alpha, beta) + lowerIntegral(0.5, beta, alpha)
  const distribution = (x: number) =>
    x <= 0.5 ? lowerIntegral(x, alpha, beta) / whole : 1 - lowerIntegral(1 - x, beta, alpha) / whole
  const density = (x: number) => (x ** (alpha - 1) * (1 - x) ** (beta - 1)) / whole
  /** The first term of the power series, which is nearly all of it in a tail. */
  const inTail = (probability: number): number =>
    probability < 0.5
      ? (probability * whole * alpha) ** (1 / alpha)
      : 1 - ((1 - probability) * whole * beta) ** (1 / beta)
  const quantile = (probability: number, near = inTail(probability)): number => {
    if (probability <= 0) return 0
    if (probability >= 1) return 1
    let low = 0
    let high = 1
    let x = near > 0 && near < 1 ? near : alpha / PARAMETERS
    // Newton steps, with a bisection if one would leave the bracket.
    for (let step = 0; step < 100; step++) {
      const off = distribution(x) - probability
      if (off > 0) high = x
      else low = x
      const next = x - off / density(x)
      const inside = next > low && next < high ? next : (low + high) / 2
      if (Math.abs(inside - x) <= LAST_STEP * Math.min(x, 1 - x) || high - low <= PRECISE * high) return inside
      x = inside
    }
    return x
  }
  return { density, quantile }
}

/** The integral of t^(a-1) (1-t)^(b-1) from 0 to x, for x up to 0.5: its power series (DLMF 8.17.7). */
function lowerIntegral(x: number, a: number, b: number): number {
  let power = 1
  let sum = 1 / a
  for (let n = 1; n < 200; n++) {
    power *= ((n - b) / n) * x
    const term = power / (a + n)
    sum += term
    if (Math.abs(term) <= PRECISE * Math.abs(sum)) break
  }
  return x ** a * sum
}
