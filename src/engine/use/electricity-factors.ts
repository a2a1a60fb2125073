import { leaf, type NumberAttribute, type TextAttribute } from '../values/attribute.ts'
import { CRITERIA, CRITERION_CODES, type Criterion } from '../values/criteria.ts'
import type { FactorQuantities } from '../values/factors.ts'
import { leafId } from '../values/leaf.ts'
import { exact, type Range, range } from '../values/range.ts'
import type { ElectricityMix } from '../values/table-rows.ts'
import { NO_WARNINGS, union, type Warning, warning } from '../values/warning.ts'

/** Smallest and largest factor over the candidates for an unknown location, with the doubts about their rows. */
export interface FactorBounds {
  readonly min: number
  readonly max: number
  readonly doubts: readonly string[]
  /** The factors of these locations, in the same order for all criteria: the candidates for an unknown location. */
  readonly rows?: readonly number[]
}

/**
 * Where a thing is used, as far as known, and the factors of a kWh there; a criterion without a published factor is
 * absent.
 */
export interface Electricity {
  readonly location: TextAttribute
  readonly factors: FactorQuantities
  /** Litres of water per kWh, if published apart from the water use factor. */
  readonly water?: NumberAttribute
}

/** The impact of a kWh in a criterion. */
export interface CriterionFactor {
  readonly criterion: Criterion
  readonly factor: NumberAttribute
}

/** The candidates for an unknown place. */
export interface UnknownPlace {
  readonly bounds: Readonly<Partial<Record<Criterion, FactorBounds>>>
  /** Only for an unknown region of a provider. */
  readonly provider?: string
}

/**
 * Impact per kWh by criterion: the location's (COMPLETED, bounds equal), or for an unknown place that of the mix, with
 * the bounds of its candidates (DEFAULT). `mjPerKwh` is the constant `energy_mj_per_kwh`, for final energy.
 */
export function electricityFactors(mix: ElectricityMix, mjPerKwh: Range, unknown?: UnknownPlace): FactorQuantities {
  const factors: Partial<Record<Criterion, NumberAttribute>> = {}
  for (const criterion of CRITERION_CODES) {
    const factor = criterion === 'fe' ? finalEnergy(mjPerKwh) : factorOf(criterion, mix, unknown)
    if (factor !== undefined) factors[criterion] = factor
  }
  return factors
}

/** Litres of water per kWh at a location; undefined unless published apart from the water use factor. */
export function waterPerKwh({ location, water }: ElectricityMix): NumberAttribute | undefined {
  if (water === undefined) return undefined
  const { value, source } = water
  return leaf({ table: 'electricity', row: location, column: 'water' }, 'COMPLETED', exact(value), 'l/kWh', source)
}

function finalEnergy(mjPerKwh: Range): NumberAttribute {
  const { value } = mjPerKwh
  const unit = CRITERIA.fe.electricityUnit
  return leaf(
    { table: 'electricity', criterion: 'fe' },
    'COMPLETED',
    mjPerKwh,
    unit,
    `${value} MJ are 1 kWh, by definition`,
  )
}

function factorOf(
  criterion: Criterion,
  mix: ElectricityMix,
  unknown: UnknownPlace | undefined,
): NumberAttribute | undefined {
  const { location, factors } = mix
  const unit = CRITERIA[criterion].electricityUnit
  const row = rowOf(criterion)
  const figure = factors[row]
  if (figure === undefined) return undefined
  const { value, source, doubt, year, basis } = figure
  const published = { ...(year !== undefined && { year }), ...(basis !== undefined && { basis }) }
  const table = 'electricity'
  const doubts = union(doubtful(doubt === undefined ? [] : [doubt]), mixedYears(criterion, mix))
  if (unknown === undefined) {
    return leaf({ table, row: location, criterion: row, ...published }, 'COMPLETED', exact(value), unit, source, doubts)
  }
  const { min, max, doubts: ofBounds, rows = [] } = unknown.bounds[row] ?? { min: value, max: value, doubts: [] }
  const place = { table, ...(unknown.provider && { within: unknown.provider }), row: 'unknown' } as const
  // Criteria draw one place together.
  const drawn = rows.length === 0 ? {} : { rows: { id: leafId(place), values: rows } }
  return leaf(
    { ...place, criterion: row, ...drawn, ...published },
    'DEFAULT',
    range(value, min, max),
    unit,
    source,
    union(doubts, doubtful(ofBounds)),
  )
}

function doubtful(doubts: readonly string[]) {
  return doubts.map((doubt) => warning('DOUBTFUL_FIGURE', doubt))
}

/** The parts of climate change in the PEF method. */
const PARTS_OF_GWP: readonly Criterion[] = ['gwppf', 'gwppb', 'gwpplu']

/** Warns if the criterion's factor is from another year than that of climate change. */
function mixedYears(criterion: Criterion, { factors, statesYear }: ElectricityMix): readonly Warning[] {
  const [own, gwp] = [factors[rowOf(criterion)]?.years, factors.gwp?.years]
  if (!statesYear || criterion === 'gwp' || own === undefined || gwp === undefined || own === gwp) return NO_WARNINGS
  const caution = PARTS_OF_GWP.includes(criterion)
    ? `Do not compare ${criterion} with gwp. Their factors are from different years, so ${PARTS_OF_GWP.join(', ')} do not add up to gwp.`
    : `Do not weigh a saving in ${criterion} against a rise in gwp: their factors are from different years.`
  const message = `Electricity: ${criterion} is from ${own}, gwp from ${gwp}. ${caution}`
  return [warning('MIXED_YEARS', message)]
}

/** Electricity data publish the depletion of minerals, `adp`, under its PEF name, `adpe`. */
function rowOf(criterion: Criterion): Criterion {
  return criterion === 'adp' ? 'adpe' : criterion
}
