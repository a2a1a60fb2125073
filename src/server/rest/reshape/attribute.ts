import { type NamedAttribute, ONE } from '../../../engine/components/component.ts'
import type { Attribute, NumberAttribute, TextAttribute } from '../../../engine/values/attribute.ts'
import { CRITERIA, type Criterion } from '../../../engine/values/criteria.ts'
import type { Warning } from '../../../engine/values/warning.ts'
import { type Json, JsonText, quoteWord, writeDecimal } from '../json.ts'
import { warningsOfAttribute } from './told-once.ts'

/** Descriptions known from the reference system that differ from the schema's. */
const DESCRIPTIONS: Partial<Record<Criterion, string>> = { adp: 'Use of minerals and fossil ressources' }

/** Unit and description of a criterion in the spelling of /v1: `kgCO2eq` for gwp. */
export function spelled(criterion: Criterion): { readonly unit: string; readonly description: string } {
  const { v1, description } = CRITERIA[criterion]
  return { unit: v1.unit, description: DESCRIPTIONS[criterion] ?? description }
}

const UNITS: ReadonlyMap<string, string> = new Map(
  Object.values(CRITERIA).map(({ electricityUnit, v1 }) => [electricityUnit, v1.electricityUnit]),
)

/** Counts written as whole numbers if they come from a caller or a table. */
const WHOLE = new Set(['core_units', 'threads', 'tdp'])
/** Numbers written as whole if the caller's are, or if they default to one. */
const WHOLE_WHEN_GIVEN = new Set(['units', 'capacity', 'vram', 'vram_dies', 'layers'])
/** Statuses of the caller's numbers, which have no bounds to show. */
const GIVEN = new Set(['INPUT', 'CHANGED'])

/** The shown part of a number. */
export type ShownNumber = Omit<NumberAttribute, 'leaf'>

/** `{value, status, unit?, source?, min?, max?, warnings?}`; bounds if it is inferred or assumed. */
export function reshapeNumber(name: string, attribute: ShownNumber): JsonText {
  const { value, status, min, max } = attribute
  const write = writerOf(name, attribute)
  const bounds = GIVEN.has(status) ? '' : `,"min":${write(min)},"max":${write(max)}`
  return new JsonText(`{"value":${write(value)},${origin(attribute)}${bounds}${warnings(attribute)}}`)
}

export function reshapeText(attribute: TextAttribute): JsonText {
  return new JsonText(`{"value":${JSON.stringify(attribute.value)},${origin(attribute)}${warnings(attribute)}}`)
}

/** Attributes by name, in order. */
export function reshapeAttributes(attributes: readonly NamedAttribute[]): Record<string, Json> {
  const shown: Record<string, Json> = {}
  for (const { name, attribute } of attributes)
    shown[name] = isNumber(attribute) ? reshapeNumber(name, attribute) : reshapeText(attribute)
  return shown
}

/** Only the value of an attribute. */
export function reshapeValue({ name, attribute }: NamedAttribute): Json {
  return isNumber(attribute) ? new JsonText(writerOf(name, attribute)(attribute.value)) : attribute.value
}

function isNumber(attribute: Attribute): attribute is NumberAttribute {
  return typeof attribute.value === 'number'
}

interface Origin {
  readonly status: string
  readonly unit: string | undefined
  readonly source: string | undefined
}

/** Members of an object: `"status":"COMPLETED","unit":"W","source":"…"`. */
export function origin({ status, unit, source }: Origin): string {
  const ofUnit = unit === undefined ? '' : `,"unit":${quoteWord(UNITS.get(unit) ?? unit)}`
  return `"status":"${status}"${ofUnit}${source === undefined ? '' : `,"source":${JSON.stringify(source)}`}`
}

/** `,"warnings":["…"]`, or nothing. */
export function warnings({ warnings }: { readonly warnings: readonly Warning[] }): string {
  const own = warnings.length > 0 ? warningsOfAttribute(warnings) : warnings
  return own.length > 0 ? `,"warnings":${JSON.stringify(own.map(({ message }) => message))}` : ''
}

/** Chooses between whole and decimal spelling. */
function writerOf(name: string, { value, status, source }: ShownNumber): (value: number) => string {
  const isCount = WHOLE.has(name) && status !== 'ARCHETYPE' && status !== 'DEFAULT'
  const isGiven = WHOLE_WHEN_GIVEN.has(name) && (status === 'INPUT' || source === ONE)
  return (isCount || isGiven) && Number.isInteger(value) ? String : writeDecimal
}
