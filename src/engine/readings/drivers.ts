import { varianceOf } from './distribution.ts'
import { groupOf, type LeafGroup } from './driver-groups.ts'
import type { Graph, LeafNode } from './graph.ts'
import { ReadingWork } from './reading-work.ts'
import type { Sampling, SpreadOf } from './sampling/input-distribution.ts'
import { LEAST_BLOCK, SampledGraph } from './sampling/sampled-graph.ts'
import { type Columns, drawLeaves } from './sampling/samples.ts'

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
export function driversOf(
  graph: Graph,
  spreadOf: SpreadOf,
  sampling: Sampling,
  work = new ReadingWork(),
): readonly Driver[] {
  const a = drawLeaves(graph, spreadOf, sampling, 0, work)
  if (a.size === 0) return []
  const b = drawLeaves(graph, spreadOf, sampling, 1, work)
  const sampled = new SampledGraph(graph, a.keys())
  const groups = ranked(sampled, a, groupsOf(graph, a), sampling.samples, work)
  const users = groups.map(({ leaves }) => sampled.usersOf(leaves))
  const { samples } = sampling
  work.spend(
    users.reduce((steps, places) => steps + sampled.stepsOf(places), 2 * sampled.stepsOf()),
    samples,
  )
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
    for (const [index, { leaves }] of groups.entries()) {
      const other = sampled.resultWith(columnsOf(b, leaves), users[index] as Int32Array, from, count)
      effects[index] = (effects[index] ?? 0) + squaredDistance(results, from, other)
    }
  }
  const variance = varianceOf(results)
  if (!(variance > 0)) return []
  return groups
    .map(({ id, label, advice, inputs }, index) => ({
      id,
      label,
      advice,
      inputs,
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
function ranked(
  sampled: SampledGraph,
  a: Columns,
  groups: readonly Group[],
  samples: number,
  work: ReadingWork,
): readonly Group[] {
  const count = Math.min(RANKING_SAMPLES, samples)
  if (groups.length <= MOST_GROUPS) return groups
  const variances = new Map<Group, number>()
  for (const group of groups) {
    const users = sampled.usersOf(group.leaves)
    work.spend(sampled.stepsOf(users), count)
    variances.set(group, varianceOf(sampled.resultWith(columnsOf(a, group.leaves), users, 0, count)))
  }
  const sorted = groups.toSorted(
    (one, other) => (variances.get(other) ?? 0) - (variances.get(one) ?? 0) || compare(one.id, other.id),
  )
  const rest = sorted.slice(MOST_GROUPS).flatMap(({ leaves }) => leaves)
  return [
    ...sorted.slice(0, MOST_GROUPS),
    { id: 'rest', label: 'All other inputs', advice: undefined, inputs: [], leaves: rest },
  ]
}

function columnsOf(columns: Columns, leaves: readonly number[]): readonly (readonly [number, Float64Array])[] {
  return leaves.map((leaf) => [leaf, columns.get(leaf) as Float64Array] as const)
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
