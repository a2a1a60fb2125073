import { readFileSync } from 'node:fs'
import { marked } from 'marked'
import { type Page, sitePage } from './site-page.ts'

interface TextPage {
  readonly path: string
  readonly title: string
  readonly description: string
  /** The file in `docs/` that the page shows. */
  readonly file: string
  readonly hasEditor: boolean
}

/** A page that shows a Markdown file of `docs/`; links to other files there lead to their pages. */
export function textPage({ path, title, description, file, hasEditor }: TextPage): Page {
  const markdown = readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')
  const content = marked
    .parse(markdown, { async: false })
    .replace(/href="(?:\.\/)?(methodology|glossary|calibration)\.md(#[^"]*)?"/g, 'href="/$1$2"')
    .replace(/<h([23])>(.*?)<\/h\1>/g, (_, level, text) => `<h${level} id="${idOf(text)}">${text}</h${level}>`)
  const style = readFileSync(new URL('text.css', import.meta.url), 'utf8')
  return sitePage({ path, title: `${title} · impactql`, description, content, style, hasEditor })
}

/** `2. Making a thing` is `2-making-a-thing`. */
function idOf(heading: string): string {
  const text = heading.replace(/<[^>]+>|&[a-z]+;/g, '').toLowerCase()
  return text.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}
