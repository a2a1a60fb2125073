import type { AssetInput } from '../../generated/explorer-operations.ts'
import type { SubjectRequest } from '../subjects/subject-request.ts'

/** One of what a request is about, as readings of any kind of asset take it; the archetype of a component is no part of it. */
export function assetOf({ kind, input }: SubjectRequest): AssetInput {
  return { [kind === 'cloud' ? 'cloudInstance' : kind]: input } as unknown as AssetInput
}
