import { type Leaf, leafId } from '../values/leaf.ts'
import { type Graph, type LeafNode, whatIf } from './graph.ts'
import { leafLabel } from './leaf-label.ts'
import { REPLAYING, ReadingWork } from './reading-work.ts'

/** A cause of a figure's difference between two releases. */
export interface DriftCause {
  /** The id of an input, or tables replaced as a whole: places, cloud, servers, parts, stages. */
  readonly leaf: string
  readonly label: string
  /** The input before and after; undefined for whole tables. */
  readonly from: number | undefined
  readonly to: number | undefined
  /** Its part of the difference, in the figure's unit. */
  readonly effect: number
}

/**
 * The inputs that differ between two graphs of one figure. They are replaced one after the other by id, in code point
 * order, since effects depend on the order. The effects sum to the difference. Anything the graphs do not share comes
 * last, as one cause.
 */
export function driftOfLeaves(from: Graph, to: Graph, work = new ReadingWork()): readonly DriftCause[] {
  const after = new Map(leavesOf(to).map(({ id, quantity }) => [id, quantity]))
  const general = byGeneralId(leavesOf(to))
  const replaced = new Map<string, LeafNode['quantity']>()
  const causes: DriftCause[] = []
  let reached = figureOf(from)
  for (const { id, leaf, quantity } of leavesOf(from).toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const instead = after.get(id) ?? general.get(generalId(leaf))
    if (instead === undefined || instead.value === quantity.value) continue
    replaced.set(id, instead)
    work.spend(REPLAYING, from.nodes.length)
    const { value } = whatIf(from, replaced)
    const effect = value - reached
    reached = value
    if (effect === 0) continue
    causes.push({ leaf: id, label: leafLabel(leaf), from: quantity.value, to: instead.value, effect })
  }
  const rest = figureOf(to) - reached
  if (Math.abs(rest) <= 1e-12 * Math.abs(reached)) return causes
  return [
    ...causes,
    { leaf: 'rest', label: 'Inputs that only one release has', from: undefined, to: undefined, effect: rest },
  ]
}

/** The id of the factor for all variants, for a leaf of one variant. */
function generalId(leaf: Leaf): string {
  return leafId({ ...leaf, variant: undefined })
}

/** Leaves by their general ids, if only one leaf has it. A leaf with a new id is then one cause, a replacement. */
function byGeneralId(leaves: readonly LeafNode[]): ReadonlyMap<string, LeafNode['quantity']> {
  const found = new Map<string, LeafNode['quantity'] | undefined>()
  for (const { leaf, quantity } of leaves) {
    const key = generalId(leaf)
    found.set(key, found.has(key) ? undefined : quantity)
  }
  return new Map(Array.from(found).flatMap(([key, quantity]) => (quantity === undefined ? [] : [[key, quantity]])))
}

function leavesOf({ nodes }: Graph): readonly LeafNode[] {
  return nodes.filter((node): node is LeafNode => 'id' in node)
}

function figureOf({ nodes }: Graph): number {
  return nodes.at(-1)?.quantity.value ?? 0
}
