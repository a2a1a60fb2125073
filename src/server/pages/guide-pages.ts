import { readdirSync } from 'node:fs'
import type { Page } from './site-page.ts'

/** `/guide`, and a page below it for each other file of `docs/`. */
export function guidePages(hasEditor: boolean): ReadonlyMap<string, () => Promise<Page>> {
  const documents = readdirSync(new URL('../../../docs/', import.meta.url))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
  const page = async (name: string) => (await import('./guide-page.ts')).guidePage(name, documents, hasEditor)
  return new Map(documents.map((name) => [name === 'README' ? '/guide' : `/guide/${name}`, () => page(name)]))
}
