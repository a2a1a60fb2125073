import type { PartFigures } from './part-figures.ts'

/** Names of the parts of all subjects, those that count most first: the same order for all, to compare. */
export function partOrder(parts: readonly PartFigures[]): readonly string[] {
  const sizes = new Map<string, number>()
  for (const { name, embedded, use } of parts) {
    sizes.set(name, (sizes.get(name) ?? 0) + (embedded?.value ?? 0) + (use?.value ?? 0))
  }
  return [...sizes].toSorted(([, one], [, other]) => other - one).map(([name]) => name)
}
