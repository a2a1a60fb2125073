import type { Graph } from '../graph.ts'

/** Samples per block, fewer for a large graph; a block of a node takes at most a kilobyte. */
const USUAL_BLOCK = 128
/** The smallest block, because groups of inputs are ranked with as many samples. */
export const LEAST_BLOCK = 64
/** A graph with more nodes is large: some thousands of distinct assets. */
const MANY_NODES = 50_000

/**
 * Evaluates a graph on columns of samples, one block at a time. The leaves determine once which nodes vary; all others
 * are folded to their value. Columns lie end to end in one array, so a fleet takes at most a kilobyte per node.
 */
export class SampledGraph {
  readonly #graph: Graph
  /** Where the values of a node start; a node that does not vary has one. */
  readonly #start: Int32Array
  /** 1 for a column, 0 for one value. */
  readonly #stride: Uint8Array
  #values: Float64Array
  /** Where the alternative values of all nodes start; 0 before there are any. */
  #others = 0
  /** Nodes that vary, except leaves, operands first. */
  readonly #computed: Int32Array
  /** Nodes that use a node, by its position. */
  #users: readonly (readonly number[])[] | undefined

  /** Samples per block. */
  readonly block: number

  /** `varying` lists the nodes of leaves that vary. */
  constructor(graph: Graph, varying: Iterable<number>) {
    const { nodes } = graph
    this.#graph = graph
    this.block = nodes.length > MANY_NODES ? LEAST_BLOCK : USUAL_BLOCK
    this.#start = new Int32Array(nodes.length)
    this.#stride = new Uint8Array(nodes.length)
    for (const position of varying) this.#stride[position] = 1
    const computed: number[] = []
    let size = 0
    for (const [position, node] of nodes.entries()) {
      if (!('id' in node) && node.operands.some((operand) => this.#stride[operand] === 1)) {
        this.#stride[position] = 1
        computed.push(position)
      }
      this.#start[position] = size
      size += this.#stride[position] === 1 ? this.block : 1
    }
    this.#values = new Float64Array(size)
    for (const [position, { quantity }] of nodes.entries()) {
      const start = this.#start[position] as number
      this.#values.fill(quantity.value, start, start + (this.#stride[position] === 1 ? this.block : 1))
    }
    this.#computed = Int32Array.from(computed)
  }

  get varies(): boolean {
    return this.#stride[this.#figure] === 1
  }

  /** Steps to compute nodes for one sample: one for each operand. By default, all nodes that vary. */
  stepsOf(nodes: Int32Array = this.#computed): number {
    let steps = 0
    for (const position of nodes) {
      const node = this.#graph.nodes[position]
      if (node !== undefined && 'formula' in node) steps += 1 + node.operands.length
    }
    return steps
  }

  get #figure(): number {
    return this.#graph.nodes.length - 1
  }

  /** Sets `count` values of a varying leaf from a column, from a position on. */
  set(leaf: number, column: Float64Array, from: number, count: number): void {
    this.#values.set(column.subarray(from, from + count), this.#start[leaf])
  }

  /** Computes nodes, which must be in order; by default all nodes that vary. */
  compute(count: number, nodes: Int32Array = this.#computed): void {
    for (let index = 0; index < nodes.length; index++) this.#computeNode(nodes[index] as number, count)
  }

