import { type Assessable, Asset } from '../engine/assessment/asset.ts'
import type { Impact, Phase } from '../engine/assessment/impact.ts'
import { CloudInstance } from '../engine/devices/cloud-instance.ts'
import { Server } from '../engine/devices/server.ts'
import { Terminal } from '../engine/devices/terminal.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { RemovedCell, Tables } from './tables.ts'

type Removed = readonly RemovedCell[]

const ENERGY_OF_USE = 'final energy includes only the electricity in use'
const USE_ALONE = 'for this kind of asset, only use is assessed'
const NO_POWER = 'its power is unknown'
const NO_BUILDING = 'figures exist only for climate change'

/** Why an impact of a thing lacks a phase: `Use: its power is unknown`. Undefined if it lacks none. */
export function whyMissing(thing: Assessable, { criterion, missing, span }: Impact, removed: Removed) {
  if (missing.length === 0) return undefined
  const reasons: Readonly<Record<Phase, () => string>> = {
    EMBEDDED: () => `Embodied: ${thing.isMade ? whyNotMade(criterion, removed, rowOf(thing)) : USE_ALONE}`,
    USE: () => {
      const location = thing instanceof Asset ? thing.usage.usageLocation.value : undefined
      return `Use: ${isPowered() ? whyNotUsed(criterion, removed, location) : NO_POWER}`
    },
    BUILDING: () => `Building: ${isPowered() ? NO_BUILDING : NO_POWER}`,
  }
  const isPowered = () => thing.energy(span.duration) !== undefined
  return missing.map((phase) => reasons[phase]()).join('; ')
}

/** The key of the row for a thing assessed as a whole device, if any. */
function rowOf(thing: Assessable): string | undefined {
  if (thing instanceof Server || thing instanceof CloudInstance) return 'server'
  if (!(thing instanceof Terminal)) return undefined
  const { kind, type } = thing
  return [kind.toLowerCase(), ...(type ? [type.value] : [])].join('/')
}

/**
 * Why making a thing has no figure in a criterion. `device` is the key of the row (`laptop/pro`) for a thing assessed
 * as a whole device.
 */
function whyNotMade(criterion: Criterion, removed: Removed, device: string | undefined): string {
  if (criterion === 'fe') return ENERGY_OF_USE
  const reason = device === undefined ? undefined : reasonOf(removed, 'device-factors', criterion, device)
  return reason ?? 'no figure is published in this criterion'
}

/** Why use has no figure in a criterion, at a location. */
function whyNotUsed(criterion: Criterion, removed: Removed, location: string | undefined): string {
  const published = criterion === 'adp' ? 'adpe' : criterion
  return reasonOf(removed, 'electricity', published, location) ?? 'no electricity factor is published'
}

/** Why a release has no figures at all in a criterion. */
export function whyNoFigures({ removedCells }: Pick<Tables, 'removedCells'>, criterion: Criterion): string {
  const made = reasonOf(removedCells, 'device-factors', criterion, undefined) ?? 'no factor is published'
  return `Embodied: ${made}; Use: ${whyNotUsed(criterion, removedCells, undefined)}`
}

/** Why a release removed a figure from a row, or from every row. */
function reasonOf(removed: Removed, of: string, criterion: Criterion, row: string | undefined): string | undefined {
  return removed.find(({ table, key, column }) => table === of && column === criterion && (key === '*' || key === row))
    ?.reason
}
