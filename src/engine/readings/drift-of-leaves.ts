import type { Graph, LeafNode } from './graph.ts'
import { leafLabel } from './leaf-label.ts'
import { whatIf } from './what-if.ts'

/** Why a figure is another one in another release. */
export interface DriftCause {
  /** The id of an input, or the tables that were replaced as a whole: cloud, servers, parts. */
  readonly leaf: string
  readonly label: string
  /** The input before and after; undefined of whole tables. */
  readonly from: number | undefined
  readonly to: number | undefined
  /** What it adds to the figure, in its unit. */
  readonly effect: number
}

/**
 * The inputs that differ between two graphs of one figure, replaced one after the other by id, in the order of code points:
 * effects depend on that order, and add up to the difference. What the graphs do not share comes last, as one.
 */
export function driftOfLeaves(from: Graph, to: Graph): readonly DriftCause[] {
  const after = new Map(leavesOf(to).map(({ id, quantity }) => [id, quantity]))
  const replaced = new Map<string, LeafNode['quantity']>()
  const causes: DriftCause[] = []
  let reached = figureOf(from)
  for (const { id, quantity } of leavesOf(from).toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const instead = after.get(id)
    if (instead === undefined || instead.value === quantity.value) continue
    replaced.set(id, instead)
    const { value } = whatIf(from, replaced)
    const effect = value - reached
    reached = value
    causes.push({ leaf: id, label: leafLabel(id), from: quantity.value, to: instead.value, effect })
  }
  const rest = figureOf(to) - reached
  if (Math.abs(rest) <= 1e-12 * Math.abs(reached)) return causes
  return [
    ...causes,
    { leaf: 'rest', label: 'What the releases do not share', from: undefined, to: undefined, effect: rest },
  ]
}

function leavesOf({ nodes }: Graph): readonly LeafNode[] {
  return nodes.filter((node): node is LeafNode => 'id' in node)
}

function figureOf({ nodes }: Graph): number {
  return nodes.at(-1)?.quantity.value ?? 0
}