  /** The figure's values in this block. */
  result(count: number): Float64Array {
    const start = this.#start[this.#figure] as number
    return this.varies
      ? this.#values.subarray(start, start + count)
      : new Float64Array(count).fill(this.#values[start] as number)
  }

  /** The nodes that depend on some leaves, in order. */
  usersOf(leaves: readonly number[]): Int32Array {
    this.#users ??= this.#allUsers()
    const found = new Set<number>()
    const open = [...leaves]
    for (let position = open.pop(); position !== undefined; position = open.pop()) {
      for (const user of this.#users[position] ?? []) {
        if (found.has(user)) continue
        found.add(user)
        open.push(user)
      }
    }
    return Int32Array.from(found).sort()
  }

  /**
   * The figure's values in this block with other values for some leaves, from a position of their columns on. `users`
   * lists the nodes that depend on these leaves. Everything else keeps its values. Read the result before the next such
   * call.
   */
  resultWith(columns: Iterable<readonly [number, Float64Array]>, users: Int32Array, from: number, count: number) {
    if (this.#others === 0) this.#makeRoom()
    const moved: number[] = []
    for (const [leaf, column] of columns) {
      this.#move(leaf, this.#others)
      moved.push(leaf)
      this.set(leaf, column, from, count)
    }
    for (const user of users) this.#move(user, this.#others)
    this.compute(count, users)
    const result = this.result(count)
    for (const leaf of moved) this.#move(leaf, -this.#others)
    for (const user of users) this.#move(user, -this.#others)
    return result
  }

  #makeRoom(): void {
    const values = this.#values
    this.#others = values.length
    this.#values = new Float64Array(2 * values.length)
    this.#values.set(values)
  }

  #move(position: number, by: number): void {
    this.#start[position] = (this.#start[position] as number) + by
  }

  #allUsers(): readonly (readonly number[])[] {
    const users: number[][] = this.#graph.nodes.map(() => [])
    for (const position of this.#computed) {
      const node = this.#graph.nodes[position]
      if (node === undefined || 'id' in node) continue
      for (const operand of new Set(node.operands)) users[operand]?.push(position)
    }
    return users
  }

  #computeNode(position: number, count: number): void {
    const node = this.#graph.nodes[position]
    if (node === undefined || 'id' in node) return
    const { formula, operands } = node
    if (formula.isSum) this.#addUp(operands, this.#start[position] as number, count)
    else this.#apply(formula.compute as Compute, operands, this.#start[position] as number, count)
  }

  #addUp(operands: readonly number[], out: number, count: number): void {
    const values = this.#values
    values.fill(0, out, out + count)
    let constant = 0
    for (const operand of operands) {
      const from = this.#start[operand] as number
      if (this.#stride[operand] === 0) constant += values[from] as number
      else for (let k = 0; k < count; k++) (values[out + k] as number) += values[from + k] as number
    }
    if (constant !== 0) for (let k = 0; k < count; k++) (values[out + k] as number) += constant
  }

  #apply(f: Compute, operands: readonly number[], out: number, count: number): void {
    const v = this.#values
    const [i = 0, j = 0, l = 0, m = 0] = operands
    const [a, b, c, d] = [
      this.#start[i] as number,
      this.#start[j] as number,
      this.#start[l] as number,
      this.#start[m] as number,
    ]
    const [s, t, u, w] = [
      this.#stride[i] as number,
      this.#stride[j] as number,
      this.#stride[l] as number,
      this.#stride[m] as number,
    ]
    switch (operands.length) {
      case 1:
        for (let k = 0; k < count; k++) v[out + k] = f(v[a + k * s] as number)
        return
      case 2:
        for (let k = 0; k < count; k++) v[out + k] = f(v[a + k * s] as number, v[b + k * t] as number)
        return
      case 3:
        for (let k = 0; k < count; k++) {
          v[out + k] = f(v[a + k * s] as number, v[b + k * t] as number, v[c + k * u] as number)
        }
        return
      case 4:
        for (let k = 0; k < count; k++) {
          v[out + k] = f(v[a + k * s] as number, v[b + k * t] as number, v[c + k * u] as number, v[d + k * w] as number)
        }
        return
      default: {
        const read = new Array<number>(operands.length)
        for (let k = 0; k < count; k++) {
          for (let at = 0; at < operands.length; at++) {
            const operand = operands[at] as number
            read[at] = v[(this.#start[operand] as number) + k * (this.#stride[operand] as number)] as number
          }
          v[out + k] = f(...read)
        }
      }
    }
  }
}

type Compute = (...values: number[]) => number
