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
  const indexes = new Map<Estimate | string, number>()
  const indexOf = (quantity: Estimate): number => {
    const key = notes.keyOf(quantity)
    const known = indexes.get(key)
    if (known !== undefined) return known
    const noted = notes.of(key)
    let at: number | undefined
    if (noted === undefined) at = nodes.push(leafNode(key as string, quantity as NumberAttribute)) - 1
    else {
      const operands = noted.operands.map(indexOf)
      const sameKey = `${noted.formula.name} ${noted.formula.text} ${operands.join()}`
      at = indexes.get(sameKey)
      at ??= nodes.push({ ...noted, operands }) - 1
      indexes.set(sameKey, at)
    }
    indexes.set(key, at)
    return at
  }
  return { nodes, results: figures.map((figure) => figure && indexOf(figure)) }
}

/** A figure that can be recomputed on a fresh copy of its thing. */
interface Repeatable {
  again(): { readonly result: Estimate } | undefined
}

export function graphOfFigure(figure: Repeatable): Graph {
  const graph = graphOf(() => figure.again()?.result)
  if (graph === undefined) throw new Error('The second computation of a figure gave none')
  return graph
}

function leafNode(id: string, quantity: NumberAttribute): LeafNode {
  return { id, leaf: quantity.leaf as Leaf, quantity }
}

interface Noted {
  readonly formula: Formula
  readonly operands: readonly Estimate[]
  readonly quantity: Estimate
}

/** Formulas by their results, and descriptions of results. */
class Notes implements Recorder {
  readonly #noted = new Map<Estimate, Noted>()
  readonly #results = new Map<Estimate, Estimate>()
  readonly #ids = new Map<Leaf, string>()

  note(formula: Formula, operands: readonly Estimate[], quantity: Estimate): void {
    this.#noted.set(quantity, { formula, operands, quantity })
  }

  same(described: Estimate, result: Estimate): void {
    this.#results.set(described, result)
  }

  /** The result itself, or the id of an input. */
  keyOf(quantity: Estimate): Estimate | string {
    const result = this.#results.get(quantity) ?? quantity
    if (this.#noted.has(result)) return result
    const { leaf } = quantity as Partial<NumberAttribute>
    if (leaf === undefined) throw new Error('Unknown quantity: neither a formula nor a leaf made it')
    let id = this.#ids.get(leaf)
    if (id === undefined) {
      id = leafId(leaf)
      this.#ids.set(leaf, id)
    }
    return id
  }

  of(key: Estimate | string): Noted | undefined {
    return typeof key === 'string' ? undefined : this.#noted.get(key)
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
