import { readFileSync } from 'node:fs'
import type { Page } from './page.ts'
import { sitePage } from './site-page.ts'

/** What browsers get for an address without a page. */
export function notFoundPage(hasEditor: boolean): Page {
  return sitePage({
    path: '',
    title: 'Not found · impactql',
    description: 'There is no page at this address.',
    content: `<h1>There is no page here</h1>
<p class="intro">The address may be mistyped, or the page may have moved.</p>
<p><a href="/explorer">Compare equipment in the explorer</a>, or go <a href="/">to the first page</a>.</p>`,
    style: readFileSync(new URL('text.css', import.meta.url), 'utf8'),
    hasEditor,
  })
}
