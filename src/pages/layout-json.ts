/** Objects and lists without others in them stay on one line up to this many characters. */
const LONGEST_LINE = 60

/** An object or a list without others in it, or another sign outside of texts. */
const PARTS = /"(?:[^"\\]|\\.)*"|[{[](?:[^{}[\]"]|"(?:[^"\\]|\\.)*")*[}\]]|[{}[\],:]/g

/**
 * JSON text laid out to be read: small objects on one line, others with a member a line. Numbers stay as they are written,
 * `900.0` too.
 */
export function layoutJson(compact: string): string {
  let depth = 0
  const newLine = () => `\n${'  '.repeat(depth)}`
  return compact.replace(PARTS, (part) => {
    if (part === ':') return ': '
    if (part === ',') return `,${newLine()}`
    if (part === '{' || part === '[') {
      depth++
      return part + newLine()
    }
    if (part === '}' || part === ']') {
      depth--
      return newLine() + part
    }
    if (part.startsWith('"')) return part
    const line = onOneLine(part)
    if (line.length + 2 * depth <= LONGEST_LINE) return line
    depth++
    const members = onOneLine(part).slice(1, -1).trim()
    const inner = newLine() + members.replace(/("(?:[^"\\]|\\.)*")|, /g, (_, text) => text ?? `,${newLine()}`)
    depth--
    return part[0] + inner + newLine() + part.at(-1)
  })
}

/** `{ "value": 8, "min": 4.64 }` */
function onOneLine(part: string): string {
  const spaced = part.replace(/("(?:[^"\\]|\\.)*")|([:,])/g, (_, text, sign) => text ?? `${sign} `)
  return part.startsWith('{') && part !== '{}' ? `{ ${spaced.slice(1, -1)} }` : spaced
}
