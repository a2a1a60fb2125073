import { indelRatio } from '../../catalogue/matching/indel-ratio.ts'

/** Minimum similarity of a typing error, 0 to 100: `Grance` is like France (83), `toaster` is not like server (46). */
const MISTYPED = 80

/**
 * The one suggestion that a text is a typing error of, if any. Its numbers must agree, and no other suggestion may be
 * as near. `wordsOf` returns the name that people type for a suggestion, such as France for FRA.
 *
 * @example
 * nearSuggestion('lapptop', ['laptop', 'desktop'], (name) => name) // 'laptop'
 * nearSuggestion('toaster', ['server'], (name) => name) // undefined
 */
export function nearSuggestion(
  text: string,
  suggestions: readonly string[],
  wordsOf: (suggestion: string) => string,
): string | undefined {
  const near = suggestions
    .map((name) => ({ name, likeness: Math.max(likeness(text, name), likeness(text, wordsOf(name))) }))
    .filter(({ likeness }) => likeness >= MISTYPED)
    .toSorted((one, other) => other.likeness - one.likeness)
  const [first, second] = near
  return first !== undefined && first.likeness > (second?.likeness ?? 0) ? first.name : undefined
}

/** Compares with as many of the last words of a name as the text has, since people leave out makers. */
function likeness(text: string, name: string): number {
  const [given, known] = [folded(text), folded(name)]
  const ending = known.split(' ').slice(-given.split(' ').length).join(' ')
  return digitsOf(given) === digitsOf(ending) ? indelRatio(given, ending) : 0
}

function folded(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[-_.\s]+/g, ' ')
}

function digitsOf(text: string): string {
  return text.replace(/\D+/g, ' ').trim()
}
