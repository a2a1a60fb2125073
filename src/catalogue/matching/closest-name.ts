import type { NameWords } from '../tables.ts'
import { indelRatio } from './indel-ratio.ts'
import type { NameEntries, NameEntry } from './name-entries.ts'
import { allTokens, hasDigit, type ParsedName, withoutMaker } from './parsed-name.ts'

/** Two words at least this alike (Indel similarity, 0 to 100) are one, mistyped: `glod`, `eypc`. */
const MISTYPED_LIKENESS = 70

/** Tokens with a digit that are no model number, and may be missing: `i7`, `e5`, `w9`, the 7 of Ryzen 7, `80gb`. */
const CLASS_TOKEN = /^(?:[iewm]?[3579]|\d+gb)$/

/**
 * Whether a text may mean the part of a row: no word or number that distinguishes parts contradicts, either way.
 *
 * @example
 * isSameComponent(parseName('xeon gold 6138', words), parseName('Intel Xeon Gold 6138', words), words) // true
 * isSameComponent(parseName('xeon gold 6148', words), parseName('Intel Xeon Gold 6138', words), words) // false
 */
function isSameComponent(given: ParsedName, row: ParsedName, { grades, omissible, harmless }: NameWords): boolean {
  if (given.maker !== undefined && row.maker !== undefined && given.maker !== row.maker) return false
  const missing = row.tokens.filter((token) => !given.tokens.includes(token))
  const hasNumber = row.tokens.some(hasDigit)
  const mistyped = new Set<string>()
  for (const token of given.tokens) {
    if (row.tokens.includes(token)) continue
    if (hasDigit(token)) {
      // `8480` for 8480+, but not `8168+` for 8168.
      if (!row.tokens.includes(`${token}+`)) return false
      continue
    }
    // Where no number identifies the part, the words must be right.
    const meant = hasNumber ? missing.find((word) => isMistyped(token, word)) : undefined
    if (meant !== undefined) mistyped.add(meant)
    else if (!harmless.has(token) && !(grades.has(token) && !row.tokens.some((word) => grades.has(word)))) return false
  }
  // A number alone is no name, and neither is a name without a number where the row has one.
  if (hasNumber && (!given.tokens.some(hasDigit) || given.tokens.every(isNumber))) return false
  return missing.every((token) =>
    hasDigit(token)
      ? CLASS_TOKEN.test(token) || omissible.has(token) || given.tokens.includes(token.replace(/\+$/, ''))
      : omissible.has(token) || mistyped.has(token),
  )
}

function isMistyped(token: string, word: string): boolean {
  return token.length >= 4 && word.length >= 4 && !hasDigit(word) && indelRatio(token, word) >= MISTYPED_LIKENESS
}

function isNumber(token: string): boolean {
  return /^\d+$/.test(token)
}

/** When a text means a row that it is not equal to. */
export interface MatchRule {
  /** Token-set score, 0 to 100, above which (not at which) the best row is accepted: 80 for parts, 79 for families. */
  readonly threshold: number
  /**
   * Whether the words and numbers that distinguish parts must agree too. True for parts (CPUs, GPUs), false for families,
   * manufacturers and model ranges, which have few numbers.
   */
  readonly digitRule: boolean
  /** What words of names mean. */
  readonly words: NameWords
  /**
   * Given where the rows are graphics cards: those that are meant where a text leaves open which of several, the first of them
   * that fits.
   */
  readonly variants?: readonly string[]
}

/** An entry that a text may mean, and how alike the two are, 0 to 100: by token sets, and as whole strings. */
interface NameCandidate<Row> {
  readonly entry: NameEntry<Row>
  readonly score: number
  readonly ratio: number
  /** Where the text leaves open which of several: the names of up to three of them, this one first. */
  readonly among?: readonly string[]
}

/** How many names are suggested when none is accepted, and the score (0 to 100) they must have. */
const SUGGESTIONS = 3
const LEAST_SUGGESTION_SCORE = 50

/** How alike two words must be as a whole, 0 to 100, besides the words that they share: `Core Ultra 7` is not `Core M`. */
const LEAST_WORD_RATIO = 70

/**
 * The one entry that a text means though it is not equal: above the threshold, and no other fits as well. Of several variants
 * that fit as well, that which is most often meant.
 */
