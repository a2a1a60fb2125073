/** Lists in a value, however deep. */
export interface ListItems {
  /** Items of all lists. */
  total: number
  /** Items of the longest. */
  longest: number
}

/** Counts the items of lists in the variables of a request. Values are JSON, so they have an end. */
export function countListItems(value: unknown, counted: ListItems = { total: 0, longest: 0 }): ListItems {
  if (value === null || typeof value !== 'object') return counted
  if (Array.isArray(value)) {
    counted.total += value.length
    if (value.length > counted.longest) counted.longest = value.length
    for (const each of value) if (typeof each === 'object') countListItems(each, counted)
    return counted
  }
  for (const key in value) {
    const each = (value as Record<string, unknown>)[key]
    if (typeof each === 'object') countListItems(each, counted)
  }
  return counted
}
