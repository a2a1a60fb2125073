import type { Stage } from '../assessment/impact.ts'
import { type Leaf, type LeafTable, leafId } from '../values/leaf.ts'
import { isSumOfStages, STAGE_OF_PHASE, STAGE_OF_SYMBOL } from './contributions.ts'
import { varianceOf } from './distribution.ts'
import type { Graph, LeafNode } from './graph.ts'
import { leafLabel, making, placeOf, propertyOf, stageOf } from './leaf-label.ts'
import { ReadingWork } from './reading-work.ts'
import type { Sampling, SpreadOf } from './sampling/input-distribution.ts'
import { LEAST_BLOCK, SampledGraph } from './sampling/sampled-graph.ts'
import { type Columns, drawLeaves } from './sampling/samples.ts'

/** Inputs that one finding would settle. */
interface LeafGroup {
  /** `electricity.FRA`, or the id of a single leaf. */
  readonly id: string
  /** For people. */
  readonly label: string
  /** The property that the caller may set instead, as tables name it: `cpu_die_size`; undefined if there is none. */
  readonly property: string | undefined
}

type DriverGroup = (leaf: Leaf & { readonly row: string; readonly column: string }) => Partial<LeafGroup>

const single: DriverGroup = () => ({})
const byProperty: DriverGroup = (leaf) => ({ property: propertyOf(leaf) })
const byGivenProperty: DriverGroup = ({ property }) => ({ property })

/** How the leaves of each table are grouped. Tables that are not listed group each leaf by itself. */
const GROUPS: Readonly<Record<LeafTable, DriverGroup>> = {
  input: single,
  defaults: byProperty,
  constants: byGivenProperty,
  electricity: (leaf) => {
    const { row, within } = leaf
    if (row === undefined) return {}
    const property = row === 'unknown' ? 'usage_location' : 'elec_factors'
    const id = leafId({ table: 'electricity', row, ...(within && { within }) })
    return { id, label: `Electricity of ${placeOf(leaf)}`, property }
  },
  facility: byProperty,
  'facility-regions': single,
  'component-factors': ({ row, column, variant }) => {
    if (row === 'cpu' && variant === 'unknown') {
      return {
        id: `component-factors.cpu.${column}.unknown`,
        label: 'Process node (nm) of the dies of the CPU',
        property: 'cpu_name',
      }
    }
    const [kind = row] = row.split('.')
    return { id: `component-factors.${kind}`, label: `Impact of ${making(kind)}` }
  },
  'gpu-factors': () => ({ id: 'gpu-factors', label: 'Impact of manufacturing graphics cards' }),
  'device-factors': ({ row }) => ({ id: `device-factors.${row}`, label: `Impact of ${making(row)}` }),
  'device-stages': ({ row, column }) => ({
    id: `device-stages.${row}.${column}`,
    label: `Impact of the ${stageOf(row, column)}`,
  }),
  'functional-block-factors': () => ({
    id: 'functional-block-factors',
    label: 'Impact of manufacturing functional blocks',
  }),
  cpus: (leaf) =>
    leaf.average === undefined || leaf.property === 'cpu_tdp'
      ? byProperty(leaf)
      : { id: 'cpus.die_size', label: 'Die size of the CPU', ...byProperty(leaf) },
  gpus: byProperty,
  'ram-densities': (leaf) => ({ id: leaf.table, ...byProperty(leaf) }),
  'ssd-densities': (leaf) => ({ id: leaf.table, ...byProperty(leaf) }),
  'power-model': byGivenProperty,
  'server-power': () => ({ id: 'server-power', label: 'Power of measured servers', property: 'avg_power' }),
  model: byGivenProperty,
  'power-profiles': single,
  'cloud-instances': single,
  'host-families': () => ({ id: 'host-families', label: 'Family of the host' }),
  'component-archetypes': byProperty,
  'server-archetypes': byProperty,
  'terminal-archetypes': byProperty,
  'terminal-sizes': (leaf) =>
    leaf.property === undefined
      ? { id: `terminal-sizes.${leaf.row}`, label: `Impact of ${making(leaf.row)}` }
      : byProperty(leaf),
  'iot-archetypes': byProperty,
  published: ({ spreadId, property }) => ({ ...(spreadId !== undefined && { id: spreadId }), property }),
}

/** The group of a leaf; each leaf is in exactly one. */
export function groupOf(leaf: Leaf): LeafGroup {
  const {
    id = leafId(leaf),
    label = leafLabel(leaf),
    property,
  } = GROUPS[leaf.table](leaf as Parameters<DriverGroup>[0])
  return { id, label, property }
}

/** A group's part in the spread of a figure. */
export interface Driver extends LeafGroup {
  /** The stage of life that it enters; undefined if there are several, or if the figure is not an impact. */
  readonly stage: Stage | undefined
  /** The sources of its inputs, which say what to replace with better data; undefined if none is stated. */
  readonly source: string | undefined
  /** Total effect: the part of the variance that would vanish if it were known, alone and together with others. */
  readonly share: number
}

/** At most this many groups are listed; the rest form one. */
const MOST_GROUPS = 12
/** Samples for ranking groups. */
const RANKING_SAMPLES = LEAST_BLOCK

interface Group extends LeafGroup {
  readonly leaves: readonly number[]
}

