import { COMPONENT_INPUTS } from '../../generated/component-inputs.ts'
import type { AssetInput, Criterion, ShownComponentFragment } from '../../generated/explorer-operations.ts'
import { boundsOf } from '../attributes/bounds-of.ts'
import { numberText } from '../results/number-text.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { attributeWords, partWords, unitWords } from '../results/words.ts'
import type { JsonObject } from '../subjects/subject-request.ts'
import { camelCase, pinnedComponent } from './pinned-component.ts'
import type { Variation } from './variation.ts'

/** How far an assumption without stated bounds is tried, as a share of its value. */
const TRIED_SHARE = 0.2

const CASE_TYPES = ['rack', 'blade']

interface NumberLike {
  readonly value?: number | null
  readonly min?: number | null
  readonly max?: number | null
  readonly status: string
  readonly unit?: string | null
}

/**
 * Every assumption behind a result that can be tried at other values: what has bounds and was not said by the reader, and
 * of what has none, lifetime and share of time in use.
 */
export function listVariations(result: SubjectResult, criterion: Criterion): readonly Variation[] {
  return [...usageVariations(result, criterion), ...result.components.flatMap((part) => partVariations(part, result))]
}

function usageVariations(result: SubjectResult, criterion: Criterion): readonly Variation[] {
  const { usage } = result
  const base = asset(result, {})
  if (base === undefined) return []
  const variations: Variation[] = []
  const add = (attribute: string, input: string, from: NumberLike | null) => {
    if (from === null || from.value === null || from.value === undefined) return
    if (from.status === 'INPUT' || from.status === 'COMPLETED') return
    const isBounded = hasBounds(from)
    if (!isBounded && input !== 'hoursLifeTime' && input !== 'useTimeRatio') return
    const [low, high] = isBounded
      ? [from.min as number, from.max as number]
      : [
          from.value * (1 - TRIED_SHARE),
          Math.min(from.value * (1 + TRIED_SHARE), input === 'useTimeRatio' ? 1 : Infinity),
        ]
    const atLow = asset(result, { [input]: low })
    const atHigh = asset(result, { [input]: high })
    if (atLow === undefined || atHigh === undefined) return
    const words = wordsFor(unitWords(attribute === 'time_workload' ? '%' : from.unit))
    variations.push({
      title: attributeWords(attribute),
      part: undefined,
      attribute,
      value: words(from.value),
      low: words(low),
      high: words(high),
      isBounded,
      base,
      atLow,
      atHigh,
    })
  }
  add('time_workload', 'timeWorkload', usage.timeWorkload)
  add('other_consumption_ratio', 'otherConsumptionRatio', usage.otherConsumptionRatio)
  add('avg_power', 'avgPower', usage.avgPower)
  add('use_time_ratio', 'useTimeRatio', usage.useTimeRatio)
  add('hours_life_time', 'hoursLifeTime', usage.hoursLifeTime)

  const factor = usage.electricityFactors.find((each) => each.criterion === criterion)?.factor
  if (factor !== undefined && hasBounds(factor)) {
    const at = (value: number) => asset(result, { elecFactors: [{ criterion, value }] })
    const [atLow, atHigh] = [at(factor.min as number), at(factor.max as number)]
    const words = wordsFor(unitWords(factor.unit))
    if (atLow !== undefined && atHigh !== undefined) {
      variations.push({
        title: 'Electricity, as no location is chosen',
        part: undefined,
        attribute: 'usage_location',
        value: words(factor.value),
        low: words(factor.min as number),
        high: words(factor.max as number),
        isBounded: true,
        base,
        atLow,
        atHigh,
      })
    }
  }
  return variations
}

function partVariations(part: ShownComponentFragment, { usage }: SubjectResult): readonly Variation[] {
  const fields = COMPONENT_INPUTS[part.kind]
  const base = pinned(part, usage)
  if (fields === undefined || base === undefined) return []
  return part.attributes.flatMap(({ name, attribute }): readonly Variation[] => {
    const key = camelCase(name)
    if (!fields.fields.includes(key) || attribute.status === 'INPUT') return []
    const ends = endsOf(name, attribute)
    if (ends === undefined) return []
    const [value, low, high] = ends
    const atLow = pinned(part, usage, { [key]: low })
    const atHigh = pinned(part, usage, { [key]: high })
    if (atLow === undefined || atHigh === undefined) return []
    const words = wordsFor(unitWords(attribute.unit))
    return [
      {
        title: `${partWords(part)}: ${attributeWords(name).toLowerCase()}`,
        part: part.label,
        attribute: name,
        value: words(value),
        low: words(low),
        high: words(high),
        isBounded: true,
        base,
        atLow,
        atHigh,
      },
    ]
  })
}

function endsOf(
  name: string,
  attribute: ShownComponentFragment['attributes'][number]['attribute'],
): readonly [number, number, number] | readonly [string, string, string] | undefined {
  if (attribute.number !== null) {
    const { min, max } = boundsOf(attribute)
    return min !== null && max !== null && min < max ? [attribute.number, min, max] : undefined
  }
  if (name !== 'case_type' || attribute.text === null) return undefined
  return [attribute.text, CASE_TYPES[0] as string, CASE_TYPES[1] as string]
}

function pinned(
  part: ShownComponentFragment,
  usage: SubjectResult['usage'],
  changed: Readonly<Record<string, number | string>> = {},
): AssetInput | undefined {
  const component = pinnedComponent(part, usage, changed)
  return component && ({ component } as AssetInput)
}

/** The whole, with something else said of its use. */
function asset({ request, components, usage }: SubjectResult, changed: JsonObject): AssetInput | undefined {
  const { kind, input } = request
  if (kind === 'component') {
    const component = components[0] && pinnedComponent(components[0], usage, {}, changed)
    return component && ({ component } as AssetInput)
  }
  const said = { ...input, usage: { ...((input.usage as JsonObject | undefined) ?? {}), ...changed } }
  const name = kind === 'cloud' ? 'cloudInstance' : kind
  return { [name]: said } as unknown as AssetInput
}

function hasBounds({ min, max }: NumberLike): boolean {
  return min !== null && min !== undefined && max !== null && max !== undefined && min < max
}

function wordsFor(unit: string): (value: number | string) => string {
  return (value) => {
    const text = typeof value === 'number' ? numberText(value) : value
    return unit === '' ? text : `${text} ${unit}`
  }
}
