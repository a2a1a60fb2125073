import { noteSame } from './formula.ts'
import type { Leaf } from './leaf.ts'
import { Estimate, exact, type Range } from './range.ts'
import { NO_WARNINGS, type Warning } from './warning.ts'

/**
 * Where an attribute's value comes from, best first. INPUT: the caller's value. CHANGED: the caller's value, made
 * usable (a close name). COMPLETED: inferred from the input. ARCHETYPE: typical for such a thing. DEFAULT: assumed for
 * anything.
 */
export const ATTRIBUTE_STATUSES = ['INPUT', 'COMPLETED', 'DEFAULT', 'ARCHETYPE', 'CHANGED'] as const
export type AttributeStatus = (typeof ATTRIBUTE_STATUSES)[number]

/** A number with its bounds, its meaning and its origin. INPUT and CHANGED have `min = value = max`. */
export class NumberAttribute extends Estimate {
  readonly status: AttributeStatus
  readonly unit: string | undefined
  readonly source: string | undefined
  readonly warnings: readonly Warning[]
  /** Undefined if a formula computed the value. */
  readonly leaf: Leaf | undefined

  constructor(
    { value, min, max }: Range,
    status: AttributeStatus,
    unit: string | undefined,
    source: string | undefined,
    warnings: readonly Warning[],
    leaf: Leaf | undefined,
  ) {
    super(value, min, max)
    this.status = status
    this.unit = unit
    this.source = source
    this.warnings = warnings
    this.leaf = leaf
  }
}

/** A text and its origin. */
export interface TextAttribute {
  readonly value: string
  readonly status: AttributeStatus
  readonly unit: string | undefined
  readonly source: string | undefined
  readonly warnings: readonly Warning[]
}

export type Attribute = NumberAttribute | TextAttribute

/**
 * Creates a number that enters the calculation as it is: `leaf({ table: 'defaults', column: 'load' }, 'DEFAULT',
 * exact(0))`.
 */
export function leaf(
  cell: Leaf,
  status: AttributeStatus,
  numbers: Range,
  unit?: string,
  source?: string,
  warnings: readonly Warning[] = NO_WARNINGS,
): NumberAttribute {
  return new NumberAttribute(numbers, status, unit, source, warnings, cell)
}

/**
 * Creates a number from the input: `input('input.configuration.cpu', 'tdp', 65, 'W', 'cpu')`. `part` names the part of
 * the thing that has the property.
 */
export function input(at: string, name: string, value: number, unit?: string, part?: string): NumberAttribute {
  const property = part && `${part}_${name}`
  return leaf({ table: 'input', row: at, column: name, property }, 'INPUT', exact(value), unit)
}

/** Describes the result of a formula: `described('COMPLETED', power, 'W', 'From TDP')`. */
export function described(
  status: AttributeStatus,
  result: Estimate,
  unit?: string,
  source?: string,
  warnings: readonly Warning[] = NO_WARNINGS,
): NumberAttribute {
  const attribute = new NumberAttribute(result, status, unit, source, warnings, undefined)
  noteSame(attribute, result)
  return attribute
}

/** `text('ARCHETYPE', 'rack')` is a rack, as is typical. */
export function text(
  status: AttributeStatus,
  value: string,
  unit?: string,
  source?: string,
  warnings: readonly Warning[] = NO_WARNINGS,
): TextAttribute {
  return { value, status, unit, source, warnings }
}
