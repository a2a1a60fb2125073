import type { Range } from './range.ts'

/**
 * Where an attribute's value comes from, best first: INPUT, what the caller said; CHANGED, what the caller said, made
 * usable (a close name); COMPLETED, inferred from what the caller said; ARCHETYPE, what is typical of such a thing;
 * DEFAULT, what is assumed of anything.
 */
export type AttributeStatus = 'INPUT' | 'COMPLETED' | 'DEFAULT' | 'ARCHETYPE' | 'CHANGED'

export const ATTRIBUTE_STATUSES = ['INPUT', 'COMPLETED', 'DEFAULT', 'ARCHETYPE', 'CHANGED'] as const

interface Described {
  readonly status: AttributeStatus
  readonly unit: string | undefined
  readonly source: string | undefined
  readonly warnings: readonly string[]
}

/** A number with its bounds, and where it comes from. Bounds are always there; INPUT and CHANGED have `min = value = max`. */
export interface NumberAttribute extends Range, Described {}

/** A text, and where it comes from. */
export interface TextAttribute extends Described {
  readonly value: string
}

export type Attribute = NumberAttribute | TextAttribute

const NONE: readonly string[] = Object.freeze([])

/** `quantity('INPUT', exact(24))`: 24, as the caller said. */
export function quantity(
  status: AttributeStatus,
  { value, min, max }: Range,
  unit?: string,
  source?: string,
  warnings: readonly string[] = NONE,
): NumberAttribute {
  return { value, min, max, status, unit, source, warnings }
}

/** `text('ARCHETYPE', 'rack')`: a rack, as is typical. */
export function text(
  status: AttributeStatus,
  value: string,
  unit?: string,
  source?: string,
  warnings: readonly string[] = NONE,
): TextAttribute {
  return { value, status, unit, source, warnings }
}
