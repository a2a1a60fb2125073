import { readFileSync } from 'node:fs'
import type { Page, Pages } from './page.ts'
import { docsPages } from './pages/docs-page.ts'
import { explorerPages } from './pages/explorer-pages.ts'
import type { PageOptions } from './pages/page-options.ts'

/** The pages of the service; what a page needs is imported when it is first asked for. */
export function createPages(options: PageOptions): Pages {
  return new Map<string, () => Page | Promise<Page>>([
    ['/', async () => (await import('./pages/home-page.ts')).homePage(options)],
    [
      '/favicon.svg',
      () => ({ contentType: 'image/svg+xml', body: readFileSync(new URL('pages/favicon.svg', import.meta.url)) }),
    ],
    ['/openapi.json', async () => (await import('./pages/openapi-page.ts')).openapiPage(options)],
    ...docsPages(options),
    ...explorerPages(),
  ])
}
