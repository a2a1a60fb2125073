import type { FormulaNode, Graph, LeafNode } from './graph.ts'
import type { ReadingWork } from './reading-work.ts'

/** How far a figure moves with one of its inputs, in the figure's unit: f((1 + step) x) - f((1 - step) x). */
export interface Swing {
  readonly leaf: LeafNode
  readonly swing: number
}

/** How far a node moves as one leaf moves up or down, for each leaf behind it that moves. */
interface Moves {
  /** Positions of these leaves in the graph, in order. */
  readonly leaves: readonly number[]
  readonly up: readonly number[]
  readonly down: readonly number[]
}

const NONE: Moves = { leaves: [], up: [], down: [] }

/**
 * How far the figure of a graph moves with each leaf that `moves`, in the order of the graph, while all others keep
 * their values. One pass over the graph moves all leaves, each through the nodes that depend on it. Example: with a
 * step of 0.01, each of the factors of 2 * 3 has a swing of 0.12.
 */
export function swingsOf(
  { nodes }: Graph,
  moves: (leaf: LeafNode) => boolean,
  step: number,
  work: ReadingWork,
): readonly Swing[] {
  const known: Moves[] = []
  const values: number[] = []
  for (const [index, node] of nodes.entries()) {
    const { value } = node.quantity
    values.push(value)
    if (!('id' in node)) known.push(movesThrough(node, known, values, work))
    else known.push(moves(node) ? { leaves: [index], up: [value * step], down: [-value * step] } : NONE)
  }
  const { leaves, up, down } = known.at(-1) ?? NONE
  return leaves.map((leaf, at) => ({ leaf: nodes[leaf] as LeafNode, swing: (up[at] as number) - (down[at] as number) }))
}

/** How far a sum moves with the inputs of its terms: an input of several terms moves all of them. */
export function addSwings(...terms: readonly (readonly Swing[])[]): readonly Swing[] {
  const added = new Map<string, Swing>()
  for (const { leaf, swing } of terms.flat())
    added.set(leaf.id, { leaf, swing: (added.get(leaf.id)?.swing ?? 0) + swing })
  return [...added.values()]
}

/** Moves of an operand, by its place in the formula. */
interface OperandMoves extends Moves {
  readonly place: number
}

function movesThrough(
  { formula, operands, quantity }: FormulaNode,
  known: readonly Moves[],
  values: readonly number[],
  work: ReadingWork,
): Moves {
  const moving: OperandMoves[] = []
  for (let place = 0; place < operands.length; place++) {
    const { leaves, up, down } = known[operands[place] as number] as Moves
    if (leaves.length > 0) moving.push({ place, leaves, up, down })
  }
  const [first] = moving
  if (first === undefined) return NONE
  if (formula.isSum && moving.length === 1) return first
  const leaves = moving.reduce((all: readonly number[], each) => union(all, each.leaves), [])
  work.spend(2 * (1 + (formula.isSum ? moving : operands).length), leaves.length)
  if (formula.isSum) return addUp(leaves, moving)
  const operandValues = operands.map((operand) => values[operand] as number)
  if (formula.isProduct && moving.length === 1) {
    const factor = operandValues.with(first.place, 1).reduce((product, each) => product * each, 1)
    const scaled = (move: number) => move * factor
    return { leaves, up: first.up.map(scaled), down: first.down.map(scaled) }
  }
  return moved(formula.compute as Compute, operandValues, quantity.value, leaves, moving)
}

/** Moves of a sum: those of its terms together. */
function addUp(leaves: readonly number[], terms: readonly OperandMoves[]): Moves {
  const [up, down] = [leaves.map(() => 0), leaves.map(() => 0)]
  for (const term of terms) {
    let next = 0
    for (let at = 0; at < leaves.length && next < term.leaves.length; at++) {
      if (term.leaves[next] !== leaves[at]) continue
      up[at] = (up[at] as number) + (term.up[next] as number)
      down[at] = (down[at] as number) + (term.down[next] as number)
      next++
    }
  }
  return { leaves, up, down }
}

type Compute = (...values: number[]) => number

/** Moves of any formula, by computing it with each leaf moved. */
function moved(
  compute: Compute,
  values: readonly number[],
  value: number,
  leaves: readonly number[],
  moving: readonly OperandMoves[],
): Moves {
  const [up, down] = [new Array<number>(leaves.length), new Array<number>(leaves.length)]
  const [high, low] = [values.slice(), values.slice()]
  const next = moving.map(() => 0)
  for (let each = 0; each < leaves.length; each++) {
    const leaf = leaves[each]
    for (let index = 0; index < moving.length; index++) {
      const { place, leaves: own, up: rises, down: falls } = moving[index] as OperandMoves
      const at = next[index] as number
      const isMoved = at < own.length && own[at] === leaf
      high[place] = (values[place] as number) + (isMoved ? (rises[at] as number) : 0)
      low[place] = (values[place] as number) + (isMoved ? (falls[at] as number) : 0)
      if (isMoved) next[index] = at + 1
    }
    up[each] = compute(...high) - value
    down[each] = compute(...low) - value
  }
  return { leaves, up, down }
}

/** The numbers of either list, each once. Both lists are in order. */
function union(one: readonly number[], other: readonly number[]): readonly number[] {
  if (one.length === 0) return other
  const all: number[] = []
  let place = 0
  for (const each of one) {
    while (place < other.length && (other[place] as number) < each) all.push(other[place++] as number)
    all.push(each)
    if (other[place] === each) place++
  }
  while (place < other.length) all.push(other[place++] as number)
  return all
}
