import { type Catalogue, isLocation } from '../form/catalogue.ts'
import { DURATION_UNITS, type Fault, type View } from './view.ts'

/** The shared conditions, as the API takes them. */
export interface Conditions {
  /** Code of a place; empty if unknown. */
  readonly location: string
  /** Percent. */
  readonly load: number | undefined
  /** Hours; undefined for the whole lifetime. */
  readonly duration: number | undefined
}

/** A fault of one of the conditions. */
type ConditionFault = Omit<Fault, 'at'> & { readonly at: 'location' | 'load' | 'duration' | 'release' }

/** The longest duration that the API takes, in hours. */
const MOST_HOURS = 1e12

/** Reads the conditions of a view, with their faults. */
export function readConditions(
  { location, load: loadText, duration: durationText, durationUnit, release }: View,
  catalogue: Pick<Catalogue, 'locations' | 'releases'>,
): { readonly conditions: Conditions; readonly faults: readonly ConditionFault[] } {
  const faults: ConditionFault[] = []
  if (location !== '' && !isLocation(location, catalogue))
    faults.push({ at: 'location', message: unknownLocation(location) })
  const load = numberOf(loadText)
  if (load !== undefined && !(load >= 0 && load <= 100)) {
    faults.push({ at: 'load', message: `Enter a percentage from 0 to 100; “${loadText}” is not one.` })
  }
  const count = numberOf(durationText)
  const duration = count === undefined ? undefined : count * DURATION_UNITS[durationUnit]
  if (duration !== undefined && !(duration > 0)) {
    faults.push({
      at: 'duration',
      message: `Enter a number above 0, or nothing for the whole lifetime; “${durationText}” is not one.`,
    })
  } else if (duration !== undefined && duration > MOST_HOURS) {
    faults.push({ at: 'duration', message: `Enter a shorter time; “${durationText}” is too long.` })
  }
  const releases = catalogue.releases.map(({ id }) => id)
  if (release !== '' && releases.length > 0 && !releases.includes(release)) {
    faults.push({ at: 'release', message: `Unknown data release “${release}”.`, nearest: releases })
  }
  return { conditions: { location, load, duration }, faults }
}

/** The message for an unknown place. */
export function unknownLocation(text: string): string {
  return `No place is called “${text}”. Choose a country, or a cloud region such as eu-west-3.`
}

/** A typed number; NaN for other text, undefined for an empty field. */
function numberOf(text: string): number | undefined {
  return text.trim() === '' ? undefined : (readNumber(text) ?? Number.NaN)
}

/** Larger numbers times a unit may have no place in JSON. */
const LARGEST = 1e300

/** A typed number with a decimal point or comma; undefined for other text. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim().replace(/^([+-]?\d*),(\d+)$/, '$1.$2')
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : Number.NaN
  return Math.abs(number) <= LARGEST ? number : undefined
}
