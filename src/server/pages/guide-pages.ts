import { readdirSync } from 'node:fs'
import type { Page } from './site-page.ts'

/** `/guide`, a page below it for each other file of `docs/`, and what its search reads. */
export function guidePages(hasEditor: boolean): ReadonlyMap<string, () => Promise<Page>> {
  const documents = readdirSync(new URL('../../../docs/', import.meta.url))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
  const page = async (name: string) => (await import('./guide-page.ts')).guidePage(name, documents, hasEditor)
  const pages = documents.map((name) => [name === 'README' ? '/guide' : `/guide/${name}`, () => page(name)] as const)
  const search = async () => (await import('./guide-search.ts')).guideSearchPage(documents)
  return new Map([...pages, ['/guide/search.json', search]])
}
