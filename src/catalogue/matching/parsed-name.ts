import type { NameWords } from '../tables.ts'
import { normaliseName } from './normalise-name.ts'

/** A name taken apart. */
export interface ParsedName {
  readonly normalised: string
  /** The first maker in it. */
  readonly maker: string | undefined
  /** Distinct tokens without the maker, sorted. */
  readonly tokens: readonly string[]
}

/**
 * Takes a name apart; any text is valid. `normalise`: how a name is written so that equal ones come out equal.
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

/** Every token of a name, the maker among them, sorted. */
export function allTokens({ maker, tokens }: ParsedName): readonly string[] {
  return maker === undefined ? tokens : [maker, ...tokens].sort()
}

/** The normalised name as it is without a maker. */
export function withoutMaker(normalised: string, maker: string): string {
  return normalised
    .split(' ')
    .filter((token) => token !== maker)
    .join(' ')
}

/** A name without the words that do not make it another part: `Tesla V100` is `V100`. Undefined where it has none of them. */
export function withoutHarmless(name: ParsedName, { harmless }: NameWords): ParsedName | undefined {
  const { normalised, maker, tokens } = name
  if (!tokens.some((token) => harmless.has(token))) return undefined
  const kept = normalised.split(' ').filter((token) => token === maker || !harmless.has(token))
  return { normalised: kept.join(' '), maker, tokens: tokens.filter((token) => !harmless.has(token)) }
}

/** The form in which names are equal whatever their separators. */
export function squash(normalised: string): string {
  return normalised.replaceAll(' ', '')
}

/** Whether a token carries a number. A plus counts as a digit: it is only found at the end of model numbers. */
export function hasDigit(token: string): boolean {
  return /[\d+]/.test(token)
}
