import { type MarkedToken, marked, type Token } from 'marked'
import type { Page } from './site-page.ts'
import { idOf, pathOfDocument, readDocument } from './text-page.ts'

/** A section of the documentation with its words, which the search in the browser reads. */
export interface GuideSection {
  /** `/guide/recipes#one-asset` */
  readonly path: string
  /** Title of its page. */
  readonly page: string
  readonly title: string
  readonly text: string
}

/** All sections of the documents, as JSON. The browser loads them on the first search. */
export function guideSearchPage(documents: readonly string[]): Page {
  return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(documents.flatMap(sectionsOf)) }
}

function sectionsOf(name: string): readonly GuideSection[] {
  const sections: { path: string; title: string; texts: string[] }[] = []
  for (const token of marked.lexer(readDocument(`${name}.md`))) {
    if (token.type === 'heading' && token.depth <= 3) {
      const title = textOf(token)
      const anchor = token.depth === 1 ? '' : `#${idOf(marked.parseInline(token.text, { async: false }))}`
      sections.push({ path: `${pathOfDocument(name)}${anchor}`, title, texts: [] })
    } else sections.at(-1)?.texts.push(textOf(token))
  }
  const page = sections[0]?.title ?? name
  return sections.map(({ path, title, texts }) => ({
    path,
    page,
    title,
    text: texts.join(' ').replace(/\s+/g, ' ').trim(),
  }))
}

function textOf(token: Token): string {
  const known = token as MarkedToken
  if (known.type === 'html') return ''
  if (known.type === 'list') return known.items.map(textOf).join(' ')
  if (known.type === 'table')
    return [known.header, ...known.rows]
      .flat()
      .flatMap(({ tokens }) => tokens.map(textOf))
      .join(' ')
  if ('tokens' in known && known.tokens !== undefined) return known.tokens.map(textOf).join('')
  return 'text' in known ? known.text : ' '
}
