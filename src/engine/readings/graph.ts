import type { NumberAttribute } from '../values/attribute.ts'
import { type Formula, type Recorder, record } from '../values/formula.ts'
import { type Leaf, leafId } from '../values/leaf.ts'
import { Estimate } from '../values/range.ts'

/** An input of a figure. */
export interface LeafNode {
  readonly id: string
  readonly leaf: Leaf
  readonly quantity: NumberAttribute
}

/** A formula, evaluated on earlier nodes. */
export interface FormulaNode {
  readonly formula: Formula
  /** Indexes of the operands in the list of nodes. */
  readonly operands: readonly number[]
  readonly quantity: Estimate
}

export type GraphNode = LeafNode | FormulaNode

/** How a figure was computed. Operands precede the nodes that use them, and the figure is last. */
export interface Graph {
  readonly nodes: readonly GraphNode[]
}

/** How several figures were computed. */
export interface CommonGraph extends Graph {
  /** Indexes of the figures among the nodes; undefined for a missing figure. */
  readonly results: readonly (number | undefined)[]
}

/**
 * Records a calculation and keeps the nodes behind its result; undefined if there is no result. The calculation must be
 * fresh (`again()`), since earlier work is not recorded. Each id is one node wherever it enters, and so is a formula of
 * the same operands.
 */
export function graphOf(compute: () => Estimate | undefined): Graph | undefined {
  const graph = commonGraphOf(() => [compute()])
  return graph.results[0] === undefined ? undefined : graph
}

/** One graph for several figures, which share nodes. The last figure is the last node. */
export function commonGraphOf(compute: () => readonly (Estimate | undefined)[]): CommonGraph {
  const notes = new Notes()
  const figures = record(notes, compute)
  const nodes: GraphNode[] = []
  const indexes = new Map<Estimate, number>()
  const leaves = new Map<string, number>()
  const formulas = new FormulaNodes(nodes)
  const indexOf = (quantity: Estimate): number => {
    const known = indexes.get(quantity)
    if (known !== undefined) return known
    const noted = notes.of(quantity)
    let at: number
    if (noted === undefined) at = leafOf(quantity as NumberAttribute)
    else at = formulas.indexOf({ ...noted, operands: noted.operands.map(indexOf) })
    indexes.set(quantity, at)
    return at
  }
  const leafOf = (quantity: NumberAttribute): number => {
    const { leaf } = quantity
    if (leaf === undefined) throw new Error('Unknown quantity: it is neither an input nor the result of a formula')
    const id = leafId(leaf)
    const at = leaves.get(id) ?? nodes.push({ id, leaf, quantity }) - 1
    leaves.set(id, at)
    return at
  }
  return { nodes, results: figures.map((figure) => figure && indexOf(figure)) }
}

/** Finds formulas of the same operands among the nodes, by a number that both have. */
class FormulaNodes {
  readonly #nodes: GraphNode[]
  readonly #latest = new Map<number, number>()
  /** The node before, by the later one, where both have the same number. */
  readonly #before: (number | undefined)[] = []

  constructor(nodes: GraphNode[]) {
    this.#nodes = nodes
  }

  /** The index of such a node, which is added if there is none. */
  indexOf(node: FormulaNode): number {
    let hash = node.operands.length
    for (const operand of node.operands) {
      hash = Math.imul(hash ^ operand, 0x9e3779b1)
      hash ^= hash >>> 15
    }
    const latest = this.#latest.get(hash)
    for (let at = latest; at !== undefined; at = this.#before[at])
      if (isSame(this.#nodes[at] as FormulaNode, node)) return at
    const at = this.#nodes.push(node) - 1
    this.#latest.set(hash, at)
    this.#before[at] = latest
    return at
  }
}

function isSame({ formula: one, operands }: FormulaNode, { formula: other, operands: others }: FormulaNode): boolean {
  const isSameFormula = one === other || (one.name === other.name && one.text === other.text)
  return isSameFormula && operands.length === others.length && operands.every((each, index) => each === others[index])
}

/** A figure that can be recomputed on a fresh copy of its thing. */
interface Repeatable {
  again(): { readonly result: Estimate } | undefined
}

export function graphOfFigure(figure: Repeatable): Graph {
  const graph = graphOf(() => figure.again()?.result)
  if (graph === undefined) throw new Error('Recomputing the figure gave no result')
  return graph
}

interface Noted {
  readonly formula: Formula
  readonly operands: readonly Estimate[]
  readonly quantity: Estimate
}

/** Formulas by their results, described or not. */
class Notes implements Recorder {
  readonly #noted = new Map<Estimate, Noted>()

  note(formula: Formula, operands: readonly Estimate[], quantity: Estimate): void {
    this.#noted.set(quantity, { formula, operands, quantity })
  }

  same(described: Estimate, result: Estimate): void {
    const noted = this.#noted.get(result)
    if (noted !== undefined) this.#noted.set(described, noted)
  }

  /** The formula of a result; undefined for an input. */
  of(quantity: Estimate): Noted | undefined {
    return this.#noted.get(quantity)
  }
}

/** Evaluates a graph again with some leaves replaced, by id. All other inputs keep their values. */
export function whatIf({ nodes }: Graph, overrides: ReadonlyMap<string, Estimate>): Estimate {
  const results: Estimate[] = []
  for (const node of nodes) {
    if ('id' in node) results.push(overrides.get(node.id) ?? node.quantity)
    else results.push(node.formula.of(...node.operands.map((index) => results[index] as Estimate)))
  }
  return results.at(-1) ?? new Estimate(0, 0, 0)
}
