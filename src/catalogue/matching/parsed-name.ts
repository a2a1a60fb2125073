import type { NameWords } from '../tables.ts'
import { normaliseName } from './normalise-name.ts'

/** A parsed name. */
export interface ParsedName {
  readonly normalised: string
  /** The first maker it contains. */
  readonly maker: string | undefined
  /** Distinct tokens without the maker, sorted. */
  readonly tokens: readonly string[]
}

/**
 * Parses a name; any text is valid. `normalise` makes equal names equal.
 *
 * @example
 * parseName('AMD EPYC 7763 64-Core', words) // { normalised: 'amd epyc 7763', maker: 'amd', tokens: ['7763', 'epyc'] }
 */
export function parseName(name: string, { makers }: NameWords, normalise = normaliseName): ParsedName {
  const normalised = normalise(name)
  const all = normalised.split(' ')
  const maker = all.find((token) => makers.has(token))
  const tokens = [...new Set(all)].filter((token) => token !== maker && token !== '').sort()
  return { normalised, maker, tokens }
}

/** Every token of a name, including the maker, sorted. */
export function allTokens({ maker, tokens }: ParsedName): readonly string[] {
  return maker === undefined ? tokens : [maker, ...tokens].sort()
}

/** The normalised name without its maker. */
export function withoutMaker(normalised: string, maker: string): string {
  return normalised
    .split(' ')
    .filter((token) => token !== maker)
    .join(' ')
}

/** A name without harmless words: `Tesla V100` is `V100`. Undefined if it has none. */
export function withoutHarmless(name: ParsedName, { harmless }: NameWords): ParsedName | undefined {
  const { normalised, maker, tokens } = name
  if (!tokens.some((token) => harmless.has(token))) return undefined
  const kept = normalised.split(' ').filter((token) => token === maker || !harmless.has(token))
  return { normalised: kept.join(' '), maker, tokens: tokens.filter((token) => !harmless.has(token)) }
}

/** A form in which names are equal with any separators. */
export function squash(normalised: string): string {
  return normalised.replaceAll(' ', '')
}

/** Whether a token has a number. A plus counts as a digit: it occurs only at the end of model numbers. */
export function hasDigit(token: string): boolean {
  return /[\d+]/.test(token)
}
