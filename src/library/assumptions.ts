import { ASSUMPTIONS, type Assumption } from '../engine/values/assumptions.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { WarningCode } from '../engine/values/warning.ts'

/** Units, and how much of the result rests on something about them. */
export interface UnitsOfTotal {
  /** Sum of the quantities. */
  readonly units: number
  /** Share of the total, 0 to 1, by criterion code; null if the total is missing or 0. */
  readonly shares: Readonly<Partial<Record<Criterion, number | null>>>
}

/** Units whose figures rest on an assumption, with their share. Those with several reasons count once for each. */
export interface AssumedUnits extends UnitsOfTotal {
  readonly reason: Assumption
}

/** What is known about an assessed thing. */
interface Known {
  /** Whether another place replaces the one in the input. */
  readonly isPlaceAssumed: boolean
  /** Whether it uses electricity, so that its place matters. */
  readonly hasEnergy: boolean
  readonly warnings: readonly { readonly code: WarningCode }[]
}

const OF_PLACES: ReadonlySet<string> = new Set(['UNKNOWN_LOCATION', 'UNKNOWN_REGION'])
/** Fields of an input that do not describe the thing: its kind, and its use. */
const NO_DESCRIPTION: ReadonlySet<string> = new Set(['kind', 'type', 'usage', 'own'])

/**
 * The assumptions behind an asset's figures, by its input. Example: a laptop described only by its place has
 * TYPICAL_VALUES. So has one whose model has no figures of its own.
 */
export function assumptionsOf(input: object, { isPlaceAssumed, hasEnergy, warnings }: Known): readonly Assumption[] {
  const unknown = warnings.filter(({ code }) => code.startsWith('UNKNOWN_'))
  const found: Record<Assumption, boolean> = {
    UNKNOWN_PLACE: hasEnergy && (isPlaceAssumed || unknown.some(({ code }) => OF_PLACES.has(code))),
    UNKNOWN_NAME: unknown.some(({ code }) => !OF_PLACES.has(code)),
    UNKNOWN_MEDIUM: warnings.some(({ code }) => code === 'MEDIUM_ASSUMED'),
    TYPICAL_VALUES:
      !hasOwnMaking(input) && (!isDescribed(input) || warnings.some(({ code }) => code === 'TYPICAL_MODEL')),
  }
  return (Object.keys(ASSUMPTIONS) as Assumption[]).filter((reason) => found[reason])
}

/** Fields that say how much there is, of what size, or which typical device it is. */
const OF_A_KIND: ReadonlySet<string> = new Set([
  ...NO_DESCRIPTION,
  ...['archetype', 'units', 'gigabytes', 'reach', 'form', 'storage', 'inches', 'ports', 'year', 'figures'],
])

/** What a likely range is about. */
export type RangeAbout = 'across devices of this kind' | 'of error'

/**
 * What the likely range of a figure is about, by the input and the warnings of the asset. That of a typical device is
 * the range of a population: the devices of the kind. Otherwise it is a range of error about the described asset.
 * Example: a laptop without a model, or with one that has no figures of its own, is typical.
 */
export function rangeAbout(input: object, warnings: Known['warnings']): RangeAbout {
  const isNameless = ({ code }: Known['warnings'][number]) =>
    code === 'TYPICAL_MODEL' || (code.startsWith('UNKNOWN_') && !OF_PLACES.has(code))
  const isTypical = !hasOwnMaking(input) && (!isDescribed(input, OF_A_KIND) || warnings.some(isNameless))
  return isTypical ? 'across devices of this kind' : 'of error'
}

/** Whether the making of an asset is the caller's own figure. */
export function hasOwnMaking(input: object): boolean {
  const things = Object.values(input) as ({ readonly own?: { readonly making?: number | null } | null } | null)[]
  return things.some((thing) => thing?.own?.making != null)
}

function isDescribed(input: object, leftOut = NO_DESCRIPTION): boolean {
  const { component, ...others } = input as { readonly component?: object }
  return (Object.values(component ?? others) as (object | null | undefined)[]).some((each) =>
    Object.entries(each ?? {}).some(([field, value]) => value != null && !leftOut.has(field)),
  )
}
