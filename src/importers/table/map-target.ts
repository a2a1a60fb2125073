import { COLUMNS, type Column, MAPPABLE, type NOT_READ } from './columns.ts'
import { isUnitOf } from './units.ts'

/** What a map reads a column as. */
export interface Target {
  readonly column: Column | typeof NOT_READ
  /** The unit of its numbers, in place of that of the heading. */
  readonly unit?: string
}

/** Spaces are matched from their first one only: a heading may have many, and from each takes quadratic time. */
const IN_BRACKETS = /^(.*?)(?<!\s)\s*[([]([^()[\]]*)[)\]]\s*$/s
const LAST_WORD = /^(.*[^\s_-])[\s_-]+([^\s_-]+)$/
const IN_CAMEL_CASE = /^(.*[a-z])([KMGTP]i?B)$/

/** Splits what may be a unit off a name: `RAM (TB)`, `RAM_TB` and `ramTB` have `TB`. Both are empty without any. */
export function unitBehind(name: string) {
  const bracketed = IN_BRACKETS.exec(name)
  const [, base = '', unit = ''] = bracketed ?? IN_CAMEL_CASE.exec(name) ?? LAST_WORD.exec(name) ?? []
  return { base, unit: unit.trim(), isBracketed: bracketed !== null }
}

/**
 * What a map reads a column as: a column of ours, also with a unit as in a heading, or `none`. Undefined for anything
 * else.
 *
 * Example: `ram_capacity_MB`, `ram_capacity (MB)`, `avg_power_kWh/year`.
 */
export function targetOf(ours: string): Target | undefined {
  if (MAPPABLE.includes(ours)) return { column: ours as Column | typeof NOT_READ }
  const { base, unit } = unitBehind(ours)
  const column = COLUMNS.find((each) => each === base)
  return column !== undefined && isUnitOf(column, unit) ? { column, unit } : undefined
}

/** A mapping as one writes it on a command line: `ram=ram_capacity_MB`, or `"vm name=none"`. */
export function mapping(theirs: string, ours: string): string {
  return /\s/.test(theirs) ? `"${theirs}=${ours}"` : `${theirs}=${ours}`
}
