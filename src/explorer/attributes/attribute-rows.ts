import type { AttributeStatus, ShownComponentFragment } from '../../generated/explorer-operations.ts'
import { boundsText, numberText } from '../results/number-text.ts'
import { scaleOf } from '../results/scale.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { attributeWords, componentWords, criterionWords, unitWords } from '../results/words.ts'
import { DURATION_UNITS } from '../state/view.ts'
import { replaceField } from './replace-field.ts'

/** One row of the attribute table. */
export interface AttributeRow {
  readonly id: string
  /** Index of the subject. */
  readonly subject: number
  /** Label of the part; empty for the whole. */
  readonly label: string
  /** Name of the attribute, as the API has it. */
  readonly attribute: string
  /** The part in words. */
  readonly part: string
  readonly name: string
  readonly value: string
  /** For sorting; NaN for texts. */
  readonly number: number
  readonly bounds: string
  readonly unit: string
  readonly status: AttributeStatus
  readonly source: string
  readonly warnings: readonly string[]
  /** How to replace it: a field of the form, or a sentence if there is none. */
  readonly replace: { readonly field: string } | { readonly words: string } | undefined
}

export const STATUSES: readonly AttributeStatus[] = ['INPUT', 'CHANGED', 'COMPLETED', 'ARCHETYPE', 'DEFAULT']

/** Statuses in words, with their meaning. */
export const STATUS_WORDS: Readonly<Record<AttributeStatus, readonly [word: string, meaning: string]>> = {
  INPUT: ['Yours', 'entered by you'],
  CHANGED: ['Changed', 'entered by you, and read as the closest known name'],
  COMPLETED: ['Inferred', 'follows from other values'],
  ARCHETYPE: ['Typical', 'typical of such equipment: an assumption'],
  DEFAULT: ['Default', 'a general assumption, as nothing more is known'],
}

/** Powers follow from other attributes, which carry any doubts. */
const RESULTING = new Set(['avg_power', 'mean_power', 'part_power'])

/** Whether a value is typical, assumed, inferred with uncertainty, or has a warning. */
export function isDoubtful({ status, warnings, bounds, attribute }: AttributeRow): boolean {
  if (warnings.length > 0 || status === 'DEFAULT' || status === 'ARCHETYPE') return true
  return status === 'COMPLETED' && bounds !== '' && !RESULTING.has(attribute)
}

/** Any attribute of an answer: a number or a text, with its origin. */
interface AnyAttribute {
  readonly value?: number | string | null
  readonly min?: number | null
  readonly max?: number | null
  readonly status: AttributeRow['status']
  readonly unit?: string | null
  readonly source?: string | null
  readonly warnings: readonly { readonly message: string }[]
}

/** Every attribute behind a result; those on the use of the whole come first. */
export function attributeRows(result: SubjectResult, subject: number): readonly AttributeRow[] {
  const { usage, components, facts } = result
  const rows: AttributeRow[] = []
  const add = (part: Part, name: string, words: string, attribute: AnyAttribute | null | undefined) => {
    if (attribute === null || attribute === undefined || attribute.value === null || attribute.value === undefined)
      return
    const { value, status, source, warnings } = attribute
    const { min, max } = boundsOf(attribute)
    const inWords = unitWords(name === 'time_workload' ? '%' : attribute.unit)
    const { unit, by } = scaleOf(inWords, typeof value === 'number' ? value : 0)
    const scaled = (bound: number | null | undefined) => (typeof bound === 'number' ? bound * by : null)
    rows.push({
      id: `${subject} ${part.label} ${words}`,
      subject,
      label: part.label,
      attribute: name,
      part: part.words,
      name: words,
      value: typeof value === 'number' ? numberText(value * by) : value,
      number: typeof value === 'number' ? value : Number.NaN,
      bounds: boundsText({ min: scaled(min), max: scaled(max) }),
      unit: typeof value === 'string' ? '' : unit,
      status,
      source: source ?? '',
      warnings: warnings.map(({ message }) => message),
      replace: status === 'INPUT' ? undefined : howToReplace(result, subject, part, name, status),
    })
  }
  const whole: Part = { label: '', words: 'Use', kind: undefined }
  add(whole, 'usage_location', attributeWords('usage_location'), usage.usageLocation)
  for (const { criterion, factor } of usage.elecFactors) {
    const description = result.impacts.find((impact) => impact.criterion === criterion)?.description ?? criterion
    add(
      whole,
      // Only the carbon footprint of a kWh can be entered.
      criterion === 'GWP' ? 'elec_factors' : factor.status === 'COMPLETED' ? 'electricity' : 'usage_location',
      `Electricity: ${criterionWords({ criterion, description }).toLowerCase()}`,
      factor,
    )
  }
  const named = [
    ['time_workload', usage.timeWorkload],
    ['avg_power', usage.avgPower],
    ['mean_power', usage.meanPower],
    ['other_consumption_ratio', usage.otherConsumptionRatio],
    ['use_time_ratio', usage.useTimeRatio],
    ['hours_life_time', inYears(usage.hoursLifeTime)],
    ['pue', result.request.boundary === 'DATA_CENTRE' ? usage.pue : null],
  ] as const
  for (const [name, attribute] of named) add(whole, name, attributeWords(name), attribute)
  for (const { name, attribute } of facts) add({ ...whole, words: 'As a whole' }, name, attributeWords(name), attribute)
  for (const component of components) {
    const part: Part = { label: component.label, words: componentWords(component), kind: component.kind }
    for (const { name, attribute } of component.attributes)
      add(part, name, attributeWords(name), plainAttribute(attribute))
    if (result.request.kind !== 'component') {
      const of = component.kind === 'GPU' ? 'each' : 'of all units'
      add(part, 'part_power', `Power in use, ${of}`, component.usage.avgPower)
      continue
    }
    const { consumptionProfile } = component.usage
    if (consumptionProfile && component.kind === 'CPU') {
      add(part, 'power_curve', attributeWords('power_curve'), { ...consumptionProfile, value: 'see the picture' })
    }
  }
  return rows
}

/** A lifetime in years: 52,560 hours are 6 years. */
function inYears(hours: SubjectResult['usage']['hoursLifeTime']): AnyAttribute | null {
  if (hours === null) return null
  const years = (value: number | null) => (value === null ? null : Number((value / DURATION_UNITS.y).toPrecision(3)))
  return { ...hours, value: years(hours.value), min: years(hours.min), max: years(hours.max), unit: 'years' }
}

interface Part {
  readonly label: string
  readonly words: string
  readonly kind: string | undefined
}

function plainAttribute(attribute: ShownComponentFragment['attributes'][number]['attribute']): AnyAttribute {
  const { status, unit, source, warnings } = attribute
  if (attribute.number !== null) {
    return {
      value: attribute.number,
      ...boundsOf(attribute),
      status,
      unit,
      source,
      warnings,
    }
  }
  return { value: attribute.text, status, unit, source, warnings }
}

function howToReplace(
  { subject }: SubjectResult,
  index: number,
  { kind, label }: Part,
  name: string,
  status: AttributeRow['status'],
): AttributeRow['replace'] {
  const field = replaceField(subject, index, kind, label, name)
  if (field !== undefined) return { field }
  if (status === 'COMPLETED') return undefined
  return { words: subject.kind === 'cloud' ? 'set by its host' : 'over the API only' }
}

/** The bounds of an attribute; `{ min: null, max: null }` for a text. */
function boundsOf(attribute: object): { readonly min: number | null; readonly max: number | null } {
  return { min: null, max: null, ...attribute }
}
