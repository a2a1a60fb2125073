/** Deeper than any asset, plan or list of hardware. */
export const MOST_LEVELS = 200
/** An empty object takes three characters of text, but twenty times as much memory. */
const MOST_GROUPS = 1_000_000

/**
 * Parses JSON, or says why it cannot. More than 200 levels are refused, so that later walks do not overflow the stack;
 * so are more than a million objects and lists.
 */
export function parseJson(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    const { levels, groups } = bracketsOf(text)
    if (levels > MOST_LEVELS) return { fault: `JSON with more than ${MOST_LEVELS} levels` }
    if (groups > MOST_GROUPS) return { fault: `JSON with more than ${MOST_GROUPS} objects and lists` }
    return { value: JSON.parse(text) }
  } catch (error) {
    return { fault: `not JSON: ${(error as Error).message.slice(0, 200)}` }
  }
}

/** The nesting and the number of brackets outside strings, up to the limits. */
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
