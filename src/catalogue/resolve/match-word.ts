import type { NameMatch } from '../../engine/values/name-match.ts'
import type { Word } from '../component-names.ts'
import type { Loaders } from '../loaders.ts'

/** A maker, family or range of models that was given, matched with those of the tables; undefined where none was given. */
export function matchWord(loaders: Loaders, word: Word, text: string | undefined, at: string) {
  return text === undefined ? undefined : givenAt(loaders.word.load([word, text]), at)
}

/** A name with the place where it was given, if a warning is about it. */
export async function givenAt<Row>(found: Promise<NameMatch<Row>>, at: string): Promise<NameMatch<Row>> {
  const match = await found
  return match.outcome === 'none' || match.isOpen === true ? { ...match, at } : match
}
