import { ONE } from '../../../engine/components/component.ts'
import { CRITERIA, type Criterion } from '../../../engine/values/criteria.ts'
import type { NamedAttributeFragment, NumberFragment, TextFragment } from '../../../generated/rest-operations.ts'
import { decimal, type Json } from '../json.ts'
import { type Message, warningsOfAttribute } from './told-once.ts'

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
function spelledUnit(unit: string): string {
  return UNITS.get(unit) ?? unit
}

/** Counts that are written whole wherever a caller, or a row of the tables, gives them. */
const WHOLE = new Set(['core_units', 'threads', 'tdp'])
/** Numbers that are written whole where the caller gave them whole, or where there is one since no number is given. */
const WHOLE_WHEN_GIVEN = new Set(['units', 'capacity', 'vram', 'vram_dies', 'layers'])
/** Statuses of given numbers, which have no bounds to show. */
const GIVEN = new Set(['INPUT', 'CHANGED'])

/** `{value, status, unit?, source?, min?, max?, warnings?}`; bounds where they are inferred or assumed. */
export function reshapeNumber(name: string, attribute: NumberFragment): Json {
  const { value, status, min, max } = attribute
  const write = kindOf(name, attribute)
  const bounds = GIVEN.has(status) || min === null || max === null ? {} : { min: write(min), max: write(max) }
  return { value: write(value), ...origin(attribute), ...bounds, ...warnings(attribute) }
}

export function reshapeText(attribute: TextFragment): Json {
  return { value: attribute.value, ...origin(attribute), ...warnings(attribute) }
}

/** Attributes by name, in their order. */
export function reshapeAttributes(attributes: readonly NamedAttributeFragment[]): Record<string, Json> {
  return Object.fromEntries(
    attributes.map(({ name, attribute }) => {
      if (attribute.__typename === 'NumberAttribute') {
        return [name, reshapeNumber(name, { ...attribute, value: attribute.number })]
      }
      if (attribute.__typename === 'TextAttribute') {
        return [name, reshapeText({ ...attribute, value: attribute.text })]
      }
      return [name, { ...origin(attribute), ...warnings(attribute) }]
    }),
  )
}

interface Origin {
  readonly status: string
  readonly unit: string | null
  readonly source: string | null
}

export function origin({ status, unit, source }: Origin): Record<string, Json> {
  return { status, ...(unit !== null && { unit: spelledUnit(unit) }), ...(source !== null && { source }) }
}

export function warnings({ warnings }: { readonly warnings: readonly Message[] }): Record<string, Json> {
  const own = warnings.length > 0 ? warningsOfAttribute(warnings) : warnings
  return own.length > 0 ? { warnings: own.map(({ message }) => message) } : {}
}

/** Whether a number is written whole or as a decimal. */
function kindOf(name: string, { value, status, source }: NumberFragment): (value: number) => Json {
  const isCount = WHOLE.has(name) && status !== 'ARCHETYPE' && status !== 'DEFAULT'
  const isGiven = WHOLE_WHEN_GIVEN.has(name) && (status === 'INPUT' || source === ONE)
  return (isCount || isGiven) && Number.isInteger(value) ? (number) => number : decimal
}
