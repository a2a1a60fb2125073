import type { AssetInput } from '../../generated/explorer-operations.ts'
import type { SubjectResult } from '../results/subject-result.ts'

/** A subject as comparisons take it; undefined for a component like another, which they cannot name. */
export function comparisonItem(
  { request: { kind, input, archetype } }: SubjectResult,
  label: string,
): { readonly label: string; readonly asset: AssetInput } | undefined {
  if (archetype !== undefined) return undefined
  const name = kind === 'cloud' ? 'cloudInstance' : kind
  return { label, asset: { [name]: input } as unknown as AssetInput }
}
