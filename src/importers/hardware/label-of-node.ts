import { textAt } from '../json-at.ts'

/** The first of some labels that a node of Kubernetes has; undefined if it has none of them. */
export function labelOf(node: unknown, keys: readonly string[]): string | undefined {
  return keys.map((key) => textAt(node, 'metadata', 'labels', key)).find((each) => each !== undefined)
}
