import type { AssetInput } from '../../generated/explorer-operations.ts'
import { ASSETS, COMPONENTS, EQUIPMENT, TERMINALS } from '../../kinds.ts'

type Named = Readonly<Record<string, { readonly name?: string; readonly part?: string }>>

/** The kind of an asset in words: `Laptop`, `Server`, `Cloud instance`. */
export function kindOfRow(asset: AssetInput): string {
  const [kind = '', input = {}] = Object.entries(asset).find(([, each]) => each) ?? []
  if (kind === 'terminal' || kind === 'equipment') return kindWords((input as { readonly kind: string }).kind)
  return kindWords(kind === 'component' ? (Object.keys(input)[0] ?? '') : kind)
}

/** A kind in words, by its code in tables: `laptop`, `cloudInstance`, `cpu`. */
export function kindWords(kind: string): string {
  const kinds: Named = { ...ASSETS, ...COMPONENTS, ...TERMINALS, ...EQUIPMENT }
  const { name, part } = kinds[kind] ?? kinds[kind.toUpperCase()] ?? {}
  return name ?? part ?? kind
}
