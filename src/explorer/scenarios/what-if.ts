import type { Criterion } from '../../generated/explorer-operations.ts'
import type { Catalogue } from '../form/catalogue.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import type { View, WhatIf } from '../state/view.ts'
import { fieldsOf } from '../subjects/fields-of.ts'
import type { Subject } from '../subjects/subject.ts'
import {
  type JsonObject,
  type SubjectRequest,
  standsInDataCentre,
  subjectRequest,
} from '../subjects/subject-request.ts'

/** What a slider changes, as the form names it, and between which numbers. */
export interface Lever {
  readonly id: Exclude<keyof WhatIf, 'location'>
  readonly label: string
  readonly unit: string
  readonly from: number
  readonly to: number
  readonly step: number
}

export const LEVERS: readonly Lever[] = [
  { id: 'electricity', label: 'Electricity', unit: '% of now', from: 0, to: 200, step: 5 },
  { id: 'load', label: 'Load', unit: '%', from: 0, to: 100, step: 5 },
  { id: 'lifetime', label: 'Lifetime', unit: 'years', from: 1, to: 12, step: 0.5 },
  { id: 'pue', label: 'PUE of the data centre', unit: '', from: 1, to: 2.5, step: 0.05 },
]

/** Whether any of what is compared depends on a lever. */
export function counts(id: keyof WhatIf, { subjects, boundary }: View): boolean {
  if (id === 'electricity') return subjects.some((subject) => hasField(subject, 'location'))
  if (id === 'pue' && boundary === 'EQUIPMENT') return false
  return subjects.some((subject) => hasField(subject, id))
}

function hasField(subject: Subject, id: string): boolean {
  return fieldsOf(subject).some((field) => field.id === id)
}

/** The current value of a lever, from the first subject that has one. */
export function valueNow(id: Lever['id'], results: readonly SubjectResult[]): number | undefined {
  if (id === 'electricity') return 100
  const values = results.map(({ usage }) =>
    id === 'load'
      ? usage.timeWorkload?.value
      : id === 'lifetime'
        ? usage.hoursLifeTime && usage.hoursLifeTime.value / 8760
        : usage.pue?.value,
  )
  return values.find((value) => typeof value === 'number')
}

/**
 * The request for a subject with what-if; undefined if there is none. The electricity is a share of that of `factor`,
 * in the unit of the criterion per kWh.
 */
export function requestWith(
  { electricity, ...others }: WhatIf,
  subject: Subject,
  view: View,
  catalogue: Catalogue,
  factor: number | undefined,
): SubjectRequest | undefined {
  const isMeant = ([id]: readonly [string, string]) =>
    hasField(subject, id) && (id !== 'pue' || (view.boundary !== 'EQUIPMENT' && standsInDataCentre(subject)))
  const entered = { ...subject.entered, ...Object.fromEntries(Object.entries(others).filter(isMeant)) }
  const request = subjectRequest({ ...subject, entered }, { ...view, criteria: [view.focus] }, catalogue)
  if (!('input' in request)) return undefined
  if (electricity === undefined || factor === undefined || !hasField(subject, 'location')) return request
  const own = [{ criterion: view.focus, value: (factor * Number(electricity)) / 100 }]
  return { ...request, input: withElectricity(request, own) }
}

function withElectricity(
  { kind, input }: SubjectRequest,
  elecFactors: readonly { readonly criterion: Criterion; readonly value: number }[],
): JsonObject {
  const within = (described: JsonObject): JsonObject => ({
    ...described,
    usage: { ...(described.usage as JsonObject | undefined), elecFactors },
  })
  if (kind !== 'component') return within(input)
  return Object.fromEntries(Object.entries(input).map(([part, described]) => [part, within(described as JsonObject)]))
}
