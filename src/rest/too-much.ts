import type { Fault } from '../input/fault.ts'
import { MOST_INTERVALS } from '../input/rest/v2-body.ts'

/** Levels of nested lists and objects: no input of the schema has as many. */
const MOST_LEVELS = 30

const TOO_DEEP: Fault = {
  path: ['body'],
  message: `expected at most ${MOST_LEVELS} levels of lists and objects`,
  code: 'INVALID_VALUE',
}

/**
 * What a body has more of than any may have: levels, or entries of a list; undefined where it is within these bounds. To be
 * asked before its schema is: that would make a fault of each of half a million entries, and take half a second for it.
 *
 * @example
 * tooMuch({ intervals: Array(20_000).fill({}) }) // { path: ['body', 'intervals'], message: 'expected at most 10000 entries', ... }
 */
export function tooMuch(body: unknown): Fault | undefined {
  const path: (string | number)[] = ['body']
  if (isWithin(body, MOST_LEVELS, path)) return undefined
  if (path.length > MOST_LEVELS) return TOO_DEEP
  return { path, message: `expected at most ${MOST_INTERVALS} entries`, code: 'TOO_BIG' }
}

/** Where it is not, `path` is left at the place. */
function isWithin(value: unknown, levels: number, path: (string | number)[]): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (Array.isArray(value)) {
    if (value.length > MOST_INTERVALS) return false
    for (let index = 0; index < value.length; index++)
      if (!isEntryWithin(value[index], index, levels, path)) return false
    return true
  }
  for (const key in value) {
    if (!isEntryWithin((value as Readonly<Record<string, unknown>>)[key], key, levels, path)) return false
  }
  return true
}

function isEntryWithin(value: unknown, place: string | number, levels: number, path: (string | number)[]): boolean {
  if (typeof value !== 'object' || value === null) return true
  path.push(place)
  if (!isWithin(value, levels - 1, path)) return false
  path.pop()
  return true
}
