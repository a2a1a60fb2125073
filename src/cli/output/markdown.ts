import { inLine } from './style.ts'

/**
 * Text from a file as Markdown that shows it as it is. It is a code span, because GitHub and GitLab look for mentions,
 * references, links and emoji in all other text, even in escaped characters. A backtick would end the code span, and a
 * pipe the cell of a table, so these two stand outside of it, as entities. A character becomes up to six, and a text
 * above `most` characters ends with an ellipsis: GitHub refuses comments above 65,536 characters.
 */
export function asCode(text: string, most = 100): string {
  const characters = Array.from(text.slice(0, 2 * most + 2))
  const cut = characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
  return inLine(cut).replace(/[`|]|[^`|]+/g, (part) => ENTITIES[part] ?? `\`${padded(part)}\``)
}

const ENTITIES: Readonly<Record<string, string>> = { '`': '&#96;', '|': '&#124;' }

/** Markdown removes a space at both ends of a code span, unless it has only spaces. */
function padded(text: string): string {
  return text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text) ? ` ${text} ` : text
}
