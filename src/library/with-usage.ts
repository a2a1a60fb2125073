import type { TerminalInput } from '../input/device-input.ts'
import type { AssetInput } from '../input/fleet-input.ts'
import type { UsageInput } from '../input/usage-input.ts'

/** How things are used that do not say it themselves, and whose figures apply to models that makers have figures of. */
export type UsualUse = Partial<UsageInput> & Pick<TerminalInput, 'figures'>

/**
 * The same asset, used so where it does not say itself how: a place counts where it has none, a load where it has none.
 * A terminal that does not say whose figures apply has those.
 */
export function withUsage(asset: AssetInput, usage: UsualUse): AssetInput {
  if (Object.keys(usage).length === 0) return asset
  const { component, ...others } = asset
  return (
    component === undefined ? withUsageIn(others, usage) : { component: withUsageIn(component, usage) }
  ) as AssetInput
}

/** The same with the usage of the one that is there of its fields. */
function withUsageIn(kinds: object, given: UsualUse): object {
  return Object.fromEntries(
    Object.entries(kinds).flatMap(
      ([kind, described]: [string, { readonly usage?: Partial<UsageInput> } | undefined]) => {
        if (described === undefined) return []
        const { usage = {} } = described
        const { usageLocation, region, timeWorkload, figures, ...others } = given
        const isPlaced = usage.usageLocation !== undefined || usage.region !== undefined
        const place = isPlaced ? {} : { ...(usageLocation && { usageLocation }), ...(region && { region }) }
        // The power of a terminal does not depend on a load.
        const isLoaded = kind === 'terminal' || usage.workloadLevels !== undefined || timeWorkload === undefined
        const load = isLoaded ? {} : { timeWorkload }
        const whose = kind === 'terminal' && figures !== undefined ? { figures } : {}
        return [[kind, { ...whose, ...described, usage: { ...others, ...place, ...load, ...usage } }]]
      },
    ),
  )
}
