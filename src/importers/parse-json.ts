/** Deeper than any asset, plan or list of hardware is. */
export const MOST_LEVELS = 200
/** An empty object takes three characters in a text, and twenty times as much in memory. */
const MOST_GROUPS = 1_000_000

/**
 * A JSON text as a value, or why it is none. What is nested beyond 200 levels is refused, so
 * that nothing that walks it overflows, and so is what has more than a million objects and lists.
 */
export function parseJson(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    const { levels, groups } = bracketsOf(text)
    if (levels > MOST_LEVELS) return { fault: `more than ${MOST_LEVELS} levels of JSON` }
    if (groups > MOST_GROUPS) return { fault: `JSON of more than ${MOST_GROUPS} objects and lists` }
    return { value: JSON.parse(text) }
  } catch (error) {
    return { fault: `no JSON: ${(error as Error).message.slice(0, 200)}` }
  }
}

/** How deep brackets outside of strings are nested, and how many there are, as far as either may go. */
function bracketsOf(text: string): { readonly levels: number; readonly groups: number } {
  let [level, levels, groups] = [0, 0, 0]
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isText) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (code === BRACE || code === BRACKET) {
      groups++
      levels = Math.max(levels, ++level)
      if (levels > MOST_LEVELS || groups > MOST_GROUPS) break
    } else if (code === BRACE_END || code === BRACKET_END) level--
  }
  return { levels, groups }
}

const QUOTE = 34
const BACKSLASH = 92
const BRACKET = 91
const BRACKET_END = 93
const BRACE = 123
const BRACE_END = 125
