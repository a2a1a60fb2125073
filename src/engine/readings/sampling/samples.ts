import type { Graph, LeafNode } from '../graph.ts'
import { ReadingWork } from '../reading-work.ts'
import type { Sampling, SpreadOf, Stream } from './input-distribution.ts'
import { NodeColumns } from './node-columns.ts'

/** Values of the leaves that vary, by their index in the graph. */
export type Columns = ReadonlyMap<number, Float64Array>

export function drawLeaves(
  { nodes }: Graph,
  spreadOf: SpreadOf,
  sampling: Sampling,
  stream: Stream,
  work: ReadingWork,
): Columns {
  const columns = new Map<number, Float64Array>()
  for (const [index, node] of nodes.entries()) {
    if (!('id' in node)) continue
    const { id, quantity } = node as LeafNode
    const column = work.draw(id, quantity, spreadOf, sampling, stream)
    if (column !== undefined) columns.set(index, column)
  }
  return columns
}

/** The figure of a graph in every sample. Equal graphs and equal sampling give equal numbers. */
export function samplesOf(
  graph: Graph,
  spreadOf: SpreadOf,
  sampling: Sampling,
  work = new ReadingWork(),
): Float64Array {
  const sum = new Float64Array(sampling.samples)
  new NodeColumns({ spreadOf, sampling, work }).add({ ...graph, results: [graph.nodes.length - 1] }, 1, [sum])
  return sum
}
