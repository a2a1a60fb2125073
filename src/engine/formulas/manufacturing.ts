import { formula, sum } from '../figures/formula.ts'
import type { Estimate } from '../figures/range.ts'

/**
 * Making so many units of something with dies (CPU, RAM, SSD): area of dies of one unit in mm2 or cm2, impact per area, and
 * what one unit has besides. Factors of component-factors.csv (Boavizta, after the German Environment Agency, Texte 94/2021).
 * Example: 2 processors of 200 mm2 at 0.0197 kg CO2 eq. per mm2 and 9.14 kg each are 26.16 kg.
 */
const makingOfDies = formula(
  {
    name: 'making',
    text: 'units * (area * per_area + base)',
    operands: ['units', 'area', 'per_area', 'base'],
    isImpact: true,
  },
  (units, area, perArea, base) => units * (area * perArea + base),
)

/**
 * Making so many units of something whose impact per unit is published. It may be below 0 (land use).
 * Example: 2 hard disks of 31.11 kg CO2 eq. are 62.22 kg.
 */
export const makingOfUnits = formula(
  { name: 'making', text: 'per_unit * units', operands: ['per_unit', 'units'], isImpact: true, signed: 'per_unit' },
  (perUnit, units) => perUnit * units,
)

/**
 * Making one unit of so many kg, cm2, mm2 or kg km, whose impact per amount is published.
 * Example: a power supply of 2.99 kg at 24.3 kg CO2 eq. per kg is 72.66 kg.
 */
export const makingOfAmount = formula(
  {
    name: 'making_of_part',
    text: 'per_amount * amount',
    operands: ['per_amount', 'amount'],
    isImpact: true,
    signed: 'per_amount',
  },
  (perAmount, amount) => perAmount * amount,
)

/** Area of dies, in cm2, that hold a capacity in GB at a density in GB per cm2. Example: 32 GB at 2 GB per cm2 take 16 cm2. */
export const areaOfMemory = formula(
  {
    name: 'die_area',
    text: 'capacity / density',
    operands: ['capacity', 'density'],
    unit: 'cm2',
    falling: ['density'],
  },
  (capacity, density) => capacity / density,
)

/**
 * A functional block of a connected object, made and disposed of (Pirson and Bol 2021).
 * Example: 0.5 kg CO2 eq. of making and 0.02 kg of its end of life are 0.52 kg.
 */
export const makingAndEnd = formula(
  {
    name: 'making_and_end_of_life',
    text: 'manufacture + end_of_life',
    operands: ['manufacture', 'end_of_life'],
    isImpact: true,
  },
  (manufacture, endOfLife) => manufacture + endOfLife,
)

/** The part of a host's component that an instance has. Example: a share of 4 / 96 of 30 kg are 1.25 kg. */
export const shareOfMaking = formula(
  { name: 'share_of_making', text: 'making * share', operands: ['making', 'share'], isImpact: true, signed: 'making' },
  (making, share) => making * share,
)

/**
 * Making so many units of something with dies; undefined where a factor is not known. Factors below 0 are read apart, since
 * they turn directions round.
 */
export function makingWithDies(
  units: Estimate,
  area: Estimate,
  perArea: Estimate | undefined,
  base: Estimate | undefined,
): Estimate | undefined {
  if (perArea === undefined || base === undefined) return undefined
  if (perArea.min >= 0 && base.min >= 0) return makingOfDies.of(units, area, perArea, base)
  const perUnit = sum([makingOfAmount.of(perArea, area), base], () => ['dies', 'base'])
  return makingOfUnits.of(perUnit, units)
}
