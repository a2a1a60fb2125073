import { ATTRIBUTE_STATUSES, type AttributeStatus, type NumberAttribute } from '../values/attribute.ts'
import type { Leaf, LeafTable } from '../values/leaf.ts'
import { mean } from '../values/range.ts'
import type { Graph, LeafNode } from './graph.ts'
import { ReadingWork } from './reading-work.ts'
import { SampledGraph } from './sampling/sampled-graph.ts'

/** How much of a figure stands on inputs of a status, 0 to 1. */
export interface StatusShare {
  readonly status: AttributeStatus
  readonly share: number
}

/** How good the inputs of a figure are, by how much it depends on them. */
export interface Quality {
  /** Sums of weights, which add up to 1; best status first. */
  readonly shares: readonly StatusShare[]
  /** 1 (best) to 5. */
  readonly dataQualityRating: number
}

/** How far an input is moved up and down, as a part of it. */
const STEP = 0.01

/** Steps that finding what depends on an input takes. */
const MOVING = 200

/** What the caller gave that is a count or a choice, and no property of the thing: it has no weight. */
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
 * Weight of an input: |f(1.01 x) - f(.99 x)| / (.02 |f|), over the sum of all weights. Shares by status are sums of weights;
 * the rating is the weighted mean of the scores of inputs. `year`: the one that ages of factors are counted from.
 */
export function qualityOf(graph: Graph, year: number, work = new ReadingWork()): Quality {
  const weights = weightsOf(graph, work)
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  const shares = ATTRIBUTE_STATUSES.flatMap((status) => {
    const ofStatus = weights.filter(({ leaf }) => leaf.quantity.status === status)
    const weight = ofStatus.reduce((sum, each) => sum + each.weight, 0)
    return weight > 0 ? [{ status, share: weight / total }] : []
  })
  const rated = weights.reduce((sum, { leaf, weight }) => sum + weight * scoreOf(leaf, year), 0)
  return { shares, dataQualityRating: total > 0 ? rated / total : 1 }
}

function weightsOf(graph: Graph, work: ReadingWork): readonly { leaf: LeafNode; weight: number }[] {
  const leaves = graph.nodes.flatMap((node, index) =>
    'id' in node && node.quantity.value !== 0 && !isChosen(node) ? [{ leaf: node, index }] : [],
  )
  const sampled = new SampledGraph(
    graph,
    leaves.map(({ index }) => index),
  )
  const figure = graph.nodes.at(-1)?.quantity.value ?? 0
  return leaves.map(({ leaf, index }) => {
    const { value } = leaf.quantity
    const moved = Float64Array.of(value * (1 + STEP), value * (1 - STEP))
    const users = sampled.usersOf([index])
    work.spend(MOVING + 2 * sampled.stepsOf(users))
    const [up = 0, down = 0] = sampled.resultWith([[index, moved]], users, 0, 2)
    const weight = figure === 0 ? 0 : Math.abs(up - down) / (2 * STEP * Math.abs(figure))
    return { leaf, weight: Number.isFinite(weight) ? weight : 0 }
  })
}

/** Constants that turn what was chosen into what is computed: they are as good as that. */
const CONVERSIONS: ReadonlySet<string> = new Set(['hours_per_year', 'life_cap'])

/** What was chosen has no quality. */
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
  'facility',
])

/** The mean of those of the four scores that apply to a leaf, 1 (best) to 5; 1 of a definition (final energy), to which none applies. */
function scoreOf({ leaf, quantity }: LeafNode, year: number): number {
  const isFactor = FACTORS.has(leaf.table)
  const scores = isFactor
    ? [timeScore(quantity, year), geographyScore(leaf), technologyScore(leaf)]
    : [precisionScore(leaf, quantity), technologyScore(leaf)]
  const known = scores.filter((score): score is number => score !== undefined)
  return known.length === 0 ? 1 : mean(known)
}

function precisionScore({ average }: Leaf, { status }: NumberAttribute): number {
  if (status === 'INPUT') return 1
  if (status === 'CHANGED') return 2
  if (status === 'COMPLETED') return average === undefined ? 2 : 3
  return status === 'ARCHETYPE' ? 4 : 5
}

/** By the age of a factor in years, by the latest year that its source names; undefined where it names none. */
function timeScore({ source = '' }: NumberAttribute, year: number): number | undefined {
  const years = source.match(/\b(?:19|20)\d\d\b/g)?.map(Number) ?? []
  if (years.length === 0) return undefined
  const age = year - Math.max(...years)
  const limits = [3, 6, 10, 15]
  return limits.filter((limit) => age >= limit).length + 1
}

/** Of electricity: the same country, a continent (EEE), the world or an unknown index. */
function geographyScore({ table, row: location }: Leaf): number | undefined {
  if (table !== 'electricity' || location === undefined) return undefined
  if (location === 'unknown' || location === 'WOR') return 4
  return location === 'EEE' ? 3 : 1
}

/** The same product, its family, its kind, or anything of the sort. */
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
      return 1
    case 'component-factors':
    case 'gpu-factors':
    case 'functional-block-factors':
      return 3
    default:
      return 4
  }
}
