import type {
  ImpactFragment,
  NamedAttributeFragment,
  ProfileFragment,
  UsageFragment,
} from '../../generated/rest-operations.ts'
import type { Json } from '../json.ts'
import { reshapeAttributes } from './attribute.ts'
import { reshapeImpacts } from './impacts.ts'
import {
  reshapeDuration,
  reshapeFactors,
  reshapeLifetime,
  reshapePlace,
  reshapePower,
  reshapeProfile,
  reshapeWorkload,
} from './usage.ts'

/** What a verbose answer shows of a component. */
export interface VerboseComponent {
  readonly impacts: readonly ImpactFragment[]
  readonly attributes: readonly NamedAttributeFragment[]
  readonly usage: UsageFragment & { readonly consumptionProfile: ProfileFragment | null }
}

/** A component of a device, or one alone. Its use is shown only where it takes power. */
export function reshapeComponent(component: VerboseComponent, unitOfLevels?: string): Record<string, Json> {
  const { impacts, attributes, usage } = component
  const named = attributes.filter(({ name }) => !HIDDEN.has(name))
  return {
    impacts: reshapeImpacts(impacts),
    ...reshapeAttributes(named),
    ...reshapeDuration(usage),
    ...(usage.avgPower !== null && reshapeUse(usage, unitOfLevels)),
  }
}

/** The unit that a component alone shows for levels of load. */
export const UNIT_OF_LEVELS = '(time_percentage:%, load_percentage: %)'

/** The type of a functional block is its label. */
const HIDDEN = new Set(['type'])

function reshapeUse(usage: VerboseComponent['usage'], unitOfLevels: string | undefined): Record<string, Json> {
  const { consumptionProfile, avgPower } = usage
  const isModelled = consumptionProfile !== null && avgPower?.status === 'COMPLETED'
  return {
    ...reshapePower(usage),
    ...(consumptionProfile && reshapeWorkload(usage, unitOfLevels)),
    ...reshapePlace(usage),
    ...reshapeLifetime(usage),
    ...(isModelled && reshapeProfile(consumptionProfile)),
    ...reshapeFactors(usage),
  }
}
