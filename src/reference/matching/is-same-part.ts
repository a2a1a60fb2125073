import type { NameWords } from '../tables.ts'
import { indelRatio } from './indel-ratio.ts'
import { hasDigit, type ParsedName } from './parsed-name.ts'

/** Two words at least this alike (Indel similarity, 0 to 100) are one, mistyped: `glod`, `eypc`. */
const MISTYPED_LIKENESS = 70

/** Tokens with a digit that are no model number, and may be missing: `i7`, `e5`, `w9`, the 7 of Ryzen 7, `80gb`. */
const CLASS_TOKEN = /^(?:[iewm]?[3579]|\d+gb)$/

/**
 * Whether a text may mean the part of a row: no word or number that distinguishes parts contradicts, either way.
 *
 * @example
 * isSamePart(parseName('xeon gold 6138', words), parseName('Intel Xeon Gold 6138', words), words) // true
 * isSamePart(parseName('xeon gold 6148', words), parseName('Intel Xeon Gold 6138', words), words) // false
 */
export function isSamePart(given: ParsedName, row: ParsedName, { grades, omissible, harmless }: NameWords): boolean {
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
