import type { NumberAttribute } from '../figures/attribute.ts'
import { type Formula, type Recorder, record } from '../figures/formula.ts'
import type { Estimate } from '../figures/range.ts'

/** What enters a figure as it is. */
export interface LeafNode {
  readonly id: string
  readonly quantity: NumberAttribute
}

/** A formula that was read on the nodes before it. */
export interface FormulaNode {
  readonly formula: Formula
  /** Places of the operands in the list of nodes. */
  readonly operands: readonly number[]
  readonly quantity: Estimate
}

export type GraphNode = LeafNode | FormulaNode

/** How a figure was computed: operands come before what uses them, and the figure is last. */
export interface Graph {
  readonly nodes: readonly GraphNode[]
}

/**
 * Computes something with all that it reads noted, and keeps what the result stands on; undefined where there is none. What
 * is computed must be fresh (`again()`): what was computed before is not noted. One id is one node, wherever it enters,
 * and so is a formula of the same operands.
 */
export function graphOf(compute: () => Estimate | undefined): Graph | undefined {
  const notes = new Notes()
  const result = record(notes, compute)
  if (result === undefined) return undefined
  const nodes: GraphNode[] = []
  const places = new Map<Estimate | string, number>()
  const place = (quantity: Estimate): number => {
    const key = notes.keyOf(quantity)
    const known = places.get(key)
    if (known !== undefined) return known
    const noted = notes.of(key)
    let at: number | undefined
    if (noted === undefined) at = nodes.push({ id: key as string, quantity: quantity as NumberAttribute }) - 1
    else {
      const operands = noted.operands.map(place)
      const sameKey = `${noted.formula.name} ${noted.formula.text} ${operands.join()}`
      at = places.get(sameKey)
      at ??= nodes.push({ ...noted, operands }) - 1
      places.set(sameKey, at)
    }
    places.set(key, at)
    return at
  }
  place(result)
  return { nodes }
}

/** A figure that can be computed again of a thing of which nothing is computed yet. */
interface Repeatable {
  again(): { readonly result: Estimate } | undefined
}

/** How a figure was computed. */
export function graphOfFigure(figure: Repeatable): Graph {
  const graph = graphOf(() => figure.again()?.result)
  if (graph === undefined) throw new Error('A figure that was there is gone when it is computed again')
  return graph
}

interface Noted {
  readonly formula: Formula
  readonly operands: readonly Estimate[]
  readonly quantity: Estimate
}

/** Formulas by their results, and what is only a description of a result. */
class Notes implements Recorder {
  readonly #noted = new Map<Estimate, Noted>()
  readonly #results = new Map<Estimate, Estimate>()

  note(formula: Formula, operands: readonly Estimate[], quantity: Estimate): void {
    this.#noted.set(quantity, { formula, operands, quantity })
  }

  same(described: Estimate, result: Estimate): void {
    this.#results.set(described, result)
  }

  /** The result itself, or the id of what enters as it is. */
  keyOf(quantity: Estimate): Estimate | string {
    const result = this.#results.get(quantity) ?? quantity
    if (this.#noted.has(result)) return result
    const id = (quantity as Partial<NumberAttribute>).leaf?.id
    if (id === undefined) throw new Error('A quantity was read that no formula gave and that has no id')
    return id
  }

  of(key: Estimate | string): Noted | undefined {
    return typeof key === 'string' ? undefined : this.#noted.get(key)
  }
}
