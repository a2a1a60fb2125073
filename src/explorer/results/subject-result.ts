import type {
  ShownComponentFragment,
  ShownImpactFragment,
  ShownNumberFragment,
  ShownTextFragment,
  ShownUsageFragment,
} from '../../generated/explorer-operations.ts'
import type { Subject } from '../subjects/subject.ts'
import type { SubjectRequest } from '../subjects/subject-request.ts'

/** A property of the whole, besides its use. */
export interface Fact {
  readonly name: string
  readonly attribute: ShownNumberFragment | ShownTextFragment
}

/** What the API answers for one subject, in one shape for all kinds. */
export interface SubjectResult {
  readonly key: string
  /** Its place among what is compared: 0 is A. */
  readonly place: number
  readonly subject: Subject
  readonly name: string
  readonly request: SubjectRequest
  readonly warnings: readonly { readonly message: string }[]
  readonly impacts: readonly ShownImpactFragment[]
  /** Electricity over the duration, in kWh; null where no power is known. */
  readonly energy: { readonly value: number; readonly min: number; readonly max: number } | null
  readonly usage: ShownUsageFragment
  /** Its parts; empty for what is known only as a whole, itself for a single component. */
  readonly components: readonly ShownComponentFragment[]
  readonly facts: readonly Fact[]
  /** The server archetype that hosts a cloud instance. */
  readonly host: string | undefined
}
