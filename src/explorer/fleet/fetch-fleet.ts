import {
  type Criterion,
  ExploreFleetDocument,
  type ExploreFleetQuery,
  type FleetItemInput,
} from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import type { FleetFault } from './read-fleet.ts'

type Fleet = NonNullable<ExploreFleetQuery['fleet']>

/** One of the largest items. */
export type LargestItem = Fleet['largest'][number]

/** The sum of a fleet in one criterion, unrounded. */
export interface FleetTotal {
  readonly criterion: Criterion
  readonly unit: string
  readonly description: string
  readonly embedded: Sum
  readonly use: Sum
  readonly total: Sum
}

export interface Sum {
  readonly value: number
  readonly min: number
  readonly max: number
}

/** What a fleet impacts. */
export interface FleetResult {
  readonly size: number
  readonly assessed: number
  readonly totals: readonly FleetTotal[]
  /** The ten largest in the first criterion, largest first. */
  readonly largest: readonly LargestItem[]
  readonly faults: readonly FleetFault[]
}

/** So many items go into one request: more would reach the limits of a service. */
const CHUNK = 2000

const MOST_LARGEST = 10

interface Question {
  readonly items: readonly FleetItemInput[]
  readonly places: readonly string[]
  readonly criteria: readonly Criterion[]
  readonly focus: Criterion
  readonly duration: number | undefined
}

/** Assesses a fleet in several requests, one after another; `onProgress` gets the share that is done. */
export async function fetchFleet(
  { items, places, criteria, focus, duration }: Question,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<FleetResult> {
  let result: FleetResult = { size: 0, assessed: 0, totals: [], largest: [], faults: [] }
  for (let start = 0; start < items.length; start += CHUNK) {
    onProgress(start / items.length)
    const chunk = items.slice(start, start + CHUNK)
    const variables = {
      items: chunk,
      criteria: [...criteria],
      order: focus,
      ...(duration !== undefined && { duration }),
    }
    const { fleet } = await send(ExploreFleetDocument, variables, signal)
    if (fleet === null) throw new Error('The service gave no figures for this.')
    const faults = fleet.items.flatMap(({ fault, label }, index) =>
      fault === null
        ? []
        : [{ place: `${places[start + index]}${label ? `, ${label}` : ''}`, message: faultWords(fault) }],
    )
    result = added(result, fleet, faults, focus)
  }
  return result
}

function faultWords({ message, nearest }: { readonly message: string; readonly nearest: readonly string[] }): string {
  return nearest.length === 0 || message.includes('did you mean')
    ? message
    : `${message}; did you mean ${nearest.join(', ')}?`
}

function added(result: FleetResult, fleet: Fleet, faults: readonly FleetFault[], focus: Criterion): FleetResult {
  const totals = fleet.impacts.map((impact): FleetTotal => {
    const before = result.totals.find(({ criterion }) => criterion === impact.criterion)
    const { criterion, unit, description } = impact
    const plus = (phase: 'embedded' | 'use' | 'total'): Sum => {
      const figure = impact[phase]
      const sum = before?.[phase]
      return {
        value: (sum?.value ?? 0) + (figure?.exact ?? 0),
        min: (sum?.min ?? 0) + (figure?.exactMin ?? 0),
        max: (sum?.max ?? 0) + (figure?.exactMax ?? 0),
      }
    }
    return { criterion, unit, description, embedded: plus('embedded'), use: plus('use'), total: plus('total') }
  })
  const largest = [...result.largest, ...fleet.largest]
    .filter((item) => totalOf(item, focus) !== undefined)
    .toSorted((one, other) => (totalOf(other, focus) ?? 0) - (totalOf(one, focus) ?? 0))
    .slice(0, MOST_LARGEST)
  return {
    size: result.size + fleet.size,
    assessed: result.assessed + fleet.assessed,
    totals,
    largest,
    faults: [...result.faults, ...faults],
  }
}

/** What an item counts for, quantity included. */
export function totalOf({ impacts }: LargestItem, focus: Criterion): number | undefined {
  return impacts.find(({ criterion }) => criterion === focus)?.total?.exact
}