/**
 * What the spread of a figure comes from, largest first; empty if nothing varies. Shares may sum to more than 1.
 *
 * Total effects by Jansen's estimator (Jansen 1999, doi 10.1016/S0010-4655(98)00154-4): ST_i = mean((f(A) -
 * f(A_B^i))^2) / 2V. A_B^i is A with group i from B, and V is the variance of f(A) and f(B) together. `phase` is the
 * figure's, if it is an impact. The estimate varies between samples; no share exceeds 1.
 *
 * @example
 * driversOf(graph, spreadOf, { samples: 1024, seed: 1, spread: 'ALL' })[0] // { id: 'cpus.die_size', share: 0.62, ... }
 */
export function driversOf(
  graph: Graph,
  spreadOf: SpreadOf,
  sampling: Sampling,
  work = new ReadingWork(),
  phase?: string,
): readonly Driver[] {
  const a = drawLeaves(graph, spreadOf, sampling, 0, work)
  if (a.size === 0) return []
  const b = drawLeaves(graph, spreadOf, sampling, 1, work)
  const sampled = new SampledGraph(graph, a.keys())
  const groups = ranked(sampled, a, groupsOf(graph, a), sampling.samples, work)
  const users = groups.map(({ leaves }) => sampled.usersOf(leaves))
  const { samples } = sampling
  work.spend(
    users.reduce((steps, indexes) => steps + sampled.stepsOf(indexes), 2 * sampled.stepsOf()),
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
  const stages: ReadonlyMap<number, Stage> = phase === undefined ? new Map() : stagesOfLeaves(graph, phase)
  return groups
    .map(({ id, label, property, leaves }, index) => ({
      id,
      label,
      property,
      stage: commonOf(leaves.map((index) => stages.get(index))),
      source: sourcesOf(leaves.map((index) => (graph.nodes[index] as LeafNode).quantity.source)),
      share: Math.min(1, (effects[index] ?? 0) / samples / 2 / variance),
    }))
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share || compare(one.id, other.id))
}

function groupsOf({ nodes }: Graph, columns: Columns): readonly Group[] {
  const groups = new Map<string, LeafGroup & { leaves: number[] }>()
  for (const index of columns.keys()) {
    const group = groupOf((nodes[index] as LeafNode).leaf)
    const known = groups.get(group.id)
    if (known === undefined) groups.set(group.id, { ...group, leaves: [index] })
    else known.leaves.push(index)
  }
  return [...groups.values()]
}

/** The groups that matter most while all others are at their value, and one group of the rest. */
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
  return [...sorted.slice(0, MOST_GROUPS), { id: 'rest', label: 'All other inputs', property: undefined, leaves: rest }]
}

function columnsOf(columns: Columns, leaves: readonly number[]): readonly (readonly [number, Float64Array])[] {
  return leaves.map((leaf) => [leaf, columns.get(leaf) as Float64Array] as const)
}

function squaredDistance(results: Float64Array, from: number, other: Float64Array): number {
  let sum = 0
  for (let k = 0; k < other.length; k++) sum += ((results[from + k] as number) - (other[k] as number)) ** 2
  return sum
}

/** The value that all share; undefined if they differ. */
function commonOf<Value>([first, ...others]: readonly (Value | undefined)[]): Value | undefined {
  return others.every((each) => each === first) ? first : undefined
}

/** A group lists at most this many sources, the first ones. */
const MOST_SOURCES = 3

function sourcesOf(sources: readonly (string | undefined)[]): string | undefined {
  const different = [...new Set(sources.filter((source) => source !== undefined))]
  if (different.length === 0) return undefined
  const named = different.slice(0, MOST_SOURCES).join('; ')
  return different.length > MOST_SOURCES ? `${named}, and ${different.length - MOST_SOURCES} more` : named
}

/** In code point order. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** EMBEDDED stands above the sum that separates its stages. */
type Branch = Stage | 'EMBEDDED' | undefined

/**
 * The stage of life that each input enters, by its position in the graph. An input of several stages (a lifetime, a
 * number of units) has none. `phase` is the figure's.
 */
function stagesOfLeaves({ nodes }: Graph, phase: string): ReadonlyMap<number, Stage> {
  const tellsApart = nodes.some((node) => 'formula' in node && isSumOfStages(node.formula))
  const known = nodes.map(() => new Set<Branch>())
  const found = new Map<number, Stage | undefined>()
  const descend = (position: number, branch: Branch): void => {
    const node = nodes[position]
    const seen = known[position]
    if (node === undefined || seen === undefined || seen.has(branch)) return
    seen.add(branch)
    if (!('formula' in node)) {
      const stage = branch === 'EMBEDDED' ? (tellsApart ? undefined : 'MAKING') : branch
      found.set(position, found.has(position) && found.get(position) !== stage ? undefined : stage)
      return
    }
    const { formula, operands } = node
    for (const [index, operand] of operands.entries()) {
      const symbol = formula.isSum ? (formula.operands[index] ?? '') : ''
      descend(
        operand,
        isSumOfStages(formula) ? STAGE_OF_SYMBOL[symbol] : (branchOfPhase(symbol.toUpperCase()) ?? branch),
      )
    }
  }
  descend(nodes.length - 1, branchOfPhase(phase))
  return new Map([...found].filter((entry): entry is [number, Stage] => entry[1] !== undefined))
}

function branchOfPhase(phase: string): Branch {
  return phase === 'EMBEDDED' ? phase : STAGE_OF_PHASE[phase]
}
