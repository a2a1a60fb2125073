import { readFileSync } from 'node:fs'
import { marked } from 'marked'
import { REPOSITORY } from './repository.ts'
import { builtScript, chartStyle, type Page, sitePage } from './site-page.ts'

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
    .replace(/<table>.*?<\/table>/gs, forPhones)
    // As part of the page, a drawing shows the values of its marks.
    .replace(/<p><img src="([\w-]+\.svg)"[^>]*><\/p>/g, (_, drawing) => {
      const svg = readDocument(drawing).replace('<svg ', '<svg class="drawing" tabindex="0" ')
      return `<figure class="picture"><div class="scroller">${svg}</div></figure>`
    })
  const text = folded === undefined ? whole : withFolds(whole, folded)
  const ownStyle = readFileSync(new URL('text.css', import.meta.url), 'utf8')
  const style = text.includes('<figure ') ? [chartStyle(), ownStyle].join('\n') : ownStyle
  const script = builtScript('guide/guide.ts')
  const contents = after === '' ? contentsOf(text) : ''
  const written = `${script === undefined ? '' : SEARCH}${text}${after}`
  const content = contents === '' ? written : `<div class="reading">\n${contents}\n<div>\n${written}</div>\n</div>`
  return sitePage({ path, title: `${title} · impactql`, description, content, style, hasEditor, script })
}

/** Columns of a table that a phone shows as it is. */
const MOST_ON_PHONE = 3

/** With more columns than this, a table is for comparing its rows: they stay below each other, and scroll. */
const MOST_IN_CARDS = 5

/** Characters of a row that a phone shows as a card, on average. */
const LONG_ROW = 70

/** A table that a phone can show: its rows become cards, or it scrolls. */
function forPhones(table: string): string {
  const heads = [...table.matchAll(/<th\b[^>]*>(.*?)<\/th>/gs)].map(([, head = '']) => wordsOf(head))
  if (heads.length <= MOST_ON_PHONE) return table
  const [, ...rows] = table.split('<tr>').map((row) => wordsOf(row).length)
  const longRow = rows.reduce((sum, length) => sum + length, 0) / rows.length
  if (heads.length > MOST_IN_CARDS || longRow < LONG_ROW) {
    const wide = heads.length > MOST_IN_CARDS ? table.replace('<table>', '<table class="wide">') : table
    return `<div class="scroller" role="group" aria-label="Table" tabindex="0">${wide}</div>`
  }
  let cell = 0
  return table
    .replace('<table>', '<table class="cards">')
    .replace(/<td\b/g, (start) => `${start} data-head="${heads[cell++ % heads.length]}"`)
}

/** The words of a piece of HTML, on one line. */
function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Fewer sections than this need no list of them. */
const FEWEST_LISTED = 3

/** The list of the sections of a text, which stands beside it where there is room. */
function contentsOf(text: string): string {
  const sections = [...text.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/g)]
  if (sections.length < FEWEST_LISTED) return ''
  const links = sections.map(([, id, title]) => `<li><a href="#${id}">${title}</a></li>`)
  return `<nav aria-label="On this page">
<details class="contents">
<summary>On this page</summary>
<ul>
${links.join('\n')}
</ul>
</details>
</nav>`
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
<label for="guide-query">Search the guide</label>
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
