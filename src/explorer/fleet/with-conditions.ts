import type { AssetInput } from '../../generated/explorer-operations.ts'
import type { Conditions } from '../state/read-conditions.ts'

/** An asset with the page's place and load where it has none of its own. */
export function withConditions(asset: AssetInput, { location, load }: Omit<Conditions, 'duration'>): AssetInput {
  const [kind = '', input = {}] = Object.entries(asset as Record<string, Record<string, unknown>>)[0] ?? []
  if (kind === 'component') {
    const [part = '', inner = {}] = Object.entries(input)[0] ?? []
    const isLoaded = part === 'cpu' || part === 'ram' || part === 'gpu'
    const usual = withUsage(inner as Record<string, unknown>, location, isLoaded ? load : undefined)
    return { component: { [part]: usual } } as unknown as AssetInput
  }
  const hasLoad = kind === 'server' || kind === 'cloudInstance'
  return { [kind]: withUsage(input, location, hasLoad ? load : undefined) } as unknown as AssetInput
}

function withUsage(input: Record<string, unknown>, location: string, load: number | undefined) {
  const usage = (input.usage ?? {}) as Record<string, unknown>
  const isPlaced = 'usageLocation' in usage || 'region' in usage
  const isLoaded = 'timeWorkload' in usage || 'workloadLevels' in usage
  return {
    ...input,
    usage: {
      ...(location !== '' && !isPlaced && { usageLocation: location }),
      ...(load !== undefined && !isLoaded && { timeWorkload: load }),
      ...usage,
    },
  }
}
