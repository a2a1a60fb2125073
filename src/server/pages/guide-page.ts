import { marked } from 'marked'
import type { Page } from './site-page.ts'
import { idOf, pathOfDocument, readDocument, textPage } from './text-page.ts'

/** The page of a file of `docs/`. The page of README.md lists the sections of all `documents`. */
export function guidePage(name: string, documents: readonly string[], hasEditor: boolean): Page {
  const file = `${name}.md`
  const { title } = outlineOf(file)
  const after = name === 'README' ? sectionsOf(documents.filter((each) => each !== name)) : ''
  const description = name === 'README' ? 'Find the page of impactql for your task.' : `Guide to impactql: ${title}.`
  return textPage({ path: pathOfDocument(name), title, description, file, hasEditor, after })
}

interface Outline {
  readonly title: string
  /** The headings below the title, as HTML. */
  readonly sections: readonly string[]
}

function outlineOf(file: string): Outline {
  const headings = marked.lexer(readDocument(file)).flatMap((token) => (token.type === 'heading' ? [token] : []))
  const [title = '', ...sections] = headings.map(({ text }) => marked.parseInline(text, { async: false }))
  return { title, sections }
}

/** What changes the project itself stands last. */
const FOR_MAINTAINERS = new Set(['architecture', 'performance', 'recorded-answers', 'releasing', 'schema', 'writing'])

function sectionsOf(documents: readonly string[]): string {
  const last = documents.filter((name) => FOR_MAINTAINERS.has(name))
  const pages = [...documents.filter((name) => !FOR_MAINTAINERS.has(name)), ...last].map((name) => {
    const { title, sections } = outlineOf(`${name}.md`)
    const path = pathOfDocument(name)
    const links = sections.map((section) => `<li><a href="${path}#${idOf(section)}">${section}</a></li>`)
    return `<section>\n<h3><a href="${path}">${title}</a></h3>\n<ul>\n${links.join('\n')}\n</ul>\n</section>`
  })
  return `<h2 id="all-sections">All sections</h2>\n<div class="section-index">\n${pages.join('\n')}\n</div>`
}
