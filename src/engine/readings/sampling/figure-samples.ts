import type { Assessable, Quantity } from '../../assessment/asset.ts'
import { type Impact, ImpactFigure, PHASES, type Phase } from '../../assessment/impact.ts'
import { Fleet } from '../../devices/fleet.ts'
import type { Estimate } from '../../values/range.ts'
import { commonGraphOf } from '../graph.ts'
import { NOTING } from '../reading-work.ts'
import { type Draw, NodeColumns } from './node-columns.ts'

/** A term of a figure: a quantity of one thing, freshly computed. */
interface Term {
  readonly times: number
  readonly compute: () => readonly (Estimate | undefined)[]
}

/** Samples of the phases of an impact, by phase and sampling. */
const drawn = new WeakMap<Impact, Map<string, Float64Array>>()

/**
 * A figure in every sample. A total is the sum of its phases. A fleet is drawn asset by asset without keeping their
 * graphs or samples: 10,000 different servers take no more memory than one.
 */
export function samplesOfFigure(figure: ImpactFigure | Quantity, draw: Draw): Float64Array {
  if (!(figure instanceof ImpactFigure)) return sumsOf(termsOfQuantity(figure), 1, draw)[0] as Float64Array
  const { impact, phase } = figure
  const { samples, seed, spread } = draw.sampling
  const known = drawn.get(impact) ?? new Map<string, Float64Array>()
  drawn.set(impact, known)
  const keyOf = (each: Phase) => `${each}/${samples}/${seed}/${spread}`
  const wanted = PHASES.filter((each) => (phase === 'TOTAL' ? impact.phase(each) !== undefined : each === phase))
  const missing = wanted.filter((each) => !known.has(keyOf(each)))
  if (missing.length > 0) {
    const sums = sumsOf(termsOfImpact(impact, missing), missing.length, draw)
    for (const [index, each] of missing.entries()) known.set(keyOf(each), sums[index] as Float64Array)
  }
  return sumOfSamples(wanted.map((each) => known.get(keyOf(each)) as Float64Array))
}

/** Adds columns sample by sample; returns a single column itself. */
export function sumOfSamples(columns: readonly Float64Array[]): Float64Array {
  const [first, ...others] = columns
  if (first === undefined) throw new Error('A figure without a value has no samples')
  if (others.length === 0) return first
  const sum = first.slice()
  for (const column of others) for (let at = 0; at < sum.length; at++) (sum[at] as number) += column[at] as number
  return sum
}

function sumsOf(terms: Iterable<Term>, width: number, draw: Draw): readonly Float64Array[] {
  const sums = Array.from({ length: width }, () => new Float64Array(draw.sampling.samples))
  const columns = new NodeColumns(draw)
  for (const { compute, times } of terms) {
    const graph = commonGraphOf(compute)
    draw.work.spend(NOTING, graph.nodes.length)
    columns.add(graph, times, sums)
  }
  return sums
}

function* termsOfImpact({ of, criterion, span }: Impact, phases: readonly Phase[]): Generator<Term> {
  const things = of instanceof Fleet ? of.counted : [{ asset: of, quantity: 1 }]
  for (const { asset, quantity } of things) {
    const compute = () => {
      const impact = asset.again().impact(criterion, span)
      return phases.map((phase) => impact.phase(phase)?.result)
    }
    yield { times: quantity, compute }
  }
}

function* termsOfQuantity(quantity: Quantity): Generator<Term> {
  const { of, ofEach } = quantity
  if (ofEach === undefined || !(of instanceof Fleet)) {
    yield { times: 1, compute: () => [quantity.again()?.result] }
    return
  }
  for (const { asset, quantity: times } of of.counted) {
    yield { times, compute: () => [ofEach(asset.again() as Assessable)?.result] }
  }
}
