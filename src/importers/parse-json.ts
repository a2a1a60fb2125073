/** Deeper than any asset, plan or list of hardware is. */
const MOST_LEVELS = 200

/** A JSON text as a value, or why it is none. What is nested beyond 200 levels is refused, so that nothing that walks it overflows. */
export function parseJson(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    if (isTooDeep(text)) return { fault: `more than ${MOST_LEVELS} levels of JSON` }
    return { value: JSON.parse(text) }
  } catch (error) {
    return { fault: `no JSON: ${(error as Error).message.slice(0, 200)}` }
  }
}

/** Whether brackets outside of strings are nested too deep. */
function isTooDeep(text: string): boolean {
  let level = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isText) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (code === BRACE || code === BRACKET) {
      level++
      if (level > MOST_LEVELS) return true
    } else if (code === BRACE_END || code === BRACKET_END) level--
  }
  return false
}

const QUOTE = 34
const BACKSLASH = 92
const BRACKET = 91
const BRACKET_END = 93
const BRACE = 123
const BRACE_END = 125
