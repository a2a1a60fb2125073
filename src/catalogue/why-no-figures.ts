import { CRITERIA, type Criterion } from '../engine/values/criteria.ts'
import type { RemovedCell, Tables } from './tables.ts'

type Removed = readonly RemovedCell[]

const ENERGY_OF_USE = 'final energy counts electricity alone'

/**
 * Why making a thing has no figure in a criterion. `device` is the key of the row (`laptop/pro`) for a thing assessed
 * as a whole device.
 */
export function whyNotMade(criterion: Criterion, removed: Removed, device: string | undefined): string {
  if (criterion === 'fe') return ENERGY_OF_USE
  const reason = device === undefined ? undefined : reasonOf(removed, 'device-factors', criterion, device)
  return reason ?? `no figure for the whole device is published in ${CRITERIA[criterion].unit}`
}

/** Why use has no figure in a criterion, at a location. */
export function whyNotUsed(criterion: Criterion, removed: Removed, location: string | undefined): string {
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
