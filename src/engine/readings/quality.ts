import { ATTRIBUTE_STATUSES, type AttributeStatus, type NumberAttribute } from '../values/attribute.ts'
import type { Leaf, LeafTable } from '../values/leaf.ts'
import { mean } from '../values/range.ts'
import type { Graph, LeafNode } from './graph.ts'
import { ReadingWork } from './reading-work.ts'
import { type Swing, swingsOf } from './swings.ts'

/** The share of a figure that rests on inputs of one status, 0 to 1. */
export interface StatusShare {
  readonly status: AttributeStatus
  readonly share: number
}

/** How good the inputs of a figure are, weighted by their influence on it. */
export interface Quality {
  /** Sums of weights, best status first; they add up to 1. */
  readonly shares: readonly StatusShare[]
  /** 1 (best) to 5. */
  readonly dataQualityRating: number
}

/** Relative step by which an input is moved up and down. */
const STEP = 0.01

/** Inputs that are a count or a choice rather than a property of the thing; they have no weight. */
const CHOSEN: ReadonlySet<string> = new Set([
  'duration',
  'hoursUseTime',
  'daysUseTime',
  'yearsUseTime',
  'units',
  'quantity',
  'gigabytes',
  'hours',
])

/**
 * Rates the inputs of a figure. The weight of an input is |f(1.01 x) - f(.99 x)| / (.02 |f|), over the sum of all
 * weights. Shares by status are sums of weights; the rating is the weighted mean of the inputs' scores. `year` is the
 * one that ages of factors count from.
 */
export function qualityOf(graph: Graph, year: number, work = new ReadingWork()): Quality {
  return qualityOfSwings(swingsOfInputs(graph, work), graph.nodes.at(-1)?.quantity.value ?? 0, year)
}

/** The same from how far a figure of this value moves with each of its inputs. */
export function qualityOfSwings(swings: readonly Swing[], figure: number, year: number): Quality {
  const weights = swings.map(({ leaf, swing }) => {
    const weight = figure === 0 ? 0 : Math.abs(swing) / (2 * STEP * Math.abs(figure))
    return { leaf, weight: Number.isFinite(weight) ? weight : 0 }
  })
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  const shares = ATTRIBUTE_STATUSES.flatMap((status) => {
    const ofStatus = weights.filter(({ leaf }) => leaf.quantity.status === status)
    const weight = ofStatus.reduce((sum, each) => sum + each.weight, 0)
    return weight > 0 ? [{ status, share: weight / total }] : []
  })
  const rated = weights.reduce((sum, { leaf, weight }) => sum + weight * scoreOf(leaf, year), 0)
  return { shares, dataQualityRating: total > 0 ? rated / total : 1 }
}

/** How far a figure moves with each of its inputs that has a quality. */
export function swingsOfInputs(graph: Graph, work = new ReadingWork()): readonly Swing[] {
  return swingsOf(graph, (leaf) => leaf.quantity.value !== 0 && !isChosen(leaf), STEP, work)
}

/** Constants that convert the caller's choices; they are as good as the choices. */
const CONVERSIONS: ReadonlySet<string> = new Set(['hours_per_year', 'life_cap'])

/** A choice has no quality. */
function isChosen({ leaf: { table, row, column = '' } }: LeafNode): boolean {
  return table === 'input' ? CHOSEN.has(column) : table === 'constants' && CONVERSIONS.has(row ?? '')
}

const FACTORS: ReadonlySet<LeafTable> = new Set<LeafTable>([
  'electricity',
  'component-factors',
  'gpu-factors',
  'device-factors',
  'device-stages',
  'functional-block-factors',
  'published',
  'facility',
])

/**
 * The mean of the scores that apply to a leaf (four at most), 1 (best) to 5. A definition, such as final energy, has
 * none and scores 1.
 */
function scoreOf({ leaf, quantity }: LeafNode, year: number): number {
  const known = scoresOf({ leaf, quantity }, year).filter((score): score is number => score !== undefined)
  return known.length === 0 ? 1 : mean(known)
}

/** The scores that may apply to a leaf: of a figure of the caller, of a factor, or of another input. */
function scoresOf(
  { leaf, quantity }: Pick<LeafNode, 'leaf' | 'quantity'>,
  year: number,
): readonly (number | undefined)[] {
  if (leaf.gsd2 !== undefined) return [spreadScore(leaf.gsd2), timeScore(quantity, year)]
  return FACTORS.has(leaf.table)
    ? [timeScore(quantity, year), geographyScore(leaf), technologyScore(leaf)]
    : [precisionScore(leaf, quantity), technologyScore(leaf)]
}

/** Scores a figure of the caller by its GSD2. One without bounds has that of makers' figures, 1.5. */
function spreadScore(gsd2: number): number {
  const limits = [1.2, 1.6, 2.2, 3.2]
  return limits.filter((limit) => gsd2 >= limit).length + 1
}

function precisionScore({ average }: Leaf, { status }: NumberAttribute): number {
  if (status === 'INPUT') return 1
  if (status === 'CHANGED') return 2
  if (status === 'COMPLETED') return average === undefined ? 2 : 3
  return status === 'ARCHETYPE' ? 4 : 5
}

/** Scores the age of a factor in years, by the latest year that its source names; undefined if it names none. */
function timeScore({ source = '' }: NumberAttribute, year: number): number | undefined {
  const years = source.match(/\b(?:19|20)\d\d\b/g)?.map(Number) ?? []
  if (years.length === 0) return undefined
  const age = year - Math.max(...years)
  const limits = [3, 6, 10, 15]
  return limits.filter((limit) => age >= limit).length + 1
}

/** Scores the location of electricity: the same country, a continent (EEE), the world or an unknown code. */
function geographyScore({ table, row: location }: Leaf): number | undefined {
  if (table !== 'electricity' || location === undefined) return undefined
  if (location === 'unknown' || location === 'WOR') return 4
  return location === 'EEE' ? 3 : 1
}

/** Scores the product: the same one, its family, its kind, or anything similar. */
function technologyScore({ table, average }: Leaf): number | undefined {
  if (average !== undefined) return average === 'ALL' ? 4 : 2
  switch (table) {
    case 'input':
    case 'electricity':
    case 'facility':
      return undefined
    case 'cpus':
    case 'gpus':
    case 'cloud-instances':
    case 'published':
      return 1
    case 'component-factors':
    case 'gpu-factors':
    case 'functional-block-factors':
      return 3
    default:
      return 4
  }
}
