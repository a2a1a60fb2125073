import type {
  Criterion,
  ShownComponentFragment,
  ShownFiguresFragment,
  ShownImpactFragment,
  ShownMakersFigureFragment,
  ShownNumberFragment,
  ShownTextFragment,
  ShownUsageFragment,
  WarningCode,
  WholeImpactFragment,
} from '../../generated/explorer-operations.ts'
import type { Subject } from '../subjects/subject.ts'
import { subjectLetter } from '../subjects/subject.ts'
import type { SubjectRequest } from '../subjects/subject-request.ts'

/** A property of the whole, besides its use. */
export interface Fact {
  readonly name: string
  readonly attribute: ShownNumberFragment | ShownTextFragment
}

/** The API's answer for one subject, in one shape for all kinds. */
export interface SubjectResult {
  readonly key: string
  /** Its position in the comparison: 0 is A. */
  readonly position: number
  readonly subject: Subject
  readonly name: string
  readonly request: SubjectRequest
  readonly warnings: readonly { readonly code: WarningCode; readonly message: string }[]
  readonly impacts: readonly (ShownImpactFragment & WholeImpactFragment)[]
  /** Electricity over the duration within the boundary, in kWh; null where no power is known. */
  readonly energy: ShownFiguresFragment['energy']
  readonly usage: ShownUsageFragment
  /** Its parts; empty for things known only as a whole, and itself for a single component. */
  readonly components: readonly ShownComponentFragment[]
  readonly facts: readonly Fact[]
  /** What the maker published of the model, for one device; empty where our figures apply. */
  readonly makersFigures: readonly ShownMakersFigureFragment[]
  /** The server archetype that hosts a cloud instance. */
  readonly host: string | undefined
}

/** The main figure of a subject. */
export interface ShownTotal {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly exact: number
  /** Nine in ten samples are in this range. */
  readonly likely: { readonly low: number; readonly high: number }
  /** Embedded and use, or the only known one. */
  readonly of: 'total' | 'embedded' | 'use'
}

/** Warnings about the subject and about its main figure, each once, without those that a badge shows. */
export function notesOn({ warnings, impacts }: SubjectResult, criterion: Criterion): readonly string[] {
  const total = impacts.find((each) => each.criterion === criterion)?.total
  const noted = warnings.filter(({ code }) => code !== 'MAKERS_FIGURE')
  return [...new Set([...noted, ...(total?.warnings ?? [])].map(({ message }) => message))]
}

/** The figures of the maker that apply in a criterion: of making in climate change, of electricity in all. */
export function makersFiguresOn({ makersFigures, usage }: SubjectResult, criterion: Criterion) {
  return makersFigures.filter(({ covers }) =>
    covers === 'USE' ? usage.avgPower?.status === 'COMPLETED' : criterion.startsWith('GWP'),
  )
}

/** All phases together; where only one is published, that one. */
export function shownTotal(result: Pick<SubjectResult, 'impacts'>, criterion: Criterion): ShownTotal | undefined {
  const impact = result.impacts.find((each) => each.criterion === criterion)
  if (!impact?.total) return undefined
  const { value, min, max, exact, likely } = impact.total
  const of = impact.embedded === null ? 'use' : impact.use === null ? 'embedded' : 'total'
  return { value, min, max, exact, likely, of }
}

/** How a comparison calls things: by name, with the letter if another has the same name. */
export function comparedLabels(results: readonly Pick<SubjectResult, 'position' | 'name'>[]): readonly string[] {
  const names = results.map(({ name }) => name)
  return results.map(({ position, name }) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${subjectLetter(position)} · ${name}`,
  )
}
