import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { builtScript, escapeHtml, type Page, sitePage } from './site-page.ts'

/** A source of the tables; unknown fields are empty. */
interface Source {
  readonly key: string
  readonly title: string
  readonly publisher: string
  readonly url: string
  readonly licence: string
  readonly note: string
  readonly year?: string
}

const DATA = fileURLToPath(new URL('../../../data/', import.meta.url))

/** The sources of the built-in tables and their later releases, each key once. */
export function readSources(): readonly Source[] {
  const files = globSync(['sources.csv', '*/sources.csv', '*/*/sources.csv'], { cwd: DATA }).toSorted()
  const sources = files.flatMap((file) =>
    parse<Source>(readFileSync(`${DATA}${file}`, 'utf8'), { columns: true, comment: '#', comment_no_infix: true }),
  )
  return [...new Map(sources.map((source) => [source.key, source])).values()]
}

interface SourcesPage {
  readonly release: string
  readonly hasEditor: boolean
}

/** Every source of figures: title, year, publisher, terms, and address. */
export function sourcesPage({ release, hasEditor }: SourcesPage): Page {
  const rows = readSources()
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
    .map(({ title, publisher, url, licence, note, year: stated }) => {
      const name =
        url === '' ? escapeHtml(title) : `<a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(title)}</a>`
      const about = note === '' ? '' : `<br><span class="note">${escapeHtml(note)}</span>`
      const year = stated || (yearIn(title) ?? yearIn(note) ?? '–')
      return `<tr><th scope="row">${name}${about}</th><td class="year">${year}</td><td>${escapeHtml(publisher)}</td><td>${escapeHtml(licence)}</td></tr>`
    })
  const content = `<h1>Sources</h1>
<p class="intro">Every figure names its public source. This table lists the sources that more than one figure of data release <code>${escapeHtml(release)}</code> uses.</p>
<form id="source-search" role="search" hidden>
<label for="source-filter">Show sources with these words</label>
<input id="source-filter" type="search" autocomplete="off" spellcheck="false">
<output for="source-filter"></output>
</form>
<table class="source-table">
<thead><tr><th scope="col">Title</th><th scope="col">Year</th><th scope="col">Publisher</th><th scope="col">Terms</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`
  return sitePage({
    path: '/sources',
    title: 'Sources · impactql',
    description: 'Public sources of the figures: title, year, publisher and address.',
    content,
    style: readFileSync(new URL('text.css', import.meta.url), 'utf8'),
    hasEditor,
    script: builtScript('guide/guide.ts'),
  })
}

/** The last year in a text. */
function yearIn(text: string): string | undefined {
  return text.match(/\b(19|20)\d\d\b/g)?.at(-1)
}
