import type { NameMatch } from '../../engine/values/name-match.ts'
import type { Word } from '../component-names.ts'
import type { Loaders } from '../loaders.ts'

/** Matches a maker, family or model range with those of the tables; undefined if the input has none. */
export function matchWord(loaders: Loaders, word: Word, text: string | undefined, at: string) {
  return text === undefined ? undefined : givenAt(loaders.word.load([word, text]), at)
}

/** A match with its path in the input, for a warning about it. */
export async function givenAt<Row>(found: Promise<NameMatch<Row>>, at: string): Promise<NameMatch<Row>> {
  const match = await found
  return match.outcome === 'none' || match.isOpen === true ? { ...match, at } : match
}
