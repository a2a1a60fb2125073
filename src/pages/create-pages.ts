import { readFileSync } from 'node:fs'
import { filePages } from './file-pages.ts'
import type { Page, Pages } from './page.ts'
import type { PageOptions } from './page-options.ts'

/** The pages of the service; what a page needs is imported when it is first asked for. */
export function createPages(options: PageOptions): Pages {
  const { hasEditor } = options
  const text = async () => (await import('./text-page.ts')).textPage
  const made = new Map<string, () => Page | Promise<Page>>([
    ['/', async () => (await import('./home-page.ts')).homePage(options)],
    [
      '/methodology',
      async () =>
        (await text())({
          path: '/methodology',
          title: 'Methodology',
          description: 'How the figures are made: formulas, assumptions, bounds.',
          file: 'methodology.md',
          hasEditor,
        }),
    ],
    [
      '/glossary',
      async () =>
        (await text())({
          path: '/glossary',
          title: 'Glossary',
          description: 'What the words and units mean.',
          file: 'glossary.md',
          hasEditor,
        }),
    ],
    ['/sources', async () => (await import('./sources-page.ts')).sourcesPage({ release: options.release, hasEditor })],
    [
      '/favicon.svg',
      () => ({ contentType: 'image/svg+xml', body: readFileSync(new URL('favicon.svg', import.meta.url)) }),
    ],
    [
      '/schema.graphql',
      () => ({
        contentType: 'application/graphql; charset=utf-8',
        body: readFileSync(new URL('../../schema/schema.graphql', import.meta.url)),
      }),
    ],
    ['/openapi.json', async () => (await import('./openapi-page.ts')).openapiPage(options)],
  ])
  if (!options.hasSchema) made.delete('/schema.graphql')
  const files = filePages(options)
  return { has: (path) => made.has(path) || files.has(path), get: (path) => made.get(path) ?? files.get(path) }
}
