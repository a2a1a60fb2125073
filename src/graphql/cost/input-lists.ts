/** What a value has in lists, however deep. */
export interface InputLists {
  /** Items of all lists. */
  readonly total: number
  /** Items of the longest. */
  readonly longest: number
  /** Items of the longest that is inside of the value; where the value is a list, inside of one of its items. */
  readonly inside: number
}

/** Lists and objects in each other. Inputs of the schema need less than ten. */
export const MOST_LEVELS = 100

export const NO_LISTS: InputLists = { total: 0, longest: 0, inside: 0 }

/** Counts the lists of a value that was read from JSON; undefined where more are in each other than may be. */
export function countLists(value: unknown): InputLists | undefined {
  if (!isObject(value)) return NO_LISTS
  const counted = { total: 0, longest: 0, inside: 0 }
  return count(value, counted, 0) ? counted : undefined
}

interface Counted {
  total: number
  longest: number
  inside: number
}

/** Whether all of a value could be counted. */
function count(value: object, counted: Counted, level: number): boolean {
  if (level >= MOST_LEVELS) return false
  if (Array.isArray(value)) {
    const { length } = value
    counted.total += length
    if (length > counted.longest) counted.longest = length
    if (level > 0 && length > counted.inside) counted.inside = length
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
