import type { AssetInput } from '../../generated/explorer-operations.ts'
import { assetKind, type SubjectKind } from '../subjects/subject.ts'
import type { JsonObject, SubjectRequest } from '../subjects/subject-request.ts'

/** Kinds that are asked for by a field of their own; the others are asked for as assets of any kind. */
type OwnKind = 'cloud' | 'server' | 'terminal' | 'component'

export function isOwnKind(kind: SubjectKind): kind is OwnKind {
  return ['cloud', 'server', 'terminal', 'component'].includes(kind)
}

/** The variables that are sent for a subject. */
export function requestVariables(request: SubjectRequest): JsonObject {
  const { kind, input, archetype, criteria } = request
  return {
    input: isOwnKind(kind) ? input : { [assetKind(kind)]: input },
    ...(archetype !== undefined && { archetype }),
    criteria,
    ...spanOf(request),
  }
}

/** Over what and how far around it is asked, as any figure takes it. */
export function spanOf({ duration, boundary }: SubjectRequest) {
  return { ...(duration !== undefined && { duration }), boundary }
}

/** One of what a request is about, as readings of any kind of asset take it; the archetype of a component is no part of it. */
export function assetOf({ kind, input }: SubjectRequest): AssetInput {
  return { [assetKind(kind)]: input } as unknown as AssetInput
}
