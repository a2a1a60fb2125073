import type { AssetInput } from '../../generated/explorer-operations.ts'
import { ASSETS, COMPONENTS, TERMINALS } from '../../kinds.ts'

type Named = Readonly<Record<string, { readonly name?: string; readonly part?: string }>>

/** The kind of an asset in words: `Laptop`, `Server`, `Cloud instance`. */
export function kindOfRow(asset: AssetInput): string {
  const [kind = '', input = {}] = Object.entries(asset).find(([, each]) => each) ?? []
  if (kind === 'terminal') return nameOf(TERMINALS, (input as { readonly kind: string }).kind)
  if (kind === 'component') return nameOf(COMPONENTS, Object.keys(input)[0] ?? '')
  return nameOf(ASSETS, kind)
}

function nameOf(kinds: object, kind: string): string {
  const { name, part } = (kinds as Named)[kind] ?? {}
  return name ?? part ?? kind
}
