/** Lists in a value, however deep. */
export interface ListItems {
  /** Items of all lists. */
  total: number
  /** Items of the longest. */
  longest: number
}

/** Lists and objects in each other. Inputs of the schema need less than ten. */
export const MOST_LEVELS = 100

/** Counts the items of lists in the variables of a request; undefined where there are more levels of them than may be. */
export function countListItems(variables: Readonly<Record<string, unknown>>): ListItems | undefined {
  const counted: ListItems = { total: 0, longest: 0 }
  return count(variables, counted, 0) ? counted : undefined
}

/** Says whether all of a value could be counted. */
function count(value: object, counted: ListItems, level: number): boolean {
  if (level > MOST_LEVELS) return false
  if (Array.isArray(value)) {
    counted.total += value.length
    if (value.length > counted.longest) counted.longest = value.length
    for (const each of value) if (isObject(each) && !count(each, counted, level + 1)) return false
    return true
  }
  for (const key in value) {
    const each = (value as Readonly<Record<string, unknown>>)[key]
    if (isObject(each) && !count(each, counted, level + 1)) return false
  }
  return true
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
