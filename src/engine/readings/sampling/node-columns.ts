import { type Formula, sumOf } from '../../values/formula.ts'
import type { CommonGraph, FormulaNode, LeafNode } from '../graph.ts'
import type { ReadingWork } from '../reading-work.ts'
import type { Sampling, SpreadOf } from './input-distribution.ts'

/** What to sample, how uncertain its factors are, and the counter of its steps. */
export interface Draw {
  readonly sampling: Sampling
  readonly spreadOf: SpreadOf
  readonly work: ReadingWork
}

/** The values of a node in every sample. */
interface Column {
  readonly values: Float64Array
  /** Identifies the column in hashes. */
  readonly number: number
}

/** A single number if it is the same in all samples. */
type NodeValues = number | Column

/** The result of a formula for these operands. */
interface Computed extends Column {
  readonly formula: Formula
  readonly operands: readonly NodeValues[]
}

/** Capacity of the cache in numbers: 16 MB. */
const MOST_KEPT = 2_000_000
/** Samples per block for a large graph. */
const LEAST_BLOCK = 64

type Compute = (...values: number[]) => number

/** Stands for all sums: the symbols of one would hold on to its asset. */
const SUM = sumOf([])

/**
 * The nodes of graphs in every sample. A node that several graphs share, such as the motherboard of every server in a
 * fleet, is computed once while it is cached.
 */
export class NodeColumns {
  readonly #draw: Draw
  readonly #leaves = new Map<Float64Array, Column>()
  /** By the hash of formula and operands: those that recent graphs read, and those that only earlier ones did. */
  #recent = new Map<number, Computed>()
  #earlier = new Map<number, Computed>()
  /** Numbers that identify formulas in hashes. */
  readonly #formulas = new Map<Formula, number>()
  readonly #most: number
  readonly #free: Float64Array[] = []

  constructor(draw: Draw) {
    this.#draw = draw
    this.#most = Math.ceil(MOST_KEPT / draw.sampling.samples)
  }

  /** Adds the figures of a graph, multiplied by `times`, to their sums; a missing figure adds nothing. */
  add(graph: CommonGraph, times: number, sums: readonly Float64Array[]): void {
    const { samples } = this.#draw.sampling
    if (this.#recent.size > this.#most / 2) this.#forgetEarlier()
    const columns = new Map<number, Float64Array>()
    for (let place = 0; place < graph.nodes.length; place++) {
      const node = graph.nodes[place] as LeafNode | FormulaNode
      const column = 'id' in node ? this.#drawn(node) : undefined
      if (column !== undefined) columns.set(place, column)
    }
    const block = graph.nodes.length <= this.#most ? samples : LEAST_BLOCK
    for (let from = 0; from < samples; from += block) {
      const count = Math.min(block, samples - from)
      const values = this.#valuesOf(graph, columns, from, count)
      for (const [index, place] of graph.results.entries()) {
        if (place === undefined) continue
        const sum = sums[index] as Float64Array
        const each = values[place] as NodeValues
        if (typeof each === 'number') for (let at = from; at < from + count; at++) (sum[at] as number) += each * times
        else for (let at = 0; at < count; at++) (sum[from + at] as number) += (each.values[at] as number) * times
      }
    }
  }

  #drawn({ id, quantity }: LeafNode): Float64Array | undefined {
    const { work, spreadOf, sampling } = this.#draw
    return work.draw(id, quantity, spreadOf, sampling, 0)
  }

  #valuesOf({ nodes }: CommonGraph, columns: ReadonlyMap<number, Float64Array>, from: number, count: number) {
    const isWhole = count === this.#draw.sampling.samples
    const values: NodeValues[] = []
    for (let place = 0; place < nodes.length; place++) {
      const node = nodes[place] as LeafNode | FormulaNode
      if ('id' in node) {
        const column = columns.get(place)
        values.push(column === undefined ? node.quantity.value : this.#leaf(column, from, count, isWhole))
        continue
      }
      const formula = node.formula.isSum ? SUM : node.formula
      const operands = node.operands.map((operand) => values[operand] as NodeValues)
      if (operands.every((operand) => typeof operand === 'number')) values.push(node.quantity.value)
      else values.push(isWhole ? this.#remembered(formula, operands) : this.#compute(formula, operands, count))
    }
    return values
  }

  #leaf(column: Float64Array, from: number, count: number, isWhole: boolean): Column {
    if (!isWhole) return { values: column.subarray(from, from + count), number: 0 }
    let leaf = this.#leaves.get(column)
    if (leaf === undefined) {
      leaf = { values: column, number: this.#nextNumber() }
      this.#leaves.set(column, leaf)
    }
    return leaf
  }

  #remembered(formula: Formula, operands: readonly NodeValues[]): Computed {
    const hash = this.#hash(formula, operands)
    const recent = this.#recent.get(hash)
    if (recent !== undefined && isSame(recent, formula, operands)) return recent
    const known = recent === undefined ? this.#earlier.get(hash) : undefined
    if (known !== undefined && isSame(known, formula, operands)) {
      this.#earlier.delete(hash)
      this.#recent.set(hash, known)
      return known
    }
    const computed = this.#compute(formula, operands, this.#draw.sampling.samples)
    if (recent === undefined) this.#recent.set(hash, computed)
    return computed
  }

