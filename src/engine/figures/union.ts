const NOTHING: readonly string[] = Object.freeze([])

/** Each text of all lists once, in the order of first appearance. */
export function union(...lists: readonly (readonly string[] | undefined)[]): readonly string[] {
  const all = lists.filter((list): list is readonly string[] => list !== undefined && list.length > 0)
  if (all.length === 0) return NOTHING
  if (all.length === 1) return all[0] as readonly string[]
  return [...new Set(all.flat())]
}
