/** Evaluates a polynomial; coefficients run from the constant to the highest power. */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0)
}

// Coefficients of algorithm AS 241 (PPND16): numerator and denominator of a ratio of polynomials for each region, to
// double precision.
const CENTRE = {
  numerator: [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
    33430.57558358813, 2509.0809287301227,
  ],
  denominator: [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852854,
  ],
} as const
const NEAR_TAIL = {
  numerator: [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  denominator: [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-9,
  ],
} as const
const FAR_TAIL = {
  numerator: [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
  ],
  denominator: [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
    1.421511758316446e-7, 2.0442631033899397e-15,
  ],
} as const

type Region = typeof CENTRE | typeof NEAR_TAIL | typeof FAR_TAIL

function ratio({ numerator, denominator }: Region, x: number): number {
  return polynomial(numerator, x) / polynomial(denominator, x)
}

/**
 * The quantile of the standard normal distribution, to about 16 digits. -Infinity at 0, Infinity at 1, NaN outside 0 to
 * 1.
 *
 * Source: M. J. Wichura, "Algorithm AS 241: The Percentage Points of the Normal Distribution", Applied Statistics 37
 * (1988), 477-484, https://doi.org/10.2307/2347330.
 *
 * Example: `normalQuantile(0.975)` is 1.959963984540054.
 */
export function normalQuantile(probability: number): number {
  if (!(probability >= 0 && probability <= 1)) return Number.NaN
  const fromHalf = probability - 0.5
  if (Math.abs(fromHalf) <= 0.425) return fromHalf * ratio(CENTRE, 0.180625 - fromHalf * fromHalf)
  const tail = Math.min(probability, 1 - probability)
  if (tail === 0) return Math.sign(fromHalf) * Number.POSITIVE_INFINITY
  const r = Math.sqrt(-Math.log(tail))
  return Math.sign(fromHalf) * (r <= 5 ? ratio(NEAR_TAIL, r - 1.6) : ratio(FAR_TAIL, r - 5))
}