  #compute(formula: Formula, operands: readonly NodeValues[], count: number): Computed {
    this.#draw.work.spend(1 + operands.length, count)
    const values = this.#room(count)
    if (formula.isSum) addUp(values, operands)
    else if (formula.isProduct) multiply(values, operands)
    else apply(values, formula.compute as Compute, operands)
    return { values, number: this.#nextNumber(), formula, operands }
  }

  #room(count: number): Float64Array {
    const free = count === this.#draw.sampling.samples ? this.#free.pop() : undefined
    return free ?? new Float64Array(count)
  }

  /** Between two graphs only: all columns that a graph reads are recent. */
  #forgetEarlier(): void {
    for (const { values } of this.#earlier.values()) this.#free.push(values)
    this.#earlier = this.#recent
    this.#recent = new Map()
  }

  #hash(formula: Formula, operands: readonly NodeValues[]): number {
    let hash = this.#numberOf(formula)
    for (const operand of operands) {
      const number = typeof operand === 'number' ? operand : operand.number
      hash = (hash * 1.000_000_7 + number * 7919.31) % 9_007_199_254
    }
    return hash
  }

  #numberOf(formula: Formula): number {
    let number = this.#formulas.get(formula)
    if (number === undefined) {
      number = this.#nextNumber()
      this.#formulas.set(formula, number)
    }
    return number
  }

  #nextNumber(): number {
    return ++this.#count * 0.618_033_988_7
  }

  #count = 0
}

function isSame({ formula, operands }: Computed, other: Formula, others: readonly NodeValues[]): boolean {
  return (
    formula === other && operands.length === others.length && operands.every((operand, at) => operand === others[at])
  )
}

function addUp(sum: Float64Array, operands: readonly NodeValues[]): void {
  let constant = 0
  for (const operand of operands) if (typeof operand === 'number') constant += operand
  let isFirst = true
  for (const operand of operands) {
    if (typeof operand === 'number') continue
    const { values } = operand
    if (isFirst) for (let k = 0; k < sum.length; k++) sum[k] = constant + (values[k] as number)
    else for (let k = 0; k < sum.length; k++) (sum[k] as number) += values[k] as number
    isFirst = false
  }
}

/**
 * Multiplies as the formula does, except for the order of the operands. One call for each number would take three times
 * as long.
 */
function multiply(product: Float64Array, operands: readonly NodeValues[]): void {
  let constant = 1
  for (const operand of operands) if (typeof operand === 'number') constant *= operand
  let isFirst = true
  for (const operand of operands) {
    if (typeof operand === 'number') continue
    const { values } = operand
    if (isFirst) for (let k = 0; k < product.length; k++) product[k] = constant * (values[k] as number)
    else for (let k = 0; k < product.length; k++) (product[k] as number) *= values[k] as number
    isFirst = false
  }
}

function apply(out: Float64Array, f: Compute, operands: readonly NodeValues[]): void {
  const columns = operands.map((each) => (typeof each === 'number' ? Float64Array.of(each) : each.values))
  const strides = operands.map((each) => (typeof each === 'number' ? 0 : 1))
  const [a, b, c, d] = columns as [Float64Array, Float64Array, Float64Array, Float64Array]
  const [i, j, l, m] = strides as [number, number, number, number]
  const { length } = out
  switch (columns.length) {
    case 1:
      for (let k = 0; k < length; k++) out[k] = f(a[k * i] as number)
      return
    case 2:
      for (let k = 0; k < length; k++) out[k] = f(a[k * i] as number, b[k * j] as number)
      return
    case 3:
      for (let k = 0; k < length; k++) out[k] = f(a[k * i] as number, b[k * j] as number, c[k * l] as number)
      return
    case 4:
      for (let k = 0; k < length; k++) {
        out[k] = f(a[k * i] as number, b[k * j] as number, c[k * l] as number, d[k * m] as number)
      }
      return
    default: {
      const values = new Array<number>(columns.length)
      for (let k = 0; k < length; k++) {
        for (let at = 0; at < columns.length; at++) {
          values[at] = (columns[at] as Float64Array)[k * (strides[at] as number)] as number
        }
        out[k] = f(...values)
      }
    }
  }
}
