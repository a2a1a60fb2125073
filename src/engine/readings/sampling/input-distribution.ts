import type { NumberAttribute } from '../../values/attribute.ts'
import type { Leaf } from '../../values/leaf.ts'
import { betaQuantile } from './beta-quantile.ts'
import { latinHypercube } from './latin-hypercube.ts'
import { normalQuantile } from './normal-quantile.ts'
import { gsd2OfRange } from './range-of-figures.ts'

/** What is sampled: bounds and the GSD2 of factors and of the model, or bounds alone. */
export type Spread = 'ALL' | 'BOUNDS'

/**
 * How an input is distributed. EXACT: one value. PERT: a beta-PERT between the bounds, with the value as its mode.
 * LOG_PERT: the same for the logarithm, if the largest exceeds ten times the smallest. LOGNORMAL: the bounds are the
 * lowest and the highest of few published figures, and the value is the median; values lie beyond them too. ROWS: one
 * of the rows behind a mean, each equally likely.
 */
export type DistributionKind = 'EXACT' | 'PERT' | 'LOG_PERT' | 'LOGNORMAL' | 'ROWS'

/** The distribution of an input, in its unit; the numbers set depend on its kind. */
export interface InputDistribution {
  readonly kind: DistributionKind
  readonly min?: number
  readonly mode?: number
  readonly max?: number
  readonly rows?: readonly number[]
  /** Inputs with the same rowsId draw the same row. */
  readonly rowsId?: string
  /** Of a lognormal: how many figures lie between the bounds. */
  readonly figures?: number
  /** The squared geometric standard deviation, above 1, of a lognormal factor with median 1. */
  readonly gsd2?: number
  /** Inputs with the same spreadId draw the same lognormal factor. */
  readonly spreadId?: string
}

/** The published spread (GSD2, above 1) of a leaf; undefined if unknown. */
export type SpreadOf = (leaf: Leaf) => number | undefined

/** Number of samples, seed (a whole number), and what to sample. */
export interface Sampling {
  readonly samples: number
  readonly seed: number
  readonly spread: Spread
}

/** The default sampling. */
export const USUAL_SAMPLING: Sampling = { samples: 1024, seed: 1, spread: 'ALL' }

/** Stream A, or stream B for a second, independent draw. */
export type Stream = 0 | 1

/** Bounds with a larger ratio are sampled by logarithm. */
const WIDE = 10

/** The distribution of a leaf; `gsd2` is its published spread. */
export function inputDistribution(
  { value, min, max, leaf }: Pick<NumberAttribute, 'value' | 'min' | 'max' | 'leaf'>,
  gsd2: number | undefined,
): InputDistribution {
  const shared = leaf?.spreadId === undefined ? {} : { spreadId: leaf.spreadId }
  const spread = gsd2 !== undefined && gsd2 > 1 ? { gsd2, ...shared } : {}
  const rows = leaf?.rows
  if (rows !== undefined && rows.values.length > 1 && min < max) {
    return { kind: 'ROWS', rows: rows.values, rowsId: rows.id, ...spread }
  }
  if (min === max) return { kind: 'EXACT', mode: value, ...spread }
  if (leaf?.figures !== undefined) {
    return {
      kind: 'LOGNORMAL',
      min,
      mode: value,
      max,
      figures: leaf.figures,
      gsd2: gsd2OfRange(min, max, leaf.figures),
    }
  }
  return { kind: min > 0 && max / min > WIDE ? 'LOG_PERT' : 'PERT', min, mode: value, max, ...spread }
}

/**
 * The values of a leaf in all samples, times its published spread (GSD2) if set; undefined if it has only one value.
 * They depend only on the seed, the stream and the leaf (or its rows and its spreadId), so a leaf has the same values
 * in every figure.
 */
export function drawInput(
  id: string,
  quantity: Pick<NumberAttribute, 'value' | 'min' | 'max' | 'leaf'>,
  publishedSpread: number | undefined,
  { samples, seed }: Sampling,
  stream: Stream,
): Float64Array | undefined {
  const distribution = inputDistribution(quantity, publishedSpread)
  const { kind, rowsId, gsd2, spreadId } = distribution
  if (kind === 'EXACT' && gsd2 === undefined) return undefined
  const key = `${seed}/${stream}/${rowsId ?? id}`
  const isDrawn = kind !== 'EXACT' && kind !== 'LOGNORMAL'
  const column = isDrawn ? latinHypercube(key, samples) : new Float64Array(samples).fill(quantity.value)
  if (isDrawn) {
    const quantile = quantileOf(distribution, quantity)
    for (let at = 0; at < samples; at++) column[at] = quantile(column[at] as number)
  }
  if (gsd2 !== undefined) {
    const sigma = Math.log(gsd2) / 2
    const spreads = latinHypercube(`${seed}/${stream}/${spreadId ?? id}/spread`, samples)
    for (let at = 0; at < samples; at++) {
      column[at] = (column[at] as number) * Math.exp(sigma * normalQuantile(spreads[at] as number))
    }
  }
  return column
}

function quantileOf(
  { kind, rows = [] }: InputDistribution,
  { value, min, max }: Pick<NumberAttribute, 'value' | 'min' | 'max'>,
): (probability: number) => number {
  if (kind === 'ROWS') {
    const { length } = rows
    // Bounds have fewer digits than rows.
    return (probability) => {
      const row = rows[Math.min(length - 1, Math.floor(probability * length))] ?? value
      return Math.min(max, Math.max(min, row))
    }
  }
  if (kind === 'LOG_PERT') {
    const quantile = pert(Math.log(min), Math.log(value), Math.log(max))
    return (probability) => Math.min(max, Math.max(min, Math.exp(quantile(probability))))
  }
  return pert(min, value, max)
}

function pert(low: number, mode: number, high: number): (probability: number) => number {
  const width = high - low
  const quantile = betaQuantile(1 + (4 * (mode - low)) / width)
  return (probability) => low + width * quantile(probability)
}
