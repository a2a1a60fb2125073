import { readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { parseSync } from 'rolldown/utils'

/** A node of a syntax tree. */
type Syntax = Readonly<Record<string, unknown>>

/** SQL, style sheets, queries, scripts and patterns are for programs, and so are lists of words. */
const CODE =
  /\b(?:SELECT|CREATE|INSERT|UPDATE|DELETE|WHERE|CASE|FORMAT|PRAGMA)\b|[{}]\s|=>|\$\d|\\\w|^(?:[^,]{1,40}, ){9}/

/**
 * Every text of three words or more in the code of a file: strings, templates and what stands between tags, since each
 * of them may reach a user. What a template inserts is `value`.
 */
export function sourceTexts(file: string): readonly string[] {
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  return textsIn(parseAst(readFileSync(file, 'utf8'), { lang }, file))
    .flatMap((text) => text.replace(/<\/?(?:a|code)\b[^>]*>|&\w+;|`/g, '').split(/<[^>]*>|\n\s*(?:\n|- )/))
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /\w+ \w+ \w+/.test(text) && !CODE.test(text))
}

function textsIn(syntax: unknown): readonly string[] {
  if (Array.isArray(syntax)) return syntax.flatMap(textsIn)
  if (typeof syntax !== 'object' || syntax === null) return []
  const text = textOf(syntax as Syntax)
  return text === undefined
    ? Object.values(syntax).flatMap(textsIn)
    : [text, ...textsIn((syntax as Syntax).expressions)]
}

/** A string, a template, or strings that are added up. */
function textOf({ type, value, quasis, operator, left, right }: Syntax): string | undefined {
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return value
  if (type === 'TemplateLiteral')
    return (quasis as readonly { readonly value: { readonly raw: string } }[])
      .map((part) => part.value.raw)
      .join('value')
  if (type !== 'BinaryExpression' || operator !== '+') return undefined
  const parts = [textOf(left as Syntax), textOf(right as Syntax)]
  return parts.every((part) => part === undefined) ? undefined : parts.map((part) => part ?? 'value').join('')
}

/** Directives, which tools read. */
const DIRECTIVE = /^\s*(?:biome-ignore|@ts-|[@#]__|!?\/usr)/

/** The paragraphs and list items of the comments in a file. Code counts as one word, and examples are left out. */
export function commentsIn(file: string): readonly string[] {
  const code = readFileSync(file, 'utf8')
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  const texts: string[] = []
  let end = 0
  for (const comment of parseSync(file, code, { lang }).comments) {
    if (DIRECTIVE.test(comment.value)) continue
    // Consecutive lines are one text.
    if (comment.type === 'Line' && texts.length > 0 && /^\n *$/.test(code.slice(end, comment.start)))
      texts.push(`${texts.pop()}\n${comment.value}`)
    else texts.push(comment.value.replace(/^\*/, ''))
    end = comment.end
  }
  return texts.flatMap((text) =>
    text
      .replace(/^ *\* ?/gm, '')
      .replace(/@example.*/s, '')
      .replace(/`[^`]*`/g, 'Code')
      .split(/\n *\n|\n *(?:- |\d\. )/)
      .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim()),
  )
}
