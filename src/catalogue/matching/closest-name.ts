import type { NameWords } from '../tables.ts'
import { indelRatio } from './indel-ratio.ts'
import type { NameEntries, NameEntry } from './name-entries.ts'
import { allTokens, hasDigit, type ParsedName, withoutMaker } from './parsed-name.ts'

/** Two words with at least this similarity (Indel, 0 to 100) are the same word, mistyped: `glod`, `eypc`. */
const MISTYPED_LIKENESS = 70

/** Tokens with a digit that are not a model number and may be missing: `i7`, `e5`, `w9`, the 7 of Ryzen 7, `80gb`. */
const CLASS_TOKEN = /^(?:[iewm]?[3579]|\d+gb)$/

/**
 * Whether a text may mean the part of a row: no distinguishing word or number on either side contradicts the other.
 *
 * @example
 * isSameComponent(parseName('xeon gold 6138', words), parseName('Intel Xeon Gold 6138', words), words) // true
 * isSameComponent(parseName('xeon gold 6148', words), parseName('Intel Xeon Gold 6138', words), words) // false
 */
function isSameComponent(given: ParsedName, row: ParsedName, { grades, omissible, harmless }: NameWords): boolean {
  if (given.maker !== undefined && row.maker !== undefined && given.maker !== row.maker) return false
  const missing = row.tokens.filter((token) => !given.tokens.includes(token))
  const meanable = given.maker === undefined && row.maker !== undefined ? [row.maker, ...missing] : missing
  const hasNumber = row.tokens.some(hasDigit)
  const mistyped = new Set<string>()
  for (const token of given.tokens) {
    if (row.tokens.includes(token)) continue
    if (hasDigit(token)) {
      // Accepts `8480` for 8480+, but not `8168+` for 8168.
      if (!row.tokens.includes(`${token}+`)) return false
      continue
    }
    // If no number identifies the part, the words must be right.
    const meant = hasNumber ? meanable.find((word) => isMistyped(token, word)) : undefined
    if (meant !== undefined) mistyped.add(meant)
    else if (!harmless.has(token) && !(grades.has(token) && !row.tokens.some((word) => grades.has(word)))) return false
  }
  // A number alone is not a name, and neither are words alone for a row with a number.
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

/** When a text that differs from a row's name still means that row. */
export interface MatchRule {
  /** The token-set score, 0 to 100, that the best row must exceed: 80 for parts, 79 for families. */
  readonly threshold: number
  /**
   * Whether distinguishing words and numbers must agree too. True for parts (CPUs, GPUs). False for families,
   * manufacturers and model ranges, which have few numbers.
   */
  readonly digitRule: boolean
  /** The roles of words in names. */
  readonly words: NameWords
  /** For rows of graphics cards: the preferred variants for an ambiguous text; the first that fits wins. */
  readonly variants?: readonly string[]
}

/** A candidate entry, with its similarity to the text, 0 to 100: by token sets, and as whole strings. */
interface NameCandidate<Row> {
  readonly entry: NameEntry<Row>
  readonly score: number
  readonly ratio: number
  /** For an ambiguous text: up to three names it could mean, this one first. */
  readonly among?: readonly string[]
}

/** Number of suggestions for a rejected name, and the score (0 to 100) each must have. */
const SUGGESTIONS = 3
const LEAST_SUGGESTION_SCORE = 50

/** Minimum similarity of two words as whole strings, 0 to 100, besides shared words: `Core Ultra 7` is not `Core M`. */
const LEAST_WORD_RATIO = 70

/**
 * The one entry that a text means without being equal to it: above the threshold, with no other that fits as well.
 * Among several variants that fit equally, the most usual wins.
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
    // For words, the most similar whole string wins: a word contained in the text (`Xeon` in `Xeon Platinium`) comes
    // after.
    const [most] = candidates.sort((a, b) => b.ratio - a.ratio || byLikeness(a, b))
    return most !== undefined && most.ratio >= LEAST_WORD_RATIO ? most : undefined
  }
  const best = candidates.sort(byLikeness)[0]
  if (best === undefined) return best
  // `G4900` leaves open whether Celeron or Pentium. `2700X` is the plain one, since all that it leaves out is in the
  // others too. A number that stands alone must not be another row's number, even if that row names more: `9700E`.
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

/** Entries that fit the text as well as the best one. */
function besideBest<Row>(
  fitting: readonly NameEntry<Row>[],
  entries: NameEntries<Row>,
  given: ParsedName,
): readonly NameEntry<Row>[] {
  return given.tokens.length === 1 ? entries.withNumbersOf(given) : fitting
}

/** The same for cards: also entries with all that the text has and more. `H200 141GB` exists as SXM and as NVL. */
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

/** The names of up to three similar rows, best first. */
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

/** Rows with a word starting with each word of the text, then rows with a similar score, each closest first. */
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

/** Best first; ties in table order. */
function byLikeness<Row>(a: NameCandidate<Row>, b: NameCandidate<Row>): number {
  return b.score - a.score || b.ratio - a.ratio || a.entry.position - b.entry.position
}

/** Indel similarity of the whole normalised names. The maker counts only if the text names one. */
function fullRatio<Row>(given: ParsedName, entry: NameEntry<Row>): number {
  const name =
    given.maker === undefined && entry.maker !== undefined && entry.tokens.length > 0
      ? withoutMaker(entry.normalised, entry.maker)
      : entry.normalised
  return indelRatio(given.normalised, name)
}
