import { type AssetInput, type Criterion, ExploreFleetDocument } from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import type { Conditions } from '../state/read-conditions.ts'
import { type FleetAnswerItem, type FleetResult, FleetSums } from './fleet-result.ts'
import { type FleetFile, type FleetRow, withConditions } from './read-fleet.ts'

/** So many different assets go into one request: more would reach the limits of a service. */
const CHUNK = 500

/** With more, requests would be many, and are better one job. */
const MOST_GROUPS = 2000

/** Whether a file is for the page to assess, rather than for a job: it has been read, and lists few enough different assets. */
export function isForPage({ unread, rows }: FleetFile): boolean {
  if (unread !== undefined) return false
  return new Set(rows.map(({ asset, duration }) => JSON.stringify([asset, duration]))).size <= MOST_GROUPS
}

interface Question {
  readonly rows: readonly FleetRow[]
  readonly conditions: Conditions
  readonly criteria: readonly Criterion[]
  readonly focus: Criterion
  readonly release: string
}

/** Rows that are the same asset over the same duration. */
interface Group {
  readonly asset: AssetInput
  readonly duration: number | undefined
  readonly rows: FleetRow[]
}

/**
 * Assesses a fleet: each different asset once, in several requests, one after another. A row counts as often as its quantity.
 * `onProgress` gets the share that is done.
 */
export async function fetchFleet(
  { rows, conditions, criteria, focus, release }: Question,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<FleetResult> {
  const sums = new FleetSums(criteria, focus)
  let done = 0
  for (const groups of chunks(grouped(rows, conditions))) {
    onProgress(done / rows.length)
    const { duration } = groups[0] as Group
    const items = groups.map(({ asset }) => ({ asset }))
    const variables = { items, criteria: [...criteria], ...(duration !== undefined && { duration }) }
    const { fleet } = await send(ExploreFleetDocument, variables, { release, signal })
    if (fleet === null) throw new Error('The service gave no figures for this.')
    for (const [index, group] of groups.entries()) {
      for (const row of group.rows) sums.add(row, fleet.items[index] as FleetAnswerItem)
      done += group.rows.length
    }
  }
  return sums.result()
}

function grouped(rows: readonly FleetRow[], conditions: Conditions): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const asset = withConditions(row.asset, conditions)
    const duration = row.duration ?? conditions.duration
    const key = JSON.stringify([asset, duration])
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { asset, duration, rows: [row] })
    else known.rows.push(row)
  }
  return [...groups.values()]
}

/** Groups of one duration, as many as go into one request. */
function chunks(groups: readonly Group[]): readonly (readonly Group[])[] {
  const byDuration = Map.groupBy(groups, ({ duration }) => duration)
  return [...byDuration.values()].flatMap((same) =>
    Array.from({ length: Math.ceil(same.length / CHUNK) }, (_, at) => same.slice(at * CHUNK, (at + 1) * CHUNK)),
  )
}
