import { Estimate } from '../figures/range.ts'
import type { Graph } from './graph.ts'

/** A graph evaluated again, with some leaves replaced by their ids. All other inputs stay as they are. */
export function whatIf({ nodes }: Graph, overrides: ReadonlyMap<string, Estimate>): Estimate {
  const results: Estimate[] = []
  for (const node of nodes) {
    if ('id' in node) results.push(overrides.get(node.id) ?? node.quantity)
    else results.push(node.formula.of(...node.operands.map((place) => results[place] as Estimate)))
  }
  return results.at(-1) ?? new Estimate(0, 0, 0)
}
