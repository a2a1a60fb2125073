/** Characters of a value that are shown again. */
export const LONGEST_SHOWN = 200

/** Faults that one error names; the rest it counts. */
export const MOST_FAULTS = 20

/** What stands for a list or an object that is not shown. */
const TOO_LONG = '(too long to show)'

/** A text of at most 200 characters, cut where it was longer: `"aaaa…"`. */
export function shownText(text: string, most = LONGEST_SHOWN): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/**
 * What was sent, as an error shows it again: texts are cut at 200 characters, and a list or an object whose JSON is longer is
 * not shown at all. A value may be nested deeper than the stack of calls that would write it, so it is measured first.
 *
 * Example: `shownValue({ a: [1, 2] })` is `{ a: [1, 2] }`.
 */
export function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value)
  if (value === null || typeof value !== 'object') return value
  return room(value, LONGEST_SHOWN) < 0 || JSON.stringify(value).length > LONGEST_SHOWN ? TOO_LONG : value
}

/** What is left of so many characters when the least that a value takes is taken away; negative: too long. */
function room(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length
  if (value === null || typeof value !== 'object') return left - 1
  let rest = left - 2
  for (const key in value) {
    if (rest < 0) return rest
    rest = room((value as Record<string, unknown>)[key], rest - 1)
  }
  return rest
}
