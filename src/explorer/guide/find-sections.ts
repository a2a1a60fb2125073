import MiniSearch from 'minisearch'
import type { GuideSection } from '../../server/pages/guide-search.ts'

/** Characters around the first match in an excerpt. */
const BEFORE = 50
const EXCERPT = 180

/** A section that matches, with a part of its text. */
export interface FoundSection extends GuideSection {
  readonly excerpt: string
}

/** Finds sections by words or by how they start. Create it once, since it splits every text. */
export class SectionFinder {
  readonly #index = new MiniSearch<GuideSection>({
    idField: 'path',
    fields: ['title', 'page', 'text'],
    storeFields: ['path', 'page', 'title', 'text'],
    tokenize: wordsOf,
    searchOptions: { prefix: true, boost: { title: 3, page: 2 } },
  })

  constructor(sections: readonly GuideSection[]) {
    this.#index.addAll(sections)
  }

  /** The best sections first. A section may lack one word of the query. */
  find(query: string, most: number): readonly FoundSection[] {
    const least = new Set(wordsOf(query)).size - 1
    return this.#index
      .search(query, { filter: ({ queryTerms }) => queryTerms.length >= least })
      .slice(0, most)
      .map(({ path, page, title, text, terms }) => ({ path, page, title, text, excerpt: excerptOf(text, terms) }))
  }
}

/** Lower-case words without accents. Unlike by default, symbols such as `=` and `$` part words too. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function excerptOf(text: string, terms: readonly string[]): string {
  const plain = text.toLowerCase()
  const at = Math.min(...terms.map((term) => plain.indexOf(term)).filter((place) => place >= 0), plain.length)
  const from = at === plain.length ? 0 : Math.max(0, plain.lastIndexOf(' ', Math.max(0, at - BEFORE)))
  const part = text.slice(from, from + EXCERPT).trim()
  return `${from > 0 ? '… ' : ''}${part}${from + EXCERPT < text.length ? ' …' : ''}`
}
