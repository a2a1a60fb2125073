import type { AssetInput } from '../../generated/explorer-operations.ts'

/** The kind of an asset by its code in tables: `laptop`, `server`, `cloudInstance`, `cpu`. */
export function kindOfRow(asset: AssetInput): string {
  const [kind = '', input = {}] = Object.entries(asset).find(([, each]) => each) ?? []
  if (kind === 'terminal' || kind === 'equipment') return (input as { readonly kind: string }).kind.toLowerCase()
  return kind === 'component' ? (Object.keys(input)[0] ?? '') : kind
}
