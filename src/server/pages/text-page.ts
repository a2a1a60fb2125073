import { readFileSync } from 'node:fs'
import { marked } from 'marked'
import { REPOSITORY } from './repository.ts'
import { builtScript, type Page, sitePage } from './site-page.ts'

interface TextPage {
  readonly path: string
  readonly title: string
  readonly description: string
  /** The file in `docs/` to show. */
  readonly file: string
  readonly hasEditor: boolean
  /** HTML after the text. */
  readonly after?: string
  /** Sections below headings that begin so are folded, except the first one. */
  readonly folded?: string
}

/** Files of `docs/` with a short path: `/methodology`. The others are below `/guide`. */
const SHORT = new Set(['methodology', 'glossary', 'calibration'])

/** The path of the page for a file of `docs/`: `/guide/recipes` for `recipes.md`. */
export function pathOfDocument(name: string): string {
  if (name === 'README') return '/guide'
  return SHORT.has(name) ? `/${name}` : `/guide/${name}`
}

/** The Markdown of a file of `docs/`. */
export function readDocument(file: string): string {
  return readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')
}

/**
 * A page with a Markdown file of `docs/`, and a search over all of them. Links to other files there lead to their
 * pages, others to the repository.
 */
export function textPage({ path, title, description, file, hasEditor, after = '', folded }: TextPage): Page {
  const whole = marked
    .parse(readDocument(file), { async: false })
    .replace(
      /href="(?!\w+:|[#/])([^"#]*)(#[^"]*)?"/g,
      (_, target, anchor = '') => `href="${addressOf(target)}${anchor}"`,
    )
    .replace(/<p><strong>(.*?)<\/strong>/g, (all, term) => all.replace('<p>', `<p id="${idOf(term)}">`))
    .replace(/<h([23])>(.*?)<\/h\1>/g, (_, level, heading) => `<h${level} id="${idOf(heading)}">${heading}</h${level}>`)
    .replace(/<table>(?=\s*<thead>\s*<tr>(\s*<th[^>]*>[^<]*<\/th>){6,})/g, '<table class="wide">')
    // On a phone, a table of many columns scrolls.
    .replace(
      /<table[^>]*>\s*<thead>\s*<tr>(?:\s*<th[^>]*>[^<]*<\/th>){4,}.*?<\/table>/gs,
      (table) => `<div class="scroller" role="group" aria-label="Table" tabindex="0">${table}</div>`,
    )
    // As part of the page, a drawing shows the values of its marks.
    .replace(/<img src="([\w-]+\.svg)"[^>]*>/g, (_, drawing) =>
      readDocument(drawing).replace('<svg ', '<svg class="drawing" tabindex="0" '),
    )
  const text = folded === undefined ? whole : withFolds(whole, folded)
  const style = readFileSync(new URL('text.css', import.meta.url), 'utf8')
  const script = builtScript('guide/guide.ts')
  const content = `${script === undefined ? '' : SEARCH}${text}${after}`
  return sitePage({ path, title: `${title} · impactql`, description, content, style, hasEditor, script })
}

/** A page with its sections of a kind folded, but for the first. */
function withFolds(text: string, heading: string): string {
  const [before = '', ...sections] = text.split(/(?=<h2 )/)
  const isOfKind = (section: string) => section.slice(section.indexOf('>') + 1).startsWith(heading)
  const first = sections.findIndex(isOfKind)
  const written = sections.map((section, at) => {
    if (at <= first || !isOfKind(section)) return section
    const end = section.indexOf('</h2>') + '</h2>'.length
    return `<details><summary>${section.slice(0, end)}</summary>${section.slice(end)}</details>`
  })
  return before + written.join('')
}

/** Finds sections of all documents; hidden until its script runs. */
const SEARCH = `<form id="guide-search" role="search" hidden>
<label for="guide-query">Search the documentation</label>
<input id="guide-query" type="search" autocomplete="off" spellcheck="false">
<output for="guide-query"></output>
<ol></ol>
</form>
`

function addressOf(target: string): string {
  const [, name] = /^(?:\.\/)?([\w-]+)\.md$/.exec(target) ?? []
  return name === undefined ? `${REPOSITORY}/blob/main/${target.replace(/^\.\.\//, '')}` : pathOfDocument(name)
}

/** `2. Making a thing` is `2-making-a-thing`. */
export function idOf(heading: string): string {
  const text = heading.replace(/<[^>]+>|&[a-z]+;/g, '').toLowerCase()
  return text.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}
