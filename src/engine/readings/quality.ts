import { ATTRIBUTE_STATUSES, type AttributeStatus, type NumberAttribute } from '../figures/attribute.ts'
import { mean } from '../figures/mean.ts'
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
const CHOSEN = /^input\b.*\.(duration|hoursUseTime|daysUseTime|yearsUseTime|units|quantity|gigabytes|hours)$/

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
  const leaves = graph.nodes.flatMap((node, place) =>
    'id' in node && node.quantity.value !== 0 && !isChosen(node) ? [{ leaf: node, place }] : [],
  )
  const sampled = new SampledGraph(
    graph,
    leaves.map(({ place }) => place),
  )
  const figure = graph.nodes.at(-1)?.quantity.value ?? 0
  return leaves.map(({ leaf, place }) => {
    const { value } = leaf.quantity
    const moved = Float64Array.of(value * (1 + STEP), value * (1 - STEP))
    const users = sampled.usersOf([place])
    work.spend(MOVING + 2 * sampled.stepsOf(users))
    const [up = 0, down = 0] = sampled.resultWith([[place, moved]], users, 0, 2)
    const weight = figure === 0 ? 0 : Math.abs(up - down) / (2 * STEP * Math.abs(figure))
    return { leaf, weight: Number.isFinite(weight) ? weight : 0 }
  })
}

/** A conversion of what was chosen is as good as that. */
function isChosen({ id, quantity }: LeafNode): boolean {
  return id === 'constants.hours_per_year' || (quantity.status === 'INPUT' && CHOSEN.test(id))
}

const FACTORS = /^(electricity|component-factors|gpu-factors|device-factors|functional-block-factors|facility)\./
const FAMILY_MEAN = /^(cpus\.(average|line|proportion)\.|ram-densities\.|ssd-densities\.)/

/** The mean of those of the four scores that apply to a leaf, 1 (best) to 5; 1 of a definition (final energy), to which none applies. */
function scoreOf({ id, quantity }: LeafNode, year: number): number {
  const isFactor = FACTORS.test(id)
  const scores = isFactor
    ? [timeScore(quantity, year), geographyScore(id), technologyScore(id)]
    : [precisionScore(id, quantity), technologyScore(id)]
  const known = scores.filter((score): score is number => score !== undefined)
  return known.length === 0 ? 1 : mean(known)
}

function precisionScore(id: string, { status }: NumberAttribute): number {
  if (status === 'INPUT') return 1
  if (status === 'CHANGED') return 2
  if (status === 'COMPLETED') return FAMILY_MEAN.test(id) ? 3 : 2
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

/** Of electricity: the same country, a continent (EEE), the world or an unknown place. */
function geographyScore(id: string): number | undefined {
  const location = /^electricity\.([^.]+)\./.exec(id)?.[1]
  if (location === undefined) return undefined
  if (location === 'unknown' || location === 'WOR') return 4
  return location === 'EEE' ? 3 : 1
}

/** The same product, its family, its kind, or anything of the sort. */
function technologyScore(id: string): number | undefined {
  if (id.startsWith('input') || id.startsWith('electricity.') || id.startsWith('facility.')) return undefined
  if (FAMILY_MEAN.test(id)) return id.endsWith('.all') ? 4 : 2
  if (/^(cpus|gpus|cloud-instances)\./.test(id)) return 1
  if (/^(component|gpu|functional-block)-factors\./.test(id)) return 3
  return 4
}
