import type { GuideSection } from '../../server/pages/guide-search.ts'

/** Weight of a word by where it is, relative to one in the text. */
const IN_TITLE = 6
const IN_PAGE = 3

/** A word that only starts with a searched one counts this much of it. */
const AS_PREFIX = 0.6

/** Characters around the first match in an excerpt. */
const BEFORE = 50
const EXCERPT = 180

/** A section that matches, with a part of its text. */
export interface FoundSection extends GuideSection {
  readonly excerpt: string
}

/** Finds sections by words; the last word of a query may be unfinished. Create it once, since it splits every text. */
export class SectionFinder {
  readonly #sections: readonly { readonly section: GuideSection; readonly words: ReadonlyMap<string, number> }[]

  constructor(sections: readonly GuideSection[]) {
    this.#sections = sections.map((section) => ({ section, words: weightsOf(section) }))
  }

  /** Sections with the most words of a query first, then by how often and where they have them. Rare words count more. */
  find(query: string, most: number): readonly FoundSection[] {
    const wanted = [...new Set(wordsOf(query))]
    const columns = wanted.map((word) => this.#sections.map(({ words }) => scoreOf(word, words)))
    const rarities = columns.map((column) => Math.log(1 + this.#sections.length / (1 + column.filter(Boolean).length)))
    return this.#sections
      .map(({ section }, index) => {
        const scores = columns.map((column) => column[index] ?? 0)
        const score = scores.reduce((sum, each, word) => sum + each * (rarities[word] ?? 0), 0)
        return { section, matched: scores.filter(Boolean).length, score }
      })
      .filter(({ matched }) => matched > 0 && matched >= wanted.length - 1)
      .sort((a, b) => b.matched - a.matched || b.score - a.score)
      .slice(0, most)
      .map(({ section }) => ({ ...section, excerpt: excerptOf(section.text, wanted) }))
  }
}

/** Lower-case words without accents. */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Each word of a section with its weight; repetitions in the text add less and less. */
function weightsOf({ title, page, text }: GuideSection): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weights = new Map([...counts].map(([word, count]) => [word, (2 * count) / (count + 1)]))
  const add = (words: readonly string[], weight: number) => {
    for (const word of words) weights.set(word, (weights.get(word) ?? 0) + weight)
  }
  add(wordsOf(title), IN_TITLE)
  add(wordsOf(page), IN_PAGE)
  return weights
}

function scoreOf(wanted: string, words: ReadonlyMap<string, number>): number {
  let best = words.get(wanted) ?? 0
  for (const [word, weight] of words) if (word.startsWith(wanted)) best = Math.max(best, AS_PREFIX * weight)
  return best
}

function excerptOf(text: string, wanted: readonly string[]): string {
  const plain = text.toLowerCase()
  const at = Math.min(...wanted.map((word) => plain.indexOf(word)).filter((place) => place >= 0), plain.length)
  const from = at === plain.length ? 0 : Math.max(0, plain.lastIndexOf(' ', Math.max(0, at - BEFORE)))
  const part = text.slice(from, from + EXCERPT).trim()
  return `${from > 0 ? '… ' : ''}${part}${from + EXCERPT < text.length ? ' …' : ''}`
}
