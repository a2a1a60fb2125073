import { carbonIntensity, inGrams } from '../formulas/sci.ts'
import type { NumberAttribute } from '../values/attribute.ts'
import { union } from '../values/warning.ts'
import { type Assessable, Quantity } from './asset.ts'
import type { Span } from './impact.ts'

/** The terms of a software carbon intensity: g CO2 eq., kWh, g CO2 eq. per kWh. */
export interface SoftwareCarbonIntensity {
  /** g CO2 eq. per unit. */
  readonly score: Quantity
  readonly operational: Quantity
  readonly embodied: Quantity
  readonly energy: Quantity
  readonly intensity: Quantity
  readonly units: number
  readonly of: Assessable
  readonly span: Span
}

const GRAMS = 'g CO2 eq.'

/**
 * Carbon of software per functional unit, by ISO/IEC 21031:2024: (O + M) / R. O is the energy of the data centre, M the
 * share of making over the duration, R the functional units in it. The building does not count. Undefined if making or
 * use has no figure.
 *
 * @example
 * // 135 kWh at 44 g, and 60 g of making, over 1,000 requests: (5940 + 60) / 1000
 * softwareCarbonIntensity(instance, requests, 1000).score.value // 6
 */
export function softwareCarbonIntensity(
  of: Assessable,
  units: NumberAttribute,
  duration: number | undefined,
): SoftwareCarbonIntensity | undefined {
  const span: Span = { duration, allocation: 'LINEAR', boundary: 'DATA_CENTRE' }
  const { embedded, use } = of.impact('gwp', span)
  const perKwh = of.intensity('gwp', span)
  const energy = of.energy(duration, 'DATA_CENTRE')
  if (embedded === undefined || use === undefined || perKwh === undefined || energy === undefined) return undefined
  const operational = inGrams.of(use.result)
  const embodied = inGrams.of(embedded.result)
  const again = (term: 'score' | 'operational' | 'embodied' | 'intensity') => (fresh: Assessable) =>
    softwareCarbonIntensity(fresh, units, duration)?.[term]
  const { warnings } = perKwh
  return {
    score: new Quantity(
      carbonIntensity.of(operational, embodied, units),
      `${GRAMS} per unit`,
      union(use.warnings, embedded.warnings, warnings),
      of,
      again('score'),
    ),
    operational: new Quantity(operational, GRAMS, use.warnings, of, again('operational')),
    embodied: new Quantity(embodied, GRAMS, embedded.warnings, of, again('embodied')),
    energy,
    intensity: new Quantity(inGrams.of(perKwh.result), `${GRAMS}/kWh`, warnings, of, again('intensity')),
    units: units.value,
    of,
    span,
  }
}
