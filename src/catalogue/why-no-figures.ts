import { type Assessable, Asset } from '../engine/assessment/asset.ts'
import type { Impact, Phase } from '../engine/assessment/impact.ts'
import { CloudInstance } from '../engine/devices/cloud-instance.ts'
import { Equipment } from '../engine/devices/equipment.ts'
import { Server } from '../engine/devices/server.ts'
import { Terminal } from '../engine/devices/terminal.ts'
import { WholeDevice } from '../engine/devices/whole-device.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { RemovedCell, Tables } from './tables.ts'

type Removed = readonly RemovedCell[]

const ENERGY_OF_USE = 'final energy includes only the electricity in use'
const USE_ALONE = 'for this kind of asset, only use is assessed'
const NO_POWER = 'its power is unknown'
const NOT_PUBLISHED = 'no figure is published in this criterion'
const NO_OPEN_FIGURE = 'no open figure of such a device is known. Give your own (`own.making`)'
const ITS_OWN_POWER = `${NO_POWER}. Give it (\`usage.avgPower\`), or its energy of a year (\`own.kwhYear\`)`
const NO_BUILDING = 'figures exist only for climate change'

/** Why an impact of a thing lacks a phase: `Use: its power is unknown`. Undefined if it lacks none. */
export function whyMissing(thing: Assessable, { criterion, missing, span }: Impact, removed: Removed) {
  if (missing.length === 0) return undefined
  const noPower = thing instanceof Equipment ? ITS_OWN_POWER : NO_POWER
  const reasons: Readonly<Record<Phase, () => string>> = {
    EMBEDDED: () => `Embodied: ${thing.isMade ? whyNotMade(thing, criterion, removed) : USE_ALONE}`,
    USE: () => {
      const location = thing instanceof Asset ? thing.usage.usageLocation.value : undefined
      return `Use: ${isPowered() ? whyNotUsed(criterion, removed, location) : noPower}`
    },
    BUILDING: () => `Building: ${isPowered() ? NO_BUILDING : noPower}`,
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

/** Why making a thing has no figure in a criterion. */
function whyNotMade(thing: Assessable, criterion: Criterion, removed: Removed): string {
  if (criterion === 'fe') return ENERGY_OF_USE
  const device = rowOf(thing)
  const reason = device === undefined ? undefined : reasonOf(removed, 'device-factors', criterion, device)
  if (reason !== undefined) return reason
  return thing instanceof WholeDevice && criterion === 'gwp' ? NO_OPEN_FIGURE : NOT_PUBLISHED
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