export function closestName<Row>(
  entries: NameEntries<Row>,
  given: ParsedName,
  { threshold, digitRule, words, variants }: MatchRule,
): NameCandidate<Row> | undefined {
  const score = entries.scorerOf(given)
  const candidates: NameCandidate<Row>[] = []
  for (const entry of digitRule ? entries.withNumbersOf(given) : entries.all) {
    if (digitRule && !isSameComponent(given, entry, words)) continue
    const likeness = score(entry, threshold)
    if (likeness > threshold) candidates.push({ entry, score: likeness, ratio: fullRatio(given, entry) })
  }
  if (!digitRule) {
    // Of words, the most alike as a whole: a word that only is in the text (`Xeon` in `Xeon Platinium`) comes after.
    const [most] = candidates.sort((a, b) => b.ratio - a.ratio || byLikeness(a, b))
    return most !== undefined && most.ratio >= LEAST_WORD_RATIO ? most : undefined
  }
  const best = candidates.sort(byLikeness)[0]
  if (best === undefined) return best
  // `G4900` leaves open whether Celeron or Pentium; `2700X` is the plain one, all that it leaves out is in the others too.
  // A number that stands alone must be no other row's number, not even of one that names more than it: `9700E`.
  const missing = best.entry.tokens.filter((token) => !given.tokens.includes(token))
  const fitting = candidates.map(({ entry }) => entry)
  const others =
    variants === undefined ? besideBest(fitting, entries, given) : besideCard(fitting, entries, given, words)
  if (others.every(({ tokens }) => missing.every((token) => tokens.includes(token)))) return best
  const usual = variants?.flatMap((name) => candidates.find(({ entry }) => entry.name === name) ?? [])[0]
  const names = new Set(others.map(({ name }) => name))
  const among = [...new Set([...(variants ?? []), ...names])].filter((name) => names.has(name)).slice(0, SUGGESTIONS)
  return usual && { ...usual, among }
}

/** The entries that a text may mean as well as the best of those that fit. */
function besideBest<Row>(
  fitting: readonly NameEntry<Row>[],
  entries: NameEntries<Row>,
  given: ParsedName,
): readonly NameEntry<Row>[] {
  return given.tokens.length === 1 ? entries.withNumbersOf(given) : fitting
}

/** The same of cards: also those that have all that the text has and more. `H200 141GB` is both in SXM and in NVL. */
function besideCard<Row>(
  fitting: readonly NameEntry<Row>[],
  entries: NameEntries<Row>,
  given: ParsedName,
  { harmless }: NameWords,
): readonly NameEntry<Row>[] {
  const telling = given.tokens.filter((token) => !harmless.has(token))
  const isOfMaker = ({ maker }: ParsedName) => (given.maker ?? maker) === (maker ?? given.maker)
  const withAll = entries
    .withNumbersOf(given)
    .filter((entry) => isOfMaker(entry) && telling.every((token) => entry.tokens.includes(token)))
  return [...fitting, ...withAll]
}

/** The names of up to three rows that are near to a text, best first. */
export function suggestNames<Row>(entries: NameEntries<Row>, given: ParsedName): readonly string[] {
  const score = entries.scorerOf(given)
  let candidates: NameCandidate<Row>[] = []
  let least = LEAST_SUGGESTION_SCORE
  for (const entry of entries.all) {
    const likeness = score(entry, least)
    if (likeness < least) continue
    candidates.push({ entry, score: likeness, ratio: 0 })
    if (candidates.length >= 50 && candidates.length % 50 === 0) {
      const best = candidates.map((candidate) => candidate.score).sort((a, b) => b - a)
      least = Math.max(least, best[SUGGESTIONS - 1] ?? 0)
      candidates = candidates.filter((candidate) => candidate.score >= least)
    }
  }
  candidates.sort(byLikeness)
  least = candidates[SUGGESTIONS - 1]?.score ?? least
  return candidates
    .filter((candidate) => candidate.score >= least)
    .map((candidate) => ({ ...candidate, ratio: fullRatio(given, candidate.entry) }))
    .sort(byLikeness)
    .slice(0, SUGGESTIONS)
    .map(({ entry }) => entry.name)
}

/** The rows in which every word of a text begins a word, then those alike in score, each closest first. */
export function searchNames<Row>(entries: NameEntries<Row>, given: ParsedName): readonly Row[] {
  const words = allTokens(given)
  if (words.length === 0) return []
  const score = entries.scorerOf(given)
  const found = entries.all.flatMap((entry): readonly (NameCandidate<Row> & { begins: boolean })[] => {
    const begins = words.every((word) => entry.whole[0].some((token) => token.startsWith(word)))
    const likeness = begins ? 100 : score(entry, LEAST_SUGGESTION_SCORE)
    return likeness > 0 ? [{ entry, score: likeness, ratio: fullRatio(given, entry), begins }] : []
  })
  return found.sort((a, b) => Number(b.begins) - Number(a.begins) || byLikeness(a, b)).map(({ entry }) => entry.row)
}

/** Best first; equally good ones in table order. */
function byLikeness<Row>(a: NameCandidate<Row>, b: NameCandidate<Row>): number {
  return b.score - a.score || b.ratio - a.ratio || a.entry.position - b.entry.position
}

/** Indel similarity of the whole normalised names; the maker counts only when the text names one. */
function fullRatio<Row>(given: ParsedName, entry: NameEntry<Row>): number {
  const name =
    given.maker === undefined && entry.maker !== undefined && entry.tokens.length > 0
      ? withoutMaker(entry.normalised, entry.maker)
      : entry.normalised
  return indelRatio(given.normalised, name)
}
