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
 * Takes a name apart; any text is valid.
 *
 * @example
 * parseName('AMD EPYC 7763 64-Core', words) // { normalised: 'amd epyc 7763', maker: 'amd', tokens: ['7763', 'epyc'] }
 */
export function parseName(name: string, { makers }: NameWords): ParsedName {
  const normalised = normaliseName(name)
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

/** The form in which names are equal whatever their separators. */
export function squash(normalised: string): string {
  return normalised.replaceAll(' ', '')
}

/** Whether a token carries a number. A plus counts as a digit: it is only found at the end of model numbers. */
export function hasDigit(token: string): boolean {
  return /[\d+]/.test(token)
}
