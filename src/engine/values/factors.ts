import { leaf, type NumberAttribute } from './attribute.ts'
import { CRITERIA, CRITERION_CODES, type Criterion } from './criteria.ts'
import type { Leaf } from './leaf.ts'
import type { Range } from './range.ts'

/** Numbers by criterion; an absent criterion has no known figure. */
export type Factors = Readonly<Partial<Record<Criterion, number>>>

/** Published factors by criterion, each with its bounds. */
export type FactorRanges = Readonly<Partial<Record<Criterion, Range>>>

/** Factors as quantities that enter a calculation, each under its id. */
export type FactorQuantities = Readonly<Partial<Record<Criterion, NumberAttribute>>>

/** What the manufacturing factors of a kind of component can be per: a unit (or kg), an area of die, or TB. */
export const FACTOR_BASES = ['base', 'perDieArea', 'perTerabyte'] as const
export type FactorBasis = (typeof FACTOR_BASES)[number]

/** Factors of a kind of component, as quantities. */
export type FactorsOfComponent = Readonly<Record<FactorBasis, FactorQuantities>>

/** Stages of a device besides manufacturing and use: transport to the place of use, and end of life. */
export const DEVICE_STAGES = ['transport', 'end_of_life'] as const
export type DeviceStage = (typeof DEVICE_STAGES)[number]

/** Factors for the transport and the end of life of one device; an absent stage has no known figure. */
export type StageFactors = Readonly<Partial<Record<DeviceStage, FactorQuantities>>>

/**
 * Where factors were published, where those of climate change were if that differs, and the amount they are per, if not
 * one thing.
 */
interface Published {
  readonly source?: string | undefined
  readonly sourceOfGwp?: string | undefined
  readonly per?: string | undefined
}

/**
 * The factors of one row as quantities, by criterion. Example: `factorQuantities({ table: 'component-factors', row:
 * 'cpu', column: 'base' }, { gwp: exact(9.14) })` has `component-factors.cpu.base.gwp`.
 */
export function factorQuantities(
  of: Leaf,
  factors: FactorRanges,
  { source, sourceOfGwp = source, per }: Published = {},
): FactorQuantities {
  const quantities: Partial<Record<Criterion, NumberAttribute>> = {}
  for (const code of CRITERION_CODES) {
    const factor = factors[code]
    if (factor === undefined) continue
    const published = code.startsWith('gwp') ? sourceOfGwp : source
    const unit = per === undefined ? CRITERIA[code].unit : `${CRITERIA[code].unit}/${per}`
    quantities[code] = leaf({ ...of, criterion: code }, 'COMPLETED', factor, unit, published)
  }
  return quantities
}
