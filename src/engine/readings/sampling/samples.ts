import type { Graph, LeafNode } from '../graph.ts'
import { ReadingWork } from '../reading-work.ts'
import type { Sampling, SpreadOf, Stream } from './input-distribution.ts'
import { SampledGraph } from './sampled-graph.ts'

/** The values of the leaves that vary, by their place in the graph. */
export type Columns = ReadonlyMap<number, Float64Array>

/** Draws every leaf of a graph that varies. */
export function drawLeaves(
  { nodes }: Graph,
  spreadOf: SpreadOf,
  sampling: Sampling,
  stream: Stream,
  work: ReadingWork,
): Columns {
  const columns = new Map<number, Float64Array>()
  for (const [place, node] of nodes.entries()) {
    if (!('id' in node)) continue
    const { id, quantity } = node as LeafNode
    const column = work.draw(id, quantity, spreadOf, sampling, stream)
    if (column !== undefined) columns.set(place, column)
  }
  return columns
}

/** The figure of a graph in every sample. Equal graphs and equal samplings give equal numbers. */
export function samplesOf(
  graph: Graph,
  spreadOf: SpreadOf,
  sampling: Sampling,
  work = new ReadingWork(),
): Float64Array {
  const columns = drawLeaves(graph, spreadOf, sampling, 0, work)
  const sampled = new SampledGraph(graph, columns.keys())
  work.spend(sampled.stepsOf(), sampling.samples)
  const results = new Float64Array(sampling.samples)
  for (let from = 0; from < sampling.samples; from += sampled.block) {
    const count = Math.min(sampled.block, sampling.samples - from)
    for (const [leaf, column] of columns) sampled.set(leaf, column, from, count)
    sampled.compute(count)
    results.set(sampled.result(count), from)
  }
  return results
}
