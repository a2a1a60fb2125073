import type { AssetInput } from '../../generated/explorer-operations.ts'
import { assetKind, type SubjectKind } from '../subjects/subject.ts'
import type { JsonObject, SubjectRequest } from '../subjects/subject-request.ts'

/** Kinds with their own query field; the others are queried as assets of any kind. */
type OwnKind = 'cloud' | 'server' | 'terminal' | 'component'

export function isOwnKind(kind: SubjectKind): kind is OwnKind {
  return ['cloud', 'server', 'terminal', 'component'].includes(kind)
}

/** The variables of a subject's request. */
export function requestVariables(request: SubjectRequest): JsonObject {
  const { kind, input, archetype, criteria } = request
  return {
    input: isOwnKind(kind) ? input : { [assetKind(kind)]: input },
    ...(archetype !== undefined && { archetype }),
    criteria,
    ...spanOf(request),
  }
}

/** The duration and the boundary, as any figure takes them. */
export function spanOf({ duration, boundary }: SubjectRequest) {
  return { ...(duration !== undefined && { duration }), boundary }
}

/** One unit as an asset for other readings, without a component's archetype. */
export function assetOf({ kind, input }: SubjectRequest): AssetInput {
  return { [assetKind(kind)]: input } as unknown as AssetInput
}
