import { varianceOf } from './distribution.ts'
import { groupOf, type LeafGroup } from './driver-groups.ts'
import type { Graph, LeafNode } from './graph.ts'
import type { Sampling, SpreadOf } from './input-distribution.ts'
import { LEAST_BLOCK, SampledGraph } from './sampled-graph.ts'
import { type Columns, drawLeaves } from './samples.ts'

/** What a group of inputs adds to the spread of a figure. */
export interface Driver extends LeafGroup {
  /** Total effect: the part of the variance that would go if it were known, alone and together with others. */
  readonly share: number
}

/** Groups that are shown each; all others are one. */
const MOST_GROUPS = 12
/** Samples that groups are ranked by. */
const RANKING_SAMPLES = LEAST_BLOCK

interface Group extends LeafGroup {
  readonly leaves: readonly number[]
}

/**
 * What the spread of a figure comes from, the largest first: total effects by Jansen's estimator (Jansen 1999,
 * doi 10.1016/S0010-4655(98)00154-4), ST_i = mean((f(A) - f(A_B^i))^2) / 2V, where A_B^i is A with the group i of B and V the
 * variance of f(A) and f(B) together. Shares may add up to more than 1. None where nothing varies.
 *
 * @example
 * driversOf(graph, spreadOf, { samples: 1024, seed: 1, spread: 'ALL' })[0] // { id: 'cpus.die_size', share: 0.62, ... }
 */
export function driversOf(graph: Graph, spreadOf: SpreadOf, sampling: Sampling): readonly Driver[] {
  const a = drawLeaves(graph, spreadOf, sampling, 0)
  if (a.size === 0) return []
  const b = drawLeaves(graph, spreadOf, sampling, 1)
  const sampled = new SampledGraph(graph, a.keys())
  const groups = ranked(sampled, a, groupsOf(graph, a), sampling.samples)
  const users = groups.map(({ leaves }) => sampled.usersOf(leaves))
  const { samples } = sampling
  const results = new Float64Array(2 * samples)
  const effects = groups.map(() => 0)
  for (let from = 0; from < samples; from += sampled.block) {
    const count = Math.min(sampled.block, samples - from)
    for (const [leaf, column] of b) sampled.set(leaf, column, from, count)
    sampled.compute(count)
    results.set(sampled.result(count), samples + from)
    for (const [leaf, column] of a) sampled.set(leaf, column, from, count)
    sampled.compute(count)
    results.set(sampled.result(count), from)
    const before = sampled.snapshot()
    for (const [index, { leaves }] of groups.entries()) {
      const places = users[index] as Int32Array
      for (const leaf of leaves) sampled.set(leaf, b.get(leaf) as Float64Array, from, count)
      sampled.compute(count, places)
      effects[index] = (effects[index] ?? 0) + squaredDistance(results, from, sampled.result(count))
      sampled.restore(before, leaves)
      sampled.restore(before, places)
    }
  }
  const variance = varianceOf(results)
  if (!(variance > 0)) return []
  return groups
    .map(({ id, label, advice }, index) => ({
      id,
      label,
      advice,
      share: (effects[index] ?? 0) / samples / 2 / variance,
    }))
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share || compare(one.id, other.id))
}

function groupsOf({ nodes }: Graph, columns: Columns): readonly Group[] {
  const groups = new Map<string, LeafGroup & { leaves: number[] }>()
  for (const place of columns.keys()) {
    const group = groupOf((nodes[place] as LeafNode).id)
    const known = groups.get(group.id)
    if (known === undefined) groups.set(group.id, { ...group, leaves: [place] })
    else known.leaves.push(place)
  }
  return [...groups.values()]
}

/** The groups that matter most while all others are at their value, and one of all the rest. */
function ranked(sampled: SampledGraph, a: Columns, groups: readonly Group[], samples: number): readonly Group[] {
  const count = Math.min(RANKING_SAMPLES, samples)
  if (groups.length <= MOST_GROUPS) return groups
  const atValues = sampled.snapshot()
  const variances = new Map<Group, number>()
  for (const group of groups) {
    const places = sampled.usersOf(group.leaves)
    for (const leaf of group.leaves) sampled.set(leaf, a.get(leaf) as Float64Array, 0, count)
    sampled.compute(count, places)
    variances.set(group, varianceOf(sampled.result(count)))
    sampled.restore(atValues, group.leaves)
    sampled.restore(atValues, places)
  }
  const sorted = groups.toSorted(
    (one, other) => (variances.get(other) ?? 0) - (variances.get(one) ?? 0) || compare(one.id, other.id),
  )
  const rest = sorted.slice(MOST_GROUPS).flatMap(({ leaves }) => leaves)
  return [...sorted.slice(0, MOST_GROUPS), { id: 'rest', label: 'All other inputs', advice: undefined, leaves: rest }]
}

function squaredDistance(results: Float64Array, from: number, other: Float64Array): number {
  let sum = 0
  for (let k = 0; k < other.length; k++) sum += ((results[from + k] as number) - (other[k] as number)) ** 2
  return sum
}

/** By code points. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
