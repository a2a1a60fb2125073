import { CRITERIA, type Criterion } from '../../engine/figures/criteria.ts'

/** Words that clients of the reference system know, where the schema has others. */
const DESCRIPTIONS: Partial<Record<Criterion, string>> = { adp: 'Use of minerals and fossil ressources' }

/** Unit and description of a criterion as they are spelled here: `kgCO2eq` for gwp. */
export function spelled(criterion: Criterion): { readonly unit: string; readonly description: string } {
  const { v1, description } = CRITERIA[criterion]
  return { unit: v1.unit, description: DESCRIPTIONS[criterion] ?? description }
}

const UNITS: ReadonlyMap<string, string> = new Map(
  Object.values(CRITERIA).map(({ electricityUnit, v1 }) => [electricityUnit, v1.electricityUnit]),
)

/** The unit of an attribute: `kg CO2eq/kWh` for `kg CO2 eq./kWh`. */
export function spelledUnit(unit: string): string {
  return UNITS.get(unit) ?? unit
}
